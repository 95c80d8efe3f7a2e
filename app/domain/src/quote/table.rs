//! One use priced on every offer at once.
//!
//! Billed time depends on the rule alone, and a catalogue has few rules: offers are grouped by everything that decides
//! what is billed, each group is measured once a use, and an offer then costs its prices times the group's quantities.
mod column;
mod exact;
mod fast;
mod scale;
mod side;
mod top;

#[cfg(test)]
mod tests;

use super::{NoGpuTerms, NoGpuUse, Prepared, Term, Terms};
use crate::pricing::{Lines, MAX_SPAN_S, Plan, PricingError};
use crate::units::Decimal;
use column::Column;
use scale::Divisors;
use side::{Cases, Measures};
use top::{Candidate, Cheapest};

/// Longest prepaid period, days, and a whole in billionths of a percent: the engine's bounds.
const MAX_PERIOD_DAYS: u32 = 100_000;
const WHOLE_PCT: i64 = 100_000_000_000;

/// Offers as columns, grouped by rule. Made once a catalogue, used for any number of plans.
#[derive(Clone, Debug, Default)]
pub struct RankTable {
    groups: Vec<Group>,
    /// Plans that count time differently; what they cost plays no part.
    meters: Vec<Plan>,
    /// Group and row of each offer, in the order in which they were given.
    places: Vec<Option<(u32, u32)>>,
    refused: Vec<usize>,
}

/// Offers that differ in prices only.
#[derive(Clone, Debug)]
struct Group {
    /// The rule; amounts in it say only whether they are known and above zero.
    rule: Terms,
    /// The rule as a plan: currency, month and rate.
    plan: Plan,
    cases: Cases,
    divisors: Option<Divisors>,
    /// Place of each row's offer in the list given.
    positions: Vec<u32>,
    ids: Vec<i64>,
    machine_hour: Column,
    no_gpu: Column,
    storage: Column,
    storage_stopped: Column,
    free_gb: Column,
    egress: Column,
    period: Column,
    /// The common factor of both disk prices.
    disk_unit: u64,
}

/// One offer's total, in the currency shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Place of the offer in the list that the table was made of.
    pub position: usize,
    /// Its number.
    pub id: i64,
    /// Every unknown fact at its best.
    pub low: Decimal,
    /// Every unknown fact at its worst; `None` = open.
    pub high: Option<Decimal>,
}

/// The cheapest of a table, as a whole sort would give them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableRanking {
    /// Closed bills by upper end, then lower end, then number.
    pub ranked: Vec<TableRow>,
    /// Open bills by lower end, then number.
    pub floors: Vec<TableRow>,
    /// Closed bills in all.
    pub ranked_count: usize,
    /// Open bills in all.
    pub floors_count: usize,
}

/// One offer's bill with every unknown fact at its best, as the engine's, and what the worst makes of its sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowBill {
    /// The nine lines, listed currency.
    pub lines: Lines,
    /// Their sum.
    pub total: Decimal,
    /// The sum with every unknown fact at its worst; `None` = open.
    pub total_high: Option<Decimal>,
    /// How no-GPU hours were billed.
    pub no_gpu: NoGpuUse,
}

impl RankTable {
    /// Takes: each offer's number and terms, all shown in one currency; an offer's place among them is its position.
    pub fn new(offers: impl IntoIterator<Item = (i64, Terms)>) -> Self {
        let mut table = Self::default();
        let mut last = 0;
        for (position, (id, terms)) in offers.into_iter().enumerate() {
            if !terms.is_billable() {
                table.refused.push(position);
                table.places.push(None);
                continue;
            }
            let rule = terms.rule();
            // Offers of one platform stand together.
            if table
                .groups
                .get(last)
                .is_none_or(|group| group.rule != rule)
            {
                let known = table.groups.iter().position(|group| group.rule == rule);
                last = known.unwrap_or_else(|| {
                    table.groups.push(Group::new(rule, &mut table.meters));
                    table.groups.len() - 1
                });
            }
            let row = table.groups[last].push(position, id, &terms);
            table.places.push(Some((last as u32, row)));
        }
        table.groups.iter_mut().for_each(Group::finish);
        table
    }

    /// How many offers were given.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// True without any offer.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Positions of offers whose terms no bill can be made of; they are in no ranking.
    pub fn refused(&self) -> &[usize] {
        &self.refused
    }

    /// The terms of the offer at `position`. `None` for one that is refused or was not given.
    pub fn terms(&self, position: usize) -> Option<Terms> {
        let (group, row) = (*self.places.get(position)?)?;
        Some(self.groups[group as usize].terms(row as usize))
    }

    /// Prices every offer and gives the `most_ranked` cheapest closed and the `most_floors` cheapest open ones.
    ///
    /// Takes: `mask` says for each position whether it takes part; without it all do.
    /// Errors: an amount past the engine's range.
    pub fn rank(
        &self,
        prepared: &Prepared,
        mask: Option<&[bool]>,
        most_ranked: usize,
        most_floors: usize,
    ) -> Result<TableRanking, PricingError> {
        let (mut ranked, mut floors) = (Cheapest::new(most_ranked), Cheapest::new(most_floors));
        let mut answer = TableRanking::default();
        let (mut measures, mut block) = (Measures::new(self, prepared), fast::Block::new());
        for group in &self.groups {
            let takes_part = |row: usize| {
                mask.is_none_or(|mask| mask.get(group.positions[row] as usize) == Some(&true))
            };
            let count = match mask {
                None => group.ids.len(),
                Some(_) => (0..group.ids.len()).filter(|row| takes_part(*row)).count(),
            };
            if count == 0 {
                continue;
            }
            let used = measures.of(group)?;
            let (cheapest, counted) = if used.is_open() {
                (&mut floors, &mut answer.floors_count)
            } else {
                (&mut ranked, &mut answer.ranked_count)
            };
            *counted += count;
            if !fast::rank(group, &used, takes_part, cheapest, &mut block) {
                exact::rank(group, &used, &takes_part, cheapest)?;
            }
        }
        let unit = self.groups.first().map_or(1, Group::shown_unit);
        let rows = |found: Vec<Candidate>, is_open: bool| {
            let amount = move |minor: u64| Decimal::from_nanos(i128::from(minor) * unit);
            found.into_iter().map(move |c| TableRow {
                position: c.position as usize,
                id: c.id,
                low: amount(c.low),
                high: (!is_open).then_some(amount(c.high)),
            })
        };
        answer.ranked = rows(ranked.into_sorted(), false).collect();
        answer.floors = rows(floors.into_sorted(), true).collect();
        Ok(answer)
    }

    /// The bills of the offers at `positions`; one that has no bill is left out.
    ///
    /// Errors: an amount past the engine's range.
    pub fn bills(
        &self,
        prepared: &Prepared,
        positions: impl Iterator<Item = usize>,
    ) -> Result<Vec<RowBill>, PricingError> {
        let mut measures = Measures::new(self, prepared);
        let places = positions.filter_map(|position| self.places.get(position).copied().flatten());
        places
            .map(|(group, row)| {
                let group = &self.groups[group as usize];
                exact::bill(group, &measures.of(group)?, row as usize)
            })
            .collect()
    }
}

impl Group {
    fn new(rule: Terms, meters: &mut Vec<Plan>) -> Self {
        let plan = rule.plan(&[]);
        Self {
            cases: side::cases(&rule, meters),
            divisors: Divisors::of(&plan),
            plan,
            rule,
            positions: Vec::new(),
            ids: Vec::new(),
            machine_hour: Column::default(),
            no_gpu: Column::default(),
            storage: Column::default(),
            storage_stopped: Column::default(),
            free_gb: Column::default(),
            egress: Column::default(),
            period: Column::default(),
            disk_unit: 1,
        }
    }

    /// Nano-units in a minor unit of the currency shown.
    fn shown_unit(&self) -> i128 {
        let plan = &self.plan;
        let digits = plan.fx.map_or(plan.minor_digits, |fx| fx.digits);
        10_i128.pow(9_u32.saturating_sub(digits))
    }

    fn push(&mut self, position: usize, id: i64, terms: &Terms) -> u32 {
        let price = match terms.no_gpu {
            NoGpuTerms::Price(price) => price,
            NoGpuTerms::Absent | NoGpuTerms::PriceUnknown => 0,
        };
        self.positions.push(position as u32);
        self.ids.push(id);
        self.machine_hour.push(terms.machine_hour);
        self.no_gpu.push(price);
        self.storage.push(terms.storage.unwrap_or(0));
        self.storage_stopped
            .push(terms.storage_stopped.unwrap_or(0));
        self.free_gb.push(terms.free_gb.unwrap_or(0));
        self.egress.push(terms.egress.unwrap_or(0));
        self.period.push(terms.term.map_or(0, |term| term.price));
        (self.ids.len() - 1) as u32
    }

    fn terms(&self, row: usize) -> Terms {
        // Amounts were 64 bits when they came.
        let amount = |column: &Column| column.value(row).saturating_mul(column.unit) as i64;
        let rule = self.rule.clone();
        Terms {
            machine_hour: amount(&self.machine_hour),
            no_gpu: match rule.no_gpu {
                NoGpuTerms::Price(_) => NoGpuTerms::Price(amount(&self.no_gpu)),
                other => other,
            },
            storage: rule.storage.map(|_| amount(&self.storage)),
            storage_stopped: rule.storage_stopped.map(|_| amount(&self.storage_stopped)),
            free_gb: rule.free_gb.map(|_| amount(&self.free_gb)),
            egress: rule.egress.map(|_| amount(&self.egress)),
            term: rule.term.map(|term| Term {
                price: amount(&self.period),
                ..term
            }),
            ..rule
        }
    }

    fn finish(&mut self) {
        for column in [
            &mut self.machine_hour,
            &mut self.no_gpu,
            &mut self.storage,
            &mut self.storage_stopped,
            &mut self.free_gb,
            &mut self.egress,
            &mut self.period,
        ] {
            column.finish();
        }
        let unit = |column: &Column| {
            if column.largest > 0 { column.unit } else { 0 }
        };
        self.disk_unit = column::gcd(unit(&self.storage), unit(&self.storage_stopped)).max(1);
    }
}

impl Terms {
    /// The terms without their amounts: what remains decides what is billed, and which facts are unknown.
    fn rule(&self) -> Self {
        Self {
            machine_hour: 0,
            no_gpu: match self.no_gpu {
                NoGpuTerms::Price(_) => NoGpuTerms::Price(0),
                other => other,
            },
            // A disk that is free is another rule than one that costs: its included size need not be known.
            storage: self.storage.map(i64::signum),
            storage_stopped: self.storage_stopped.map(i64::signum),
            free_gb: self.free_gb.map(|_| 0),
            egress: self.egress.map(i64::signum),
            term: self.term.map(|term| Term { price: 0, ..term }),
            ..self.clone()
        }
    }

    /// Whether the engine takes these terms.
    fn is_billable(&self) -> bool {
        let amounts = [
            Some(self.machine_hour),
            self.storage,
            self.storage_stopped,
            self.free_gb,
            self.egress,
            self.term.map(|term| term.price),
            self.discount_pct,
        ];
        let no_gpu = !matches!(self.no_gpu, NoGpuTerms::Price(price) if price < 0);
        no_gpu
            && amounts.into_iter().flatten().all(|amount| amount >= 0)
            && self
                .increment_s
                .is_none_or(|s| (1..=MAX_SPAN_S).contains(&s))
            && self.minimum_s.is_none_or(|s| s <= MAX_SPAN_S)
            && (1..=MAX_SPAN_S).contains(&self.storage_month_s)
            && self
                .term
                .is_none_or(|term| (1..=MAX_PERIOD_DAYS).contains(&term.days))
            && self.discount_pct.is_none_or(|pct| pct <= WHOLE_PCT)
            && self.fx.is_none_or(|(_, rate)| rate > 0)
    }
}

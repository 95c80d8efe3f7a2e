//! The ways to pay for one machine: by the hour, prepaid, or the best mix of both.
use super::bounds::Bounds;
use super::{Prepared, Quote, Terms, no_gpu_use, quote};
use crate::pricing::{
    Bill, CostLine, Gap, MixPlan, MixRules, NoGpuWork, Pass, Plan, PricingError, Purchase,
    bill_mix, mix_plan,
};
use crate::scenario::Scenario;
use crate::units::{Decimal, div_round_half_up};
use chrono::{Days, NaiveDate};

/// A prepaid offer of the same machine.
#[derive(Clone, Copy, Debug)]
pub struct Prepaid<'terms> {
    /// Number of its price plan.
    pub id: i64,
    /// Its rules; without a [`Terms::term`] it takes no part.
    pub terms: &'terms Terms,
}

/// A prepaid period bought in a mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bought {
    /// First day that it covers; 0 begins the plan.
    pub day: u32,
    /// The same as a date.
    pub date: NaiveDate,
    /// Days that it covers.
    pub days: u32,
    /// Number of the price plan.
    pub id: i64,
}

/// A mix of metered and prepaid time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MixWay {
    /// Its bill.
    pub quote: Quote,
    /// What is bought, in order of days; all other days are metered.
    pub purchases: Vec<Bought>,
    /// What the machine does between two runs on metered days, in order; empty where every gap is a stop.
    pub gaps: Vec<Gap>,
}

/// One machine paid for in every way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    /// By the hour alone.
    pub hourly: Quote,
    /// Each prepaid offer alone, bought again until the plan ends; in the order given.
    pub prepaid: Vec<(i64, Quote)>,
    /// The cheapest mix with every gap a stop, a single way too.
    pub mix: MixWay,
    /// The same with the choice of every gap on metered days; none when that is not cheaper, or when there are so many
    /// sessions that the search would take seconds.
    pub with_gaps: Option<MixWay>,
}

/// Bills `scenario` in every way that `hourly` and the `prepaid` offers allow.
///
/// Days that nothing was bought for follow the hourly offer's rules, also for data; prepaid offers in another currency
/// are not mixed. A mix is chosen by its upper end, then by its lower one, then the single way before the mix and the
/// fewest purchases; one with an unknown price never beats one without. It is looked for under the hourly rules with
/// every unknown fact at its best and at its worst.
/// Errors: a field that the engine refuses, such as an hourly offer with a term; an amount past its range.
pub fn ways(
    hourly: &Terms,
    prepaid: &[Prepaid<'_>],
    scenario: &Scenario,
    today: NaiveDate,
) -> Result<Ways, PricingError> {
    let prepared = Prepared::new(scenario, today)?;
    let from = scenario.from.unwrap_or(today);
    let prepaid: Vec<Prepaid<'_>> = prepaid
        .iter()
        .copied()
        .filter(|offer| offer.terms.term.is_some())
        .collect();
    let metered = quote(hourly, &prepared)?;
    let alone = prepaid
        .iter()
        .map(|offer| Ok((offer.id, quote(offer.terms, &prepared)?)))
        .collect::<Result<Vec<_>, PricingError>>()?;
    let mixer = Mixer::new(hourly, &prepaid, &prepared, from);

    let mut best = MixWay {
        quote: metered.clone(),
        purchases: Vec::new(),
        gaps: Vec::new(),
    };
    for (offer, (_, quote)) in prepaid.iter().zip(&alone) {
        if is_better(quote, &best.quote) {
            best = MixWay {
                quote: quote.clone(),
                purchases: back_to_back(offer, scenario.days, from),
                gaps: Vec::new(),
            };
        }
    }
    let mix = mixer.best(MixRules::Machine, best)?;
    let chosen = match mixer.best(MixRules::ChooseGaps(NoGpuWork::OnMachine), mix.clone()) {
        // The search was too long; every other fault would have come up before.
        Err(error) if error.field == "week" => None,
        found => Some(found?).filter(|found| *found != mix),
    };
    Ok(Ways {
        hourly: metered,
        prepaid: alone,
        mix,
        with_gaps: chosen,
    })
}

/// The lines of a bill in the currency that it is shown in, those of zero left out.
///
/// Each is converted and rounded half up on its own; what is then missing to the total is in the greatest line, so that
/// they sum to what [`Bill::total_display`] says.
pub fn shown_lines(bill: &Bill, terms: &Terms) -> Vec<CostLine> {
    let digits = bill.display_digits.min(9);
    let step = 10_i128.pow(9 - digits);
    let rate = terms
        .fx
        .map_or(Decimal::SCALE, |(_, rate)| i128::from(rate));
    let mut lines: Vec<CostLine> = bill
        .lines
        .iter()
        .filter(|line| !line.amount.is_zero())
        .map(|line| {
            let steps = line
                .amount
                .nanos()
                .checked_mul(rate)
                .and_then(|amount| div_round_half_up(amount, Decimal::SCALE * step));
            CostLine {
                kind: line.kind,
                // A total in range has lines in range.
                amount: Decimal::from_nanos(steps.unwrap_or(0) * step),
            }
        })
        .collect();
    let sum: i128 = lines.iter().map(|line| line.amount.nanos()).sum();
    let missing = bill.total_display.nanos() - sum;
    if let Some(greatest) = lines.iter_mut().max_by_key(|line| line.amount) {
        greatest.amount = Decimal::from_nanos(greatest.amount.nanos() + missing);
    }
    lines
}

/// Closed before open, then the upper end, then the lower one.
fn is_better(quote: &Quote, than: &Quote) -> bool {
    let key = |quote: &Quote| {
        let high = quote.high.as_ref().map(|bill| bill.total_display);
        (high.is_none(), high, quote.low.total_display)
    };
    key(quote) < key(than)
}

fn back_to_back(offer: &Prepaid<'_>, days: u32, from: NaiveDate) -> Vec<Bought> {
    let Some(term) = offer.terms.term else {
        return Vec::new();
    };
    (0..days)
        .step_by(term.days.max(1) as usize)
        .map(|day| bought(day, term.days, offer.id, from))
        .collect()
}

fn bought(day: u32, days: u32, id: i64, from: NaiveDate) -> Bought {
    Bought {
        day,
        // A plan's days are far from the calendar's end.
        date: from
            .checked_add_days(Days::new(u64::from(day)))
            .unwrap_or(from),
        days,
        id,
    }
}

/// Looks for mixes of one hourly offer with passes.
struct Mixer<'a> {
    hourly: &'a Terms,
    prepared: &'a Prepared,
    passes: Vec<Pass>,
    ids: Vec<i64>,
    from: NaiveDate,
}

impl<'a> Mixer<'a> {
    fn new(
        hourly: &'a Terms,
        prepaid: &[Prepaid<'_>],
        prepared: &'a Prepared,
        from: NaiveDate,
    ) -> Self {
        let mixed = prepaid
            .iter()
            .filter(|offer| offer.terms.currency == hourly.currency);
        let (passes, ids) = mixed
            .filter_map(|offer| {
                let term = offer.terms.term?;
                let pass = Pass {
                    name: offer.id.to_string(),
                    days: term.days,
                    price: Decimal::from_nanos(i128::from(term.price)),
                };
                Some((pass, offer.id))
            })
            .unzip();
        Self {
            hourly,
            prepared,
            passes,
            ids,
            from,
        }
    }

    /// The best of `so_far` and the mixes under the hourly rules at either end.
    fn best(&self, rules: MixRules, so_far: MixWay) -> Result<MixWay, PricingError> {
        let prepared = self.prepared;
        let no_gpu = no_gpu_use(self.hourly, prepared);
        let unknown = self.hourly.unknown(prepared.keeps_data, prepared.sends);
        let plan = |worst: &[_]| self.hourly.plan(worst);
        let mut plans = vec![plan(&[])];
        if !unknown.is_empty() {
            plans.push(plan(&unknown));
        }
        let mut best = so_far;
        for plan in plans {
            let found = mix_plan(prepared.runs(no_gpu), &plan, &self.passes, rules)?;
            let billed = |plan: &Plan| bill_mix(&found.usage, plan, &self.passes, &found.purchases);
            let quote = Bounds::of(self.hourly, &unknown, billed)?.quote(self.hourly, no_gpu);
            if is_better(&quote, &best.quote) {
                best = self.way(quote, &found, rules);
            }
        }
        Ok(best)
    }

    fn way(&self, quote: Quote, found: &MixPlan, rules: MixRules) -> MixWay {
        let purchases = found.purchases.iter().map(|Purchase { day, pass }| {
            let (days, id) = (self.passes[*pass].days, self.ids[*pass]);
            bought(*day, days, id, self.from)
        });
        MixWay {
            quote,
            purchases: purchases.collect(),
            gaps: match rules {
                MixRules::ChooseGaps(_) => found.gaps.clone(),
                MixRules::Runs | MixRules::Machine => Vec::new(),
            },
        }
    }
}

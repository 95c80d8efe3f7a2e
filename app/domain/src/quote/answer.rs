//! The ranking as a document of its own: what a page shows, and what a saved plan keeps.
use super::{
    CatalogTable, Caution, Exclusion, Most, NoGpuUse, Prepared, Quote, table_for, takes_part,
};
use crate::catalog::{CatalogSnapshot, FactKey, Observed, Offer, PriceKind};
use crate::pricing::{LineKind, PricingError};
use crate::scenario::{Scenario, encode};
use crate::units::{Currency, Decimal, FxRate, Money};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// Raised when the engine would answer the same scenario differently.
pub const ENGINE_VERSION: u32 = 1;
/// Rows with lines that an answer carries.
pub const MOST_ROWS: usize = 50;
/// Open bills that it carries.
pub const MOST_FLOORS: usize = 20;

/// One offer's bill with everything that explains it; readable without the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerRow {
    /// Number of the price plan.
    pub offer: i64,
    /// Platform's slug.
    pub platform: String,
    /// Its name.
    pub platform_name: String,
    /// Its Chinese name.
    pub platform_name_zh: Option<String>,
    /// Card's slug.
    pub gpu: String,
    /// Its short name.
    pub gpu_name: String,
    /// Cards in the machine.
    pub gpu_count: u32,
    /// Instance type.
    pub instance_type: Option<String>,
    /// Region.
    pub region: Option<String>,
    /// How the price binds.
    pub kind: PriceKind,
    /// Billing increment.
    pub increment_s: Option<u32>,
    /// Listed price of the machine an hour.
    pub price_per_hour: Money,
    /// Listed price of a term.
    pub price_per_period: Option<Money>,
    /// No-GPU price an hour, listed currency.
    pub no_gpu_price: Option<Money>,
    /// How no-GPU hours were billed.
    pub no_gpu: NoGpuUse,
    /// Total in the display currency, every unknown fact at its best.
    pub low: Decimal,
    /// The same at its worst; `None` = open.
    pub high: Option<Decimal>,
    /// Total as listed, at its best.
    pub listed_low: Decimal,
    /// Total as listed, at its worst.
    pub listed_high: Option<Decimal>,
    /// Lines that are not zero, listed currency, at their best.
    pub lines: Vec<(LineKind, Decimal)>,
    /// GPU starts.
    pub starts: u64,
    /// Metered GPU seconds after rounding.
    pub billed_gpu_s: u64,
    /// Metered no-GPU seconds after rounding.
    pub billed_nogpu_s: u64,
    /// Prepaid periods bought.
    pub periods: u64,
    /// Facts that widen or open the bill.
    pub ask: Vec<FactKey>,
    /// What to know before ordering.
    pub cautions: Vec<Caution>,
    /// When the price was seen.
    pub observed: Observed,
    /// Where.
    pub source_url: String,
}

impl AnswerRow {
    /// True when low and high are one figure.
    pub fn is_exact(&self) -> bool {
        self.high == Some(self.low)
    }
}

/// The whole answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// [`ENGINE_VERSION`] of the engine that made it.
    pub engine: u32,
    /// The scenario as address parameters, defaults left out.
    pub scenario: Vec<(String, String)>,
    /// First day of the plan.
    pub from: NaiveDate,
    /// Its length in days.
    pub days: u32,
    /// Revision of the catalogue.
    pub revision: i64,
    /// Day on which it was made.
    pub day: NaiveDate,
    /// Display currency.
    pub currency: Currency,
    /// Rates used, each with its date and source.
    pub rates: Vec<FxRate>,
    /// GPU seconds of the plan.
    pub gpu_s: u64,
    /// No-GPU seconds of the plan.
    pub no_gpu_s: u64,
    /// How many offers were ranked, floors, and left out by reason.
    pub ranked_count: usize,
    /// Open bills in all.
    pub floors_count: usize,
    /// Left out, by reason.
    pub excluded: Vec<(Exclusion, usize)>,
    /// The cheapest, in order.
    pub ranked: Vec<AnswerRow>,
    /// Open bills, in order.
    pub floors: Vec<AnswerRow>,
}

/// Bills, ranks and describes.
///
/// Errors: a field of the scenario that the engine refuses, or an amount past its range.
pub fn answer(
    snapshot: &CatalogSnapshot,
    scenario: &Scenario,
    currency: Currency,
    today: NaiveDate,
) -> Result<Answer, PricingError> {
    let table = table_for(snapshot, scenario, currency, today);
    answer_from(&table, snapshot, scenario, currency, today)
}

/// As [`answer`], from a table that was made before: of the whole catalogue, or with terms of one's own.
pub fn answer_from(
    table: &CatalogTable,
    snapshot: &CatalogSnapshot,
    scenario: &Scenario,
    currency: Currency,
    today: NaiveDate,
) -> Result<Answer, PricingError> {
    let prepared = Prepared::new(scenario, today)?;
    let most = Most {
        ranked: MOST_ROWS,
        floors: MOST_FLOORS,
    };
    let choice = |_: usize, offer: &Offer| takes_part(snapshot, offer, scenario, today);
    let ranking = table.rank(snapshot, &prepared, choice, most)?;
    let usage = scenario.usage(today, true).unfold()?;
    let on_s: u64 = usage.runs().iter().map(|run| run.end - run.start).sum();
    let mut excluded: Vec<(Exclusion, usize)> = Vec::new();
    for (_, reason) in &ranking.excluded {
        match excluded.iter_mut().find(|(known, _)| known == reason) {
            Some((_, count)) => *count += 1,
            None => excluded.push((*reason, 1)),
        }
    }
    let rows = |list: &[(usize, Quote)]| -> Vec<AnswerRow> {
        list.iter()
            .map(|(index, quote)| answer_row(snapshot, *index, quote, table))
            .collect()
    };
    let ranked = rows(&ranking.ranked);
    let floors = rows(&ranking.floors);
    Ok(Answer {
        engine: ENGINE_VERSION,
        scenario: encode(scenario),
        from: scenario.from.unwrap_or(today),
        days: scenario.days,
        revision: snapshot.revision,
        day: today,
        currency,
        rates: rates(snapshot, ranked.iter().chain(&floors), currency, today),
        gpu_s: usage.gpu_s(),
        no_gpu_s: on_s - usage.gpu_s(),
        ranked_count: ranking.ranked_count,
        floors_count: ranking.floors_count,
        excluded,
        ranked,
        floors,
    })
}

fn rates<'a>(
    snapshot: &CatalogSnapshot,
    rows: impl Iterator<Item = &'a AnswerRow>,
    currency: Currency,
    today: NaiveDate,
) -> Vec<FxRate> {
    let mut rates: Vec<FxRate> = Vec::new();
    for row in rows {
        let from = row.price_per_hour.currency;
        if from != currency && !rates.iter().any(|r| r.base == from) {
            rates.extend(snapshot.fx.rate(from, currency, today));
        }
    }
    rates
}

/// The row of the offer at `index` of the snapshot, from its quote and the table with its terms.
pub fn answer_row(
    snapshot: &CatalogSnapshot,
    index: usize,
    quote: &Quote,
    table: &CatalogTable,
) -> AnswerRow {
    let offer = &snapshot.offers[index];
    let (platform, gpu) = (
        &snapshot.platforms[offer.platform],
        &snapshot.gpus[offer.gpu],
    );
    let terms = table.terms(index);
    let no_gpu_price = terms.as_ref().and_then(|terms| match terms.no_gpu {
        super::NoGpuTerms::Price(nanos) => Some(Money {
            nanos,
            currency: terms.currency,
        }),
        _ => None,
    });
    let bill = &quote.low;
    AnswerRow {
        offer: offer.id,
        platform: platform.slug.clone(),
        platform_name: platform.name.clone(),
        platform_name_zh: platform.name_zh.clone(),
        gpu: gpu.slug.clone(),
        gpu_name: gpu.short_name().to_owned(),
        gpu_count: offer.gpu_count,
        instance_type: offer.instance_type.clone(),
        region: offer.region.clone(),
        kind: offer.kind,
        increment_s: terms.as_ref().and_then(|t| t.increment_s),
        price_per_hour: offer.price_per_hour,
        price_per_period: offer.price_per_period,
        no_gpu_price,
        no_gpu: quote.no_gpu,
        low: bill.total_display,
        high: quote.high.as_ref().map(|b| b.total_display),
        listed_low: bill.total,
        listed_high: quote.high.as_ref().map(|b| b.total),
        lines: bill
            .lines
            .iter()
            .filter(|l| !l.amount.is_zero())
            .map(|l| (l.kind, l.amount))
            .collect(),
        starts: bill.gpu_starts,
        billed_gpu_s: bill.billed_gpu_s,
        billed_nogpu_s: bill.billed_nogpu_s,
        periods: bill.commit_periods,
        ask: quote.ask.clone(),
        cautions: quote.cautions.clone(),
        observed: offer.observed,
        source_url: offer.source_url.clone(),
    }
}

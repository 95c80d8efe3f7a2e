//! Where the cheapest offer changes when the plan or the prices do.
use super::super::{Prepared, RankTable, Terms, quote_offer};
use crate::catalog::CatalogSnapshot;
use crate::pricing::PricingError;
use crate::scenario::Scenario;
use crate::units::{Currency, Decimal, div_round_half_up};
use chrono::NaiveDate;

/// What is changed, everything else being equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Every session's length, in percent of the plan's.
    Hours(u32),
    /// The hourly and prepaid price of the cheapest offer, in percent.
    CheapestPrice(u32),
    /// All hourly prices, prepaid ones unchanged, in percent.
    HourlyPrices(u32),
    /// Data kept, pulled in and sent out, in percent.
    Data(u32),
    /// The rate of every other currency into the display currency, in percent.
    Rates(u32),
}

/// The changes that are tried.
const CHANGES: [Change; 11] = [
    Change::Hours(50),
    Change::Hours(80),
    Change::Hours(125),
    Change::Hours(200),
    Change::CheapestPrice(120),
    Change::CheapestPrice(80),
    Change::HourlyPrices(80),
    Change::HourlyPrices(120),
    Change::Data(200),
    Change::Rates(95),
    Change::Rates(105),
];

/// The cheapest offer under a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winner {
    /// Number of the price plan.
    pub offer: i64,
    /// Its total in the display currency, unknown facts at their best.
    pub low: Decimal,
    /// The same at their worst; offers are ranked by it.
    pub high: Decimal,
}

/// A change with what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What was changed.
    pub change: Change,
    /// The cheapest then; `None` = none can be ranked. Errors: sessions that overlap once they are longer.
    pub cheapest: Result<Option<Winner>, PricingError>,
}

/// Ranks the scenario anew under each change that touches it.
///
/// Errors: as the engine, for the plan as it stands.
pub fn sensitivity(
    snapshot: &CatalogSnapshot,
    scenario: &Scenario,
    currency: Currency,
    today: NaiveDate,
) -> Result<Vec<Outcome>, PricingError> {
    let offers: Vec<(i64, Terms)> = snapshot
        .offers
        .iter()
        .filter_map(|offer| {
            let terms = quote_offer(snapshot, offer, scenario, currency, today)?.ok()?;
            Some((offer.id, terms))
        })
        .collect();
    let prepared = Prepared::new(scenario, today)?;
    let usual = cheapest(offers.iter().cloned(), &prepared)?;
    let with_data = [scenario.data_gb, scenario.pull_gb, scenario.send_gb]
        .iter()
        .any(|gb| !gb.is_zero());
    let converted = offers.iter().any(|(_, terms)| terms.fx.is_some());
    let metered = offers.iter().any(|(_, terms)| terms.term.is_none());
    let outcomes = CHANGES.into_iter().filter_map(|change| {
        let offers = offers.iter().cloned();
        let found = match change {
            Change::Hours(percent) => {
                longer(scenario, today, percent).and_then(|use_| cheapest(offers, &use_))
            }
            Change::CheapestPrice(percent) => {
                let best = usual?.offer;
                let priced = offers.map(|(id, terms)| {
                    let terms = if id == best {
                        dearer(terms, percent, true)
                    } else {
                        terms
                    };
                    (id, terms)
                });
                cheapest(priced, &prepared)
            }
            Change::HourlyPrices(percent) if metered => cheapest(
                offers.map(|(id, terms)| (id, dearer(terms, percent, false))),
                &prepared,
            ),
            Change::Data(percent) if with_data => {
                Prepared::new(&more_data(scenario, percent), today)
                    .and_then(|use_| cheapest(offers, &use_))
            }
            Change::Rates(percent) if converted => cheapest(
                offers.map(|(id, terms)| {
                    let fx = terms.fx.map(|(to, rate)| (to, scaled(rate, percent)));
                    (id, Terms { fx, ..terms })
                }),
                &prepared,
            ),
            _ => return None,
        };
        Some(Outcome {
            change,
            cheapest: found,
        })
    });
    Ok(outcomes.collect())
}

/// The closed bill with the lowest upper end; ties as in the ranking.
fn cheapest(
    offers: impl Iterator<Item = (i64, Terms)>,
    prepared: &Prepared,
) -> Result<Option<Winner>, PricingError> {
    let found = RankTable::new(offers).rank(prepared, None, 1, 0)?;
    Ok(found.ranked.first().and_then(|row| {
        Some(Winner {
            offer: row.id,
            low: row.low,
            high: row.high?,
        })
    }))
}

fn scaled(amount: i64, percent: u32) -> i64 {
    let product = i128::from(amount) * i128::from(percent);
    div_round_half_up(product, 100)
        .and_then(|nanos| i64::try_from(nanos).ok())
        .unwrap_or(i64::MAX)
}

fn dearer(mut terms: Terms, percent: u32, with_terms: bool) -> Terms {
    match &mut terms.term {
        Some(term) if with_terms => term.price = scaled(term.price, percent),
        Some(_) => {}
        None => terms.machine_hour = scaled(terms.machine_hour, percent),
    }
    terms
}

fn more_data(scenario: &Scenario, percent: u32) -> Scenario {
    let more = |gb: Decimal| {
        let nanos = div_round_half_up(gb.nanos() * i128::from(percent), 100).unwrap_or(gb.nanos());
        Decimal::from_nanos(nanos)
    };
    Scenario {
        data_gb: more(scenario.data_gb),
        pull_gb: more(scenario.pull_gb),
        send_gb: more(scenario.send_gb),
        ..scenario.clone()
    }
}

/// The use with sessions of `percent` of their length, whole seconds.
fn longer(scenario: &Scenario, today: NaiveDate, percent: u32) -> Result<Prepared, PricingError> {
    let mut usage = scenario.usage(today, true);
    for session in usage.week.iter_mut().flatten() {
        session.dur_s = (u64::from(session.dur_s) * u64::from(percent) / 100) as u32;
    }
    Prepared::of_usage(usage, scenario.no_gpu)
}

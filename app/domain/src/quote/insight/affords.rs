//! What a budget affords with one offer.
use super::super::{Prepared, Quote, Terms, quote};
use crate::pricing::{MAX_HORIZON_DAYS, PricingError};
use crate::scenario::{Cell, Scenario, Week};
use crate::units::Decimal;
use chrono::NaiveDate;

/// How far the money goes; every unknown fact at its worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affords {
    /// Days of this very week, at most the longest plan; 0 = not one.
    pub days: u32,
    /// Minutes with the GPU a day, in one run a day for the plan's own days, beside nothing else; at most 1440.
    pub gpu_min_a_day: u32,
}

/// `None` for an offer whose bill is open.
///
/// Errors: as the engine.
pub fn affords(
    terms: &Terms,
    scenario: &Scenario,
    today: NaiveDate,
    budget: Decimal,
) -> Result<Option<Affords>, PricingError> {
    let within = |scenario: &Scenario| -> Result<Option<bool>, PricingError> {
        let Quote { high, .. } = quote(terms, &Prepared::new(scenario, today)?)?;
        Ok(high.map(|bill| bill.total_display <= budget))
    };
    let for_days = |days: u32| {
        within(&Scenario {
            days,
            ..scenario.clone()
        })
    };
    let a_day = |minutes: u32| {
        within(&Scenario {
            week: every_day(minutes as u16),
            ..scenario.clone()
        })
    };
    // More days and longer runs never cost less, so that the last that fits can be halved in on.
    let Some(days) = last_within(MAX_HORIZON_DAYS, for_days)? else {
        return Ok(None);
    };
    let Some(gpu_min_a_day) = last_within(1440, a_day)? else {
        return Ok(None);
    };
    Ok(Some(Affords {
        days,
        gpu_min_a_day,
    }))
}

/// The GPU on for so many minutes from each midnight on.
fn every_day(minutes: u16) -> Week {
    let span = crate::scenario::Span {
        start_minute: 0,
        end_minute: minutes,
        cell: Cell::Gpu,
    };
    let day = if minutes == 0 { Vec::new() } else { vec![span] };
    Week::of_days(std::array::from_fn(|_| day.clone())).unwrap_or_default()
}

/// The largest of 1 to `most` that fits, 0 when none does; `None` when nobody can say.
fn last_within(
    most: u32,
    fits: impl Fn(u32) -> Result<Option<bool>, PricingError>,
) -> Result<Option<u32>, PricingError> {
    let (mut good, mut bad) = (0, most + 1);
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        match fits(middle)? {
            None => return Ok(None),
            Some(true) => good = middle,
            Some(false) => bad = middle,
        }
    }
    Ok(Some(good))
}

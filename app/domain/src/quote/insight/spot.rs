//! An interruptible machine beside one that is not: a range, because nobody knows how often it will be taken away.
use super::super::Terms;
use crate::pricing::{PricingError, SpotFigures, SpotInput, spot_expected};
use crate::scenario::SpotGuess;
use crate::units::{Decimal, div_round_half_up};

/// What the plan's GPU hours cost on an interruptible machine. Compute alone, in the offer's own currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotRange {
    /// Without any interruption, or with the fewest expected; `None` = no progress is made.
    pub best: Option<SpotFigures>,
    /// With the most expected; `None` = no progress is made. Equal to `best` where nobody said how many to expect.
    pub worst: Option<SpotFigures>,
    /// Interruptions in 24 running hours below which it is cheaper than the other machine, in thousandths, rounded
    /// down; `None` = it never is, or always.
    pub worth_below_milli: Option<u64>,
}

/// `spot` against `steady`, both in the same currency by their rates into the display currency.
///
/// Errors: as the engine. Gives `None` when the two cannot be compared.
pub fn spot_range(
    spot: &Terms,
    steady: &Terms,
    gpu_s: u64,
    guess: &SpotGuess,
) -> Result<Option<SpotRange>, PricingError> {
    let Some(steady_hour) = in_currency_of(steady, spot) else {
        return Ok(None);
    };
    let nanos = |amount: i128| Decimal::from_nanos(amount);
    let hours = |seconds: u64| nanos(i128::from(seconds) * Decimal::SCALE / 3600);
    let minutes = |minutes: u32| nanos(i128::from(minutes) * Decimal::SCALE / 60);
    let figures = |a_day: Decimal| -> Result<Option<SpotFigures>, PricingError> {
        let input = SpotInput {
            interrupts_per_hour: nanos(div_round_half_up(a_day.nanos(), 24).unwrap_or_default()),
            checkpoint_h: minutes(guess.checkpoint_min),
            restart_h: minutes(guess.restart_min),
            work_h: hours(gpu_s),
            spot_hour: nanos(i128::from(spot.machine_hour)),
            on_demand_hour: nanos(steady_hour),
        };
        Ok(spot_expected(&input)?.figures)
    };
    let (few, many) = guess.a_day.unwrap_or_default();
    // p/r < 1 − λ(c/2 + ρ): with times in minutes and λ a day, λ < 1440 (1 − p/r) / (c/2 + ρ).
    let lost_half_min = i128::from(guess.checkpoint_min) + 2 * i128::from(guess.restart_min);
    let gain = steady_hour - i128::from(spot.machine_hour);
    let worth_below_milli = (gain > 0 && steady_hour > 0 && lost_half_min > 0)
        .then(|| 2 * 1440 * 1000 * gain / (steady_hour * lost_half_min))
        .and_then(|milli| u64::try_from(milli).ok());
    Ok(Some(SpotRange {
        best: figures(few)?,
        worst: figures(many)?,
        worth_below_milli,
    }))
}

/// The hourly price of `terms` in the currency of `other`, nano-units.
fn in_currency_of(terms: &Terms, other: &Terms) -> Option<i128> {
    let hour = i128::from(terms.machine_hour);
    if terms.currency == other.currency {
        return Some(hour);
    }
    let rate = |terms: &Terms| {
        terms
            .fx
            .map_or(Decimal::SCALE, |(_, rate)| i128::from(rate))
    };
    let shown = div_round_half_up(hour.checked_mul(rate(terms))?, Decimal::SCALE)?;
    div_round_half_up(shown.checked_mul(Decimal::SCALE)?, rate(other))
}

//! From how much use on a prepaid period is not dearer than the meter.
use super::rounding::{exact, half_up_text};
use super::{DAY_S, PricingError};
use crate::units::Decimal;
use serde::Serialize;

/// A prepaid period against a meter. Both prices are in one currency and above or equal to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakevenInput {
    /// Price of the period.
    pub prepaid_price: Decimal,
    /// Metered price of an hour; above zero.
    pub gpu_hour: Decimal,
    /// Length of the period in days; above zero.
    pub period_days: u32,
}

/// Where the two cost the same, on a meter without rounding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Breakeven {
    /// Hours of use in the period, 6 decimals.
    pub hours: String,
    /// The same for each day, 6 decimals.
    pub hours_per_day: String,
    /// In percent of the period, 4 decimals.
    pub utilisation_pct: String,
    /// Least whole seconds of use for which the meter costs at least as much.
    pub first_second_not_dearer: u64,
    /// Whether the period has so many seconds.
    pub reachable: bool,
}

/// Finds the break-even point. Errors: a price or length outside its bounds, an amount too large.
pub fn breakeven(input: &BreakevenInput) -> Result<Breakeven, PricingError> {
    super::plan_check::not_negative("prepaid_price", input.prepaid_price)?;
    super::plan_check::not_negative("gpu_hour", input.gpu_hour)?;
    super::plan_check::between("period_days", input.period_days, 1..=100_000)?;
    let (price, rate) = (input.prepaid_price.nanos(), input.gpu_hour.nanos());
    if rate == 0 {
        return Err(PricingError::out_of_range(
            "gpu_hour",
            "`0` an hour never reaches a prepaid price",
        ));
    }
    let days = i128::from(input.period_days);
    // A quotient of two amounts, in nano-units of an hour.
    let too_large = || PricingError::too_large("prepaid_price");
    let scaled = price.checked_mul(Decimal::SCALE).ok_or_else(too_large)?;
    let part = |factor: i128, divisor: i128, digits| {
        let (numerator, denominator) = (scaled.checked_mul(factor), rate.checked_mul(divisor));
        let (numerator, denominator) = numerator.zip(denominator).ok_or_else(too_large)?;
        half_up_text(&exact(numerator, denominator), digits, "prepaid_price")
    };
    let seconds = price.checked_mul(3600).ok_or_else(too_large)?;
    let first_second = seconds / rate + i128::from(seconds % rate != 0);
    let first_second = u64::try_from(first_second).map_err(|_| too_large())?;
    Ok(Breakeven {
        hours: part(1, 1, 6)?,
        hours_per_day: part(1, days, 6)?,
        utilisation_pct: part(100, 24 * days, 4)?,
        first_second_not_dearer: first_second,
        reachable: first_second <= u64::from(input.period_days) * DAY_S,
    })
}

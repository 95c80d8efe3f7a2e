//! The bounds of a plan's values.
use super::plan::Plan;
use super::{MAX_SPAN_S, PricingError};
use crate::units::Decimal;
use std::ops::RangeInclusive;

/// Most GPUs of one machine.
const MAX_GPUS: u32 = 100_000;
/// Most prepaid periods bought in advance, and longest period in days.
const MAX_PERIODS: u32 = 100_000;
/// A decimal has at most 12 digits before the point.
const DECIMAL_LIMIT: i128 = 1_000_000_000_000 * Decimal::SCALE;

/// Refuses amounts below zero or past a decimal's bounds; `field` is named.
pub(super) fn not_negative(field: &str, amount: Decimal) -> Result<(), PricingError> {
    if amount.is_negative() {
        return Err(PricingError::out_of_range(
            field,
            format!("`{amount}` is below zero"),
        ));
    }
    if amount.nanos() >= DECIMAL_LIMIT {
        let message = format!("`{amount}` has more than 12 digits before the point");
        return Err(PricingError::out_of_range(field, message));
    }
    Ok(())
}

/// Refuses a whole number outside `allowed`.
pub(super) fn between(
    field: &str,
    value: u32,
    allowed: RangeInclusive<u32>,
) -> Result<(), PricingError> {
    if allowed.contains(&value) {
        return Ok(());
    }
    let message = format!(
        "`{value}` is not between {} and {}",
        allowed.start(),
        allowed.end()
    );
    Err(PricingError::out_of_range(field, message))
}

/// Refuses a percentage above 100 or below 0.
fn percent(field: &str, value: Decimal) -> Result<(), PricingError> {
    not_negative(field, value)?;
    if value > Decimal::from_int(100) {
        return Err(PricingError::out_of_range(
            field,
            format!("`{value}` percent is above 100"),
        ));
    }
    Ok(())
}

impl Plan {
    /// Checks every value against its bounds. Errors: the first that is outside, named as `plan.…`.
    pub fn check(&self) -> Result<(), PricingError> {
        for (field, amount) in [
            ("plan.gpu_hour", self.gpu_hour),
            ("plan.nogpu_hour", self.nogpu_hour.unwrap_or_default()),
            ("plan.min_charge", self.min_charge),
            ("plan.storage.gb_month", self.storage.gb_month),
            (
                "plan.storage.stopped_gb_month",
                self.storage.stopped_gb_month.unwrap_or_default(),
            ),
            ("plan.storage.free_gb", self.storage.free_gb),
            ("plan.egress_gb", self.egress_gb),
            ("plan.free_egress_gb", self.free_egress_gb),
            ("plan.ingress_gb", self.ingress_gb),
            ("plan.free_ingress_gb", self.free_ingress_gb),
            ("plan.deposit", self.deposit),
        ] {
            not_negative(field, amount)?;
        }
        percent("plan.tax_pct", self.tax_pct)?;
        for (field, value, allowed) in [
            ("plan.minor_digits", self.minor_digits, 0..=9),
            ("plan.gpus", self.gpus, 1..=MAX_GPUS),
            ("plan.increment_s", self.increment_s, 1..=MAX_SPAN_S),
            ("plan.minimum_s", self.minimum_s, 0..=MAX_SPAN_S),
            ("plan.storage.month_s", self.storage.month_s, 1..=MAX_SPAN_S),
            (
                "plan.storage.granularity_s",
                self.storage.granularity_s,
                1..=MAX_SPAN_S,
            ),
        ] {
            between(field, value, allowed)?;
        }
        if let Some(commit) = &self.commit {
            not_negative("plan.commit.price", commit.price)?;
            between(
                "plan.commit.period_days",
                commit.period_days,
                1..=MAX_PERIODS,
            )?;
            between("plan.commit.count", commit.count, 1..=MAX_PERIODS)?;
        }
        for (index, tier) in self
            .discount
            .iter()
            .flat_map(|discount| discount.tiers.iter().enumerate())
        {
            not_negative(&format!("plan.discount.tiers[{index}].above"), tier.above)?;
            percent(&format!("plan.discount.tiers[{index}].pct"), tier.pct)?;
        }
        if let Some(fx) = &self.fx {
            between("plan.fx.digits", fx.digits, 0..=9)?;
            not_negative("plan.fx.rate", fx.rate)?;
            if fx.rate.is_zero() {
                return Err(PricingError::out_of_range(
                    "plan.fx.rate",
                    "`0` is no exchange rate",
                ));
            }
        }
        Ok(())
    }
}

//! An amount that has not been rounded.
use super::PricingError;
use super::rounding::{Exact, RoundMode, fixed, round};
use crate::units::Decimal;

/// An exact amount of money in a plan's currency; it may have endlessly many decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExactAmount(Exact);

impl ExactAmount {
    /// `numerator / denominator` nano-units; `denominator` is above zero.
    pub(super) fn new(numerator: i128, denominator: i128) -> Self {
        Self(Exact::new(numerator, denominator))
    }

    /// Rounded to `digits` decimals, at most 9. Errors: an amount too large, or more digits.
    pub fn rounded(&self, digits: u32, mode: RoundMode) -> Result<Decimal, PricingError> {
        round(&self.0, digits, mode, "plan.gpu_hour")
    }

    /// As text with `digits` decimals, half up. Errors: as [`Self::rounded`].
    pub fn text(&self, digits: u32) -> Result<String, PricingError> {
        self.rounded(digits, RoundMode::HalfUp)
            .map(|amount| fixed(amount, digits))
    }
}

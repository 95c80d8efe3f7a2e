//! `value × multiplier / divisor`, rounded half up, in 64 bits.
use super::column::gcd_wide;
use crate::pricing::Plan;
use crate::units::Decimal;

const SCALE: u128 = Decimal::SCALE as u128;

/// A number to divide by, as its reciprocal.
///
/// Source: Granlund and Montgomery, "Division by Invariant Integers using Multiplication", theorem 4.2, for numerators
/// below 2^63: with `shift = 63 + log2(divisor)` rounded up, the reciprocal `2^shift / divisor` rounded up is exact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Divisor {
    value: u64,
    half: u64,
    reciprocal: u64,
    /// Beyond the 64 bits of the product's lower half.
    shift: u32,
}

impl Divisor {
    /// `None` for 0, 1 and what is above 2^62.
    fn new(value: u128) -> Option<Self> {
        let value = u64::try_from(value).ok()?;
        if !(2..=1 << 62).contains(&value) {
            return None;
        }
        let shift = 127 - (value - 1).leading_zeros();
        let reciprocal = (1_u128 << shift).div_ceil(u128::from(value));
        Some(Self {
            value,
            half: value / 2,
            reciprocal: u64::try_from(reciprocal).ok()?,
            shift: shift - 64,
        })
    }

    #[inline(always)]
    const fn rounded(&self, numerator: u64) -> u64 {
        let product = (numerator + self.half) as u128 * self.reciprocal as u128;
        ((product >> 64) as u64) >> self.shift
    }
}

/// What a group divides by: made once a catalogue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Divisors {
    /// Nano-units in a minor unit.
    pub minor: u64,
    /// Nano-unit-seconds of an hour in a minor unit.
    pub hour: Divisor,
    /// Nano-units in a minor unit, to divide by.
    pub unit: Divisor,
    /// Minor units of the listed currency into those of the one shown: multiplier and divisor.
    pub rate: Option<(u128, Divisor)>,
    /// Billionths of a percent in a whole.
    pub percent: Divisor,
}

impl Divisors {
    /// `None` where one does not fit.
    pub fn of(plan: &Plan) -> Option<Self> {
        let minor = 10_u64.pow(9_u32.checked_sub(plan.minor_digits)?);
        let rate = match &plan.fx {
            None => None,
            Some(fx) => {
                let shown = 10_u128.pow(9_u32.checked_sub(fx.digits)?);
                let rate = u128::try_from(fx.rate.nanos()).ok()?;
                let (times, by) = lowest(rate.checked_mul(u128::from(minor))?, SCALE * shown);
                Some((times, Divisor::new(by)?))
            }
        };
        Some(Self {
            minor,
            hour: Divisor::new(3600 * u128::from(minor))?,
            unit: Divisor::new(u128::from(minor))?,
            rate,
            percent: Divisor::new(100 * SCALE)?,
        })
    }
}

/// A fraction in lowest terms; a whole number over 2, since nothing divides by 1 here.
fn lowest(numerator: u128, denominator: u128) -> (u128, u128) {
    let common = gcd_wide(denominator, numerator).max(1);
    match denominator / common {
        1 => (numerator / common * 2, 2),
        by => (numerator / common, by),
    }
}

/// A multiplication and a division that fit, for values up to a largest one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    multiplier: u64,
    divisor: Divisor,
    /// What the largest value gives.
    pub largest: u64,
}

impl Scale {
    /// As it stands, else in lowest terms; `None` where values up to `largest` do not fit.
    pub fn new(numerator: u128, divisor: Divisor, largest: u64) -> Option<Self> {
        Self::fitting(numerator, divisor, largest).or_else(|| {
            let (times, by) = lowest(numerator, u128::from(divisor.value));
            Self::fitting(times, Divisor::new(by)?, largest)
        })
    }

    /// As [`Self::new`], for a divisor that is used once.
    pub fn of_parts(numerator: u128, denominator: u128, largest: u64) -> Option<Self> {
        match Divisor::new(denominator) {
            Some(divisor) => Self::new(numerator, divisor, largest),
            None => {
                let (times, by) = lowest(numerator, denominator);
                Self::fitting(times, Divisor::new(by)?, largest)
            }
        }
    }

    fn fitting(numerator: u128, divisor: Divisor, largest: u64) -> Option<Self> {
        let multiplier = u64::try_from(numerator).ok()?;
        let product = u128::from(largest) * u128::from(multiplier);
        if (product + u128::from(divisor.half)) >> 63 != 0 {
            return None;
        }
        let mut scale = Self {
            multiplier,
            divisor,
            largest: 0,
        };
        scale.largest = scale.of(largest);
        Some(scale)
    }

    /// The value scaled.
    #[inline(always)]
    pub const fn of(&self, value: u64) -> u64 {
        self.divisor.rounded(value * self.multiplier)
    }
}

//! Rounding of exact amounts, and amounts as text.
use super::PricingError;
use crate::units::Decimal;
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul};
use serde::Serialize;

/// How an amount between two steps is brought to one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundMode {
    /// To the nearest; ties away from zero.
    #[default]
    HalfUp,
    /// To the nearest; ties to the even digit.
    HalfEven,
    /// Towards plus infinity.
    Up,
    /// Towards minus infinity.
    Down,
}

impl RoundMode {
    pub(super) const WORDS: &'static [(&'static str, Self)] = &[
        ("half_up", Self::HalfUp),
        ("half_even", Self::HalfEven),
        ("up", Self::Up),
        ("down", Self::Down),
    ];
}

/// An exact amount in nano-units; its denominator is above zero, and it need not be reduced.
pub(super) type Exact = Ratio<i128>;

/// `numerator / denominator` nano-units without reducing. `denominator` is above zero at every call.
pub(super) const fn exact(numerator: i128, denominator: i128) -> Exact {
    Ratio::new_raw(numerator, denominator)
}

/// The sum, or `None` past 128 bits.
pub(super) fn add(a: &Exact, b: &Exact) -> Option<Exact> {
    if a.denom() == b.denom() {
        return a
            .numer()
            .checked_add(b.numer())
            .map(|sum| exact(sum, *a.denom()));
    }
    a.checked_add(b)
}

/// The product, or `None` past 128 bits.
pub(super) fn mul(a: &Exact, b: &Exact) -> Option<Exact> {
    a.checked_mul(b)
}

/// Nano-units of `numerator / denominator` nano-units rounded to `digits` decimals (at most 9).
///
/// Gives: `None` past 128 bits, for a denominator that is not above zero, and for more than 9 digits.
pub(super) fn round_parts(
    numerator: i128,
    denominator: i128,
    digits: u32,
    mode: RoundMode,
) -> Option<i128> {
    let step = 10_i128.pow(9_u32.checked_sub(digits)?);
    let unit = denominator.checked_mul(step).filter(|unit| *unit > 0)?;
    let (floor, rest) = (numerator.div_euclid(unit), numerator.rem_euclid(unit));
    let up = match mode {
        RoundMode::Up => rest > 0,
        RoundMode::Down => false,
        // On a tie the floor of a negative amount already lies away from zero.
        RoundMode::HalfUp => rest > unit - rest || (rest == unit - rest && numerator >= 0),
        RoundMode::HalfEven => rest > unit - rest || (rest == unit - rest && floor % 2 != 0),
    };
    floor.checked_add(i128::from(up))?.checked_mul(step)
}

/// As [`round_parts`], of an exact amount; the refusal names `field`.
pub(super) fn round(
    amount: &Exact,
    digits: u32,
    mode: RoundMode,
    field: &str,
) -> Result<Decimal, PricingError> {
    round_parts(*amount.numer(), *amount.denom(), digits, mode)
        .map(Decimal::from_nanos)
        .ok_or_else(|| PricingError::too_large(field))
}

/// Half up to `digits` decimals, as text with exactly that many.
pub(super) fn half_up_text(
    amount: &Exact,
    digits: u32,
    field: &str,
) -> Result<String, PricingError> {
    round(amount, digits, RoundMode::HalfUp, field).map(|rounded| fixed(rounded, digits))
}

/// `amount` with exactly `digits` decimals (at most 9); further digits, if any, are cut off.
pub(super) fn fixed(amount: Decimal, digits: u32) -> String {
    let digits = digits.min(9);
    let step = 10_u128.pow(9 - digits);
    let steps = amount.nanos().unsigned_abs() / step;
    let sign = if amount.is_negative() && steps > 0 {
        "-"
    } else {
        ""
    };
    if digits == 0 {
        return format!("{sign}{steps}");
    }
    let unit = 10_u128.pow(digits);
    format!(
        "{sign}{}.{:0width$}",
        steps / unit,
        steps % unit,
        width = digits as usize
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_modes_agree_with_their_definitions() {
        use RoundMode::{Down, HalfEven, HalfUp, Up};
        // Numerators in thousandths of a cent-sized step: 125 is 0.125, rounded to two digits.
        let cases = [
            (125, [13, 12, 13, 12]),
            (135, [14, 14, 14, 13]),
            (-125, [-13, -12, -12, -13]),
            (124, [12, 12, 13, 12]),
            (-126, [-13, -13, -12, -13]),
            (120, [12, 12, 12, 12]),
            (0, [0, 0, 0, 0]),
        ];
        for (thousandths, wanted) in cases {
            for (mode, want) in [HalfUp, HalfEven, Up, Down].into_iter().zip(wanted) {
                let got = round_parts(thousandths * Decimal::SCALE, 1000, 2, mode);
                assert_eq!(got, Some(want * 10_000_000), "{thousandths} {mode:?}");
            }
        }
        assert_eq!(round_parts(1, 0, 2, HalfUp), None);
        assert_eq!(round_parts(1, 1, 10, HalfUp), None);
    }

    #[test]
    fn text_has_all_its_digits_and_no_negative_zero() {
        let text = |nanos, digits| fixed(Decimal::from_nanos(nanos), digits);
        assert_eq!(text(-7_560_000_000, 2), "-7.56");
        assert_eq!(text(-1, 2), "0.00");
        assert_eq!(text(634_000_000_000, 0), "634");
        assert_eq!(text(68_333_000, 6), "0.068333");
    }
}

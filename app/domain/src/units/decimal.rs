//! A decimal number as people write it, kept exactly.
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// A decimal with at most 12 digits before the point and 9 after it, stored as nano-units.
///
/// Units: those of the field that holds it. Never rounded: text with more digits is refused.
/// Source: bounds from the house's settled questions (12).
///
/// ```
/// use domain::units::Decimal;
/// assert_eq!("1.980".parse::<Decimal>().map(|d| d.to_string()), Ok("1.98".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(i128);

/// Why a text is no decimal of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecimalError {
    /// Not digits, one optional point, one optional leading minus.
    #[error("`{0}` is not a decimal number such as 1.98")]
    Malformed(String),
    /// More than 12 digits before or 9 after the point.
    #[error("`{0}` has too many digits (at most 12 before and 9 after the point)")]
    TooLong(String),
}

impl Decimal {
    /// Zero.
    pub const ZERO: Self = Self(0);
    /// Nano-units in one unit.
    pub const SCALE: i128 = 1_000_000_000;

    /// From nano-units (1 = 0.000000001).
    pub const fn from_nanos(nanos: i128) -> Self {
        Self(nanos)
    }

    /// From whole units.
    pub const fn from_int(units: i64) -> Self {
        Self(units as i128 * Self::SCALE)
    }

    /// Nano-units.
    pub const fn nanos(self) -> i128 {
        self.0
    }

    /// For charts and sorting only, never for sums of money.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / Self::SCALE as f64
    }

    /// True for exactly zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// True below zero.
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let malformed = || DecimalError::Malformed(text.chars().take(40).collect());
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = match digits.split_once('.') {
            Some((whole, fraction)) if !fraction.is_empty() => (whole, fraction),
            Some(_) => return Err(malformed()),
            None => (digits, ""),
        };
        let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return Err(malformed());
        }
        let fraction = fraction.trim_end_matches('0');
        if whole.trim_start_matches('0').len() > 12 || fraction.len() > 9 {
            return Err(DecimalError::TooLong(text.chars().take(40).collect()));
        }
        let value = |part: &str| {
            part.bytes()
                .fold(0_i128, |sum, b| sum * 10 + i128::from(b - b'0'))
        };
        let nanos =
            value(whole) * Self::SCALE + value(fraction) * 10_i128.pow(9 - fraction.len() as u32);
        Ok(Self(if negative { -nanos } else { nanos }))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, nanos) = (
            self.0.unsigned_abs() / 1_000_000_000,
            self.0.unsigned_abs() % 1_000_000_000,
        );
        if nanos == 0 {
            return write!(f, "{sign}{whole}");
        }
        let fraction = format!("{nanos:09}");
        write!(f, "{sign}{whole}.{}", fraction.trim_end_matches('0'))
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_string())
    }
}

/// Decimal text, or a JSON integer; a JSON float is refused, for it may have lost digits already.
impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Decimal;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a decimal as text, such as \"1.98\"")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Decimal, E> {
                text.parse().map_err(E::custom)
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Decimal, E> {
                value.to_string().parse().map_err(E::custom)
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Decimal, E> {
                value.to_string().parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_text_exactly_and_refuses_the_rest() {
        for (text, shown) in [
            ("0", "0"),
            ("007.50", "7.5"),
            ("-0.1", "-0.1"),
            ("0.000000001", "0.000000001"),
        ] {
            assert_eq!(text.parse::<Decimal>().unwrap().to_string(), shown);
        }
        for bad in ["", ".", "1.", ".5", "1e3", "+1", "1,5", "--1", "NaN", "１"] {
            assert!(
                matches!(bad.parse::<Decimal>(), Err(DecimalError::Malformed(_))),
                "{bad}"
            );
        }
        for long in ["1234567890123", "0.0000000001"] {
            assert!(
                matches!(long.parse::<Decimal>(), Err(DecimalError::TooLong(_))),
                "{long}"
            );
        }
    }
}

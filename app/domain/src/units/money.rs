//! Money: an exact amount in one currency.
use super::Decimal;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// An ISO 4217 code: three capital letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Currency([u8; 3]);

/// A text that is no currency code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a currency code of three capital letters such as CNY")]
pub struct CurrencyError(String);

impl Currency {
    /// Chinese yuan.
    pub const CNY: Self = Self(*b"CNY");
    /// United States dollar.
    pub const USD: Self = Self(*b"USD");
    /// Euro.
    pub const EUR: Self = Self(*b"EUR");

    /// The code, such as `CNY`.
    pub fn code(&self) -> &str {
        // The constructor admits ASCII capitals only.
        std::str::from_utf8(&self.0).unwrap_or("???")
    }

    /// Digits of the minor unit, by ISO 4217: 0 for JPY and KRW, 3 for KWD, 2 for the rest.
    pub fn minor_digits(self) -> u32 {
        match &self.0 {
            b"JPY" | b"KRW" | b"VND" | b"CLP" | b"ISK" => 0,
            b"KWD" | b"BHD" | b"OMR" | b"JOD" | b"TND" => 3,
            _ => 2,
        }
    }

    /// The sign that stands before an amount; for rarer currencies the code and a space.
    pub fn sign(&self) -> String {
        match &self.0 {
            b"CNY" => "¥".to_owned(),
            b"USD" => "$".to_owned(),
            b"EUR" => "€".to_owned(),
            b"GBP" => "£".to_owned(),
            _ => format!("{} ", self.code()),
        }
    }
}

impl FromStr for Currency {
    type Err = CurrencyError;
    fn from_str(text: &str) -> Result<Self, CurrencyError> {
        match text.as_bytes() {
            [a, b, c] if [a, b, c].iter().all(|l| l.is_ascii_uppercase()) => Ok(Self([*a, *b, *c])),
            _ => Err(CurrencyError(text.chars().take(20).collect())),
        }
    }
}

impl TryFrom<String> for Currency {
    type Error = CurrencyError;
    fn try_from(text: String) -> Result<Self, CurrencyError> {
        text.parse()
    }
}

impl From<Currency> for String {
    fn from(currency: Currency) -> Self {
        currency.code().to_owned()
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// An exact amount: nano-units (`i64`, up to about 9.2 billion units) of a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Money {
    /// Billionths of the currency's unit.
    pub nanos: i64,
    /// Its currency.
    pub currency: Currency,
}

/// Why an operation on money has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// Two currencies met without a rate.
    #[error("cannot combine {0} with {1} without a dated rate")]
    Currencies(Currency, Currency),
    /// Past the range of 64-bit nano-units.
    #[error("an amount is too large")]
    TooLarge,
}

impl Money {
    /// From a decimal. Errors: `TooLarge`.
    pub fn from_decimal(amount: Decimal, currency: Currency) -> Result<Self, MoneyError> {
        let nanos = i64::try_from(amount.nanos()).map_err(|_| MoneyError::TooLarge)?;
        Ok(Self { nanos, currency })
    }

    /// The amount as a decimal.
    pub fn amount(self) -> Decimal {
        Decimal::from_nanos(i128::from(self.nanos))
    }

    /// Sum of two amounts. Errors: `Currencies` when they differ, `TooLarge`.
    pub fn checked_add(self, other: Self) -> Result<Self, MoneyError> {
        if self.currency != other.currency {
            return Err(MoneyError::Currencies(self.currency, other.currency));
        }
        let nanos = self
            .nanos
            .checked_add(other.nanos)
            .ok_or(MoneyError::TooLarge)?;
        Ok(Self { nanos, ..self })
    }

    /// This amount split over `count` equal shares, rounded half up to a nano-unit. `count` 0 gives `None`.
    pub fn share(self, count: u32) -> Option<Self> {
        let nanos = div_round_half_up(i128::from(self.nanos), i128::from(count))?;
        Some(Self {
            nanos: i64::try_from(nanos).ok()?,
            ..self
        })
    }
}

/// `numerator / denominator`, ties away from zero. `None` for a denominator of zero.
pub fn div_round_half_up(numerator: i128, denominator: i128) -> Option<i128> {
    if denominator == 0 {
        return None;
    }
    let (quotient, rest) = (numerator / denominator, numerator % denominator);
    let away = (rest.unsigned_abs() * 2 >= denominator.unsigned_abs()) && rest != 0;
    let sign = if (numerator < 0) == (denominator < 0) {
        1
    } else {
        -1
    };
    Some(if away { quotient + sign } else { quotient })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn currencies_do_not_mix() {
        let yuan = Money {
            nanos: 1,
            currency: Currency::CNY,
        };
        let dollar = Money {
            nanos: 1,
            currency: Currency::USD,
        };
        assert_eq!(
            yuan.checked_add(dollar),
            Err(MoneyError::Currencies(Currency::CNY, Currency::USD))
        );
    }

    #[test]
    fn halves_go_away_from_zero() {
        for (n, d, want) in [
            (5, 2, 3),
            (-5, 2, -3),
            (4, 2, 2),
            (1, 3, 0),
            (2, 3, 1),
            (5, -2, -3),
        ] {
            assert_eq!(div_round_half_up(n, d), Some(want));
        }
        assert_eq!(div_round_half_up(1, 0), None);
    }
}

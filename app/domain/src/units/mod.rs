//! Exact numbers with their units: decimals, money, currencies, dated rates, days.
mod day;
mod decimal;
mod fx;
mod money;

pub use day::day_of_text;
pub use decimal::{Decimal, DecimalError};
pub use fx::{FxRate, FxTable};
pub use money::{Currency, CurrencyError, Money, MoneyError, div_round_half_up};

//! Exact numbers with their units: decimals, money, currencies, dated rates, days.
mod decimal;
mod fx;
mod money;

pub use decimal::{Decimal, DecimalError};
pub use fx::{FxRate, FxTable};
pub use money::{Currency, CurrencyError, Money, MoneyError, div_round_half_up};

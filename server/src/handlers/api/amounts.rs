//! Amounts as documents have them: as listed, and converted with the rate and its day.
use chrono::NaiveDate;
use domain::catalog::CatalogSnapshot;
use domain::units::{Currency, Money};
use serde::Serialize;

/// An amount in the currency that was asked for.
#[derive(Serialize)]
pub(super) struct Converted {
    pub amount: String,
    pub currency: Currency,
    pub rate: String,
    pub rate_date: String,
    pub rate_source: String,
}

/// A listed amount; `converted` is null where no rate exists.
#[derive(Serialize)]
pub(super) struct Amount {
    pub amount: String,
    pub currency: Currency,
    pub converted: Option<Converted>,
}

/// A listed amount with what it is in `currency`.
pub(super) fn amount(
    snapshot: &CatalogSnapshot,
    listed: Money,
    currency: Currency,
    today: NaiveDate,
) -> Amount {
    Amount {
        amount: listed.amount().to_string(),
        currency: listed.currency,
        converted: converted(snapshot, listed, currency, today),
    }
}

/// `listed` in `currency` alone.
pub(super) fn converted(
    snapshot: &CatalogSnapshot,
    listed: Money,
    currency: Currency,
    today: NaiveDate,
) -> Option<Converted> {
    let (money, rate) = snapshot.convert(listed, currency, today)?;
    Some(Converted {
        amount: money.amount().to_string(),
        currency,
        rate: rate.rate.to_string(),
        rate_date: rate.date.to_string(),
        rate_source: rate.source,
    })
}

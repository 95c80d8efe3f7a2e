//! At which prices interruptible machines were seen before.
use super::StoreError;
use chrono::NaiveDate;
use domain::units::Currency;
use sqlx::sqlite::SqlitePool;

/// The range of earlier observations, whole offer an hour, nano-units of the currency asked for.
#[derive(Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Before {
    pub low: i64,
    pub high: i64,
    /// How many, at least 1.
    pub count: u32,
    /// Day of the first.
    pub since: String,
}

/// Spot prices of a platform's card in machines of `gpu_count` seen on other days than `day`; `None` where there are none.
pub async fn before(
    pool: &SqlitePool,
    platform: &str,
    gpu: &str,
    gpu_count: u32,
    currency: Currency,
    day: NaiveDate,
) -> Result<Option<Before>, StoreError> {
    let found = sqlx::query_as(
        "select min(hour_nanos) as low, max(hour_nanos) as high, count(distinct observed_at) as count, min(observed_at) as since
         from price_history
         where platform = $1 and gpu = $2 and gpu_count = $3 and price_kind = 'spot' and currency = $4 and observed_at <> $5
           and until_revision is null
         having count(*) > 0",
    )
    .bind(platform)
    .bind(gpu)
    .bind(gpu_count)
    .bind(currency.code())
    .bind(day.to_string())
    .fetch_optional(pool)
    .await?;
    Ok(found)
}

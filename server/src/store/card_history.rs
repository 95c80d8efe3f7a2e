//! Past prices of one card: the dated ones that were imported, and those that an edit or a later import closed.
use super::StoreError;
use chrono::NaiveDate;
use domain::catalog::draft::source_key;
use domain::catalog::{PastPrice, PriceKind};
use domain::units::{Currency, Money};
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use std::collections::{HashMap, HashSet};

/// Every dated price of whole cards of `gpu`, in no order. A current price is among them: the day that it was seen is
/// past too. Prices whose day is not known are left out, and those of a platform that quotes several machines at once:
/// there a line would jump between machines.
pub async fn of_gpu(
    connection: &mut SqliteConnection,
    gpu: &str,
) -> Result<Vec<PastPrice>, StoreError> {
    let imported = sqlx::query(
        "select 0 as plan, platform, gpu_count, price_kind, observed_at, hour_nanos, currency, source, source_url, note
         from price_history where until_revision is null and gpu = $1",
    )
    .bind(gpu)
    .fetch_all(&mut *connection)
    .await?;
    let kept = sqlx::query(
        "select n.id as plan, o.platform, o.gpu_count, n.price_kind, p.observed_at, p.hour_nanos, n.currency, n.source,
           p.source_url, p.note
         from offering o join price_plan n on n.offering = o.id join price p on p.plan = n.id
         where o.gpu = $1 and o.private = 0 and o.gpu_fraction is null and p.observed_precision = 'day'",
    )
    .bind(gpu)
    .fetch_all(connection)
    .await?;
    let mut points: Vec<PastPrice> = imported.iter().map(past).collect::<Result<_, _>>()?;
    let mut plans: HashMap<String, HashSet<i64>> = HashMap::new();
    let mut of_plans: Vec<(String, PastPrice)> = Vec::with_capacity(kept.len());
    for row in &kept {
        let mut point = past(row)?;
        // An edit may have moved the plan to another source since; each price keeps its own.
        point.source = source_key(&point.source_url);
        let series = point.series_word();
        plans
            .entry(series.clone())
            .or_default()
            .insert(row.try_get("plan")?);
        of_plans.push((series, point));
    }
    let single =
        |(series, _): &(String, PastPrice)| plans.get(series).is_some_and(|ids| ids.len() == 1);
    points.extend(of_plans.into_iter().filter(single).map(|(_, point)| point));
    Ok(points)
}

fn past(row: &SqliteRow) -> Result<PastPrice, StoreError> {
    let text = |column: &str| row.try_get::<String, _>(column);
    let bad = |what: &str, id: String| StoreError::Row {
        table: "price_history",
        id,
        what: what.to_owned(),
    };
    let source_url = text("source_url")?;
    let currency: Currency = text("currency")?
        .parse()
        .map_err(|_| bad("currency", source_url.clone()))?;
    let gpu_count: u32 = row.try_get("gpu_count")?;
    let whole = Money {
        nanos: row.try_get("hour_nanos")?,
        currency,
    };
    let price = whole
        .share(gpu_count)
        .ok_or_else(|| bad("gpu_count", source_url.clone()))?;
    Ok(PastPrice {
        platform: text("platform")?,
        gpu_count,
        kind: PriceKind::from_word(&text("price_kind")?)
            .ok_or_else(|| bad("price_kind", source_url.clone()))?,
        date: text("observed_at")?
            .parse::<NaiveDate>()
            .map_err(|_| bad("observed_at", source_url.clone()))?,
        price_per_gpu_hour: price,
        source: text("source")?,
        note: text("note")?,
        source_url,
    })
}

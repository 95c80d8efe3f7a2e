//! Dated prices: of one offer, and of a platform's cards.
use super::StoreError;
use chrono::NaiveDate;
use domain::catalog::history::{Origin, PricePoint, in_order};
use domain::catalog::{CatalogSnapshot, Observed, Offer, Precision, PriceKind};
use domain::units::{Currency, Money};
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

fn bad(table: &'static str, id: i64, what: &str) -> StoreError {
    StoreError::Row {
        table,
        id: id.to_string(),
        what: what.to_owned(),
    }
}

fn day(row: &SqliteRow, table: &'static str, id: i64) -> Result<NaiveDate, StoreError> {
    let text: String = row.try_get("observed_at")?;
    text.parse().map_err(|_| bad(table, id, "observed_at"))
}

/// Every dated price of an offer, oldest first: its own, and those collected of the same platform, card, count, kind,
/// currency and source.
pub async fn of_offer(
    connection: &mut SqliteConnection,
    snapshot: &CatalogSnapshot,
    offer: &Offer,
) -> Result<Vec<PricePoint>, StoreError> {
    let currency = offer.price_per_hour.currency;
    let mut points = Vec::new();
    let rows = sqlx::query(
        "select id, hour_nanos, observed_at, observed_precision, source_url, note, until_revision
         from price where plan = $1 order by id",
    )
    .bind(offer.id)
    .fetch_all(&mut *connection)
    .await?;
    for row in &rows {
        let id: i64 = row.try_get("id")?;
        let precision: String = row.try_get("observed_precision")?;
        let until: Option<i64> = row.try_get("until_revision")?;
        points.push(PricePoint {
            observed: Observed {
                date: day(row, "price", id)?,
                precision: Precision::from_word(&precision)
                    .ok_or_else(|| bad("price", id, "observed_precision"))?,
            },
            price_per_hour: Money {
                nanos: row.try_get("hour_nanos")?,
                currency,
            },
            source_url: row.try_get("source_url")?,
            note: row.try_get("note")?,
            origin: match until {
                None => Origin::Current,
                Some(_) => Origin::Former,
            },
        });
    }
    // Dates of the past are of whole cards and say neither region nor period.
    if offer.gpu_fraction.is_none() && !offer.kind.is_term() {
        let rows = sqlx::query(
            "select id, observed_at, hour_nanos, source_url, note from price_history
             where platform = $1 and gpu = $2 and gpu_count = $3 and price_kind = $4 and currency = $5 and source = $6
               and until_revision is null
             order by observed_at",
        )
        .bind(&snapshot.platforms[offer.platform].slug)
        .bind(&snapshot.gpus[offer.gpu].slug)
        .bind(offer.gpu_count)
        .bind(offer.kind.word())
        .bind(currency.code())
        .bind(&offer.source)
        .fetch_all(connection)
        .await?;
        for row in &rows {
            points.push(collected(row, currency)?);
        }
    }
    Ok(in_order(points))
}

fn collected(row: &SqliteRow, currency: Currency) -> Result<PricePoint, StoreError> {
    let id: i64 = row.try_get("id")?;
    Ok(PricePoint {
        observed: Observed {
            date: day(row, "price_history", id)?,
            precision: Precision::Day,
        },
        price_per_hour: Money {
            nanos: row.try_get("hour_nanos")?,
            currency,
        },
        source_url: row.try_get("source_url")?,
        note: row.try_get("note")?,
        origin: Origin::Collected,
    })
}

/// Dated prices of one card of a platform, one GPU on demand.
#[derive(Clone, Debug)]
pub struct CardHistory {
    /// The card's place in the snapshot.
    pub gpu: usize,
    /// Oldest first; each the price of one card an hour.
    pub points: Vec<PricePoint>,
}

/// The dated on-demand prices of a platform's single cards, the cards with most days first.
///
/// Two currencies or two sources are not one line: of each card the series with most days is given.
pub async fn of_platform(
    connection: &mut SqliteConnection,
    snapshot: &CatalogSnapshot,
    platform: &str,
) -> Result<Vec<CardHistory>, StoreError> {
    let rows = sqlx::query(
        "select id, gpu, observed_at, hour_nanos, currency, source, source_url, note from price_history
         where platform = $1 and gpu_count = 1 and price_kind = $2 and until_revision is null
         order by gpu, currency, source, observed_at",
    )
    .bind(platform)
    .bind(PriceKind::OnDemand.word())
    .fetch_all(connection)
    .await?;
    let mut series: Vec<(String, CardHistory)> = Vec::new();
    for row in &rows {
        let id: i64 = row.try_get("id")?;
        let slug: String = row.try_get("gpu")?;
        let code: String = row.try_get("currency")?;
        let source: String = row.try_get("source")?;
        let currency: Currency = code
            .parse()
            .map_err(|_| bad("price_history", id, "currency"))?;
        let gpu = snapshot
            .gpu_by_slug(&slug)
            .ok_or_else(|| bad("price_history", id, "gpu"))?;
        let point = collected(row, currency)?;
        let key = format!("{slug} {code} {source}");
        match series.last_mut() {
            Some((last, card)) if *last == key => card.points.push(point),
            _ => series.push((
                key,
                CardHistory {
                    gpu,
                    points: vec![point],
                },
            )),
        }
    }
    let mut cards: Vec<CardHistory> = series.into_iter().map(|(_, card)| card).collect();
    for card in &mut cards {
        card.points = in_order(std::mem::take(&mut card.points));
    }
    cards.sort_by_key(|card| (std::cmp::Reverse(card.points.len()), card.gpu));
    let mut seen = vec![false; snapshot.gpus.len()];
    cards.retain(|card| !std::mem::replace(&mut seen[card.gpu], true));
    Ok(cards)
}

//! Exchange rates by hand: one transaction, one revision, one audit row; earlier rates stay.
use super::{StoreError, apply, audit};
use chrono::{DateTime, Utc};
use domain::catalog::revision::Change;
use domain::units::FxRate;
use sqlx::sqlite::SqlitePool;
use sqlx::{Connection, Row};

/// Rates that the page lists.
const SHOWN: i64 = 60;

/// A stored rate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Pair, such as `USD/CNY`.
    pub pair: String,
    /// Units of the second for one of the first.
    pub rate: String,
    /// Its day.
    pub date: String,
    /// Where it was read.
    pub source: String,
    /// What is known of it.
    pub note: String,
}

/// The newest rates, of all pairs.
pub async fn list(pool: &SqlitePool) -> Result<Vec<Stored>, StoreError> {
    let rows = sqlx::query(
        "select base, quote, rate, date, source, note from fx_rate where until_revision is null order by date desc, id desc limit $1",
    )
    .bind(SHOWN)
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            let text = |column: &str| row.try_get::<String, _>(column);
            Ok(Stored {
                pair: format!("{}/{}", text("base")?, text("quote")?),
                rate: text("rate")?,
                date: text("date")?,
                source: text("source")?,
                note: text("note")?,
            })
        })
        .collect()
}

/// What the audit calls the rates.
pub const SUBJECT: &str = "rates";

/// Stores a rate; one of the same pair, day and source is corrected. Gives the new revision.
///
/// The caller holds the state's writing lock until it has read the catalogue anew.
pub async fn save(
    pool: &SqlitePool,
    rate: &FxRate,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    let (base, quote) = (rate.base.code(), rate.quote.code());
    let day = rate.date.to_string();
    let summary = format!("rate {base}/{quote} of {day}");
    let revision = apply::new_revision(&mut tx, "edit", editor, &summary, now).await?;
    let before: Option<String> = sqlx::query_scalar(
        "select rate from fx_rate where base = $1 and quote = $2 and date = $3 and source = $4
           and until_revision is null",
    )
    .bind(base)
    .bind(quote)
    .bind(&day)
    .bind(&rate.source)
    .fetch_optional(&mut *tx)
    .await?;
    sqlx::query(
        "insert into fx_rate (base, quote, rate, date, source, note, since_revision) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (base, quote, date, source) do update set rate = excluded.rate, note = excluded.note,
           until_revision = null",
    )
    .bind(base)
    .bind(quote)
    .bind(rate.rate.to_string())
    .bind(&day)
    .bind(&rate.source)
    .bind(&rate.note)
    .bind(revision)
    .execute(&mut *tx)
    .await?;
    let change = Change {
        field: format!("{base}/{quote} {day}"),
        before,
        after: Some(rate.rate.to_string()),
    };
    audit::write(&mut tx, revision, editor, SUBJECT, &[change], now).await?;
    tx.commit().await?;
    Ok(revision)
}

//! Changes of live sources that wait for a person.
use super::StoreError;
use chrono::{DateTime, Utc};
use domain::catalog::draft::OfferRecord;
use domain::catalog::live::{Counts, Waiting};
use domain::catalog::sudden::Extent;
use domain::units::FxRate;
use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use std::collections::HashMap;

/// A change beyond the limits: what was read, to be compared with the catalogue again when somebody takes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Document {
    /// The offers that were read.
    pub offers: Vec<OfferRecord>,
    /// The exchange rates that were read.
    pub fx: Vec<FxRate>,
}

/// What came of a change that waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Taken by a person.
    Accepted,
    /// Refused by a person.
    Rejected,
    /// A newer answer took its place.
    Replaced,
}

impl Decision {
    const fn word(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Replaced => "replaced",
        }
    }
}

/// Holds a change for a person, in place of an older one.
pub async fn hold(
    pool: &SqlitePool,
    source: &str,
    (counts, extent): (Counts, Extent),
    document: &Document,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let mut tx = pool.begin_with("begin immediate").await?;
    sqlx::query(
        "update source_held set decision = 'replaced', decided_at = $1, document = '{}'
         where source = $2 and decision is null",
    )
    .bind(now.to_rfc3339())
    .bind(source)
    .execute(&mut *tx)
    .await?;
    let done = sqlx::query(
        "insert into source_held (source, made_at, summary, document) values ($1, $2, $3, $4)",
    )
    .bind(source)
    .bind(now.to_rfc3339())
    .bind(serde_json::to_string(&(counts, extent))?)
    .bind(serde_json::to_string(document)?)
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(done.last_insert_rowid())
}

/// The changes that wait, by source.
pub async fn waiting(pool: &SqlitePool) -> Result<HashMap<String, Waiting>, StoreError> {
    let rows =
        sqlx::query("select id, source, made_at, summary from source_held where decision is null")
            .fetch_all(pool)
            .await?;
    let one = |row: &SqliteRow| {
        let id: i64 = row.try_get("id")?;
        let made_at: String = row.try_get("made_at")?;
        let since = made_at.parse().map_err(|_| StoreError::Row {
            table: "source_held",
            id: id.to_string(),
            what: "made_at".to_owned(),
        })?;
        let summary: String = row.try_get("summary")?;
        let (counts, extent) = serde_json::from_str(&summary)?;
        let waiting = Waiting {
            id,
            since,
            counts,
            extent,
        };
        Ok((row.try_get("source")?, waiting))
    };
    rows.iter().map(one).collect()
}

/// What was read for a change that waits.
pub async fn document(pool: &SqlitePool, id: i64) -> Result<Option<Document>, StoreError> {
    let row = sqlx::query("select document from source_held where id = $1 and decision is null")
        .bind(id)
        .fetch_optional(pool)
        .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(serde_json::from_str(
        &row.try_get::<String, _>("document")?,
    )?))
}

/// Decides about a change that waits; false when it does not wait any more. What was read is kept no longer.
pub async fn decide(
    pool: &SqlitePool,
    id: i64,
    decision: Decision,
    by: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query(
        "update source_held set decision = $1, decided_by = $2, decided_at = $3, document = '{}'
         where id = $4 and decision is null",
    )
    .bind(decision.word())
    .bind(by)
    .bind(now.to_rfc3339())
    .bind(id)
    .execute(pool)
    .await?;
    Ok(done.rows_affected() == 1)
}

//! Live sources: their state, what they said of their answers, changes that wait for a person.
use super::StoreError;
use chrono::{DateTime, Utc};
use domain::catalog::draft::OfferRecord;
use domain::catalog::live::{Counts, Trouble};
use domain::catalog::sudden::Extent;
use domain::units::FxRate;
use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::sqlite::{SqlitePool, SqliteRow};

/// One source's row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Whether it is asked by itself.
    pub is_enabled: bool,
    /// Last try.
    pub last_try: Option<DateTime<Utc>>,
    /// Last good answer.
    pub last_ok: Option<DateTime<Utc>>,
    /// Since when every try failed, why the last one did, and its detail.
    pub failing: Option<(DateTime<Utc>, Trouble, String)>,
    /// Failures in a row.
    pub failures: u32,
    /// When it is asked next.
    pub next_due: Option<DateTime<Utc>>,
    /// What the last good answer did.
    pub last_counts: Option<Counts>,
}

/// What the source said of one of its answers.
pub struct SeenPage {
    /// The request.
    pub request: String,
    /// Its tag.
    pub etag: Option<String>,
    /// Its date.
    pub last_modified: Option<String>,
}

/// A change beyond the limits: what was read, to be compared with the catalogue again when somebody takes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HeldDocument {
    /// The offers that were read.
    pub offers: Vec<OfferRecord>,
    /// The exchange rates that were read.
    pub fx: Vec<FxRate>,
    /// What it would have done when it was read.
    pub counts: Counts,
    /// How much of what was known it touched.
    pub extent: Extent,
}

/// A change that waits.
pub struct Held {
    /// Its number.
    pub id: i64,
    /// When it was read.
    pub made_at: DateTime<Utc>,
    /// What was read.
    pub document: HeldDocument,
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

/// The state of a source; of one that was never heard of, nothing.
pub async fn state(pool: &SqlitePool, source: &str) -> Result<State, StoreError> {
    let row = sqlx::query(
        "select id, enabled, last_try, last_ok, failing_since, trouble, trouble_detail, failures, next_due, last_counts
         from source where id = $1",
    )
    .bind(source)
    .fetch_optional(pool)
    .await?;
    row.as_ref().map_or_else(|| Ok(State::default()), read_state)
}

fn read_state(row: &SqliteRow) -> Result<State, StoreError> {
    let trouble: Option<String> = row.try_get("trouble")?;
    let failing = match (time(row, "failing_since")?, trouble) {
        (Some(since), Some(word)) => {
            let trouble = Trouble::from_word(&word).ok_or_else(|| wrong(row, "trouble"))?;
            Some((since, trouble, row.try_get("trouble_detail")?))
        }
        _ => None,
    };
    let counts: Option<String> = row.try_get("last_counts")?;
    Ok(State {
        is_enabled: row.try_get::<i64, _>("enabled")? == 1,
        last_try: time(row, "last_try")?,
        last_ok: time(row, "last_ok")?,
        failing,
        failures: row.try_get("failures")?,
        next_due: time(row, "next_due")?,
        last_counts: counts.map(|json| serde_json::from_str(&json)).transpose()?,
    })
}

fn wrong(row: &SqliteRow, what: &str) -> StoreError {
    StoreError::Row {
        table: "source",
        id: row.try_get("id").unwrap_or_default(),
        what: what.to_owned(),
    }
}

fn time(row: &SqliteRow, column: &str) -> Result<Option<DateTime<Utc>>, StoreError> {
    let text: Option<String> = row.try_get(column)?;
    text.map(|text| text.parse().map_err(|_| wrong(row, column))).transpose()
}

/// Sources that are due, the longest overdue first.
pub async fn due(pool: &SqlitePool, now: DateTime<Utc>) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query("select id from source where next_due <= $1 order by next_due, id")
        .bind(now.to_rfc3339())
        .fetch_all(pool)
        .await?;
    rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
}

/// Switches a source on, to be asked at once, or off.
pub async fn switch(pool: &SqlitePool, source: &str, on: bool, now: DateTime<Utc>) -> Result<(), StoreError> {
    sqlx::query(
        "insert into source (id, enabled, next_due) values ($1, $2, $3)
         on conflict (id) do update set enabled = excluded.enabled, next_due = excluded.next_due",
    )
    .bind(source)
    .bind(i64::from(on))
    .bind(on.then(|| now.to_rfc3339()))
    .execute(pool)
    .await?;
    Ok(())
}

/// Has a source asked as soon as may be, switched on or not.
pub async fn ask_now(pool: &SqlitePool, source: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    sqlx::query(
        "insert into source (id, next_due) values ($1, $2) on conflict (id) do update set next_due = excluded.next_due",
    )
    .bind(source)
    .bind(now.to_rfc3339())
    .execute(pool)
    .await?;
    Ok(())
}

/// Notes what came of a try.
pub async fn note(pool: &SqlitePool, source: &str, state: &State) -> Result<(), StoreError> {
    let (since, trouble, detail) = match &state.failing {
        Some((since, trouble, detail)) => (Some(since.to_rfc3339()), Some(trouble.word()), detail.as_str()),
        None => (None, None, ""),
    };
    let counts = state.last_counts.map(|counts| serde_json::to_string(&counts)).transpose()?;
    // `enabled` is a person's: it may have been switched while the source was asked, and then `next_due` is theirs too.
    sqlx::query(
        "insert into source (id, last_try, last_ok, failing_since, trouble, trouble_detail, failures, next_due, last_counts)
         values ($1, $2, $3, $4, $5, $6, $7, case when $10 = 1 then $8 end, $9)
         on conflict (id) do update set last_try = excluded.last_try, last_ok = excluded.last_ok,
           failing_since = excluded.failing_since, trouble = excluded.trouble, trouble_detail = excluded.trouble_detail,
           failures = excluded.failures, next_due = case when source.enabled = 1 then $8 end,
           last_counts = excluded.last_counts",
    )
    .bind(source)
    .bind(state.last_try.map(|at| at.to_rfc3339()))
    .bind(state.last_ok.map(|at| at.to_rfc3339()))
    .bind(since)
    .bind(trouble)
    .bind(detail)
    .bind(state.failures)
    .bind(state.next_due.map(|at| at.to_rfc3339()))
    .bind(counts)
    .bind(i64::from(state.is_enabled))
    .execute(pool)
    .await?;
    Ok(())
}

/// What the source said of its answers since `since`: older ones are read again in full.
pub async fn seen(pool: &SqlitePool, source: &str, since: DateTime<Utc>) -> Result<Vec<SeenPage>, StoreError> {
    let rows = sqlx::query("select request, etag, last_modified from source_page where source = $1 and read_at > $2")
        .bind(source)
        .bind(since.to_rfc3339())
        .fetch_all(pool)
        .await?;
    let page = |row: &SqliteRow| {
        Ok(SeenPage {
            request: row.try_get("request")?,
            etag: row.try_get("etag")?,
            last_modified: row.try_get("last_modified")?,
        })
    };
    rows.iter().map(page).collect()
}

/// Keeps what the source said of its answers.
pub async fn see(pool: &SqlitePool, source: &str, pages: &[SeenPage], now: DateTime<Utc>) -> Result<(), StoreError> {
    for page in pages {
        sqlx::query(
            "insert into source_page (source, request, etag, last_modified, read_at) values ($1, $2, $3, $4, $5)
             on conflict (source, request) do update set etag = excluded.etag, last_modified = excluded.last_modified,
               read_at = excluded.read_at",
        )
        .bind(source)
        .bind(&page.request)
        .bind(&page.etag)
        .bind(&page.last_modified)
        .bind(now.to_rfc3339())
        .execute(pool)
        .await?;
    }
    Ok(())
}

/// Holds a change for a person, in place of an older one.
pub async fn hold(pool: &SqlitePool, source: &str, document: &HeldDocument, now: DateTime<Utc>) -> Result<i64, StoreError> {
    let mut tx = pool.begin_with("begin immediate").await?;
    sqlx::query("update source_held set decision = 'replaced', decided_at = $1 where source = $2 and decision is null")
        .bind(now.to_rfc3339())
        .bind(source)
        .execute(&mut *tx)
        .await?;
    let done = sqlx::query("insert into source_held (source, made_at, document) values ($1, $2, $3)")
        .bind(source)
        .bind(now.to_rfc3339())
        .bind(serde_json::to_string(document)?)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(done.last_insert_rowid())
}

/// The change of a source that waits.
pub async fn held(pool: &SqlitePool, source: &str) -> Result<Option<Held>, StoreError> {
    let row = sqlx::query("select id, made_at, document from source_held where source = $1 and decision is null")
        .bind(source)
        .fetch_optional(pool)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let id: i64 = row.try_get("id")?;
    let made_at: String = row.try_get("made_at")?;
    let made_at = made_at.parse().map_err(|_| StoreError::Row {
        table: "source_held",
        id: id.to_string(),
        what: "made_at".to_owned(),
    })?;
    let document = serde_json::from_str(&row.try_get::<String, _>("document")?)?;
    Ok(Some(Held { id, made_at, document }))
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

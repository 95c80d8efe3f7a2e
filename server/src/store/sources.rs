//! Live sources: their state, and what they said of their answers.
use super::StoreError;
use chrono::{DateTime, Utc};
use domain::catalog::live::{Counts, Trouble};
use sqlx::Row;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use std::collections::HashMap;

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

/// The state of every source that was ever heard of.
pub async fn states(pool: &SqlitePool) -> Result<HashMap<String, State>, StoreError> {
    let rows = sqlx::query(
        "select id, enabled, last_try, last_ok, failing_since, trouble, trouble_detail, failures, next_due, last_counts
         from source",
    )
    .fetch_all(pool)
    .await?;
    let one = |row: &SqliteRow| Ok((row.try_get("id")?, read_state(row)?));
    rows.iter().map(one).collect()
}

/// The state of a source; of one that was never heard of, nothing.
pub async fn state(pool: &SqlitePool, source: &str) -> Result<State, StoreError> {
    Ok(states(pool).await?.remove(source).unwrap_or_default())
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
    text.map(|text| text.parse().map_err(|_| wrong(row, column)))
        .transpose()
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
pub async fn switch(
    pool: &SqlitePool,
    source: &str,
    on: bool,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
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
pub async fn ask_now(
    pool: &SqlitePool,
    source: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
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
        Some((since, trouble, detail)) => (
            Some(since.to_rfc3339()),
            Some(trouble.word()),
            detail.as_str(),
        ),
        None => (None, None, ""),
    };
    let counts = state
        .last_counts
        .map(|counts| serde_json::to_string(&counts))
        .transpose()?;
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

/// Notes what a change that had waited did.
pub async fn count(pool: &SqlitePool, source: &str, counts: Counts) -> Result<(), StoreError> {
    sqlx::query("update source set last_counts = $1 where id = $2")
        .bind(serde_json::to_string(&counts)?)
        .bind(source)
        .execute(pool)
        .await?;
    Ok(())
}

/// What the source said of its answers since `since`: older ones are read again in full.
pub async fn seen(
    pool: &SqlitePool,
    source: &str,
    since: DateTime<Utc>,
) -> Result<Vec<SeenPage>, StoreError> {
    let rows = sqlx::query(
        "select request, etag, last_modified from source_page where source = $1 and read_at > $2",
    )
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
pub async fn see(
    pool: &SqlitePool,
    source: &str,
    pages: &[SeenPage],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
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

//! Reports of visitors: kept as they came until an editor closes them.
use super::StoreError;
use super::edits::{self, EditError, Saved};
use chrono::{DateTime, Utc};
use domain::catalog::edit::Edit;
use domain::catalog::proposal::{About, Checked, Proposal, Status, Target};
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Connection, Row};

/// Reports that a list shows at most.
pub const MOST: i64 = 200;

/// Keeps a report as open; gives its number.
pub async fn add(
    pool: &SqlitePool,
    target: &Target,
    shown: &str,
    said: &Checked,
    revision: i64,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let (plan, platform, fact) = match target {
        Target::Offer(id) => (Some(*id), None, None),
        Target::Platform { slug, fact } => (None, Some(slug.as_str()), fact.as_deref()),
    };
    let row = sqlx::query(
        "insert into proposal (plan, platform, fact, about, shown, value, evidence_url, seen_on, remark, revision, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id",
    )
    .bind(plan)
    .bind(platform)
    .bind(fact)
    .bind(said.about.word())
    .bind(shown)
    .bind(&said.value)
    .bind(&said.evidence)
    .bind(said.seen_on.to_string())
    .bind(&said.remark)
    .bind(revision)
    .bind(now.to_rfc3339())
    .fetch_one(pool)
    .await?;
    Ok(row.try_get("id")?)
}

/// Reports of one status, the oldest open or the newest closed first, at most [`MOST`].
pub async fn list(pool: &SqlitePool, status: Status) -> Result<Vec<Proposal>, StoreError> {
    let rows = sqlx::query(
        "select id, plan, platform, fact, about, shown, value, evidence_url, seen_on, remark, status, created_at, closed_by,
           applied
         from proposal where status = $1 order by case when status = 'open' then id else -id end limit $2",
    )
        .bind(status.word())
        .bind(MOST)
        .fetch_all(pool)
        .await?;
    rows.iter().map(proposal).collect()
}

/// One report.
pub async fn one(pool: &SqlitePool, id: i64) -> Result<Option<Proposal>, StoreError> {
    let row = sqlx::query(
        "select id, plan, platform, fact, about, shown, value, evidence_url, seen_on, remark, status, created_at, closed_by,
           applied
         from proposal where id = $1",
    )
    .bind(id)
    .fetch_optional(pool)
    .await?;
    row.as_ref().map(proposal).transpose()
}

/// Accepts an open report: the edit is saved and the report closed in one transaction.
///
/// Errors: `Conflict` when the report is not open any more or the offer is not of that version.
pub async fn accept(
    pool: &SqlitePool,
    id: i64,
    plan: i64,
    version: i64,
    edit: &Edit,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<Saved, EditError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    let saved = edits::save_in(&mut tx, plan, version, edit, editor, now).await?;
    let done = sqlx::query(
        "update proposal set status = 'done', closed_by = $1, closed_at = $2, applied = $3
         where id = $4 and status = 'open'",
    )
    .bind(editor)
    .bind(now.to_rfc3339())
    .bind(saved.revision)
    .bind(id)
    .execute(&mut *tx)
    .await?;
    if done.rows_affected() != 1 {
        return Err(StoreError::Conflict.into());
    }
    tx.commit().await?;
    Ok(saved)
}

/// How many reports are open.
pub async fn open_count(pool: &SqlitePool) -> Result<i64, StoreError> {
    let row = sqlx::query("select count(*) as open from proposal where status = 'open'")
        .fetch_one(pool)
        .await?;
    Ok(row.try_get("open")?)
}

/// Closes an open report; false when it is not open any more.
pub async fn close(
    pool: &SqlitePool,
    id: i64,
    status: Status,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query(
        "update proposal set status = $1, closed_by = $2, closed_at = $3 where id = $4 and status = 'open'",
    )
    .bind(status.word())
    .bind(editor)
    .bind(now.to_rfc3339())
    .bind(id)
    .execute(pool)
    .await?;
    Ok(done.rows_affected() == 1)
}

fn proposal(row: &SqliteRow) -> Result<Proposal, StoreError> {
    let id: i64 = row.try_get("id")?;
    let bad = |what: &str| StoreError::Row {
        table: "proposal",
        id: id.to_string(),
        what: what.to_owned(),
    };
    let text = |column: &str| row.try_get::<String, _>(column);
    let target = match row.try_get::<Option<i64>, _>("plan")? {
        Some(plan) => Target::Offer(plan),
        None => Target::Platform {
            slug: text("platform")?,
            fact: row.try_get("fact")?,
        },
    };
    Ok(Proposal {
        id,
        target,
        shown: text("shown")?,
        said: Checked {
            about: About::from_word(&text("about")?).ok_or_else(|| bad("about"))?,
            value: text("value")?,
            evidence: text("evidence_url")?,
            seen_on: text("seen_on")?.parse().map_err(|_| bad("seen_on"))?,
            remark: text("remark")?,
        },
        status: Status::from_word(&text("status")?).ok_or_else(|| bad("status"))?,
        created_at: text("created_at")?,
        closed_by: row.try_get("closed_by")?,
        applied: row.try_get("applied")?,
    })
}

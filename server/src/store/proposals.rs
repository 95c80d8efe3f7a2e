//! Reports of visitors: kept as they came until an editor closes them.
use super::StoreError;
use chrono::{DateTime, Utc};
use domain::catalog::proposal::{About, Checked, Proposal, Status, Target};
use sqlx::Row;
use sqlx::sqlite::{SqlitePool, SqliteRow};

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
        "select id, plan, platform, fact, about, shown, value, evidence_url, seen_on, remark, status, created_at, closed_by
         from proposal where status = $1 order by case when status = 'open' then id else -id end limit $2",
    )
        .bind(status.word())
        .bind(MOST)
        .fetch_all(pool)
        .await?;
    rows.iter().map(proposal).collect()
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
    })
}

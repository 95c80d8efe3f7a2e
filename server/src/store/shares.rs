//! Saved plans: each keeps its whole answer and never computes it again.
use super::StoreError;
use chrono::{DateTime, Utc};
use domain::quote::Answer;
use sqlx::Row;
use sqlx::sqlite::SqlitePool;
use std::collections::HashMap;

/// Largest document, bytes.
const LIMIT: usize = 64 * 1024;

/// Stores an answer under `slug`; saving the same again changes nothing.
pub async fn save(
    pool: &SqlitePool,
    slug: &str,
    answer: &Answer,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mut kept = answer.clone();
    let mut document = serde_json::to_string(&kept)?;
    while document.len() > LIMIT {
        // The dearest rows matter least to a reader; the counts still say how many there were.
        if kept.floors.pop().is_none() && kept.ranked.pop().is_none() {
            return Err(StoreError::TooLarge);
        }
        document = serde_json::to_string(&kept)?;
    }
    sqlx::query("insert into share (slug, revision, document, created_at) values ($1, $2, $3, $4) on conflict (slug) do nothing")
        .bind(slug)
        .bind(answer.revision)
        .bind(document)
        .bind(now.to_rfc3339())
        .execute(pool)
        .await?;
    Ok(())
}

/// A saved answer.
pub async fn load(pool: &SqlitePool, slug: &str) -> Result<Option<Answer>, StoreError> {
    let row = sqlx::query("select document from share where slug = $1")
        .bind(slug)
        .fetch_optional(pool)
        .await?;
    row.map(|row| {
        Ok(serde_json::from_str(
            &row.try_get::<String, _>("document")?,
        )?)
    })
    .transpose()
}

/// In how many saved plans each offer is listed, ranked or open.
pub async fn uses(pool: &SqlitePool) -> Result<HashMap<i64, u32>, StoreError> {
    let rows: Vec<(i64, u32)> = sqlx::query_as(
        "select listed.offer, count(distinct listed.slug) from (
           select s.slug, json_extract(r.value, '$.offer') as offer from share s, json_each(s.document, '$.ranked') r
           union all
           select s.slug, json_extract(f.value, '$.offer') as offer from share s, json_each(s.document, '$.floors') f
         ) listed where typeof(listed.offer) = 'integer' group by listed.offer",
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().collect())
}

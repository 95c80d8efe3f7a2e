//! Checks of machines that visitors made a link of.
use super::StoreError;
use chrono::{DateTime, Utc};
use sqlx::sqlite::SqlitePool;

/// Largest document, bytes.
const LIMIT: usize = 64 * 1024;

/// Keeps a document under `slug`; keeping the same again changes nothing.
pub async fn save(
    pool: &SqlitePool,
    slug: &str,
    document: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if document.len() > LIMIT {
        return Err(StoreError::TooLarge);
    }
    sqlx::query("insert into machine_check (slug, document, created_at) values ($1, $2, $3) on conflict (slug) do nothing")
        .bind(slug)
        .bind(document)
        .bind(now.to_rfc3339())
        .execute(pool)
        .await?;
    Ok(())
}

/// A document that was kept.
pub async fn load(pool: &SqlitePool, slug: &str) -> Result<Option<String>, StoreError> {
    let row: Option<(String,)> =
        sqlx::query_as("select document from machine_check where slug = $1")
            .bind(slug)
            .fetch_optional(pool)
            .await?;
    Ok(row.map(|(document,)| document))
}

//! Editors: names and password hashes.
use super::StoreError;
use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

/// An editor as stored.
#[derive(Clone)]
pub struct Stored {
    /// Name.
    pub name: String,
    /// PHC string.
    pub password_hash: String,
    /// RFC 3339, UTC.
    pub created_at: String,
}

/// Adds an editor; false when the name is taken.
pub async fn add(
    connection: &mut SqliteConnection,
    name: &str,
    hash: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query("insert into editor (name, password_hash, created_at) values ($1, $2, $3) on conflict (name) do nothing")
        .bind(name)
        .bind(hash)
        .bind(now.to_rfc3339())
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Replaces a password; false when nobody has the name.
pub async fn set_password(
    connection: &mut SqliteConnection,
    name: &str,
    hash: &str,
) -> Result<bool, StoreError> {
    let done = sqlx::query("update editor set password_hash = $1 where name = $2")
        .bind(hash)
        .bind(name)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes an editor; false when nobody has the name. What they did keeps their name.
pub async fn remove(connection: &mut SqliteConnection, name: &str) -> Result<bool, StoreError> {
    let done = sqlx::query("delete from editor where name = $1")
        .bind(name)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Every editor, by name.
pub async fn list(connection: &mut SqliteConnection) -> Result<Vec<Stored>, StoreError> {
    let rows = sqlx::query("select name, password_hash, created_at from editor order by name")
        .fetch_all(connection)
        .await?;
    rows.iter().map(stored).collect()
}

/// The editor of that name.
pub async fn find(
    connection: &mut SqliteConnection,
    name: &str,
) -> Result<Option<Stored>, StoreError> {
    let row = sqlx::query("select name, password_hash, created_at from editor where name = $1")
        .bind(name)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(stored).transpose()
}

fn stored(row: &sqlx::sqlite::SqliteRow) -> Result<Stored, StoreError> {
    Ok(Stored {
        name: row.try_get("name")?,
        password_hash: row.try_get("password_hash")?,
        created_at: row.try_get("created_at")?,
    })
}

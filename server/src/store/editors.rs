//! Editors: names, roles, password hashes, second factors.
use super::StoreError;
use chrono::{DateTime, Utc};
use domain::people::Role;
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
    /// What they may change.
    pub role: Role,
    /// Whether they may sign in.
    pub is_active: bool,
    /// RFC 3339, UTC.
    pub last_sign_in: Option<String>,
    /// Base32; `None` = no second factor.
    pub totp_secret: Option<String>,
    /// Counted up to end all sessions.
    pub generation: i64,
}

/// Adds an editor with the role [`Role::Editor`]; false when the name is taken.
pub async fn add(
    connection: &mut SqliteConnection,
    name: &str,
    hash: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    add_as(connection, name, hash, Role::Editor, now).await
}

/// Adds somebody with a role; false when the name is taken.
pub async fn add_as(
    connection: &mut SqliteConnection,
    name: &str,
    hash: &str,
    role: Role,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query("insert into editor (name, password_hash, created_at, role) values ($1, $2, $3, $4) on conflict (name) do nothing")
        .bind(name)
        .bind(hash)
        .bind(now.to_rfc3339())
        .bind(role.word())
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Whether somebody has this name, or one that differs in capitals only.
pub async fn is_taken(connection: &mut SqliteConnection, name: &str) -> Result<bool, StoreError> {
    let row = sqlx::query("select 1 from editor where lower(name) = lower($1)")
        .bind(name)
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
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

/// Changes a role and ends their sessions; false when nobody has the name.
pub async fn set_role(
    connection: &mut SqliteConnection,
    name: &str,
    role: Role,
) -> Result<bool, StoreError> {
    let done =
        sqlx::query("update editor set role = $1, generation = generation + 1 where name = $2")
            .bind(role.word())
            .bind(name)
            .execute(connection)
            .await?;
    Ok(done.rows_affected() == 1)
}

/// Lets somebody sign in, or no longer; ends their sessions. False when nobody has the name.
pub async fn set_active(
    connection: &mut SqliteConnection,
    name: &str,
    active: i64,
) -> Result<bool, StoreError> {
    let done =
        sqlx::query("update editor set active = $1, generation = generation + 1 where name = $2")
            .bind(active)
            .bind(name)
            .execute(connection)
            .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends every session of somebody.
pub async fn end_sessions(connection: &mut SqliteConnection, name: &str) -> Result<(), StoreError> {
    sqlx::query("update editor set generation = generation + 1 where name = $1")
        .bind(name)
        .execute(connection)
        .await?;
    Ok(())
}

/// Remembers when somebody signed in.
pub async fn signed_in(
    connection: &mut SqliteConnection,
    name: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query("update editor set last_sign_in = $1 where name = $2")
        .bind(now.to_rfc3339())
        .bind(name)
        .execute(connection)
        .await?;
    Ok(())
}

/// Removes an editor; false when nobody has the name. What they did keeps their name.
pub async fn remove(connection: &mut SqliteConnection, name: &str) -> Result<bool, StoreError> {
    let done = sqlx::query("delete from editor where name = $1")
        .bind(name)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Admins who may sign in, other than `name`.
pub async fn other_admins(
    connection: &mut SqliteConnection,
    name: &str,
) -> Result<i64, StoreError> {
    let row = sqlx::query(
        "select count(*) as admins from editor where role = 'admin' and active = 1 and name <> $1",
    )
    .bind(name)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("admins")?)
}

/// Every editor, by name.
pub async fn list(connection: &mut SqliteConnection) -> Result<Vec<Stored>, StoreError> {
    let rows = sqlx::query(
        "select name, password_hash, created_at, role, active, last_sign_in, totp_secret, generation
         from editor order by name",
    )
    .fetch_all(connection)
    .await?;
    rows.iter().map(stored).collect()
}

/// The editor of that name.
pub async fn find(
    connection: &mut SqliteConnection,
    name: &str,
) -> Result<Option<Stored>, StoreError> {
    let row = sqlx::query(
        "select name, password_hash, created_at, role, active, last_sign_in, totp_secret, generation
         from editor where name = $1",
    )
    .bind(name)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(stored).transpose()
}

fn stored(row: &sqlx::sqlite::SqliteRow) -> Result<Stored, StoreError> {
    let name: String = row.try_get("name")?;
    let role: String = row.try_get("role")?;
    let role = Role::from_word(&role).ok_or_else(|| StoreError::Row {
        table: "editor",
        id: name.clone(),
        what: format!("`{role}` is no role"),
    })?;
    Ok(Stored {
        name,
        password_hash: row.try_get("password_hash")?,
        created_at: row.try_get("created_at")?,
        role,
        is_active: row.try_get::<i64, _>("active")? == 1,
        last_sign_in: row.try_get("last_sign_in")?,
        totp_secret: row.try_get("totp_secret")?,
        generation: row.try_get("generation")?,
    })
}

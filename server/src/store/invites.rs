//! Invitations: links that let one person join, once, for a week. The table has a hash of each link's token.
use super::StoreError;
use chrono::{DateTime, Utc};
use domain::people::Role;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

/// An invitation that can still be used.
#[derive(Clone, Debug)]
pub struct Invite {
    /// Number.
    pub id: i64,
    /// Role of who joins by it.
    pub role: Role,
    /// Whom it is for.
    pub remark: String,
    /// Who made it.
    pub made_by: String,
    /// The instant after which it is worth nothing.
    pub expires_at: DateTime<Utc>,
}

/// What a new one says.
pub struct NewInvite<'a> {
    /// BLAKE3 of the token.
    pub token_hash: &'a str,
    /// Role of who joins by it.
    pub role: Role,
    /// Whom it is for.
    pub remark: &'a str,
    /// Who makes it.
    pub made_by: &'a str,
    /// The instant after which it is worth nothing.
    pub expires_at: DateTime<Utc>,
}

/// Keeps one; its number.
pub async fn add(
    connection: &mut SqliteConnection,
    new: &NewInvite<'_>,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let row = sqlx::query(
        "insert into invite (token_hash, role, remark, made_by, made_at, expires_at)
         values ($1, $2, $3, $4, $5, $6) returning id",
    )
    .bind(new.token_hash)
    .bind(new.role.word())
    .bind(new.remark)
    .bind(new.made_by)
    .bind(now.to_rfc3339())
    .bind(new.expires_at.timestamp())
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("id")?)
}

/// Those that can be used, newest first.
pub async fn open(
    connection: &mut SqliteConnection,
    now: DateTime<Utc>,
) -> Result<Vec<Invite>, StoreError> {
    let rows = sqlx::query(
        "select id, role, remark, made_by, expires_at from invite
         where used_at is null and withdrawn_at is null and expires_at > $1 order by id desc",
    )
    .bind(now.timestamp())
    .fetch_all(connection)
    .await?;
    rows.iter().map(invite).collect()
}

/// The one whose token has this hash, if it can be used.
pub async fn find(
    connection: &mut SqliteConnection,
    token_hash: &str,
    now: DateTime<Utc>,
) -> Result<Option<Invite>, StoreError> {
    let row = sqlx::query(
        "select id, role, remark, made_by, expires_at from invite
         where token_hash = $1 and used_at is null and withdrawn_at is null and expires_at > $2",
    )
    .bind(token_hash)
    .bind(now.timestamp())
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(invite).transpose()
}

/// Marks one as used; false when it can no longer be.
pub async fn take(
    connection: &mut SqliteConnection,
    id: i64,
    by: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query(
        "update invite set used_at = $1, used_by = $2
         where id = $3 and used_at is null and withdrawn_at is null and expires_at > $4",
    )
    .bind(now.to_rfc3339())
    .bind(by)
    .bind(id)
    .bind(now.timestamp())
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes one back; false when it was used or taken back before.
pub async fn withdraw(
    connection: &mut SqliteConnection,
    id: i64,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query(
        "update invite set withdrawn_at = $1 where id = $2 and used_at is null and withdrawn_at is null",
    )
    .bind(now.to_rfc3339())
    .bind(id)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes back what somebody made and nobody used yet.
pub async fn withdraw_all_of(
    connection: &mut SqliteConnection,
    made_by: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query(
        "update invite set withdrawn_at = $1 where made_by = $2 and used_at is null and withdrawn_at is null",
    )
    .bind(now.to_rfc3339())
    .bind(made_by)
    .execute(connection)
    .await?;
    Ok(())
}

fn invite(row: &SqliteRow) -> Result<Invite, StoreError> {
    let id: i64 = row.try_get("id")?;
    let bad = |what: &str| StoreError::Row {
        table: "invite",
        id: id.to_string(),
        what: what.to_owned(),
    };
    let role: String = row.try_get("role")?;
    Ok(Invite {
        id,
        role: Role::from_word(&role).ok_or_else(|| bad("no role"))?,
        remark: row.try_get("remark")?,
        made_by: row.try_get("made_by")?,
        expires_at: DateTime::from_timestamp(row.try_get("expires_at")?, 0)
            .ok_or_else(|| bad("no instant"))?,
    })
}

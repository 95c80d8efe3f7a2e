//! The second factor of an editor: its secret, the last code that was taken, and the codes for when it is lost.
use super::StoreError;
use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;
use subtle::ConstantTimeEq;

/// Turns it on, with the step of the code that proved it; ends all sessions.
pub async fn turn_on(
    connection: &mut SqliteConnection,
    name: &str,
    secret: &str,
    step: i64,
) -> Result<(), StoreError> {
    sqlx::query(
        "update editor set totp_secret = $1, totp_step = $2, generation = generation + 1 where name = $3",
    )
    .bind(secret)
    .bind(step)
    .bind(name)
    .execute(connection)
    .await?;
    Ok(())
}

/// Turns it off with its recovery codes; ends all sessions.
pub async fn turn_off(connection: &mut SqliteConnection, name: &str) -> Result<(), StoreError> {
    sqlx::query(
        "update editor set totp_secret = null, totp_step = null, generation = generation + 1 where name = $1",
    )
    .bind(name)
    .execute(&mut *connection)
    .await?;
    set_codes(connection, name, &[]).await
}

/// Takes the code of a step; false when that step, or a later one, was taken before.
pub async fn take_step(
    connection: &mut SqliteConnection,
    name: &str,
    step: i64,
) -> Result<bool, StoreError> {
    let done = sqlx::query(
        "update editor set totp_step = $1 where name = $2 and (totp_step is null or totp_step < $1)",
    )
    .bind(step)
    .bind(name)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Replaces the recovery codes by those with these hashes.
pub async fn set_codes(
    connection: &mut SqliteConnection,
    name: &str,
    hashes: &[String],
) -> Result<(), StoreError> {
    sqlx::query("delete from recovery_code where editor = (select id from editor where name = $1)")
        .bind(name)
        .execute(&mut *connection)
        .await?;
    for hash in hashes {
        sqlx::query(
            "insert into recovery_code (editor, code_hash) select id, $2 from editor where name = $1",
        )
        .bind(name)
        .bind(hash)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Takes the recovery code with this hash; false when there is none, or it was used before.
pub async fn take_code(
    connection: &mut SqliteConnection,
    name: &str,
    hash: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let rows = sqlx::query(
        "select c.id, c.code_hash from recovery_code c join editor e on e.id = c.editor
         where e.name = $1 and c.used_at is null",
    )
    .bind(name)
    .fetch_all(&mut *connection)
    .await?;
    let mut found = None;
    for row in rows {
        let stored: String = row.try_get("code_hash")?;
        // All are looked at, so that the time says nothing of which one it was.
        if bool::from(stored.as_bytes().ct_eq(hash.as_bytes())) {
            found = Some(row.try_get::<i64, _>("id")?);
        }
    }
    let Some(id) = found else { return Ok(false) };
    let done =
        sqlx::query("update recovery_code set used_at = $1 where id = $2 and used_at is null")
            .bind(now.to_rfc3339())
            .bind(id)
            .execute(connection)
            .await?;
    Ok(done.rows_affected() == 1)
}

/// Recovery codes that are left.
pub async fn codes_left(connection: &mut SqliteConnection, name: &str) -> Result<i64, StoreError> {
    let row = sqlx::query(
        "select count(*) as left_over from recovery_code c join editor e on e.id = c.editor
         where e.name = $1 and c.used_at is null",
    )
    .bind(name)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("left_over")?)
}

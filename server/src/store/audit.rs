//! Who changed what that is no offer: one row a revision, with every field before and after.
use super::StoreError;
use chrono::{DateTime, Utc};
use domain::catalog::revision::{Change, Revision};
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

/// Writes the row of `revision`.
pub async fn write(
    tx: &mut SqliteConnection,
    revision: i64,
    editor: &str,
    subject: &str,
    changes: &[Change],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query(
        "insert into audit (revision, editor, subject, changes, note, made_at) values ($1, $2, $3, $4, '', $5)",
    )
    .bind(revision)
    .bind(editor)
    .bind(subject)
    .bind(serde_json::to_string(changes)?)
    .bind(now.to_rfc3339())
    .execute(tx)
    .await?;
    Ok(())
}

/// The revisions of `subject`, newest first, at most `limit`.
pub async fn history(
    connection: &mut SqliteConnection,
    subject: &str,
    limit: i64,
) -> Result<Vec<Revision>, StoreError> {
    let rows = sqlx::query(
        "select r.id, r.made_at, r.author, a.changes, a.note from audit a join revision r on r.id = a.revision
         where a.subject = $1 order by r.id desc limit $2",
    )
    .bind(subject)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    let revision = |row: sqlx::sqlite::SqliteRow| -> Result<Revision, StoreError> {
        Ok(Revision {
            number: row.try_get("id")?,
            made_at: row.try_get("made_at")?,
            author: row.try_get("author")?,
            by_hand: true,
            changes: serde_json::from_str(&row.try_get::<String, _>("changes")?)?,
            note: row.try_get("note")?,
            source_url: String::new(),
        })
    };
    rows.into_iter().map(revision).collect()
}

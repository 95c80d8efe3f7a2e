//! Taking a revision back: everything that it changed is as before, in one transaction and as a revision of its own.
//!
//! Nothing is deleted. A price or fact that it brought gets an end and what stood before is put in force again as a new
//! row; a row that it added ends or is inactive; what it overwrote is read from the journal.
mod conflicts;
mod restore;
pub mod tables;

use super::{StoreError, apply, revisions};
use chrono::{DateTime, Utc};
use domain::catalog::revision::Blocker;
use sqlx::Connection;
use sqlx::sqlite::SqlitePool;

/// Why a revision was not taken back. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum UndoError {
    /// There is no such revision.
    #[error("no such revision")]
    NotFound,
    /// It was taken back before, by the revision named.
    #[error("revision {0} took it back before")]
    Already(i64),
    /// It is from before the journal.
    #[error("it was made before changes were written down")]
    TooOld,
    /// Later revisions changed the same again; those to take back first, the newest first.
    #[error("later revisions changed the same rows again")]
    Changed(Vec<Blocker>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for UndoError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Takes `revision` back; gives the new revision.
///
/// The caller holds the state's writing lock until it has read the catalogue anew.
pub async fn undo(
    pool: &SqlitePool,
    revision: i64,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<i64, UndoError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    let head = revisions::head(&mut tx, revision)
        .await?
        .ok_or(UndoError::NotFound)?;
    if let Some(by) = head.undone_by {
        return Err(UndoError::Already(by));
    }
    if !head.journalled {
        return Err(UndoError::TooOld);
    }
    let blockers = conflicts::find(&mut tx, revision).await?;
    if !blockers.is_empty() {
        return Err(UndoError::Changed(blockers));
    }
    let summary = format!("undo of revision {revision}: {}", head.summary);
    let summary: String = summary.chars().take(300).collect();
    let new = apply::new_revision(&mut tx, "edit", editor, &summary, now).await?;
    sqlx::query("update revision set undoes = $1 where id = $2")
        .bind(revision)
        .bind(new)
        .execute(&mut *tx)
        .await?;
    restore::all(&mut tx, revision, new, editor, now).await?;
    tx.commit().await?;
    Ok(new)
}

/// What would stand in the way of taking `revision` back; empty = nothing.
pub async fn blockers(pool: &SqlitePool, revision: i64) -> Result<Vec<Blocker>, StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin().await?;
    conflicts::find(&mut tx, revision).await
}

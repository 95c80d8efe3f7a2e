//! What survives on a platform's disks, by hand: one transaction, one revision, one audit row.
use super::platform_edits::subject;
use super::{StoreError, apply, audit, catalog, fingerprint_of, reference};
use chrono::{DateTime, Utc};
use domain::catalog::Persistence;
use domain::catalog::disk_edit::DiskTyped;
use sqlx::Connection;
use sqlx::sqlite::SqlitePool;

/// Stands for the values of a disk's form; empty for a new one.
pub fn fingerprint(disk: Option<&Persistence>) -> String {
    let text = disk.map(|disk| DiskTyped::of_disk(disk).fingerprint_text());
    text.map(|text| fingerprint_of(&text)).unwrap_or_default()
}

/// Stores a disk whose form showed `seen`; a new one when that is empty. A disk keeps its name.
///
/// Errors: `Conflict` when it moved on since, or when a new one has the name of another.
/// The caller holds the state's writing lock until it has read the catalogue anew.
pub async fn save(
    pool: &SqlitePool,
    disk: &Persistence,
    seen: &str,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    let stored = catalog::disks(&mut tx).await?;
    let stored = stored
        .into_iter()
        .find(|known| (&known.platform, &known.volume) == (&disk.platform, &disk.volume));
    if fingerprint(stored.as_ref()) != seen {
        return Err(StoreError::Conflict);
    }
    let summary = format!("platform {}: disk {}", disk.platform, disk.volume);
    let revision = apply::new_revision(&mut tx, "edit", editor, &summary, now).await?;
    reference::disk(&mut tx, disk).await?;
    let before = stored.as_ref().map(DiskTyped::of_disk).unwrap_or_default();
    let changes = before.changes_to(&DiskTyped::of_disk(disk));
    let subject = subject(&disk.platform);
    audit::write(&mut tx, revision, editor, &subject, &changes, now).await?;
    tx.commit().await?;
    Ok(revision)
}

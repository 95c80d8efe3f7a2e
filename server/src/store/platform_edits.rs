//! Edits of a platform: one transaction, one revision, one audit row.
use super::{StoreError, apply, audit, catalog, fingerprint_of, named};
use chrono::{DateTime, Utc};
use domain::catalog::new_platform::NewPlatform;
use domain::catalog::platform_edit::{Identity, PlatformEdit, fields_of};
use domain::catalog::revision::Change;
use domain::catalog::{Fact, FactKey, Observed, Platform, Precision};
use sqlx::sqlite::{SqliteConnection, SqlitePool};

/// What the audit calls a platform.
pub fn subject(slug: &str) -> String {
    format!("platform:{slug}")
}

/// Stands for all values of a platform's form: two that are equal showed the same.
pub fn fingerprint(platform: &Platform) -> String {
    fingerprint_of(&fields_of(platform).fingerprint_text())
}

/// Stores an edit of the platform `slug` whose form showed `seen`. Errors: `Conflict` when it moved on since.
///
/// The caller holds the state's writing lock until it has read the catalogue anew.
pub async fn save(
    pool: &SqlitePool,
    slug: &str,
    seen: &str,
    edit: &PlatformEdit,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = sqlx::Connection::begin_with(&mut *connection, "begin immediate").await?;
    let stored = catalog::platform(&mut tx, slug)
        .await?
        .ok_or(StoreError::Conflict)?;
    if fingerprint(&stored) != seen {
        return Err(StoreError::Conflict);
    }
    let summary = format!("platform {slug}: {}", named(&edit.changes));
    let revision = apply::new_revision(&mut tx, "edit", editor, &summary, now).await?;
    set_identity(&mut tx, slug, &edit.identity).await?;
    for (key, fact) in &edit.facts {
        apply::set_fact(&mut tx, slug, None, *key, fact, "editor", revision).await?;
    }
    audit::write(
        &mut tx,
        revision,
        editor,
        &subject(slug),
        &edit.changes,
        now,
    )
    .await?;
    tx.commit().await?;
    Ok(revision)
}

/// Stores a new platform; one of that name that was taken back is in force again. Errors: `Conflict` when there is one.
///
/// The caller holds the state's writing lock until it has read the catalogue anew.
pub async fn create(
    pool: &SqlitePool,
    new: &NewPlatform,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = sqlx::Connection::begin_with(&mut *connection, "begin immediate").await?;
    if catalog::platform(&mut tx, &new.slug).await?.is_some() {
        return Err(StoreError::Conflict);
    }
    let summary = format!("new platform {}", new.slug);
    let revision = apply::new_revision(&mut tx, "edit", editor, &summary, now).await?;
    sqlx::query(
        "insert into platform (slug, name, note) values ($1, $2, '')
         on conflict (slug) do update set until_revision = null",
    )
    .bind(&new.slug)
    .bind(&new.identity.name)
    .execute(&mut *tx)
    .await?;
    set_identity(&mut tx, &new.slug, &new.identity).await?;
    let subject = subject(&new.slug);
    audit::write(&mut tx, revision, editor, &subject, &new.changes, now).await?;
    tx.commit().await?;
    Ok(revision)
}

async fn set_identity(
    tx: &mut SqliteConnection,
    slug: &str,
    identity: &Identity,
) -> Result<(), StoreError> {
    sqlx::query(
        "update platform set name = $2, name_zh = $3, homepage = $4, country = $5, currency = $6, docs_url = $7, note = $8
         where slug = $1",
    )
    .bind(slug)
    .bind(&identity.name)
    .bind(&identity.name_zh)
    .bind(&identity.homepage)
    .bind(&identity.country)
    .bind(identity.currency.map(|currency| currency.code().to_owned()))
    .bind(&identity.docs_url)
    .bind(&identity.note)
    .execute(tx)
    .await?;
    Ok(())
}

/// Says of every known fact of the platform that it was found unchanged today; gives the revision and how many.
pub async fn checked_again(
    pool: &SqlitePool,
    slug: &str,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<(i64, usize), StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = sqlx::Connection::begin_with(&mut *connection, "begin immediate").await?;
    let stored = catalog::platform(&mut tx, slug)
        .await?
        .ok_or(StoreError::Conflict)?;
    let today = Observed {
        date: now.date_naive(),
        precision: Precision::Day,
    };
    let summary = format!("platform {slug}: facts checked again, unchanged");
    let revision = apply::new_revision(&mut tx, "edit", editor, &summary, now).await?;
    let mut changes = Vec::new();
    let known = stored
        .facts
        .0
        .iter()
        .filter(|(_, fact)| fact.value.is_some());
    for (key, fact) in known {
        if fact.observed == Some(today) {
            continue;
        }
        let again = Fact {
            observed: Some(today),
            ..fact.clone()
        };
        apply::set_fact(&mut tx, slug, None, *key, &again, "editor", revision).await?;
        changes.push(moved(*key, fact.observed, today));
    }
    audit::write(&mut tx, revision, editor, &subject(slug), &changes, now).await?;
    tx.commit().await?;
    Ok((revision, changes.len()))
}

fn moved(key: FactKey, before: Option<Observed>, after: Observed) -> Change {
    Change {
        field: domain::catalog::platform_edit::part("date", key),
        before: before.map(Observed::text),
        after: Some(after.text()),
    }
}

//! Who sees an offer: everybody, or editors alone. One transaction, one revision, one audit row.
use super::edits::EditError;
use super::offer_edits::{Audited, audit, identity_for};
use super::{StoreError, apply};
use chrono::{DateTime, Utc};
use domain::catalog::revision::Change;
use sqlx::sqlite::SqlitePool;
use sqlx::{Connection, Row};

/// Makes the offering of `plan` negotiated or public, with every price plan that it has.
///
/// Errors: `Conflict` when it stands so already or moved on since `version`; `SameOffering` when another one with just
/// these properties is there, for two public ones would be the same to every import.
/// The caller holds the state's writing lock until it has read the catalogue anew.
pub async fn set_private(
    pool: &SqlitePool,
    plan: i64,
    version: i64,
    is_private: bool,
    reason: &str,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<i64, EditError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    let row = sqlx::query(
        "select o.id, o.version, o.private = 1 as is_private, o.identity
         from price_plan p join offering o on o.id = p.offering where p.id = $1",
    )
    .bind(plan)
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(StoreError::Conflict)?;
    let offering: i64 = row.try_get("id")?;
    let stands: bool = row.try_get("is_private")?;
    if stands == is_private || row.try_get::<i64, _>("version")? != version {
        return Err(StoreError::Conflict.into());
    }
    let identity = identity_for(row.try_get("identity")?, is_private);
    let taken = sqlx::query("select 1 from offering where identity = $1 and id <> $2")
        .bind(&identity)
        .bind(offering)
        .fetch_optional(&mut *tx)
        .await?;
    if taken.is_some() {
        return Err(EditError::SameOffering);
    }
    let seen_by = |private: bool| if private { "editors only" } else { "public" };
    let summary = format!("offer {plan}: {}", seen_by(is_private));
    let revision = apply::new_revision(&mut tx, "edit", editor, &summary, now).await?;
    sqlx::query(
        "update offering set private = $2, identity = $3, version = version + 1 where id = $1",
    )
    .bind(offering)
    .bind(is_private)
    .bind(&identity)
    .execute(&mut *tx)
    .await?;
    let word = |private: bool| Some(if private { "yes" } else { "no" }.to_owned());
    let change = Change {
        field: "private".to_owned(),
        before: word(stands),
        after: word(is_private),
    };
    let why = Change {
        field: "reason".to_owned(),
        before: None,
        after: Some(reason.to_owned()),
    };
    let row = Audited {
        revision,
        editor,
        offering,
        plan,
        changes: &[change, why],
        note: reason,
    };
    audit(&mut tx, &row, now).await?;
    tx.commit().await?;
    Ok(revision)
}

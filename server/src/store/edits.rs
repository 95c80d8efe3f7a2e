//! Edits by hand: one transaction, one revision, one audit row.
use super::offer_edits::identity;
use super::{StoreError, apply};
use chrono::{DateTime, Utc};
use domain::catalog::diff::offering_key;
use domain::catalog::draft::OfferRecord;
use domain::catalog::edit::{Edit, FactChange};
use domain::catalog::revision::{Change, Revision};
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{Connection, Row};
use std::collections::{BTreeMap, HashMap};

/// Why an edit was not stored. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// Another offering of the platform has exactly these properties.
    #[error("another offering has these properties")]
    SameOffering,
    /// Another price plan of this offering has this currency and source.
    #[error("another price of this offering has this currency and source")]
    SamePlan,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for EditError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// What was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The new revision.
    pub revision: i64,
    /// The price plan that has the price; another one than was edited when the currency changed.
    pub plan: i64,
}

/// Stores an edit of the price plan `plan`, seen at `version`. Errors: `Conflict` when it moved on since.
///
/// The caller holds the state's writing lock until it has read the catalogue anew.
pub async fn save(
    pool: &SqlitePool,
    plan: i64,
    version: i64,
    edit: &Edit,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<Saved, EditError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    let saved = save_in(&mut tx, plan, version, edit, editor, now).await?;
    tx.commit().await?;
    Ok(saved)
}

/// As [`save`], inside a transaction that does more.
pub async fn save_in(
    tx: &mut SqliteConnection,
    plan: i64,
    version: i64,
    edit: &Edit,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<Saved, EditError> {
    let row = sqlx::query(
        "select o.id, o.version, o.platform from offering o join price_plan p on p.offering = o.id
         where p.id = $1 and p.active = 1 and o.active = 1",
    )
    .bind(plan)
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(StoreError::Conflict)?;
    let (offering, stored): (i64, i64) = (row.try_get("id")?, row.try_get("version")?);
    if stored != version {
        return Err(StoreError::Conflict.into());
    }
    let platform: String = row.try_get("platform")?;
    let fields: Vec<&str> = edit
        .changes
        .iter()
        .map(|change| change.field.as_str())
        .collect();
    let summary = format!("offer {plan}: {}", fields.join(", "));
    let revision = apply::new_revision(&mut *tx, "edit", editor, &summary, now).await?;
    update_offering(&mut *tx, offering, &edit.record).await?;
    let target = target_plan(&mut *tx, offering, plan, &edit.record).await?;
    if target != plan {
        apply::close_price(&mut *tx, plan, revision).await?;
    }
    apply::add_price(&mut *tx, target, &edit.record, revision).await?;
    for change in &edit.facts {
        match change {
            FactChange::Set(key, fact) => {
                apply::set_fact(
                    &mut *tx,
                    &platform,
                    Some(offering),
                    *key,
                    fact,
                    "editor",
                    revision,
                )
                .await?;
            }
            FactChange::End(key) => {
                sqlx::query(
                    "update platform_fact set until_revision = $1
                     where platform = $2 and offering = $3 and fact = $4 and until_revision is null",
                )
                .bind(revision)
                .bind(&platform)
                .bind(offering)
                .bind(key.word())
                .execute(&mut *tx)
                .await?;
            }
        }
    }
    sqlx::query(
        "insert into audit (revision, editor, offering, plan, changes, note, made_at) values ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(revision)
    .bind(editor)
    .bind(offering)
    .bind(target)
    .bind(serde_json::to_string(&edit.changes).map_err(StoreError::from)?)
    .bind(&*edit.record.note)
    .bind(now.to_rfc3339())
    .execute(&mut *tx)
    .await?;
    Ok(Saved {
        revision,
        plan: target,
    })
}

async fn update_offering(
    tx: &mut SqliteConnection,
    offering: i64,
    record: &OfferRecord,
) -> Result<(), EditError> {
    let is_private: bool = sqlx::query_scalar("select private = 1 from offering where id = $1")
        .bind(offering)
        .fetch_one(&mut *tx)
        .await?;
    let identity = identity(record, is_private);
    let taken = sqlx::query("select 1 from offering where identity = $1 and id <> $2")
        .bind(&identity)
        .bind(offering)
        .fetch_optional(&mut *tx)
        .await?;
    if taken.is_some() {
        return Err(EditError::SameOffering);
    }
    sqlx::query(
        "update offering set region = $2, gpu_count = $3, vcpus = $4, ram_gb = $5, disk_gb = $6, disk_type = $7,
           network_mbps = $8, instance_type = $9, exclusivity = $10, identity = $11, version = version + 1
         where id = $1",
    )
    .bind(offering)
    .bind(record.region.as_deref())
    .bind(record.gpu_count)
    .bind(record.vcpus)
    .bind(record.ram_gb)
    .bind(record.disk_gb)
    .bind(record.disk_type.as_deref())
    .bind(record.network_mbps)
    .bind(record.instance_type.as_deref())
    .bind(record.exclusivity.map(|e| e.word()))
    .bind(&identity)
    .execute(tx)
    .await?;
    Ok(())
}

/// The price plan that takes the new price.
///
/// A new source keeps the plan, for each price names its own page. A new currency makes another plan, for the
/// earlier prices stay in theirs.
async fn target_plan(
    tx: &mut SqliteConnection,
    offering: i64,
    plan: i64,
    record: &OfferRecord,
) -> Result<i64, EditError> {
    let currency = record.price_per_hour.currency;
    let other = sqlx::query(
        "select id, active from price_plan where offering = $1 and price_kind = $2 and period_hours = $3
           and currency = $4 and source = $5",
    )
    .bind(offering)
    .bind(record.kind.word())
    .bind(record.period_hours)
    .bind(currency.code())
    .bind(&*record.source)
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(other) = &other {
        let id: i64 = other.try_get("id")?;
        if id == plan {
            return Ok(plan);
        }
        if other.try_get::<i64, _>("active")? == 1 {
            return Err(EditError::SamePlan);
        }
    }
    let row = sqlx::query("select currency from price_plan where id = $1")
        .bind(plan)
        .fetch_one(&mut *tx)
        .await?;
    if other.is_none() && row.try_get::<String, _>("currency")? == currency.code() {
        sqlx::query("update price_plan set source = $1 where id = $2")
            .bind(&*record.source)
            .bind(plan)
            .execute(tx)
            .await?;
        return Ok(plan);
    }
    sqlx::query("update price_plan set active = 0 where id = $1")
        .bind(plan)
        .execute(&mut *tx)
        .await?;
    let mut offerings = HashMap::from([(offering_key(record).0, offering)]);
    Ok(apply::add_plan(tx, record, &mut offerings).await?)
}

/// Revisions that touched the offering, newest first, at most `limit`: its audit rows and the price rows of its plan.
pub async fn history(
    connection: &mut SqliteConnection,
    offering: i64,
    plan: i64,
    limit: i64,
) -> Result<Vec<Revision>, StoreError> {
    let mut found: BTreeMap<i64, Revision> = BTreeMap::new();
    let rows = sqlx::query(
        "select r.id, r.made_at, r.author, r.kind, p.hour_nanos, p.source_url, k.currency,
           (select b.hour_nanos from price b where b.plan = p.plan and b.id < p.id order by b.id desc limit 1) as before
         from price p join price_plan k on k.id = p.plan join revision r on r.id = p.since_revision
         where p.plan = $1 order by r.id desc limit $2",
    )
    .bind(plan)
    .bind(limit)
    .fetch_all(&mut *connection)
    .await?;
    let amount = |nanos: i64| domain::units::Decimal::from_nanos(i128::from(nanos)).to_string();
    for row in rows {
        let (after, before): (i64, Option<i64>) =
            (row.try_get("hour_nanos")?, row.try_get("before")?);
        let mut revision = head(&row)?;
        revision.source_url = row.try_get("source_url")?;
        if before != Some(after) {
            revision.changes.push(Change {
                field: "price".to_owned(),
                before: before.map(amount),
                after: Some(amount(after)),
            });
        }
        found.insert(revision.number, revision);
    }
    let rows = sqlx::query(
        "select r.id, r.made_at, r.author, r.kind, a.changes, a.note from audit a join revision r on r.id = a.revision
         where a.offering = $1 order by r.id desc limit $2",
    )
    .bind(offering)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    for row in rows {
        let audited = head(&row)?;
        let revision = found.entry(audited.number).or_insert(audited);
        revision.changes = serde_json::from_str(&row.try_get::<String, _>("changes")?)?;
        revision.note = row.try_get("note")?;
    }
    Ok(found
        .into_values()
        .rev()
        .take(usize::try_from(limit).unwrap_or(usize::MAX))
        .collect())
}

fn head(row: &sqlx::sqlite::SqliteRow) -> Result<Revision, StoreError> {
    Ok(Revision {
        number: row.try_get("id")?,
        made_at: row.try_get("made_at")?,
        author: row.try_get("author")?,
        by_hand: row.try_get::<String, _>("kind")? == "edit",
        ..Revision::default()
    })
}

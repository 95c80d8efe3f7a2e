//! Offers that are made, taken off the list, put back, or found unchanged again: one transaction, one revision each.
use super::edits::{EditError, Saved};
use super::{StoreError, apply};
use chrono::{DateTime, Utc};
use domain::catalog::diff::offering_key;
use domain::catalog::draft::OfferRecord;
use domain::catalog::revision::Change;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{Connection, Row};

/// What makes a negotiated offering another one than the public one with the same properties.
const PRIVATE: &str = "\u{1f}private";

/// The identity of a stored offering.
pub(super) fn identity(record: &OfferRecord, is_private: bool) -> String {
    let public = offering_key(record).0;
    identity_for(&public, is_private)
}

/// A stored identity as that of a negotiated or of a public offering.
pub(super) fn identity_for(stored: &str, is_private: bool) -> String {
    let public = stored.strip_suffix(PRIVATE).unwrap_or(stored);
    let mark = if is_private { PRIVATE } else { "" };
    format!("{public}{mark}")
}

/// A new offer, checked.
#[derive(Clone, Debug)]
pub struct NewOffer {
    /// What it is and costs.
    pub record: OfferRecord,
    /// Negotiated: for editors' eyes alone.
    pub is_private: bool,
    /// What looked odd and was confirmed.
    pub confirmed: Vec<Change>,
}

/// What an audit row says of an offer.
pub(super) struct Audited<'a> {
    pub revision: i64,
    pub editor: &'a str,
    pub offering: i64,
    pub plan: i64,
    pub changes: &'a [Change],
    pub note: &'a str,
}

/// Writes the audit row of an offer's change.
pub(super) async fn audit(
    tx: &mut SqliteConnection,
    row: &Audited<'_>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query(
        "insert into audit (revision, editor, offering, plan, changes, note, made_at) values ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(row.revision)
    .bind(row.editor)
    .bind(row.offering)
    .bind(row.plan)
    .bind(serde_json::to_string(row.changes)?)
    .bind(row.note)
    .bind(now.to_rfc3339())
    .execute(tx)
    .await?;
    Ok(())
}

/// Stores a new offer. A plan that was taken off the list and is typed anew comes back with the new price.
///
/// The caller holds the state's writing lock until it has read the catalogue anew.
pub async fn create(
    pool: &SqlitePool,
    new: &NewOffer,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<Saved, EditError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    let record = &new.record;
    // A negotiated price is told to nobody, not even by the summary.
    let summary = format!("new offer of {}: {}", record.platform, record.gpu);
    let revision = apply::new_revision(&mut tx, "edit", editor, &summary, now).await?;
    let offering = offering(&mut tx, record, new.is_private, revision).await?;
    let plan = plan(&mut tx, offering, record, revision).await?;
    apply::add_price(&mut tx, plan, record, revision).await?;
    let mut changes = vec![Change {
        field: "price".to_owned(),
        before: None,
        after: Some(record.price_per_hour.amount().to_string()),
    }];
    changes.extend(new.confirmed.iter().cloned());
    let row = Audited {
        revision,
        editor,
        offering,
        plan,
        changes: &changes,
        note: &record.note,
    };
    audit(&mut tx, &row, now).await?;
    tx.commit().await?;
    Ok(Saved { revision, plan })
}

async fn offering(
    tx: &mut SqliteConnection,
    record: &OfferRecord,
    is_private: bool,
    revision: i64,
) -> Result<i64, StoreError> {
    let row = sqlx::query(
        "insert into offering (platform, region, gpu, gpu_count, gpu_fraction, vcpus, ram_gb, disk_gb, disk_type,
           network_mbps, instance_type, exclusivity, identity, private, since_revision)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
         on conflict (identity) do update set active = 1, network_mbps = excluded.network_mbps, version = version + 1
         returning id",
    )
    .bind(&*record.platform)
    .bind(record.region.as_deref())
    .bind(&*record.gpu)
    .bind(record.gpu_count)
    .bind(record.gpu_fraction)
    .bind(record.vcpus)
    .bind(record.ram_gb)
    .bind(record.disk_gb)
    .bind(record.disk_type.as_deref())
    .bind(record.network_mbps)
    .bind(record.instance_type.as_deref())
    .bind(record.exclusivity.map(|e| e.word()))
    .bind(identity(record, is_private))
    .bind(is_private)
    .bind(revision)
    .fetch_one(tx)
    .await?;
    Ok(row.try_get("id")?)
}

async fn plan(
    tx: &mut SqliteConnection,
    offering: i64,
    record: &OfferRecord,
    revision: i64,
) -> Result<i64, EditError> {
    let stored = sqlx::query(
        "select id, active from price_plan where offering = $1 and price_kind = $2 and period_hours = $3
           and currency = $4 and source = $5",
    )
    .bind(offering)
    .bind(record.kind.word())
    .bind(record.period_hours)
    .bind(record.price_per_hour.currency.code())
    .bind(&*record.source)
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(row) = stored {
        if row.try_get::<i64, _>("active")? == 1 {
            return Err(EditError::SamePlan);
        }
        let id: i64 = row.try_get("id")?;
        sqlx::query("update price_plan set active = 1 where id = $1")
            .bind(id)
            .execute(tx)
            .await?;
        return Ok(id);
    }
    let row = sqlx::query(
        "insert into price_plan (offering, price_kind, period_hours, currency, source, since_revision)
         values ($1, $2, $3, $4, $5, $6) returning id",
    )
    .bind(offering)
    .bind(record.kind.word())
    .bind(record.period_hours)
    .bind(record.price_per_hour.currency.code())
    .bind(&*record.source)
    .bind(revision)
    .fetch_one(tx)
    .await?;
    Ok(row.try_get("id")?)
}

/// Takes a price plan off the list or puts it back, with the last price it had. Errors: `Conflict` when it stands so
/// already, or moved on since `version`.
pub async fn set_listed(
    pool: &SqlitePool,
    plan: i64,
    version: i64,
    is_listed: bool,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    let row = sqlx::query(
        "select o.id, o.version, (p.active = 1 and o.active = 1) as listed
         from price_plan p join offering o on o.id = p.offering where p.id = $1",
    )
    .bind(plan)
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(StoreError::Conflict)?;
    let offering: i64 = row.try_get("id")?;
    let stands: bool = row.try_get("listed")?;
    if stands == is_listed || row.try_get::<i64, _>("version")? != version {
        return Err(StoreError::Conflict);
    }
    let what = if is_listed {
        "put back"
    } else {
        "taken off the list"
    };
    let summary = format!("offer {plan}: {what}");
    let revision = apply::new_revision(&mut tx, "edit", editor, &summary, now).await?;
    sqlx::query("update price_plan set active = $1 where id = $2")
        .bind(is_listed)
        .bind(plan)
        .execute(&mut *tx)
        .await?;
    sqlx::query(
        "update offering set version = version + 1, active = max(active, $1) where id = $2",
    )
    .bind(is_listed)
    .bind(offering)
    .execute(&mut *tx)
    .await?;
    if is_listed {
        reopen(&mut tx, plan, revision).await?;
    }
    let word = |listed: bool| Some(if listed { "yes" } else { "no" }.to_owned());
    let change = Change {
        field: "listed".to_owned(),
        before: word(!is_listed),
        after: word(is_listed),
    };
    let row = Audited {
        revision,
        editor,
        offering,
        plan,
        changes: &[change],
        note: "",
    };
    audit(&mut tx, &row, now).await?;
    tx.commit().await?;
    Ok(revision)
}

/// A plan whose price had ended has its last observation again, with its own day.
async fn reopen(tx: &mut SqliteConnection, plan: i64, revision: i64) -> Result<(), StoreError> {
    sqlx::query(
        "insert into price (plan, hour_nanos, period_nanos, observed_at, observed_precision, source_url, note, since_revision)
         select plan, hour_nanos, period_nanos, observed_at, observed_precision, source_url, note, $2
         from price where plan = $1
           and not exists (select 1 from price where plan = $1 and until_revision is null)
         order by id desc limit 1",
    )
    .bind(plan)
    .bind(revision)
    .execute(tx)
    .await?;
    Ok(())
}

/// Says of each plan that it was found today at the same price; gives the revision and how many moved.
///
/// Those that are gone, or were seen today already, stay as they are.
pub async fn checked_again(
    pool: &SqlitePool,
    plans: &[i64],
    editor: &str,
    now: DateTime<Utc>,
) -> Result<(i64, usize), StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    let today = now.date_naive().to_string();
    let summary = format!("offers checked again, unchanged: {}", plans.len());
    let revision = apply::new_revision(&mut tx, "edit", editor, &summary, now).await?;
    let mut moved = 0;
    for plan in plans {
        let row = sqlx::query(
            "select c.id, c.observed_at, o.id as offering from price c
             join price_plan p on p.id = c.plan join offering o on o.id = p.offering
             where c.plan = $1 and c.until_revision is null and p.active = 1 and o.active = 1
               and (c.observed_at <> $2 or c.observed_precision <> 'day')",
        )
        .bind(plan)
        .bind(&today)
        .fetch_optional(&mut *tx)
        .await?;
        let Some(row) = row else { continue };
        let (price, offering): (i64, i64) = (row.try_get("id")?, row.try_get("offering")?);
        apply::close_price(&mut tx, *plan, revision).await?;
        sqlx::query(
            "insert into price (plan, hour_nanos, period_nanos, observed_at, observed_precision, source_url, note, since_revision)
             select plan, hour_nanos, period_nanos, $2, 'day', source_url, note, $3 from price where id = $1",
        )
        .bind(price)
        .bind(&today)
        .bind(revision)
        .execute(&mut *tx)
        .await?;
        // An editor who has the form open sees that the day moved.
        sqlx::query("update offering set version = version + 1 where id = $1")
            .bind(offering)
            .execute(&mut *tx)
            .await?;
        let change = Change {
            field: "source_date".to_owned(),
            before: Some(row.try_get("observed_at")?),
            after: Some(today.clone()),
        };
        let row = Audited {
            revision,
            editor,
            offering,
            plan: *plan,
            changes: &[change],
            note: "",
        };
        audit(&mut tx, &row, now).await?;
        moved += 1;
    }
    tx.commit().await?;
    Ok((revision, moved))
}

//! Applies an import: one transaction, one revision. Nothing is deleted; what ends gets an end.
mod dated;
mod offers;
mod rows;

use super::{StoreError, catalog, reference};
use crate::import::{HistoryPoint, Import};
use chrono::{DateTime, Utc};
use domain::catalog::diff::{ChangeSet, offering_key};
use domain::catalog::draft::OfferRecord;
use domain::catalog::{Fact, FactKey, Platform};
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{Connection, Row};
use std::collections::HashMap;

/// Opens the next revision inside a transaction.
pub async fn new_revision(
    tx: &mut SqliteConnection,
    kind: &str,
    author: &str,
    summary: &str,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let result = sqlx::query(
        "insert into revision (made_at, kind, author, summary) values ($1, $2, $3, $4)",
    )
    .bind(now.to_rfc3339())
    .bind(kind)
    .bind(author)
    .bind(summary)
    .execute(tx)
    .await?;
    Ok(result.last_insert_rowid())
}

/// What is to be stored, by whom and why.
pub struct Batch<'a> {
    /// Cards, platforms, rates and the like.
    pub import: &'a Import,
    /// What becomes of the offers.
    pub changes: &'a ChangeSet,
    /// Who.
    pub author: &'a str,
    /// What the list of revisions says of it.
    pub summary: &'a str,
    /// When.
    pub now: DateTime<Utc>,
    /// The revision that `changes` was worked out against; `None` = whatever is in force.
    pub seen: Option<i64>,
}

/// Stores `import` with the offers' `changes`; gives the revision in force afterwards.
pub async fn apply(
    pool: &SqlitePool,
    import: &Import,
    changes: &ChangeSet,
    author: &str,
    summary: &str,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let batch = Batch {
        import,
        changes,
        author,
        summary,
        now,
        seen: None,
    };
    match apply_batch(pool, &batch).await? {
        Some(revision) => Ok(revision),
        None => catalog::revision(&mut *pool.acquire().await?).await,
    }
}

/// Stores a batch in one transaction; gives its revision, or `None` when nothing differs from what is stored: then there
/// is no revision either.
///
/// Errors: `Conflict` when the catalogue is not of the revision `seen` any more.
pub async fn apply_batch(pool: &SqlitePool, batch: &Batch<'_>) -> Result<Option<i64>, StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    if let Some(seen) = batch.seen
        && catalog::revision(&mut tx).await? != seen
    {
        return Err(StoreError::Conflict);
    }
    let import = batch.import;
    let revision = new_revision(&mut tx, "import", batch.author, batch.summary, batch.now).await?;
    for gpu in &import.gpus {
        reference::upsert_gpu(&mut tx, gpu).await?;
    }
    for platform in &import.platforms {
        upsert_platform(&mut tx, platform, revision).await?;
    }
    reference::persistence(&mut tx, import).await?;
    reference::fx(&mut tx, import, revision).await?;
    for model in &import.models {
        reference::upsert_model(&mut tx, model).await?;
    }
    offers::apply(&mut tx, batch.changes, revision).await?;
    let older = batch
        .changes
        .older
        .iter()
        .map(|(_, record)| history_of(record));
    let points: Vec<HistoryPoint> = older.chain(import.history.iter().cloned()).collect();
    dated::add(&mut tx, &points, revision).await?;
    if !has_changes(&mut tx, revision).await? {
        tx.rollback().await?;
        return Ok(None);
    }
    tx.commit().await?;
    Ok(Some(revision))
}

/// Whether anything was written under the newest revision. What it added stands at the end of its table.
async fn has_changes(tx: &mut SqliteConnection, revision: i64) -> Result<bool, StoreError> {
    let found: i64 = sqlx::query_scalar(
        "select exists (select 1 from journal where revision = $1)
           or coalesce((select since_revision = $1 from price order by id desc limit 1), 0)
           or coalesce((select since_revision = $1 from price_history order by id desc limit 1), 0)
           or coalesce((select since_revision = $1 from platform_fact order by id desc limit 1), 0)
           or coalesce((select since_revision = $1 from fx_rate order by id desc limit 1), 0)",
    )
    .bind(revision)
    .fetch_one(tx)
    .await?;
    Ok(found == 1)
}

async fn upsert_platform(
    tx: &mut SqliteConnection,
    platform: &Platform,
    revision: i64,
) -> Result<(), StoreError> {
    sqlx::query(
        "insert into platform (slug, name, name_zh, homepage, country, currency, docs_url, note)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (slug) do update set name = excluded.name, name_zh = excluded.name_zh, homepage = excluded.homepage,
           country = excluded.country, currency = excluded.currency, docs_url = excluded.docs_url, note = excluded.note,
           until_revision = null",
    )
    .bind(&platform.slug)
    .bind(&platform.name)
    .bind(&platform.name_zh)
    .bind(&platform.homepage)
    .bind(&platform.country)
    .bind(platform.currency.map(|c| c.code().to_owned()))
    .bind(&platform.docs_url)
    .bind(&platform.note)
    .execute(&mut *tx)
    .await?;
    for (key, fact) in &platform.facts.0 {
        set_fact(tx, &platform.slug, None, *key, fact, "import", revision).await?;
    }
    Ok(())
}

/// Replaces a fact of a platform (or of one offering) when it differs; the old one gets an end.
///
/// An import never overwrites what an editor stated.
pub async fn set_fact(
    tx: &mut SqliteConnection,
    platform: &str,
    offering: Option<i64>,
    key: FactKey,
    fact: &Fact,
    evidence: &str,
    revision: i64,
) -> Result<(), StoreError> {
    let current = sqlx::query(
        "select id, value, evidence, observed_at from platform_fact
         where platform = $1 and coalesce(offering, 0) = $2 and fact = $3 and until_revision is null",
    )
    .bind(platform)
    .bind(offering.unwrap_or(0))
    .bind(key.word())
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(row) = current {
        // An editor states evidence anew even where the value stays.
        let same = evidence == "import"
            && row.try_get::<Option<String>, _>("value")? == fact.value
            && row.try_get::<Option<String>, _>("observed_at")?
                == fact.observed.map(|o| o.date.to_string());
        let editors_word =
            row.try_get::<String, _>("evidence")? == "editor" && evidence == "import";
        if same || editors_word {
            return Ok(());
        }
        sqlx::query("update platform_fact set until_revision = $1 where id = $2")
            .bind(revision)
            .bind(row.try_get::<i64, _>("id")?)
            .execute(&mut *tx)
            .await?;
    }
    let id = sqlx::query(
        "insert into platform_fact (platform, offering, fact, value, unit, evidence, quote, observed_at,
           observed_precision, since_revision, learnt)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(platform)
    .bind(offering)
    .bind(key.word())
    .bind(&fact.value)
    .bind(key.unit())
    .bind(evidence)
    .bind(&fact.quote)
    .bind(fact.observed.map(|o| o.date.to_string()))
    .bind(fact.observed.map(|o| o.precision.word()))
    .bind(revision)
    .bind(fact.learnt.map(|learnt| learnt.word()))
    .execute(&mut *tx)
    .await?
    .last_insert_rowid();
    for source in &fact.sources {
        sqlx::query(
            "insert into fact_source (fact, url, exact) values ($1, $2, $3) on conflict do nothing",
        )
        .bind(id)
        .bind(&source.url)
        .bind(i64::from(source.exact))
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// The number of the record's price plan, made when it is new.
pub async fn add_plan(
    tx: &mut SqliteConnection,
    record: &OfferRecord,
    offerings: &mut HashMap<String, i64>,
) -> Result<i64, StoreError> {
    let identity = offering_key(record).0;
    let offering = match offerings.get(&identity) {
        Some(id) => *id,
        None => {
            let row = sqlx::query(
                "insert into offering (platform, region, gpu, gpu_count, gpu_fraction, vcpus, ram_gb, disk_gb, disk_type,
                   network_mbps, instance_type, exclusivity, identity)
                 values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
                 on conflict (identity) do update set active = 1, network_mbps = excluded.network_mbps
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
            .bind(&identity)
            .fetch_one(&mut *tx)
            .await?;
            let id: i64 = row.try_get("id")?;
            offerings.insert(identity, id);
            id
        }
    };
    let row = sqlx::query(
        "insert into price_plan (offering, price_kind, period_hours, currency, source) values ($1, $2, $3, $4, $5)
         on conflict (offering, price_kind, period_hours, currency, source) do update set active = 1
         returning id",
    )
    .bind(offering)
    .bind(record.kind.word())
    .bind(record.period_hours)
    .bind(record.price_per_hour.currency.code())
    .bind(&*record.source)
    .fetch_one(tx)
    .await?;
    Ok(row.try_get("id")?)
}

/// Ends the current price of a plan at `revision`.
pub async fn close_price(
    tx: &mut SqliteConnection,
    plan: i64,
    revision: i64,
) -> Result<(), StoreError> {
    sqlx::query("update price set until_revision = $1 where plan = $2 and until_revision is null")
        .bind(revision)
        .bind(plan)
        .execute(tx)
        .await?;
    Ok(())
}

/// Makes the record's price the current one of `plan`.
pub async fn add_price(
    tx: &mut SqliteConnection,
    plan: i64,
    record: &OfferRecord,
    revision: i64,
) -> Result<(), StoreError> {
    // A plan that had vanished and came back still has its last price open.
    close_price(tx, plan, revision).await?;
    sqlx::query(
        "insert into price (plan, hour_nanos, period_nanos, observed_at, observed_precision, source_url, note, since_revision)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(plan)
    .bind(record.price_per_hour.nanos)
    .bind(record.price_per_period.map(|m| m.nanos))
    .bind(record.observed.date.to_string())
    .bind(record.observed.precision.word())
    .bind(&*record.source_url)
    .bind(&*record.note)
    .bind(revision)
    .execute(tx)
    .await?;
    Ok(())
}

fn history_of(record: &OfferRecord) -> HistoryPoint {
    HistoryPoint {
        platform: record.platform.to_string(),
        gpu: record.gpu.to_string(),
        gpu_count: record.gpu_count,
        kind: record.kind,
        observed: record.observed,
        price_per_hour: record.price_per_hour,
        source: record.source.to_string(),
        source_url: record.source_url.to_string(),
        note: record.note.to_string(),
    }
}

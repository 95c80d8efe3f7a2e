//! Offers of an import: offerings, their price plans and prices, in a handful of statements for any number of rows.
//!
//! The transaction holds the write lock, so new rows get their numbers here and nothing is asked back.
use super::rows;
use crate::store::StoreError;
use domain::catalog::diff::{ChangeSet, offering_key};
use domain::catalog::draft::OfferRecord;
use domain::catalog::texts::{Shared, Texts};
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// New rows that are looked up and stored at once.
const ADDED_AT_ONCE: usize = 20_000;

/// A record with the number of its row.
struct Numbered<'a> {
    id: i64,
    /// Number of the row that it belongs to.
    owner: i64,
    record: &'a OfferRecord,
}

pub(super) async fn apply(
    tx: &mut SqliteConnection,
    changes: &ChangeSet,
    revision: i64,
) -> Result<(), StoreError> {
    // In parts, so that the keys of all rows are never in memory at once.
    for part in changes.added.chunks(ADDED_AT_ONCE) {
        add(tx, part, revision).await?;
    }
    change(tx, &changes.changed, revision).await?;
    if !changes.vanished.is_empty() {
        sqlx::query(
            "update price_plan set active = 0 where id in (select value from json_each($1))",
        )
        .bind(rows::list(changes.vanished.iter().copied()))
        .execute(tx)
        .await?;
    }
    Ok(())
}

/// Known plans with another price.
async fn change(
    tx: &mut SqliteConnection,
    changed: &[(i64, OfferRecord)],
    revision: i64,
) -> Result<(), StoreError> {
    if changed.is_empty() {
        return Ok(());
    }
    close(tx, changed.iter().map(|(plan, _)| *plan), revision).await?;
    let priced: Vec<Numbered<'_>> = changed
        .iter()
        .map(|(plan, record)| numbered(0, *plan, record))
        .collect();
    prices(tx, &priced, revision).await?;
    let networks: Vec<(i64, Option<u32>)> = changed
        .iter()
        .map(|(plan, record)| (*plan, record.network_mbps))
        .collect();
    // An editor who has the offer's form open must see that its price moved.
    sqlx::query(
        "update offering set version = version + 1, network_mbps = c.network
         from (select p.offering as id, json_extract(j.value, '$[1]') as network
               from json_each($1) j join price_plan p on p.id = json_extract(j.value, '$[0]')) c
         where offering.id = c.id",
    )
    .bind(serde_json::to_string(&networks)?)
    .execute(tx)
    .await?;
    Ok(())
}

/// Ends the current prices of plans.
async fn close(
    tx: &mut SqliteConnection,
    plans: impl Iterator<Item = i64>,
    revision: i64,
) -> Result<(), StoreError> {
    sqlx::query(
        "update price set until_revision = $1
         where until_revision is null and plan in (select value from json_each($2))",
    )
    .bind(revision)
    .bind(rows::list(plans))
    .execute(tx)
    .await?;
    Ok(())
}

async fn add(
    tx: &mut SqliteConnection,
    added: &[OfferRecord],
    revision: i64,
) -> Result<(), StoreError> {
    if added.is_empty() {
        return Ok(());
    }
    let identities: Vec<Shared> = added
        .iter()
        .map(|record| offering_key(record).0.into())
        .collect();
    let known = known_offerings(tx, &identities).await?;
    let mut next = last_number(tx, "offering").await?;
    let mut new: HashMap<&str, i64> = HashMap::new();
    let (mut made, mut again, mut owners) = (Vec::new(), Vec::new(), Vec::new());
    for (record, identity) in added.iter().zip(&identities) {
        let (id, is_known) = match (known.get(&**identity), new.get(&**identity)) {
            (Some(id), _) => (*id, true),
            (None, Some(id)) => (*id, false),
            (None, None) => {
                next += 1;
                new.insert(identity, next);
                made.push((next, record, identity));
                (next, false)
            }
        };
        if is_known {
            again.push((id, record.network_mbps));
        }
        owners.push((id, is_known));
    }
    drop(new);
    offerings(tx, &made, revision).await?;
    drop(made);
    drop(identities);
    reactivate(tx, &again).await?;
    plans(tx, added, &owners, revision).await
}

/// The number of each identity that has a row.
async fn known_offerings(
    tx: &mut SqliteConnection,
    identities: &[Shared],
) -> Result<HashMap<String, i64>, StoreError> {
    let mut known = HashMap::new();
    for part in identities.chunks(5_000) {
        let found = sqlx::query(
            "select o.identity, o.id from json_each($1) j join offering o on o.identity = j.value",
        )
        .bind(serde_json::to_string(part)?)
        .fetch_all(&mut *tx)
        .await?;
        for row in found {
            known.insert(row.try_get("identity")?, row.try_get("id")?);
        }
    }
    Ok(known)
}

/// The last number that a table gave, also to a row that is gone.
async fn last_number(tx: &mut SqliteConnection, table: &str) -> Result<i64, StoreError> {
    let seq = sqlx::query_scalar("select seq from sqlite_sequence where name = $1")
        .bind(table.to_owned())
        .fetch_optional(tx)
        .await?;
    Ok(seq.unwrap_or(0))
}

async fn offerings(
    tx: &mut SqliteConnection,
    made: &[(i64, &OfferRecord, &Shared)],
    revision: i64,
) -> Result<(), StoreError> {
    let mut words = Texts::default();
    rows::insert(
        tx,
        "insert into offering (id, platform, region, gpu, gpu_count, gpu_fraction, vcpus, ram_gb, disk_gb, disk_type,
           network_mbps, instance_type, exclusivity, identity, since_revision)",
        15,
        "",
        made,
        |query, (id, record, identity)| {
            query
                .bind(*id)
                .bind(record.platform.arc())
                .bind(arc(&record.region))
                .bind(record.gpu.arc())
                .bind(record.gpu_count)
                .bind(record.gpu_fraction)
                .bind(record.vcpus)
                .bind(record.ram_gb)
                .bind(record.disk_gb)
                .bind(arc(&record.disk_type))
                .bind(record.network_mbps)
                .bind(arc(&record.instance_type))
                .bind(record.exclusivity.map(|e| words.of(e.word()).arc()))
                .bind(identity.arc())
                .bind(revision)
        },
    )
    .await
}

/// Offerings that had a row and are rented out again, or under one more plan.
async fn reactivate(
    tx: &mut SqliteConnection,
    again: &[(i64, Option<u32>)],
) -> Result<(), StoreError> {
    if again.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "update offering set active = 1, network_mbps = json_extract(j.value, '$[1]')
         from json_each($1) j where offering.id = json_extract(j.value, '$[0]')",
    )
    .bind(serde_json::to_string(again)?)
    .execute(tx)
    .await?;
    Ok(())
}

fn arc(text: &Option<Shared>) -> Option<Arc<str>> {
    text.as_ref().map(Shared::arc)
}

const fn numbered(id: i64, owner: i64, record: &OfferRecord) -> Numbered<'_> {
    Numbered { id, owner, record }
}

/// Plans of `added`, whose offerings are `owners`, and their prices.
async fn plans(
    tx: &mut SqliteConnection,
    added: &[OfferRecord],
    owners: &[(i64, bool)],
    revision: i64,
) -> Result<(), StoreError> {
    let had_row = owners.iter().filter(|(_, is_known)| *is_known);
    let known = known_plans(tx, &rows::list(had_row.map(|(id, _)| *id))).await?;
    let mut next = last_number(tx, "price_plan").await?;
    let (mut made, mut priced, mut again) = (Vec::new(), Vec::new(), Vec::new());
    for (record, (owner, is_known)) in added.iter().zip(owners) {
        let stored = is_known
            .then(|| known.get(&plan_of(*owner, record)))
            .flatten();
        let id = stored.copied().unwrap_or_else(|| {
            next += 1;
            made.push(numbered(next, *owner, record));
            next
        });
        if stored.is_some() {
            again.push(id);
        }
        priced.push(numbered(0, id, record));
    }
    let mut words = Texts::default();
    rows::insert(
        tx,
        "insert into price_plan (id, offering, price_kind, period_hours, currency, source, since_revision)",
        7,
        "",
        &made,
        |query, plan| {
            let record = plan.record;
            query
                .bind(plan.id)
                .bind(plan.owner)
                .bind(words.of(record.kind.word()).arc())
                .bind(record.period_hours)
                .bind(words.of(record.price_per_hour.currency.code()).arc())
                .bind(record.source.arc())
                .bind(revision)
        },
    )
    .await?;
    if !again.is_empty() {
        sqlx::query(
            "update price_plan set active = 1 where id in (select value from json_each($1))",
        )
        .bind(rows::list(again.iter().copied()))
        .execute(&mut *tx)
        .await?;
        // A plan that had vanished and came back still has its last price open.
        close(tx, again.into_iter(), revision).await?;
    }
    prices(tx, &priced, revision).await
}

type PlanOf = (i64, String, u32, String, String);

fn plan_of(offering: i64, record: &OfferRecord) -> PlanOf {
    (
        offering,
        record.kind.word().to_owned(),
        record.period_hours,
        record.price_per_hour.currency.code().to_owned(),
        record.source.to_string(),
    )
}

async fn known_plans(
    tx: &mut SqliteConnection,
    offerings: &str,
) -> Result<HashMap<PlanOf, i64>, StoreError> {
    let found = sqlx::query(
        "select id, offering, price_kind, period_hours, currency, source from price_plan
         where offering in (select value from json_each($1))",
    )
    .bind(offerings.to_owned())
    .fetch_all(tx)
    .await?;
    let mut known = HashMap::with_capacity(found.len());
    for row in found {
        let key = (
            row.try_get("offering")?,
            row.try_get("price_kind")?,
            row.try_get("period_hours")?,
            row.try_get("currency")?,
            row.try_get("source")?,
        );
        known.insert(key, row.try_get("id")?);
    }
    Ok(known)
}

async fn prices(
    tx: &mut SqliteConnection,
    priced: &[Numbered<'_>],
    revision: i64,
) -> Result<(), StoreError> {
    let (mut words, mut day) = (Texts::default(), String::new());
    rows::insert(
        tx,
        "insert into price (plan, hour_nanos, period_nanos, observed_at, observed_precision, source_url, note,
           since_revision)",
        8,
        "",
        priced,
        |query, price| {
            let record = price.record;
            day.clear();
            let _ = write!(day, "{}", record.observed.date);
            query
                .bind(price.owner)
                .bind(record.price_per_hour.nanos)
                .bind(record.price_per_period.map(|sum| sum.nanos))
                .bind(words.of(&day).arc())
                .bind(words.of(record.observed.precision.word()).arc())
                .bind(record.source_url.arc())
                .bind(record.note.arc())
                .bind(revision)
        },
    )
    .await
}

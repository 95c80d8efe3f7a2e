//! Revisions: the list of them, and what one changed.
mod lines;

use super::StoreError;
use domain::catalog::PriceKind;
use domain::catalog::revision::{Head, Subject};
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};

pub use lines::{Counts, counts, touched};

/// Revisions a page.
pub const PAGE: i64 = 50;

const HEAD: &str = "select r.id, r.made_at, r.author, r.kind, r.summary, r.undoes, r.journalled,
   (select u.id from revision u where u.undoes = r.id) as undone_by from revision r";

/// One revision's line in the list.
pub async fn head(tx: &mut SqliteConnection, revision: i64) -> Result<Option<Head>, StoreError> {
    let row = sqlx::query(sqlx::AssertSqlSafe(format!("{HEAD} where r.id = $1")))
        .bind(revision)
        .fetch_optional(tx)
        .await?;
    row.as_ref().map(read).transpose()
}

/// Page `number` (from 1) of all revisions, newest first, and how many there are.
pub async fn list(pool: &SqlitePool, number: i64) -> Result<(Vec<Head>, i64), StoreError> {
    let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
        "{HEAD} order by r.id desc limit $1 offset $2"
    )))
    .bind(PAGE)
    .bind(number.saturating_sub(1).saturating_mul(PAGE))
    .fetch_all(pool)
    .await?;
    let total = sqlx::query_scalar("select count(*) from revision")
        .fetch_one(pool)
        .await?;
    Ok((rows.iter().map(read).collect::<Result<_, _>>()?, total))
}

/// The newest import that brought something, for the page of imports.
pub async fn last_import(pool: &SqlitePool) -> Result<Option<Head>, StoreError> {
    let row = sqlx::query(sqlx::AssertSqlSafe(format!(
        "{HEAD} where r.kind = 'import' and r.id > 1 order by r.id desc limit 1"
    )))
    .fetch_optional(pool)
    .await?;
    row.as_ref().map(read).transpose()
}

fn read(row: &SqliteRow) -> Result<Head, StoreError> {
    Ok(Head {
        number: row.try_get("id")?,
        made_at: row.try_get("made_at")?,
        author: row.try_get("author")?,
        by_hand: row.try_get::<String, _>("kind")? == "edit",
        summary: row.try_get("summary")?,
        undoes: row.try_get("undoes")?,
        undone_by: row.try_get("undone_by")?,
        journalled: row.try_get::<i64, _>("journalled")? == 1,
    })
}

/// What a row of the store is, for people. `key` is as the journal has it; a price's is its plan, a fact's is platform,
/// offering and fact.
pub async fn subject(
    tx: &mut SqliteConnection,
    table: &str,
    key: &str,
) -> Result<Subject, StoreError> {
    let plain = || Subject::Row {
        table: table.to_owned(),
        key: key.to_owned(),
    };
    let sql = match table {
        "price" | "price_plan" => {
            "select p.id as plan, p.price_kind, p.currency, o.platform, o.gpu, o.gpu_count, o.region, o.instance_type
             from price_plan p join offering o on o.id = p.offering where p.id = cast($1 as integer)"
        }
        "offering" => {
            "select null as plan, null as price_kind, null as currency, platform, gpu, gpu_count, region, instance_type
             from offering where id = cast($1 as integer)"
        }
        "platform_fact" => {
            let mut parts = key.split('\u{1f}').map(str::to_owned);
            let (platform, offering, fact) = (parts.next(), parts.next(), parts.next());
            return Ok(match (platform, fact) {
                (Some(platform), Some(fact)) => Subject::Fact {
                    platform,
                    fact,
                    of_offering: offering.is_some_and(|id| id != "0"),
                },
                _ => plain(),
            });
        }
        _ => return Ok(plain()),
    };
    let row = sqlx::query(sql)
        .bind(key.to_owned())
        .fetch_optional(tx)
        .await?;
    row.as_ref().map_or_else(|| Ok(plain()), offer_subject)
}

/// An offer from a row with the columns of [`subject`].
fn offer_subject(row: &SqliteRow) -> Result<Subject, StoreError> {
    let place = [
        row.try_get::<Option<String>, _>("instance_type")?,
        row.try_get("region")?,
    ];
    Ok(Subject::Offer {
        plan: row.try_get("plan")?,
        platform: row.try_get("platform")?,
        gpu: row.try_get("gpu")?,
        gpu_count: row.try_get("gpu_count")?,
        place: place.into_iter().flatten().collect(),
        kind: row
            .try_get::<Option<String>, _>("price_kind")?
            .and_then(|word| PriceKind::from_word(&word)),
        currency: row.try_get("currency")?,
    })
}

//! Prices that are announced for a later day: written down, taken back, and made current when the day comes.
use super::edits::EditError;
use super::offer_edits::{Audited, audit};
use super::{StoreError, apply};
use chrono::{DateTime, NaiveDate, Utc};
use domain::catalog::draft::OfferRecord;
use domain::catalog::revision::Change;
use domain::catalog::{Observed, Precision, Scheduled};
use domain::units::{Currency, Decimal, Money};
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{Connection, Row};

fn amount(nanos: i64) -> String {
    Decimal::from_nanos(i128::from(nanos)).to_string()
}

/// Writes down that `plan` will cost what `record` says from `day` on; an earlier announcement is replaced.
///
/// The caller holds the state's writing lock until it has read the catalogue anew.
#[allow(clippy::too_many_arguments)] // one value a fact of the announcement
pub async fn announce(
    pool: &SqlitePool,
    plan: i64,
    version: i64,
    record: &OfferRecord,
    day: NaiveDate,
    confirmed: &[Change],
    editor: &str,
    now: DateTime<Utc>,
) -> Result<i64, EditError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    let row = sqlx::query(
        "select o.id, o.version from offering o join price_plan p on p.offering = o.id
         where p.id = $1 and p.active = 1 and o.active = 1",
    )
    .bind(plan)
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(StoreError::Conflict)?;
    let offering: i64 = row.try_get("id")?;
    if row.try_get::<i64, _>("version")? != version {
        return Err(StoreError::Conflict.into());
    }
    let summary = format!("offer {plan}: price from {day}");
    let revision = apply::new_revision(&mut tx, "edit", editor, &summary, now).await?;
    end(&mut tx, plan, revision, "replaced").await?;
    sqlx::query(
        "insert into scheduled_price (plan, hour_nanos, period_nanos, effective_on, source_url, observed_at, note, editor,
           since_revision)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(plan)
    .bind(record.price_per_hour.nanos)
    .bind(record.price_per_period.map(|sum| sum.nanos))
    .bind(day.to_string())
    .bind(&*record.source_url)
    .bind(record.observed.date.to_string())
    .bind(&*record.note)
    .bind(editor)
    .bind(revision)
    .execute(&mut *tx)
    .await?;
    let mut changes = vec![Change {
        field: "scheduled".to_owned(),
        before: None,
        after: Some(format!("{day}: {}", amount(record.price_per_hour.nanos))),
    }];
    changes.extend(confirmed.iter().cloned());
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
    Ok(revision)
}

async fn end(
    tx: &mut SqliteConnection,
    plan: i64,
    revision: i64,
    outcome: &str,
) -> Result<u64, StoreError> {
    let done = sqlx::query(
        "update scheduled_price set until_revision = $2, outcome = $3 where plan = $1 and until_revision is null",
    )
    .bind(plan)
    .bind(revision)
    .bind(outcome)
    .execute(tx)
    .await?;
    Ok(done.rows_affected())
}

/// Takes the announced price of `plan` back. Errors: `Conflict` when there is none any more.
pub async fn take_back(
    pool: &SqlitePool,
    plan: i64,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    let row = sqlx::query(
        "select s.hour_nanos, s.effective_on, p.offering from scheduled_price s join price_plan p on p.id = s.plan
         where s.plan = $1 and s.until_revision is null",
    )
    .bind(plan)
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(StoreError::Conflict)?;
    let (day, nanos): (String, i64) = (row.try_get("effective_on")?, row.try_get("hour_nanos")?);
    let summary = format!("offer {plan}: price from {day} taken back");
    let revision = apply::new_revision(&mut tx, "edit", editor, &summary, now).await?;
    end(&mut tx, plan, revision, "taken_back").await?;
    let change = Change {
        field: "scheduled".to_owned(),
        before: Some(format!("{day}: {}", amount(nanos))),
        after: None,
    };
    let row = Audited {
        revision,
        editor,
        offering: row.try_get("offering")?,
        plan,
        changes: &[change],
        note: "",
    };
    audit(&mut tx, &row, now).await?;
    tx.commit().await?;
    Ok(revision)
}

/// The price that is announced for `plan`, in the plan's currency.
pub async fn pending(
    connection: &mut SqliteConnection,
    plan: i64,
) -> Result<Option<Scheduled>, StoreError> {
    let row = sqlx::query(
        "select s.id, s.hour_nanos, s.period_nanos, s.effective_on, s.source_url, s.observed_at, s.note, s.editor, p.currency
         from scheduled_price s join price_plan p on p.id = s.plan
         where s.plan = $1 and s.until_revision is null",
    )
    .bind(plan)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(scheduled).transpose()
}

fn scheduled(row: &SqliteRow) -> Result<Scheduled, StoreError> {
    let id: i64 = row.try_get("id")?;
    let bad = |what: &str| StoreError::Row {
        table: "scheduled_price",
        id: id.to_string(),
        what: what.to_owned(),
    };
    let day = |column: &str| -> Result<NaiveDate, StoreError> {
        let text: String = row.try_get(column)?;
        text.parse().map_err(|_| bad(column))
    };
    let code: String = row.try_get("currency")?;
    let currency: Currency = code.parse().map_err(|_| bad("currency"))?;
    let period: Option<i64> = row.try_get("period_nanos")?;
    Ok(Scheduled {
        effective_on: day("effective_on")?,
        price_per_hour: Money {
            nanos: row.try_get("hour_nanos")?,
            currency,
        },
        price_per_period: period.map(|nanos| Money { nanos, currency }),
        source_url: row.try_get("source_url")?,
        observed: Observed {
            date: day("observed_at")?,
            precision: Precision::Day,
        },
        note: row.try_get("note")?,
        editor: row.try_get("editor")?,
    })
}

/// Makes every announced price current whose day has come; gives how many.
///
/// Each is a revision of the editor who wrote it down. Its day of observation is the day from which it holds by its
/// source's word, so that prices stay in order; the note says when the announcement was read.
/// The caller holds the state's writing lock until it has read the catalogue anew.
pub async fn apply_due(pool: &SqlitePool, now: DateTime<Utc>) -> Result<usize, StoreError> {
    let mut connection = pool.acquire().await?;
    let today = now.date_naive().to_string();
    let due: Vec<i64> = sqlx::query_scalar(
        "select plan from scheduled_price where until_revision is null and effective_on <= $1 order by effective_on, id",
    )
    .bind(&today)
    .fetch_all(&mut *connection)
    .await?;
    for plan in &due {
        take_over(&mut connection, *plan, now).await?;
    }
    Ok(due.len())
}

async fn take_over(
    connection: &mut SqliteConnection,
    plan: i64,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mut tx = connection.begin_with("begin immediate").await?;
    // Another process may have done it meanwhile.
    let Some(price) = pending(&mut tx, plan).await? else {
        return Ok(());
    };
    let row = sqlx::query(
        "select o.id, (o.active = 1 and p.active = 1) as listed,
           (select hour_nanos from price where plan = p.id and until_revision is null) as before
         from price_plan p join offering o on o.id = p.offering where p.id = $1",
    )
    .bind(plan)
    .fetch_one(&mut *tx)
    .await?;
    let offering: i64 = row.try_get("id")?;
    let day = price.effective_on;
    let summary = format!("offer {plan}: the price announced for {day} takes effect");
    let revision = apply::new_revision(&mut tx, "edit", &price.editor, &summary, now).await?;
    if !row.try_get::<bool, _>("listed")? {
        end(&mut tx, plan, revision, "offer_gone").await?;
        tx.commit().await?;
        return Ok(());
    }
    end(&mut tx, plan, revision, "applied").await?;
    apply::close_price(&mut tx, plan, revision).await?;
    let announced = format!("announced {}", price.observed.text());
    let note = [announced.as_str(), price.note.as_str()];
    let note: Vec<&str> = note.into_iter().filter(|text| !text.is_empty()).collect();
    sqlx::query(
        "insert into price (plan, hour_nanos, period_nanos, observed_at, observed_precision, source_url, note, since_revision)
         values ($1, $2, $3, $4, 'day', $5, $6, $7)",
    )
    .bind(plan)
    .bind(price.price_per_hour.nanos)
    .bind(price.price_per_period.map(|sum| sum.nanos))
    .bind(day.to_string())
    .bind(&price.source_url)
    .bind(note.join("; "))
    .bind(revision)
    .execute(&mut *tx)
    .await?;
    sqlx::query("update offering set version = version + 1 where id = $1")
        .bind(offering)
        .execute(&mut *tx)
        .await?;
    let before: Option<i64> = row.try_get("before")?;
    let change = Change {
        field: "price".to_owned(),
        before: before.map(amount),
        after: Some(amount(price.price_per_hour.nanos)),
    };
    let row = Audited {
        revision,
        editor: &price.editor,
        offering,
        plan,
        changes: &[change],
        note: &price.note,
    };
    audit(&mut tx, &row, now).await?;
    tx.commit().await?;
    Ok(())
}

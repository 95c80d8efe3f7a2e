//! What one revision changed: offers' prices first, then facts, then everything that was overwritten or added elsewhere.
mod proofs;

use super::{StoreError, offer_subject, subject};
use crate::store::undo::tables::TABLES;
use domain::catalog::revision::{Change, Subject, Touched};
use domain::units::Decimal;
use proofs::PROOFS;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

/// How many things of each kind a revision touched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Price plans: prices, and whether they are offered.
    pub plans: i64,
    /// Facts of platforms and offerings.
    pub facts: i64,
    /// Other rows: properties of offerings, cards, platforms, disks, rates, models.
    pub rows: i64,
    /// Figures of cards and models whose source was written down or taken back.
    pub proofs: i64,
    /// Dated prices and exchange rates that were added.
    pub dated: i64,
}

impl Counts {
    /// Things that have a line.
    pub const fn lines(&self) -> i64 {
        self.plans + self.facts + self.rows + self.proofs
    }
}

/// The plans that a revision touched.
const PLANS: &str = "select plan from price where since_revision = $1 or until_revision = $1
   union select id from price_plan where since_revision = $1
   union select plan from scheduled_price where since_revision = $1 or until_revision = $1
   union select cast(row as integer) from journal where revision = $1 and tbl = 'price_plan'";

const FACTS: &str =
    "select distinct platform, coalesce(offering, 0) as offering, fact from platform_fact
   where since_revision = $1 or until_revision = $1";

const ROWS: &str = "select tbl, row, min(id) as first, max(id) as last from journal
   where revision = $1 and tbl <> 'price_plan' group by tbl, row";

/// Counts what `revision` touched.
pub async fn counts(tx: &mut SqliteConnection, revision: i64) -> Result<Counts, StoreError> {
    let sql = format!(
        "select (select count(*) from ({PLANS})) as plans, (select count(*) from ({FACTS})) as facts,
           (select count(*) from ({ROWS})) as rows, (select count(*) from ({PROOFS})) as proofs,
           (select count(*) from price_history where since_revision = $1)
             + (select count(*) from fx_rate where since_revision = $1) as dated"
    );
    let row = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(revision)
        .fetch_one(tx)
        .await?;
    Ok(Counts {
        plans: row.try_get("plans")?,
        facts: row.try_get("facts")?,
        rows: row.try_get("rows")?,
        proofs: row.try_get("proofs")?,
        dated: row.try_get("dated")?,
    })
}

/// At most `limit` of what `revision` touched, from the place `from` on.
pub async fn touched(
    tx: &mut SqliteConnection,
    revision: i64,
    counts: &Counts,
    from: i64,
    limit: i64,
) -> Result<Vec<Touched>, StoreError> {
    let mut all = Vec::new();
    let left = |all: &Vec<Touched>| limit - i64::try_from(all.len()).unwrap_or(limit);
    if from < counts.plans {
        all.extend(plans(tx, revision, from, limit).await?);
    }
    let from = (from - counts.plans).max(0);
    if left(&all) > 0 && from < counts.facts {
        let more = left(&all);
        all.extend(facts(tx, revision, from, more).await?);
    }
    let from = (from - counts.facts).max(0);
    if left(&all) > 0 && from < counts.rows {
        let more = left(&all);
        all.extend(rows(tx, revision, from, more).await?);
    }
    let from = (from - counts.rows).max(0);
    if left(&all) > 0 && from < counts.proofs {
        let more = left(&all);
        all.extend(proofs::proofs(tx, revision, from, more).await?);
    }
    Ok(all)
}

async fn plans(
    tx: &mut SqliteConnection,
    revision: i64,
    from: i64,
    limit: i64,
) -> Result<Vec<Touched>, StoreError> {
    let side = |name: &str, when: &str| {
        format!(
            "left join (select id, plan, hour_nanos, period_nanos, observed_at, source_url, note from price where {when})
               {name} on {name}.plan = t.plan"
        )
    };
    // "2026-12-24: 1.5", the day and the price of one hour.
    let announced = |when: &str| {
        format!(
            "(select effective_on || ':' || hour_nanos from scheduled_price where plan = t.plan and {when}
               order by id desc limit 1)"
        )
    };
    let sql = format!(
        "with t as (select plan from ({PLANS}) order by plan limit $2 offset $3),
           j as (select cast(row as integer) as plan, min(id) as first, max(id) as last from journal
             where revision = $1 and tbl = 'price_plan' group by row)
         select t.plan, p.price_kind, p.currency, p.active, p.since_revision, o.platform, o.gpu, o.gpu_count, o.region,
           o.instance_type, b.id as had, a.id as has,
           b.hour_nanos as b_hour, a.hour_nanos as a_hour, b.period_nanos as b_period, a.period_nanos as a_period,
           b.observed_at as b_day, a.observed_at as a_day, b.source_url as b_url, a.source_url as a_url,
           b.note as b_note, a.note as a_note,
           (select json_extract(before, '$.active') from journal where id = j.first) as b_active,
           (select json_extract(after, '$.active') from journal where id = j.last) as a_active,
           {} as b_announced, {} as a_announced
         from t join price_plan p on p.id = t.plan join offering o on o.id = p.offering
         left join j on j.plan = t.plan {} {} order by t.plan",
        announced("until_revision = $1 and since_revision < $1"),
        announced("since_revision = $1 and until_revision is not $1"),
        side("b", "until_revision = $1 and since_revision < $1"),
        side("a", "since_revision = $1 and until_revision is not $1"),
    );
    let found = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(revision)
        .bind(limit)
        .bind(from)
        .fetch_all(tx)
        .await?;
    found.iter().map(|row| plan(row, revision)).collect()
}

fn plan(row: &SqliteRow, revision: i64) -> Result<Touched, StoreError> {
    let amount = |column: &str| -> Result<Option<String>, sqlx::Error> {
        let nanos: Option<i64> = row.try_get(column)?;
        Ok(nanos.map(|nanos| Decimal::from_nanos(i128::from(nanos)).to_string()))
    };
    let text = |column: &str| -> Result<Option<String>, sqlx::Error> {
        let text: Option<String> = row.try_get(column)?;
        Ok(text.filter(|text| !text.is_empty()))
    };
    let mut changes = Vec::new();
    let mut keep = |field: &str, before: Option<String>, after: Option<String>| {
        if before != after {
            changes.push(Change {
                field: field.to_owned(),
                before,
                after,
            });
        }
    };
    keep("price", amount("b_hour")?, amount("a_hour")?);
    keep("price_per_period", amount("b_period")?, amount("a_period")?);
    keep(
        "scheduled",
        announced(text("b_announced")?),
        announced(text("a_announced")?),
    );
    keep("source_date", text("b_day")?, text("a_day")?);
    keep("source_url", text("b_url")?, text("a_url")?);
    keep("note", text("b_note")?, text("a_note")?);
    let is_new = row.try_get::<Option<i64>, _>("since_revision")? == Some(revision);
    if !is_new {
        let word =
            |active: Option<i64>| active.map(|on| if on == 1 { "yes" } else { "no" }.to_owned());
        keep(
            "active",
            word(row.try_get("b_active")?),
            word(row.try_get("a_active")?),
        );
    }
    Ok(Touched {
        subject: offer_subject(row)?,
        is_new,
        changes,
    })
}

/// A price to come as the history of its offer writes it.
fn announced(stored: Option<String>) -> Option<String> {
    let stored = stored?;
    let (day, nanos) = stored.split_once(':')?;
    let nanos: i64 = nanos.parse().ok()?;
    let amount = Decimal::from_nanos(i128::from(nanos));
    Some(format!("{day}: {amount}"))
}

async fn facts(
    tx: &mut SqliteConnection,
    revision: i64,
    from: i64,
    limit: i64,
) -> Result<Vec<Touched>, StoreError> {
    let sql = format!(
        "with t as ({FACTS} order by platform, fact, offering limit $2 offset $3)
         select t.platform, t.offering, t.fact, a.id as has, b.id as had, a.value as after, b.value as before
         from t
         left join platform_fact b on b.platform = t.platform and coalesce(b.offering, 0) = t.offering and b.fact = t.fact
           and b.until_revision = $1 and b.since_revision < $1
         left join platform_fact a on a.platform = t.platform and coalesce(a.offering, 0) = t.offering and a.fact = t.fact
           and a.since_revision = $1 and a.until_revision is not $1
         order by t.platform, t.fact, t.offering"
    );
    let found = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(revision)
        .bind(limit)
        .bind(from)
        .fetch_all(tx)
        .await?;
    let fact = |row: &SqliteRow| -> Result<Touched, StoreError> {
        let fact: String = row.try_get("fact")?;
        Ok(Touched {
            is_new: row.try_get::<Option<i64>, _>("had")?.is_none(),
            changes: vec![Change {
                field: fact.clone(),
                before: row.try_get("before")?,
                after: row.try_get("after")?,
            }],
            subject: Subject::Fact {
                platform: row.try_get("platform")?,
                of_offering: row.try_get::<i64, _>("offering")? != 0,
                fact,
            },
        })
    };
    found.iter().map(fact).collect()
}

async fn rows(
    tx: &mut SqliteConnection,
    revision: i64,
    from: i64,
    limit: i64,
) -> Result<Vec<Touched>, StoreError> {
    let sql = format!(
        "select t.tbl, t.row, f.before, l.after from ({ROWS} order by tbl, first limit $2 offset $3) t
         join journal f on f.id = t.first join journal l on l.id = t.last order by t.tbl, t.first"
    );
    let found = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(revision)
        .bind(limit)
        .bind(from)
        .fetch_all(&mut *tx)
        .await?;
    let mut all = Vec::new();
    for row in &found {
        let (table, key): (String, String) = (row.try_get("tbl")?, row.try_get("row")?);
        let before: Option<String> = row.try_get("before")?;
        all.push(Touched {
            subject: subject(tx, &table, &key).await?,
            is_new: before.is_none(),
            changes: differences(&table, before.as_deref(), row.try_get("after")?)?,
        });
    }
    Ok(all)
}

/// The columns in which two states of a row differ, in the table's order.
fn differences(table: &str, before: Option<&str>, after: &str) -> Result<Vec<Change>, StoreError> {
    type Object = serde_json::Map<String, serde_json::Value>;
    let before: Option<Object> = before.map(serde_json::from_str).transpose()?;
    let after: Object = serde_json::from_str(after)?;
    let text = |value: Option<&serde_json::Value>| match value {
        None | Some(serde_json::Value::Null) => None,
        Some(serde_json::Value::String(text)) => Some(text.clone()).filter(|t| !t.is_empty()),
        Some(other) => Some(other.to_string()),
    };
    let known = TABLES.iter().find(|known| known.name == table);
    let columns = known.map_or(&[][..], |known| known.columns);
    let changes = columns
        .iter()
        .filter(|column| **column != "identity")
        .map(|column| Change {
            field: (*column).to_owned(),
            before: text(before.as_ref().and_then(|row| row.get(*column))),
            after: text(after.get(*column)),
        });
    Ok(changes
        .filter(|change| change.before != change.after)
        .collect())
}

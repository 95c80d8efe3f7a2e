//! What stood before a revision, put in force again.
use super::tables::{Life, TABLES, Table};
use crate::store::StoreError;
use chrono::{DateTime, Utc};
use domain::catalog::revision::Change;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Row};

/// Brings everything back that `old` changed, under the revision `new`.
pub(super) async fn all(
    tx: &mut SqliteConnection,
    old: i64,
    new: i64,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    touch_offerings(tx, old).await?;
    for table in &TABLES {
        overwritten(tx, table, old).await?;
        match table.life {
            Life::Ends => end_added(tx, table, old, new).await?,
            Life::Followed => followed(tx, table, old, new).await?,
            Life::Active => {}
        }
    }
    run(
        tx,
        "update price_plan set active = 0 where since_revision = $1 and active = 1",
        &[old],
    )
    .await?;
    // An offering that another revision has given a further plan stays.
    run(
        tx,
        "update offering set active = 0 where since_revision = $1 and active = 1
           and not exists (select 1 from price_plan p where p.offering = offering.id and p.active = 1)",
        &[old],
    )
    .await?;
    sources(tx, old, new).await?;
    audit(tx, old, new, editor, now).await
}

async fn run(
    tx: &mut SqliteConnection,
    sql: &'static str,
    numbers: &[i64],
) -> Result<(), StoreError> {
    let mut query = sqlx::query(sql);
    for number in numbers {
        query = query.bind(*number);
    }
    query.execute(tx).await?;
    Ok(())
}

/// An editor who has a form open must see that its offer moved.
async fn touch_offerings(tx: &mut SqliteConnection, old: i64) -> Result<(), StoreError> {
    run(
        tx,
        "update offering set version = version + 1 where id in (
           select p.offering from price c join price_plan p on p.id = c.plan
             where c.since_revision = $1 or c.until_revision = $1
           union select p.offering from scheduled_price s join price_plan p on p.id = s.plan
             where s.since_revision = $1 or s.until_revision = $1
           union select offering from platform_fact
             where offering is not null and (since_revision = $1 or until_revision = $1)
           union select id from offering where since_revision = $1
           union select offering from price_plan where since_revision = $1
           union select cast(row as integer) from journal where revision = $1 and tbl = 'offering'
           union select p.offering from journal j join price_plan p on p.id = cast(j.row as integer)
             where j.revision = $1 and j.tbl = 'price_plan')",
        &[old],
    )
    .await
}

/// The state that each row had before `old` first wrote to it.
async fn overwritten(tx: &mut SqliteConnection, table: &Table, old: i64) -> Result<(), StoreError> {
    let Table { name, key, .. } = table;
    let sets: Vec<String> = table
        .columns
        .iter()
        .filter(|column| *column != key)
        .map(|column| format!("{column} = json_extract(f.before, '$.{column}')"))
        .collect();
    let is_older = if table.life == Life::Active {
        format!("and {name}.since_revision is not $1")
    } else {
        String::new()
    };
    let sql = format!(
        "update {name} set {} from (select row, before, min(id) from journal where revision = $1 and tbl = '{name}'
           group by row) f
         where {name}.{key} = {} and f.before is not null {is_older}",
        sets.join(", "),
        table.key_of("f.row"),
    );
    sqlx::query(AssertSqlSafe(sql))
        .bind(old)
        .execute(tx)
        .await?;
    Ok(())
}

/// Rows that `old` added get an end.
async fn end_added(
    tx: &mut SqliteConnection,
    table: &Table,
    old: i64,
    new: i64,
) -> Result<(), StoreError> {
    let Table { name, key, .. } = table;
    let added = if table.has_since {
        "since_revision = $1".to_owned()
    } else {
        format!(
            "{key} in (select {} from journal where revision = $1 and tbl = '{name}' and before is null)",
            table.key_of("row")
        )
    };
    let sql =
        format!("update {name} set until_revision = $2 where until_revision is null and {added}");
    sqlx::query(AssertSqlSafe(sql))
        .bind(old)
        .bind(new)
        .execute(tx)
        .await?;
    Ok(())
}

/// What `old` put in force ends; what it ended is in force again, as a new row.
async fn followed(
    tx: &mut SqliteConnection,
    table: &Table,
    old: i64,
    new: i64,
) -> Result<(), StoreError> {
    let name = table.name;
    let end = format!(
        "update {name} set until_revision = $2{} where until_revision is null and id in (
           select c.id from {name} a join {name} c on {} and c.until_revision is null where a.since_revision = $1)",
        table.end_says(),
        table.same_place("c", "a")
    );
    sqlx::query(AssertSqlSafe(end))
        .bind(old)
        .bind(new)
        .execute(&mut *tx)
        .await?;
    let kept: Vec<&str> = table
        .columns
        .iter()
        .copied()
        .filter(|column| *column != "since_revision")
        .collect();
    let kept = kept.join(", ");
    let copy = format!(
        "insert into {name} ({kept}, since_revision) select {kept}, $2 from {name}
         where until_revision = $1 and since_revision < $1 {}",
        table.comes_back()
    );
    sqlx::query(AssertSqlSafe(copy))
        .bind(old)
        .bind(new)
        .execute(tx)
        .await?;
    Ok(())
}

/// The facts that are in force again keep their addresses.
async fn sources(tx: &mut SqliteConnection, old: i64, new: i64) -> Result<(), StoreError> {
    run(
        tx,
        "insert into fact_source (fact, url, exact)
         select n.id, s.url, s.exact from platform_fact n
         join platform_fact b on b.platform = n.platform and coalesce(b.offering, 0) = coalesce(n.offering, 0)
           and b.fact = n.fact and b.until_revision = $1 and b.since_revision < $1
         join fact_source s on s.fact = b.id where n.since_revision = $2",
        &[old, new],
    )
    .await
}

/// Each edit of `old` the other way round, for the history beside an offer's form.
async fn audit(
    tx: &mut SqliteConnection,
    old: i64,
    new: i64,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let rows = sqlx::query("select offering, plan, changes from audit where revision = $1")
        .bind(old)
        .fetch_all(&mut *tx)
        .await?;
    for row in rows {
        let changes: Vec<Change> = serde_json::from_str(row.try_get("changes")?)?;
        let back: Vec<Change> = changes
            .into_iter()
            .map(|change| Change {
                field: change.field,
                before: change.after,
                after: change.before,
            })
            .collect();
        sqlx::query(
            "insert into audit (revision, editor, offering, plan, changes, note, made_at)
             values ($1, $2, $3, $4, $5, '', $6)",
        )
        .bind(new)
        .bind(editor)
        .bind(row.try_get::<Option<i64>, _>("offering")?)
        .bind(row.try_get::<Option<i64>, _>("plan")?)
        .bind(serde_json::to_string(&back)?)
        .bind(now.to_rfc3339())
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

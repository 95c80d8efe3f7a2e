//! What later revisions changed again, and which of them has to be taken back first.
use super::tables::{Life, TABLES, Table};
use crate::store::{StoreError, revisions};
use domain::catalog::revision::{Blocker, Subject};
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Row};
use std::collections::{BTreeMap, HashMap};

/// Rows that are looked at by name; any number may be in the way.
const LOOKED_AT: i64 = 40;
/// Rows that are named of one revision.
const NAMED: usize = 8;

/// Later revisions in the way of taking `old` back, the newest first.
pub(super) async fn find(tx: &mut SqliteConnection, old: i64) -> Result<Vec<Blocker>, StoreError> {
    let mut rows = Vec::new();
    for table in TABLES.iter().rev() {
        rows.extend(changed_again(tx, table, old).await?);
    }
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let undone = Chains::read(tx, old).await?;
    let mut by: BTreeMap<i64, Vec<Subject>> = BTreeMap::new();
    for (table, key) in rows {
        let later = later(tx, table, &key, old).await?;
        let first = undone.first(&later).unwrap_or(old);
        let subjects = by.entry(first).or_default();
        if subjects.len() < NAMED {
            subjects.push(revisions::subject(tx, table.name, &key).await?);
        }
    }
    let mut blockers = Vec::new();
    for (revision, mut subjects) in by.into_iter().rev() {
        subjects.dedup();
        if let Some(by) = revisions::head(tx, revision).await? {
            blockers.push(Blocker { by, subjects });
        }
    }
    Ok(blockers)
}

type Key = (&'static Table, String);

/// Rows of one table that are not as `old` left them.
async fn changed_again(
    tx: &mut SqliteConnection,
    table: &'static Table,
    old: i64,
) -> Result<Vec<Key>, StoreError> {
    let mut found = match table.life {
        Life::Followed => keys(tx, &followed_again(table), old).await?,
        _ => keys(tx, &overwritten_again(table), old).await?,
    };
    if table.life == Life::Active {
        found.extend(keys(tx, &added_and_changed(table), old).await?);
    }
    if table.name == "offering" {
        found.extend(keys(tx, HIDDEN_PLAN, old).await?);
        found.extend(keys(tx, TAKEN_IDENTITY, old).await?);
    }
    Ok(found.into_iter().map(|key| (table, key)).collect())
}

/// An offering would become inactive though a later revision rents it out under a further plan.
const HIDDEN_PLAN: &str = "select distinct j.row as key from journal j
   join price_plan p on p.offering = cast(j.row as integer) and p.active = 1 and p.since_revision > $1
   where j.revision = $1 and j.tbl = 'offering' and json_extract(j.before, '$.active') = 0
     and json_extract(j.after, '$.active') = 1 limit $2";

/// An offering would get properties that another one has by now.
const TAKEN_IDENTITY: &str = "select distinct cast(o.id as text) as key from journal j
   join offering o on o.identity = json_extract(j.before, '$.identity') and o.id <> cast(j.row as integer)
   where j.revision = $1 and j.tbl = 'offering' limit $2";

async fn keys(tx: &mut SqliteConnection, sql: &str, old: i64) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query(AssertSqlSafe(sql.to_owned()))
        .bind(old)
        .bind(LOOKED_AT)
        .fetch_all(tx)
        .await?;
    rows.iter().map(|row| Ok(row.try_get("key")?)).collect()
}

fn overwritten_again(table: &Table) -> String {
    let Table { name, key, .. } = table;
    let is_older = if table.life == Life::Active {
        "and t.since_revision is not $1"
    } else {
        ""
    };
    format!(
        "select l.row as key from
           (select row, after, max(id) from journal where revision = $1 and tbl = '{name}' group by row) l
         join {name} t on t.{key} = {} where {} is not l.after {is_older} limit $2",
        table.key_of("l.row"),
        table.json("t"),
    )
}

/// Rows that `old` added: a later revision wrote to them, and they are not as they were.
fn added_and_changed(table: &Table) -> String {
    let name = table.name;
    format!(
        "select l.row as key from
           (select row, before, min(id) from journal where revision > $1 and tbl = '{name}' group by row) l
         join {name} t on t.id = cast(l.row as integer) and t.since_revision = $1
         where {} is not l.before limit $2",
        table.json("t"),
    )
}

fn followed_again(table: &Table) -> String {
    let name = table.name;
    let said = table.said();
    let (place, all) = (table.place().join(", "), said.join(", "));
    let differs: Vec<String> = said.iter().map(|c| format!("a.{c} is not c.{c}")).collect();
    // An announced price whose day came is no more in the way than one that was never announced, once what it led to
    // was taken back.
    let is_over = match name {
        "scheduled_price" => {
            "and not (c.id is null and a.outcome = 'applied'
               and exists (select 1 from revision u where u.undoes = a.until_revision))"
        }
        _ => "",
    };
    let outcome = if is_over.is_empty() {
        ""
    } else {
        ", outcome, until_revision"
    };
    format!(
        "select {} as key from
           (select distinct {place} from {name} where since_revision = $1 or until_revision = $1) t
         left join (select id, {place}, {all}{outcome} from {name}
           where since_revision = $1 and until_revision is not $1) a on {}
         left join {name} c on {} and c.until_revision is null
         where ((a.id is null) <> (c.id is null) or {}) {is_over} limit $2",
        table.place_key("t"),
        table.same_place("a", "t"),
        table.same_place("c", "t"),
        differs.join(" or "),
    )
}

/// Revisions after `old` that wrote to a row.
async fn later(
    tx: &mut SqliteConnection,
    table: &Table,
    key: &str,
    old: i64,
) -> Result<Vec<i64>, StoreError> {
    let followed = |name: &str| {
        let key = table.place_key(name);
        format!(
            "select since_revision from {name} where {key} = $2 and since_revision > $1
             union select until_revision from {name} where {key} = $2 and until_revision > $1"
        )
    };
    let sql = match table.name {
        name if table.life == Life::Followed && name != "price" => followed(name),
        "price" => {
            "select since_revision from price where plan = cast($2 as integer) and since_revision > $1
             union select until_revision from price where plan = cast($2 as integer) and until_revision > $1
             union select revision from journal where tbl = 'price_plan' and row = $2 and revision > $1"
                .to_owned()
        }
        "offering" => {
            "select revision from journal where tbl = 'offering' and row = $2 and revision > $1
             union select since_revision from price_plan where offering = cast($2 as integer) and since_revision > $1
             union select since_revision from offering where id = cast($2 as integer) and since_revision > $1"
                .to_owned()
        }
        _ => "select revision from journal where tbl = $3 and row = $2 and revision > $1".to_owned(),
    };
    let found = sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(old)
        .bind(key.to_owned())
        .bind(table.name)
        .fetch_all(tx)
        .await?;
    Ok(found)
}

/// Which revisions take which back.
struct Chains {
    undoes: HashMap<i64, i64>,
    undone_by: HashMap<i64, i64>,
    old: i64,
}

impl Chains {
    async fn read(tx: &mut SqliteConnection, old: i64) -> Result<Self, StoreError> {
        let rows =
            sqlx::query("select id, undoes from revision where undoes is not null and id > $1")
                .bind(old)
                .fetch_all(tx)
                .await?;
        let mut chains = Self {
            undoes: HashMap::new(),
            undone_by: HashMap::new(),
            old,
        };
        for row in rows {
            let (id, undone): (i64, i64) = (row.try_get("id")?, row.try_get("undoes")?);
            chains.undoes.insert(id, undone);
            chains.undone_by.insert(undone, id);
        }
        Ok(chains)
    }

    /// The newest of `later` that still has an effect: not taken back, and not itself the end of an even chain of
    /// takings-back that began after the revision in question.
    fn first(&self, later: &[i64]) -> Option<i64> {
        let effective = later.iter().copied().filter(|revision| {
            if self.undone_by.contains_key(revision) {
                return false;
            }
            let (mut at, mut length) = (*revision, 1);
            while let Some(before) = self.undoes.get(&at).filter(|before| **before > self.old) {
                at = *before;
                length += 1;
            }
            length % 2 == 1
        });
        effective.max().or_else(|| later.iter().copied().max())
    }
}

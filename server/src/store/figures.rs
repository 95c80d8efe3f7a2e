//! Where single figures of cards and models were read: rows that follow each other.
use super::StoreError;
use chrono::NaiveDate;
use domain::catalog::proof::Proof;
use domain::catalog::{Observed, Precision};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Row};
use std::collections::HashMap;

/// A table of such rows, and its column that names what they are about.
#[derive(Clone, Copy)]
pub struct Kept {
    table: &'static str,
    of: &'static str,
}

/// Figures of cards.
pub const OF_CARDS: Kept = Kept {
    table: "card_figure",
    of: "gpu",
};

/// Figures of models.
pub const OF_MODELS: Kept = Kept {
    table: "model_figure",
    of: "model",
};

/// Where the figures of `name` were read, the present ones.
pub async fn proofs(
    connection: &mut SqliteConnection,
    kept: Kept,
    name: &str,
) -> Result<Vec<Proof>, StoreError> {
    let Kept { table, of } = kept;
    let sql = format!(
        "select id, figure, value, source_url, observed_at, observed_precision from {table}
         where {of} = $1 and until_revision is null order by id"
    );
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(name)
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| proof(row, table)).collect()
}

/// The same of everything in the table, by the name of what they are about.
pub async fn all(
    connection: &mut SqliteConnection,
    kept: Kept,
) -> Result<HashMap<String, Vec<Proof>>, StoreError> {
    let Kept { table, of } = kept;
    let sql = format!(
        "select id, {of} as owner, figure, value, source_url, observed_at, observed_precision from {table}
         where until_revision is null order by id"
    );
    let rows = sqlx::query(AssertSqlSafe(sql))
        .fetch_all(connection)
        .await?;
    let mut all: HashMap<String, Vec<Proof>> = HashMap::new();
    for row in &rows {
        let owner: String = row.try_get("owner")?;
        all.entry(owner).or_default().push(proof(row, table)?);
    }
    Ok(all)
}

fn proof(row: &SqliteRow, table: &'static str) -> Result<Proof, StoreError> {
    let id: i64 = row.try_get("id")?;
    let bad = |what: &str| StoreError::Row {
        table,
        id: id.to_string(),
        what: what.to_owned(),
    };
    let text = |column: &str| row.try_get::<String, _>(column);
    let date: NaiveDate = text("observed_at")?
        .parse()
        .map_err(|_| bad("observed_at"))?;
    let precision = Precision::from_word(&text("observed_precision")?)
        .ok_or_else(|| bad("observed_precision"))?;
    Ok(Proof {
        figure: text("figure")?,
        value: text("value")?,
        source_url: text("source_url")?,
        observed: Observed { date, precision },
    })
}

/// Makes `proofs` the present ones of their figures; earlier ones end.
pub async fn write(
    tx: &mut SqliteConnection,
    kept: Kept,
    name: &str,
    proofs: &[Proof],
    revision: i64,
) -> Result<(), StoreError> {
    let Kept { table, of } = kept;
    for proof in proofs {
        let end = format!(
            "update {table} set until_revision = $3 where {of} = $1 and figure = $2 and until_revision is null"
        );
        sqlx::query(AssertSqlSafe(end))
            .bind(name)
            .bind(&proof.figure)
            .bind(revision)
            .execute(&mut *tx)
            .await?;
        let add = format!(
            "insert into {table} ({of}, figure, value, source_url, observed_at, observed_precision, since_revision)
             values ($1, $2, $3, $4, $5, $6, $7)"
        );
        sqlx::query(AssertSqlSafe(add))
            .bind(name)
            .bind(&proof.figure)
            .bind(&proof.value)
            .bind(&proof.source_url)
            .bind(proof.observed.date.to_string())
            .bind(proof.observed.precision.word())
            .bind(revision)
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

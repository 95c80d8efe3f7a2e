//! SQLite, the store of record. Functions take a connection or transaction; one a question.
pub mod apply;
pub mod audit;
pub mod backup;
pub mod card_edits;
pub mod card_history;
pub mod catalog;
pub mod deeds;
pub mod disks;
pub mod editors;
pub mod edits;
pub mod export;
pub mod figures;
pub mod held;
pub mod history;
pub mod invites;
pub mod machine_checks;
pub mod model_edits;
pub mod offer_edits;
pub mod offer_privacy;
pub mod people;
pub mod platform_edits;
pub mod proposals;
pub mod rates;
mod reference;
pub mod revisions;
pub mod schedule;
pub mod second_factor;
pub mod sessions;
pub mod shares;
pub mod sources;
pub mod spot;
pub mod undo;

use domain::catalog::revision::Change;
use sqlx::Connection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use std::str::FromStr;
use std::time::Duration;

/// What can go wrong between the store and its callers.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database answered: {0}")]
    Sql(#[from] sqlx::Error),
    #[error("the database could not be brought up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// A row that makes no valid value of the domain.
    #[error("table {table}, row {id}: {what}")]
    Row {
        table: &'static str,
        id: String,
        what: String,
    },
    /// Somebody else changed it first.
    #[error("changed by somebody else in the meantime")]
    Conflict,
    #[error("a document could not be read or written: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the plan's answer is larger than 64 KiB")]
    TooLarge,
    #[error("an export could not be written: {0}")]
    Written(String),
}

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations/sqlite");

/// Opens the database, creating and migrating it. An acknowledged commit is on disk: WAL with `synchronous=FULL`.
pub async fn open(url: &str) -> Result<SqlitePool, StoreError> {
    let options = SqliteConnectOptions::from_str(url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10));
    // Alone first: two connections that turn a new file's log on at the same time would not wait for each other.
    let mut first = SqliteConnection::connect_with(&options).await?;
    MIGRATIONS.run(&mut first).await?;
    first.close().await?;
    let pool = SqlitePoolOptions::new()
        .max_connections(4)
        // One stays open for good: its lock is how `zuka restore` sees that the database is in use.
        .min_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(options)
        .await?;
    Ok(pool)
}

/// Stands for all values of a form: two forms with the same mark showed the same.
///
/// The values themselves and no number, so that an import, another process and an undone edit are noticed alike.
fn fingerprint_of(values: &str) -> String {
    blake3::hash(values.as_bytes()).to_hex()[..24].to_owned()
}

/// The fields of an edit, for the line in the list of revisions.
fn named(changes: &[Change]) -> String {
    let fields: Vec<&str> = changes.iter().map(|c| c.field.as_str()).collect();
    fields.join(", ").chars().take(200).collect()
}

/// Whether the store answers.
pub async fn ping(pool: &SqlitePool) -> Result<(), StoreError> {
    sqlx::query("select 1").execute(pool).await?;
    Ok(())
}

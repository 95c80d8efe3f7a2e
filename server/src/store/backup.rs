//! Copies of the whole database: made while it is used, looked at before one takes another's place.
use super::{MIGRATIONS, StoreError, catalog};
use domain::catalog::FreshnessLimits;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Row};
use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// How long another process may keep a lock before the database counts as in use.
const PATIENCE: Duration = Duration::from_secs(2);

/// First bytes of every SQLite file.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Why a file cannot take the database's place.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    #[error("the file cannot be read: {0}")]
    Unread(#[from] std::io::Error),
    #[error("it is no SQLite database")]
    NotSqlite,
    #[error("it is damaged: {0}")]
    Damaged(String),
    #[error("{0} rows name something that does not exist, the first in table `{1}`")]
    Dangling(usize, String),
    #[error("it is no database of Zuka: it has no list of migrations")]
    NotOurs,
    #[error("migration {0} is not known to this version of Zuka; a newer one made the file")]
    Newer(i64),
    #[error("migration {0} is not the one that this version of Zuka has")]
    OtherMigration(i64),
    #[error("migration {0} was not finished")]
    Unfinished(i64),
    #[error("its catalogue cannot be read: {0}")]
    Catalogue(#[from] StoreError),
}

impl From<sqlx::Error> for CheckError {
    fn from(error: sqlx::Error) -> Self {
        match error.as_database_error() {
            // SQLITE_CORRUPT and SQLITE_NOTADB, met on the way.
            Some(cause) if matches!(primary(cause), Some(11 | 26)) => {
                Self::Damaged(cause.message().to_owned())
            }
            _ => Self::Catalogue(error.into()),
        }
    }
}

/// What was found in a sound file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Its newest revision.
    pub revision: i64,
    /// Offers in its catalogue.
    pub offers: usize,
}

/// SQLite's primary result code.
fn primary(error: &dyn sqlx::error::DatabaseError) -> Option<i64> {
    let code = error.code()?.parse::<i64>().ok()?;
    Some(code % 256)
}

/// The file behind a database's address; `None` where there is none.
pub fn file_of(url: &str) -> Result<Option<PathBuf>, StoreError> {
    let options = SqliteConnectOptions::from_str(url)?;
    let is_in_memory = url.contains(":memory:") || url.contains("mode=memory");
    Ok((!is_in_memory).then(|| options.get_filename().to_owned()))
}

/// A file's companion, such as `zuka.db-wal`.
pub fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

async fn open(file: &Path) -> Result<SqliteConnection, sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(false)
        .foreign_keys(true)
        .busy_timeout(PATIENCE);
    SqliteConnection::connect_with(&options).await
}

/// Bytes of the database at `file`, about as many as its copy will have.
pub async fn size(file: &Path) -> Result<u64, StoreError> {
    let mut connection = open(file).await?;
    let row = sqlx::query(
        "select page_count * page_size as bytes from pragma_page_count, pragma_page_size",
    )
    .fetch_one(&mut connection)
    .await?;
    let bytes: i64 = row.try_get("bytes")?;
    connection.close().await?;
    Ok(u64::try_from(bytes).unwrap_or(0))
}

/// Copies the database at `from` as of one instant into `to`, which is empty or does not exist. Others go on meanwhile.
pub async fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let mut connection = open(from).await?;
    let done = sqlx::query("vacuum into $1")
        .bind(to.to_string_lossy().into_owned())
        .execute(&mut connection)
        .await;
    connection.close().await?;
    done?;
    Ok(())
}

/// Whether the file is sound, ours and not newer than this binary; changes nothing.
pub async fn inspect(file: &Path) -> Result<Contents, CheckError> {
    let mut magic = [0; 16];
    let mut bytes = std::fs::File::open(file)?;
    match bytes.read_exact(&mut magic) {
        Ok(()) if magic == *MAGIC => {}
        Ok(()) => return Err(CheckError::NotSqlite),
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            return Err(CheckError::NotSqlite);
        }
        Err(error) => return Err(error.into()),
    }
    let mut connection = open(file).await?;
    let found = look(&mut connection).await;
    connection.close().await?;
    found
}

async fn look(connection: &mut SqliteConnection) -> Result<Contents, CheckError> {
    let said: Vec<String> = sqlx::query_scalar("pragma integrity_check")
        .fetch_all(&mut *connection)
        .await?;
    if said != ["ok"] {
        let first = said.into_iter().next().unwrap_or_default();
        return Err(CheckError::Damaged(first));
    }
    let dangling = sqlx::query("pragma foreign_key_check")
        .fetch_all(&mut *connection)
        .await?;
    if let Some(first) = dangling.first() {
        return Err(CheckError::Dangling(dangling.len(), first.try_get(0)?));
    }
    migrations(connection).await?;
    let row = sqlx::query(
        "select (select coalesce(max(id), 0) from revision) as revision,
                (select count(*) from price_plan where active = 1) as offers",
    )
    .fetch_one(connection)
    .await?;
    let offers: i64 = row.try_get("offers")?;
    Ok(Contents {
        revision: row.try_get("revision")?,
        offers: usize::try_from(offers).unwrap_or(0),
    })
}

/// Each migration that the file had is one of ours, whole and unchanged.
async fn migrations(connection: &mut SqliteConnection) -> Result<(), CheckError> {
    let is_ours = sqlx::query(
        "select 1 from sqlite_master where type = 'table' and name = '_sqlx_migrations'",
    )
    .fetch_optional(&mut *connection)
    .await?;
    if is_ours.is_none() {
        return Err(CheckError::NotOurs);
    }
    let known: HashMap<i64, &[u8]> = MIGRATIONS
        .iter()
        .map(|migration| (migration.version, &*migration.checksum))
        .collect();
    let rows =
        sqlx::query("select version, success, checksum from _sqlx_migrations order by version")
            .fetch_all(connection)
            .await?;
    if rows.is_empty() {
        return Err(CheckError::NotOurs);
    }
    for row in rows {
        let version: i64 = row.try_get("version")?;
        let checksum: Vec<u8> = row.try_get("checksum")?;
        match known.get(&version) {
            None => return Err(CheckError::Newer(version)),
            Some(known) if **known != *checksum => return Err(CheckError::OtherMigration(version)),
            Some(_) if !row.try_get::<bool, _>("success")? => {
                return Err(CheckError::Unfinished(version));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Makes a copy ready to be the database: brings it up to date, reads its catalogue, ends every session and every
/// invitation that it knows as open, for they may have been ended since.
pub async fn prepare(copy: &Path) -> Result<Contents, CheckError> {
    inspect(copy).await?;
    let mut connection = open(copy).await?;
    let done = bring_up(&mut connection).await;
    connection.close().await?;
    done
}

async fn bring_up(connection: &mut SqliteConnection) -> Result<Contents, CheckError> {
    let migrated = MIGRATIONS.run(&mut *connection).await;
    migrated.map_err(StoreError::from)?;
    // Limits of age play no part in whether it can be read.
    let read = catalog::load(connection, FreshnessLimits::default()).await?;
    let snapshot = read.editors;
    sqlx::query("delete from session")
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "update invite set withdrawn_at = made_at where used_at is null and withdrawn_at is null",
    )
    .execute(connection)
    .await?;
    Ok(Contents {
        revision: snapshot.revision,
        offers: snapshot.offers.len(),
    })
}

/// Why a database cannot be replaced.
#[derive(Debug, thiserror::Error)]
pub enum TakeError {
    #[error("the database is in use")]
    InUse,
    #[error("`{0}` lies beside the database and cannot be brought into it")]
    Leftover(PathBuf),
    #[error("the database cannot be locked: {0}")]
    Sql(sqlx::Error),
}

/// The database, locked so that nobody else can open it.
pub struct Taken(Option<SqliteConnection>);

impl Taken {
    /// Lets it go.
    pub async fn release(self) {
        if let Some(connection) = self.0
            && let Err(error) = connection.close().await
        {
            tracing::warn!(cause = %error, "a lock was given up with an error");
        }
    }
}

/// Takes the database at `file` for this process alone, with all that its log holds brought into it.
///
/// A server keeps one connection open for good, and each connection has a share in the log's lock: leaving the log's
/// mode needs all of it.
pub async fn take(file: &Path) -> Result<Taken, TakeError> {
    let logs = ["-wal", "-journal"].map(|ending| beside(file, ending));
    let leftover = |logs: &[PathBuf]| logs.iter().find(|log| log.exists()).cloned();
    if !file.exists() {
        return match leftover(&logs) {
            Some(log) => Err(TakeError::Leftover(log)),
            None => Ok(Taken(None)),
        };
    }
    let locked = async {
        let mut connection = open(file).await?;
        let mode: String = sqlx::query_scalar("pragma journal_mode = delete")
            .fetch_one(&mut connection)
            .await?;
        sqlx::query("begin exclusive")
            .execute(&mut connection)
            .await?;
        Ok::<_, sqlx::Error>((connection, mode))
    };
    let taken = match locked.await {
        Ok((connection, mode)) if mode == "delete" => Taken(Some(connection)),
        Ok(_) => return Err(TakeError::InUse),
        Err(error) => match error.as_database_error().and_then(primary) {
            // SQLITE_BUSY, SQLITE_LOCKED
            Some(5 | 6) => return Err(TakeError::InUse),
            // A database that is no database any more is what a backup is for.
            Some(11 | 26) => Taken(None),
            _ => return Err(TakeError::Sql(error)),
        },
    };
    match leftover(&logs) {
        Some(log) => Err(TakeError::Leftover(log)),
        None => Ok(taken),
    }
}

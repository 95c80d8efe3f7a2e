//! Sessions of editors. The table has a hash of each session's number, so that nobody who reads a copy of the
//! database can use it to sign in.
use async_trait::async_trait;
use sqlx::{Row, SqlitePool};
use time::OffsetDateTime;
use tower_sessions::SessionStore;
use tower_sessions::session::{Id, Record};
use tower_sessions::session_store::{Error, Result};

/// The session table.
#[derive(Clone, Debug)]
pub struct Sessions {
    pool: SqlitePool,
}

impl Sessions {
    /// The table behind `pool`.
    pub fn new(pool: SqlitePool) -> Self {
        Self { pool }
    }

    async fn delete_expired(&self) -> Result<()> {
        sqlx::query("delete from session where expires_at <= $1")
            .bind(OffsetDateTime::now_utc().unix_timestamp())
            .execute(&self.pool)
            .await
            .map_err(backend)?;
        Ok(())
    }
}

fn key(id: &Id) -> String {
    blake3::hash(&id.0.to_le_bytes()).to_hex().to_string()
}

fn backend(error: sqlx::Error) -> Error {
    Error::Backend(error.to_string())
}

#[async_trait]
impl SessionStore for Sessions {
    async fn create(&self, record: &mut Record) -> Result<()> {
        self.delete_expired().await?;
        let data = serde_json::to_string(&record.data)
            .map_err(|error| Error::Encode(error.to_string()))?;
        loop {
            let done = sqlx::query("insert into session (id, data, expires_at) values ($1, $2, $3) on conflict (id) do nothing")
                .bind(key(&record.id))
                .bind(&data)
                .bind(record.expiry_date.unix_timestamp())
                .execute(&self.pool)
                .await
                .map_err(backend)?;
            if done.rows_affected() == 1 {
                return Ok(());
            }
            record.id = Id::default();
        }
    }

    /// Only a session that still exists: one that was signed out meanwhile must not come back.
    async fn save(&self, record: &Record) -> Result<()> {
        let data = serde_json::to_string(&record.data)
            .map_err(|error| Error::Encode(error.to_string()))?;
        sqlx::query("update session set data = $2, expires_at = $3 where id = $1")
            .bind(key(&record.id))
            .bind(data)
            .bind(record.expiry_date.unix_timestamp())
            .execute(&self.pool)
            .await
            .map_err(backend)?;
        Ok(())
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let row =
            sqlx::query("select data, expires_at from session where id = $1 and expires_at > $2")
                .bind(key(id))
                .bind(OffsetDateTime::now_utc().unix_timestamp())
                .fetch_optional(&self.pool)
                .await
                .map_err(backend)?;
        let Some(row) = row else { return Ok(None) };
        let data: String = row.try_get("data").map_err(backend)?;
        let expires_at: i64 = row.try_get("expires_at").map_err(backend)?;
        let decode = |error: String| Error::Decode(error);
        Ok(Some(Record {
            id: *id,
            data: serde_json::from_str(&data).map_err(|error| decode(error.to_string()))?,
            expiry_date: OffsetDateTime::from_unix_timestamp(expires_at)
                .map_err(|error| decode(error.to_string()))?,
        }))
    }

    async fn delete(&self, id: &Id) -> Result<()> {
        sqlx::query("delete from session where id = $1")
            .bind(key(id))
            .execute(&self.pool)
            .await
            .map_err(backend)?;
        Ok(())
    }
}

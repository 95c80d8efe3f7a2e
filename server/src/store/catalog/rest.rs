//! What survives on disks, and exchange rates, as the store has them.
use super::{StoreError, bad};
use domain::catalog::{Observed, Persistence};
use domain::units::FxRate;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

/// What survives on each disk, of all platforms.
pub async fn disks(connection: &mut SqliteConnection) -> Result<Vec<Persistence>, StoreError> {
    let rows = sqlx::query(
        "select platform, volume, survives_stop, survives_image_save, survives_migration, survives_release,
           cast(deleted_after_days as integer) as deleted_after_days, billed_while_stopped, source_url, as_of, note
         from persistence where until_revision is null order by id",
    )
    .fetch_all(connection)
    .await?;
    let persistence = |row: SqliteRow| -> Result<Persistence, sqlx::Error> {
        let as_of: Option<String> = row.try_get("as_of")?;
        Ok(Persistence {
            platform: row.try_get("platform")?,
            volume: row.try_get("volume")?,
            survives: [
                row.try_get("survives_stop")?,
                row.try_get("survives_image_save")?,
                row.try_get("survives_migration")?,
                row.try_get("survives_release")?,
            ],
            deleted_after_days: row.try_get("deleted_after_days")?,
            billed_while_stopped: row.try_get("billed_while_stopped")?,
            source_url: row.try_get("source_url")?,
            as_of: as_of.and_then(|text| Observed::parse(&text)),
            note: row.try_get("note")?,
        })
    };
    rows.into_iter()
        .map(|row| persistence(row).map_err(StoreError::from))
        .collect()
}

/// The rates in force.
pub async fn fx(connection: &mut SqliteConnection) -> Result<Vec<FxRate>, StoreError> {
    let rows =
        sqlx::query("select id, base, quote, rate, date, source, note from fx_rate where until_revision is null order by id")
            .fetch_all(connection)
            .await?;
    let mut rates = Vec::with_capacity(rows.len());
    for row in rows {
        let id: i64 = row.try_get("id")?;
        let text = |column: &str| row.try_get::<String, _>(column);
        rates.push(FxRate {
            base: text("base")?.parse().map_err(|e| bad("fx_rate", id, e))?,
            quote: text("quote")?.parse().map_err(|e| bad("fx_rate", id, e))?,
            rate: text("rate")?.parse().map_err(|e| bad("fx_rate", id, e))?,
            date: text("date")?.parse().map_err(|e| bad("fx_rate", id, e))?,
            source: text("source")?,
            note: text("note")?,
            hops: 1,
        });
    }
    Ok(rates)
}

//! Dated prices of the past.
use super::rows;
use crate::import::HistoryPoint;
use crate::store::StoreError;
use sqlx::sqlite::SqliteConnection;

/// Adds those that are new. One that an undo had ended is in force again when it comes anew.
pub(super) async fn add(
    tx: &mut SqliteConnection,
    points: &[HistoryPoint],
    revision: i64,
) -> Result<(), StoreError> {
    rows::insert(
        tx,
        "insert into price_history (platform, gpu, gpu_count, price_kind, observed_at, hour_nanos, currency, source,
           source_url, note, since_revision)",
        11,
        "on conflict (platform, gpu, gpu_count, price_kind, observed_at, currency, source) do update set
           until_revision = null where price_history.until_revision is not null",
        points,
        |query, point| {
            query
                .bind(point.platform.clone())
                .bind(point.gpu.clone())
                .bind(point.gpu_count)
                .bind(point.kind.word())
                .bind(point.observed.date.to_string())
                .bind(point.price_per_hour.nanos)
                .bind(point.price_per_hour.currency.code().to_owned())
                .bind(point.source.clone())
                .bind(point.source_url.clone())
                .bind(point.note.clone())
                .bind(revision)
        },
    )
    .await
}

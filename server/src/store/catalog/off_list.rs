//! Offers that are off the list.
use super::StoreError;
use super::offers::{COLUMNS, offer};
use super::platforms::Overrides;
use domain::catalog::{CatalogSnapshot, Offer};
use sqlx::AssertSqlSafe;
use sqlx::sqlite::SqliteConnection;

/// A price plan that is no longer in the catalogue, with its last price; `None` when no plan ever had the number.
/// A negotiated one is found for editors only.
pub async fn withdrawn(
    connection: &mut SqliteConnection,
    id: i64,
    snapshot: &CatalogSnapshot,
    with_private: bool,
) -> Result<Option<Offer>, StoreError> {
    let sql = format!(
        "{COLUMNS} join price c on c.plan = p.id
         where p.id = $1 and (p.active = 0 or o.active = 0) and (o.private = 0 or $2)
         order by c.id desc limit 1"
    );
    let row = sqlx::query(AssertSqlSafe(sql))
        .bind(id)
        .bind(with_private)
        .fetch_optional(connection)
        .await?;
    let gpu = |slug: &str| snapshot.gpu_by_slug(slug);
    let platform = |slug: &str| snapshot.platform_by_slug(slug);
    let overrides = Overrides::new();
    row.map(|row| offer(&row, &gpu, &platform, &overrides))
        .transpose()
}

/// Most offers that a list of those off the list shows.
const MOST_OFF_LIST: i64 = 500;

/// Offers that are off the list, the last taken off first, for editors.
pub async fn off_list(
    connection: &mut SqliteConnection,
    snapshot: &CatalogSnapshot,
) -> Result<Vec<Offer>, StoreError> {
    let sql = format!(
        "{COLUMNS} join price c on c.id = (select max(id) from price where plan = p.id)
         where p.active = 0 or o.active = 0
         order by c.id desc limit $1"
    );
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(MOST_OFF_LIST)
        .fetch_all(connection)
        .await?;
    let gpu = |slug: &str| snapshot.gpu_by_slug(slug);
    let platform = |slug: &str| snapshot.platform_by_slug(slug);
    let overrides = Overrides::new();
    rows.iter()
        .map(|row| offer(row, &gpu, &platform, &overrides))
        .collect()
}

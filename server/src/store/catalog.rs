//! Reads the catalogue of the current revision into memory.
mod cards;
mod models;
mod off_list;
mod offers;
mod platforms;
mod rest;

use super::StoreError;
use chrono::NaiveDate;
use domain::catalog::{CatalogSnapshot, FreshnessLimits, Observed, Precision};
use domain::units::FxTable;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Row};
use std::sync::Arc;

pub(super) use cards::card;
pub(super) use models::one as model;
pub use off_list::{off_list, withdrawn};
pub(super) use platforms::platform;
pub(super) use rest::disks;

/// The current revision, 0 for an empty database.
pub async fn revision(connection: &mut SqliteConnection) -> Result<i64, StoreError> {
    let row = sqlx::query("select coalesce(max(id), 0) as revision from revision")
        .fetch_one(connection)
        .await?;
    Ok(row.try_get("revision")?)
}

/// The catalogue as visitors see it and as editors do, of one revision.
#[derive(Clone)]
pub struct Catalogues {
    /// Without negotiated offers: everything that leaves the house is made of this one.
    pub public: Arc<CatalogSnapshot>,
    /// With them; the same one where there are none.
    pub editors: Arc<CatalogSnapshot>,
}

/// The whole catalogue, read in one transaction so that it is of one revision.
pub async fn load(
    connection: &mut SqliteConnection,
    limits: FreshnessLimits,
) -> Result<Catalogues, StoreError> {
    let mut tx = connection.begin().await?;
    let mut public = read(&mut tx, false).await?;
    public.limits = limits;
    let public = Arc::new(public);
    let hidden = sqlx::query("select 1 from offering where private = 1 and active = 1 limit 1")
        .fetch_optional(&mut *tx)
        .await?;
    let editors = match hidden {
        None => public.clone(),
        Some(_) => {
            let mut all = read(&mut tx, true).await?;
            all.limits = limits;
            Arc::new(all)
        }
    };
    tx.commit().await?;
    Ok(Catalogues { public, editors })
}

async fn read(
    tx: &mut SqliteConnection,
    with_private: bool,
) -> Result<CatalogSnapshot, StoreError> {
    let revision = revision(tx).await?;
    let gpus = cards::gpus(tx).await?;
    let (mut platforms, overrides) = platforms::platforms(tx).await?;
    platforms.sort_by_key(|p| p.name.to_lowercase());
    let offers = offers::offers(tx, &gpus, &platforms, overrides, with_private).await?;
    let persistence = disks(tx).await?;
    let fx = FxTable::new(rest::fx(tx).await?);
    let library = models::library(models::models(tx).await?);
    let mut snapshot = CatalogSnapshot::new(revision, gpus, platforms, offers, persistence, fx);
    snapshot.library = library;
    Ok(snapshot)
}

fn bad(table: &'static str, id: impl ToString, what: impl ToString) -> StoreError {
    StoreError::Row {
        table,
        id: id.to_string(),
        what: what.to_string(),
    }
}

fn observed(date: &str, precision: &str) -> Option<Observed> {
    Some(Observed {
        date: date.parse::<NaiveDate>().ok()?,
        precision: Precision::from_word(precision)?,
    })
}

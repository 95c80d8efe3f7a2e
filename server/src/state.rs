//! What handlers share: settings, store, the snapshot in force.
use crate::auth::limit::Attempts;
use crate::config::Config;
use crate::pictures::Pictures;
use crate::store::{self, StoreError};
use arc_swap::ArcSwap;
use domain::catalog::CatalogSnapshot;
use sqlx::SqlitePool;
use std::sync::Arc;
use tokio::sync::Mutex;

/// Cheap to clone.
#[derive(Clone)]
pub struct AppState {
    /// Settings.
    pub config: Arc<Config>,
    /// The store of record.
    pub pool: SqlitePool,
    /// Reads are answered from here; swapped as a whole at each change.
    snapshot: Arc<ArcSwap<CatalogSnapshot>>,
    /// Writers take turns, so that a snapshot is never replaced by an older one.
    pub writing: Arc<Mutex<()>>,
    /// Failed sign-ins.
    pub attempts: Arc<Attempts>,
    /// Saved plans.
    pub saves: Arc<Attempts>,
    /// Pictures for link previews.
    pub pictures: Arc<Pictures>,
}

impl AppState {
    /// Reads the snapshot of the database behind `pool`.
    pub async fn new(config: Config, pool: SqlitePool) -> Result<Self, StoreError> {
        let mut snapshot = store::catalog::load(&mut *pool.acquire().await?).await?;
        snapshot.limits = config.freshness.limits();
        let snapshot = Arc::new(ArcSwap::from_pointee(snapshot));
        Ok(Self {
            config: Arc::new(config),
            pool,
            snapshot,
            writing: Arc::new(Mutex::new(())),
            attempts: Arc::default(),
            saves: Arc::new(Attempts::saves()),
            pictures: Arc::default(),
        })
    }

    /// The catalogue in force.
    pub fn snapshot(&self) -> Arc<CatalogSnapshot> {
        self.snapshot.load_full()
    }

    /// Reads the catalogue anew after a change.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        let mut fresh = store::catalog::load(&mut *self.pool.acquire().await?).await?;
        fresh.limits = self.config.freshness.limits();
        self.snapshot.store(Arc::new(fresh));
        Ok(())
    }
}

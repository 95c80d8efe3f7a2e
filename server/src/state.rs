//! What handlers share: settings, store, the snapshot in force.
use crate::auth::accounts::SignIns;
use crate::auth::limit::Attempts;
use crate::config::Config;
use crate::export::Exports;
use crate::pictures::Pictures;
use crate::previews::Previews;
use crate::sources::Sources;
use crate::store::catalog::Catalogues;
use crate::store::{self, StoreError};
use crate::views::Views;
use arc_swap::ArcSwap;
use chrono::NaiveDate;
use domain::catalog::CatalogSnapshot;
use domain::quote::CatalogTable;
use domain::units::Currency;
use sqlx::SqlitePool;
use std::sync::{Arc, Mutex as Lock, PoisonError};
use tokio::sync::Mutex;

/// Tables kept at once: one for each currency that visitors choose, on one day.
const MOST_TABLES: usize = 8;

/// One snapshot's tables, by currency and day.
#[derive(Default)]
struct Tables {
    of: Option<Arc<CatalogSnapshot>>,
    made: Vec<(Currency, NaiveDate, Arc<CatalogTable>)>,
}

/// Cheap to clone.
#[derive(Clone)]
pub struct AppState {
    /// Settings.
    pub config: Arc<Config>,
    /// The store of record.
    pub pool: SqlitePool,
    /// Reads are answered from here; swapped as a whole at each change.
    catalogues: Arc<ArcSwap<Catalogues>>,
    /// Offers as tables to rank, of the newest snapshot asked for.
    tables: Arc<Lock<Tables>>,
    /// Writers take turns, so that a snapshot is never replaced by an older one.
    pub writing: Arc<Mutex<()>>,
    /// Failed passwords.
    pub passwords: Arc<SignIns>,
    /// Failed codes of second factors: who knows a password must not wait for those who guess it.
    pub codes: Arc<SignIns>,
    /// Saved plans.
    pub saves: Arc<Attempts>,
    /// Reports of visitors.
    pub reports: Arc<Attempts>,
    /// Pasted texts.
    pub pastes: Arc<Attempts>,
    /// The public catalogue as files.
    pub exports: Arc<Exports>,
    /// How often each offer's page was opened.
    pub views: Arc<Views>,
    /// Pictures for link previews.
    pub pictures: Arc<Pictures>,
    /// Imports that were looked at and not yet applied.
    pub previews: Arc<Previews>,
    /// Live sources and the client that asks them.
    pub sources: Arc<Sources>,
}

impl AppState {
    /// Reads the snapshot of the database behind `pool`.
    pub async fn new(config: Config, pool: SqlitePool) -> Result<Self, StoreError> {
        let (limits, now) = (config.freshness.limits(), config.now());
        let sources = Arc::new(Sources::live(&config));
        let read = store::catalog::load(&mut *pool.acquire().await?, limits).await?;
        let catalogues = Arc::new(ArcSwap::from_pointee(read));
        Ok(Self {
            config: Arc::new(config),
            pool,
            catalogues,
            tables: Arc::default(),
            writing: Arc::new(Mutex::new(())),
            passwords: Arc::default(),
            codes: Arc::default(),
            saves: Arc::new(Attempts::saves()),
            reports: Arc::new(Attempts::reports()),
            pastes: Arc::new(Attempts::saves()),
            exports: Arc::default(),
            views: Arc::new(Views::new(now)),
            pictures: Arc::default(),
            previews: Arc::default(),
            sources,
        })
    }

    /// The catalogue in force, as visitors see it: without negotiated offers.
    pub fn snapshot(&self) -> Arc<CatalogSnapshot> {
        self.catalogues.load().public.clone()
    }

    /// The same with negotiated offers, for editors' pages alone.
    pub fn editors_snapshot(&self) -> Arc<CatalogSnapshot> {
        self.catalogues.load().editors.clone()
    }

    /// All offers of `snapshot` as a table to rank in `currency` on `today`; made at the first question.
    pub fn table(
        &self,
        snapshot: &Arc<CatalogSnapshot>,
        currency: Currency,
        today: NaiveDate,
    ) -> Arc<CatalogTable> {
        let lock = || self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let is_of = |tables: &Tables| {
            tables
                .of
                .as_ref()
                .is_some_and(|of| Arc::ptr_eq(of, snapshot))
        };
        let known = |tables: &Tables| {
            let made = tables.made.iter().filter(|_| is_of(tables));
            let mut fits = made.filter(|(c, d, _)| (*c, *d) == (currency, today));
            fits.next().map(|(.., table)| Arc::clone(table))
        };
        if let Some(table) = known(&lock()) {
            return table;
        }
        // Made outside the lock: two that ask at once may both make one, and both are right.
        let table = Arc::new(CatalogTable::new(snapshot, currency, today));
        let mut tables = lock();
        // A snapshot that was replaced meanwhile is not asked again.
        if !is_of(&tables) && Arc::ptr_eq(&self.snapshot(), snapshot) {
            *tables = Tables {
                of: Some(Arc::clone(snapshot)),
                made: Vec::new(),
            };
        }
        if is_of(&tables) && known(&tables).is_none() {
            if tables.made.len() == MOST_TABLES {
                tables.made.remove(0);
            }
            tables.made.push((currency, today, Arc::clone(&table)));
        }
        table
    }

    /// Reads the catalogue anew after a change.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        let limits = self.config.freshness.limits();
        let fresh = store::catalog::load(&mut *self.pool.acquire().await?, limits).await?;
        self.catalogues.store(Arc::new(fresh));
        Ok(())
    }
}

//! From nothing to a catalogue: open, migrate, load the starting data when the database is new.
use crate::config::Config;
use crate::import::{self, Files, ImportError};
use crate::state::AppState;
use crate::store::{self, StoreError};
use domain::catalog::diff::diff;
use std::collections::HashSet;

/// Why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Import(#[from] ImportError),
    #[error("the starting catalogue has rows that break a rule:\n{0}")]
    Refused(String),
}

/// Opens the store and makes the state; a new database gets the starting catalogue.
pub async fn open(config: Config) -> Result<AppState, StartError> {
    let pool = store::open(&config.database_url).await?;
    let state = AppState::new(config, pool).await?;
    if state.snapshot().revision == 0 {
        load_starting(&state).await?;
    }
    apply_due(&state).await?;
    Ok(state)
}

/// Makes announced prices current whose day has come, and reads the catalogue anew when there were any.
pub async fn apply_due(state: &AppState) -> Result<usize, StoreError> {
    let _turn = state.writing.lock().await;
    let count = store::schedule::apply_due(&state.pool, state.config.now()).await?;
    if count > 0 {
        state.refresh().await?;
        tracing::info!(count, "announced prices take effect");
    }
    Ok(count)
}

/// Loads the starting catalogue through the import's path: parse, normalise, check, diff, apply.
async fn load_starting(state: &AppState) -> Result<(), StartError> {
    let now = state.config.now();
    // The starting files were collected before this build; a clock set before them must not refuse them.
    let today = now.date_naive().max(chrono::Utc::now().date_naive());
    let import = import::read_zuka(&Files::Starting, &HashSet::new(), &HashSet::new(), today)?;
    if !import.refused.is_empty() {
        let lines: Vec<String> = import.refused.iter().map(ToString::to_string).collect();
        return Err(StartError::Refused(lines.join("\n")));
    }
    let changes = diff(&state.snapshot(), import.offers.clone(), false);
    let summary = format!(
        "starting catalogue: {} price plans, {} dated prices",
        changes.added.len(),
        import.history.len()
    );
    let revision =
        store::apply::apply(&state.pool, &import, &changes, "zuka", &summary, now).await?;
    state.refresh().await?;
    tracing::info!(revision, "loaded the {summary}");
    Ok(())
}

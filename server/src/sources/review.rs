//! A change that waits for a person: what it would do now, and what they decide.
use super::Source;
use super::sync::{compare, make};
use crate::import::Import;
use crate::state::AppState;
use crate::store::held::{self, Decision};
use crate::store::{StoreError, sources};
use domain::catalog::diff::{ChangeSet, diff};
use domain::catalog::live::Waiting;

/// Takes or refuses the change of a source that waits; false when it does not wait any more.
pub async fn decide(
    state: &AppState,
    source: &dyn Source,
    id: i64,
    decision: Decision,
    editor: &str,
) -> Result<bool, StoreError> {
    let (about, now) = (source.about(), state.sources.web.timing().now());
    let _writing = state.writing.lock().await;
    let waiting = held::waiting(&state.pool).await?.remove(about.id);
    let Some(waiting) = waiting.filter(|waiting| waiting.id == id) else {
        return Ok(false);
    };
    if decision == Decision::Accepted {
        let Some(document) = held::document(&state.pool, id).await? else {
            return Ok(false);
        };
        let import = Import {
            offers: document.offers,
            fx: document.fx,
            ..Import::default()
        };
        let mut reading = compare(&state.snapshot(), import, Vec::new());
        reading.counts.refused += waiting.counts.refused;
        reading.counts.skipped = waiting.counts.skipped;
        make(state, about.id, &reading, editor, now).await?;
        sources::count(&state.pool, about.id, reading.counts).await?;
    }
    held::decide(&state.pool, id, decision, editor, now).await
}

/// What is held of a source, compared with the catalogue of now, and how many rates are part of it.
pub async fn held(
    state: &AppState,
    source: &str,
) -> Result<Option<(Waiting, ChangeSet, usize)>, StoreError> {
    let Some(waiting) = held::waiting(&state.pool).await?.remove(source) else {
        return Ok(None);
    };
    let document = held::document(&state.pool, waiting.id).await?;
    Ok(document.map(|document| {
        let changes = diff(&state.snapshot(), document.offers, true);
        (waiting, changes, document.fx.len())
    }))
}

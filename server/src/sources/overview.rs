//! Every source with its state, for pages and the command line.
use super::registry;
use crate::state::AppState;
use crate::store::{StoreError, held, sources};
use domain::catalog::draft::source_key;
use domain::catalog::live::LiveSource;
use std::collections::HashMap;

/// In the registry's order.
pub async fn list(state: &AppState) -> Result<Vec<LiveSource>, StoreError> {
    let mut states = sources::states(&state.pool).await?;
    let mut waiting = held::waiting(&state.pool).await?;
    let snapshot = state.snapshot();
    let mut prices: HashMap<&str, usize> = HashMap::new();
    for offer in &snapshot.offers {
        *prices.entry(offer.source.as_str()).or_default() += 1;
    }
    let one = |source: &&dyn super::Source| {
        let about = source.about();
        let row = states.remove(about.id).unwrap_or_default();
        let is_missing = |setting: &&str| state.config.keys.of(setting).is_none();
        LiveSource {
            id: about.id,
            name: about.name,
            address: about.address,
            missing_key: about.key.filter(is_missing),
            is_enabled: row.is_enabled,
            last_try: row.last_try,
            last_ok: row.last_ok,
            failing: row.failing,
            next_due: row.next_due,
            last_counts: row.last_counts,
            waiting: waiting.remove(about.id),
            prices: prices
                .get(source_key(about.address).as_str())
                .copied()
                .unwrap_or(0),
        }
    };
    Ok(registry::ALL.iter().map(one).collect())
}

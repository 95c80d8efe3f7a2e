//! When sources are asked: each switched-on one a little earlier or later than its hours, a failing one less often.
use super::web::Timing;
use super::{registry, sync};
use crate::state::AppState;
use crate::store::{StoreError, sources as stored};
use chrono::{DateTime, TimeDelta, Utc};
use std::time::Duration;
use tokio::sync::watch;

/// How often it is looked whether a source is due.
const LOOK: Duration = Duration::from_secs(60);
/// The longest time that a source may ask to be left alone.
const LONGEST_REST: TimeDelta = TimeDelta::hours(48);

/// When a source is asked next: its hours, a tenth more or less by chance; after failures sooner, an hour and then twice
/// as long each time, up to its hours; and never before the source itself allows.
pub fn next(
    every_hours: u32,
    failures: u32,
    after: Option<Duration>,
    timing: &dyn Timing,
    now: DateTime<Utc>,
) -> DateTime<Utc> {
    let hours = match failures {
        0 => every_hours,
        failures => every_hours.min(1 << (failures - 1).min(16)),
    };
    let spread = 0.9 + timing.chance() / 5.0;
    let seconds = (f64::from(hours) * 3600.0 * spread) as i64;
    let rest = after
        .and_then(|after| TimeDelta::from_std(after).ok())
        .unwrap_or_default();
    now + TimeDelta::seconds(seconds).max(rest.min(LONGEST_REST))
}

/// Asks every source that is due, one after the other.
pub async fn sync_due(state: &AppState) -> Result<(), StoreError> {
    let now = state.sources.web.timing().now();
    for id in stored::due(&state.pool, now).await? {
        // A source that left the registry is not asked.
        if let Some(source) = registry::by_id(&id) {
            sync::sync(state, source, false).await?;
        }
    }
    Ok(())
}

/// Asks sources as they become due, until told to stop; a change under way is then rolled back as a whole.
pub async fn run(state: AppState, mut stop: watch::Receiver<bool>) {
    let work = async {
        loop {
            if let Err(error) = sync_due(&state).await {
                tracing::error!(%error, "sources could not be read");
            }
            tokio::select! {
                () = state.sources.web.timing().wait(LOOK) => {}
                () = state.sources.wake.notified() => {}
            }
        }
    };
    tokio::select! {
        () = work => {}
        _ = stop.wait_for(|stop| *stop) => {}
    }
}

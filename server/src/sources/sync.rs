//! From a source to the catalogue: ask, parse, compare, then make the change, hold it, or keep what is there.
use super::source::{Known, Visit};
use super::web::Validators;
use super::{Failure, Source, schedule};
use crate::import::{self, Import};
use crate::state::AppState;
use crate::store::held::{self, Decision, Document};
use crate::store::sources::{SeenPage, State};
use crate::store::{self, StoreError, sources as stored};
use chrono::{DateTime, TimeDelta, Utc};
use domain::catalog::CatalogSnapshot;
use domain::catalog::diff::{ChangeSet, diff};
use domain::catalog::live::{Counts, Trouble};
use domain::catalog::sudden::{Extent, MOVED_PERCENT};
use domain::units::FxRate;

/// A source is read in full at least this often, for what was refused then may be known now.
const FULL_DAYS: i64 = 7;
/// Who is said to have made a revision that no person made.
const AUTHOR: &str = "zuka sync";

/// What a source said, compared with the catalogue.
pub struct Reading {
    /// What was read.
    pub import: Import,
    /// What it would change.
    pub changes: ChangeSet,
    /// The same in numbers.
    pub counts: Counts,
    /// How much of what is known it touches.
    pub extent: Extent,
    seen: Vec<SeenPage>,
}

/// What came of a try.
pub enum Outcome {
    /// The source says that nothing changed.
    Same,
    /// The change was made.
    Made(Reading),
    /// The change waits for a person.
    Held(Reading),
    /// What is there was kept.
    Failed(Failure),
}

/// Asks a source and compares; changes nothing. `None` = nothing new, which is asked for only with `since`.
pub async fn read(
    state: &AppState,
    source: &dyn Source,
    since: Option<DateTime<Utc>>,
) -> Result<Option<Reading>, Failure> {
    let about = source.about();
    let internal = |error: StoreError| Failure::new(Trouble::Internal, error.to_string());
    let pages = match since {
        Some(since) => stored::seen(&state.pool, about.id, since)
            .await
            .map_err(internal)?,
        None => Vec::new(),
    };
    let known = pages.into_iter().map(|page| {
        let validators = Validators {
            etag: page.etag,
            last_modified: page.last_modified,
        };
        (page.request, validators)
    });
    let key = about
        .key
        .and_then(|setting| state.config.keys.of(setting))
        .map(str::to_owned);
    let visit = Visit::new(&state.sources.web, about, key, known.collect());
    let pages = source.fetch(&visit).await?;
    if pages.is_empty() {
        return Ok(None);
    }
    let snapshot = state.snapshot();
    let today = state.sources.web.timing().now().date_naive();
    let known = Known {
        snapshot: &snapshot,
        today,
    };
    let mut import = source.parse(&pages, &known)?;
    if import.offers.is_empty() && import.fx.is_empty() {
        let why = import
            .refused
            .first()
            .map_or_else(|| "no row".to_owned(), ToString::to_string);
        return Err(Failure::new(Trouble::Empty, why));
    }
    import::keep_known_cards(&mut import.offers, &snapshot);
    let seen = visit
        .seen()
        .into_iter()
        .map(|(request, validators)| SeenPage {
            request,
            etag: validators.etag,
            last_modified: validators.last_modified,
        });
    Ok(Some(compare(&snapshot, import, seen.collect())))
}

pub(super) fn compare(snapshot: &CatalogSnapshot, import: Import, seen: Vec<SeenPage>) -> Reading {
    let changes = diff(snapshot, import.offers.clone(), true);
    let mut extent = Extent::of(snapshot, &changes);
    let mut counts = Counts {
        added: changes.added.len(),
        changed: changes.changed.len(),
        vanished: changes.vanished.len(),
        refused: import.refused.len() + changes.collisions.len(),
        skipped: import.skipped,
    };
    for rate in &import.fx {
        let Some(known) = snapshot
            .fx
            .rate(rate.base, rate.quote, rate.date)
            .filter(|known| known.hops == 1)
        else {
            counts.added += 1;
            continue;
        };
        extent.known += 1;
        let moved = (known.rate.nanos() - rate.rate.nanos()).abs() * 100
            > known.rate.nanos() * MOVED_PERCENT;
        extent.moved += usize::from(moved);
        counts.changed += usize::from(is_newer(rate, &known));
    }
    Reading {
        import,
        changes,
        counts,
        extent,
        seen,
    }
}

fn is_newer(rate: &FxRate, known: &FxRate) -> bool {
    (rate.date, rate.rate) != (known.date, known.rate) && rate.date >= known.date
}

/// Asks a source and makes the change, unless it is too sudden and nobody `accepts` it; notes what came of it.
pub async fn sync(
    state: &AppState,
    source: &dyn Source,
    accepts: bool,
) -> Result<Outcome, StoreError> {
    let id = source.about().id;
    let _turn = state.sources.turn.lock().await;
    let now = state.sources.web.timing().now();
    let read = read(state, source, Some(now - TimeDelta::days(FULL_DAYS))).await;
    let outcome = match read {
        Err(failure) => Outcome::Failed(failure),
        Ok(None) => Outcome::Same,
        Ok(Some(reading)) => settle(state, id, reading, accepts, now).await?,
    };
    note(state, source, &outcome, now).await?;
    Ok(outcome)
}

/// Compares anew under the writers' turn, for the catalogue may have changed while the source was asked.
async fn settle(
    state: &AppState,
    id: &str,
    reading: Reading,
    accepts: bool,
    now: DateTime<Utc>,
) -> Result<Outcome, StoreError> {
    let _writing = state.writing.lock().await;
    let reading = compare(&state.snapshot(), reading.import, reading.seen);
    if reading.extent.is_sudden() && !accepts {
        // What is held refers to the source's row, which may not be there yet.
        stored::note(&state.pool, id, &stored::state(&state.pool, id).await?).await?;
        let document = Document {
            offers: reading.import.offers.clone(),
            fx: reading.import.fx.clone(),
        };
        let summary = (reading.counts, reading.extent);
        held::hold(&state.pool, id, summary, &document, now).await?;
        return Ok(Outcome::Held(reading));
    }
    make(state, id, &reading, AUTHOR, now).await?;
    if let Some(waiting) = held::waiting(&state.pool).await?.remove(id) {
        let decision = if accepts {
            Decision::Accepted
        } else {
            Decision::Replaced
        };
        held::decide(&state.pool, waiting.id, decision, AUTHOR, now).await?;
    }
    Ok(Outcome::Made(reading))
}

pub(super) async fn make(
    state: &AppState,
    id: &str,
    reading: &Reading,
    author: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let has_rates =
        !reading.import.fx.is_empty() && reading.counts.added + reading.counts.changed > 0;
    if !reading.changes.is_any() && !has_rates {
        return Ok(());
    }
    let summary = format!("{id}: {}", reading.counts);
    store::apply::apply(
        &state.pool,
        &reading.import,
        &reading.changes,
        author,
        &summary,
        now,
    )
    .await?;
    state.refresh().await
}

async fn note(
    state: &AppState,
    source: &dyn Source,
    outcome: &Outcome,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let about = source.about();
    let mut row = stored::state(&state.pool, about.id).await?;
    row.last_try = Some(now);
    let mut after = None;
    match outcome {
        Outcome::Failed(failure) => {
            let since = row.failing.take().map_or(now, |(since, ..)| since);
            row.failures = row.failures.saturating_add(1);
            row.failing = Some((since, failure.trouble, failure.detail.clone()));
            after = failure.after;
            let trouble = failure.trouble.word();
            tracing::warn!(source = about.id, trouble, detail = %failure.detail, "a source could not be read");
        }
        Outcome::Same => good(&mut row, now),
        Outcome::Made(reading) | Outcome::Held(reading) => {
            good(&mut row, now);
            let is_held = matches!(outcome, Outcome::Held(_));
            if !is_held {
                row.last_counts = Some(reading.counts);
            }
            tracing::info!(source = about.id, is_held, "{}", reading.counts);
        }
    }
    row.next_due = Some(schedule::next(
        about.every_hours,
        row.failures,
        after,
        state.sources.web.timing(),
        now,
    ));
    stored::note(&state.pool, about.id, &row).await?;
    if let Outcome::Made(reading) | Outcome::Held(reading) = outcome {
        stored::see(&state.pool, about.id, &reading.seen, now).await?;
    }
    Ok(())
}

fn good(row: &mut State, now: DateTime<Utc>) {
    row.last_ok = Some(now);
    row.failing = None;
    row.failures = 0;
}

//! `zuka sync`: live sources; what they would change, and with `--apply` the change itself.
use super::Failed;
use super::import::show;
use crate::config::Config;
use crate::sources::failure_words;
use crate::sources::sync::{self, Outcome, Reading};
use crate::sources::{Failure, Source, overview, registry};
use crate::state::AppState;
use crate::{start, store::StoreError};
use clap::Args;
use domain::catalog::live::{Condition, Counts, LiveSource};

/// The call.
#[derive(Args, Clone, Debug, Default)]
pub struct SyncArgs {
    /// Sources to ask; without a name those that are switched on.
    pub sources: Vec<String>,
    /// List the sources with their state, and ask none.
    #[arg(long)]
    pub list: bool,
    /// Make the change; without it the change is only shown.
    #[arg(long)]
    pub apply: bool,
    /// Make also a change that would wait for a person.
    #[arg(long, requires = "apply")]
    pub accept: bool,
}

fn failed(error: &dyn std::fmt::Display) -> Failed {
    Failed::input("cannot_open", error.to_string()).hint("check ZUKA_DATABASE_URL")
}

/// Opens the catalogue and runs the command.
pub async fn sync(config: Config, args: SyncArgs) -> Result<u8, Failed> {
    let state = start::open(config).await.map_err(|error| failed(&error))?;
    let status = run(&state, &args).await;
    state.pool.close().await;
    status
}

/// The command; status 1 when a source could not be read.
pub async fn run(state: &AppState, args: &SyncArgs) -> Result<u8, Failed> {
    let list = overview::list(state)
        .await
        .map_err(|error| failed(&error))?;
    if args.list {
        for source in &list {
            println!("{}", line(source));
        }
        return Ok(0);
    }
    let mut total = Counts::default();
    let mut is_whole = true;
    for source in chosen(args, &list)? {
        let counts = one(state, source, args)
            .await
            .map_err(|error| failed(&error))?;
        is_whole &= counts.is_some();
        let counts = counts.unwrap_or_default();
        total.added += counts.added;
        total.changed += counts.changed;
        total.vanished += counts.vanished;
        total.refused += counts.refused;
        total.skipped += counts.skipped;
    }
    println!("{total}");
    Ok(u8::from(!is_whole))
}

fn chosen(args: &SyncArgs, list: &[LiveSource]) -> Result<Vec<&'static dyn Source>, Failed> {
    if args.sources.is_empty() {
        let on: Vec<_> = list.iter().filter(|source| source.is_enabled).collect();
        if on.is_empty() {
            return Err(Failed::input("no_source", "no source is switched on")
                .hint("name one, or switch it on at /admin/sources; zuka sync --list names them"));
        }
        return Ok(on
            .iter()
            .filter_map(|source| registry::by_id(source.id))
            .collect());
    }
    let find = |id: &String| {
        registry::by_id(id).ok_or_else(|| Failed {
            field: Some("SOURCE".to_owned()),
            ..Failed::input("no_such_source", format!("`{id}` is no source"))
                .hint("zuka sync --list names them")
        })
    };
    args.sources.iter().map(find).collect()
}

/// Asks one and says what came of it; `None` when it could not be read.
async fn one(
    state: &AppState,
    source: &dyn Source,
    args: &SyncArgs,
) -> Result<Option<Counts>, StoreError> {
    let id = source.about().id;
    let before = state.snapshot();
    let tell = |reading: &Reading| show(&before, &reading.changes, &reading.import);
    if !args.apply {
        return Ok(match sync::read(state, source, None).await {
            Ok(Some(reading)) => {
                tell(&reading);
                warn(id, &reading);
                Some(reading.counts)
            }
            Ok(None) => Some(Counts::default()),
            Err(failure) => kept(id, &failure),
        });
    }
    Ok(match sync::sync(state, source, args.accept).await? {
        Outcome::Same => {
            println!("{id}: nothing new");
            Some(Counts::default())
        }
        Outcome::Made(reading) => {
            tell(&reading);
            Some(reading.counts)
        }
        Outcome::Held(reading) => {
            tell(&reading);
            warn(id, &reading);
            println!(
                "{id}: nothing was changed; look at /admin/sources, or take it with --apply --accept"
            );
            Some(Counts::default())
        }
        Outcome::Failed(failure) => kept(id, &failure),
    })
}

fn kept(id: &str, failure: &Failure) -> Option<Counts> {
    eprintln!("zuka: {id}: {failure}; its last prices are kept");
    None
}

fn warn(id: &str, reading: &Reading) {
    let extent = reading.extent;
    if extent.is_sudden() {
        println!(
            "{id}: of {} known prices {} moved by more than a tenth and {} vanished; such a change waits for a person",
            extent.known, extent.moved, extent.vanished
        );
    }
}

/// A source in one line.
pub fn line(source: &LiveSource) -> String {
    let at = |time: &chrono::DateTime<chrono::Utc>| time.format("%Y-%m-%d %H:%M UTC").to_string();
    let switch = if source.is_enabled { "on" } else { "off" };
    let state = match (source.condition(), &source.failing, &source.waiting) {
        (Condition::Waiting, _, Some(waiting)) => {
            format!(
                "waits for a person since {}: {}",
                at(&waiting.since),
                waiting.counts
            )
        }
        (Condition::Failing(since), Some((_, trouble, detail)), _) => {
            let why = failure_words(*trouble, detail);
            let kept = match &source.last_ok {
                Some(last) if source.prices > 0 => {
                    format!("{} prices are kept, last read {}", source.prices, at(last))
                }
                Some(last) => format!("what was last read {} is kept", at(last)),
                None => "it was never read".to_owned(),
            };
            format!("failing since {}: {why}; {kept}", at(&since))
        }
        (Condition::Fine(time), ..) => format!("fine at {}, {} prices", at(&time), source.prices),
        _ => "never tried".to_owned(),
    };
    let key = source
        .missing_key
        .map(|setting| format!("; needs {setting}"))
        .unwrap_or_default();
    format!("{:<15} {switch:<3} {state}{key}", source.id)
}

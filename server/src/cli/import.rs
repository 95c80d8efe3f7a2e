//! `zuka import`: what a file would change, and with `--apply` the change itself.
use super::Failed;
use crate::config::Config;
use crate::import::{self, Files, Format, Import, Origin};
use crate::start;
use crate::state::AppState;
use crate::store;
use clap::Args;
use domain::catalog::diff::{ChangeSet, diff};
use domain::catalog::draft::OfferRecord;
use domain::catalog::{CatalogSnapshot, Offer};
use std::path::{Path, PathBuf};

/// The call.
#[derive(Args)]
pub struct ImportArgs {
    /// Format of the file.
    format: Format,
    /// The file (for `zuka` also a folder); `-` = stdin.
    file: PathBuf,
    /// Platform that the file is of, by its slug.
    #[arg(long)]
    platform: Option<String>,
    /// Day (or month, or year) on which the prices were seen.
    #[arg(long)]
    observed: Option<String>,
    /// Where the file was found; the public catalogue's address when not given.
    #[arg(long)]
    source: Option<String>,
    /// Currency of the prices.
    #[arg(long, default_value = "USD")]
    currency: String,
    /// End with status 1 when a row is refused, and change nothing.
    #[arg(long)]
    strict: bool,
    /// Make the change; without it the change is only shown.
    #[arg(long)]
    apply: bool,
}

fn text(file: &Path) -> Result<String, Failed> {
    let read = if file == Path::new("-") {
        std::io::read_to_string(std::io::stdin())
    } else {
        std::fs::read_to_string(file)
    };
    read.map_err(|error| {
        Failed::input(
            "cannot_read",
            format!("cannot read {}: {error}", file.display()),
        )
        .hint("the file must be UTF-8 text")
    })
}

fn read(
    args: &ImportArgs,
    snapshot: &CatalogSnapshot,
    today: chrono::NaiveDate,
) -> Result<Import, Failed> {
    let unreadable = |error: import::ImportError| match error {
        import::ImportError::Missing(name) => Failed {
            field: Some(name.to_owned()),
            ..Failed::input(
                "missing_argument",
                format!("a SkyPilot file does not say its {name}"),
            )
            .hint(format!("add --{name}"))
        },
        error => Failed::input("no_such_table", error.to_string()),
    };
    if args.format == Format::Zuka && args.file.is_dir() {
        let files = Files::Folder(args.file.clone());
        return import::format::read_tables(&files, snapshot, today).map_err(unreadable);
    }
    let origin = Origin {
        platform: args.platform.clone().unwrap_or_default(),
        observed: args.observed.clone().unwrap_or_default(),
        source_url: args.source.clone().unwrap_or_default(),
        currency: args.currency.clone(),
    };
    // What the call lacks is said before a file is waited for.
    args.format.needs(&origin).map_err(unreadable)?;
    import::format::read(args.format, text(&args.file)?, &origin, snapshot, today)
        .map_err(unreadable)
}

fn name(record: &OfferRecord) -> String {
    let place = record
        .region
        .as_deref()
        .map(|region| format!(" {region}"))
        .unwrap_or_default();
    let kind = record.kind.word();
    let model = record.instance_type.as_deref().unwrap_or(&record.gpu);
    format!(
        "{}{place} {} × {} ({model}) {kind}",
        record.platform, record.gpu_count, record.gpu
    )
}

fn price(record: &OfferRecord) -> String {
    let money = record.price_per_hour;
    format!("{} {}/h", money.amount(), money.currency)
}

fn price_of(offer: &Offer) -> String {
    format!(
        "{} {}/h",
        offer.price_per_hour.amount(),
        offer.price_per_hour.currency
    )
}

pub(super) fn show(snapshot: &CatalogSnapshot, changes: &ChangeSet, import: &Import) {
    for record in &changes.added {
        println!("added     {}: {}", name(record), price(record));
    }
    for (id, record) in &changes.changed {
        let old = snapshot.offer(*id).map(price_of).unwrap_or_default();
        println!(
            "changed   {}: {old} -> {}, seen {}",
            name(record),
            price(record),
            record.observed.text()
        );
    }
    for (_, record) in &changes.older {
        println!(
            "history   {}: {}, seen {}",
            name(record),
            price(record),
            record.observed.text()
        );
    }
    for offer in changes.vanished.iter().filter_map(|id| snapshot.offer(*id)) {
        let record = domain::catalog::diff::record_of(snapshot, offer);
        println!("vanished  {}: {}", name(&record), price(&record));
    }
    for (first, second) in &changes.collisions {
        println!(
            "refused   {} is given twice: {} and {}; the first stands",
            name(first),
            price(first),
            price(second)
        );
    }
    for refused in &import.refused {
        println!("refused   {refused}");
    }
}

/// Shows, and with `--apply` makes, the change.
pub async fn import(config: Config, args: ImportArgs) -> Result<u8, Failed> {
    let failed = |error: &dyn std::fmt::Display| {
        Failed::input("cannot_open", error.to_string()).hint("check ZUKA_DATABASE_URL")
    };
    let state: AppState = start::open(config).await.map_err(|error| failed(&error))?;
    let now = state.config.now();
    let snapshot = state.snapshot();
    let mut import = read(&args, &snapshot, now.date_naive())?;
    import::keep_known_cards(&mut import.offers, &snapshot);
    let changes = diff(&snapshot, std::mem::take(&mut import.offers), true);
    show(&snapshot, &changes, &import);
    let refused = import.refused.len() + changes.collisions.len();
    let counts = format!(
        "{} added, {} changed, {} vanished, {refused} refused, {} skipped",
        changes.added.len(),
        changes.changed.len(),
        changes.vanished.len(),
        import.skipped
    );
    let is_stopped = args.strict && refused > 0;
    if args.apply && !is_stopped && (changes.is_any() || import.has_tables()) {
        let summary = format!("{} {}: {counts}", args.format.word(), args.file.display());
        let batch = store::apply::Batch {
            import: &import,
            changes: &changes,
            author: "zuka import",
            summary: &summary,
            now,
            seen: Some(snapshot.revision),
        };
        let made = store::apply::apply_batch(&state.pool, &batch).await;
        if made.map_err(|error| failed(&error))?.is_some() && import.has_tables() {
            println!("applied   {}", import.tables_in_words());
        }
    }
    state.pool.close().await;
    println!("{counts}");
    Ok(u8::from(is_stopped))
}

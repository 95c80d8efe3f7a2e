//! How dear an import is: `import_bench [ROWS]` makes a file in SkyPilot's form (100,000 rows), imports it into a fresh
//! database in a process of its own and prints that process's CPU time and peak memory; then it asks for pages while
//! imports run, beside the same pages without. Fails when a page in a hundred takes more than twice as long. Linux only.
#![allow(clippy::disallowed_macros)] // it says what it measured
#[path = "../../tests/made/mod.rs"]
mod made;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use chrono::{DateTime, Utc};
use domain::catalog::diff::diff;
use made::{MadeRow, counted, rows, text};
use server::config::{Config, Freshness};
use server::import::{self, Format, Origin};
use server::state::AppState;
use server::store::apply::{Batch, apply_batch};
use server::{router, start};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tower::ServiceExt;

type Failed = Box<dyn Error + Send + Sync>;

/// Goals for a release build on a machine of two cores.
const GOAL_CPU_S: f64 = 0.40;
const GOAL_MIB: u64 = 64;
const MOST_TIMES: f64 = 2.0;
/// Pages asked for in each round, and by how many at once.
const PAGES: usize = 1_200;
const VISITORS: usize = 4;

fn config(folder: &Path) -> Result<Config, Failed> {
    let now: DateTime<Utc> = "2026-11-30T09:00:00Z".parse()?;
    Ok(Config {
        addr: "127.0.0.1:0".parse()?,
        database_url: format!("sqlite://{}", folder.join("zuka.db").display()),
        public_url: String::new(),
        trusted_proxies: Vec::new(),
        now: Some(now),
        log: "off".to_owned(),
        freshness: Freshness::default(),
        keys: Default::default(),
    })
}

/// Reads, compares and stores a file, as the command and the page do; gives how many offers it changed.
async fn import(state: &AppState, text: String) -> Result<usize, Failed> {
    let (snapshot, now) = (state.snapshot(), state.config.now());
    let seen = snapshot.revision;
    let origin = Origin {
        platform: "verda".to_owned(),
        observed: "2026-11-01".to_owned(),
        source_url: "https://example.org/made/vms.csv".to_owned(),
        currency: "USD".to_owned(),
    };
    let work = tokio::task::spawn_blocking(move || {
        let today = now.date_naive();
        let mut read = import::format::read(Format::Skypilot, text, &origin, &snapshot, today)?;
        import::keep_known_cards(&mut read.offers, &snapshot);
        let changes = diff(&snapshot, std::mem::take(&mut read.offers), true);
        Ok::<_, import::ImportError>((read, changes))
    });
    let (read, changes) = work.await??;
    let batch = Batch {
        import: &read,
        changes: &changes,
        author: "bench",
        summary: "made up",
        now,
        seen: Some(seen),
    };
    apply_batch(&state.pool, &batch).await?;
    Ok(changes.added.len() + changes.changed.len())
}

/// CPU seconds of this process so far.
fn cpu_s() -> Result<f64, Failed> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let after = stat.rsplit(')').next().unwrap_or_default();
    let ticks = |field: usize| -> Result<f64, Failed> {
        let text = after.split_whitespace().nth(field).ok_or("no such field")?;
        Ok(text.parse::<f64>()?)
    };
    Ok((ticks(11)? + ticks(12)?) / 100.0)
}

fn peak_mib() -> Result<u64, Failed> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1));
    Ok(kib.ok_or("no VmHWM")?.parse::<u64>()? / 1024)
}

/// The child: one import into the database of `folder`, measured from the start of the process.
async fn alone(folder: &Path) -> Result<(), Failed> {
    let state = start::open(config(folder)?).await?;
    let opened = cpu_s()?;
    let text = std::fs::read_to_string(folder.join("vms.csv"))?;
    let offers = import(&state, text).await?;
    let (cpu, mib) = (cpu_s()?, peak_mib()?);
    println!(
        "import     {offers} offers: {:.2} s CPU ({opened:.2} s to open before; goal {GOAL_CPU_S:.2} s), peak {mib} MiB (goal {GOAL_MIB} MiB)",
        cpu - opened
    );
    Ok(())
}

/// Times of `PAGES` pages, milliseconds, in order.
async fn pages(app: &Router) -> Result<Vec<f64>, Failed> {
    let paths = [
        "/?gpu=h200-sxm",
        "/?q=4090",
        "/?order_by=platform&group=none",
        "/gpus",
        "/platforms",
    ];
    let visitor = |first: usize| {
        let app = app.clone();
        async move {
            let mut times = Vec::new();
            for at in 0..PAGES / VISITORS {
                let path = paths[(first + at) % paths.len()];
                let began = Instant::now();
                let answer = app
                    .clone()
                    .oneshot(Request::get(path).body(Body::empty())?)
                    .await?;
                if !answer.status().is_success() {
                    return Err(format!("{path} answered {}", answer.status()).into());
                }
                axum::body::to_bytes(answer.into_body(), usize::MAX).await?;
                times.push(began.elapsed().as_secs_f64() * 1000.0);
            }
            Ok::<_, Failed>(times)
        }
    };
    let visitors: Vec<_> = (0..VISITORS)
        .map(|first| tokio::spawn(visitor(first)))
        .collect();
    let mut times = Vec::new();
    for visitor in visitors {
        times.extend(visitor.await??);
    }
    times.sort_by(f64::total_cmp);
    Ok(times)
}

fn at(times: &[f64], share: f64) -> f64 {
    times[((times.len() - 1) as f64 * share) as usize]
}

/// Pages without and with imports running beside them; gives by how much the slowest hundredth differs.
async fn beside(folder: &Path, first: &[MadeRow]) -> Result<f64, Failed> {
    let state = start::open(config(folder)?).await?;
    let app = router::router(state.clone());
    pages(&app).await?;
    let without = pages(&app).await?;
    let dearer: Vec<MadeRow> = first
        .iter()
        .cloned()
        .map(|mut row| {
            row.price = row.price.map(|price| price + 1);
            row
        })
        .collect();
    let is_done = Arc::new(AtomicBool::new(false));
    let imports = tokio::spawn({
        let (state, is_done) = (state.clone(), Arc::clone(&is_done));
        let files = [text(&dearer), text(first)];
        async move {
            let mut made = 0;
            while !is_done.load(Ordering::Relaxed) {
                import(&state, files[made % 2].clone()).await?;
                state.refresh().await?;
                made += 1;
            }
            Ok::<_, Failed>(made)
        }
    });
    tokio::time::sleep(Duration::from_millis(50)).await;
    let with = pages(&app).await?;
    is_done.store(true, Ordering::Relaxed);
    let made = imports.await??;
    let times = at(&with, 0.99) / at(&without, 0.99);
    println!(
        "pages      p50 {:.1} ms, p99 {:.1} ms alone; p50 {:.1} ms, p99 {:.1} ms beside {made} imports: {times:.2} times (at most {MOST_TIMES})",
        at(&without, 0.5),
        at(&without, 0.99),
        at(&with, 0.5),
        at(&with, 0.99)
    );
    Ok(times)
}

#[tokio::main]
async fn main() -> Result<(), Failed> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [mode, folder] = arguments.as_slice()
        && mode == "alone"
    {
        return alone(&PathBuf::from(folder)).await;
    }
    let count = arguments
        .first()
        .map_or(Ok(100_000), |count| count.parse())?;
    let folder = tempfile::tempdir()?;
    start::open(config(folder.path())?)
        .await?
        .pool
        .close()
        .await;
    let first = rows(count);
    let (offers, refused, skipped) = counted(&first);
    std::fs::write(folder.path().join("vms.csv"), text(&first))?;
    println!("file       {count} rows: {offers} offers, {refused} refused, {skipped} skipped");
    let status = std::process::Command::new(std::env::current_exe()?)
        .arg("alone")
        .arg(folder.path())
        .status()?;
    if !status.success() {
        return Err("the import failed".into());
    }
    if beside(folder.path(), &first).await? > MOST_TIMES {
        return Err("pages beside an import take more than twice as long".into());
    }
    Ok(())
}

//! Adds made-up offers to a database, for the benchmarks: `synthetic [--mixed] --database-url URL COUNT`.
//!
//! They take the path of any import; prices look random and are the same each time. Nothing else may use such a
//! database. Of one card, each platform with a meter gets its share, so that every rule that the catalogue knows takes
//! part; with `--mixed` they are those of a large catalogue.
#![allow(clippy::disallowed_macros)] // it says what it did
mod mixed;

use chrono::NaiveDate;
use clap::Parser;
use domain::catalog::PriceKind;
use domain::catalog::diff::diff;
use server::config::Config;
use server::import::{Files, read_zuka};
use server::{start, store};
use std::collections::{BTreeSet, HashSet};
use std::error::Error;
use std::fmt::Write as _;

/// The card that the plan page begins with.
const CARD: &str = "rtx-4090";

const HEAD: &str = "platform_slug,region,gpu_slug,gpu_count,gpu_fraction,price_per_hour,currency,price_kind,\
    price_period_hours,vcpus,ram_gb,disk_gb,disk_type,network_mbps,instance_type,exclusivity,source_url,source_date,\
    source_date_precision,note,price_per_period\n";

#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    config: Config,
    /// Of many cards and regions, as a large catalogue has them.
    #[arg(long)]
    mixed: bool,
    /// How many offers.
    count: usize,
}

/// Numbers that look random and are the same each time (splitmix64).
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

/// The offers as a table: platforms in turn, an hour from 1.00 to 4.00 dollars' worth in the platform's own currency.
fn table(platforms: &[(String, String)], count: usize, day: NaiveDate) -> String {
    let mut seeded = Seeded(20_261_130);
    let mut rows = String::new();
    for (index, (platform, currency)) in platforms.iter().cycle().take(count).enumerate() {
        let scale = if currency == "CNY" { 7 } else { 1 };
        let price = (10_000 + seeded.below(30_000)) * scale;
        let disk_gb = 20 * (1 + seeded.below(12));
        let _ = writeln!(
            rows,
            "{platform},,{CARD},1,,{}.{:04},{currency},on_demand,1,,,{disk_gb},,,bench-{index},,\
             https://example.org/bench,{day},day,made up for a benchmark,",
            price / 10_000,
            price % 10_000
        );
    }
    rows
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let Arguments {
        config,
        mixed,
        count,
    } = Arguments::parse();
    let state = start::open(config).await?;
    let (snapshot, now) = (state.snapshot(), state.config.now());
    let metered: BTreeSet<(String, String)> = snapshot
        .offers
        .iter()
        .filter(|offer| offer.kind == PriceKind::OnDemand)
        .map(|offer| {
            let currency = offer.price_per_hour.currency.to_string();
            (snapshot.platforms[offer.platform].slug.clone(), currency)
        })
        .collect();
    let platforms: Vec<(String, String)> = metered.into_iter().collect();
    let folder = tempfile::tempdir()?;
    let rows = if mixed {
        mixed::rows(count, now.date_naive())
    } else {
        table(&platforms, count, now.date_naive())
    };
    std::fs::write(folder.path().join("offerings.csv"), format!("{HEAD}{rows}"))?;
    let files = Files::Folder(folder.path().to_owned());
    let cards: HashSet<String> = snapshot.gpus.iter().map(|g| g.slug.clone()).collect();
    let names = snapshot.platforms.iter().map(|p| p.slug.clone()).collect();
    let import = read_zuka(&files, &cards, &names, now.date_naive())?;
    if let Some(refused) = import.refused.first() {
        return Err(format!("an offer was refused: {refused}").into());
    }
    // The catalogue's own offers stay: nothing of theirs is in this import's source.
    let changes = diff(&snapshot, import.offers.clone(), false);
    let summary = format!("{} made-up offers", changes.added.len());
    store::apply::apply(&state.pool, &import, &changes, "bench", &summary, now).await?;
    println!("{summary}");
    Ok(())
}

//! Made-up offers as a large catalogue has them: eight clouds, eighteen cards, their regions, three kinds of price.
//!
//! Shares, base prices and regions are those of the generator that the peers of `make bench-http` were measured with,
//! so that figures can be compared: clouds by their share of rows, one in ten prices old enough to be stale.
use super::Seeded;
use chrono::{Days, NaiveDate};
use std::collections::HashSet;
use std::fmt::Write as _;

/// Card, dollars an hour for one in hundredths of a cent, virtual CPUs and GB of RAM for one.
const CARDS: [(&str, u64, u64, u64); 18] = [
    ("h100-sxm", 26_000, 24, 200),
    ("h200-sxm", 36_000, 24, 240),
    ("b200-sxm", 52_000, 28, 256),
    ("a100-80gb-sxm", 17_000, 12, 120),
    ("a100-40gb-sxm", 12_500, 12, 85),
    ("l40s", 10_000, 8, 64),
    ("l4", 6_000, 8, 32),
    ("a10g", 9_000, 8, 32),
    ("t4", 3_800, 4, 16),
    ("v100-16gb-sxm", 8_000, 8, 61),
    ("rtx-4090", 4_200, 8, 32),
    ("rtx-5090", 7_500, 8, 48),
    ("rtx-pro-6000-blackwell-server", 16_000, 16, 128),
    ("rtx-a6000", 6_200, 8, 64),
    ("a40", 4_500, 9, 48),
    ("mi300x", 24_000, 24, 240),
    ("gh200-96gb", 19_000, 64, 432),
    ("rtx-3090", 2_400, 6, 24),
];

/// Platform, its share of a hundred rows, its regions.
const CLOUDS: [(&str, usize, &[&str]); 8] = [
    (
        "aws",
        40,
        &[
            "us-east-1",
            "us-east-2",
            "us-west-1",
            "us-west-2",
            "eu-west-1",
            "eu-central-1",
            "eu-north-1",
            "ap-northeast-1",
            "ap-south-1",
            "ap-southeast-1",
            "ap-southeast-2",
            "sa-east-1",
            "ca-central-1",
        ],
    ),
    (
        "gcp",
        25,
        &[
            "us-central1",
            "us-east1",
            "us-east4",
            "us-west1",
            "us-west4",
            "europe-west1",
            "europe-west3",
            "europe-west4",
            "asia-east1",
            "asia-northeast1",
            "asia-southeast1",
            "me-west1",
        ],
    ),
    (
        "azure",
        15,
        &[
            "eastus",
            "eastus2",
            "westus2",
            "westus3",
            "northeurope",
            "westeurope",
            "uksouth",
            "japaneast",
            "southeastasia",
            "australiaeast",
        ],
    ),
    (
        "oci",
        4,
        &[
            "us-ashburn-1",
            "us-phoenix-1",
            "eu-frankfurt-1",
            "uk-london-1",
            "ap-tokyo-1",
        ],
    ),
    (
        "lambda",
        3,
        &[
            "us-east-1",
            "us-west-1",
            "us-south-1",
            "us-midwest-1",
            "europe-central-1",
            "asia-south-1",
        ],
    ),
    (
        "runpod",
        6,
        &["US", "CA", "SE", "NO", "CZ", "RO", "NL", "IS"],
    ),
    ("nebius", 3, &["eu-north1", "eu-west1", "us-central1"]),
    ("verda", 4, &["FIN-01", "FIN-02", "ICE-01"]),
];

/// `count` offers as lines of `offerings.csv`.
pub fn rows(count: usize, today: NaiveDate) -> String {
    let mut seeded = Seeded(20_260_101);
    let (mut rows, mut names) = (String::new(), HashSet::new());
    let mut made = 0;
    for (place, (cloud, share, regions)) in CLOUDS.iter().enumerate() {
        let is_last = place + 1 == CLOUDS.len();
        let many = if is_last {
            count - made
        } else {
            count * share / 100
        };
        made += many;
        for index in 0..many {
            let region = regions[index % regions.len()];
            let (card, base, cpus, ram) = CARDS[seeded.below(CARDS.len() as u64) as usize];
            let cards = [1, 1, 1, 2, 4, 8][seeded.below(6) as usize];
            let price = base * cards * (85 + seeded.below(51)) / 100;
            let (kind, hours, share) = match seeded.below(10) {
                0..7 => ("on_demand", 1, 100),
                7..9 => ("spot", 1, 25 + seeded.below(50)),
                _ => ("monthly", 720, 50 + seeded.below(30)),
            };
            let price = (price * share / 100).max(10);
            let age = if seeded.below(10) == 0 {
                200
            } else {
                seeded.below(28)
            };
            let day = today - Days::new(age);
            let mut name = format!("{cloud}-{card}-{cards}x-{}", index % 977);
            if !names.insert((name.clone(), region, kind)) {
                // A second machine of that name would be a second price of the first.
                let _ = write!(name, "-{index}");
            }
            let (whole, part) = (price / 10_000, price % 10_000);
            let (cpus, ram) = (cpus * cards, ram * cards);
            let _ = writeln!(
                rows,
                "{cloud},{region},{card},{cards},,{whole}.{part:04},USD,{kind},{hours},{cpus},{ram},,,,{name},,\
                 https://example.org/bench,{day},day,made up for a benchmark,"
            );
        }
    }
    rows
}

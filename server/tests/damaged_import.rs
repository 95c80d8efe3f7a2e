//! One file with every kind of damage: each row is refused with its line, field, value and reason, and the database
//! stays as it was, byte for byte.

use crate::common::{NOW, config};
use server::start;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const COLUMNS: [&str; 21] = [
    "platform_slug",
    "region",
    "gpu_slug",
    "gpu_count",
    "gpu_fraction",
    "price_per_hour",
    "currency",
    "price_kind",
    "price_period_hours",
    "vcpus",
    "ram_gb",
    "disk_gb",
    "disk_type",
    "network_mbps",
    "instance_type",
    "exclusivity",
    "source_url",
    "source_date",
    "source_date_precision",
    "note",
    "price_per_period",
];
const GOOD: [&str; 21] = [
    "autodl",
    "west",
    "rtx-4090",
    "8",
    "",
    "15.84",
    "CNY",
    "on_demand",
    "1",
    "128",
    "960",
    "2000",
    "nvme",
    "1000",
    "eight",
    "dedicated",
    "https://example.org/prices",
    "2026-11-29",
    "day",
    "seen by hand",
    "",
];

/// Kind of damage: the column that is wrong, what it says, and the words of the refusal after the value.
const DAMAGE: [(&str, &str, &str, &str); 25] = [
    (
        "a platform that nobody knows",
        "platform_slug",
        "nobody",
        "unknown platform",
    ),
    (
        "a card that nobody knows",
        "gpu_slug",
        "rtx-4900",
        "unknown gpu",
    ),
    ("no price", "price_per_hour", "", "missing"),
    (
        "a price in words",
        "price_per_hour",
        "ask sales",
        "not a number",
    ),
    ("a decimal comma", "price_per_hour", "15,84", "not a number"),
    (
        "a sign of a currency",
        "price_per_hour",
        "¥15.84",
        "not a number",
    ),
    (
        "a price below zero",
        "price_per_hour",
        "-15.84",
        "not positive",
    ),
    ("a price of nothing", "price_per_hour", "0", "not positive"),
    (
        "a month's price as an hour's",
        "price_per_hour",
        "11404.80",
        "implausible",
    ),
    ("a currency that is none", "currency", "RMB¥", "not a word"),
    (
        "a kind of price that is none",
        "price_kind",
        "hourly",
        "not a word",
    ),
    ("no count", "gpu_count", "", "missing"),
    ("a count of nothing", "gpu_count", "0", "not positive"),
    ("half a card as a count", "gpu_count", "0.5", "not a number"),
    (
        "a share that is more than a card",
        "gpu_fraction",
        "1.5",
        "not a word",
    ),
    ("RAM in MB", "ram_gb", "983040", "too large"),
    ("a disk with its unit", "disk_gb", "2 TB", "not a number"),
    ("a link in bits", "network_mbps", "1000000000", "too large"),
    (
        "an exclusivity that is none",
        "exclusivity",
        "mine",
        "not a word",
    ),
    ("no source", "source_url", "", "missing"),
    (
        "a source that is no address",
        "source_url",
        "their page",
        "bad address",
    ),
    (
        "a day the other way round",
        "source_date",
        "29.11.2026",
        "bad date",
    ),
    ("a day to come", "source_date", "2027-01-01", "future date"),
    (
        "a precision that is another",
        "source_date_precision",
        "year",
        "not a word",
    ),
    (
        "a sum that contradicts the hour",
        "price_per_period",
        "99",
        "period mismatch",
    ),
];

fn line(fields: &[&str]) -> String {
    let quoted = fields.iter().map(|field| {
        if field.contains(',') {
            format!("\"{field}\"")
        } else {
            (*field).to_owned()
        }
    });
    quoted.collect::<Vec<_>>().join(",")
}

fn damaged(column: &str, value: &str) -> String {
    let mut fields = GOOD;
    fields[COLUMNS.iter().position(|c| *c == column).unwrap()] = value;
    line(&fields)
}

fn import(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_zuka"))
        .arg("import")
        .args(arguments)
        .env("ZUKA_NOW", NOW)
        .env(
            "ZUKA_DATABASE_URL",
            format!("sqlite://{}", folder.join("zuka.db").display()),
        )
        .output()
        .unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

#[tokio::test]
async fn every_kind_of_damage_is_refused_row_by_row_and_leaves_the_database_as_it_was() {
    let folder = TempDir::new().unwrap();
    let state = start::open(config(&folder, NOW)).await.unwrap();
    state.pool.close().await;
    let database = folder.path().join("zuka.db");
    let before = std::fs::read(&database).unwrap();
    let mut text = format!("\u{feff}{}\r\n", COLUMNS.join(","));
    for (_, column, value, _) in DAMAGE {
        text.push_str(&format!("{}\r\n", damaged(column, value)));
    }
    text.push_str("autodl,west,rtx-4090\r\n");
    let file = folder.path().join("offerings.csv");
    std::fs::write(&file, &text).unwrap();
    let (status, said) = import(
        folder.path(),
        &["zuka", &file.display().to_string(), "--apply"],
    );
    assert_eq!(status, Some(0), "{said}");
    for (at, (kind, column, value, reason)) in DAMAGE.iter().enumerate() {
        let words = [
            format!("line {} ", at + 2),
            format!("{column}: `{value}` is {reason}"),
        ];
        let refused = said.lines().find(|line| line.contains(&words[0]));
        let refused =
            refused.unwrap_or_else(|| panic!("{kind}: no word of line {} in\n{said}", at + 2));
        assert!(
            refused.starts_with("refused") && refused.contains(&words[1]),
            "{kind}: {refused}"
        );
    }
    let short = said
        .lines()
        .find(|line| line.contains(&format!("line {} ", DAMAGE.len() + 2)))
        .unwrap();
    assert!(
        short.contains("3 fields where the header has 21"),
        "{short}"
    );
    let last = said.lines().last().unwrap();
    let refused = DAMAGE.len() + 1;
    assert_eq!(
        last,
        format!("0 added, 0 changed, 0 vanished, {refused} refused, 0 skipped")
    );
    assert!(
        std::fs::read(&database).unwrap() == before,
        "the file of the database has other bytes"
    );
    // With one good row beside the damaged ones, that one alone is taken; --strict takes none.
    std::fs::write(&file, format!("{text}{}\r\n", line(&GOOD))).unwrap();
    let (status, said) = import(
        folder.path(),
        &["zuka", &file.display().to_string(), "--apply", "--strict"],
    );
    assert_eq!(
        (status, said.lines().last()),
        (
            Some(1),
            Some(format!("1 added, 0 changed, 0 vanished, {refused} refused, 0 skipped").as_str())
        )
    );
    assert!(
        std::fs::read(&database).unwrap() == before,
        "strict changes nothing"
    );
    let (status, _) = import(
        folder.path(),
        &["zuka", &file.display().to_string(), "--apply"],
    );
    assert_eq!(status, Some(0));
    let (_, again) = import(folder.path(), &["zuka", &file.display().to_string()]);
    assert!(
        again.ends_with(&format!(
            "0 added, 0 changed, 0 vanished, {refused} refused, 0 skipped\n"
        )),
        "{again}"
    );
}

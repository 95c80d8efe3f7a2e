//! `zuka import` as people call it: what it shows, what it changes, what it refuses.
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Platform, and the counts of its file against the starting catalogue, which has older prices of the same files.
const FILES: [(&str, &str); 6] = [
    (
        "hyperbolic",
        "0 added, 3 changed, 0 vanished, 0 refused, 0 skipped",
    ),
    (
        "hyperstack",
        "0 added, 25 changed, 0 vanished, 0 refused, 0 skipped",
    ),
    (
        "jarvislabs",
        "0 added, 16 changed, 0 vanished, 0 refused, 7 skipped",
    ),
    (
        "nebius",
        "0 added, 29 changed, 0 vanished, 0 refused, 40 skipped",
    ),
    (
        "seeweb",
        "26 added, 0 changed, 0 vanished, 1 refused, 48 skipped",
    ),
    (
        "verda",
        "0 added, 33 changed, 0 vanished, 0 refused, 11 skipped",
    ),
];

struct House {
    folder: TempDir,
}

impl House {
    fn new() -> Self {
        Self {
            folder: TempDir::new().unwrap(),
        }
    }

    fn import(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_zuka"))
            .arg("import")
            .args(arguments)
            .env("ZUKA_NOW", "2026-11-30T09:00:00Z")
            .env(
                "ZUKA_DATABASE_URL",
                format!("sqlite://{}", self.folder.path().join("zuka.db").display()),
            )
            .output()
            .unwrap()
    }

    fn skypilot(&self, file: &Path, platform: &str, more: &[&str]) -> Output {
        let file = file.display().to_string();
        let call = [
            "skypilot",
            &file,
            "--platform",
            platform,
            "--observed",
            "2026-11-01",
        ];
        self.import(&[&call, more].concat())
    }
}

fn fixture(platform: &str) -> PathBuf {
    let name = format!("tests/fixtures/skypilot/v8-{platform}-vms.csv");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn last(output: &Output) -> String {
    said(output).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn all_six_files_of_skypilot_are_taken_and_a_second_time_changes_nothing() {
    let house = House::new();
    for (platform, counts) in FILES {
        let looked = house.skypilot(&fixture(platform), platform, &[]);
        assert_eq!(
            last(&looked),
            counts,
            "{platform}, only looked at:\n{}",
            said(&looked)
        );
        let made = house.skypilot(&fixture(platform), platform, &["--apply"]);
        assert_eq!(last(&made), counts, "{platform}");
        let again = last(&house.skypilot(&fixture(platform), platform, &["--apply"]));
        assert!(
            again.starts_with("0 added, 0 changed, 0 vanished"),
            "{platform}: {again}"
        );
    }
}

#[test]
fn b34_a_name_of_several_cards_is_refused_with_those_it_may_be_and_strict_changes_nothing() {
    let house = House::new();
    let strict = house.skypilot(&fixture("seeweb"), "seeweb", &["--apply", "--strict"]);
    assert_eq!(strict.status.code(), Some(1));
    let text = said(&strict);
    for words in [
        "line 45",
        "AcceleratorName: `RTX6000`",
        "quadro-rtx-6000, rtx-6000-ada",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
    let loose = last(&house.skypilot(&fixture("seeweb"), "seeweb", &[]));
    assert!(
        loose.starts_with("26 added"),
        "nothing had been changed: {loose}"
    );
}

#[test]
fn a_call_that_lacks_something_says_what_and_a_file_that_is_no_table_says_so() {
    let house = House::new();
    let file = fixture("verda").display().to_string();
    let bare = house.import(&["skypilot", &file]);
    assert_eq!(bare.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&bare.stderr).contains("add --platform"));
    let other = house.folder.path().join("other.csv");
    std::fs::write(&other, "a,b\n1,2\n").unwrap();
    let wrong = house.skypilot(&other, "verda", &[]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("no column InstanceType"));
}

#[test]
fn the_feed_is_taken_and_its_unknown_platforms_and_cards_are_named() {
    let house = House::new();
    let file = house.folder.path().join("prices.json");
    let offer = |provider: &str, gpu: &str| {
        format!(
            r#"{{"provider":"{provider}","gpu_model_raw":"{gpu}","gpu_key":"","gpu_count":1,"vram_gb":24,"currency":"USD",
               "price_total_hr":0.44,"pricing_type":"on_demand","vcpu":8,"ram_gb":30,"region":null,"listing_url":"x"}}"#
        )
    };
    let offers = [
        offer("lambda", "RTX 4090"),
        offer("nobody", "RTX 4090"),
        offer("lambda", "RTX 4900"),
    ];
    let text = format!(
        r#"{{"collected_at":"2026-11-29T06:00:00Z","offers":[{}]}}"#,
        offers.join(",")
    );
    std::fs::write(&file, text).unwrap();
    let output = house.import(&[
        "gpu-price-feed",
        &file.display().to_string(),
        "--source",
        "https://example.org/feed.json",
        "--apply",
    ]);
    let text = said(&output);
    assert_eq!(
        last(&output),
        "1 added, 0 changed, 0 vanished, 2 refused, 0 skipped",
        "{text}"
    );
    assert!(
        text.contains("`nobody` is unknown platform") && text.contains("nearest: rtx-4090"),
        "{text}"
    );
}

//! Every case of the case file, to the last digit.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

use domain::pricing::{PriceDocument, answer};
use serde_json::Value;

const CASES: &str = include_str!("cases/billing.json");

/// Answers all cases of `kinds`; panics with every difference. Gives how many there were of each kind.
fn run<const N: usize>(kinds: [&str; N]) -> [usize; N] {
    let file: Value = serde_json::from_str(CASES).unwrap();
    let mut counts = [0; N];
    let mut differences = Vec::new();
    for case in file["cases"].as_array().unwrap() {
        let Some(place) = kinds.iter().position(|kind| case["kind"] == **kind) else {
            continue;
        };
        counts[place] += 1;
        let document: PriceDocument = serde_json::from_value(case.clone()).unwrap();
        match answer(&document) {
            Ok(answer) => {
                let got = serde_json::to_value(&answer).unwrap();
                if got != case["expect"] {
                    differences.push(format!(
                        "{} {}\n  got  {got}\n  want {}",
                        case["id"], case["title"], case["expect"]
                    ));
                }
            }
            Err(error) => differences.push(format!(
                "{} {}\n  refused: {error}",
                case["id"], case["title"]
            )),
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    counts
}

#[test]
fn bills_and_comparisons_are_exact() {
    assert_eq!(run(["bill", "compare"]), [49, 6]);
}

#[test]
fn estimates_mixes_and_sweeps_are_exact() {
    assert_eq!(
        run(["breakeven", "mix", "spot_expected", "spot_trace", "sweep"]),
        [3, 6, 2, 2, 1]
    );
}

//! Malformed documents are refused with the field named and the value quoted, never with a panic.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

use domain::pricing::{PriceDocument, PricingError, answer};
use serde_json::{Value, json};

/// A bill of one hour that is fine as it stands.
fn fine() -> Value {
    json!({
        "id": "x", "kind": "bill", "title": "ignored",
        "input": {
            "week": [[{"start": "09:00", "dur_s": 3600, "state": "gpu"}], [], [], [], [], [], []],
            "horizon_days": 7,
            "plan": {"name": "p", "currency": "USD", "gpu_hour": "1.00"}
        }
    })
}

fn refusal(document: Value) -> PricingError {
    let document: PriceDocument = serde_json::from_value(document).unwrap();
    answer(&document).unwrap_err()
}

/// Puts `value` at `pointer` of the fine document's input and expects a refusal of `field` that quotes `quoted`.
fn refuses(pointer: &str, value: Value, field: &str, code: &str, quoted: &str) {
    let mut document = fine();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let parent = document["input"].pointer_mut(parent).unwrap();
    match parent {
        Value::Array(items) => items[key.parse::<usize>().unwrap()] = value,
        parent => parent[key] = value,
    }
    let error = refusal(document);
    assert_eq!(
        (error.field.as_str(), error.code()),
        (field, code),
        "{error}"
    );
    assert!(
        error.message.contains(quoted),
        "`{}` does not quote {quoted}",
        error.message
    );
}

#[test]
fn the_document_that_the_others_spoil_is_fine() {
    let document: PriceDocument = serde_json::from_value(fine()).unwrap();
    assert!(answer(&document).is_ok());
}

#[test]
fn sessions() {
    let session = |start: &str, dur_s: i64, state: &str| json!({"start": start, "dur_s": dur_s, "state": state});
    let two = json!([
        session("09:00", 3600, "gpu"),
        session("09:59:59", 60, "nogpu")
    ]);
    refuses("/week/0", two, "week[0][1]", "overlap", "Monday 09:59:59");
    refuses(
        "/week/0/0",
        session("9:00", 60, "gpu"),
        "week[0][0].start",
        "bad_value",
        "`9:00`",
    );
    refuses(
        "/week/0/0",
        session("24:00", 60, "gpu"),
        "week[0][0].start",
        "bad_value",
        "`24:00`",
    );
    refuses(
        "/week/0/0",
        session("09:00", -1, "gpu"),
        "week[0][0].dur_s",
        "out_of_range",
        "`-1`",
    );
    refuses(
        "/week/0/0",
        session("09:00", 34_560_001, "gpu"),
        "week[0][0].dur_s",
        "out_of_range",
        "`34560001`",
    );
    refuses(
        "/week/0/0",
        session("09:00", 60, "asleep"),
        "week[0][0].state",
        "bad_value",
        "`asleep`",
    );
    let many: Vec<Value> = (0..101).map(|_| session("09:00", 0, "gpu")).collect();
    refuses("/week/3", json!(many), "week[3]", "out_of_range", "`101`");
    refuses("/week", json!([[], []]), "week", "bad_value", "`2`");
}

#[test]
fn a_session_that_runs_into_the_next_day_overlaps_there() {
    let mut document = fine();
    document["input"]["week"][1] = json!([{"start": "08:00", "dur_s": 60, "state": "gpu"}]);
    document["input"]["week"][0][0]["dur_s"] = json!(90_000);
    let error = refusal(document.clone());
    assert_eq!(
        (error.field.as_str(), error.code()),
        ("week[1][0]", "overlap")
    );
    // A horizon that ends before the second session begins never meets it.
    document["input"]["horizon_days"] = json!(1);
    let document: PriceDocument = serde_json::from_value(document).unwrap();
    assert!(answer(&document).is_ok());
}

#[test]
fn bounds_of_the_use() {
    refuses(
        "/horizon_days",
        json!(0),
        "horizon_days",
        "out_of_range",
        "`0`",
    );
    refuses(
        "/horizon_days",
        json!(401),
        "horizon_days",
        "out_of_range",
        "`401`",
    );
    refuses(
        "/horizon_days",
        json!("7"),
        "horizon_days",
        "bad_value",
        "`7`",
    );
    refuses(
        "/horizon_days",
        json!(null),
        "horizon_days",
        "missing_field",
        "horizon_days",
    );
    refuses(
        "/start_weekday",
        json!(7),
        "start_weekday",
        "out_of_range",
        "`7`",
    );
    refuses("/data_gb", json!("-1"), "data_gb", "out_of_range", "`-1`");
    refuses("/data_gb", json!(1.5), "data_gb", "bad_value", "`1.5`");
    refuses("/hours", json!(3), "hours", "unknown_field", "`hours`");
}

#[test]
fn plans() {
    refuses(
        "/plan/gpu_hour",
        json!("1,98"),
        "plan.gpu_hour",
        "bad_value",
        "`1,98`",
    );
    refuses(
        "/plan/gpu_hour",
        json!("1234567890123"),
        "plan.gpu_hour",
        "bad_value",
        "`1234567890123`",
    );
    refuses(
        "/plan/gpu_hour",
        json!("0.0000000001"),
        "plan.gpu_hour",
        "bad_value",
        "`0.0000000001`",
    );
    refuses(
        "/plan/gpu_hour",
        json!("-1"),
        "plan.gpu_hour",
        "out_of_range",
        "`-1`",
    );
    refuses(
        "/plan/gpu_hour",
        json!(true),
        "plan.gpu_hour",
        "bad_value",
        "`true`",
    );
    refuses(
        "/plan/gpu_hur",
        json!("1"),
        "plan.gpu_hur",
        "unknown_field",
        "`gpu_hur`",
    );
    refuses(
        "/plan/currency",
        json!("usd"),
        "plan.currency",
        "bad_value",
        "`usd`",
    );
    refuses("/plan/gpus", json!(0), "plan.gpus", "out_of_range", "`0`");
    refuses(
        "/plan/increment_s",
        json!(0),
        "plan.increment_s",
        "out_of_range",
        "`0`",
    );
    refuses(
        "/plan/minor_digits",
        json!(10),
        "plan.minor_digits",
        "out_of_range",
        "`10`",
    );
    refuses(
        "/plan/stopped",
        json!("off"),
        "plan.stopped",
        "bad_value",
        "`off`",
    );
    refuses(
        "/plan/tax_pct",
        json!("101"),
        "plan.tax_pct",
        "out_of_range",
        "`101`",
    );
    refuses(
        "/plan/tax_inclusive",
        json!("yes"),
        "plan.tax_inclusive",
        "bad_value",
        "`yes`",
    );
    refuses(
        "/plan/storage",
        json!({"granularity_s": 0}),
        "plan.storage.granularity_s",
        "out_of_range",
        "`0`",
    );
    refuses(
        "/plan/storage",
        json!({"gb": "1"}),
        "plan.storage.gb",
        "unknown_field",
        "`gb`",
    );
    refuses(
        "/plan/commit",
        json!({"price": "9"}),
        "plan.commit.period_days",
        "missing_field",
        "period_days",
    );
    refuses(
        "/plan/commit",
        json!({"price": "9", "period_days": 0}),
        "plan.commit.period_days",
        "out_of_range",
        "`0`",
    );
    let tiers = json!({"tiers": [{"above": "0", "pct": "5"}, {"above": "9", "pct": "100.5"}]});
    refuses(
        "/plan/discount",
        tiers,
        "plan.discount.tiers[1].pct",
        "out_of_range",
        "`100.5`",
    );
    refuses(
        "/plan/fx",
        json!({"to": "CNY", "rate": "0"}),
        "plan.fx.rate",
        "out_of_range",
        "`0`",
    );
    refuses("/plan", json!([]), "plan", "bad_value", "[");
    refuses("/plan", json!(null), "plan", "missing_field", "plan");
}

#[test]
fn amounts_past_128_bits_are_refused() {
    let huge = "999999999999.999999999";
    let storage = json!({"gb_month": huge});
    let mut document = fine();
    document["input"]["data_gb"] = json!(huge);
    document["input"]["plan"]["storage"] = storage;
    let error = refusal(document);
    assert_eq!(
        (error.field.as_str(), error.code()),
        ("plan.storage.gb_month", "too_large")
    );
}

#[test]
fn documents_and_comparisons() {
    assert_eq!(refusal(json!([])).field, "kind");
    assert_eq!(refusal(json!({"input": {}})).field, "kind");
    assert_eq!(refusal(json!({"kind": "guess", "input": {}})).field, "kind");
    assert_eq!(refusal(json!({"kind": "bill"})).field, "input");
    let compare = |plans: Value| {
        let week = fine()["input"]["week"].clone();
        refusal(
            json!({"kind": "compare", "input": {"week": week, "horizon_days": 7, "plans": plans}}),
        )
    };
    assert_eq!(compare(json!([])).field, "plans");
    assert_eq!(compare(json!([{"gpu_hour": "1"}])).field, "plans[0].name");
    assert_eq!(
        compare(json!([{"name": "a"}, {"name": "a"}])).field,
        "plans[1].name"
    );
    assert_eq!(
        compare(json!([{"name": "a"}, {"name": "b", "gpus": 0}])).field,
        "plans[1].gpus"
    );
    assert_eq!(
        compare(json!([{"name": "a"}, {"name": "b", "currency": "CNY"}])).field,
        "plans[1].fx"
    );
}

#[test]
fn keys_given_twice() {
    let text = r#"{"kind": "breakeven", "input": {"prepaid_price": "1", "gpu_hour": "1", "gpu_hour": "2", "period_days": 1}}"#;
    let error = answer(&serde_json::from_str::<PriceDocument>(text).unwrap()).unwrap_err();
    assert_eq!(
        (error.field.as_str(), error.code()),
        ("gpu_hour", "duplicate")
    );
}

//! The mix as a document: the gaps of the week are an option, and without it the answer is what it was.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

use domain::pricing::{PriceDocument, PricingError, answer};
use serde_json::{Value, json};

/// Two GPU hours on Monday with half an hour between, then an hour without; a quarter of an hour of set-up.
fn document(gaps: Value) -> PriceDocument {
    let monday = json!([
        {"start": "09:00", "dur_s": 3600, "state": "gpu"},
        {"start": "10:10", "dur_s": 3600, "state": "gpu"},
        {"start": "14:00", "dur_s": 3600, "state": "nogpu"},
    ]);
    let input = json!({
        "week": [monday, [], [], [], [], [], []],
        "horizon_days": 1,
        "setup_s": 900,
        "plan": {"gpu_hour": "6", "nogpu_hour": "0.6", "currency": "CNY"},
        "passes": [{"name": "day", "days": 1, "price": "20"}],
        "gaps": gaps,
    });
    serde_json::from_value(json!({"kind": "mix", "input": input})).unwrap()
}

fn answered(gaps: Value) -> Result<Value, PricingError> {
    answer(&document(gaps)).map(|answer| serde_json::to_value(answer).unwrap())
}

#[test]
fn gaps_are_stops_unless_asked_for_and_then_the_answer_does_not_speak_of_them() {
    let as_painted = json!({
        "optimal_cost": "12.600000",
        "purchases": [],
        "all_metered_cost": "12.600000",
        "saving": "0.000000",
    });
    assert_eq!(answered(Value::Null).unwrap(), as_painted);
    assert_eq!(answered(json!("stop")).unwrap(), as_painted);
}

#[test]
fn chosen_gaps_come_with_the_answer() {
    // Ten minutes kept cost less than the quarter of an hour of set-up that they save.
    assert_eq!(
        answered(json!("choose")).unwrap(),
        json!({
            "optimal_cost": "12.100000",
            "purchases": [],
            "all_metered_cost": "12.600000",
            "saving": "0.500000",
            "gaps": [[36_000, 36_600, "keep"], [40_200, 50_400, "stop"]],
            "no_gpu": [[50_400, 54_000, "nogpu"]],
        })
    );
    let anywhere = answered(json!("choose_anywhere")).unwrap();
    assert_eq!(anywhere["optimal_cost"], "11.500000");
    assert_eq!(anywhere["no_gpu"], json!([[50_400, 54_000, "stop"]]));
}

#[test]
fn another_word_is_refused_by_name() {
    let error = answered(json!("maybe")).unwrap_err();
    assert_eq!((error.code(), error.field.as_str()), ("bad_value", "gaps"));
}

//! `POST /api/v1/rank`, and the table behind it, on the real catalogue.

use crate::common::{Site, site};
use axum::http::StatusCode;
use domain::catalog::PriceKind;
use domain::quote::{Prepared, Terms, answer, answer_from, quote};
use domain::scenario::{CardChoice, Scenario, WithoutNoGpu};
use domain::units::{Currency, Decimal};
use serde_json::{Value, json};

fn today() -> chrono::NaiveDate {
    "2026-11-30".parse().unwrap()
}

/// Two hours of GPU and one without, every day of 30, with 100 GB kept.
fn usage() -> Value {
    let day = json!([
        {"start": "09:00", "dur_s": 3600, "state": "nogpu"},
        {"start": "20:00", "dur_s": 7200, "state": "gpu"},
    ]);
    json!({"week": vec![day; 7], "horizon_days": 30, "data_gb": "100"})
}

async fn ask(site: &Site, document: Value) -> crate::common::Answer {
    site.post_json("/api/v1/rank", &document.to_string()).await
}

fn amount(item: &Value, key: &str) -> Decimal {
    item[key].as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn every_matching_offer_is_billed_ranked_or_left_out_by_name() {
    let site = site().await;
    let document =
        json!({"usage": usage(), "filter": {"gpu": "rtx-4090"}, "limit": 1000, "currency": "CNY"});
    let answer = ask(&site, document).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let list = answer.json();
    let count = |key: &str| list[key].as_array().unwrap().len();
    let left: usize = list["excluded"]
        .as_array()
        .unwrap()
        .iter()
        .map(|left| left["count"].as_u64().unwrap() as usize)
        .sum();
    let all = site.get("/api/v1/offerings?gpu=rtx-4090").await.json();
    assert_eq!(
        count("items") + count("floors") + left,
        all["total"].as_u64().unwrap() as usize
    );
    let counts = (count("items"), count("floors"), left);
    assert!(counts.0 > 5 && counts.1 > 0 && counts.2 > 0, "{counts:?}");
    assert_eq!(list["total"], count("items"));
    assert_eq!(list["revision"], all["revision"]);

    let snapshot = site.state.snapshot();
    let usage: domain::pricing::Usage = serde_json::from_value(usage()).unwrap();
    let prepared = Prepared::of_usage(usage, WithoutNoGpu::Keep).unwrap();
    let mut highs = Vec::new();
    for item in list["items"].as_array().unwrap() {
        // The same bill as the engine's for this offer alone, and its lines sum to it.
        let offer = snapshot.offer(item["id"].as_i64().unwrap()).unwrap();
        let terms = Terms::of(&snapshot, offer, Currency::CNY, today()).unwrap();
        let bill = quote(&terms, &prepared).unwrap();
        assert_eq!(amount(item, "total"), bill.low.total_display);
        assert_eq!(amount(item, "total_high"), bill.high.unwrap().total_display);
        let lines = item["lines"].as_object().unwrap();
        let sum: i128 = lines
            .values()
            .map(|line| line.as_str().unwrap().parse::<Decimal>().unwrap().nanos())
            .sum();
        assert_eq!(sum, amount(item, "listed_total").nanos());
        assert_eq!(item["currency"], offer.price_per_hour.currency.code());
        assert_eq!(item["gpu"], "rtx-4090");
        highs.push((amount(item, "total_high"), amount(item, "total"), offer.id));
    }
    assert!(highs.is_sorted(), "{highs:?}");
    for floor in list["floors"].as_array().unwrap() {
        assert!(floor["total_high"].is_null() && !floor["unknown"].as_array().unwrap().is_empty());
    }
}

#[tokio::test]
async fn the_first_rows_are_those_of_the_whole_list_and_spot_is_ranked_when_asked_for() {
    let site = site().await;
    let ids = |list: &Value| -> Vec<i64> {
        let items = list["items"].as_array().unwrap();
        items
            .iter()
            .map(|item| item["id"].as_i64().unwrap())
            .collect()
    };
    let whole = ask(&site, json!({"usage": usage(), "limit": 1000}))
        .await
        .json();
    let few = ask(&site, json!({"usage": usage(), "limit": 7}))
        .await
        .json();
    assert_eq!(ids(&few), ids(&whole)[..7]);
    assert_eq!(
        (few["total"].clone(), few["limit"].clone()),
        (whole["total"].clone(), json!(7))
    );
    let reasons = |list: &Value| -> Vec<String> {
        let excluded = list["excluded"].as_array().unwrap();
        excluded
            .iter()
            .map(|left| left["reason"].as_str().unwrap().to_owned())
            .collect()
    };
    for reason in ["stale", "slice", "spot"] {
        assert!(
            reasons(&whole).contains(&reason.to_owned()),
            "{reason}: {:?}",
            reasons(&whole)
        );
    }
    let filter = json!({"price_kind": ["spot", "on_demand"], "vram_min": 24});
    let spot = ask(
        &site,
        json!({"usage": usage(), "filter": filter, "limit": 1000}),
    )
    .await
    .json();
    assert!(!reasons(&spot).contains(&"spot".to_owned()));
    let kinds: Vec<&str> = spot["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["price_kind"].as_str().unwrap())
        .collect();
    assert!(
        kinds
            .iter()
            .all(|kind| ["spot", "on_demand"].contains(kind))
    );
}

#[tokio::test]
async fn a_document_that_cannot_be_read_is_refused_by_the_name_of_its_field() {
    let site = site().await;
    let bad_session = json!({"week": [[{"start": "25:00", "dur_s": 1, "state": "gpu"}], [], [], [], [], [], []], "horizon_days": 7});
    let overlap = json!({"week": [[
        {"start": "09:00", "dur_s": 7200, "state": "gpu"},
        {"start": "10:00", "dur_s": 60, "state": "gpu"},
    ], [], [], [], [], [], []], "horizon_days": 7});
    for (document, field) in [
        (json!({"filter": {}}), "usage"),
        (json!({"usage": 7}), "usage"),
        (json!({"usage": {"horizon_days": 7}}), "usage.week"),
        (json!({"usage": bad_session}), "usage.week[0][0].start"),
        (json!({"usage": overlap}), "usage.week[0][1]"),
        (json!({"usage": usage(), "filters": {}}), "filters"),
        (json!({"usage": usage(), "filter": ["gpu"]}), "filter"),
        (
            json!({"usage": usage(), "filter": {"colour": "red"}}),
            "filter.colour",
        ),
        (
            json!({"usage": usage(), "filter": {"gpu": "rtx-9999"}}),
            "filter.gpu",
        ),
        (
            json!({"usage": usage(), "filter": {"vram_min": true}}),
            "filter.vram_min",
        ),
        (json!({"usage": usage(), "limit": 0}), "limit"),
        (json!({"usage": usage(), "limit": "many"}), "limit"),
        (json!({"usage": usage(), "currency": "yuan"}), "currency"),
        (json!({"usage": usage(), "no_gpu": "sleep"}), "no_gpu"),
    ] {
        let answer = ask(&site, document.clone()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{document}");
        assert_eq!(answer.json()["field"], field, "{document}: {}", answer.text);
    }
    let answer = site.post_json("/api/v1/rank", "{").await;
    assert_eq!(answer.json()["code"], "not_json");
}

/// Each scenario's answer from the table of the whole catalogue is the one from its own offers alone.
#[tokio::test]
async fn the_table_of_the_catalogue_answers_as_the_offers_asked_for_do() {
    let site = site().await;
    let snapshot = &site.state.snapshot();
    for currency in [Currency::CNY, Currency::USD] {
        let table = site.state.table(snapshot, currency, today());
        for (gpu, data, price_kind, no_gpu) in [
            (CardChoice::Any, 0, vec![], WithoutNoGpu::Keep),
            (
                CardChoice::Any,
                300,
                vec![PriceKind::Spot],
                WithoutNoGpu::Stop,
            ),
            (
                CardChoice::Model("rtx-4090".to_owned()),
                180,
                vec![],
                WithoutNoGpu::Stop,
            ),
            (
                CardChoice::Model("h100-sxm".to_owned()),
                2000,
                vec![],
                WithoutNoGpu::Keep,
            ),
        ] {
            let scenario = Scenario {
                gpu,
                data_gb: Decimal::from_int(data),
                price_kind,
                no_gpu,
                ..Scenario::default()
            };
            let whole = answer_from(&table, snapshot, &scenario, currency, today()).unwrap();
            let alone = answer(snapshot, &scenario, currency, today()).unwrap();
            assert_eq!(whole, alone);
        }
    }
}

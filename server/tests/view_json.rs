//! B83: what `/platforms` and `/compare` show can be fetched: the same rows in the same order, with unit, day and source.
use crate::common::{Answer, Site, between, site};
use axum::http::{StatusCode, header};
use domain::catalog::{Freshness, PriceKind};
use serde_json::Value;

/// The values of an attribute, in the order of the page.
fn all<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let mark = format!("{attribute}=\"");
    page.split(mark.as_str())
        .skip(1)
        .map(|rest| &rest[..rest.find('"').unwrap()])
        .collect()
}

fn texts<'a>(items: &'a Value, field: &str) -> Vec<&'a str> {
    let items = items.as_array().unwrap().iter();
    items.map(|item| item[field].as_str().unwrap()).collect()
}

/// What the page's own link to JSON gives.
async fn linked(site: &Site, page: &str, path: &str) -> Answer {
    let href = format!("{path}{}", between(page, &format!("href=\"{path}"), "\""));
    assert!(page.contains(">JSON</a>"));
    site.get(&href.replace("&amp;", "&")).await
}

#[tokio::test]
async fn b83_the_table_of_rules_can_be_fetched_as_it_is_shown() {
    let site = site().await;
    for query in [
        "lang=en",
        "no_gpu_mode=yes&order_by=retention_days&order_dir=desc&unknown=include",
        "egress_price_max=0.1&currency=USD&order_by=egress_price",
        "offers=current&order_by=offers&order_dir=desc&period=month&month_hours=720",
    ] {
        let page = site.get(&format!("/platforms?{query}")).await.text;
        let rows = all(&page, "data-platform");
        assert!(!rows.is_empty() && !page.contains("ignored"), "{query}");
        let document = site
            .get(&format!("/api/v1/platforms?limit=1000&{query}"))
            .await;
        assert_eq!(document.status, StatusCode::OK, "{}", document.text);
        assert_eq!(texts(&document.json()["items"], "slug"), rows, "{query}");
        let linked = linked(&site, &page, "/api/v1/platforms").await.json();
        assert_eq!(texts(&linked["items"], "slug"), rows, "{query}");
    }
    // The page's count of what was left out, and a price with its unit, day, source and rate.
    let document = site
        .get("/api/v1/platforms?no_gpu_mode=yes&currency=USD")
        .await;
    let json = document.json();
    assert!(json["left_out"]["unknown"].as_u64().unwrap() > 0);
    let items = json["items"].as_array().unwrap();
    let autodl = items.iter().find(|item| item["slug"] == "autodl").unwrap();
    let price = &autodl["facts"]["no_gpu_price_hour"];
    assert_eq!(price["value"], "0.1");
    assert_eq!(price["unit"], "CNY/h");
    assert_eq!(price["converted"]["currency"], "USD");
    assert!(price["converted"]["rate_date"].is_string());
    assert!(price["observed_at"].is_string() && !price["sources"].as_array().unwrap().is_empty());
    assert_eq!(autodl["facts"]["nvlink"]["value"], Value::Null);
    let tag = document.header(header::ETAG);
    let again = site
        .get_with(
            "/api/v1/platforms?no_gpu_mode=yes&currency=USD",
            header::IF_NONE_MATCH,
            tag,
        )
        .await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    for (query, field) in [
        ("no_gpu_mode=maybe", "no_gpu_mode"),
        ("order_by=beauty", "order_by"),
        ("colour=red", "colour"),
        ("p=autodl", "p"),
    ] {
        let refused = site.get(&format!("/api/v1/platforms?{query}")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{query}");
        assert_eq!(refused.json()["field"], field);
    }
}

/// Numbers of current on-demand offers of one card, one a platform.
fn offers(site: &Site, slug: &str, count: usize) -> Vec<i64> {
    let snapshot = site.state.snapshot();
    let today = "2026-11-30".parse().unwrap();
    let gpu = snapshot.gpu_by_slug(slug).unwrap();
    let mut platforms = Vec::new();
    let mut found = Vec::new();
    for offer in &snapshot.offers {
        let fits = offer.gpu == gpu
            && offer.kind == PriceKind::OnDemand
            && offer.gpu_fraction.is_none()
            && snapshot.freshness(offer, today) != Freshness::Stale;
        if fits && !platforms.contains(&offer.platform) && found.len() < count {
            platforms.push(offer.platform);
            found.push(offer.id);
        }
    }
    assert_eq!(found.len(), count);
    found
}

#[tokio::test]
async fn b83_a_comparison_of_offers_can_be_fetched_as_it_is_shown() {
    let site = site().await;
    let ids = offers(&site, "rtx-4090", 3);
    let query = format!(
        "o={}&o={}&o={}&base={}&currency=USD",
        ids[0], ids[1], ids[2], ids[1]
    );
    let page = site.get(&format!("/compare?{query}&lang=en")).await.text;
    let answer = site.get(&format!("/api/v1/compare?{query}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let json = answer.json();
    assert_eq!(json["of"], "offers");
    assert_eq!(json["base"], ids[1].to_string());
    assert_eq!(texts(&json["columns"], "id"), all(&page, "data-column"));
    let known: Vec<&Value> = json["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["group"] != "unknown")
        .collect();
    let told: Vec<&str> = known
        .iter()
        .map(|r| r["figure"].as_str().unwrap())
        .collect();
    assert_eq!(told, all(&page, "data-figure"));
    for row in &known {
        let figure = row["figure"].as_str().unwrap();
        let line = between(&page, &format!("data-figure=\"{figure}\""), "</tr>");
        assert_eq!(texts(&row["cells"], "verdict"), all(line, "data-verdict"));
        for cell in row["cells"].as_array().unwrap() {
            let has_value = !cell["value"].is_null() || !cell["price"].is_null();
            let has_basis = !cell["basis"].as_array().unwrap().is_empty();
            assert_eq!(has_value, has_basis, "{figure}: {cell}");
        }
    }
    let price = known
        .iter()
        .find(|row| row["figure"] == "price_per_gpu_hour")
        .unwrap();
    assert_eq!(price["unit"], "USD/GPU·h");
    let snapshot = site.state.snapshot();
    for (cell, id) in price["cells"].as_array().unwrap().iter().zip(&ids) {
        let offer = snapshot.offers.iter().find(|o| o.id == *id).unwrap();
        let listed = offer.price_per_gpu_hour().unwrap();
        assert_eq!(cell["price"]["amount"], listed.amount().to_string());
        assert_eq!(cell["price"]["currency"], listed.currency.code());
        assert_eq!(cell["price"]["converted"]["currency"], "USD");
        assert!(cell["price"]["converted"]["rate_date"].is_string());
        assert_eq!(cell["basis"][0]["observed_at"], offer.observed.text());
        assert_eq!(cell["basis"][0]["sources"][0], offer.source_url.as_str());
    }
    let linked = linked(&site, &page, "/api/v1/compare").await;
    assert_eq!(linked.json()["items"], json["items"]);
}

#[tokio::test]
async fn b83_a_comparison_of_platforms_can_be_fetched_and_names_what_is_wrong() {
    let site = site().await;
    let query = "p=autodl&p=runpod&p=lambda&base=runpod";
    let page = site.get(&format!("/compare?{query}&lang=en")).await.text;
    let json = site.get(&format!("/api/v1/compare?{query}")).await.json();
    assert_eq!(json["of"], "platforms");
    assert_eq!(
        texts(&json["columns"], "id"),
        ["autodl", "runpod", "lambda"]
    );
    let items = json["items"].as_array().unwrap();
    let known = items.iter().filter(|row| row["group"] != "unknown");
    let told: Vec<&str> = known.map(|r| r["figure"].as_str().unwrap()).collect();
    assert_eq!(told, all(&page, "data-figure"));
    let mode = items.iter().find(|r| r["figure"] == "no_gpu_price_hour");
    let cells = &mode.unwrap()["cells"];
    assert_eq!(cells[0]["price"]["amount"], "0.1");
    assert_eq!(cells[0]["basis"][0]["of"], "platform");
    for (query, code, field) in [
        ("", "missing_field", "o"),
        ("p=autodl&p=no-such", "not_found", "p"),
        ("o=999999", "not_found", "o"),
        ("p=autodl&p=autodl", "repeated", "p"),
        ("p=autodl&base=lambda", "not_found", "base"),
        ("p=autodl&colour=red", "unknown_param", "colour"),
        ("p=a&p=b&p=c&p=d&p=e&p=f&p=g&o=1", "mixed", "p"),
    ] {
        let refused = site.get(&format!("/api/v1/compare?{query}")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{query}");
        let problem = refused.json();
        assert_eq!(problem["code"], code, "{query}: {}", refused.text);
        assert_eq!(problem["field"], field, "{query}");
    }
}

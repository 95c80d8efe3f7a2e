//! "Will it be too slow?" on an offer's page and in the API: figures, verdicts, the visitor's own job and measurements.

use crate::common::{Site, between, site};
use axum::http::StatusCode;
use domain::catalog::{FactKey, Offer};

fn find(site: &Site, fits: impl Fn(&Offer) -> bool) -> i64 {
    let snapshot = site.state.snapshot();
    snapshot.offers.iter().find(|offer| fits(offer)).unwrap().id
}

/// The one offer of the starting catalogue whose machine is stated whole: line of 50 Mbit/s, NVMe.
fn stated(site: &Site) -> i64 {
    find(site, |offer| offer.network_mbps == Some(50))
}

/// One of which nothing but the card is known.
fn silent(site: &Site) -> i64 {
    let snapshot = site.state.snapshot();
    find(site, |offer| {
        let platform = &snapshot.platforms[offer.platform];
        let line = offer
            .network_mbps
            .map(|_| ())
            .or_else(|| offer.fact_whole(platform, FactKey::Network).map(|_| ()));
        snapshot.gpus[offer.gpu].slug == "rtx-4090"
            && line.is_none()
            && offer.vcpus.is_none()
            && offer.gpu_fraction.is_none()
    })
}

/// The panel of a page.
async fn panel(site: &Site, address: &str) -> String {
    let page = site.get(address).await;
    assert_eq!(page.status, StatusCode::OK, "{address}");
    between(&page.text, "id=\"slow\"", "</section>").to_owned()
}

fn verdict<'a>(panel: &'a str, part: &str) -> &'a str {
    let row = between(panel, &format!("data-part=\"{part}\""), ">");
    between(row, "data-verdict=\"", "\"")
}

#[tokio::test]
async fn a_slow_line_is_the_tightest_part_and_says_how_long_it_takes() {
    let site = site().await;
    let id = stated(&site);
    for (lang, words) in [("en", "Network"), ("zh", "网络")] {
        let panel = panel(&site, &format!("/offerings/{id}?lang={lang}")).await;
        assert!(panel.contains("data-tightest=\"network\""));
        let sentence = between(&panel, "data-tightest=\"network\"", "</p>");
        // 15.2 GB over 50 Mbit/s: 41 minutes at best, 81 at worst.
        assert!(
            sentence.contains(words) && sentence.contains("15.2"),
            "{sentence}"
        );
        assert!(sentence.contains("0.7–1.4"), "{sentence}");
        assert_eq!(verdict(&panel, "network"), "holds_up");
        for part in ["card_memory", "card_speed", "cpu", "ram", "disk"] {
            assert_eq!(verdict(&panel, part), "enough", "{part}");
        }
        assert!(panel.contains("50 Mbit/s") && panel.contains("1008 GB/s"));
    }
}

#[tokio::test]
async fn what_nobody_states_is_unknown_until_the_visitor_says_what_they_measured() {
    let site = site().await;
    let id = silent(&site);
    let before = panel(&site, &format!("/offerings/{id}?lang=en")).await;
    for part in ["cpu", "ram", "disk", "network"] {
        assert_eq!(verdict(&before, part), "unknown", "{part}");
    }
    assert!(
        before.contains("/guides/preorder?lang=en#pre-bandwidth"),
        "unknown leads to the question"
    );
    assert!(before.contains("may hold it up"));
    let own = format!(
        "/offerings/{id}?lang=en&task=inference&model=qwen2.5-7b&my_mbps=2000&my_disk=nvme"
    );
    let after = panel(&site, &own).await;
    assert_eq!(verdict(&after, "network"), "enough");
    assert!(after.contains("as you measured"));
    // Room is still not stated: a fast disk alone is not enough.
    assert_eq!(verdict(&after, "disk"), "unknown");
    let bad = panel(&site, &format!("/offerings/{id}?lang=en&my_mbps=fast")).await;
    assert!(bad.contains("value=\"fast\"") && bad.contains("is no rate"));
    assert_eq!(verdict(&bad, "network"), "unknown");
}

#[tokio::test]
async fn the_sizers_own_job_is_answered_and_can_be_changed_there() {
    let site = site().await;
    let sizer = site
        .get("/size?lang=en&task=inference&model=qwen2.5-32b&weights=awq-int4&engine=vllm")
        .await
        .text;
    let link = between(&sizer, "href=\"/offerings/", "\"").replace("&amp;", "&");
    assert!(link.ends_with("#slow"), "{link}");
    let address = format!("/offerings/{}", link.trim_end_matches("#slow"));
    let panel = panel(&site, &address).await;
    // It is one of the usual jobs, and marked.
    let marked = between(&panel, "aria-current=\"true\"", "</a>");
    assert!(marked.contains("32B"), "{marked}");
    let other = address.replace("weights=awq-int4", "weights=awq-int4&prompt=8000");
    let panel = self::panel(&site, &other).await;
    assert!(!panel.contains("aria-current=\"true\""));
    assert!(panel.contains("qwen2.5-32b") && panel.contains("prompt=8000"));
    // The job that the sizer starts with is named in full.
    let start = site.get("/size?lang=en").await.text;
    assert!(start.contains("task=lora"), "the link says which job");
}

#[tokio::test]
async fn a_field_at_fault_is_named_and_the_page_stays() {
    let site = site().await;
    let id = stated(&site);
    for (lang, words) in [("en", "lots"), ("zh", "lots")] {
        let panel = panel(
            &site,
            &format!("/offerings/{id}?lang={lang}&task=inference&batch=lots"),
        )
        .await;
        assert!(panel.contains(words) && panel.contains("note warn"));
        let unknown = self::panel(
            &site,
            &format!("/offerings/{id}?lang={lang}&task=inference&model=nobody-7b"),
        )
        .await;
        assert!(unknown.contains("note bad") && unknown.contains("nobody-7b"));
        assert!(!unknown.contains("<table"));
    }
}

#[tokio::test]
async fn the_api_gives_the_same_answer_and_names_what_it_cannot_read() {
    let site = site().await;
    let id = stated(&site);
    let answer = site
        .get(&format!(
            "/api/v1/offerings/{id}/bottleneck?task=inference&model=qwen2.5-7b"
        ))
        .await;
    assert_eq!(answer.status, StatusCode::OK);
    let json: serde_json::Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!(json["tightest"], "network");
    assert_eq!(json["unknown"], serde_json::json!([]));
    let rows = json["rows"].as_array().unwrap();
    let network = rows.iter().find(|row| row["part"] == "network").unwrap();
    assert_eq!(network["verdict"], "holds_up");
    assert_eq!(network["figures"]["mbps"], 50.0);
    assert!((2400.0..3000.0).contains(&network["seconds"]["mid"].as_f64().unwrap()));
    for (query, field) in [
        ("task=inference&batch=lots", "batch"),
        ("task=inference&colour=red", "colour"),
    ] {
        let answer = site
            .get(&format!("/api/v1/offerings/{id}/bottleneck?{query}"))
            .await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
        let json: serde_json::Value = serde_json::from_str(&answer.text).unwrap();
        assert_eq!(json["field"], field, "{json}");
    }
    let none = site.get("/api/v1/offerings/99999999/bottleneck").await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);
}

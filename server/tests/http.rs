//! Pages and API through the router, on the real catalogue.

use crate::common::{between, site, site_at};
use axum::http::{StatusCode, header};

#[tokio::test]
async fn b80_strip_api_and_csv_count_the_same_offers() {
    let site = site().await;
    let page = site.get("/?lang=zh").await;
    let strip = between(&page.text, "data-offers=\"", "\"").to_owned();
    let stale: usize = between(&page.text, "data-stale=\"", "\"").parse().unwrap();
    let api = site.get("/api/v1/offerings").await.json();
    let csv = site.get("/api/v1/offerings.csv").await.text;
    let rows = csv::Reader::from_reader(csv.as_bytes()).records().count();
    assert_eq!(api["total"].to_string(), strip);
    assert_eq!(rows.to_string(), strip);
    assert_eq!(strip, "1183");
    let fresh = site.get("/api/v1/offerings?freshness=current").await.json();
    assert_eq!(fresh["total"].as_u64().unwrap() as usize, rows - stale);
}

#[tokio::test]
async fn b69_every_current_price_of_a_card_is_listed_cheapest_first_by_kind() {
    let site = site().await;
    let page = site.get("/?gpu=rtx-4090&lang=en").await.text;
    let ids: Vec<i64> = page
        .split("data-offer=\"")
        .skip(1)
        .map(|part| part.split('"').next().unwrap().parse().unwrap())
        .collect();
    let snapshot = site.state.snapshot();
    let gpu = snapshot.gpu_by_slug("rtx-4090").unwrap();
    let all = snapshot.offers.iter().filter(|o| o.gpu == gpu).count();
    assert_eq!(ids.len(), all, "all prices of the card, once each");
    let today = "2026-11-30".parse().unwrap();
    let key = |id: &i64| {
        let offer = snapshot.offer(*id).unwrap();
        let stale = snapshot.freshness(offer, today) == domain::catalog::Freshness::Stale;
        let price = snapshot
            .convert(
                offer.price_per_gpu_hour().unwrap(),
                domain::units::Currency::USD,
                today,
            )
            .unwrap()
            .0;
        (stale, offer.kind, price.nanos)
    };
    let keys: Vec<_> = ids.iter().map(key).collect();
    assert!(
        keys.is_sorted(),
        "current first, then by kind, then by price: {keys:?}"
    );
    assert!(
        keys.iter().any(|k| k.0),
        "the card has stale prices to be tested with"
    );
    let best = page.split("class=\"best\"").next().unwrap();
    assert_eq!(
        best.rsplit("data-offer=\"")
            .next()
            .unwrap()
            .split('"')
            .next()
            .unwrap(),
        ids[0].to_string()
    );
}

#[tokio::test]
async fn a_parameter_that_cannot_be_read_is_named_and_never_empties_the_page() {
    let site = site().await;
    let page = site.get("/?vram_min=lots&colour=red&lang=en").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        page.text.contains("is not a number") && page.text.contains("“colour” is not a parameter")
    );
    assert!(page.text.contains("data-total=\"1183\""));
    let api = site.get("/api/v1/offerings?vram_min=lots").await;
    assert_eq!(api.status, StatusCode::BAD_REQUEST);
    assert_eq!(api.header(header::CONTENT_TYPE), "application/problem+json");
    assert_eq!(api.json()["field"], "vram_min");
}

#[tokio::test]
async fn b71_an_unknown_figure_never_passes_a_numeric_filter_silently() {
    let site = site().await;
    let page = site.get("/?bandwidth_min=100&lang=en").await.text;
    assert!(page.contains("were left out because this figure is not known: Memory bandwidth"));
}

#[tokio::test]
async fn a_page_is_the_same_for_the_same_tag_and_304_after_that() {
    let site = site().await;
    let first = site.get("/?lang=en").await;
    let tag = first.header(header::ETAG).to_owned();
    assert!(tag.starts_with('"'));
    let again = site
        .get_with("/?lang=en", header::IF_NONE_MATCH, &tag)
        .await;
    assert_eq!(
        (again.status, again.text.as_str()),
        (StatusCode::NOT_MODIFIED, "")
    );
    let other = site
        .get_with("/?lang=zh", header::IF_NONE_MATCH, &tag)
        .await;
    assert_eq!(other.status, StatusCode::OK);
    // Freshness turns at midnight, so the tag does too.
    let tomorrow = site_at("2026-12-01T00:00:01Z").await;
    assert_ne!(tomorrow.get("/?lang=en").await.header(header::ETAG), tag);
}

#[tokio::test]
async fn language_follows_address_then_cookie_then_browser() {
    let site = site().await;
    let lang = |text: &str| between(text, "<html lang=\"", "\"").to_owned();
    assert_eq!(
        lang(
            &site
                .get_with("/", header::ACCEPT_LANGUAGE, "de, zh-TW;q=0.8, en;q=0.5")
                .await
                .text
        ),
        "zh-CN"
    );
    assert_eq!(
        lang(
            &site
                .get_with("/", header::ACCEPT_LANGUAGE, "de-DE")
                .await
                .text
        ),
        "en"
    );
    assert_eq!(
        lang(&site.get_with("/", header::COOKIE, "lang=zh").await.text),
        "zh-CN"
    );
    assert_eq!(
        lang(
            &site
                .get_with("/?lang=en", header::COOKIE, "lang=zh")
                .await
                .text
        ),
        "en"
    );
}

#[tokio::test]
async fn headers_are_strict_and_constant() {
    let site = site().await;
    for path in ["/", "/plan", "/nothing-here", "/healthz"] {
        let answer = site.get(path).await;
        let policy = answer.header(header::CONTENT_SECURITY_POLICY);
        assert!(
            policy.contains("script-src 'self' 'wasm-unsafe-eval'")
                && !policy.contains("unsafe-inline"),
            "{path}"
        );
        assert_eq!(answer.header(header::X_CONTENT_TYPE_OPTIONS), "nosniff");
        assert!(
            !answer
                .header(header::HeaderName::from_static("x-request-id"))
                .is_empty()
        );
        assert!(
            !answer.text.contains("style=\"") && !answer.text.contains("<script>"),
            "{path} has something inline"
        );
    }
}

#[tokio::test]
async fn what_does_not_exist_is_a_404_with_a_way_on() {
    let site = site().await;
    let page = site.get("/nothing-here?lang=zh").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    assert!(page.text.contains("这里没有页面") && page.text.contains("href=\"/?lang=zh\""));
    let api = site.get("/api/v1/nothing").await;
    assert_eq!(
        (api.status, api.json()["status"].as_u64()),
        (StatusCode::NOT_FOUND, Some(404))
    );
    assert_eq!(
        site.get("/p/unknownslug").await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn a_body_over_the_limit_is_refused() {
    let site = site().await;
    let body = "a".repeat(3 * 1024 * 1024);
    assert_eq!(
        site.post_json("/api/v1/price", &body).await.status,
        StatusCode::PAYLOAD_TOO_LARGE
    );
}

#[tokio::test]
async fn the_api_prices_a_case_exactly_and_names_a_wrong_field() {
    let site = site().await;
    let cases: serde_json::Value =
        serde_json::from_str(include_str!("../../app/domain/tests/cases/billing.json")).unwrap();
    let case = &cases["cases"][0];
    assert_eq!(
        site.post_json("/api/v1/price", &case.to_string())
            .await
            .json(),
        case["expect"]
    );
    let wrong = site
        .post_json(
            "/api/v1/price",
            r#"{"kind":"bill","input":{"horizon_days":0}}"#,
        )
        .await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    assert!(wrong.json()["field"].is_string());
    let mixed = site
        .post_json("/api/v1/price", &format!("[{case},{{}}]"))
        .await
        .json();
    assert_eq!(mixed[0], case["expect"]);
    assert!(mixed[1]["error"]["message"].is_string());
}

#[tokio::test]
async fn the_api_sizes_a_workload_and_names_a_wrong_field() {
    let site = site().await;
    let answer = site
        .post_json(
            "/api/v1/size",
            r#"{"task":"inference","model":"qwen2.5-7b","engine":"vllm","gpus":["l4","h100-sxm"]}"#,
        )
        .await;
    assert_eq!(answer.status, 200);
    let answer = answer.json();
    let verdicts: Vec<&serde_json::Value> = answer["cards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| &card["verdict"])
        .collect();
    assert_eq!(verdicts, ["fits", "fits"]);
    let wrong = site
        .post_json(
            "/api/v1/size",
            r#"{"task":"inference","model":"qwen2.5-7b","seq":1}"#,
        )
        .await;
    assert_eq!(wrong.status, 400);
    assert_eq!(wrong.json()["field"], "seq");
    let several = site
        .post_json(
            "/api/v1/size",
            r#"[{"task":"lora","model":"qwen3-8b"},{"task":"lora"}]"#,
        )
        .await
        .json();
    assert_eq!(several[0]["model"], "qwen3-8b");
    assert_eq!(several[1]["error"]["field"], "model");
}

/// What the sizer embeds is whole: the models, the runs, and the speeds that the site shows.
#[test]
fn the_sizers_data_are_in_the_binary() {
    let library = server::sizer::library();
    assert_eq!(library.models.llms.len(), 55);
    assert_eq!(library.models.diffusion.len(), 6);
    assert!(library.runs.runs.len() > 200);
    let gpus = server::sizer::gpus().unwrap();
    let groups = domain::sizing::speeds::groups(
        server::sizer::speeds(),
        &library.runs,
        &library.models,
        &gpus,
    );
    let decode = groups.iter().find(|group| group.name == "decode").unwrap();
    assert!(decode.rows.len() > 100 && decode.passes());
}

//! The plan page, its form, and saved plans.
#![allow(clippy::unwrap_used)] // a test says what went wrong by failing
mod common;

use axum::http::{StatusCode, header};
use common::{Site, between, site};

async fn best(site: &Site, address: &str) -> String {
    between(&site.get(address).await.text, "data-total=\"", "\"").to_owned()
}

#[tokio::test]
async fn the_form_paints_the_ticked_cells_and_leads_to_the_short_address() {
    let site = site().await;
    let answer = site
        .post_form(
            "/plan",
            "week=0&set=gpu&c=1-9&c=1-10&c=2-9&lang=zh&days=7&from=2026-11-30",
        )
        .await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(
        answer.header(header::LOCATION),
        "/plan?v=1&week=1.9-11g~2.9-10g&days=7&lang=zh"
    );
    let erased = site.post_form("/plan", "week=1.9-11g&set=off&c=1-9").await;
    assert_eq!(erased.header(header::LOCATION), "/plan?v=1&week=1.10-11g");
    let preset = site.post_form("/plan", "week=1.9-11g&preset=all").await;
    assert_eq!(preset.header(header::LOCATION), "/plan?v=1&week=1-7.0-24g");
}

#[tokio::test]
async fn every_offer_of_the_card_is_ranked_open_or_left_out() {
    let site = site().await;
    let snapshot = site.state.snapshot();
    let gpu = snapshot.gpu_by_slug("rtx-4090").unwrap();
    let all = snapshot.offers.iter().filter(|o| o.gpu == gpu).count();
    let text = site.get("/plan?lang=en&data_gb=180").await.text;
    let numbers: Vec<usize> = {
        let sentence = text
            .split("<p>")
            .find(|p| p.contains(" ranked, ") && p.contains("Left out"))
            .unwrap();
        let sentence = sentence.split("</p>").next().unwrap().replace("<!>", "");
        sentence
            .split(|c: char| !c.is_ascii_digit())
            .filter(|n| !n.is_empty())
            .map(|n| n.parse().unwrap())
            .collect()
    };
    assert_eq!(numbers.iter().sum::<usize>(), all, "{numbers:?}");
}

#[tokio::test]
async fn an_unknown_price_is_a_floor_only_where_the_plan_uses_it() {
    let site = site().await;
    let without = site.get("/plan?lang=en").await.text;
    assert!(
        !without.contains("floor only"),
        "no data kept, nothing open"
    );
    let with = site.get("/plan?lang=en&data_gb=500").await.text;
    assert!(
        with.contains("floor only") && with.contains("Unknown: "),
        "data kept, unknown disk prices are floors"
    );
}

#[tokio::test]
async fn a_broken_part_of_the_address_is_a_notice_and_its_default() {
    let site = site().await;
    let page = site.get("/plan?lang=en&week=9.1-2g&days=9999").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("“week”") && page.text.contains("“days”"));
    assert_eq!(
        best(&site, "/plan?lang=en&week=9.1-2g").await,
        best(&site, "/plan?lang=en").await
    );
}

#[tokio::test]
async fn a_saved_plan_keeps_its_answer_when_prices_change() {
    let site = site().await;
    let saved = site
        .post_form("/plan/share", "week=1-5.19-23g&currency=CNY&lang=en")
        .await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER);
    let address = saved.header(header::LOCATION).to_owned();
    let again = site
        .post_form("/plan/share", "week=1-5.19-23g&currency=CNY&lang=en")
        .await;
    assert_eq!(
        again.header(header::LOCATION),
        address,
        "the same plan at the same revision and day has one address"
    );
    let before = best(&site, &address).await;
    sqlx::query("update price set hour_nanos = hour_nanos * 3")
        .execute(&site.state.pool)
        .await
        .unwrap();
    site.state.refresh().await.unwrap();
    assert_eq!(best(&site, &address).await, before);
    assert_ne!(
        best(&site, "/plan?week=1-5.19-23g&currency=CNY&lang=en").await,
        before
    );
    assert!(site.get(&address).await.text.contains("Prices as of"));
}

#[tokio::test]
async fn the_api_saves_a_plan_and_names_what_it_cannot_read() {
    let site = site().await;
    let saved = site
        .post_json(
            "/api/v1/plans",
            r#"{"scenario":{"week":"1-7.0-24g","days":7},"currency":"USD"}"#,
        )
        .await
        .json();
    let slug = saved["slug"].as_str().unwrap();
    assert_eq!(site.get(&format!("/p/{slug}")).await.status, StatusCode::OK);
    let wrong = site
        .post_json("/api/v1/plans", r#"{"scenario":{"days":"soon"}}"#)
        .await;
    assert_eq!(
        (wrong.status, wrong.json()["field"].as_str()),
        (StatusCode::BAD_REQUEST, Some("scenario.days"))
    );
}

#[tokio::test]
async fn the_csv_has_the_rows_of_the_page() {
    let site = site().await;
    let page = site.get("/plan?lang=en").await.text;
    let csv = site.get("/plan.csv?lang=en").await.text;
    assert_eq!(
        csv::Reader::from_reader(csv.as_bytes()).records().count(),
        page.matches("data-offer=").count()
    );
}

#[tokio::test]
async fn a_saved_plan_is_a_table_too_and_its_lines_sum() {
    let site = site().await;
    let saved = site
        .post_form("/plan/share", "week=1-5.19-23g&data_gb=40&currency=CNY")
        .await;
    let path = saved.header(header::LOCATION).split('?').next().unwrap();
    let file = site.get(&format!("{path}.csv")).await;
    assert_eq!(
        file.header(header::CONTENT_DISPOSITION),
        format!("attachment; filename=\"{}.csv\"", &path[3..])
    );
    let live = site
        .get("/plan.csv?week=1-5.19-23g&data_gb=40&currency=CNY")
        .await;
    assert_eq!(file.text, live.text, "one table, on the day of saving");
    let mut rows = csv::Reader::from_reader(file.text.as_bytes());
    let head = rows.headers().unwrap().clone();
    let at = |name: &str| head.iter().position(|h| h == name).unwrap();
    let lines: Vec<usize> = (0..head.len())
        .filter(|i| head[*i].starts_with("line_"))
        .collect();
    assert_eq!(lines.len(), 9);
    let nanos = |text: &str| text.parse::<domain::units::Decimal>().unwrap().nanos();
    let mut seen = 0;
    for row in rows.records().map(Result::unwrap) {
        let sum: i128 = lines.iter().map(|i| nanos(&row[*i])).sum();
        assert_eq!(sum, nanos(&row[at("listed_low")]), "{row:?}");
        seen += 1;
    }
    assert!(seen > 5);
    assert!(
        site.get(&format!("{path}?lang=en"))
            .await
            .text
            .contains(&format!("href=\"{path}.csv?lang=en\""))
    );
}

#[tokio::test]
async fn saving_has_a_limit_and_says_so() {
    let site = site().await;
    for _ in 0..60 {
        let saved = site.post_form("/plan/share", "week=1.9-10g").await;
        assert_eq!(saved.status, StatusCode::SEE_OTHER);
    }
    let refused = site.post_form("/plan/share?lang=en", "week=1.9-10g").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.text.contains("Too many tries"));
    let api = site.post_json("/api/v1/plans", r#"{"scenario":{}}"#).await;
    assert_eq!(api.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn the_live_part_names_the_short_address() {
    let site = site().await;
    let part = site
        .get("/plan?part=results&gpu=rtx-4090&n_gpu=1&price_kind=on_demand&price_kind=monthly&from=2026-11-30&days=30&no_gpu=keep&week=1.9-10g&lang=zh")
        .await;
    let name = header::HeaderName::from_static("x-address");
    assert_eq!(part.header(name), "/plan?v=1&week=1.9-10g&lang=zh");
}

//! `/plan/compare`: two plans side by side, from scenarios, saved plans and pasted addresses.

use crate::common::{Site, between, site, site_at};
use axum::http::{StatusCode, header};

/// Percent-encodes a reference for `a` or `b`.
fn quoted(reference: &str) -> String {
    app::frame::encode(reference)
}

async fn saved(site: &Site, form: &str) -> String {
    let answer = site.post_form("/plan/share", form).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    answer
        .header(header::LOCATION)
        .split('?')
        .next()
        .unwrap()
        .to_owned()
}

/// The figures of the two panels.
fn totals(page: &str) -> Vec<String> {
    page.split("data-total=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn two_scenarios_stand_side_by_side_with_their_own_totals() {
    let site = site().await;
    let (a, b) = ("v=1&week=1-5.19-23g", "v=1&week=1-7.0-24g&data_gb=180");
    let page = site
        .get(&format!(
            "/plan/compare?lang=en&currency=CNY&a={}&b={}",
            quoted(a),
            quoted(b)
        ))
        .await;
    assert_eq!(page.status, StatusCode::OK);
    let [one, two] = &totals(&page.text)[..] else {
        panic!("{:?}", totals(&page.text));
    };
    for (reference, total) in [(a, one), (b, two)] {
        let csv = site
            .get(&format!("/plan.csv?currency=CNY&{reference}"))
            .await
            .text;
        let mut rows = csv::Reader::from_reader(csv.as_bytes());
        let first = rows.records().next().unwrap().unwrap();
        assert_eq!(
            &first[6], total,
            "the total of {reference} is the plan page's"
        );
    }
    assert!(page.text.contains("Plan A is cheaper by "), "said in words");
    assert!(
        page.text
            .contains("The plans do not use the GPU equally long")
    );
    let differs = page.text.find(">Different<").unwrap();
    let alike = page.text.find(">The same in both<").unwrap();
    let at = |row: &str| page.text.find(&format!("data-row=\"{row}\"")).unwrap();
    assert!(
        differs < at("data_gb") && at("data_gb") < alike,
        "differences come first"
    );
    assert!(at("days") > alike, "what is the same comes after");
}

#[tokio::test]
async fn a_saved_plan_keeps_its_day_and_the_dates_are_told_apart() {
    let site = site().await;
    let path = saved(&site, "week=1-5.19-23g&currency=CNY").await;
    // The answer ages: as if it had been saved in October.
    sqlx::query("update share set document = replace(document, '\"day\":\"2026-11-30\"', '\"day\":\"2026-10-12\"')")
        .execute(&site.state.pool)
        .await
        .unwrap();
    let a = format!("https://zuka.example{path}?lang=zh");
    let page = site
        .get(&format!(
            "/plan/compare?lang=en&currency=CNY&a={}&b=v%3D1",
            quoted(&a)
        ))
        .await
        .text;
    assert!(
        page.contains("2026-10-12")
            && page.contains("The prices are of different days, 12 Oct 2026 and 30 Nov 2026")
    );
    assert!(
        page.contains("With the prices of 12 Oct 2026 and 30 Nov 2026:")
            && page.contains("With today’s prices:")
    );
    assert!(page.contains("data-row=\"total_today\""));
}

#[tokio::test]
async fn two_currencies_are_not_compared_but_today_s_prices_are() {
    let site = site().await;
    let yuan = saved(&site, "week=1-5.19-23g&currency=CNY").await;
    let dollar = saved(&site, "week=1-7.0-24g&currency=USD").await;
    let address = format!("a={}&b={}", quoted(&yuan), quoted(&dollar));
    let page = site
        .get(&format!("/plan/compare?lang=en&currency=EUR&{address}"))
        .await
        .text;
    assert!(page.contains("Plan A was saved in CNY and plan B in USD"));
    assert!(
        !page.contains("With the prices of"),
        "no verdict over two currencies"
    );
    let verdict = between(&page, "With today’s prices: Plan A is cheaper by ", " (");
    assert!(verdict.starts_with('€'), "{verdict}");
    let csv = site
        .get(&format!("/plan/compare.csv?currency=EUR&{address}"))
        .await
        .text;
    let row = |what: &str| {
        let mut rows = csv::Reader::from_reader(csv.as_bytes());
        rows.records()
            .map(Result::unwrap)
            .find(|r| &r[1] == what)
            .unwrap()
    };
    let total = row("total");
    assert_eq!(
        (&total[4], &total[7], &total[8]),
        ("CNY", "USD", ""),
        "no difference over two currencies"
    );
    let today = row("total_today");
    assert_eq!((&today[4], &today[7]), ("EUR", "EUR"));
    assert!(!today[8].is_empty());
    assert!(
        !csv.contains("\noffer,"),
        "offers in two currencies are not compared"
    );
}

#[tokio::test]
async fn what_is_wrong_is_named_and_what_was_typed_stays() {
    let site = site().await;
    let page = site
        .get("/plan/compare?lang=en&a=v%3D1%26days%3D7&b=buy%20me")
        .await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("Not compared yet: look at Plan B."));
    assert!(
        page.text.contains("value=\"buy me\"") && page.text.contains("value=\"v=1&amp;days=7\"")
    );
    let nobody = site.get("/plan/compare?lang=en&a=p/nosuchplan&b=").await;
    assert!(
        nobody
            .text
            .contains("There is no saved plan at this address")
    );
    assert_eq!(nobody.header(header::ETAG), "", "it may be saved tomorrow");
    let empty = site.get("/plan/compare?lang=zh").await;
    assert_eq!(empty.status, StatusCode::OK);
    assert!(
        empty.text.contains("还缺这一个") && !empty.text.contains("还不能对比"),
        "not an error yet"
    );
    let refused = site.get("/plan/compare.csv?a=v%3D1&b=buy%20me").await;
    assert_eq!(
        (refused.status, refused.json()["field"].as_str()),
        (StatusCode::BAD_REQUEST, Some("b"))
    );
}

#[tokio::test]
async fn the_plan_and_a_saved_plan_lead_to_the_comparison() {
    let site = site().await;
    let plan = site.get("/plan?lang=en&days=7").await.text;
    assert!(plan.contains("href=\"/plan/compare?a=v%3D1%26days%3D7&amp;lang=en\""));
    let path = saved(&site, "days=7&lang=en").await;
    let page = site.get(&format!("{path}?lang=en")).await.text;
    let link = format!("/plan/compare?a={}&amp;lang=en", quoted(&path[1..]));
    assert!(page.contains(&link), "{link}");
    let form = site.get(&link.replace("&amp;", "&")).await.text;
    assert!(
        form.contains("id=\"b\" name=\"b\" value=\"v=1&amp;days=7\""),
        "beside a saved plan: the same with today's prices"
    );
}

#[tokio::test]
async fn a_plan_that_cannot_be_ranked_has_no_total_and_says_so() {
    let site = site_at("2029-01-01T09:00:00Z").await;
    let page = site
        .get("/plan/compare?lang=en&a=v%3D1&b=v%3D1%26days%3D7")
        .await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        page.text
            .contains("no offer can be ranked for Plan A and Plan B"),
        "every price is stale by then"
    );
    let csv = site
        .get("/plan/compare.csv?a=v%3D1&b=v%3D1%26days%3D7")
        .await;
    assert!(csv.text.contains("\nplan,total,,,,,,,\n"));
}

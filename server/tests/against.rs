//! `/compare` over HTTP: what can be compared is, and the rest is said in words.
use crate::common::{Site, between, site};
use axum::http::{StatusCode, header};
use domain::catalog::{Freshness, Offer, PriceKind};

/// Current on-demand offers of one whole card, one a platform.
fn offers(site: &Site, count: usize) -> Vec<Offer> {
    let snapshot = site.state.snapshot();
    let today = "2026-11-30".parse().unwrap();
    let gpu = snapshot.gpu_by_slug("rtx-4090").unwrap();
    let mut found: Vec<Offer> = Vec::new();
    for offer in &snapshot.offers {
        let fits = offer.gpu == gpu
            && offer.kind == PriceKind::OnDemand
            && offer.gpu_count == 1
            && offer.gpu_fraction.is_none()
            && snapshot.freshness(offer, today) != Freshness::Stale;
        if fits && !found.iter().any(|f| f.platform == offer.platform) {
            found.push(offer.clone());
        }
    }
    assert!(found.len() >= count, "only {} offers", found.len());
    found.truncate(count);
    found
}

fn address(offers: &[Offer]) -> String {
    let ids: Vec<String> = offers.iter().map(|o| format!("o={}", o.id)).collect();
    ids.join("&")
}

fn columns(page: &str) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for rest in page.split("data-column=\"").skip(1) {
        ids.push(rest[..rest.find('"').unwrap()].to_owned());
    }
    ids
}

#[tokio::test]
async fn b75_b78_selection_and_baseline_are_the_address() {
    let site = site().await;
    let three = offers(&site, 3);
    let path = format!("/compare?{}&base={}&lang=en", address(&three), three[1].id);
    let page = site.get(&path).await;
    assert_eq!(page.status, StatusCode::OK);
    let ids: Vec<String> = three.iter().map(|o| o.id.to_string()).collect();
    assert_eq!(columns(&page.text), ids);
    let base = between(
        &page.text,
        &format!("data-column=\"{}\"", three[1].id),
        "</th>",
    );
    assert!(base.contains("baseline") && !base.contains("make baseline"));
    // The verdict stands in words beside its percent, not by colour alone.
    let row = between(&page.text, "data-figure=\"price_per_gpu_hour\"", "</tr>");
    assert!(row.contains("data-verdict=\"baseline\""));
    assert!(row.contains("% lower") || row.contains("% higher"), "{row}");
    // Links choose another baseline and remove one, and keep the language.
    let make = format!(
        "/compare?{}&amp;base={}&amp;lang=en",
        address(&three).replace('&', "&amp;"),
        three[2].id
    );
    assert!(page.text.contains(&make), "{make}");
    let without = format!(
        "/compare?o={}&amp;o={}&amp;base={}&amp;lang=en",
        three[0].id, three[1].id, three[1].id
    );
    assert!(page.text.contains(&without), "{without}");
}

#[tokio::test]
async fn b80_the_file_is_the_view() {
    let site = site().await;
    let three = offers(&site, 3);
    let query = format!(
        "{}&base={}&currency=CNY&lang=en",
        address(&three),
        three[1].id
    );
    let page = site.get(&format!("/compare?{query}")).await.text;
    let file = site.get(&format!("/compare.csv?{query}")).await;
    assert_eq!(file.header(header::CONTENT_TYPE), "text/csv; charset=utf-8");
    assert!(
        file.header(header::CONTENT_DISPOSITION)
            .contains("compare.csv")
    );
    let mut lines = csv::Reader::from_reader(file.text.as_bytes());
    let rows: Vec<csv::StringRecord> = lines.records().map(Result::unwrap).collect();
    // The same figures in the same order; what nobody knows is one line on the page.
    let told: Vec<String> = page
        .split("data-figure=\"")
        .skip(1)
        .map(|rest| rest[..rest.find('"').unwrap()].to_owned())
        .collect();
    let known: Vec<&str> = rows
        .iter()
        .filter(|r| &r[0] != "unknown")
        .map(|r| &r[1])
        .collect();
    assert_eq!(known, told);
    let groups: Vec<&str> = rows.iter().map(|r| &r[0]).collect();
    let mut sorted = groups.clone();
    sorted.sort_by_key(|g| ["differs", "same", "unknown"].iter().position(|x| x == g));
    assert_eq!(groups, sorted);
    // Every verdict of the file stands in the page's cell.
    for row in rows.iter().filter(|r| &r[0] != "unknown") {
        let line = between(&page, &format!("data-figure=\"{}\"", &row[1]), "</tr>");
        let verdicts: Vec<&str> = line
            .split("data-verdict=\"")
            .skip(1)
            .map(|rest| &rest[..rest.find('"').unwrap()])
            .collect();
        assert_eq!(verdicts, [&row[6], &row[10], &row[14]], "{}", &row[1]);
    }
    let price = rows.iter().find(|r| &r[1] == "price_per_gpu_hour").unwrap();
    assert_eq!(&price[2], "CNY/GPU·h");
}

#[tokio::test]
async fn none_one_seven_unknown_and_repeated_are_answered_in_words() {
    let site = site().await;
    let seven = offers(&site, 7);
    let none = site.get("/compare?lang=en").await;
    assert_eq!(none.status, StatusCode::OK);
    assert!(none.text.contains("Nothing chosen yet") && none.text.contains("An example"));
    let csv = site.get("/compare.csv").await;
    assert_eq!(csv.status, StatusCode::BAD_REQUEST);
    let one = site
        .get(&format!("/compare?{}&lang=en", address(&seven[..1])))
        .await;
    assert!(one.text.contains("One alone"));
    assert_eq!(columns(&one.text).len(), 1);
    let many = site
        .get(&format!("/compare?{}&lang=en", address(&seven)))
        .await;
    assert_eq!(columns(&many.text).len(), 6);
    assert!(many.text.contains(&format!("Left out: {}", seven[6].id)));
    let id = seven[0].id;
    let odd = format!("/compare?o={id}&o=999999&o={id}&o=hello&base=5x&lang=en");
    let odd = site.get(&odd).await;
    assert_eq!(odd.status, StatusCode::OK);
    assert_eq!(columns(&odd.text), [id.to_string()]);
    for words in [
        "No current offer has the number “999999”",
        "No current offer has the number “hello”",
        "is named twice",
        "“5x” is none of the columns",
    ] {
        assert!(odd.text.contains(words), "{words}");
    }
    let mixed = site.get(&format!("/compare?o={id}&p=autodl&lang=en")).await;
    assert!(mixed.text.contains("cannot be compared with each other"));
    // A pasted address is as good as a number.
    let pasted = site
        .get(&format!(
            "/compare?o=https%3A%2F%2Fzuka.example%2Fofferings%2F{id}%3Flang%3Dzh"
        ))
        .await;
    assert_eq!(columns(&pasted.text), [id.to_string()]);
}

#[tokio::test]
async fn b69_kinds_of_price_are_never_mixed_silently() {
    let site = site().await;
    let meter = &offers(&site, 1)[0];
    let snapshot = site.state.snapshot();
    let spot = snapshot
        .offers
        .iter()
        .find(|o| o.kind == PriceKind::Spot)
        .unwrap();
    let page = site
        .get(&format!("/compare?o={}&o={}&lang=en", meter.id, spot.id))
        .await;
    assert!(
        page.text
            .contains("Kinds of price differ (On demand and Spot)")
    );
    let row = between(&page.text, "data-figure=\"price_per_hour\"", "</tr>");
    assert!(
        row.contains("another kind of price") && !row.contains("lower"),
        "{row}"
    );
    let zh = site
        .get(&format!("/compare?o={}&o={}&lang=zh", meter.id, spot.id))
        .await;
    assert!(zh.text.contains("价格类型不同"));
}

#[tokio::test]
async fn b78_platforms_are_compared_by_their_rules_from_the_address() {
    let site = site().await;
    let page = site
        .get("/compare?p=autodl&p=runpod&p=lambda&p=autodl&p=no-such&base=runpod&lang=en")
        .await;
    assert_eq!(columns(&page.text), ["autodl", "runpod", "lambda"]);
    assert!(page.text.contains("No platform is named “no-such”"));
    assert!(page.text.contains("data-figure=\"no_gpu_mode\""));
    assert!(!page.text.contains("data-figure=\"price_per_gpu_hour\""));
    let csv = site.get("/compare.csv?p=autodl&p=runpod").await;
    assert!(csv.text.starts_with("group,figure,unit,autodl value,"));
}

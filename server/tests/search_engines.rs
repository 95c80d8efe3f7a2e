//! What search engines read: the list of pages, what may be read, and the head of a page.

use crate::common::{between, site};
use axum::http::{StatusCode, header};
use domain::catalog::Freshness;

#[tokio::test]
async fn every_page_of_the_sitemap_can_be_opened_and_stands_for_itself() {
    let site = site().await;
    let map = site.get("/sitemap.xml").await;
    assert_eq!(map.status, StatusCode::OK);
    assert!(
        map.header(header::CONTENT_TYPE)
            .starts_with("application/xml")
    );
    let snapshot = site.state.snapshot();
    let places: Vec<&str> = map
        .text
        .split("<loc>")
        .skip(1)
        .map(|part| part.split('<').next().unwrap())
        .collect();
    let today = "2026-11-30".parse().unwrap();
    let current: Vec<String> = snapshot
        .offers
        .iter()
        .filter(|offer| snapshot.freshness(offer, today) != Freshness::Stale)
        .map(|offer| format!("/offerings/{}?lang=en", offer.id))
        .collect();
    assert!(!current.is_empty() && current.len() < snapshot.offers.len());
    assert_eq!(
        places.len(),
        2 * (10 + 10 + snapshot.gpus.len() + snapshot.platforms.len() + current.len())
    );
    for offer in &current {
        assert!(places.iter().any(|place| place.ends_with(offer)), "{offer}");
    }
    let (offers, others): (Vec<&str>, Vec<&str>) = places
        .iter()
        .filter(|place| place.ends_with("lang=en"))
        .partition(|place| place.contains("/offerings/"));
    // Pages of offers are alike: some of them stand for all.
    for place in others.iter().chain(offers.iter().step_by(25)) {
        let page = site.get(place).await;
        assert_eq!(page.status, StatusCode::OK, "{place}");
        assert_eq!(
            between(&page.text, "rel=\"canonical\" href=\"", "\""),
            *place
        );
        let description = between(&page.text, "name=\"description\" content=\"", "\"");
        assert!(
            description.len() > 20,
            "{place} describes itself as {description:?}"
        );
    }
}

#[tokio::test]
async fn robots_are_told_where_the_pages_are_listed_and_what_is_not_for_them() {
    let site = site().await;
    let robots = site.get("/robots.txt").await;
    assert_eq!(robots.status, StatusCode::OK);
    for line in ["Disallow: /admin", "Disallow: /login", "/sitemap.xml"] {
        assert!(robots.text.contains(line), "{line} in {}", robots.text);
    }
    assert!(
        site.get("/login")
            .await
            .text
            .contains("content=\"noindex\"")
    );
}

#[tokio::test]
async fn b14_b20_offers_are_told_with_their_listed_price_and_stale_ones_are_not() {
    let site = site().await;
    let data = |page: &str| -> serde_json::Value {
        let text = between(page, "<script type=\"application/ld+json\">", "</script>");
        serde_json::from_str(text).unwrap()
    };
    let card = data(&site.get("/gpus/rtx-4090?lang=en&currency=USD").await.text);
    assert_eq!(card["name"], "RTX 4090");
    let best = &card["offers"][0];
    assert_eq!(
        (best["price"].as_str(), best["priceCurrency"].as_str()),
        (Some("1.68"), Some("CNY"))
    );
    assert_eq!(best["priceSpecification"]["unitCode"], "HUR");
    let snapshot = site.state.snapshot();
    let today = "2026-11-30".parse().unwrap();
    let is_stale = |offer: &&domain::catalog::Offer| {
        snapshot.freshness(offer, today) == domain::catalog::Freshness::Stale
    };
    let current = snapshot
        .offers
        .iter()
        .find(|offer| !is_stale(offer))
        .unwrap();
    let told = data(
        &site
            .get(&format!("/offerings/{}?lang=en", current.id))
            .await
            .text,
    );
    assert_eq!(
        told["offers"]["price"],
        current.price_per_hour.amount().to_string()
    );
    assert_eq!(
        told["offers"]["priceCurrency"],
        current.price_per_hour.currency.code()
    );
    let stale = snapshot.offers.iter().find(is_stale).unwrap();
    let page = site.get(&format!("/offerings/{}?lang=en", stale.id)).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(!page.text.contains("ld+json") && !page.text.contains("schema.org/Offer"));
}

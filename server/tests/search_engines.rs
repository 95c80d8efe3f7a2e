//! What search engines read: the list of pages, what may be read, and the head of a page.
#![allow(clippy::unwrap_used)] // a test says what went wrong by failing
mod common;

use axum::http::{StatusCode, header};
use common::{between, site};

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
    assert_eq!(
        places.len(),
        2 * (6 + snapshot.gpus.len() + snapshot.platforms.len())
    );
    for place in places.iter().filter(|place| place.ends_with("lang=en")) {
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

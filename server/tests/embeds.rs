//! Pictures for other sites of what one offer or platform cost, and of the dots above the price list.
use crate::common::{Site, between, site};
use axum::http::{StatusCode, header};

/// The picture that the page leads to, under `path`, with whatever parameters the page gives it.
async fn led_to(site: &Site, page: &str, path: &str) -> String {
    let text = site.get(page).await.text;
    let rest = between(&text, &format!("href=\"{path}"), "\"").replace("&amp;", "&");
    let address = format!("{path}{rest}");
    let picture = site.get(&address).await;
    assert_eq!(
        picture.status,
        StatusCode::OK,
        "{address}: {}",
        picture.text
    );
    assert!(
        picture
            .header(header::CONTENT_TYPE)
            .starts_with("image/svg+xml")
    );
    let tag = picture.header(header::ETAG).to_owned();
    let again = site.get_with(&address, header::IF_NONE_MATCH, &tag).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert!(picture.text.contains("prices as of"), "{}", picture.text);
    picture.text
}

#[tokio::test]
async fn the_past_of_an_offer_is_a_picture_with_its_day() {
    let site = site().await;
    let list = site
        .get("/api/v1/offerings?gpu=rtx-4090&platform=autodl&freshness=current&limit=1")
        .await
        .json();
    let offer = &list["items"][0];
    let page = format!("/offerings/{}?lang=en", offer["id"]);
    let path = format!("/embed/offer/{}.svg", offer["id"]);
    let picture = led_to(&site, &page, &path).await;
    assert!(picture.contains("RTX 4090 · AutoDL: price over time"));
    assert!(picture.contains(offer["observed_at"].as_str().unwrap()));
    for nothing in [
        "/embed/offer/999999.svg",
        "/embed/offer/1.png",
        "/embed/offer/x.svg",
    ] {
        assert_eq!(
            site.get(nothing).await.status,
            StatusCode::NOT_FOUND,
            "{nothing}"
        );
    }
}

#[tokio::test]
async fn the_past_of_a_card_at_a_platform_is_a_picture() {
    let site = site().await;
    let page = "/platforms/autodl?lang=en";
    let picture = led_to(&site, page, "/embed/platform/autodl.svg").await;
    assert!(picture.contains("· AutoDL: price over time"));
    let text = site.get(page).await.text;
    let card = between(&text, "/embed/platform/autodl.svg?gpu=", "&amp;");
    let own = site
        .get(&format!("/embed/platform/autodl.svg?gpu={card}"))
        .await;
    assert_eq!(own.status, StatusCode::OK);
    for nothing in [
        "/embed/platform/no-such.svg",
        "/embed/platform/autodl.svg?gpu=no-such-card",
        "/embed/platform/autodl",
    ] {
        assert_eq!(
            site.get(nothing).await.status,
            StatusCode::NOT_FOUND,
            "{nothing}"
        );
    }
}

#[tokio::test]
async fn the_dots_above_the_list_are_a_picture_of_the_same_question() {
    let site = site().await;
    let page = "/?gpu=rtx-4090&gpu=rtx-5090&lang=en&currency=CNY";
    let picture = led_to(&site, page, "/embed/list.svg").await;
    assert!(picture.contains(">RTX 4090<") && picture.contains(">RTX 5090<"));
    assert!(!picture.contains("H100") && picture.contains('¥'));
    let none = site.get("/embed/list.svg?q=no-such-card-at-all").await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);
}

//! Pictures of plans for link previews, and the head that names them.

use crate::common::{Site, between, site};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use tower::ServiceExt;

/// The bytes of an address.
async fn bytes(site: &Site, path: &str) -> Vec<u8> {
    let request = Request::get(path).body(Body::empty()).unwrap();
    let answer = site.app.clone().oneshot(request).await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    assert_eq!(
        answer.headers()[header::CONTENT_TYPE],
        "image/png",
        "{path}"
    );
    answer
        .into_body()
        .collect()
        .await
        .unwrap()
        .to_bytes()
        .to_vec()
}

/// Width and height from the head of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

async fn saved(site: &Site) -> String {
    let answer = site
        .post_form("/plan/share", "week=1-5.19-23g&currency=CNY")
        .await;
    answer
        .header(header::LOCATION)
        .split('?')
        .next()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn every_plan_has_a_picture_in_both_languages() {
    let site = site().await;
    let path = saved(&site).await;
    let reference = app::frame::encode(&path);
    for address in [
        "/plan.png?data_gb=180".to_owned(),
        format!("{path}.png?x=1"),
        format!("/plan/compare.png?a={reference}&b=v%3D1"),
    ] {
        let zh = bytes(&site, &format!("{address}&lang=zh&currency=CNY")).await;
        let en = bytes(&site, &format!("{address}&lang=en&currency=USD")).await;
        assert_eq!(
            (size(&zh), size(&en)),
            ((1200, 630), (1200, 630)),
            "{address}"
        );
        assert_ne!(zh, en, "{address}");
    }
}

#[tokio::test]
async fn a_picture_shows_the_plan_that_was_asked_for() {
    let site = site().await;
    let usual = bytes(&site, "/plan.png?lang=en&currency=USD").await;
    assert_eq!(
        usual,
        bytes(&site, "/plan.png?lang=en&currency=USD").await,
        "the same again"
    );
    for other in ["week=1-7.0-24g", "gpu=any", "days=7", "currency=EUR"] {
        let address = format!("/plan.png?lang=en&{other}&currency=USD");
        assert_ne!(usual, bytes(&site, &address).await, "{other}");
    }
}

#[tokio::test]
async fn a_picture_is_kept_by_its_tag_and_a_missing_one_is_no_page() {
    let site = site().await;
    let address = "/plan.png?lang=zh&currency=CNY";
    let first = site.get(address).await;
    assert_eq!(first.header(header::CACHE_CONTROL), "public, max-age=3600");
    assert_eq!(
        first.header(header::SET_COOKIE),
        "",
        "a preview chooses nothing for the visitor"
    );
    let tag = first.header(header::ETAG).to_owned();
    let again = site.get_with(address, header::IF_NONE_MATCH, &tag).await;
    assert_eq!(
        (again.status, again.text.as_str()),
        (StatusCode::NOT_MODIFIED, "")
    );
    assert_eq!(
        site.get("/plan.png").await.header(header::CACHE_CONTROL),
        "private, no-cache"
    );
    for path in [
        "/p/nosuchplan.png",
        "/plan/compare.png?a=v%3D1&b=hello",
        "/plan/compare.png",
    ] {
        assert_eq!(site.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    let path = saved(&site).await;
    assert_eq!(
        site.get(&format!("{path}.gif")).await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn the_head_names_the_picture_of_this_very_plan() {
    let site = site().await;
    let page = site.get("/plan?lang=zh&days=7&theme=dark").await.text;
    let picture = between(&page, "property=\"og:image\" content=\"", "\"").replace("&amp;", "&");
    assert_eq!(picture, "/plan.png?days=7&lang=zh&currency=CNY");
    assert_eq!(size(&bytes(&site, &picture).await), (1200, 630));
    let words = between(&page, "property=\"og:description\" content=\"", "\"");
    assert!(
        words.starts_with("7 天 ¥") && words.contains("RTX 4090"),
        "{words}"
    );
    assert!(page.contains("<meta name=\"twitter:card\" content=\"summary_large_image\">"));
    let path = saved(&site).await;
    let page = site.get(&format!("{path}?lang=en")).await.text;
    let picture = between(&page, "property=\"og:image\" content=\"", "\"").replace("&amp;", "&");
    assert!(
        picture.starts_with(&format!("{path}.png?lang=en&currency=")),
        "{picture}"
    );
    bytes(&site, &picture).await;
    let compared = site
        .get("/plan/compare?lang=en&a=v%3D1&b=v%3D1%26days%3D7")
        .await
        .text;
    let picture =
        between(&compared, "property=\"og:image\" content=\"", "\"").replace("&amp;", "&");
    bytes(&site, &picture).await;
    for plain in ["/", "/gpus", "/plan/compare?a=v%3D1", "/p/nosuchplan"] {
        let page = site.get(plain).await.text;
        assert!(
            page.contains("property=\"og:title\"") && !page.contains("og:image"),
            "{plain}"
        );
    }
}

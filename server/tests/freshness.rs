//! How old the data may be: limits as settings, what to check next, what is covered, and what is said when all is old.

use crate::site::{Site, Visitor};
use axum::http::StatusCode;
use server::{router, start};
use tower::ServiceExt;

/// A page of the same database under other settings.
async fn under(site: &Site, path: &str, change: impl Fn(&mut server::config::Config)) -> String {
    use http_body_util::BodyExt;
    let mut config = (*site.state.config).clone();
    change(&mut config);
    let state = start::open(config).await.unwrap();
    let request = axum::http::Request::builder()
        .uri(path)
        .body(axum::body::Body::empty());
    let answer = router::router(state)
        .oneshot(request.unwrap())
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    String::from_utf8(body.to_vec()).unwrap()
}

#[tokio::test]
async fn b14_the_limits_are_settings_and_the_page_about_the_data_says_them() {
    let site = Site::open("").await;
    let page = Visitor::default().get(&site, "/about").await.body;
    for said in [
        "fresh up to 30 days, ageing up to 180, then stale",
        "fresh up to 7 days, ageing up to 30, then stale",
        "data-limit=\"reserved\"",
        "/coverage",
    ] {
        assert!(page.contains(said), "{said}");
    }
    let other = under(&site, "/about", |config| {
        config.freshness.term_fresh_days = 11;
        config.freshness.term_ageing_days = 12;
    });
    let other = other.await;
    let monthly = &other[other.find("data-limit=\"monthly\"").unwrap()..];
    assert!(monthly.contains("fresh up to 11 days, ageing up to 12, then stale"));
}

#[tokio::test]
async fn a_note_says_when_nothing_was_checked_for_too_long() {
    let site = Site::open("").await;
    let newest = site.state.snapshot().observed_newest().unwrap();
    let at = |days: i64| {
        let day = newest + chrono::Days::new(u64::try_from(days).unwrap());
        format!("{day}T09:00:00Z")
            .parse::<chrono::DateTime<chrono::Utc>>()
            .unwrap()
    };
    let limit = site.state.snapshot().limits.fresh_days;
    let last = under(&site, "/gpus", |config| config.now = Some(at(limit))).await;
    assert!(
        !last.contains("data-old="),
        "within the limit nothing is said"
    );
    let late = under(&site, "/gpus", |config| config.now = Some(at(limit + 1))).await;
    assert!(late.contains(&format!("data-old=\"{newest}\"")));
    assert!(late.contains("No price has been checked since"));
}

#[tokio::test]
async fn b29_coverage_adds_up_and_names_what_is_unknown() {
    let site = Site::open("").await;
    let page = Visitor::default().get(&site, "/coverage").await;
    assert_eq!(page.status, StatusCode::OK);
    let snapshot = site.state.snapshot();
    let place = snapshot.platform_by_slug("autodl").unwrap();
    let own: Vec<_> = snapshot
        .offers
        .iter()
        .filter(|offer| offer.platform == place)
        .collect();
    let group = &page.body[page.body.find("data-platform=\"autodl\"").unwrap()..];
    let group = &group[..group.find("</tbody>").unwrap()];
    let first = &group[..group.find("</tr>").unwrap()];
    assert!(first.contains(&format!("<td class=\"num\">{}</td>", own.len())));
    let mut cards: Vec<usize> = own.iter().map(|offer| offer.gpu).collect();
    cards.sort_unstable();
    cards.dedup();
    assert_eq!(group.matches("data-card=").count(), cards.len());
    let without = snapshot.platforms.iter().enumerate();
    let without = without.filter(|(place, _)| snapshot.offers.iter().all(|o| o.platform != *place));
    for (_, platform) in without {
        assert!(
            page.body.contains(&format!("/platforms/{}", platform.slug)),
            "{}",
            platform.slug
        );
    }
}

#[tokio::test]
async fn what_most_rests_on_is_checked_first() {
    let (site, mut visitor) = Site::with_editor().await;
    let snapshot = site.state.snapshot();
    let today = "2026-11-30".parse().unwrap();
    let fresh = domain::catalog::Freshness::Fresh;
    let old: Vec<i64> = snapshot
        .offers
        .iter()
        .filter(|offer| snapshot.freshness(offer, today) != fresh)
        .map(|offer| offer.id)
        .collect();
    let (watched, other) = (old[old.len() / 2], old[0]);
    for _ in 0..3 {
        Visitor::default()
            .get(&site, &format!("/offerings/{watched}"))
            .await;
    }
    Visitor::default()
        .get(&site, &format!("/offerings/{other}"))
        .await;
    let page = visitor.get(&site, "/admin/checks").await;
    assert_eq!(page.status, StatusCode::OK);
    let place = |id: i64| page.body.find(&format!("data-offer=\"{id}\"")).unwrap();
    assert!(
        place(watched) < place(other),
        "three looks weigh more than one"
    );
    let first = page.body.find("data-offer=").unwrap();
    assert_eq!(first, place(watched));

    // A plan that was saved rests on its offers too.
    let saved = Visitor::default()
        .post(&site, "/plan/share", &[("v", "1")])
        .await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER);
    let uses = server::store::shares::uses(&site.state.pool).await.unwrap();
    assert!(!uses.is_empty() && uses.values().all(|count| *count == 1));
}

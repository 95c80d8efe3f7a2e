//! `/admin/revisions` through the whole router: what changed, taking it back, and what stands in the way.

use crate::site::{Site, Visitor, filled, hidden, post, some_offer};
use axum::http::StatusCode;
use domain::catalog::Offer;
use domain::catalog::diff::record_of;
use domain::catalog::draft::warnings;

async fn edit(site: &Site, visitor: &mut Visitor, price: &str) {
    let (_, path) = some_offer(site);
    let changes = [
        ("price", price),
        ("confirm_far_from_median", "1"),
        ("source_date", "2026-11-30"),
    ];
    let pairs = filled(site, visitor, &path, &changes).await;
    let answer = post(site, visitor, &path, &pairs).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
}

async fn undo(site: &Site, visitor: &mut Visitor, revision: i64) -> crate::site::Answer {
    let path = format!("/admin/revisions/{revision}?lang=en");
    let csrf = visitor.csrf(site).await;
    visitor.post(site, &path, &[("csrf", &csrf)]).await
}

#[tokio::test]
async fn an_edit_is_listed_shown_field_by_field_and_taken_back() {
    let (site, mut visitor) = Site::with_editor().await;
    let (offer, path) = some_offer(&site);
    edit(&site, &mut visitor, "4.50").await;
    let list = visitor.get(&site, "/admin/revisions?lang=en").await.body;
    for words in [
        "data-revision=\"2\"",
        "data-revision=\"1\"",
        "lin",
        "Edit",
        "Import",
        "starting catalogue",
        "In force",
    ] {
        assert!(list.contains(words), "{words}");
    }
    let page = visitor.get(&site, "/admin/revisions/2?lang=en").await.body;
    let before = offer.price_per_hour.amount().to_string();
    for words in [
        &format!("<del class=\"mut\">{before} CNY</del>"),
        ">4.5 CNY</b>",
        "Price",
        "Source link",
        "https://prices.example.com/4090",
        "Undo this revision",
    ] {
        assert!(page.contains(words), "{words} in {page}");
    }
    assert_eq!(
        undo(&site, &mut visitor, 2).await.header("location"),
        "/admin/revisions/3?made=1&lang=en"
    );
    let snapshot = site.state.snapshot();
    let back = snapshot.offer(offer.id).unwrap();
    assert_eq!(
        (back.price_per_hour, back.observed, &back.source_url),
        (offer.price_per_hour, offer.observed, &offer.source_url)
    );
    assert!(
        back.version > offer.version,
        "an open form of it is out of date"
    );
    let page = visitor
        .get(&site, "/admin/revisions/3?made=1&lang=en")
        .await
        .body;
    assert!(page.contains("Revision 2 is undone") && page.contains("Undo of revision 2"));
    let page = visitor.get(&site, "/admin/revisions/2?lang=en").await.body;
    assert!(page.contains("Undone by revision 3") && !page.contains("Undo this revision"));
    let again = undo(&site, &mut visitor, 2).await;
    assert_eq!(again.status, StatusCode::CONFLICT);
    assert!(again.body.contains("It was undone before, by revision 3"));
    // The undo of the undo, and the history beside the offer's form.
    assert_eq!(
        undo(&site, &mut visitor, 3).await.header("location"),
        "/admin/revisions/4?made=1&lang=en"
    );
    assert_eq!(
        site.state
            .snapshot()
            .offer(offer.id)
            .unwrap()
            .price_per_hour
            .nanos,
        4_500_000_000
    );
    let form = visitor.get(&site, &path).await.body;
    for number in 2..=4 {
        assert!(
            form.contains(&format!("data-revision=\"{number}\"")),
            "{number}"
        );
    }
    assert_eq!(site.count("audit").await, 3);
}

#[tokio::test]
async fn what_a_later_revision_changed_again_is_named_and_nothing_is_half_done() {
    let (site, mut visitor) = Site::with_editor().await;
    let (offer, _) = some_offer(&site);
    for price in ["4.50", "4.60"] {
        edit(&site, &mut visitor, price).await;
    }
    let refused = undo(&site, &mut visitor, 2).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    let platform = site.state.snapshot().platforms[offer.platform].name.clone();
    for words in [
        "later revisions changed the same again",
        "Undo these first",
        "href=\"/admin/revisions/3?lang=en\"",
        "Revision 3",
        &platform,
    ] {
        assert!(refused.body.contains(words), "{words} in {}", refused.body);
    }
    assert_eq!(site.state.snapshot().revision, 3);
    assert_eq!(
        site.state
            .snapshot()
            .offer(offer.id)
            .unwrap()
            .price_per_hour
            .nanos,
        4_600_000_000
    );
    for revision in [3, 2] {
        assert_eq!(
            undo(&site, &mut visitor, revision).await.status,
            StatusCode::SEE_OTHER
        );
    }
    assert_eq!(
        site.state
            .snapshot()
            .offer(offer.id)
            .unwrap()
            .price_per_hour,
        offer.price_per_hour
    );
}

#[tokio::test]
async fn the_first_import_is_shown_in_pages_and_strangers_see_and_undo_nothing() {
    let (site, mut visitor) = Site::with_editor().await;
    let page = visitor.get(&site, "/admin/revisions/1?lang=en").await.body;
    assert!(
        page.contains("things changed")
            && page.contains("Page 1 of")
            && page.contains("dated prices"),
        "{page}"
    );
    let last: i64 = page
        .split("Page 1 of ")
        .nth(1)
        .unwrap()
        .split(|c: char| !c.is_ascii_digit())
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!(last > 20, "{last} pages");
    let end = visitor
        .get(&site, &format!("/admin/revisions/1?page={last}&lang=en"))
        .await
        .body;
    let rows = end.split("<tbody>").nth(1).unwrap();
    assert!(
        rows.contains("Platform"),
        "cards, models, disks and platforms come last"
    );
    for path in [
        "/admin/revisions/0",
        "/admin/revisions/x",
        "/admin/revisions/99",
    ] {
        assert_eq!(
            visitor.get(&site, path).await.status,
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
    let mut stranger = Visitor::default();
    for path in ["/admin/revisions", "/admin/revisions/1"] {
        assert!(
            stranger
                .get(&site, path)
                .await
                .header("location")
                .starts_with("/login"),
            "{path}"
        );
    }
    let forged = visitor
        .post(&site, "/admin/revisions/1", &[("csrf", "x")])
        .await;
    assert_eq!(
        (forged.status, site.state.snapshot().revision),
        (StatusCode::FORBIDDEN, 1)
    );
}

/// A report of the offer's price, as a visitor sends it.
async fn report(site: &Site, offer: i64, value: &str, seen_on: &str) {
    let id = offer.to_string();
    let pairs = [
        ("offering", id.as_str()),
        ("about", "price"),
        ("value", value),
        ("evidence", "https://platform.example.com/prices"),
        ("seen_on", seen_on),
    ];
    let sent = Visitor::default()
        .post(site, "/report?lang=en", &pairs)
        .await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.body);
}

async fn accept(site: &Site, visitor: &mut Visitor, id: &str) -> crate::site::Answer {
    let csrf = visitor.csrf(site).await;
    visitor
        .post(
            site,
            "/admin/reports?lang=en",
            &[("csrf", &csrf), ("id", id), ("status", "accept")],
        )
        .await
}

#[tokio::test]
async fn a_reported_price_is_accepted_with_one_click_and_can_be_taken_back() {
    let (site, mut visitor) = Site::with_editor().await;
    let snapshot = site.state.snapshot();
    let today = "2026-11-30".parse().unwrap();
    // One beside which nothing looks odd.
    let is_plain = |o: &&Offer| {
        o.price_per_period.is_none()
            && o.gpu_fraction.is_none()
            && o.observed.text().len() == 10
            && warnings(&record_of(&snapshot, o), Some(o.id), &snapshot, today).is_empty()
    };
    let offer = snapshot.offers.iter().find(is_plain).unwrap().clone();
    let dearer = (offer.price_per_hour.nanos + offer.price_per_hour.nanos / 50) / 10_000_000;
    let value = format!("{}.{:02}", dearer / 100, dearer % 100);
    report(&site, offer.id, &value, "2026-11-29").await;
    let list = visitor.get(&site, "/admin/reports?lang=en").await.body;
    assert!(list.contains("value=\"accept\""), "{list}");
    let done = accept(&site, &mut visitor, "1").await;
    assert_eq!(
        done.header("location"),
        "/admin/reports?accepted=1&as=2&lang=en",
        "{}",
        done.body
    );
    let now = site.state.snapshot().offer(offer.id).unwrap().clone();
    assert_eq!(
        (now.price_per_hour.nanos, now.observed.text()),
        (dearer * 10_000_000, "2026-11-29".into())
    );
    assert_eq!(now.source_url, "https://platform.example.com/prices");
    let (status, by, applied): (String, String, i64) =
        sqlx::query_as("select status, closed_by, applied from proposal where id = 1")
            .fetch_one(&site.state.pool)
            .await
            .unwrap();
    assert_eq!((status.as_str(), by.as_str(), applied), ("done", "lin", 2));
    let closed = visitor
        .get(&site, "/admin/reports?status=done&lang=en")
        .await
        .body;
    assert!(closed.contains("Led to revision 2") && closed.contains("/admin/revisions/2"));
    let late = accept(&site, &mut visitor, "1").await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert!(late.body.contains("Somebody else closed the report"));
    assert_eq!(
        undo(&site, &mut visitor, 2).await.status,
        StatusCode::SEE_OTHER
    );
    assert_eq!(
        site.state
            .snapshot()
            .offer(offer.id)
            .unwrap()
            .price_per_hour,
        offer.price_per_hour
    );
}

#[tokio::test]
async fn what_takes_more_than_a_click_says_why_and_opens_the_form_filled_in() {
    let (site, mut visitor) = Site::with_editor().await;
    let (offer, path) = some_offer(&site);
    let same = offer.price_per_hour.amount().to_string();
    report(&site, offer.id, "900", "2026-11-29").await;
    report(&site, offer.id, &same, "2026-11-29").await;
    report(&site, offer.id, "3.33", "2020-01-01").await;
    report(&site, offer.id, "5000", "2026-11-29").await;
    let list = visitor.get(&site, "/admin/reports?lang=en").await.body;
    for words in [
        "The price looks odd",
        "The stored price is the same",
        "It was read on 2020-01-01, before the stored price",
        "A field cannot be taken: Price “5000”",
        &format!("{path}?report=1"),
    ] {
        assert!(list.contains(words), "{words} in {list}");
    }
    assert!(!list.contains("value=\"accept\""));
    let refused = accept(&site, &mut visitor, "1").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        refused
            .body
            .contains("Report 1 was not accepted: The price looks odd")
    );
    assert_eq!(site.state.snapshot().revision, 1);
    let form = visitor
        .get(&site, &format!("{path}?report=1&lang=en"))
        .await
        .body;
    assert_eq!(
        (hidden(&form, "price"), hidden(&form, "source_date")),
        ("900".into(), "2026-11-29".into())
    );
    assert_eq!(
        hidden(&form, "source_url"),
        "https://platform.example.com/prices"
    );
    assert!(form.contains("The values of report 1 are filled in"));
}

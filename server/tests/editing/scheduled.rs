//! An announced price among the revisions: shown, taken back, put back, and never applied twice.
use crate::editing::{CONFIRMED, undo, undone};
use crate::site::{Site, Visitor, filled, post, some_offer};
use axum::http::StatusCode;
use server::start;

async fn announce(site: &Site, visitor: &mut Visitor, path: &str, price: &str) {
    let mut changes = vec![("price", price), ("effective_from", "2026-12-05")];
    changes.extend(CONFIRMED);
    let pairs = filled(site, visitor, path, &changes).await;
    let answer = post(site, visitor, path, &pairs).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
}

/// The price to come as visitors see it.
async fn announced(site: &Site, offer: i64) -> Option<String> {
    let path = format!("/offerings/{offer}?lang=en");
    let page = Visitor::default().get(site, &path).await.body;
    let from = page.find("data-scheduled")?;
    let price = page[from..].find('¥')?;
    Some(page[from + price..].chars().take(5).collect())
}

#[tokio::test]
async fn an_announcement_is_taken_back_and_put_back_among_the_revisions() {
    let (site, mut visitor) = Site::with_editor().await;
    let (offer, path) = some_offer(&site);
    announce(&site, &mut visitor, &path, "4.4").await;
    let page = visitor.get(&site, "/admin/revisions/2?lang=en").await.body;
    for said in ["Price to come", "2026-12-05: 4.4", "Undo this revision"] {
        assert!(page.contains(said), "{said}");
    }
    announce(&site, &mut visitor, &path, "4.3").await;
    let blocked = undo(&site, &mut visitor, 2).await;
    assert_eq!(
        blocked.status,
        StatusCode::CONFLICT,
        "a later one stands in the way"
    );
    assert!(blocked.body.contains("/admin/revisions/3"));

    assert_eq!(announced(&site, offer.id).await.as_deref(), Some("¥4.30"));
    undone(&site, &mut visitor, 3).await;
    assert_eq!(
        announced(&site, offer.id).await.as_deref(),
        Some("¥4.40"),
        "the first again"
    );
    undone(&site, &mut visitor, 2).await;
    assert_eq!(announced(&site, offer.id).await, None);
    undone(&site, &mut visitor, 5).await;
    assert_eq!(
        announced(&site, offer.id).await.as_deref(),
        Some("¥4.40"),
        "an undo of the undo"
    );

    // Taking it back by its own button is a revision like any other.
    let csrf = visitor.csrf(&site).await;
    let back = [("csrf", csrf.as_str()), ("action", "take_back")];
    let answer = visitor.post(&site, &format!("{path}/state"), &back).await;
    assert_eq!(answer.header("location"), format!("{path}?taken_back=7"));
    assert_eq!(announced(&site, offer.id).await, None);
    undone(&site, &mut visitor, 7).await;
    assert_eq!(announced(&site, offer.id).await.as_deref(), Some("¥4.40"));
    let now = site.state.snapshot();
    let price = now.offer(offer.id).unwrap().price_per_hour;
    assert_eq!(
        price, offer.price_per_hour,
        "the price of today never moved"
    );
    let kept = "select count(*) from scheduled_price";
    let kept: i64 = sqlx::query_scalar(kept)
        .fetch_one(&site.state.pool)
        .await
        .unwrap();
    assert!(
        kept >= 5,
        "every announcement that ever was is kept: {kept}"
    );
}

#[tokio::test]
async fn a_price_that_took_over_is_taken_back_and_does_not_take_over_once_more() {
    let (site, mut visitor) = Site::with_editor().await;
    let (offer, path) = some_offer(&site);
    announce(&site, &mut visitor, &path, "4.4").await;
    let mut config = (*site.state.config).clone();
    config.now = Some("2026-12-05T00:00:01Z".parse().unwrap());
    let later = start::open(config).await.unwrap();
    assert_eq!(
        later
            .snapshot()
            .offer(offer.id)
            .unwrap()
            .price_per_hour
            .nanos,
        4_400_000_000
    );
    let now = later.config.now();
    use server::store::undo::{UndoError, undo};
    let blocked = undo(&later.pool, 2, "lin", now).await;
    assert!(matches!(blocked, Err(UndoError::Changed(by)) if by[0].by.number == 3));
    undo(&later.pool, 3, "lin", now).await.unwrap();
    later.refresh().await.unwrap();
    let back = later.snapshot().offer(offer.id).unwrap().price_per_hour;
    assert_eq!(back, offer.price_per_hour);
    assert_eq!(
        start::apply_due(&later).await.unwrap(),
        0,
        "its day came once"
    );
    // The announcement itself is over; taking it back as well changes no price.
    undo(&later.pool, 2, "lin", now).await.unwrap();
    later.refresh().await.unwrap();
    let still = later.snapshot().offer(offer.id).unwrap().price_per_hour;
    assert_eq!(still, offer.price_per_hour);
}

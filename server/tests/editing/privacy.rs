//! Who sees an offer, changed on its page: everything that leaves the house has it only while it is public.
use crate::editing::{CONFIRMED, undone};
use crate::site::{Answer, Site, Visitor, hidden, some_offer};
use axum::http::StatusCode;

const TYPE: &str = "negotiated-pq-3";

/// A negotiated offer far below all others, with its form's path.
async fn negotiated(site: &Site, visitor: &mut Visitor) -> (i64, String) {
    let csrf = visitor.csrf(site).await;
    let mut pairs = vec![
        ("csrf", csrf.as_str()),
        ("platform_slug", "autodl"),
        ("gpu_slug", "rtx-4090"),
        ("price_kind", "on_demand"),
        ("instance_type", TYPE),
        ("gpu_count", "1"),
        ("currency", "CNY"),
        ("price_basis", "offer"),
        ("price", "0.0123"),
        ("source_url", "https://secret.example.com/contract"),
        ("source_date", "2026-11-29"),
        ("private", "1"),
    ];
    pairs.extend(CONFIRMED);
    let made = visitor.post(site, "/admin/offers/new", &pairs).await;
    let path = made
        .header("location")
        .split('?')
        .next()
        .unwrap()
        .to_owned();
    let id = path.trim_start_matches("/admin/offers/").parse();
    (id.unwrap_or_else(|_| panic!("{path} {}", made.body)), path)
}

async fn show_to(
    site: &Site,
    visitor: &mut Visitor,
    path: &str,
    who: &str,
    reason: &str,
) -> Answer {
    let page = visitor.get(site, path).await.body;
    let from = page.find("id=\"who-sees\"").unwrap();
    let (csrf, version) = (
        hidden(&page[from..], "csrf"),
        hidden(&page[from..], "version"),
    );
    let pairs = [
        ("csrf", csrf.as_str()),
        ("version", &version),
        ("reason", reason),
        ("action", who),
    ];
    let state = format!("{path}/state?lang=en");
    visitor.post(site, &state, &pairs).await
}

/// Whether each surface that leaves the house has the offer: lists, an embed, exports, its own page.
async fn surfaces(site: &Site, id: i64) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for path in [
        "/?gpu=rtx-4090&platform=autodl&group=none&currency=CNY&limit=1000".to_owned(),
        "/api/v1/offerings?gpu=rtx-4090&platform=autodl&limit=1000".to_owned(),
        "/api/v1/offerings.csv?gpu=rtx-4090&platform=autodl&limit=1000".to_owned(),
        format!("/offerings/{id}"),
        format!("/api/v1/offerings/{id}"),
    ] {
        let answer = Visitor::default().get(site, &path).await;
        found.push((path, answer.body.contains(TYPE)));
    }
    // The lowest price of all is what a chart of prices begins with.
    let embed = "/embed/prices/rtx-4090.svg?currency=CNY&lang=en";
    let embed = Visitor::default().get(site, embed).await.body;
    found.push((
        "embed".to_owned(),
        embed.contains("0.0123") || embed.contains("0.012"),
    ));
    for path in ["/api/v1/export.csv.zip", "/api/v1/export.sqlite"] {
        let (_, bytes) = site.bytes(path, None).await;
        found.push((path.to_owned(), holds(&bytes)));
    }
    found
}

/// Whether a file has the type in one of its parts.
fn holds(bytes: &[u8]) -> bool {
    let is_in = |bytes: &[u8]| {
        bytes
            .windows(TYPE.len())
            .any(|part| part == TYPE.as_bytes())
    };
    if let Ok(mut zip) = zip::ZipArchive::new(std::io::Cursor::new(bytes)) {
        return (0..zip.len()).any(|place| {
            let mut text = Vec::new();
            std::io::Read::read_to_end(&mut zip.by_index(place).unwrap(), &mut text).unwrap();
            is_in(&text)
        });
    }
    is_in(bytes)
}

#[tokio::test]
async fn an_offer_leaves_the_house_only_while_it_is_public() {
    let (site, mut visitor) = Site::with_editor().await;
    let (id, path) = negotiated(&site, &mut visitor).await;
    let none = |found: &[(String, bool)], what: &str| {
        for (path, has) in found {
            assert!(!has, "{what}: {path}");
        }
    };
    none(&surfaces(&site, id).await, "negotiated");

    let silent = show_to(&site, &mut visitor, &path, "public", "  ").await;
    assert_eq!(silent.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(silent.body.contains("give a reason"));
    none(&surfaces(&site, id).await, "without a reason");

    let shown = show_to(&site, &mut visitor, &path, "public", "the contract ended").await;
    let to = format!("{path}?public=3&lang=en");
    assert_eq!(shown.header("location"), to, "{}", shown.body);
    for (path, has) in surfaces(&site, id).await {
        assert!(has, "public: {path}");
    }
    let form = visitor.get(&site, &to).await.body;
    for said in [
        "Public as of revision 3",
        "the contract ended",
        "editors only",
        "everybody",
    ] {
        assert!(form.contains(said), "{said}");
    }
    let revision = visitor.get(&site, "/admin/revisions/3?lang=en").await.body;
    assert!(revision.contains("Who sees it") && revision.contains("everybody"));

    // Back by undo, forth by undo, back by hand.
    undone(&site, &mut visitor, 3).await;
    none(&surfaces(&site, id).await, "taken back");
    undone(&site, &mut visitor, 4).await;
    assert!(surfaces(&site, id).await.iter().all(|(_, has)| *has));
    let hidden = show_to(&site, &mut visitor, &path, "private", "negotiated anew").await;
    assert_eq!(
        hidden.header("location"),
        format!("{path}?private=6&lang=en")
    );
    none(&surfaces(&site, id).await, "private again");
}

#[tokio::test]
async fn two_public_offerings_with_the_same_properties_are_refused_and_who_is_late_is_told() {
    let (site, mut visitor) = Site::with_editor().await;
    let (_, path) = negotiated(&site, &mut visitor).await;
    show_to(&site, &mut visitor, &path, "public", "first").await;
    let (second, other) = negotiated(&site, &mut visitor).await;
    let refused = show_to(&site, &mut visitor, &other, "public", "second <b>").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        refused
            .body
            .contains("another offering with just these properties")
    );
    assert!(
        refused.body.contains("value=\"second &lt;b&gt;\"")
            || refused.body.contains("value=\"second &lt;b>\"")
    );
    assert!(site.state.snapshot().offer(second).is_none());

    let (_, path) = some_offer(&site);
    let csrf = visitor.csrf(&site).await;
    let late = [
        ("csrf", csrf.as_str()),
        ("version", "0"),
        ("reason", "x"),
        ("action", "private"),
    ];
    let answer = visitor.post(&site, &format!("{path}/state"), &late).await;
    assert_eq!(answer.header("location"), format!("{path}?late=1"));
}

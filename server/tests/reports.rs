//! Reports: from the form to the editors' list, without an account and without a change of the catalogue.
use crate::site::{Site, Visitor, hidden, some_offer};
use axum::http::{Method, StatusCode};

const GOOD: [(&str, &str); 4] = [
    ("about", "price"),
    ("value", "1.88"),
    ("evidence", "https://platform.example.com/prices"),
    ("seen_on", "2026-11-29"),
];

fn pairs<'a>(
    target: &[(&'a str, &'a str)],
    changes: &[(&'a str, &'a str)],
) -> Vec<(&'a str, &'a str)> {
    let mut pairs: Vec<(&str, &str)> = target.to_vec();
    pairs.extend(GOOD);
    for change in changes {
        pairs.retain(|(name, _)| name != &change.0);
        pairs.push(*change);
    }
    pairs
}

#[tokio::test]
async fn b24_b26_a_report_is_kept_open_and_changes_nothing() {
    let (site, mut editor) = Site::with_editor().await;
    let (offer, _) = some_offer(&site);
    let (id, revision) = (offer.id.to_string(), site.state.snapshot().revision);
    let mut visitor = Visitor::default();
    let form = visitor.get(&site, &format!("/report?offering={id}")).await;
    assert_eq!(form.status, StatusCode::OK);
    assert_eq!(hidden(&form.body, "offering"), id);
    assert_eq!(hidden(&form.body, "seen_on"), "2026-11-30");
    let sent = visitor
        .post(&site, "/report?lang=en", &pairs(&[("offering", &id)], &[]))
        .await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER);
    let place = sent.header("location").to_owned();
    assert_eq!(place, format!("/report?offering={id}&sent=1&lang=en"));
    let thanks = visitor.get(&site, &place).await;
    assert!(thanks.body.contains("Your report has the number 1"));
    assert_eq!(
        (site.count("proposal").await, site.state.snapshot().revision),
        (1, revision)
    );
    // The list shows what we showed, what they say and their evidence.
    let list = editor.get(&site, "/admin/reports?lang=en").await;
    let amount = offer.price_per_hour.amount().to_string();
    for words in [
        "1 open",
        "1.88",
        &amount,
        "https://platform.example.com/prices",
        "2026-11-29",
    ] {
        assert!(list.body.contains(words), "{words}");
    }
    assert!(list.body.contains(&format!("/admin/offers/{id}")));
}

#[tokio::test]
async fn what_cannot_be_taken_keeps_everything_typed() {
    let site = Site::open("").await;
    let (offer, _) = some_offer(&site);
    let id = offer.id.to_string();
    let mut visitor = Visitor::default();
    let changes = [
        ("value", "about <two>"),
        ("evidence", "javascript:alert(1)"),
        ("seen_on", "2026-12-01"),
        ("remark", "the page says </textarea><b>two</b>"),
    ];
    let answer = visitor
        .post(
            &site,
            "/report?lang=en",
            &pairs(&[("offering", &id)], &changes),
        )
        .await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    for words in [
        "Everything you typed is still here",
        "about &lt;two&gt;",
        "javascript:alert(1)",
        "2026-12-01",
        "the page says &lt;/textarea>&lt;b>two&lt;/b></textarea>",
        "Today is 2026-11-30. Pick today or earlier.",
        "href=\"#evidence\"",
    ] {
        assert!(answer.body.contains(words), "{words}");
    }
    assert_eq!(site.count("proposal").await, 0);
    assert_eq!(hidden(&answer.body, "offering"), id);
}

#[tokio::test]
async fn b24_a_fact_of_a_platform_is_reported_with_its_value_and_date() {
    let (site, mut editor) = Site::with_editor().await;
    let mut visitor = Visitor::default();
    let path = "/report?platform=autodl&fact=data_retention_days&lang=en";
    let form = visitor.get(&site, path).await;
    assert!(form.body.contains("15 d") && form.body.contains("2026-10-08"));
    let target = [("platform", "autodl"), ("fact", "data_retention_days")];
    let changes = [("about", "rules"), ("value", "10 days")];
    let sent = visitor
        .post(&site, "/report", &pairs(&target, &changes))
        .await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER);
    let list = editor.get(&site, "/admin/reports?lang=en").await;
    assert!(list.body.contains("10 days") && list.body.contains("Data deleted after a stop"));
}

#[tokio::test]
async fn a_report_of_nothing_is_answered_in_words() {
    let site = Site::open("").await;
    let mut visitor = Visitor::default();
    let empty = visitor.get(&site, "/report?lang=en").await;
    assert_eq!(empty.status, StatusCode::OK);
    assert!(empty.body.contains("What is it about?"));
    for path in [
        "/report?offering=999999",
        "/report?offering=abc",
        "/report?platform=no-such",
    ] {
        assert_eq!(
            visitor.get(&site, path).await.status,
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
    let sent = visitor
        .post(&site, "/report", &pairs(&[("offering", "999999")], &[]))
        .await;
    assert_eq!(sent.status, StatusCode::NOT_FOUND);
    assert_eq!(site.count("proposal").await, 0);
}

#[tokio::test]
async fn the_eleventh_report_has_to_wait_and_other_sites_cannot_send_one() {
    let site = Site::open("").await;
    let mut visitor = Visitor::default();
    let target = [("platform", "autodl")];
    let foreign = visitor
        .send(
            &site,
            Method::POST,
            "/report",
            Some(&pairs(&target, &[("about", "other")])),
            &[("sec-fetch-site", "cross-site")],
        )
        .await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
    for _ in 0..10 {
        let sent = visitor
            .post(&site, "/report", &pairs(&target, &[("about", "other")]))
            .await;
        assert_eq!(sent.status, StatusCode::SEE_OTHER);
    }
    let refused = visitor
        .post(&site, "/report", &pairs(&target, &[("about", "other")]))
        .await;
    assert_eq!(
        (refused.status, refused.header("retry-after")),
        (StatusCode::TOO_MANY_REQUESTS, "900")
    );
    assert_eq!(site.count("proposal").await, 10);
}

#[tokio::test]
async fn an_editor_closes_a_report_once() {
    let (site, mut editor) = Site::with_editor().await;
    let mut visitor = Visitor::default();
    let target = [("platform", "autodl")];
    visitor
        .post(&site, "/report", &pairs(&target, &[("about", "other")]))
        .await;
    let csrf = editor.csrf(&site).await;
    let press = |status: &'static str| {
        [
            ("csrf", csrf.clone()),
            ("id", "1".to_owned()),
            ("status", status.to_owned()),
        ]
    };
    let send = |fields: [(&'static str, String); 3]| fields.map(|(n, v)| (n, v));
    let fields = send(press("done"));
    let fields: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (*n, v.as_str())).collect();
    let closed = editor.post(&site, "/admin/reports", &fields).await;
    assert_eq!(closed.header("location"), "/admin/reports?closed=1");
    let late = editor.post(&site, "/admin/reports", &fields).await;
    assert_eq!(late.header("location"), "/admin/reports?late=1");
    let open = editor.get(&site, "/admin/reports?lang=en").await;
    assert!(open.body.contains("None here"));
    let done = editor
        .get(&site, "/admin/reports?status=done&lang=en")
        .await;
    assert!(done.body.contains("Closed by") && done.body.contains("data-report=\"1\""));
    // Without a session nobody reads or closes.
    let stranger = visitor.get(&site, "/admin/reports").await;
    assert_eq!(stranger.status, StatusCode::SEE_OTHER);
    assert!(stranger.header("location").starts_with("/login"));
}

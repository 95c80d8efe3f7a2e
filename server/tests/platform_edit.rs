//! Edits of a platform through the whole router: what is saved, what is refused and how, what is shown of others' work.

use crate::site::{Answer, PASSWORD, Site, Visitor, hidden, post};
use axum::http::StatusCode;
use domain::catalog::{FactKey, Learnt};

const PATH: &str = "/admin/platforms/autodl";

/// What a browser sends when only these fields were touched.
async fn sent<'a>(
    site: &Site,
    visitor: &mut Visitor,
    changes: &[(&'a str, &'a str)],
) -> Vec<(&'a str, String)> {
    let page = visitor.get(site, PATH).await;
    assert_eq!(page.status, StatusCode::OK);
    let mut pairs: Vec<(&str, String)> = ["csrf", "seen"]
        .map(|name| (name, hidden(&page.body, name)))
        .into();
    pairs.extend(
        changes
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned())),
    );
    pairs
}

async fn save(site: &Site, visitor: &mut Visitor, changes: &[(&str, &str)]) -> Answer {
    let pairs = sent(site, visitor, changes).await;
    post(site, visitor, PATH, &pairs).await
}

const NVLINK: [(&str, &str); 5] = [
    ("nvlink", "no"),
    ("learnt_nvlink", "tested"),
    ("url_nvlink", ""),
    ("date_nvlink", "2026-11-29"),
    ("quote_nvlink", "nvidia-smi topo -m <PIX>"),
];

#[tokio::test]
async fn b26_a_fact_with_its_evidence_is_one_revision_and_on_the_public_page() {
    let (site, mut visitor) = Site::with_editor().await;
    let mut changes = NVLINK.to_vec();
    changes.extend([
        ("name_zh", "改过的名字"),
        ("invoice", "yes"),
        ("learnt_invoice", "docs"),
        ("url_invoice", "https://docs.example.com/invoice"),
        ("date_invoice", "2026-11-28"),
        ("min_top_up", "10.50"),
        ("learnt_min_top_up", "support"),
        ("quote_min_top_up", "最低充值 10.5 元"),
        ("date_min_top_up", "2026-11-28"),
    ]);
    let answer = save(&site, &mut visitor, &changes).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    assert_eq!(answer.header("location"), format!("{PATH}?saved=2"));
    let snapshot = site.state.snapshot();
    let platform = &snapshot.platforms[snapshot.platform_by_slug("autodl").unwrap()];
    assert_eq!(snapshot.revision, 2);
    let nvlink = platform.facts.get(FactKey::Nvlink).unwrap();
    assert_eq!(
        (nvlink.value.as_deref(), nvlink.learnt, nvlink.sources.len()),
        (Some("no"), Some(Learnt::Tested), 0)
    );
    assert_eq!(platform.facts.value(FactKey::MinTopUp), Some("10.5"));
    let public = Visitor::default()
        .get(&site, "/platforms/autodl")
        .await
        .body;
    for shown in [
        "nvidia-smi topo -m &lt;PIX&gt;",
        "data-learnt=\"tested\"",
        "data-learnt=\"support\"",
        "https://docs.example.com/invoice",
        "改过的名字",
        "¥10.50",
    ] {
        assert!(public.contains(shown), "{shown}");
    }
    let (subject, changes): (String, String) =
        sqlx::query_as("select subject, changes from audit where revision = 2")
            .fetch_one(&site.state.pool)
            .await
            .unwrap();
    assert_eq!(subject, "platform:autodl");
    let changes: serde_json::Value = serde_json::from_str(&changes).unwrap();
    let name = changes
        .as_array()
        .unwrap()
        .iter()
        .find(|c| c["field"] == "name_zh")
        .unwrap();
    assert_eq!(
        (&name["before"], &name["after"]),
        (&"AutoDL 算力云".into(), &"改过的名字".into())
    );
    let page = visitor.get(&site, &format!("{PATH}?saved=2")).await.body;
    assert!(page.contains("Saved as revision 2") && page.contains("data-revision=\"2\""));
    assert_eq!(
        site.count("platform_fact where until_revision = 2").await,
        1,
        "the earlier fact has an end"
    );
}

#[tokio::test]
async fn b26_a_refused_form_names_every_fault_and_keeps_what_was_typed() {
    let (site, mut visitor) = Site::with_editor().await;
    let changes = [
        ("homepage", "autodl"),
        ("data_retention_days", "a \"week\""),
        ("date_data_retention_days", "2026-12-01"),
        ("quote_data_retention_days", "typed & kept"),
        ("nvlink", "no"),
    ];
    let answer = save(&site, &mut visitor, &changes).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    for field in [
        "homepage",
        "data_retention_days",
        "date_data_retention_days",
        "learnt_data_retention_days",
    ] {
        assert!(
            answer.body.contains(&format!("href=\"#{field}\"")),
            "{field} in the summary"
        );
        assert!(
            answer.body.contains(&format!("id=\"m-{field}\"")),
            "{field} has its fault"
        );
        assert!(
            answer.body.contains(&format!("id=\"{field}\"")),
            "the link leads to {field}"
        );
    }
    for kept in [
        "autodl",
        "a &quot;week&quot;",
        "2026-12-01",
        "typed &amp; kept",
    ] {
        assert!(answer.body.contains(&format!("value=\"{kept}\"")), "{kept}");
    }
    assert_eq!(site.count("revision").await, 1);
}

#[tokio::test]
async fn who_was_overtaken_sees_the_others_value_beside_their_own_and_can_save_again() {
    let (site, mut visitor) = Site::with_editor().await;
    site.add_editor("wei").await;
    let mut other = Visitor::default();
    other.sign_in(&site, "wei", PASSWORD).await;
    let mine = sent(&site, &mut visitor, &NVLINK).await;
    let mut theirs = NVLINK.to_vec();
    theirs[0].1 = "yes";
    theirs[4].1 = "their quote";
    assert_eq!(
        save(&site, &mut other, &theirs).await.status,
        StatusCode::SEE_OTHER
    );
    let answer = post(&site, &mut visitor, PATH, &mine).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    assert!(answer.body.contains("Revision 2 by wei."));
    assert!(answer.body.contains("Published now: Yes"));
    assert!(answer.body.contains("Published now: their quote"));
    assert!(
        answer
            .body
            .contains("value=\"nvidia-smi topo -m &lt;PIX&gt;\"")
    );
    let value = |site: &Site| {
        let snapshot = site.state.snapshot();
        let platform = &snapshot.platforms[snapshot.platform_by_slug("autodl").unwrap()];
        platform.facts.value(FactKey::Nvlink).map(str::to_owned)
    };
    assert_eq!(
        value(&site).as_deref(),
        Some("yes"),
        "nothing of the second was saved"
    );
    let mut again = mine.clone();
    again.retain(|(name, _)| *name != "seen");
    again.push(("seen", hidden(&answer.body, "seen")));
    let saved = post(&site, &mut visitor, PATH, &again).await;
    assert_eq!(saved.header("location"), format!("{PATH}?saved=3"));
    assert_eq!(value(&site).as_deref(), Some("no"));
}

#[tokio::test]
async fn nothing_typed_saves_nothing() {
    let (site, mut visitor) = Site::with_editor().await;
    let answer = save(&site, &mut visitor, &[]).await;
    assert_eq!(answer.header("location"), format!("{PATH}?unchanged=1"));
    assert_eq!(site.count("revision").await, 1);
}

#[tokio::test]
async fn what_nobody_found_has_a_question_to_send_and_the_list_counts_it() {
    let (site, mut visitor) = Site::with_editor().await;
    let page = Visitor::default()
        .get(&site, "/platforms/autodl?lang=zh")
        .await
        .body;
    let invoice = &page[page.find("data-asked=\"invoice\"").unwrap()..];
    let invoice = &invoice[..invoice.find("data-asked=\"real_name_check\"").unwrap()];
    assert!(
        invoice.contains("data-copy=\"能开发票吗")
            && invoice.contains("data-copy=\"Can I get an invoice")
    );
    let list = visitor.get(&site, "/admin/platforms").await.body;
    let row = &list[list.find("data-platform=\"autodl\"").unwrap()..];
    let snapshot = site.state.snapshot();
    let platform = &snapshot.platforms[snapshot.platform_by_slug("autodl").unwrap()];
    let known = platform
        .facts
        .0
        .values()
        .filter(|fact| fact.value.is_some())
        .count();
    let all = FactKey::ALL.len();
    assert!(row.contains(&format!(">{} / {all}</td>", all - known)));
}

#[tokio::test]
async fn facts_and_offers_of_a_platform_are_checked_again_in_one_revision_each() {
    let (site, mut visitor) = Site::with_editor().await;
    let csrf = visitor.csrf(&site).await;
    let path = format!("{PATH}/checked");
    let before = site.state.snapshot();
    let place = before.platform_by_slug("autodl").unwrap();
    let pairs = [("csrf", csrf.clone()), ("what", "facts".to_owned())];
    let answer = post(&site, &mut visitor, &path, &pairs).await;
    assert_eq!(answer.header("location"), format!("{PATH}?checked=2"));
    let after = site.state.snapshot();
    for (key, fact) in &before.platforms[place].facts.0 {
        let now = after.platforms[place].facts.get(*key).unwrap();
        assert_eq!(
            (&now.value, &now.sources.len()),
            (&fact.value, &fact.sources.len())
        );
        if fact.value.is_some() {
            assert_eq!(now.observed.unwrap().text(), "2026-11-30", "{key:?}");
        } else {
            assert_eq!(now.observed, fact.observed, "{key:?}");
        }
    }
    let pairs = [("csrf", csrf), ("what", "offers".to_owned())];
    let answer = post(&site, &mut visitor, &path, &pairs).await;
    assert_eq!(answer.header("location"), format!("{PATH}?checked=3"));
    let after = site.state.snapshot();
    for offer in before.offers.iter().filter(|o| o.platform == place) {
        let now = after.offer(offer.id).unwrap();
        assert_eq!(
            (
                now.price_per_hour,
                &now.source_url,
                now.observed.text().as_str()
            ),
            (offer.price_per_hour, &offer.source_url, "2026-11-30")
        );
    }
    assert_eq!(after.revision, 3);
}

#[tokio::test]
async fn what_is_typed_into_a_text_box_never_becomes_part_of_the_page() {
    let (site, mut visitor) = Site::with_editor().await;
    let answer = save(
        &site,
        &mut visitor,
        &[
            ("note", "</textarea><b id=\"out-of-it\">"),
            ("min_top_up", "a lot"),
        ],
    )
    .await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("&lt;/textarea>"), "it is kept");
    assert!(!answer.body.contains("<b id=\"out-of-it\""), "as text");
}

//! A change beyond the limits waits for a person, who takes or refuses it.
use super::house::House;
use super::saved::{self, Saved};
use crate::site::hidden;
use axum::http::StatusCode;
use server::sources::registry;
use server::sources::sync::{self, Outcome};
use server::store::held;

/// The same machines at half the price again.
const DEARER: Saved = Saved {
    id: "verda",
    kind: "application/json",
    pages: &[],
    otherwise: r#"[{"instance_type": "1H100.80S.30V", "name": "H100 SXM5 80GB", "model": "H100", "gpu": {"description": "", "number_of_gpus": 1},
      "gpu_memory": {"size_in_gigabytes": 80}, "cpu": {"number_of_cores": 30}, "memory": {"size_in_gigabytes": 120},
      "price_per_hour": "3.00", "spot_price": "1.00", "currency": "usd", "p2p": null, "storage": {"description": "dynamic"}}]"#,
    asks: 1,
    counts: "",
    offers: &[],
    refused: &[],
};

async fn house() -> House {
    let mut house = House::open().await;
    let source = registry::by_id("verda").unwrap();
    house.twin(saved::of("verda")).await;
    sync::sync(&house.state, source, false).await.unwrap();
    house.clock.pass(24);
    house.twin(&DEARER).await;
    house
}

async fn waits(house: &House) -> bool {
    held::waiting(&house.state.pool)
        .await
        .unwrap()
        .contains_key("verda")
}

fn price(house: &House) -> String {
    let snapshot = house.state.snapshot();
    let offer = snapshot.offers.iter().find(|offer| {
        offer.source == "api.datacrunch.io"
            && offer.kind.word() == "on_demand"
            && offer.gpu_count == 1
    });
    offer.unwrap().price_per_hour.amount().to_string()
}

#[tokio::test]
async fn b32_a_sudden_change_waits_is_shown_and_is_taken_once() {
    let mut house = house().await;
    let source = registry::by_id("verda").unwrap();
    let before = house.catalogue().await;
    let outcome = sync::sync(&house.state, source, false).await.unwrap();
    assert!(
        matches!(outcome, Outcome::Held(_)),
        "one of three moved, one of three vanished"
    );
    assert_eq!(
        (house.catalogue().await, price(&house)),
        (before, "2".to_owned())
    );
    let (admin, line, everybody) = house.said(source.about()).await;
    assert!(
        admin.contains("Waits for you") && admin.contains("1 of them by over a tenth"),
        "{admin}"
    );
    assert!(
        line.contains("waits for a person since 2026-12-01"),
        "{line}"
    );
    assert!(everybody.contains("waits to be checked"), "{everybody}");
    let page = house
        .editor
        .get(&house.site, "/admin/sources/verda?lang=en")
        .await;
    for words in ["$2.00", "$3.00", "+50.0%", "Gone", "limit 20%"] {
        assert!(page.body.contains(words), "{words}");
    }
    let (csrf, held) = (hidden(&page.body, "csrf"), hidden(&page.body, "held"));
    let fields = [
        ("csrf", csrf.as_str()),
        ("held", held.as_str()),
        ("do", "accept"),
    ];
    let taken = house
        .editor
        .post(&house.site, "/admin/sources/verda", &fields)
        .await;
    assert_eq!(
        (taken.status, taken.header("location")),
        (
            StatusCode::SEE_OTHER,
            "/admin/sources?did=accept&source=verda"
        )
    );
    assert_eq!(price(&house), "3");
    let again = house
        .editor
        .post(&house.site, "/admin/sources/verda", &fields)
        .await;
    assert_eq!(
        again.header("location"),
        "/admin/sources?did=late&source=verda"
    );
    let page = house
        .editor
        .get(&house.site, "/admin/sources/verda?lang=zh")
        .await;
    assert!(
        page.body.contains("此数据源没有待确认的变更"),
        "nothing waits any more"
    );
    let revision: String =
        sqlx::query_scalar("select author from revision order by id desc limit 1")
            .fetch_one(&house.state.pool)
            .await
            .unwrap();
    assert_eq!(
        revision, "lin",
        "the revision bears the name of who took it"
    );
}

#[tokio::test]
async fn b32_a_refused_change_leaves_the_prices_and_a_calm_answer_replaces_one_that_waits() {
    let mut house = house().await;
    let source = registry::by_id("verda").unwrap();
    sync::sync(&house.state, source, false).await.unwrap();
    let page = house
        .editor
        .get(&house.site, "/admin/sources/verda?lang=en")
        .await;
    let (csrf, held) = (hidden(&page.body, "csrf"), hidden(&page.body, "held"));
    let fields = [
        ("csrf", csrf.as_str()),
        ("held", held.as_str()),
        ("do", "reject"),
    ];
    let refused = house
        .editor
        .post(&house.site, "/admin/sources/verda", &fields)
        .await;
    assert_eq!(
        refused.header("location"),
        "/admin/sources?did=reject&source=verda"
    );
    assert_eq!(price(&house), "2");
    // The same answer again waits again once it is read in full; the calm one of before then takes its place.
    house.clock.pass(24 * 8);
    sync::sync(&house.state, source, false).await.unwrap();
    assert!(waits(&house).await);
    house.clock.pass(24 * 8);
    house.twin(saved::of("verda")).await;
    let calm = sync::sync(&house.state, source, false).await.unwrap();
    assert!(matches!(calm, Outcome::Made(_)));
    assert!(!waits(&house).await);
    assert_eq!(price(&house), "2");
}

#[tokio::test]
async fn b32_on_the_command_line_a_sudden_change_is_made_only_when_it_is_accepted() {
    let house = house().await;
    let call = |apply, accept| server::cli::sync::SyncArgs {
        sources: vec!["verda".to_owned()],
        list: false,
        apply,
        accept,
    };
    let run = async |args| {
        server::cli::sync::run(&house.state, &args)
            .await
            .map_err(|failed| failed.message)
            .unwrap()
    };
    assert_eq!(run(call(false, false)).await, 0);
    assert!(!waits(&house).await, "looking changes nothing");
    assert_eq!(run(call(true, false)).await, 0);
    assert_eq!(price(&house), "2");
    // It was read, so it is known; a person who takes it does not have it read again.
    house.clock.pass(24 * 8);
    assert_eq!(run(call(true, true)).await, 0);
    assert_eq!(price(&house), "3");
    assert!(!waits(&house).await);
}

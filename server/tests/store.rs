//! The store on a real SQLite file: the starting catalogue, its rules, what a restart keeps.

use crate::common::{config, site};
use domain::catalog::diff::{diff, plan_key, record_of};
use domain::catalog::{FactKey, Freshness, PriceKind};
use server::import::{Files, read_zuka};
use server::start;
use sqlx::Row;
use std::collections::HashSet;
use tempfile::TempDir;

#[tokio::test]
async fn b21_the_starting_catalogue_has_no_refused_row_and_no_collision() {
    let import = read_zuka(
        &Files::Starting,
        &HashSet::new(),
        &HashSet::new(),
        "2026-11-30".parse().unwrap(),
    )
    .unwrap();
    assert!(import.refused.is_empty(), "{:?}", import.refused);
    assert_eq!(
        (
            import.gpus.len(),
            import.platforms.len(),
            import.offers.len()
        ),
        (111, 64, 1183)
    );
    assert_eq!(
        (
            import.history.len(),
            import.persistence.len(),
            import.models.len()
        ),
        (2213, 58, 55)
    );
    let changes = diff(
        &domain::catalog::CatalogSnapshot::default(),
        import.offers.clone(),
        false,
    );
    assert!(changes.collisions.is_empty() && changes.added.len() == 1183);
}

#[tokio::test]
async fn importing_the_same_again_changes_nothing() {
    let site = site().await;
    let import = read_zuka(
        &Files::Starting,
        &HashSet::new(),
        &HashSet::new(),
        "2026-11-30".parse().unwrap(),
    )
    .unwrap();
    let changes = diff(&site.state.snapshot(), import.offers, true);
    assert_eq!(
        (
            changes.unchanged,
            changes.added.len(),
            changes.changed.len(),
            changes.vanished.len()
        ),
        (1183, 0, 0, 0)
    );
}

#[tokio::test]
async fn b27_a_newer_observation_replaces_an_older_one_becomes_history_and_one_gone_vanishes() {
    let site = site().await;
    let snapshot = site.state.snapshot();
    let offer = snapshot
        .offers
        .iter()
        .find(|o| o.source == "github.com/sinanlabs/compute")
        .unwrap();
    let mut newer = record_of(&snapshot, offer);
    newer.observed.date = "2026-11-20".parse().unwrap();
    newer.price_per_hour.nanos += 1_000_000;
    let mut older = record_of(&snapshot, offer);
    older.observed.date = "2026-01-01".parse().unwrap();
    assert_eq!(plan_key(&newer), plan_key(&older));
    assert_eq!(
        diff(&snapshot, vec![newer.clone()], false).changed,
        vec![(offer.id, newer.clone())]
    );
    assert_eq!(diff(&snapshot, vec![older.clone()], false).older.len(), 1);
    let gone = diff(&snapshot, vec![newer], true).vanished;
    let platform = offer.platform;
    let siblings = snapshot
        .offers
        .iter()
        .filter(|o| o.platform == platform && o.source == offer.source)
        .count();
    assert_eq!(
        gone.len(),
        siblings - 1,
        "vanishing is judged within one platform and source"
    );
}

#[tokio::test]
async fn b04_whole_offers_and_prices_per_card_are_not_confused() {
    let site = site().await;
    let snapshot = site.state.snapshot();
    let eight = snapshot
        .offers
        .iter()
        .find(|o| o.gpu_count == 8 && o.kind == PriceKind::OnDemand)
        .unwrap();
    let share = eight.price_per_gpu_hour().unwrap();
    assert!((share.nanos * 8 - eight.price_per_hour.nanos).abs() <= 4);
    // History counts per GPU in its file and the whole offer in the store.
    let row = sqlx::query(
        "select hour_nanos from price_history where platform = 'lambda' and gpu_count = 8 order by id limit 1",
    )
    .fetch_optional(&site.state.pool)
    .await
    .unwrap();
    let stored: Option<i64> = row.map(|r| r.get("hour_nanos"));
    let file = include_str!("../catalogue/history.csv");
    let mut reader = csv::Reader::from_reader(file.as_bytes());
    let first = reader
        .records()
        .map(Result::unwrap)
        .find(|r| &r[0] == "lambda" && &r[2] == "8");
    let expected = first.map(|r| {
        let per_gpu: domain::units::Decimal = r[5].parse().unwrap();
        i64::try_from(per_gpu.nanos() * 8).unwrap()
    });
    assert!(expected.is_some());
    assert_eq!(stored, expected);
}

#[tokio::test]
async fn facts_keep_their_sources_and_unknown_is_null() {
    let site = site().await;
    let snapshot = site.state.snapshot();
    let autodl = &snapshot.platforms[snapshot.platform_by_slug("autodl").unwrap()];
    let price = autodl.facts.get(FactKey::NoGpuPrice).unwrap();
    assert_eq!(price.value.as_deref(), Some("0.1"));
    assert!(price.sources.len() > 1 && price.sources.iter().all(|s| !s.exact));
    let egress = autodl.facts.get(FactKey::Nvlink).unwrap();
    assert!(
        egress.value.is_none() && !egress.sources.is_empty(),
        "looked for, not found"
    );
    let zero: i64 = sqlx::query("select count(*) as n from platform_fact where value = ''")
        .fetch_one(&site.state.pool)
        .await
        .unwrap()
        .get("n");
    assert_eq!(zero, 0);
}

#[tokio::test]
async fn b14_a_year_alone_is_stale_and_never_lowest() {
    let site = site().await;
    let snapshot = site.state.snapshot();
    let today = "2026-11-30".parse().unwrap();
    let years: Vec<_> = snapshot
        .offers
        .iter()
        .filter(|o| o.observed.text().len() == 4)
        .collect();
    assert_eq!(years.len(), 298);
    assert!(
        years
            .iter()
            .all(|o| snapshot.freshness(o, today) == Freshness::Stale)
    );
}

#[tokio::test]
async fn a_restart_finds_the_same_catalogue_and_loads_nothing_twice() {
    let folder = TempDir::new().unwrap();
    let first = start::open(config(&folder, crate::common::NOW))
        .await
        .unwrap();
    let (revision, offers) = (first.snapshot().revision, first.snapshot().offers.clone());
    first.pool.close().await;
    let second = start::open(config(&folder, crate::common::NOW))
        .await
        .unwrap();
    assert_eq!(
        (second.snapshot().revision, &second.snapshot().offers),
        (revision, &offers)
    );
}

#[tokio::test]
async fn the_schema_refuses_what_breaks_a_rule() {
    let site = site().await;
    for statement in [
        "insert into price (plan, hour_nanos, observed_at, observed_precision, source_url, note, since_revision) values (1, 0, '2026-11-30', 'day', 'https://x.y', '', 1)",
        "insert into offering (platform, gpu, gpu_count, identity) values ('nobody', 'rtx-4090', 1, 'x')",
        "update price_plan set price_kind = 'sometimes'",
        "insert into share (slug, revision, document, created_at) values ('s', 1, hex(zeroblob(40000)), '')",
    ] {
        assert!(
            sqlx::query(statement)
                .execute(&site.state.pool)
                .await
                .is_err(),
            "{statement}"
        );
    }
}

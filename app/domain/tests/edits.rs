//! Edits by hand: what the form's fields come to.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]
use domain::catalog::draft::Problem;
use domain::catalog::edit::{FactChange, Typed, check};
use domain::catalog::{
    CatalogSnapshot, Fact, FactKey, Facts, Gpu, Observed, Offer, Platform, PriceKind,
};
use domain::units::{Currency, FxTable, Money};

fn fact(value: &str) -> Fact {
    Fact {
        value: Some(value.into()),
        observed: None,
        quote: None,
        sources: Vec::new(),
        learnt: None,
    }
}

/// Two cards for 4 yuan an hour; the platform bills by the second, keeps no GPU, and deletes after 15 days, the offer
/// itself after 30.
fn catalogue(kind: PriceKind) -> CatalogSnapshot {
    let gpu = Gpu {
        slug: "rtx-4090".into(),
        name: "GeForce RTX 4090".into(),
        vendor: "NVIDIA".into(),
        architecture: None,
        compute_capability: None,
        vram_gb: Some(24.0),
        memory_type: None,
        bandwidth_gbps: None,
        fp32_tflops: None,
        fp16_dense_tflops: None,
        fp16_dense_derived_tflops: None,
        bf16_dense_tflops: None,
        fp8_dense_tflops: None,
        int8_dense_tops: None,
        tdp_w: None,
        interconnect: None,
        interconnect_gbps: None,
        form_factor: None,
        release_year: None,
        min_cuda: None,
        source_url: "https://example.com".into(),
        note: String::new(),
    };
    let mut facts = Facts::default();
    facts.0.insert(FactKey::BillingIncrement, fact("1"));
    facts.0.insert(FactKey::GpuKeptStopped, fact("no"));
    facts.0.insert(FactKey::RetentionDays, fact("15"));
    let platform = Platform {
        slug: "cloud".into(),
        name: "Cloud".into(),
        name_zh: None,
        homepage: None,
        country: None,
        currency: Some(Currency::CNY),
        docs_url: None,
        note: String::new(),
        facts,
    };
    let mut overrides = Facts::default();
    overrides.0.insert(FactKey::RetentionDays, fact("30"));
    let offer = Offer {
        id: 7,
        offering_id: 5,
        version: 1,
        platform: 0,
        gpu: 0,
        region: None,
        gpu_count: 2,
        gpu_fraction: None,
        vcpus: Some(32.0),
        ram_gb: None,
        disk_gb: None,
        disk_type: None,
        network_mbps: None,
        instance_type: None,
        exclusivity: None,
        kind,
        period_hours: if kind.is_term() { 720 } else { 1 },
        price_per_period: None,
        price_per_hour: Money {
            nanos: 4_000_000_000,
            currency: Currency::CNY,
        },
        observed: Observed::parse("2026-10-04").unwrap(),
        source_url: "https://example.com/prices".into(),
        source: "example.com".into(),
        note: String::new(),
        overrides,
    };
    CatalogSnapshot::new(
        1,
        vec![gpu],
        vec![platform],
        vec![offer],
        Vec::new(),
        FxTable::new(Vec::new()),
    )
}

fn typed(snapshot: &CatalogSnapshot, changes: &[(&str, &str)]) -> Typed {
    let stated = [
        ("price", "4"),
        ("source_url", "https://example.com/prices"),
        ("source_date", "2026-10-04"),
    ];
    let pairs: Vec<(String, String)> = changes
        .iter()
        .chain(&stated)
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    Typed::of_pairs(&pairs, &Typed::of_offer(snapshot, &snapshot.offers[0]))
}

fn today() -> chrono::NaiveDate {
    "2026-11-30".parse().unwrap()
}

#[test]
fn the_same_in_other_words_is_no_change() {
    let snapshot = catalogue(PriceKind::OnDemand);
    let same = [
        ("price_basis", "gpu"),
        ("price", "2.00"),
        ("vcpus", "32.0"),
        ("data_retention_days", "30"),
    ];
    let edit = check(
        &typed(&snapshot, &same),
        &snapshot,
        &snapshot.offers[0],
        today(),
    )
    .unwrap();
    assert_eq!((edit.changes, edit.facts), (Vec::new(), Vec::new()));
}

#[test]
fn a_price_per_card_is_multiplied_exactly_and_shown_as_the_public_page_will() {
    let snapshot = catalogue(PriceKind::OnDemand);
    let form = typed(
        &snapshot,
        &[
            ("price_basis", "gpu"),
            ("price", "2.255"),
            ("gpu_count", "3"),
        ],
    );
    let edit = check(&form, &snapshot, &snapshot.offers[0], today()).unwrap();
    assert_eq!(edit.record.price_per_hour.nanos, 6_765_000_000);
    let (per_gpu, whole) = form.shown(&snapshot.offers[0]).unwrap();
    assert_eq!(
        (per_gpu.map(|money| money.nanos), whole.nanos),
        (Some(2_255_000_000), 6_765_000_000)
    );
    let fields: Vec<&str> = edit
        .changes
        .iter()
        .map(|change| change.field.as_str())
        .collect();
    assert_eq!(fields, ["gpu_count", "price"]);
}

#[test]
fn own_facts_begin_where_the_offer_differs_and_end_where_it_does_not() {
    let snapshot = catalogue(PriceKind::OnDemand);
    let facts = |changes: &[(&str, &str)]| {
        check(
            &typed(&snapshot, changes),
            &snapshot,
            &snapshot.offers[0],
            today(),
        )
        .unwrap()
        .facts
    };
    for as_platform in ["", "15"] {
        assert_eq!(
            facts(&[("data_retention_days", as_platform)]),
            [FactChange::End(FactKey::RetentionDays)]
        );
    }
    assert!(facts(&[("billing_increment_s", "1")]).is_empty());
    // An empty number is "as the platform", whatever that is.
    assert!(facts(&[("billing_increment_s", "")]).is_empty());
    let [FactChange::Set(FactKey::BillingIncrement, minute)] =
        &facts(&[("billing_increment_s", "60")])[..]
    else {
        panic!("one fact is set")
    };
    assert_eq!(minute.value.as_deref(), Some("60"));
    assert!(minute.sources.len() == 1 && minute.sources[0].exact && minute.observed.is_some());
    let [FactChange::Set(FactKey::GpuKeptStopped, unknown)] =
        &facts(&[("gpu_kept_while_stopped", "")])[..]
    else {
        panic!("unknown is an answer")
    };
    assert_eq!(unknown.value, None);
}

#[test]
fn a_term_may_be_stated_by_its_sum_alone() {
    let snapshot = catalogue(PriceKind::Monthly);
    let form = typed(&snapshot, &[("price", ""), ("price_per_period", "1000")]);
    let edit = check(&form, &snapshot, &snapshot.offers[0], today()).unwrap();
    assert_eq!(edit.record.price_per_hour.nanos, 1_388_888_889);
    let contradiction = typed(&snapshot, &[("price_per_period", "1000")]);
    let errors = check(&contradiction, &snapshot, &snapshot.offers[0], today()).unwrap_err();
    assert_eq!(
        (errors[0].field.as_str(), errors[0].problem),
        ("price_per_period", Problem::PeriodMismatch)
    );
}

#[test]
fn faults_come_in_the_forms_order_by_the_forms_names() {
    let snapshot = catalogue(PriceKind::OnDemand);
    let bad = [
        ("source_date", ""),
        ("no_gpu_mode", "perhaps"),
        ("price", "two"),
        ("gpu_count", ""),
        ("free_disk_gb", "-1"),
    ];
    let errors = check(
        &typed(&snapshot, &bad),
        &snapshot,
        &snapshot.offers[0],
        today(),
    )
    .unwrap_err();
    let fields: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
    assert_eq!(
        fields,
        [
            "gpu_count",
            "price",
            "no_gpu_mode",
            "free_disk_gb",
            "source_date"
        ]
    );
}

//! The price list: what is sorted, hidden, grouped, named, and shown for which span of time.
#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]
use domain::catalog::figures::price_by;
use domain::catalog::hidden::{Hidden, hidden, spot_without_discount};
use domain::catalog::names::{Named, card};
use domain::catalog::order::OrderBy;
use domain::catalog::select::{group, span};
use domain::catalog::{
    CatalogSnapshot, Column, Fact, FactKey, Facts, Gpu, Observed, Offer, Platform, PriceKind,
    Query, Reason, select,
};
use domain::units::{Currency, FxTable, Money};

const TODAY: &str = "2026-11-30";

fn gpu(slug: &str, name: &str, vram_gb: f64) -> Gpu {
    Gpu {
        slug: slug.into(),
        name: name.into(),
        vendor: "NVIDIA".into(),
        architecture: None,
        compute_capability: None,
        vram_gb: Some(vram_gb),
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
    }
}

fn cards() -> Vec<Gpu> {
    vec![
        gpu("rtx-4090", "GeForce RTX 4090", 24.0),
        gpu("rtx-4090-48gb", "GeForce RTX 4090 48GB (modified)", 48.0),
        gpu("rtx-4090-d", "GeForce RTX 4090 D", 24.0),
        gpu("quadro-rtx-6000", "Quadro RTX 6000", 24.0),
        gpu("rtx-6000-ada", "RTX 6000 Ada Generation", 48.0),
        gpu("a100-40gb", "A100 40GB (form factor not stated)", 40.0),
        gpu("a100-80gb-sxm", "A100 SXM4 80GB", 80.0),
        gpu("a100-80gb", "A100 80GB (form factor not stated)", 80.0),
        gpu("h100-pcie", "H100 PCIe 80GB", 80.0),
        gpu("h100-sxm", "H100 SXM5 80GB", 80.0),
        gpu("h100-80gb", "H100 80GB (form factor not stated)", 80.0),
    ]
}

fn offer(id: i64, gpu: usize, nanos: i64) -> Offer {
    Offer {
        id,
        offering_id: id,
        version: 1,
        platform: 0,
        gpu,
        region: None,
        gpu_count: 1,
        gpu_fraction: None,
        vcpus: None,
        ram_gb: None,
        disk_gb: None,
        disk_type: None,
        network_mbps: None,
        instance_type: None,
        exclusivity: None,
        kind: PriceKind::OnDemand,
        period_hours: 1,
        price_per_period: None,
        price_per_hour: Money {
            nanos,
            currency: Currency::CNY,
        },
        observed: Observed::parse("2026-11-20").unwrap(),
        source_url: "https://example.com/prices".into(),
        source: "example.com".into(),
        note: String::new(),
        overrides: Facts::default(),
    }
}

fn snapshot(offers: Vec<Offer>) -> CatalogSnapshot {
    let platform = Platform {
        slug: "cloud".into(),
        name: "Cloud".into(),
        name_zh: None,
        homepage: None,
        country: None,
        currency: Some(Currency::CNY),
        docs_url: None,
        note: String::new(),
        facts: Facts::default(),
    };
    CatalogSnapshot::new(
        1,
        cards(),
        vec![platform],
        offers,
        Vec::new(),
        FxTable::default(),
    )
}

fn asked(text: &str) -> Query {
    let pairs: Vec<(String, String)> = text
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(n, v)| (n.to_owned(), v.to_owned()))
        .collect();
    let (query, notices) = Query::parse(&pairs);
    assert!(notices.is_empty(), "{notices:?}");
    query
}

fn ids(snapshot: &CatalogSnapshot, text: &str) -> Vec<i64> {
    let selection = select(
        snapshot,
        &asked(text),
        Currency::CNY,
        TODAY.parse().unwrap(),
    );
    selection
        .rows
        .iter()
        .map(|row| snapshot.offers[*row].id)
        .collect()
}

#[test]
fn b64_numbers_sort_as_numbers() {
    let figures = [10.0, 100.0, 2.0];
    let offers = figures.iter().enumerate().map(|(place, figure)| Offer {
        vcpus: Some(*figure),
        ram_gb: Some(*figure),
        disk_gb: Some(*figure),
        ..offer(place as i64 + 1, 0, *figure as i64 * 1_000_000_000)
    });
    let mut offers: Vec<Offer> = offers.collect();
    // Unknown is last both ways.
    offers.push(Offer {
        kind: PriceKind::OnDemand,
        ..offer(4, 0, 1_000_000_000_000)
    });
    let snapshot = snapshot(offers);
    for key in [
        "vcpu",
        "ram",
        "disk",
        "price_per_gpu_hour",
        "price_per_hour",
    ] {
        assert_eq!(
            ids(&snapshot, &format!("order_by={key}")),
            [3, 1, 2, 4],
            "{key}"
        );
    }
    for key in ["vcpu", "ram", "disk"] {
        assert_eq!(
            ids(&snapshot, &format!("order_by={key}&order_dir=desc")),
            [2, 1, 3, 4],
            "{key}"
        );
    }
}

#[test]
fn b66_a100_40gb_comes_before_a100_80gb() {
    let snapshot = snapshot(vec![offer(1, 7, 5), offer(2, 5, 9), offer(3, 0, 7)]);
    assert_eq!(ids(&snapshot, "order_by=gpu"), [3, 2, 1]);
}

#[test]
fn b68_the_disk_price_is_sorted_as_it_is_shown_where_the_platform_names_no_currency() {
    let priced = |id, price: &str| {
        let mut offer = offer(id, 0, 1_000_000_000);
        let fact = Fact {
            value: Some(price.into()),
            observed: None,
            quote: None,
            sources: Vec::new(),
        };
        offer.overrides.0.insert(FactKey::StoragePrice, fact);
        offer
    };
    let mut snapshot = snapshot(vec![priced(1, "0.35"), priced(2, "0.2")]);
    snapshot.platforms[0].currency = None;
    assert_eq!(ids(&snapshot, "order_by=storage_price"), [2, 1]);
}

#[test]
fn b69_the_lowest_is_of_one_kind_of_price() {
    let spot = Offer {
        kind: PriceKind::Spot,
        ..offer(1, 0, 500_000_000)
    };
    let snapshot = snapshot(vec![
        spot,
        offer(2, 0, 1_500_000_000),
        offer(3, 0, 2_500_000_000),
    ]);
    let of = |kind| {
        span(
            &snapshot,
            &[0, 1, 2],
            kind,
            Currency::CNY,
            TODAY.parse().unwrap(),
        )
    };
    assert_eq!(of(PriceKind::OnDemand).lowest, Some(1_500_000_000));
    assert_eq!(of(PriceKind::Spot).lowest, Some(500_000_000));
    // By price, kinds follow each other: a spot price never stands above an on-demand price as "cheaper".
    assert_eq!(ids(&snapshot, "q=4090"), [2, 3, 1]);
}

#[test]
fn b76_the_minimum_of_a_group_is_the_minimum_of_the_list() {
    let offers = (1..40).map(|id| offer(id, (id % 5) as usize, (id * 7919 % 97 + 1) * 10_000_000));
    let snapshot = snapshot(offers.collect());
    let today = TODAY.parse().unwrap();
    let query = Query::default();
    let selection = select(&snapshot, &query, Currency::CNY, today);
    let groups = group(&snapshot, &query, &selection);
    assert_eq!(
        groups.iter().map(|g| g.rows.len()).sum::<usize>(),
        selection.rows.len()
    );
    let lowest =
        |rows: &[usize]| span(&snapshot, rows, PriceKind::OnDemand, Currency::CNY, today).lowest;
    let of_groups = groups.iter().filter_map(|g| lowest(&g.rows)).min();
    assert_eq!(of_groups, lowest(&selection.rows));
    for found in &groups {
        let slug = &snapshot.gpus[found.gpu].slug;
        let alone = select(
            &snapshot,
            &asked(&format!("gpu={slug}&group=none")),
            Currency::CNY,
            today,
        );
        assert_eq!(lowest(&alone.rows), lowest(&found.rows), "{slug}");
    }
}

#[test]
fn b10_a_price_for_a_day_and_a_month_is_exact() {
    let meter = offer(1, 0, 1_980_000_000);
    let shown = |offer: &Offer, hours| offer.price_over(hours).unwrap().amount().to_string();
    assert_eq!(
        [1, 24, 730, 720].map(|hours| shown(&meter, hours)),
        ["1.98", "47.52", "1445.4", "1425.6"]
    );
    // A term gives the very sum that the platform asks for its own hours: 1052 for 720 h, not 1.461111111 × 720.
    let month = Offer {
        kind: PriceKind::Monthly,
        period_hours: 720,
        price_per_period: Some(Money {
            nanos: 1_052_000_000_000,
            currency: Currency::CNY,
        }),
        ..offer(2, 0, 1_461_111_111)
    };
    assert_eq!(
        [1, 720].map(|hours| shown(&month, hours)),
        ["1.461111111", "1052"]
    );
}

#[test]
fn b04_the_price_of_a_machine_and_of_one_card_never_stand_for_each_other() {
    let eight = Offer {
        gpu_count: 8,
        ..offer(1, 0, 16_000_000_000)
    };
    assert_eq!(eight.price_over(1).unwrap().amount().to_string(), "16");
    assert_eq!(
        eight.price_per_gpu_over(24).unwrap().amount().to_string(),
        "48"
    );
    let slice = Offer {
        gpu_fraction: Some(0.5),
        ..offer(2, 0, 1_000_000_000)
    };
    assert_eq!(
        (slice.price_per_gpu_over(1), slice.price_over(24).is_some()),
        (None, true)
    );
}

#[test]
fn b08_price_per_unit_divides_one_cards_price_by_one_cards_figure() {
    let mut card = gpu("x", "X", 24.0);
    card.bandwidth_gbps = Some(1008.0);
    card.fp16_dense_tflops = Some(165.2);
    let two = Offer {
        gpu_count: 2,
        vcpus: Some(32.0),
        ..offer(1, 0, 4_032_000_000)
    };
    let text = |by, hours| price_by(by, &card, &two, hours).map(|m| m.amount().to_string());
    assert_eq!(text(OrderBy::PricePerVramGb, 1).as_deref(), Some("0.084"));
    assert_eq!(
        text(OrderBy::PricePerBandwidth, 1).as_deref(),
        Some("0.002")
    );
    assert_eq!(
        text(OrderBy::PricePerTflops, 1).as_deref(),
        Some("0.01220339")
    );
    assert_eq!(text(OrderBy::PricePerVcpu, 24).as_deref(), Some("3.024"));
    let unknown = price_by(OrderBy::PricePerVcpu, &card, &offer(2, 0, 1), 1);
    assert_eq!(unknown, None);
}

#[test]
fn b71_what_a_setting_hides_is_counted() {
    let old = Offer {
        observed: Observed::parse("2024-01-01").unwrap(),
        ..offer(2, 0, 1)
    };
    let snapshot = snapshot(vec![offer(1, 0, 5), old, offer(3, 5, 5)]);
    let today = TODAY.parse().unwrap();
    let count = |text: &str| {
        let query = asked(text);
        let selection = select(&snapshot, &query, Currency::CNY, today);
        (
            selection.rows.len(),
            hidden(&snapshot, &query, &selection, Currency::CNY, today),
        )
    };
    let nothing = Hidden::default();
    assert_eq!(count("q=4090"), (2, nothing));
    assert_eq!(
        count("q=4090&freshness=current"),
        (
            1,
            Hidden {
                stale: 1,
                ..nothing
            }
        )
    );
    let strict = Hidden {
        unknown_facts: 2,
        ..nothing
    };
    assert_eq!(count("q=4090&no_gpu_mode=yes&unknown=exclude"), (0, strict));
    // An unknown figure: counted, and shown with one parameter.
    let query = asked("bandwidth_min=100");
    let selection = select(&snapshot, &query, Currency::CNY, today);
    assert_eq!(
        (selection.rows.len(), selection.left_out),
        (0, vec![("bandwidth_min", 3)])
    );
    assert_eq!(
        ids(&snapshot, "bandwidth_min=100&unknown_figures=include").len(),
        3
    );
}

#[test]
fn b15_a_spot_price_at_or_above_its_own_on_demand_price_is_flagged() {
    let spot = |id, offering_id, nanos| Offer {
        kind: PriceKind::Spot,
        offering_id,
        ..offer(id, 0, nanos)
    };
    let snapshot = snapshot(vec![
        offer(1, 0, 20),
        spot(2, 1, 20),
        spot(3, 1, 19),
        // Another offering's price says nothing.
        spot(4, 4, 90),
    ]);
    let flagged = spot_without_discount(
        &snapshot,
        &[0, 1, 2, 3],
        Currency::CNY,
        TODAY.parse().unwrap(),
    );
    assert_eq!(flagged, [1]);
}

#[test]
fn b34_names_as_people_write_them_lead_to_one_card_or_to_a_question() {
    let gpus = cards();
    let one = |text: &str| match card(&gpus, text) {
        Named::One(index) => gpus[index].slug.clone(),
        other => format!("{other:?}"),
    };
    for text in [
        "4090",
        "rtx_4090",
        "RTX-4090",
        "RTX4090",
        "geforce rtx 4090",
        "NVIDIA RTX 4090 24GB",
    ] {
        assert_eq!(one(text), "rtx-4090", "{text}");
    }
    for (text, slug) in [
        ("4090D", "rtx-4090-d"),
        ("rtx 4090 d", "rtx-4090-d"),
        ("4090 48G", "rtx-4090-48gb"),
        ("4090-48 GB", "rtx-4090-48gb"),
        ("6000 Ada", "rtx-6000-ada"),
        ("A100 80G", "a100-80gb"),
        ("A100 SXM4 80GB", "a100-80gb-sxm"),
        // Without its form factor a card is the one whose form factor is not stated.
        ("H100", "h100-80gb"),
        ("h100 sxm", "h100-sxm"),
    ] {
        assert_eq!(one(text), slug, "{text}");
    }
    assert_eq!(
        card(&gpus, "A100"),
        Named::Several(vec![5, 7]),
        "its VRAM would be a guess"
    );
    assert_eq!(card(&gpus, "RTX 6000"), Named::Several(vec![3, 4]));
    let Named::Nothing(near) = card(&gpus, "4080") else {
        panic!("4080 is no card of these");
    };
    assert_eq!((near.len(), near[0]), (3, 0), "the nearest name first");
    assert!(matches!(card(&gpus, "  "), Named::Nothing(_)));
}

#[test]
fn columns_come_in_the_order_asked_for_and_the_platform_is_always_first() {
    let query = asked("columns=vram,price_per_vram_gb&columns=platform");
    assert_eq!(
        query.shown_columns(),
        [Column::Platform, Column::Vram, Column::PerVramGb]
    );
    assert_eq!(Query::default().shown_columns(), Column::DEFAULT);
    let pairs = [
        ("columns", "vram,beauty"),
        ("month_hours", "0"),
        ("period", "year"),
    ];
    let pairs = pairs.map(|(n, v)| (n.to_owned(), v.to_owned()));
    let (query, notices) = Query::parse(&pairs);
    assert_eq!(
        (query.columns, query.month_hours),
        (vec![Column::Vram], 730)
    );
    assert_eq!(
        notices.iter().map(|n| n.reason).collect::<Vec<_>>(),
        [Reason::NotAWord, Reason::OutOfRange, Reason::NotAWord]
    );
}

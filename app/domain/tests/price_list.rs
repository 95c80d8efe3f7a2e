//! The price list: what is sorted, hidden, grouped, and shown for which span of time.
#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]
mod listing;

use domain::catalog::figures::price_by;
use domain::catalog::hidden::{Hidden, hidden, spot_without_discount};
use domain::catalog::order::OrderBy;
use domain::catalog::select::{group, span};
use domain::catalog::{Fact, FactKey, Observed, Offer, PriceKind, Query, select};
use domain::units::{Currency, Money};
use listing::{TODAY, asked, gpu, ids, offer, snapshot};

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
            learnt: None,
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

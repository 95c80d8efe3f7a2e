//! Offers and platforms measured against a baseline.
#![allow(clippy::unwrap_used)] // a test says what went wrong by failing
mod market;
use domain::catalog::against::{Figure, Lens, Row, Subject, Value, Verdict, rows};
use domain::catalog::{CatalogSnapshot, FactKey, Observed, PriceKind};
use domain::units::Currency;
use market::{money, offer, platform, snapshot, today};

const CNY: Currency = Currency::CNY;
const USD: Currency = Currency::USD;

fn compared(catalog: &CatalogSnapshot, base: usize) -> Vec<Row> {
    let lens = Lens {
        snapshot: catalog,
        currency: CNY,
        today: today(),
    };
    let columns: Vec<Subject<'_>> = catalog
        .offers
        .iter()
        .map(|offer| Subject {
            offer: Some(offer),
            platform: &catalog.platforms[offer.platform],
        })
        .collect();
    rows(lens, &columns, base)
}

fn row(rows: &[Row], figure: Figure) -> &Row {
    rows.iter().find(|row| row.figure == figure).unwrap()
}

fn judged(rows: &[Row], figure: Figure) -> Vec<(Option<i64>, Verdict)> {
    let cells = &row(rows, figure).cells;
    cells
        .iter()
        .map(|c| (c.percent_tenths, c.verdict))
        .collect()
}

#[test]
fn b75_a_baseline_can_be_chosen_and_deltas_are_percents() {
    let platforms = vec![platform("one", CNY, &[]), platform("two", CNY, &[])];
    let offers = vec![
        offer(1, 0, money("2.00", CNY)),
        offer(2, 1, money("1.50", CNY)),
        offer(3, 1, money("2.00", CNY)),
    ];
    let catalog = snapshot(platforms, offers);
    assert_eq!(
        judged(&compared(&catalog, 0), Figure::PricePerGpuHour),
        [
            (None, Verdict::Baseline),
            (Some(-250), Verdict::Better),
            (Some(0), Verdict::Same)
        ]
    );
    assert_eq!(
        judged(&compared(&catalog, 1), Figure::PricePerGpuHour),
        [
            (Some(333), Verdict::Worse),
            (None, Verdict::Baseline),
            (Some(333), Verdict::Worse)
        ]
    );
    // A baseline beyond the columns is the last of them, and no column gives no row.
    assert_eq!(
        judged(&compared(&catalog, 9), Figure::PricePerGpuHour)[2].1,
        Verdict::Baseline
    );
    let lens = Lens {
        snapshot: &catalog,
        currency: CNY,
        today: today(),
    };
    assert!(rows(lens, &[], 0).is_empty());
}

#[test]
fn prices_of_two_kinds_and_stale_prices_are_never_better() {
    let mut spot = offer(2, 0, money("0.50", CNY));
    spot.kind = PriceKind::Spot;
    let mut old = offer(3, 0, money("0.10", CNY));
    old.observed = Observed::parse("2025-01-01").unwrap();
    let catalog = snapshot(
        vec![platform("one", CNY, &[])],
        vec![offer(1, 0, money("2.00", CNY)), spot, old],
    );
    let rows = compared(&catalog, 0);
    for figure in [
        Figure::PricePerGpuHour,
        Figure::PricePerHour,
        Figure::PricePerVramGb,
    ] {
        let judged = judged(&rows, figure);
        assert_eq!(judged[1], (None, Verdict::OtherKind), "{figure:?}");
        assert_eq!(judged[2], (Some(-950), Verdict::Stale), "{figure:?}");
    }
}

#[test]
fn unknown_is_neither_better_nor_worse_nor_the_same() {
    let platforms = vec![
        platform(
            "known",
            CNY,
            &[(FactKey::NoGpuMode, "no"), (FactKey::EgressPrice, "0.8")],
        ),
        platform("unknown", CNY, &[(FactKey::NoGpuMode, "")]),
    ];
    let offers = vec![offer(1, 0, money("2", CNY)), offer(2, 1, money("2", CNY))];
    let catalog = snapshot(platforms, offers);
    for base in [0, 1] {
        let rows = compared(&catalog, base);
        for figure in [Figure::NoGpuMode, Figure::Egress, Figure::Persistent] {
            assert_eq!(judged(&rows, figure)[1 - base], (None, Verdict::Unknown));
        }
        assert!(!row(&rows, Figure::NoGpuMode).is_same());
        assert!(row(&rows, Figure::Persistent).is_unknown());
    }
}

#[test]
fn words_have_an_order_where_one_side_is_better() {
    let facts = |mode, stopped| {
        [
            (FactKey::NoGpuMode, mode),
            (FactKey::StoppedBilling, stopped),
        ]
    };
    let platforms = vec![
        platform("base", CNY, &facts("partial", "storage_only")),
        platform("good", CNY, &facts("yes", "none")),
        platform("bad", CNY, &facts("no", "full")),
    ];
    let offers = (0..3).map(|place| offer(place as i64 + 1, place, money("2", CNY)));
    let catalog = snapshot(platforms, offers.collect());
    let rows = compared(&catalog, 0);
    for figure in [Figure::NoGpuMode, Figure::Stopped] {
        let verdicts: Vec<Verdict> = judged(&rows, figure).into_iter().map(|(_, v)| v).collect();
        assert_eq!(
            verdicts,
            [Verdict::Baseline, Verdict::Better, Verdict::Worse]
        );
    }
}

#[test]
fn currencies_meet_through_a_rate_and_never_without_one() {
    let inr = "INR".parse().unwrap();
    let catalog = snapshot(
        vec![platform("one", CNY, &[])],
        vec![
            offer(1, 0, money("2", CNY)),
            offer(2, 0, money("0.20", USD)),
            offer(3, 0, money("1", inr)),
        ],
    );
    let rows = compared(&catalog, 0);
    let judged = judged(&rows, Figure::PricePerHour);
    // 0.20 dollars at 8 are 1.60 yuan, a fifth less than 2.
    assert_eq!(judged[1], (Some(-200), Verdict::Better));
    assert_eq!(judged[2], (None, Verdict::NoRate));
    let Some(Value::Money { shown, listed }) = &row(&rows, Figure::PricePerHour).cells[1].value
    else {
        panic!("an amount");
    };
    assert_eq!((*shown, *listed), (money("1.6", CNY), money("0.2", USD)));
}

#[test]
fn a_slice_has_no_price_of_a_whole_card() {
    let mut slice = offer(2, 0, money("0.3", CNY));
    slice.gpu_fraction = Some(0.25);
    let catalog = snapshot(
        vec![platform("one", CNY, &[])],
        vec![offer(1, 0, money("2", CNY)), slice],
    );
    let rows = compared(&catalog, 0);
    assert_eq!(
        judged(&rows, Figure::PricePerGpuHour)[1],
        (None, Verdict::Other)
    );
    let cells = &row(&rows, Figure::PricePerGpuHour).cells;
    assert_eq!(cells[1].value, Some(Value::NotApplicable));
}

#[test]
fn a_term_is_not_judged_by_rules_of_the_meter() {
    let facts = [
        (FactKey::StoppedBilling, "none"),
        (FactKey::BillingIncrement, "1"),
    ];
    let mut month = offer(2, 0, money("1", CNY));
    (month.kind, month.period_hours) = (PriceKind::Monthly, 720);
    let catalog = snapshot(
        vec![platform("one", CNY, &facts)],
        vec![offer(1, 0, money("2", CNY)), month],
    );
    let rows = compared(&catalog, 0);
    assert_eq!(row(&rows, Figure::Stopped).cells[1].value, None);
    let increment = &row(&rows, Figure::Increment).cells[1];
    assert_eq!(increment.value, Some(Value::NotApplicable));
}

#[test]
fn platforms_are_compared_by_rules_and_never_by_prices() {
    let catalog = snapshot(
        vec![
            platform("one", USD, &[(FactKey::StoragePrice, "0.10")]),
            platform("two", CNY, &[(FactKey::StoragePrice, "0.40")]),
        ],
        vec![offer(1, 0, money("2", CNY))],
    );
    let columns: Vec<Subject<'_>> = catalog
        .platforms
        .iter()
        .map(|platform| Subject {
            offer: None,
            platform,
        })
        .collect();
    let lens = Lens {
        snapshot: &catalog,
        currency: CNY,
        today: today(),
    };
    let rows = rows(lens, &columns, 0);
    assert!(rows.iter().all(|row| !row.figure.is_price()));
    // 0.10 dollars at 8 are 0.80 yuan a GB-month; 0.40 is half.
    assert_eq!(
        judged(&rows, Figure::StoragePrice)[1],
        (Some(-500), Verdict::Better)
    );
    let offers = &row(&rows, Figure::Offers).cells;
    assert_eq!(offers[1].verdict, Verdict::Other);
}

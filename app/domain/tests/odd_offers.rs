//! What looks odd about an offer, and what of the catalogue needs care first.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]
mod market;

use domain::catalog::diff::record_of;
use domain::catalog::draft::{OfferRecord, Warning, factor, is_sparse, warnings};
use domain::catalog::keeping::{coverage, due, platforms};
use domain::catalog::{
    CatalogSnapshot, Fact, FactKey, Misread, Misreading, Observed, Offer, PriceKind,
};
use domain::units::Currency;
use market::{money, offer, platform, snapshot, today};
use std::collections::HashMap;

fn yuan(amount: &str) -> domain::units::Money {
    money(amount, Currency::CNY)
}

fn of(count: u32, id: i64, amount: &str) -> Offer {
    Offer {
        gpu_count: count,
        ..offer(id, 0, yuan(amount))
    }
}

fn market(offers: Vec<Offer>) -> CatalogSnapshot {
    let place = |slug| platform(slug, Currency::CNY, &[]);
    snapshot(vec![place("one"), place("two")], offers)
}

/// The record of `changed`, beside a market of `offers`.
fn odd(offers: Vec<Offer>, changed: impl Fn(&mut OfferRecord)) -> Vec<Warning> {
    let market = market(offers);
    let mut record = record_of(&market, &of(1, 99, "2"));
    changed(&mut record);
    warnings(&record, Some(99), &market, today())
}

#[test]
fn more_cards_for_no_more_money_look_like_the_price_of_one() {
    let market = || vec![of(1, 1, "2"), of(4, 4, "8")];
    let two = |record: &mut OfferRecord, amount: &str| {
        record.gpu_count = 2;
        record.price_per_hour = yuan(amount);
    };
    assert_eq!(odd(market(), |record| two(record, "4")), []);
    assert_eq!(
        odd(market(), |record| two(record, "2")),
        [Warning::NotGrowing]
    );
    assert_eq!(
        odd(market(), |record| two(record, "8")),
        [Warning::NotGrowing],
        "four cost as much"
    );
    let elsewhere = |record: &mut OfferRecord| {
        two(record, "2");
        record.region = Some("another region".into());
    };
    assert_eq!(odd(market(), elsewhere), []);
}

#[test]
fn the_distance_from_the_median_is_a_factor_of_three_figures() {
    let times = |own: &str, median: &str| factor(yuan(own), yuan(median)).unwrap();
    for (own, median, expected) in [
        ("2", "2", "1"),
        ("0.495", "2.4", "0.206"),
        ("0.02", "2.4", "0.0083"),
        ("30", "2.4", "12.5"),
        ("500", "2.4", "208"),
        ("7", "2", "3.5"),
    ] {
        assert_eq!(times(own, median), expected, "{own} beside {median}");
    }
    assert_eq!(factor(yuan("1"), money("1", Currency::USD)), None);
}

#[test]
fn prices_far_from_the_median_are_named_with_the_others() {
    let market = || vec![of(1, 1, "2"), of(1, 2, "2.2"), of(1, 3, "1.8")];
    let at = |amount: &str| odd(market(), |record| record.price_per_hour = yuan(amount));
    assert_eq!(at("0.7"), [Warning::FarFromMedian]);
    assert_eq!(at("5.1"), [Warning::FarFromMedian]);
    assert_eq!(at("0.9"), []);
}

#[test]
fn a_month_that_costs_its_hours_and_a_dear_spot_price_are_odd() {
    let monthly = |amount: &str| {
        odd(vec![of(1, 1, "2")], |record| {
            record.kind = PriceKind::Monthly;
            record.period_hours = 730;
            record.price_per_hour = yuan(amount);
        })
    };
    assert_eq!(
        monthly("2"),
        [Warning::TermAboveMeter],
        "730 hours at 2 an hour"
    );
    assert_eq!(monthly("1.4"), []);
    let spot = |amount: &str| {
        odd(vec![of(1, 1, "2")], |record| {
            record.kind = PriceKind::Spot;
            record.price_per_hour = yuan(amount);
        })
    };
    assert_eq!(spot("2"), [Warning::SpotAboveOnDemand]);
    assert_eq!(spot("1.5"), []);
}

#[test]
fn a_dense_figure_that_is_the_sparse_one_is_noticed() {
    let known = [Misreading {
        gpu: "h100".to_owned(),
        what: Misread::Sparse,
        claim: "1,979 TFLOPS".to_owned(),
        right: "989.5 TFLOPS".to_owned(),
        claimed_in: String::new(),
        source_url: String::new(),
    }];
    assert!(is_sparse(1979.0, None, "h100", &known));
    assert!(!is_sparse(989.5, None, "h100", &known));
    assert!(!is_sparse(1979.0, None, "a100", &known));
    assert!(is_sparse(624.0, Some(312.0), "a100", &[]));
    assert!(!is_sparse(312.0, Some(312.0), "a100", &[]));
}

#[test]
fn the_most_used_of_what_is_not_fresh_comes_first_then_the_oldest() {
    let seen = |id: i64, day: &str| Offer {
        observed: Observed::parse(day).unwrap(),
        ..of(1, id, "2")
    };
    let market = market(vec![
        seen(1, "2026-11-29"),
        seen(2, "2026-09-01"),
        seen(3, "2026-06-01"),
        seen(4, "2026-09-02"),
    ]);
    let plans = HashMap::from([(4, 2), (1, 9)]);
    let views = HashMap::from([(2, 1)]);
    let rows: Vec<i64> = due(&market, today(), &plans, &views)
        .iter()
        .map(|one| market.offers[one.row].id)
        .collect();
    assert_eq!(rows, [4, 2, 3], "what is fresh is not due");
}

#[test]
fn coverage_counts_each_offer_once_and_platforms_say_what_is_unknown() {
    let old = Offer {
        observed: Observed::parse("2025-01-01").unwrap(),
        ..of(2, 2, "4")
    };
    let mut market = market(vec![of(1, 1, "2"), old]);
    let cells = coverage(&market, today());
    let cell = cells[&(0, 0)];
    assert_eq!((cell.fresh, cell.stale, cell.all()), (1, 1, 2));
    assert_eq!(cell.newest, Observed::parse("2026-11-25"));
    let fact = Fact {
        value: Some("yes".to_owned()),
        observed: Observed::parse("2026-10"),
        quote: None,
        sources: Vec::new(),
        learnt: None,
    };
    market.platforms[0].facts.0.insert(FactKey::Nvlink, fact);
    let rows = platforms(&market, today());
    assert_eq!((rows[0].place, rows[0].offers, rows[0].stale), (0, 2, 1));
    assert_eq!(rows[0].unknown, FactKey::ALL.len() - 1);
    assert_eq!((rows[0].without_kind, rows[1].offers), (1, 0));
}

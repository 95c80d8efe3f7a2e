//! Dated prices: their order, the periods nobody checked, the range of a price that moves.
#![allow(clippy::unwrap_used)] // a test says what went wrong by failing
mod market;
use chrono::NaiveDate;
use domain::catalog::history::{
    Origin, PricePoint, PriceType, in_order, price_type, range, unchecked,
};
use domain::catalog::{FreshnessLimits, Observed, PriceKind};
use domain::units::Currency;
use market::{money, offer, today};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn point(date: &str, price: &str, origin: Origin) -> PricePoint {
    PricePoint {
        observed: Observed::parse(date).unwrap(),
        price_per_hour: money(price, Currency::USD),
        source_url: "https://example.org".to_owned(),
        note: String::new(),
        origin,
    }
}

#[test]
fn a_period_is_unchecked_from_the_day_a_sighting_is_no_longer_fresh() {
    let limits = FreshnessLimits::default();
    let days = [day("2026-08-01"), day("2026-08-20"), day("2026-11-20")];
    assert_eq!(
        unchecked(&days, PriceKind::OnDemand, limits, today()),
        [(day("2026-09-19"), day("2026-11-20"))]
    );
    // A spot price is fresh for a week, so that the last ten days were not checked either.
    let spot = unchecked(&days[2..], PriceKind::Spot, limits, today());
    assert_eq!(spot, [(day("2026-11-27"), today())]);
    assert!(unchecked(&[], PriceKind::Spot, limits, today()).is_empty());
}

#[test]
fn b27_one_sighting_told_twice_is_one_and_the_closest_stays() {
    let points = in_order(vec![
        point("2026-11-01", "2", Origin::Collected),
        point("2026-10-01", "1", Origin::Collected),
        point("2026-11-01", "2", Origin::Current),
    ]);
    let told: Vec<(String, Origin)> = points
        .iter()
        .map(|p| (p.observed.text(), p.origin))
        .collect();
    assert_eq!(
        told,
        [
            ("2026-10-01".to_owned(), Origin::Collected),
            ("2026-11-01".to_owned(), Origin::Current)
        ]
    );
}

#[test]
fn b28_a_price_that_moves_has_a_window_and_a_range() {
    let points = [
        point("2026-10-01", "1.10", Origin::Collected),
        point("2026-10-09", "0.90", Origin::Collected),
        point("2026-11-01", "1", Origin::Current),
    ];
    let range = range(&points).unwrap();
    assert_eq!(
        (range.from, range.to),
        (day("2026-10-01"), day("2026-11-01"))
    );
    assert_eq!(range.low, money("0.90", Currency::USD));
    assert_eq!(range.high, money("1.1", Currency::USD));
    assert_eq!(range.seen, 3);
}

#[test]
fn b19_the_type_of_a_price_is_said_where_the_data_say_so() {
    let typed = |kind: PriceKind, note: &str| {
        let mut offer = offer(1, 0, money("1", Currency::USD));
        (offer.kind, offer.note) = (kind, note.to_owned());
        price_type(&offer)
    };
    let meter = PriceKind::OnDemand;
    assert_eq!(
        typed(meter, "lowest ask of a verified host"),
        Some(PriceType::Dynamic)
    );
    assert_eq!(
        typed(meter, "lowest of 9 sellers; page: x"),
        Some(PriceType::Dynamic)
    );
    assert_eq!(
        typed(meter, "lowest of 71 machines on offer; median 2.19"),
        Some(PriceType::Dynamic)
    );
    assert_eq!(typed(meter, "highest bid"), Some(PriceType::Bid));
    assert_eq!(typed(meter, "price list"), Some(PriceType::Fixed));
    assert_eq!(typed(meter, "page: https://example.org/task"), None);
    assert_eq!(typed(PriceKind::Spot, ""), Some(PriceType::Dynamic));
    assert_eq!(typed(PriceKind::Monthly, ""), Some(PriceType::Fixed));
}

//! The table of the platforms' rules: what a condition takes, what it leaves out and why, and the order of rows.
#![allow(clippy::unwrap_used)] // a test says what went wrong by failing
mod market;
use domain::catalog::policy::{PolicyQuery, PolicyTable, answer};
use domain::catalog::{CatalogSnapshot, FactKey, Reason};
use domain::units::Currency;
use market::{money, offer, platform, snapshot, today};

const CNY: Currency = Currency::CNY;

fn catalog() -> CatalogSnapshot {
    let platforms = vec![
        platform(
            "alpha",
            CNY,
            &[
                (FactKey::NoGpuMode, "yes"),
                (FactKey::BillingIncrement, "100"),
                (FactKey::EgressPrice, "0"),
            ],
        ),
        platform(
            "beta",
            Currency::USD,
            &[
                (FactKey::NoGpuMode, "no"),
                (FactKey::BillingIncrement, "2"),
                (FactKey::EgressPrice, "0.10"),
            ],
        ),
        platform("delta", CNY, &[(FactKey::EgressPrice, "0.5")]),
        platform(
            "gamma",
            CNY,
            &[(FactKey::NoGpuMode, ""), (FactKey::BillingIncrement, "10")],
        ),
    ];
    snapshot(platforms, vec![offer(1, 1, money("2", CNY))])
}

fn asked(pairs: &[(&str, &str)]) -> PolicyTable {
    let pairs: Vec<(String, String)> = pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let (query, notices) = PolicyQuery::parse(&pairs);
    assert!(notices.is_empty(), "{notices:?}");
    answer(&catalog(), &query, CNY, today())
}

fn names(table: &PolicyTable) -> Vec<&'static str> {
    let all = ["alpha", "beta", "delta", "gamma"];
    table.rows.iter().map(|place| all[*place]).collect()
}

#[test]
fn a_condition_leaves_out_the_unknown_and_says_how_many() {
    let table = asked(&[("no_gpu_mode", "yes")]);
    assert_eq!(
        (names(&table), table.unknown, table.other),
        (vec!["alpha"], 2, 1)
    );
    let with = asked(&[("no_gpu_mode", "yes"), ("unknown", "include")]);
    assert_eq!(names(&with), ["alpha", "delta", "gamma"]);
    let only = asked(&[("no_gpu_mode", "unknown")]);
    assert_eq!((names(&only), only.unknown), (vec!["delta", "gamma"], 0));
    let two = asked(&[("no_gpu_mode", "yes"), ("no_gpu_mode", "no")]);
    assert_eq!(names(&two), ["alpha", "beta"]);
}

#[test]
fn b64_numbers_of_rules_sort_as_numbers_and_unknown_last_both_ways() {
    let up = asked(&[("order_by", "billing_increment")]);
    assert_eq!(names(&up), ["beta", "gamma", "alpha", "delta"]);
    let down = asked(&[("order_by", "billing_increment"), ("order_dir", "desc")]);
    assert_eq!(names(&down), ["alpha", "gamma", "beta", "delta"]);
    let words = asked(&[("order_by", "no_gpu_mode")]);
    assert_eq!(names(&words), ["alpha", "beta", "delta", "gamma"]);
    assert_eq!(
        names(&asked(&[("order_by", "offers"), ("order_dir", "desc")]))[0],
        "beta"
    );
}

#[test]
fn bounds_are_inclusive_and_money_is_bounded_in_the_display_currency() {
    assert_eq!(
        names(&asked(&[("billing_increment_max", "10")])),
        ["beta", "gamma"]
    );
    // 0.10 dollars are 0.80 yuan.
    let table = asked(&[("egress_price_max", "0.5")]);
    assert_eq!((names(&table), table.unknown), (vec!["alpha", "delta"], 1));
    assert_eq!(names(&asked(&[("offers", "current")])), ["beta"]);
}

#[test]
fn what_cannot_be_read_is_named_and_ignored() {
    let pairs = [
        ("no_gpu_mode", "maybe"),
        ("billing_increment_max", "soon"),
        ("network_mbps_min", "-1"),
        ("colour", "red"),
        ("lang", "zh"),
    ];
    let pairs = pairs.map(|(n, v)| (n.to_owned(), v.to_owned()));
    let (query, notices) = PolicyQuery::parse(&pairs);
    let reasons: Vec<Reason> = notices.iter().map(|notice| notice.reason).collect();
    assert_eq!(
        reasons,
        [
            Reason::NotAWord,
            Reason::NotANumber,
            Reason::OutOfRange,
            Reason::UnknownParam
        ]
    );
    assert_eq!(query, PolicyQuery::default());
}

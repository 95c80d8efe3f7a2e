//! Laws of quotes: whatever an unknown fact turns out to be, the bill lies between the quote's ends.
#![allow(clippy::unwrap_used)] // a test says what went wrong by failing
mod terms;
use domain::catalog::FactKey;
use domain::quote::{NoGpuTerms, Prepared, Term, Terms, quote};
use domain::scenario::{Cell, Scenario, Week, WithoutNoGpu, encode, parse};
use domain::units::Decimal;
use proptest::prelude::*;
use terms::known as terms;

fn week() -> impl Strategy<Value = Week> {
    let hours = proptest::collection::vec((0_usize..7, 0_u16..24, any::<bool>()), 0..40).prop_map(
        |cells| {
            let mut week = Week::default();
            for (day, hour, gpu) in cells {
                let cell = if gpu { Cell::Gpu } else { Cell::NoGpu };
                week.paint(day, hour, Some(cell));
            }
            week
        },
    );
    // The same spans of any minutes on Monday to Friday.
    let minutes = proptest::collection::btree_set(0_u16..1440, 0..9).prop_map(|minutes| {
        let minutes: Vec<u16> = minutes.into_iter().collect();
        let spans: Vec<String> = minutes
            .chunks_exact(2)
            .map(|pair| {
                let clock = |minute: u16| format!("{:02}{:02}", minute / 60, minute % 60);
                let letter = if pair[0] % 2 == 0 { 'g' } else { 'n' };
                format!("{}-{}{letter}", clock(pair[0]), clock(pair[1]))
            })
            .collect();
        if spans.is_empty() {
            Week::default()
        } else {
            format!("1-5.{}", spans.join(".")).parse().unwrap()
        }
    });
    prop_oneof![hours, minutes]
}

fn scenario() -> impl Strategy<Value = Scenario> {
    (week(), 1_u32..60, 0_i64..500, any::<bool>()).prop_map(|(week, days, data, stop)| Scenario {
        week,
        days,
        data_gb: Decimal::from_int(data),
        no_gpu: if stop {
            WithoutNoGpu::Stop
        } else {
            WithoutNoGpu::Keep
        },
        ..Scenario::default()
    })
}

proptest! {
    #[test]
    fn a_bill_lies_between_the_ends_whatever_an_unknown_fact_turns_out_to_be(
        scenario in scenario(),
        increment in 1_u32..=3600,
        minimum in 0_u32..=3600,
        no_gpu in 0_i64..=1_980_000_000,
        free in 0_i64..=1000,
    ) {
        let today = "2026-11-30".parse().unwrap();
        let prepared = Prepared::new(&scenario, today).unwrap();
        let unknown = Terms {
            increment_s: None,
            minimum_s: None,
            no_gpu: NoGpuTerms::PriceUnknown,
            free_gb: None,
            ..terms()
        };
        // A meter that counts 3600 s is the worst only among those that divide it or are longer than the run.
        let increment = [1, 60, 3600][increment as usize % 3];
        let known = Terms {
            increment_s: Some(increment),
            minimum_s: Some(minimum),
            no_gpu: NoGpuTerms::Price(no_gpu),
            free_gb: Some(free * 1_000_000_000),
            ..terms()
        };
        let open = quote(&unknown, &prepared).unwrap();
        let exact = quote(&known, &prepared).unwrap();
        let total = exact.low.total_display;
        prop_assert!(exact.is_exact() && exact.ask.is_empty());
        prop_assert!(open.low.total_display <= total, "{} <= {total}", open.low.total_display);
        prop_assert!(total <= open.high.as_ref().unwrap().total_display);
        prop_assert_eq!(open.is_exact(), open.ask.is_empty());
    }

    #[test]
    fn every_scenario_comes_back_from_its_address(scenario in scenario()) {
        let (back, notices) = parse(&encode(&scenario));
        prop_assert!(notices.is_empty());
        prop_assert_eq!(back, scenario);
    }

    #[test]
    fn every_week_comes_back_from_its_text(week in week()) {
        prop_assert_eq!(week.to_string().parse::<Week>().unwrap(), week);
    }
}

fn today() -> chrono::NaiveDate {
    "2026-11-30".parse().unwrap()
}

#[test]
fn the_picture_s_week_costs_what_its_lines_say() {
    // 118 h of GPU and 170 h without in the 30 days from Monday 30 November 2026; 130 GB beyond the included 50.
    let scenario = Scenario {
        data_gb: Decimal::from_int(180),
        ..Scenario::default()
    };
    let answer = quote(&terms(), &Prepared::new(&scenario, today()).unwrap()).unwrap();
    assert_eq!(answer.low.total_display_text(), "276.64");
    assert!(answer.is_exact());
}

/// Alone an unknown step costs nothing while the no-GPU hour is free, and the unknown price no more than half an hour.
#[test]
fn unknown_facts_that_matter_only_together_are_at_their_worst_together() {
    let unknown = Terms {
        increment_s: None,
        no_gpu: NoGpuTerms::PriceUnknown,
        ..terms()
    };
    let scenario = Scenario {
        week: "1.0900-0930n".parse().unwrap(),
        days: 1,
        ..Scenario::default()
    };
    let answer = quote(&unknown, &Prepared::new(&scenario, today()).unwrap()).unwrap();
    assert_eq!(answer.low.total_display_text(), "0.00");
    assert_eq!(
        answer.high.unwrap().total_display_text(),
        "1.98",
        "a started hour at the GPU's price"
    );
    assert_eq!(answer.ask, [FactKey::BillingIncrement, FactKey::NoGpuPrice]);
}

#[test]
fn an_unknown_price_opens_the_bill_only_where_it_is_used() {
    let unknown = Terms {
        storage: None,
        egress: None,
        ..terms()
    };
    let none = Scenario::default();
    let kept = Scenario {
        data_gb: Decimal::from_int(180),
        ..Scenario::default()
    };
    let sent = Scenario {
        send_gb: Decimal::from_int(1),
        ..Scenario::default()
    };
    let ask = |scenario: &Scenario| {
        let answer = quote(&unknown, &Prepared::new(scenario, today()).unwrap()).unwrap();
        (answer.high.is_none(), answer.ask)
    };
    assert_eq!(ask(&none), (false, vec![]));
    assert_eq!(ask(&kept), (true, vec![FactKey::StoragePrice]));
    assert_eq!(ask(&sent), (true, vec![FactKey::EgressPrice]));
}

#[test]
fn an_unknown_stop_is_billed_as_a_release_and_says_so() {
    let unknown = Terms {
        stopped: None,
        ..terms()
    };
    let kept = Scenario {
        data_gb: Decimal::from_int(180),
        ..Scenario::default()
    };
    let answer = quote(&unknown, &Prepared::new(&kept, today()).unwrap()).unwrap();
    assert!(
        answer
            .cautions
            .contains(&domain::quote::Caution::StopUnknown)
    );
    let known = quote(&terms(), &Prepared::new(&kept, today()).unwrap()).unwrap();
    assert!(
        answer.low.total_display < known.low.total_display,
        "no disk is paid while nothing is kept"
    );
}

#[test]
fn a_prepaid_month_costs_the_same_for_any_use() {
    let month = Terms {
        term: Some(Term {
            days: 30,
            price: 1_052_000_000_000,
        }),
        ..terms()
    };
    for week in ["0", "1-7.0-24g", "1.9-10n"] {
        let scenario = Scenario {
            week: week.parse().unwrap(),
            ..Scenario::default()
        };
        let answer = quote(&month, &Prepared::new(&scenario, today()).unwrap()).unwrap();
        assert_eq!(answer.low.total_display_text(), "1052.00", "{week}");
    }
}

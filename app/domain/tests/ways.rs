//! Laws of the ways to pay: the mix is never above a single way, and is one of them when mixing does not pay.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

mod terms;
use domain::catalog::{FactKey, StoppedBilling};
use domain::pricing::{GapChoice, LineKind};
use domain::quote::{NoGpuTerms, Prepaid, Quote, Term, Terms, Ways, shown_lines, ways};
use domain::scenario::{Cell, Scenario, Week};
use domain::units::{Currency, Decimal};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

fn today() -> chrono::NaiveDate {
    "2026-11-30".parse().unwrap()
}

/// By the hour at 2.00, all known.
fn hourly() -> Terms {
    Terms {
        machine_hour: 2_000_000_000,
        ..terms::known()
    }
}

fn prepaid(days: u32, price: i64) -> Terms {
    let price = price * 1_000_000_000;
    Terms {
        term: Some(Term { days, price }),
        ..hourly()
    }
}

fn offers(terms: &[Terms]) -> Vec<Prepaid<'_>> {
    let numbered = (1..).zip(terms);
    numbered.map(|(id, terms)| Prepaid { id, terms }).collect()
}

fn any_terms() -> impl Strategy<Value = Terms> {
    let stopped = select(vec![
        None,
        Some(StoppedBilling::None),
        Some(StoppedBilling::StorageOnly),
        Some(StoppedBilling::Full),
    ]);
    let no_gpu = select(vec![
        NoGpuTerms::Absent,
        NoGpuTerms::PriceUnknown,
        NoGpuTerms::Price(100_000_000),
    ]);
    let price = || option::weighted(0.8, 0_i64..500_000_000);
    let meter = (
        0_i64..4_000_000_000,
        option::of(select(vec![1_u32, 60, 3600])),
        option::of(select(vec![0_u32, 600])),
        no_gpu,
        stopped,
    );
    let rest = (
        price(),
        price(),
        option::of(0_i64..200),
        option::of(0_u32..20),
        option::of(100_000_000_i64..9_000_000_000),
    );
    (meter, rest).prop_map(
        |(
            (machine_hour, increment_s, minimum_s, no_gpu, stopped),
            (storage, storage_stopped, free, retention_days, rate),
        )| Terms {
            machine_hour,
            increment_s,
            minimum_s,
            no_gpu,
            stopped,
            storage,
            storage_stopped,
            free_gb: free.map(|gb| gb * 1_000_000_000),
            retention_days,
            fx: rate.map(|rate| (Currency::USD, rate)),
            ..hourly()
        },
    )
}

fn any_scenario() -> impl Strategy<Value = Scenario> {
    let cells = proptest::collection::vec((0_usize..7, 0_u16..24, 0_u8..4), 0..60);
    (cells, 1_u32..22, 0_i64..300, 0_u32..5_000).prop_map(|(cells, days, data, setup_s)| {
        let mut week = Week::default();
        for (day, hour, kind) in cells {
            let cell = if kind == 0 { Cell::NoGpu } else { Cell::Gpu };
            week.paint(day, hour, Some(cell));
        }
        Scenario {
            week,
            days,
            data_gb: Decimal::from_int(data),
            setup_s,
            ..Scenario::default()
        }
    })
}

/// The upper end, open bills last.
fn upper(quote: &Quote) -> (bool, Option<Decimal>) {
    let high = quote.high.as_ref().map(|bill| bill.total_display);
    (high.is_none(), high)
}

fn every_quote(ways: &Ways) -> Vec<&Quote> {
    let mut quotes = vec![&ways.hourly, &ways.mix.quote];
    quotes.extend(ways.prepaid.iter().map(|(_, quote)| quote));
    quotes.extend(ways.with_gaps.iter().map(|way| &way.quote));
    quotes
}

/// Each case looks for several mixes: fewer of them, unless a number was asked for.
fn cases() -> ProptestConfig {
    let mut config = ProptestConfig::default();
    if config.cases == 256 {
        config.cases = 64;
    }
    config
}

proptest! {
    #![proptest_config(cases())]
    #[test]
    fn the_mix_is_never_above_a_single_way(
        meter in any_terms(), kinds in proptest::collection::vec((1_u32..9, 0_i64..90, any::<bool>()), 0..4), scenario in any_scenario(),
    ) {
        let passes: Vec<Terms> = kinds
            .iter()
            .map(|(days, price, own)| {
                // A prepaid offer may have facts of its own, such as a greater disk.
                let facts = if *own { Terms { fx: meter.fx, ..hourly() } } else { meter.clone() };
                Terms { term: prepaid(*days, *price).term, ..facts }
            })
            .collect();
        let answer = ways(&meter, &offers(&passes), &scenario, today()).unwrap();
        let mixed = upper(&answer.mix.quote);
        prop_assert!(mixed <= upper(&answer.hourly));
        prop_assert_eq!(answer.prepaid.len(), passes.len());
        for (_, quote) in &answer.prepaid {
            prop_assert!(mixed <= upper(quote));
        }
        let mut covered_until = 0;
        for bought in &answer.mix.purchases {
            prop_assert!(bought.day >= covered_until && bought.day < scenario.days);
            prop_assert_eq!(bought.date, today() + chrono::Days::new(u64::from(bought.day)));
            covered_until = bought.day + bought.days;
        }
        prop_assert_eq!(answer.mix.quote.low.commit_periods, answer.mix.purchases.len() as u64);
        prop_assert!(answer.mix.gaps.is_empty());
        if let Some(way) = &answer.with_gaps {
            prop_assert!(upper(&way.quote) <= mixed && way.quote != answer.mix.quote);
        }
        for quote in every_quote(&answer) {
            for bill in [Some(&quote.low), quote.high.as_ref()].into_iter().flatten() {
                let sum: i128 = shown_lines(bill, &meter).iter().map(|line| line.amount.nanos()).sum();
                prop_assert_eq!(sum, bill.total_display.nanos());
            }
        }
    }

    #[test]
    fn where_no_period_pays_the_mix_is_the_meter(meter in any_terms(), days in 1_u32..9, scenario in any_scenario()) {
        // A year of the machine, stopped or not, costs less than one period.
        let passes = [Terms { term: prepaid(days, 1_000_000).term, ..meter.clone() }];
        let answer = ways(&meter, &offers(&passes), &scenario, today()).unwrap();
        prop_assert_eq!(&answer.mix.quote, &answer.hourly);
        prop_assert!(answer.mix.purchases.is_empty());
    }
}

#[test]
fn the_calendar_of_a_mix_names_days_and_offers() {
    // Ten hours of GPU from Monday to Friday for two weeks, the second begins on 7 December; three hours on Saturdays.
    let scenario = Scenario {
        week: "1-5.9-19g~6.9-12g".parse().unwrap(),
        days: 14,
        ..Scenario::default()
    };
    let (week, day) = (prepaid(5, 60), prepaid(1, 25));
    let passes = [day, week];
    let answer = ways(&hourly(), &offers(&passes), &scenario, today()).unwrap();
    let bought: Vec<_> = answer
        .mix
        .purchases
        .iter()
        .map(|b| (b.day, b.date.to_string(), b.days, b.id))
        .collect();
    assert_eq!(
        bought,
        [
            (0, "2026-11-30".to_owned(), 5, 2),
            (7, "2026-12-07".to_owned(), 5, 2)
        ]
    );
    let bill = &answer.mix.quote.low;
    assert_eq!(bill.lines.amount(LineKind::Commit).to_string(), "120");
    assert_eq!(bill.lines.amount(LineKind::ComputeGpu).to_string(), "12");
    assert_eq!(bill.total_display_text(), "132.00");
    assert!(answer.mix.quote.is_exact());
    assert_eq!(answer.hourly.low.total_display_text(), "212.00");
    assert_eq!(answer.prepaid[0].1.low.total_display_text(), "350.00");
    assert_eq!(answer.prepaid[1].1.low.total_display_text(), "180.00");
    assert_eq!(answer.with_gaps, None);
}

#[test]
fn gaps_are_kept_where_set_up_costs_more() {
    // Half an hour between two sessions, three quarters of set-up at each start.
    let scenario = Scenario {
        week: "1-5.0900-1100g.1130-1300g.2000-2200g".parse().unwrap(),
        days: 7,
        setup_s: 2_700,
        ..Scenario::default()
    };
    let answer = ways(&hourly(), &[], &scenario, today()).unwrap();
    let with_gaps = answer.with_gaps.unwrap();
    assert_eq!(answer.mix.quote.low.total_display_text(), "55.00");
    assert_eq!(with_gaps.quote.low.total_display_text(), "52.50");
    let kept = with_gaps
        .gaps
        .iter()
        .filter(|gap| gap.choice == GapChoice::Keep);
    assert_eq!(
        kept.map(|gap| gap.end - gap.start).collect::<Vec<_>>(),
        [1800; 5]
    );
    assert_eq!(
        with_gaps.quote.low.useful_gpu_s,
        answer.hourly.low.useful_gpu_s
    );
}

#[test]
fn an_unknown_step_is_at_its_worst_when_the_mix_is_chosen() {
    // Twelve starts of ten minutes a day: 4.00 by the second, 24.00 by the started hour; a day for 10.
    let day: String = (0..12)
        .map(|h| format!(".{:02}00-{:02}10g", 2 * h, 2 * h))
        .collect();
    let scenario = Scenario {
        week: format!("1{day}").parse().unwrap(),
        days: 7,
        ..Scenario::default()
    };
    let unknown = Terms {
        increment_s: None,
        ..hourly()
    };
    let passes = [prepaid(1, 10)];
    let answer = ways(&unknown, &offers(&passes), &scenario, today()).unwrap();
    assert_eq!(answer.hourly.high.unwrap().total_display_text(), "24.00");
    assert_eq!(answer.mix.purchases.len(), 1);
    assert_eq!(answer.mix.quote.high.unwrap().total_display_text(), "10.00");
    assert_eq!(answer.hourly.ask, [FactKey::BillingIncrement]);
    assert_eq!(
        answer.mix.quote.ask,
        [],
        "with the day paid the step does not matter"
    );
}

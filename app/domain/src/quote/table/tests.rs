//! The table against the engine, offer by offer.
use super::*;
use crate::catalog::StoppedBilling;
use crate::pricing::{LineKind, bill_runs};
use crate::scenario::{Cell, Scenario, Week, WithoutNoGpu};
use crate::units::Currency;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// Mostly prices as platforms state them; some so large that they leave 64 bits.
fn price() -> impl Strategy<Value = i64> {
    prop_oneof![
        8 => (0_i64..40_000).prop_map(|p| p * 1_000_000),
        1 => 0_i64..50_000_000_000,
        1 => 4_000_000_000_000_000_i64..4_000_000_000_000_007,
        1 => Just(0),
    ]
}

fn stop() -> impl Strategy<Value = Option<StoppedBilling>> {
    option::of(select(StoppedBilling::ALL.to_vec()))
}

fn terms() -> impl Strategy<Value = Terms> {
    let meter = (
        price(),
        option::of(select(vec![1_u32, 60, 600, 3600, 7])),
        option::of(select(vec![0_u32, 60, 3600, 5000])),
        prop_oneof![
            Just(NoGpuTerms::Absent),
            Just(NoGpuTerms::PriceUnknown),
            price().prop_map(NoGpuTerms::Price)
        ],
    );
    let disk = (
        stop(),
        option::of(price()),
        option::of(price()),
        select(vec![2_592_000_u32, 2_628_000]),
        option::of((0_i64..300).prop_map(|gb| gb * 500_000_000)),
        option::of(0_u32..20),
    );
    let term = (select(vec![1_u32, 7, 30]), price()).prop_map(|(days, price)| Term { days, price });
    let yuan = select(vec![6_736_913_000_i64, 45_123_457, 999]);
    let rest = (
        option::of(price()),
        option::of(term),
        option::of(0_i64..=100_000_000_000),
        option::of(yuan),
        select(vec!["USD", "JPY", "KWD"]),
    );
    (meter, disk, rest).prop_map(|(meter, disk, rest)| Terms {
        currency: if rest.3.is_some() {
            rest.4.parse().unwrap()
        } else {
            Currency::CNY
        },
        machine_hour: meter.0,
        increment_s: meter.1,
        minimum_s: meter.2,
        no_gpu: meter.3,
        stopped: disk.0,
        storage: disk.1,
        storage_stopped: disk.2,
        storage_month_s: disk.3,
        free_gb: disk.4,
        egress: rest.0,
        retention_days: disk.5,
        term: rest.1,
        discount_pct: rest.2,
        fx: rest.3.map(|rate| (Currency::CNY, rate)),
    })
}

/// Offers of a few rules with many prices each, as a catalogue has them.
fn offers() -> impl Strategy<Value = Vec<(i64, Terms)>> {
    let rule = (
        terms(),
        proptest::collection::vec((price(), price(), any::<u8>()), 1..12),
    );
    proptest::collection::vec(rule, 1..6).prop_map(|rules| {
        let mut offers = Vec::new();
        for (rule, prices) in rules {
            for (machine_hour, other, which) in prices {
                let mut terms = Terms {
                    machine_hour,
                    ..rule.clone()
                };
                match which % 4 {
                    0 => terms.storage = terms.storage.map(|_| other),
                    1 => terms.free_gb = terms.free_gb.map(|_| i64::from(which) * 1_000_000_000),
                    2 => terms.egress = terms.egress.map(|_| other),
                    _ => {
                        terms.term = terms.term.map(|term| Term {
                            price: other,
                            ..term
                        })
                    }
                }
                // Numbers in another order than the offers.
                offers.push(((offers.len() as i64 * 7919) % 1009, terms));
            }
        }
        offers
    })
}

fn scenario() -> impl Strategy<Value = Scenario> {
    let cells = proptest::collection::vec((0_usize..7, 0_u16..24, any::<bool>()), 0..40);
    let gb = || prop_oneof![Just(0_i64), 0_i64..2_000, Just(1_500_000)];
    (cells, 1_u32..70, gb(), gb(), any::<bool>()).prop_map(|(cells, days, data, send, stop)| {
        let mut week = Week::default();
        for (day, hour, gpu) in cells {
            week.paint(day, hour, Some(if gpu { Cell::Gpu } else { Cell::NoGpu }));
        }
        Scenario {
            week,
            days,
            data_gb: Decimal::from_nanos(i128::from(data) * 250_000_000),
            send_gb: Decimal::from_nanos(i128::from(send) * 10_000_000),
            no_gpu: if stop {
                WithoutNoGpu::Stop
            } else {
                WithoutNoGpu::Keep
            },
            ..Scenario::default()
        }
    })
}

/// The engine's two ends: every unknown fact at its best, and every closed one at its worst.
fn by_engine(terms: &Terms, prepared: &Prepared) -> Result<(TableRow, RowBill), PricingError> {
    let no_gpu = crate::quote::no_gpu_use(terms, prepared);
    let runs = prepared.runs(no_gpu);
    let unknown = terms.unknown(prepared.keeps_data, prepared.sends);
    let is_open = unknown.iter().any(|key| Terms::is_open_price(*key));
    let best = bill_runs(runs, &terms.plan(&[]))?;
    let worst = if is_open {
        None
    } else {
        Some(bill_runs(runs, &terms.plan(&unknown))?)
    };
    let row = TableRow {
        position: 0,
        id: 0,
        low: best.total_display,
        high: worst.as_ref().map(|bill| bill.total_display),
    };
    let bill = RowBill {
        lines: best.lines,
        total: best.total,
        total_high: worst.map(|bill| bill.total),
        no_gpu,
    };
    Ok((row, bill))
}

proptest! {
    #[test]
    fn every_offer_costs_what_the_engine_bills(offers in offers(), scenario in scenario()) {
        let prepared = Prepared::new(&scenario, "2026-11-30".parse().unwrap()).unwrap();
        let table = RankTable::new(offers.iter().cloned());
        prop_assert!(table.refused().is_empty());
        let mut wanted = (Vec::new(), Vec::new());
        for (position, (id, terms)) in offers.iter().enumerate() {
            let (row, bill) = by_engine(terms, &prepared).unwrap();
            let row = TableRow { position, id: *id, ..row };
            prop_assert_eq!(table.terms(position), Some(terms.clone()));
            if row.high.is_some() { wanted.0.push(row) } else { wanted.1.push(row) }
            prop_assert_eq!(table.bills(&prepared, [position].into_iter()).unwrap(), [bill]);
        }
        wanted.0.sort_by_key(|row| (row.high, row.low, row.id, row.position));
        wanted.1.sort_by_key(|row| (row.low, row.id, row.position));
        let all = table.rank(&prepared, None, usize::MAX, usize::MAX).unwrap();
        prop_assert_eq!(&all.ranked, &wanted.0);
        prop_assert_eq!(&all.floors, &wanted.1);
        for most in [0, 1, 3, 7] {
            let few = table.rank(&prepared, None, most, most).unwrap();
            prop_assert_eq!(&few.ranked, &wanted.0[..most.min(wanted.0.len())]);
            prop_assert_eq!(&few.floors, &wanted.1[..most.min(wanted.1.len())]);
            prop_assert_eq!((few.ranked_count, few.floors_count), (wanted.0.len(), wanted.1.len()));
        }
        let mask: Vec<bool> = (0..offers.len()).map(|position| position % 3 != 1).collect();
        let some = table.rank(&prepared, Some(&mask), usize::MAX, usize::MAX).unwrap();
        let kept: Vec<TableRow> = wanted.0.iter().copied().filter(|row| mask[row.position]).collect();
        prop_assert_eq!(some.ranked_count, kept.len());
        prop_assert_eq!(some.ranked, kept);
    }
}

fn plain() -> Terms {
    Terms {
        currency: Currency::CNY,
        machine_hour: 1_980_000_000,
        increment_s: Some(60),
        minimum_s: Some(0),
        no_gpu: NoGpuTerms::Price(100_000_000),
        stopped: Some(StoppedBilling::StorageOnly),
        storage: Some(230_000_000),
        storage_stopped: Some(110_000_000),
        storage_month_s: 2_592_000,
        free_gb: Some(50_000_000_000),
        egress: Some(800_000_000),
        retention_days: None,
        term: None,
        discount_pct: Some(5_000_000_000),
        fx: Some((Currency::USD, 148_435_938)),
    }
}

#[test]
fn a_platform_s_usual_prices_take_the_way_of_64_bits() {
    let offers = (0..2_000_i64).map(|id| {
        (
            id,
            Terms {
                machine_hour: 900_000_000 + id * 10_000,
                free_gb: Some(id * 100_000_000),
                ..plain()
            },
        )
    });
    let table = RankTable::new(offers);
    let year = Scenario {
        days: 365,
        data_gb: "180.5".parse().unwrap(),
        send_gb: "12.75".parse().unwrap(),
        ..Scenario::default()
    };
    let prepared = Prepared::new(&year, "2026-11-30".parse().unwrap()).unwrap();
    assert_eq!(table.groups.len(), 1);
    let group = &table.groups[0];
    let mut cheapest = Cheapest::new(3);
    let used = Measures::new(&table, &prepared).of(group).unwrap();
    assert!(
        fast::rank(
            group,
            &used,
            |_| true,
            &mut cheapest,
            &mut fast::Block::new()
        ),
        "fits"
    );
    let mut exactly = Cheapest::new(3);
    exact::rank(group, &used, &|_| true, &mut exactly).unwrap();
    assert_eq!(cheapest.into_sorted(), exactly.into_sorted());
}

#[test]
fn terms_without_a_bill_are_named_and_harm_no_other() {
    let broken = [
        Terms {
            machine_hour: -1,
            ..plain()
        },
        Terms {
            increment_s: Some(0),
            ..plain()
        },
        Terms {
            storage_month_s: 0,
            ..plain()
        },
        Terms {
            discount_pct: Some(100_000_000_001),
            ..plain()
        },
        Terms {
            fx: Some((Currency::USD, 0)),
            ..plain()
        },
    ];
    let offers = broken.into_iter().chain([plain()]).enumerate();
    let table = RankTable::new(offers.map(|(id, terms)| (id as i64, terms)));
    assert_eq!(table.refused(), [0, 1, 2, 3, 4]);
    let today = "2026-11-30".parse().unwrap();
    let prepared = Prepared::new(&Scenario::default(), today).unwrap();
    let ranking = table.rank(&prepared, None, 10, 10).unwrap();
    assert_eq!(
        ranking.ranked.iter().map(|row| row.id).collect::<Vec<_>>(),
        [5]
    );
    let bills = table.bills(&prepared, 0..6).unwrap();
    assert_eq!(bills.len(), 1, "the others have none");
    assert!(bills[0].lines.amount(LineKind::Discount).is_negative());
}

//! The plan page's week over 30 days, priced on every offer and ranked: the table beside a plain loop.
//!
//! `make bench` runs it. Before anything is timed, every offer's total must be the same from both. At the end the ratio
//! is printed for each size, and the program fails where the table is less than [`LEAST_RATIO`] times as fast.
#![allow(clippy::unwrap_used)] // a bench says what went wrong by failing
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)] // a clock and a screen are what a bench is for
mod naive;
mod offers;

use criterion::{BenchmarkId, Criterion};
use domain::quote::{Prepared, RankTable, TableRanking, TableRow, Terms};
use domain::scenario::Scenario;
use domain::units::Decimal;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
/// The gate: how many times as fast as the plain loop the table must be.
const LEAST_RATIO: f64 = 20.0;
/// The goal for the largest size, in milliseconds of CPU; printed, not a gate.
const GOAL_MS: f64 = 1.5;
/// Rows of the answer, closed and open bills: the plan page's.
const MOST: [usize; 2] = [50, 20];
/// Turns that each side takes; medians are of these.
const ROUNDS: usize = 9;

fn scenario() -> Scenario {
    Scenario {
        data_gb: Decimal::from_int(180),
        ..Scenario::default()
    }
}

fn today() -> chrono::NaiveDate {
    "2026-11-30".parse().unwrap()
}

/// What a request costs: the week unfolded, every offer priced, the best of both lists.
fn by_table(table: &RankTable, scenario: &Scenario) -> TableRanking {
    let prepared = Prepared::new(scenario, today()).unwrap();
    table.rank(&prepared, None, MOST[0], MOST[1]).unwrap()
}

fn by_loop(offers: &[(i64, Terms)], scenario: &Scenario) -> naive::Ranked {
    let runs = scenario.usage(today(), true).unfold().unwrap();
    naive::rank(offers, &runs)
}

/// Every total of every offer, both ends, in order.
fn assert_equal(offers: &[(i64, Terms)], table: &RankTable, scenario: &Scenario) {
    let all = {
        let prepared = Prepared::new(scenario, today()).unwrap();
        table.rank(&prepared, None, usize::MAX, usize::MAX).unwrap()
    };
    let plain = by_loop(offers, scenario);
    let row = |row: &TableRow| naive::Row {
        high: row.high.map(|high| high.nanos()),
        low: row.low.nanos(),
        id: row.id,
    };
    assert!(table.refused().is_empty());
    assert_eq!(plain.ranked.len() + plain.floors.len(), offers.len());
    assert!(all.ranked.iter().map(row).eq(plain.ranked.iter().copied()));
    assert!(all.floors.iter().map(row).eq(plain.floors.iter().copied()));
    let best = by_table(table, scenario);
    assert_eq!(best.ranked, all.ranked[..MOST[0]]);
    assert_eq!(best.floors, all.floors[..MOST[1]]);
}

/// Nanoseconds of CPU that this thread has had, where the system says so, else the clock's.
fn cpu_ns(began: Instant) -> u128 {
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    said.and_then(|text| text.split(' ').next()?.parse().ok())
        .unwrap_or_else(|| began.elapsed().as_nanos())
}

/// Milliseconds of CPU for one call, over as many as take a tenth of a second: the system counts in ticks.
fn cpu_ms(began: Instant, mut call: impl FnMut()) -> f64 {
    let (from, start, mut calls) = (cpu_ns(began), Instant::now(), 0_u32);
    while calls == 0 || start.elapsed() < Duration::from_millis(100) {
        call();
        calls += 1;
    }
    (cpu_ns(began) - from) as f64 / f64::from(calls) / 1e6
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() -> ExitCode {
    let scenario = scenario();
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    let mut made = Vec::new();
    for size in SIZES {
        let offers = offers::synthetic(size);
        let start = Instant::now();
        let table = RankTable::new(offers.iter().cloned());
        let took = start.elapsed();
        assert_equal(&offers, &table, &scenario);
        println!(
            "{size} offers: every total equal in both; table made once a catalogue in {took:.1?}"
        );
        made.push((size, offers, table));
    }
    let mut group = criterion.benchmark_group("rank");
    for (size, offers, table) in &made {
        group.bench_function(BenchmarkId::new("table", size), |bench| {
            bench.iter(|| black_box(by_table(table, &scenario)));
        });
        group.bench_function(
            BenchmarkId::new("every session x every offer", size),
            |bench| {
                bench.iter(|| black_box(by_loop(offers, &scenario)));
            },
        );
    }
    group.finish();
    criterion.final_summary();

    println!("\nCPU of one ranking, medians of {ROUNDS} turns taken alternately:");
    let (began, mut is_fast) = (Instant::now(), true);
    for (size, offers, table) in &made {
        let (mut fast, mut plain) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            fast.push(cpu_ms(began, || {
                drop(black_box(by_table(table, &scenario)))
            }));
            plain.push(cpu_ms(began, || {
                drop(black_box(by_loop(offers, &scenario)))
            }));
        }
        let (fast, plain) = (median(fast), median(plain));
        let ratio = plain / fast;
        is_fast &= ratio >= LEAST_RATIO;
        println!(
            "{size:>7} offers: table {fast:.3} ms, plain loop {plain:.3} ms, {ratio:.0} times as fast (at least {LEAST_RATIO})"
        );
        if *size == 100_000 {
            let verdict = if fast < GOAL_MS { "met" } else { "missed" };
            println!("{size:>7} offers: goal of {GOAL_MS} ms of CPU in process {verdict}");
        }
    }
    if is_fast {
        ExitCode::SUCCESS
    } else {
        eprintln!("the table is less than {LEAST_RATIO} times as fast as the plain loop");
        ExitCode::FAILURE
    }
}

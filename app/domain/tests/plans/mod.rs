//! Random uses and plans for the laws: small enough to reach every rule, with all features mixed.
use domain::pricing::{
    AfterEnd, Commit, CommitStart, Discount, DiscountMode, DiscountScope, DiscountTier, Fx, Plan,
    RoundAt, RoundMode, Session, SessionState, StoppedPolicy, StoragePrice, Usage,
};
use domain::units::{Currency, Decimal};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

fn thousandths(range: std::ops::Range<i128>) -> impl Strategy<Value = Decimal> {
    range.prop_map(|value| Decimal::from_nanos(value * 1_000_000))
}

/// Sessions of one day that do not overlap: gaps and lengths in turn, some of them zero.
fn day() -> impl Strategy<Value = Vec<Session>> {
    let state = select(vec![
        SessionState::Gpu,
        SessionState::NoGpu,
        SessionState::Stopped,
    ]);
    proptest::collection::vec((0_u32..12_000, 0_u32..15_000, any::<bool>(), state), 0..4).prop_map(
        |parts| {
            let mut at = 0;
            parts
                .into_iter()
                .map(|(gap, dur_s, touching, state)| {
                    let start_s = if touching { at } else { at + gap };
                    at = start_s + dur_s;
                    Session {
                        start_s,
                        dur_s,
                        state,
                    }
                })
                // Within the day, so that no session meets the next day's.
                .filter(|session| session.start_s + session.dur_s < 86_400)
                .collect()
        },
    )
}

/// Up to twelve days of use, with data and traffic.
pub fn any_usage() -> impl Strategy<Value = Usage> {
    let week = [day(), day(), day(), day(), day(), day(), day()];
    let gb = || thousandths(0..300_000);
    (week, 1_u32..12, 0_u32..7, [gb(), gb(), gb()], 0_u32..1_000).prop_map(
        |(week, horizon_days, start_weekday, [data_gb, download_gb, upload_gb], setup_s)| Usage {
            week,
            horizon_days,
            start_weekday,
            data_gb,
            download_gb,
            upload_gb,
            setup_s,
        },
    )
}

fn storage() -> impl Strategy<Value = StoragePrice> {
    (
        thousandths(0..500),
        option::of(thousandths(0..500)),
        thousandths(0..100_000),
        0_u32..4,
        any::<bool>(),
        select(vec![1_u32, 60, 3600, 7200, 86_400]),
    )
        .prop_map(
            |(gb_month, stopped_gb_month, free_gb, free_days, bill_running, granularity_s)| {
                StoragePrice {
                    gb_month,
                    stopped_gb_month,
                    free_gb,
                    free_days,
                    bill_running,
                    granularity_s,
                    ..StoragePrice::default()
                }
            },
        )
}

fn commit() -> impl Strategy<Value = Commit> {
    let starts_at = select(vec![CommitStart::HorizonStart, CommitStart::FirstUse]);
    let after_end = select(vec![AfterEnd::OnDemand, AfterEnd::Stop]);
    (
        1_u32..5,
        thousandths(0..50_000),
        starts_at,
        any::<[bool; 3]>(),
        1_u32..4,
        after_end,
    )
        .prop_map(
            |(
                period_days,
                price,
                starts_at,
                [auto_renew, prorate_last, includes_storage],
                count,
                after_end,
            )| Commit {
                starts_at,
                auto_renew,
                count,
                after_end,
                prorate_last,
                includes_storage,
                ..Commit::once(period_days, price)
            },
        )
}

fn discount() -> impl Strategy<Value = Discount> {
    let tier = (thousandths(0..40_000), thousandths(0..100_001))
        .prop_map(|(above, pct)| DiscountTier { above, pct });
    let scope = select(vec![DiscountScope::Compute, DiscountScope::All]);
    let mode = select(vec![DiscountMode::Slab, DiscountMode::Graduated]);
    (scope, mode, proptest::collection::vec(tier, 0..4)).prop_map(|(scope, mode, tiers)| Discount {
        scope,
        mode,
        tiers,
    })
}

/// A plan with any feature but a discount.
pub fn plan_without_discount() -> impl Strategy<Value = Plan> {
    let meter = (
        thousandths(0..9_000),
        1_u32..9,
        option::of(thousandths(0..900)),
        select(vec![1_u32, 7, 60, 900, 3600]),
        select(vec![0_u32, 60, 600, 4000]),
        select(vec![0_i128, 10_000_000, 37_000_000]),
    );
    let stops = (
        select(vec![
            StoppedPolicy::None,
            StoppedPolicy::Storage,
            StoppedPolicy::Full,
        ]),
        storage(),
        option::of(0_u32..4),
        option::of(commit()),
    );
    let traffic = (
        thousandths(0..100),
        thousandths(0..90_000),
        thousandths(0..100),
        thousandths(0..90_000),
    );
    let rounding = (
        select(vec![
            RoundAt::Run,
            RoundAt::Line,
            RoundAt::HourCut,
            RoundAt::Total,
        ]),
        select(vec![
            RoundMode::HalfUp,
            RoundMode::HalfEven,
            RoundMode::Up,
            RoundMode::Down,
        ]),
        thousandths(0..30_000),
        any::<bool>(),
        option::of(thousandths(1..9_000)),
    );
    (meter, stops, traffic, rounding).prop_map(|(meter, stops, traffic, rounding)| {
        let (gpu_hour, gpus, nogpu_hour, increment_s, minimum_s, min_charge) = meter;
        let (stopped, storage, release_after_stopped_days, commit) = stops;
        let (egress_gb, free_egress_gb, ingress_gb, free_ingress_gb) = traffic;
        let (round_at, round_mode, tax_pct, tax_inclusive, rate) = rounding;
        Plan {
            gpu_hour,
            gpus,
            nogpu_hour,
            increment_s,
            minimum_s,
            min_charge: Decimal::from_nanos(min_charge),
            stopped,
            storage,
            release_after_stopped_days,
            commit,
            egress_gb,
            free_egress_gb,
            ingress_gb,
            free_ingress_gb,
            round_at,
            round_mode,
            tax_pct,
            tax_inclusive,
            fx: rate.map(|rate| Fx {
                to: Currency::CNY,
                rate,
                digits: 2,
            }),
            ..Plan::free("p", Currency::USD)
        }
    })
}

/// A plan with any feature.
pub fn any_plan() -> impl Strategy<Value = Plan> {
    (plan_without_discount(), option::of(discount()))
        .prop_map(|(plan, discount)| Plan { discount, ..plan })
}

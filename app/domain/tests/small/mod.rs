//! Small schedules and meters, of which every possibility can be tried.
use domain::pricing::{Plan, RoundAt, Session, SessionState, StoppedPolicy, StoragePrice, Usage};
use domain::units::{Currency, Decimal};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

pub const DAY: u64 = 86_400;

pub fn thousandths(range: std::ops::Range<i128>) -> impl Strategy<Value = Decimal> {
    range.prop_map(|value| Decimal::from_nanos(value * 1_000_000))
}

/// A use from stretches in order, as sessions of the days on which they begin; at most 7 days from a Monday.
pub fn usage_of(days: u32, parts: &[(u64, u64, SessionState)]) -> Usage {
    let mut usage = Usage::idle(days);
    for (start, end, state) in parts {
        if *start < u64::from(days) * DAY {
            usage.week[(start / DAY) as usize].push(Session {
                start_s: (start % DAY) as u32,
                dur_s: (end - start) as u32,
                state: *state,
            });
        }
    }
    usage
}

/// Up to `most` sessions anywhere in up to `days` days, also over midnights and up to the very border.
pub fn any_schedule(most: usize, days: u32) -> impl Strategy<Value = Usage> {
    let state = select(vec![
        SessionState::Gpu,
        SessionState::Gpu,
        SessionState::NoGpu,
    ]);
    let gap = prop_oneof![
        0_u64..2_000,
        0_u64..30_000,
        20_000_u64..90_000,
        Just(0),
        Just(3600)
    ];
    let length = prop_oneof![1_u64..20_000, 1_u64..3_000, Just(3600)];
    // A session may also end with its day.
    let session = (gap, length, any::<u8>(), state);
    let setup_s = prop_oneof![Just(0_u32), 0_u32..600, 0_u32..4_000];
    (
        proptest::collection::vec(session, 0..=most),
        1..=days,
        setup_s,
        thousandths(0..3_000_000),
    )
        .prop_map(|(sessions, days, setup_s, data_gb)| {
            let (mut at, mut parts) = (0, Vec::new());
            for (gap, length, midnight, state) in sessions {
                let start: u64 = at + gap;
                at = if midnight < 40 {
                    (start / DAY + 1) * DAY
                } else {
                    start + length
                };
                parts.push((start, at, state));
            }
            Usage {
                setup_s,
                data_gb,
                ..usage_of(days, &parts)
            }
        })
}

/// A meter with increments, minimum, least charge and a volume that is charged by the second, rounded at nano-units,
/// so that a total is as good as exact.
pub fn any_meter() -> impl Strategy<Value = Plan> {
    let compute = (
        thousandths(0..5_000),
        1_u32..3,
        option::of(thousandths(0..2_000)),
        select(vec![1_u32, 1, 60, 900, 3600]),
        select(vec![0_u32, 0, 60, 600, 4000]),
        select(vec![0_i128, 0, 10_000_000, 370_000_000]),
    );
    let stopped = select(vec![
        StoppedPolicy::None,
        StoppedPolicy::Storage,
        StoppedPolicy::Storage,
        StoppedPolicy::Full,
    ]);
    let storage = (
        thousandths(0..500),
        option::of(thousandths(0..900)),
        any::<bool>(),
    );
    (compute, stopped, storage).prop_map(|(compute, stopped, storage)| {
        let (gpu_hour, gpus, nogpu_hour, increment_s, minimum_s, min_charge) = compute;
        let (gb_month, stopped_gb_month, bill_running) = storage;
        Plan {
            gpu_hour,
            gpus,
            nogpu_hour,
            increment_s,
            minimum_s,
            min_charge: Decimal::from_nanos(min_charge),
            stopped,
            storage: StoragePrice {
                gb_month,
                stopped_gb_month,
                bill_running,
                ..StoragePrice::default()
            },
            round_at: RoundAt::Total,
            minor_digits: 9,
            ..Plan::free("p", Currency::USD)
        }
    })
}

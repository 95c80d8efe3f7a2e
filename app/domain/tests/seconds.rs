//! The engine works on intervals; here a simulator walks every second and must count the same.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

mod plans;
#[path = "plans/passes.rs"]
mod purchases;
use domain::pricing::{
    AfterEnd, Bill, CommitStart, LineKind, Pass, Plan, Purchase, RoundAt, RunState, StoppedPolicy,
    Usage, bill, bill_mix,
};
use domain::units::Decimal;
use plans::{any_plan, any_usage};
use proptest::prelude::*;
use purchases::any_purchases;

const DAY: usize = 86_400;

/// What the seconds say; amounts are exact numerators of nano-units.
#[derive(Default, Debug, PartialEq)]
struct Counted {
    gpu_starts: u64,
    served_gpu_s: u64,
    useful_gpu_s: u64,
    billed_gpu_s: u64,
    billed_nogpu_s: u64,
    unserved_s: u64,
    stopped_s: u64,
    periods: u64,
    releases: u64,
    reuploads: u64,
    storage_running_s: u64,
    storage_stopped_s: u64,
}

/// State of each second: what is asked for, before the plan is looked at.
fn asked(usage: &Usage) -> Vec<Option<RunState>> {
    let mut seconds = vec![None; usage.horizon_days as usize * DAY];
    for run in usage.unfold().unwrap().runs() {
        seconds[run.start as usize..run.end as usize].fill(Some(run.state));
    }
    seconds
}

fn covered(plan: &Plan, seconds: &[Option<RunState>]) -> (Vec<bool>, u64, usize) {
    let mut marks = vec![false; seconds.len()];
    let mut end = usize::MAX;
    let mut bought = 0;
    let first = seconds.iter().position(Option::is_some);
    if let Some(commit) = &plan.commit {
        let start = if commit.starts_at == CommitStart::HorizonStart {
            Some(0)
        } else {
            first
        };
        if let Some(mut at) = start {
            while at < seconds.len() && (commit.auto_renew || bought < u64::from(commit.count)) {
                let next = at + commit.period_days as usize * DAY;
                marks[at..next.min(seconds.len())].fill(true);
                bought += 1;
                at = next;
            }
            if commit.after_end == AfterEnd::Stop {
                end = at;
            }
        }
    }
    (marks, bought, end)
}

/// Ends a stretch of `length` metered seconds.
fn meter(plan: &Plan, length: u64) -> u64 {
    let increment = u64::from(plan.increment_s);
    if length == 0 {
        0
    } else {
        length.max(u64::from(plan.minimum_s)).div_ceil(increment) * increment
    }
}

/// What passes cover, how many there are, and no end of service.
fn covered_by_passes(
    passes: &[Pass],
    purchases: &[Purchase],
    seconds: usize,
) -> (Vec<bool>, u64, usize) {
    let mut marks = vec![false; seconds];
    for purchase in purchases {
        let start = purchase.day as usize * DAY;
        let end = start + passes[purchase.pass].days as usize * DAY;
        marks[start..end.min(seconds)].fill(true);
    }
    (marks, purchases.len() as u64, usize::MAX)
}

fn count(
    usage: &Usage,
    plan: &Plan,
    asked: &[Option<RunState>],
    (covered, periods, end): (Vec<bool>, u64, usize),
) -> Counted {
    let mut counted = Counted {
        periods,
        ..Counted::default()
    };
    let served = |t: usize| {
        if t < end {
            asked.get(t).copied().flatten()
        } else {
            None
        }
    };
    let patience = plan
        .release_after_stopped_days
        .map(|days| days as usize * DAY);
    let (mut metered, mut run, mut used, mut idle, mut gone) =
        (0_u64, 0_u64, false, 0_usize, false);
    let size = plan.storage.granularity_s as usize;
    let (mut block_left, mut block_charged, mut block_ran) = (size, false, false);
    let free_until = plan.storage.free_days as usize * DAY;
    let includes_storage = plan
        .commit
        .as_ref()
        .is_some_and(|commit| commit.includes_storage);
    let mut next = served(0);
    for t in 0..asked.len() {
        let state = next;
        next = served(t + 1);
        counted.unserved_s += u64::from(asked[t].is_some() && state.is_none());
        used |= state.is_some();
        if state.is_some() {
            run += 1;
            metered += u64::from(!covered[t]);
            counted.reuploads += u64::from(gone);
            (idle, gone) = (0, false);
        } else {
            counted.stopped_s += u64::from(used && !covered[t]);
            if patience.is_some_and(|patience| idle >= patience) && !covered[t] && !gone {
                gone = true;
                counted.releases += 1;
            }
            idle += 1;
        }
        let next_covered = covered.get(t + 1).copied().unwrap_or(false);
        if next != state || next_covered != covered[t] {
            let billed = meter(plan, metered);
            match state {
                Some(RunState::Gpu) => counted.billed_gpu_s += billed,
                _ => counted.billed_nogpu_s += billed,
            }
            metered = 0;
        }
        if next != state {
            if state == Some(RunState::Gpu) {
                counted.gpu_starts += 1;
                counted.served_gpu_s += run;
                counted.useful_gpu_s += run.saturating_sub(u64::from(usage.setup_s));
            }
            run = 0;
        }
        let included = covered[t] && includes_storage;
        let paused = state.is_none() && plan.stopped == StoppedPolicy::None;
        block_charged |= t >= free_until && !gone && !included && !paused;
        block_ran |= state.is_some();
        block_left -= 1;
        // A block that reaches past the horizon is charged whole.
        if block_left == 0 || t + 1 == asked.len() {
            let size = if block_charged { size as u64 } else { 0 };
            if block_ran {
                counted.storage_running_s += size;
            } else {
                counted.storage_stopped_s += size;
            }
            (block_left, block_charged, block_ran) =
                (plan.storage.granularity_s as usize, false, false);
        }
    }
    counted
}

/// Storage in nano-units times the billing month times 10^9.
fn storage(usage: &Usage, plan: &Plan, counted: &Counted) -> i128 {
    let price = &plan.storage;
    let running = if price.bill_running {
        price.gb_month.nanos()
    } else {
        0
    };
    let stopped = price.stopped_gb_month.unwrap_or(price.gb_month).nanos();
    let billable = (usage.data_gb.nanos() - price.free_gb.nanos()).max(0);
    billable
        * (running * i128::from(counted.storage_running_s)
            + stopped * i128::from(counted.storage_stopped_s))
}

fn agrees(shown: Decimal, numerator: i128, denominator: i128) -> bool {
    // Shown with six decimals, half up: at most half a millionth off.
    (shown.nanos() * denominator - numerator).abs() <= 500 * denominator
}

fn counters(bill: &Bill) -> [u64; 9] {
    [
        bill.gpu_starts,
        bill.served_gpu_s,
        bill.useful_gpu_s,
        bill.billed_gpu_s,
        bill.billed_nogpu_s,
        bill.unserved_s,
        bill.commit_periods,
        bill.releases,
        bill.reuploads,
    ]
}

/// The bill and the walk over its seconds agree.
fn check(bill: &Bill, usage: &Usage, plan: &Plan, counted: &Counted) -> Result<(), TestCaseError> {
    prop_assert_eq!(
        counters(bill),
        [
            counted.gpu_starts,
            counted.served_gpu_s,
            counted.useful_gpu_s,
            counted.billed_gpu_s,
            counted.billed_nogpu_s,
            counted.unserved_s,
            counted.periods,
            counted.releases,
            counted.reuploads,
        ]
    );
    let hour = plan.gpu_hour.nanos() * i128::from(plan.gpus);
    let stopped_s = if plan.stopped == StoppedPolicy::Full {
        counted.stopped_s
    } else {
        0
    };
    let gpu = hour * i128::from(counted.billed_gpu_s);
    prop_assert!(agrees(bill.lines.amount(LineKind::ComputeGpu), gpu, 3600));
    let stopped = hour * i128::from(stopped_s);
    prop_assert!(agrees(
        bill.lines.amount(LineKind::ComputeStopped),
        stopped,
        3600
    ));
    let month = i128::from(plan.storage.month_s) * Decimal::SCALE;
    prop_assert!(agrees(
        bill.lines.amount(LineKind::Storage),
        storage(usage, plan, counted),
        month
    ));
    Ok(())
}

/// A walk takes as long as a hundred bills: fewer of them, unless a number was asked for.
fn cases() -> ProptestConfig {
    let mut config = ProptestConfig::default();
    if config.cases == 256 {
        config.cases = 48;
    }
    config
}

/// A few days, with data, rounded at the total so that the lines show what was counted.
fn short(usage: Usage, plan: Plan) -> (Usage, Plan) {
    let usage = Usage {
        horizon_days: usage.horizon_days.min(3),
        data_gb: usage.data_gb.max(Decimal::from_int(1)),
        ..usage
    };
    let plan = Plan {
        round_at: RoundAt::Total,
        min_charge: Decimal::ZERO,
        ..plan
    };
    (usage, plan)
}

proptest! {
    #![proptest_config(cases())]
    #[test]
    fn intervals_count_what_seconds_count(usage in any_usage(), plan in any_plan()) {
        let (usage, plan) = short(usage, plan);
        let asked = asked(&usage);
        let counted = count(&usage, &plan, &asked, covered(&plan, &asked));
        check(&bill(&usage, &plan).unwrap(), &usage, &plan, &counted)?;
    }

    #[test]
    fn passes_on_any_day_count_what_seconds_count(
        usage in any_usage(), plan in any_plan(), (passes, purchases) in any_purchases(4),
    ) {
        let (usage, plan) = short(usage, Plan { commit: None, ..plan });
        let mut purchases = purchases;
        purchases.retain(|purchase| purchase.day < usage.horizon_days);
        let asked = asked(&usage);
        let covered = covered_by_passes(&passes, &purchases, asked.len());
        let counted = count(&usage, &plan, &asked, covered);
        let bill = bill_mix(&usage.unfold().unwrap(), &plan, &passes, &purchases).unwrap();
        check(&bill, &usage, &plan, &counted)?;
    }
}

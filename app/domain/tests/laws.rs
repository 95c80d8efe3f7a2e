//! What holds for every use and every plan.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

mod plans;
use domain::pricing::{
    Bill, LineKind, Plan, RoundAt, RunState, Session, SessionState, Usage, bill,
};
use domain::units::Decimal;
use plans::{any_plan, any_usage, plan_without_discount};
use proptest::prelude::*;

fn nanos(bill: &Bill, kind: LineKind) -> i128 {
    bill.lines.amount(kind).nanos()
}

/// The lines of metered time.
fn compute(bill: &Bill) -> i128 {
    nanos(bill, LineKind::ComputeGpu) + nanos(bill, LineKind::ComputeNogpu)
}

/// One session on the Monday that begins the horizon.
fn one_session(start_s: u32, dur_s: u32) -> Usage {
    let mut usage = Usage::idle(3);
    usage.week[0].push(Session {
        start_s,
        dur_s,
        state: SessionState::Gpu,
    });
    usage
}

proptest! {
    #[test]
    fn billed_time_covers_the_run_and_the_minimum_in_whole_increments(
        plan in any_plan(), start_s in 0_u32..86_400, dur_s in 1_u32..100_000,
    ) {
        let plan = Plan { commit: None, ..plan };
        let bill = bill(&one_session(start_s, dur_s), &plan).unwrap();
        prop_assert_eq!(bill.served_gpu_s, u64::from(dur_s));
        prop_assert!(bill.billed_gpu_s >= u64::from(dur_s));
        prop_assert!(bill.billed_gpu_s >= u64::from(plan.minimum_s));
        prop_assert_eq!(bill.billed_gpu_s % u64::from(plan.increment_s), 0);
        let least = u64::from(dur_s.max(plan.minimum_s));
        prop_assert!(bill.billed_gpu_s - least < u64::from(plan.increment_s));
    }

    #[test]
    fn lines_sum_to_the_total(usage in any_usage(), plan in any_plan()) {
        let bill = bill(&usage, &plan).unwrap();
        let shown_only = |kind| plan.tax_inclusive && kind == LineKind::Tax;
        let sum: i128 = bill.lines.iter().filter(|line| !shown_only(line.kind)).map(|line| line.amount.nanos()).sum();
        if plan.round_at == RoundAt::Total {
            // Nine lines, each at most half a millionth off, and the total half a cent (or a whole one, up or down).
            prop_assert!((sum - bill.total.nanos()).abs() <= Decimal::SCALE / 100 + 9 * 500);
        } else {
            prop_assert_eq!(sum, bill.total.nanos());
        }
    }

    #[test]
    fn compute_does_not_fall_when_the_last_run_grows(
        plan in plan_without_discount(), start_s in 0_u32..86_400, dur_s in 0_u32..90_000, more in 0_u32..90_000,
    ) {
        let short = bill(&one_session(start_s, dur_s), &plan).unwrap();
        let long = bill(&one_session(start_s, dur_s + more), &plan).unwrap();
        prop_assert!(compute(&long) >= compute(&short));
        prop_assert!(long.served_gpu_s >= short.served_gpu_s);
    }

    #[test]
    fn no_total_is_below_zero_and_no_discount_above(usage in any_usage(), plan in any_plan()) {
        let bill = bill(&usage, &plan).unwrap();
        prop_assert!(!bill.total.is_negative());
        prop_assert!(!bill.total_display.is_negative());
        for line in bill.lines.iter() {
            let turned = if line.kind == LineKind::Discount { -line.amount.nanos() } else { line.amount.nanos() };
            prop_assert!(turned >= 0, "{line:?}");
        }
        prop_assert!(bill.useful_gpu_s <= bill.served_gpu_s);
    }

    #[test]
    fn touching_parts_of_one_run_cost_what_the_run_costs(
        plan in any_plan(), start_s in 0_u32..80_000, first in 1_u32..3_000, second in 1_u32..100_000,
    ) {
        let whole = bill(&one_session(start_s, first + second), &plan).unwrap();
        let mut usage = one_session(start_s + first, second);
        usage.week[0].push(Session { start_s, dur_s: first, state: SessionState::Gpu });
        prop_assert_eq!(bill(&usage, &plan).unwrap(), whole);
    }

    #[test]
    fn runs_are_in_order_and_touch_only_in_different_states(usage in any_usage()) {
        let runs = usage.unfold().unwrap();
        for pair in runs.runs().windows(2) {
            prop_assert!(pair[0].end < pair[1].start || (pair[0].end == pair[1].start && pair[0].state != pair[1].state));
        }
        prop_assert!(runs.runs().iter().all(|run| run.start < run.end && run.end <= runs.horizon_s()));
        let gpu: u64 = runs.runs().iter().filter(|run| run.state == RunState::Gpu).map(|run| run.end - run.start).sum();
        prop_assert_eq!(gpu, runs.gpu_s());
    }
}

//! What never falls: metered time in use, the total in each price. Each law says under which conditions it is true, and
//! for each condition there is a bill that breaks the law without it.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

mod plans;
use domain::pricing::{
    Bill, Commit, Discount, DiscountMode, DiscountTier, LineKind, Plan, RoundAt, RoundMode,
    Session, SessionState, Usage, bill, bill_runs,
};
use domain::units::{Currency, Decimal};
use plans::{any_plan, any_usage, plan_without_discount};
use proptest::prelude::*;
use proptest::sample::select;

fn line(bill: &Bill, kind: LineKind) -> i128 {
    bill.lines.amount(kind).nanos()
}

fn amount(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn more(price: Decimal, more: i128) -> Decimal {
    Decimal::from_nanos(price.nanos() + more)
}

/// GPU sessions of a Monday: start and length.
fn monday(sessions: &[(u32, u32)]) -> Usage {
    let mut usage = Usage::idle(1);
    for (start_s, dur_s) in sessions {
        usage.week[0].push(Session {
            start_s: *start_s,
            dur_s: *dur_s,
            state: SessionState::Gpu,
        });
    }
    usage
}

fn gpu_line(usage: &Usage, plan: &Plan) -> i128 {
    line(&bill(usage, plan).unwrap(), LineKind::ComputeGpu)
}

/// One unit an hour, by the second, rounded once a line.
fn by_second() -> Plan {
    Plan {
        gpu_hour: amount("1"),
        ..Plan::free("p", Currency::USD)
    }
}

/// A plan that meters by the second, without minimum or least charge, and rounds no single run.
fn plain_meter(plan: Plan, round_at: RoundAt) -> Plan {
    Plan {
        increment_s: 1,
        minimum_s: 0,
        min_charge: Decimal::ZERO,
        round_at,
        ..plan
    }
}

fn once() -> impl Strategy<Value = RoundAt> {
    select(vec![RoundAt::Line, RoundAt::Total])
}

/// The prices that a plan has, each raised on its own.
fn dearer(plan: &Plan, by: i128) -> Vec<(&'static str, Plan)> {
    let with = |change: &dyn Fn(&mut Plan)| {
        let mut plan = plan.clone();
        change(&mut plan);
        plan
    };
    let mut plans = vec![
        ("gpu_hour", with(&|p| p.gpu_hour = more(p.gpu_hour, by))),
        (
            "storage.gb_month",
            with(&|p| p.storage.gb_month = more(p.storage.gb_month, by)),
        ),
        ("egress_gb", with(&|p| p.egress_gb = more(p.egress_gb, by))),
        (
            "ingress_gb",
            with(&|p| p.ingress_gb = more(p.ingress_gb, by)),
        ),
        (
            "min_charge",
            with(&|p| p.min_charge = more(p.min_charge, by)),
        ),
    ];
    if let Some(price) = plan.nogpu_hour {
        plans.push((
            "nogpu_hour",
            with(&|p| p.nogpu_hour = Some(more(price, by))),
        ));
    }
    if let Some(price) = plan.storage.stopped_gb_month {
        plans.push((
            "storage.stopped_gb_month",
            with(&|p| p.storage.stopped_gb_month = Some(more(price, by))),
        ));
    }
    if let Some(commit) = &plan.commit {
        let price = more(commit.price, by);
        let commit = Commit {
            price,
            ..commit.clone()
        };
        plans.push(("commit.price", with(&|p| p.commit = Some(commit.clone()))));
    }
    plans
}

proptest! {
    /// True by the second, without minimum or least charge, rounded at the line or the total; with prepaid periods
    /// too, for an earlier first use moves them away from later use. A discount, a slab too, has a line of its own.
    #[test]
    fn metered_time_does_not_fall_when_use_grows(
        usage in any_usage(), plan in any_plan(), round_at in once(), kept in any::<[u8; 28]>(),
    ) {
        let plan = plain_meter(plan, round_at);
        // Some sessions are shortened at their begin or end, some left out.
        let mut less = usage.clone();
        for (session, kept) in less.week.iter_mut().flatten().zip(kept) {
            let dur_s = session.dur_s * u32::from(kept % 16).min(10) / 10;
            if kept >= 128 {
                session.start_s += session.dur_s - dur_s;
            }
            session.dur_s = dur_s;
        }
        let (less, full) = (bill(&less, &plan).unwrap(), bill(&usage, &plan).unwrap());
        prop_assert!(line(&less, LineKind::ComputeGpu) <= line(&full, LineKind::ComputeGpu));
        prop_assert!(line(&less, LineKind::ComputeNogpu) <= line(&full, LineKind::ComputeNogpu));
    }

    /// True by the second and without minimum, rounded at the line or the total; a least charge only makes it dearer.
    #[test]
    fn a_run_in_two_parts_costs_no_less(
        plan in any_plan(), round_at in once(), least in 0_i128..50_000_000,
        start_s in 0_u32..40_000, first in 1_u32..20_000, second in 1_u32..20_000, idle in 1_u32..3_000,
    ) {
        let plan = Plan { commit: None, ..plain_meter(plan, round_at) };
        let (whole, parts) = (monday(&[(start_s, first + second)]), monday(&[(start_s, first), (start_s + first + idle, second)]));
        prop_assert_eq!(gpu_line(&parts, &plan), gpu_line(&whole, &plan));
        let plan = Plan { min_charge: Decimal::from_nanos(least), ..plan };
        prop_assert!(gpu_line(&parts, &plan) >= gpu_line(&whole, &plan));
    }

    /// True in every rounding place and mode and with tax in the prices or on top: each step from price to total is
    /// monotone, and none looks at another line.
    #[test]
    fn the_total_does_not_fall_when_a_price_rises(usage in any_usage(), plan in plan_without_discount(), by in 0_i128..5_000_000_000) {
        let runs = usage.unfold().unwrap();
        let before = bill_runs(&runs, &plan).unwrap();
        for (price, plan) in dearer(&plan, by) {
            let after = bill_runs(&runs, &plan).unwrap();
            prop_assert!(after.total >= before.total, "{price}");
            prop_assert!(after.total_display >= before.total_display, "{price}");
        }
    }

    /// True of graduated discounts too, unless the discount's own line is rounded to the even digit.
    #[test]
    fn the_total_does_not_fall_under_a_graduated_discount(usage in any_usage(), plan in any_plan(), by in 0_i128..5_000_000_000) {
        let mut plan = plan;
        if let Some(discount) = &mut plan.discount {
            discount.mode = DiscountMode::Graduated;
        }
        if plan.round_mode == RoundMode::HalfEven && plan.round_at != RoundAt::Total {
            plan.round_mode = RoundMode::HalfUp;
        }
        let runs = usage.unfold().unwrap();
        let before = bill_runs(&runs, &plan).unwrap();
        for (price, plan) in dearer(&plan, by) {
            prop_assert!(bill_runs(&runs, &plan).unwrap().total >= before.total, "{price}");
        }
    }

    #[test]
    fn a_deposit_changes_cash_and_not_the_total(usage in any_usage(), plan in any_plan(), deposit in 0_i128..900) {
        let held = Plan { deposit: Decimal::from_nanos(deposit * 1_000_000_000), ..plan.clone() };
        let (with, without) = (bill(&usage, &held).unwrap(), bill(&usage, &plan).unwrap());
        prop_assert_eq!((with.total, with.total_display, &with.lines), (without.total, without.total_display, &without.lines));
        prop_assert_eq!(with.deposit_held, held.deposit);
        prop_assert!(with.cash_at_start.nanos() - without.cash_at_start.nanos() == held.deposit.nanos());
    }
}

#[test]
fn each_condition_on_use_is_needed() {
    let (gap, filled) = (monday(&[(0, 60), (120, 60)]), monday(&[(0, 180)]));
    let falls = |plan: &Plan| gpu_line(&filled, plan) < gpu_line(&gap, plan);
    let plan = by_second();
    assert!(!falls(&plan));
    assert!(falls(&Plan {
        increment_s: 3600,
        ..plan.clone()
    }));
    assert!(falls(&Plan {
        minimum_s: 600,
        ..plan.clone()
    }));
    assert!(falls(&Plan {
        min_charge: amount("0.1"),
        ..plan.clone()
    }));
    let up = Plan {
        round_mode: RoundMode::Up,
        gpu_hour: amount("0.1"),
        ..plan.clone()
    };
    assert!(!falls(&up));
    for round_at in [RoundAt::Run, RoundAt::HourCut] {
        assert!(falls(&Plan {
            round_at,
            ..up.clone()
        }));
    }
}

#[test]
fn rounding_each_run_may_make_two_parts_cheaper() {
    let plan = Plan {
        gpu_hour: amount("3.6"),
        round_at: RoundAt::Run,
        ..by_second()
    };
    // 0.004 twice is nothing, 0.008 a cent.
    assert_eq!(gpu_line(&monday(&[(0, 4), (10, 4)]), &plan), 0);
    assert_eq!(gpu_line(&monday(&[(0, 8)]), &plan), 10_000_000);
}

#[test]
fn a_discount_by_slabs_or_to_the_even_digit_may_make_a_dearer_hour_cheaper() {
    let with = |gpu_hour: &str, discount: &Discount, round_mode| {
        let plan = Plan {
            gpu_hour: amount(gpu_hour),
            discount: Some(discount.clone()),
            round_mode,
            ..by_second()
        };
        bill(&monday(&[(0, 3600)]), &plan).unwrap().total_text()
    };
    let discount = |mode, above: &str, pct: &str| Discount {
        mode,
        tiers: vec![DiscountTier {
            above: amount(above),
            pct: amount(pct),
        }],
        ..Discount::default()
    };
    let slab = discount(DiscountMode::Slab, "10", "50");
    assert_eq!(with("9.99", &slab, RoundMode::HalfUp), "9.99");
    assert_eq!(with("10.00", &slab, RoundMode::HalfUp), "5.00");
    // Everything above 0.995 is free: half a cent is rounded to none, one and a half to two.
    let free = discount(DiscountMode::Graduated, "0.995", "100");
    assert_eq!(with("1.00", &free, RoundMode::HalfEven), "1.00");
    assert_eq!(with("1.01", &free, RoundMode::HalfEven), "0.99");
    assert_eq!(with("1.00", &free, RoundMode::HalfUp), "0.99");
}

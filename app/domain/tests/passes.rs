//! Bills of passes that are bought on certain days.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

mod plans;
#[path = "plans/passes.rs"]
mod purchases;
use domain::pricing::{
    Commit, ErrorKind, LineKind, Pass, Plan, Purchase, Session, SessionState, StoragePrice, Usage,
    bill_mix, bill_runs,
};
use domain::units::{Currency, Decimal};
use plans::{any_plan, any_usage};
use proptest::prelude::*;
use purchases::any_purchases;

fn with_purchases() -> impl Strategy<Value = (Usage, Vec<Pass>, Vec<Purchase>)> {
    any_usage().prop_flat_map(|usage| {
        let days = usage.horizon_days;
        (Just(usage), any_purchases(days))
            .prop_map(|(usage, (passes, purchases))| (usage, passes, purchases))
    })
}

proptest! {
    #[test]
    fn without_purchases_it_is_the_bill(usage in any_usage(), plan in any_plan(), (passes, _) in any_purchases(9)) {
        let plan = Plan { commit: None, ..plan };
        let runs = usage.unfold().unwrap();
        prop_assert_eq!(bill_mix(&runs, &plan, &passes, &[]), bill_runs(&runs, &plan));
        prop_assert_eq!(bill_mix(&runs, &plan, &[], &[]), bill_runs(&runs, &plan));
    }

    #[test]
    fn a_pass_bought_back_to_back_is_a_period_that_renews(
        usage in any_usage(), plan in any_plan(), days in 1_u32..6, price in 0_i128..50_000,
    ) {
        let price = Decimal::from_nanos(price * 1_000_000);
        let meter = Plan { commit: None, ..plan };
        let commit = Commit { auto_renew: true, ..Commit::once(days, price) };
        let renewing = Plan { commit: Some(commit), ..meter.clone() };
        let runs = usage.unfold().unwrap();
        let pass = Pass { name: "pass".to_owned(), days, price };
        let purchases: Vec<_> = (0..usage.horizon_days).step_by(days as usize).map(|day| Purchase { day, pass: 0 }).collect();
        prop_assert_eq!(bill_mix(&runs, &meter, &[pass], &purchases), bill_runs(&runs, &renewing));
    }

    /// Passes that touch, of any kind, are one stretch of prepaid time.
    #[test]
    fn the_prepaid_line_is_the_sum_of_the_passes((usage, passes, purchases) in with_purchases(), plan in any_plan()) {
        let plan = Plan { commit: None, ..plan };
        let bill = bill_mix(&usage.unfold().unwrap(), &plan, &passes, &purchases).unwrap();
        let sum: i128 = purchases.iter().map(|purchase| passes[purchase.pass].price.nanos()).sum();
        let at_start: i128 = purchases.iter().filter(|p| p.day == 0).map(|p| passes[p.pass].price.nanos()).sum();
        let unit = 10_i128.pow(9 - bill.lines.digits());
        prop_assert!((bill.lines.amount(LineKind::Commit).nanos() - sum).abs() <= unit);
        prop_assert!((bill.cash_at_start.nanos() - bill.deposit_held.nanos() - at_start).abs() <= 10_000_000);
        prop_assert_eq!(bill.commit_periods, purchases.len() as u64);
        prop_assert_eq!(bill.unserved_s, 0);
    }
}

/// Two GPU hours over each midnight of a week, billed by the started hour.
fn nights() -> Usage {
    let session = Session {
        start_s: 82_800 + 1_800,
        dur_s: 5_400,
        state: SessionState::Gpu,
    };
    Usage {
        week: std::array::from_fn(|_| vec![session]),
        data_gb: Decimal::from_int(100),
        ..Usage::idle(7)
    }
}

fn day_pass() -> Pass {
    Pass {
        name: "day".to_owned(),
        days: 1,
        price: "5".parse().unwrap(),
    }
}

#[test]
fn a_pass_cuts_the_runs_at_both_its_midnights() {
    let plan = Plan {
        gpu_hour: "2".parse().unwrap(),
        increment_s: 3600,
        ..Plan::free("p", Currency::CNY)
    };
    let runs = nights().unfold().unwrap();
    // Half an hour before midnight and one after: two started hours each night, one in the last, which the horizon cuts.
    let metered = bill_runs(&runs, &plan).unwrap();
    assert_eq!(metered.total_text(), "26.00");
    // Wednesday's pass: of Tuesday's night the half hour before it is left, of Wednesday's the hour after it.
    let passes = [day_pass()];
    let bill = bill_mix(&runs, &plan, &passes, &[Purchase { day: 2, pass: 0 }]).unwrap();
    assert_eq!(bill.lines.amount(LineKind::ComputeGpu).to_string(), "22");
    assert_eq!(bill.total_text(), "27.00");
    assert_eq!(
        (bill.commit_periods, bill.gpu_starts, bill.billed_gpu_s),
        (1, 7, 11 * 3600)
    );
    assert_eq!(bill.cash_at_start, Decimal::ZERO);
}

#[test]
fn a_release_waits_until_the_pass_in_which_it_is_due_has_ended() {
    let mut usage = Usage::idle(7);
    usage.data_gb = Decimal::from_int(1);
    let plan = Plan {
        storage: StoragePrice {
            gb_month: "30".parse().unwrap(),
            ..StoragePrice::default()
        },
        release_after_stopped_days: Some(2),
        ..Plan::free("p", Currency::CNY)
    };
    let passes = [
        day_pass(),
        Pass {
            days: 2,
            ..day_pass()
        },
    ];
    let days_kept = |purchases: &[(u32, usize)]| {
        let purchases: Vec<_> = purchases
            .iter()
            .map(|(day, pass)| Purchase {
                day: *day,
                pass: *pass,
            })
            .collect();
        let bill = bill_mix(&usage.unfold().unwrap(), &plan, &passes, &purchases).unwrap();
        (
            bill.releases,
            bill.lines.amount(LineKind::Storage).to_string(),
        )
    };
    assert_eq!(days_kept(&[]), (1, "2".to_owned()));
    assert_eq!(
        days_kept(&[(1, 0)]),
        (1, "2".to_owned()),
        "it has ended by then"
    );
    assert_eq!(days_kept(&[(1, 1)]), (1, "3".to_owned()));
    assert_eq!(
        days_kept(&[(1, 1), (3, 0), (5, 0)]),
        (1, "4".to_owned()),
        "passes that touch are one"
    );
}

#[test]
fn purchases_that_make_no_sense_are_refused_by_name() {
    let runs = nights().unfold().unwrap();
    let plan = Plan::free("p", Currency::CNY);
    let passes = [Pass {
        days: 3,
        ..day_pass()
    }];
    let refused = |purchases: &[Purchase]| {
        let error = bill_mix(&runs, &plan, &passes, purchases).unwrap_err();
        (error.kind, error.field)
    };
    let on = |day| Purchase { day, pass: 0 };
    assert_eq!(
        refused(&[on(0), on(2)]),
        (ErrorKind::Overlap, "purchases[1]".to_owned())
    );
    assert_eq!(
        refused(&[on(4), on(0)]),
        (ErrorKind::Overlap, "purchases[1]".to_owned())
    );
    assert_eq!(
        refused(&[on(7)]),
        (ErrorKind::OutOfRange, "purchases[0]".to_owned())
    );
    assert_eq!(
        refused(&[Purchase { day: 0, pass: 1 }]),
        (ErrorKind::OutOfRange, "purchases[0]".to_owned())
    );
    let prepaid = Plan {
        commit: Some(Commit::once(1, Decimal::ZERO)),
        ..plan.clone()
    };
    assert_eq!(
        bill_mix(&runs, &prepaid, &passes, &[]).unwrap_err().field,
        "plan.commit"
    );
}

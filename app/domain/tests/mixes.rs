//! The cheapest mix of passes, metered days and gaps against every possibility of small schedules.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

#[path = "small/brute.rs"]
mod brute;
mod small;
use brute::{Freedom, every_purchase, least};
use domain::pricing::{
    Commit, ExactAmount, GapChoice, MixRules, NoGpuWork, Pass, Plan, Restart, RoundAt, RoundMode,
    SessionState, StoppedPolicy, StoragePrice, Usage, bill_mix, bill_runs, choose_gaps, mix_plan,
    stop_when_longer_than_s,
};
use domain::units::{Currency, Decimal};
use proptest::prelude::*;
use proptest::sample::select;
use small::{any_meter, any_schedule, thousandths};

fn nanos(amount: &ExactAmount) -> i128 {
    amount.rounded(9, RoundMode::HalfUp).unwrap().nanos()
}

/// Up to `most` kinds of pass of up to three days.
fn any_passes(most: usize) -> impl Strategy<Value = Vec<Pass>> {
    let pass = (1_u32..4, thousandths(0..30_000)).prop_map(|(days, price)| Pass {
        name: format!("{days}"),
        days,
        price,
    });
    proptest::collection::vec(pass, 0..=most)
}

fn any_work() -> impl Strategy<Value = NoGpuWork> {
    select(vec![NoGpuWork::OnMachine, NoGpuWork::Anywhere])
}

fn may_stop(work: NoGpuWork) -> bool {
    work == NoGpuWork::Anywhere
}

const AS_PAINTED: Freedom = Freedom {
    gaps: false,
    may_stop: false,
};

proptest! {
    /// Runs over midnight, increments, minimum and least charge; also which of two equal mixes is told.
    #[test]
    fn no_purchases_cost_less_than_the_mix(usage in any_schedule(6, 5), plan in any_meter(), passes in any_passes(3)) {
        // A mix counts runs alone.
        let plan = Plan { storage: StoragePrice::default(), stopped: Default::default(), ..plan };
        let runs = usage.unfold().unwrap();
        let found = mix_plan(&runs, &plan, &passes, MixRules::Runs).unwrap();
        let cost = |purchases: &[_]| bill_mix(&runs, &plan, &passes, purchases).unwrap().total.nanos();
        let tried = every_purchase(usage.horizon_days, &passes);
        let best = tried.iter().min_by_key(|purchases| (cost(purchases), purchases.len())).unwrap();
        prop_assert_eq!(nanos(&found.cost), cost(best));
        prop_assert_eq!(&found.purchases, best);
        prop_assert_eq!(nanos(&found.all_metered_cost), cost(&[]));
        prop_assert_eq!(&found.usage, &runs);
    }

    #[test]
    fn no_choice_of_gaps_costs_less(usage in any_schedule(5, 3), plan in any_meter(), work in any_work()) {
        let runs = usage.unfold().unwrap();
        let found = choose_gaps(&runs, &plan, work).unwrap();
        let freedom = Freedom { gaps: true, may_stop: may_stop(work) };
        prop_assert_eq!(nanos(&found.cost), least(&usage, &plan, &[], &[], &freedom));
        prop_assert_eq!(nanos(&found.as_painted_cost), bill_runs(&runs, &plan).unwrap().total.nanos());
        prop_assert!(found.cost <= found.as_painted_cost);
        prop_assert!(found.cost <= found.all_kept_cost);
    }

    #[test]
    fn no_purchases_and_gaps_together_cost_less(
        usage in any_schedule(3, 3), plan in any_meter(), passes in any_passes(2), work in any_work(),
    ) {
        let runs = usage.unfold().unwrap();
        let found = mix_plan(&runs, &plan, &passes, MixRules::ChooseGaps(work)).unwrap();
        let freedom = Freedom { gaps: true, may_stop: may_stop(work) };
        let best = every_purchase(usage.horizon_days, &passes)
            .iter()
            .map(|purchases| least(&usage, &plan, &passes, purchases, &freedom))
            .min();
        prop_assert_eq!(Some(nanos(&found.cost)), best);
    }

    /// The same without the choice of gaps: a stopped machine that is paid for is saved by a pass.
    #[test]
    fn no_purchases_cost_less_where_the_machine_is_paid_while_stopped(
        usage in any_schedule(5, 4), plan in any_meter(), passes in any_passes(3),
    ) {
        let runs = usage.unfold().unwrap();
        let found = mix_plan(&runs, &plan, &passes, MixRules::Machine).unwrap();
        let best = every_purchase(usage.horizon_days, &passes)
            .iter()
            .map(|purchases| least(&usage, &plan, &passes, purchases, &AS_PAINTED))
            .min();
        prop_assert_eq!(Some(nanos(&found.cost)), best);
    }

    /// The use that comes with a mix is billed for what the mix says, and all of the work is done in it.
    #[test]
    fn the_bill_of_a_mix_is_its_cost(
        usage in any_schedule(12, 7), plan in any_meter(), passes in any_passes(3), work in any_work(),
    ) {
        let runs = usage.unfold().unwrap();
        let painted = bill_runs(&runs, &plan).unwrap();
        let found = mix_plan(&runs, &plan, &passes, MixRules::ChooseGaps(work)).unwrap();
        let bill = bill_mix(&found.usage, &plan, &passes, &found.purchases).unwrap();
        prop_assert_eq!(bill.total.nanos(), nanos(&found.cost));
        prop_assert_eq!(bill.useful_gpu_s, painted.useful_gpu_s);
        let alone = choose_gaps(&runs, &plan, work).unwrap();
        let bill = bill_runs(&alone.usage, &plan).unwrap();
        prop_assert_eq!(bill.total.nanos(), nanos(&alone.cost));
        prop_assert_eq!(bill.useful_gpu_s, painted.useful_gpu_s);
        prop_assert!(found.cost <= alone.cost);
    }

    /// Under the same meter the mix is never dearer than all metered, nor than any pass bought back to back.
    #[test]
    fn the_mix_is_never_dearer_than_a_single_way_to_pay(
        usage in any_schedule(12, 7), plan in any_meter(), passes in any_passes(4), work in any_work(),
    ) {
        let runs = usage.unfold().unwrap();
        for rules in [MixRules::Machine, MixRules::ChooseGaps(work)] {
            let found = mix_plan(&runs, &plan, &passes, rules).unwrap();
            let mixed = nanos(&found.cost);
            prop_assert!(mixed <= bill_runs(&runs, &plan).unwrap().total.nanos());
            for pass in &passes {
                let commit = Commit {
                    auto_renew: true,
                    ..Commit::once(pass.days, pass.price)
                };
                let prepaid = Plan { commit: Some(commit), ..plan.clone() };
                prop_assert!(mixed <= bill_runs(&runs, &prepaid).unwrap().total.nanos());
            }
        }
    }
}

/// Every day three sessions of 55 minutes with 5 minutes between them, and a long one at night, over a year.
#[test]
fn a_year_is_kept_over_short_breaks_and_stopped_over_long_ones() {
    let at = |day: u64, minutes: u64| day * 86_400 + minutes * 60;
    let parts: Vec<_> = (0..7)
        .flat_map(|day| {
            [(480, 535), (540, 595), (600, 655), (1_200, 1_560)]
                .map(|(start, end)| (at(day, start), at(day, end), SessionState::Gpu))
        })
        .collect();
    let usage = Usage {
        setup_s: 600,
        horizon_days: 364,
        ..small::usage_of(7, &parts)
    };
    let runs = usage.unfold().unwrap();
    let hourly = Plan {
        gpu_hour: "2".parse().unwrap(),
        increment_s: 3600,
        ..Plan::free("p", Currency::CNY)
    };
    // Three hours in the morning either way: 55 + 5 + 45 + 5 + 45 minutes when kept. Six at night, four in the last.
    let found = choose_gaps(&runs, &hourly, NoGpuWork::OnMachine).unwrap();
    assert_eq!(found.as_painted_cost.text(2).unwrap(), "6548.00");
    assert_eq!(found.cost, found.as_painted_cost);
    assert!(found.gaps.iter().all(|gap| gap.choice == GapChoice::Stop));
    // By the second a break of five minutes costs less than ten minutes of set-up.
    let by_second = Plan {
        increment_s: 1,
        ..hourly
    };
    let found = choose_gaps(&runs, &by_second, NoGpuWork::OnMachine).unwrap();
    let kept: Vec<_> = found
        .gaps
        .iter()
        .filter(|gap| gap.choice == GapChoice::Keep)
        .collect();
    assert_eq!((kept.len(), found.gaps.len()), (2 * 364, 4 * 364 - 1));
    assert!(kept.iter().all(|gap| gap.end - gap.start == 300));
    // Twice five minutes a day at 2.00 an hour.
    assert_eq!(found.as_painted_cost.text(2).unwrap(), "6366.00");
    assert_eq!(found.cost.text(6).unwrap(), "6244.666667");
}

#[test]
fn a_stop_is_cheaper_from_where_the_bills_say_so() {
    let plan = |increment_s, stopped: &str| Plan {
        gpu_hour: "2".parse().unwrap(),
        increment_s,
        storage: StoragePrice {
            gb_month: "0.1".parse().unwrap(),
            stopped_gb_month: stopped.parse().ok(),
            ..StoragePrice::default()
        },
        ..Plan::free("p", Currency::CNY)
    };
    let restart = |session_s, data| Restart {
        session_s,
        setup_s: 600,
        data_gb: Decimal::from_int(data),
    };
    let longest = |plan: &Plan, restart| stop_when_longer_than_s(plan, &restart).unwrap();
    // By the second: exactly the set-up.
    assert_eq!(longest(&plan(1, "0.1"), restart(7200, 0)), Some(600));
    // Two started hours either way until both are full: 90 + 90 - 10 minutes and 70 minutes of gap.
    assert_eq!(longest(&plan(3600, "0.1"), restart(5400, 0)), Some(4200));
    // 10,000 GB cost 1.388… an hour more while stopped, so that a second kept costs 0.611… of 2.00 an hour.
    assert_eq!(longest(&plan(1, "0.2"), restart(7200, 10_000)), Some(600));
    assert_eq!(longest(&plan(1, "0.2"), restart(7200, 20_000)), None);
    let full = Plan {
        stopped: StoppedPolicy::Full,
        ..plan(1, "0.1")
    };
    assert_eq!(longest(&full, restart(7200, 0)), None);
}

/// A machine that is paid while stopped is paid from its first use on: what is saved of set-up does not move that.
#[test]
fn the_first_use_is_not_moved_by_a_pass_that_follows_it() {
    let minutes = |minutes: u64| minutes * 60;
    let usage = Usage {
        setup_s: 600,
        ..small::usage_of(
            2,
            &[
                (minutes(1_319), minutes(1_380), SessionState::Gpu),
                (minutes(1_385), minutes(1_470), SessionState::Gpu),
            ],
        )
    };
    let plan = Plan {
        gpu_hour: "2".parse().unwrap(),
        increment_s: 3600,
        stopped: StoppedPolicy::Full,
        round_at: RoundAt::Total,
        minor_digits: 9,
        ..Plan::free("p", Currency::CNY)
    };
    let passes = [Pass {
        name: "day".to_owned(),
        days: 1,
        price: "4.8".parse().unwrap(),
    }];
    let runs = usage.unfold().unwrap();
    let rules = MixRules::ChooseGaps(NoGpuWork::OnMachine);
    let found = mix_plan(&runs, &plan, &passes, rules).unwrap();
    // 61 + 5 + 55 - 10 minutes are two started hours, three when stopped between; the ten minutes saved are paid as a
    // stop; the next day is bought.
    assert_eq!(found.cost.text(6).unwrap(), "9.133333");
    let bill = bill_mix(&found.usage, &plan, &passes, &found.purchases).unwrap();
    assert_eq!(bill.total.nanos(), nanos(&found.cost));
}

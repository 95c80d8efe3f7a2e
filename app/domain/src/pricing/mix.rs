//! The cheapest mix of day passes and metered days for a schedule that is known.
//!
//! A run that crosses midnight is rounded as one unless a pass cuts it, so the metered cost of a stretch of days is
//! not a sum over its days. The states are therefore whole stretches: with `M(i, j)` the metered cost of the days
//! from `i` up to `j`, the best cost from day `i` on is
//!
//! ```text
//! C(i) = min( M(i, N),  min over j ≥ i and passes k of  M(i, j) + P_k + C(min(N, j + D_k)) )
//! ```
//!
//! Where gaps are chosen too, `M(i, j)` is the optimum of the stretch (see `gaps.rs`): it begins and ends with the
//! machine off, unless a run crosses its border. Inside a pass the machine is used as painted.
use super::gaps::{Gap, NoGpuWork, Schedule, freedom, row};
use super::plan::Plan;
use super::rates::Rates;
use super::row::Freedom;
use super::runs::UsageRuns;
use super::spans::Span;
use super::{DAY_S, ErrorKind, ExactAmount, PricingError};
use crate::units::Decimal;

/// Most kinds of pass.
const MAX_PASSES: usize = 100;

/// A pass that covers whole days from midnight on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// What it is called.
    pub name: String,
    /// Days that it covers; above zero.
    pub days: u32,
    /// Its price, in the plan's currency.
    pub price: Decimal,
}

/// A pass bought for the days from `day` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Purchase {
    /// First day that it covers; 0 begins the horizon.
    pub day: u32,
    /// Which of the passes on offer.
    pub pass: usize,
}

/// What a mix may change, and what it counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MixRules {
    /// Runs as painted, every gap a stop; machine time of runs is all that counts.
    #[default]
    Runs,
    /// As painted; a stopped machine that is paid for and data count too.
    Machine,
    /// The same, with the choice of [`super::choose_gaps`] for every gap in metered time.
    ChooseGaps(NoGpuWork),
}

/// The best mix: exact, before transfer, discount, tax and rounding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MixPlan {
    /// Cost of the mix.
    pub cost: ExactAmount,
    /// Cost as painted without any pass.
    pub all_metered_cost: ExactAmount,
    /// What the mix saves.
    pub saving: ExactAmount,
    /// Passes to buy, in order; all other days are metered.
    pub purchases: Vec<Purchase>,
    /// Gaps between two runs in one stretch of metered time, in order.
    pub gaps: Vec<Gap>,
    /// Painted runs without a GPU in metered time, in order.
    pub no_gpu: Vec<Gap>,
    /// The use that results, to be billed with [`super::bill_mix`].
    pub usage: UsageRuns,
}

/// The best from one day on.
#[derive(Clone, Copy)]
struct Best {
    cost: i128,
    purchases: u32,
    /// Day and index of the next pass; none when the rest is metered.
    next: Option<(usize, usize)>,
}

/// Finds the cheapest mix of passes and metered time.
///
/// Ties: fewest purchases; then, from day 0 on, metering before a pass and passes in the order given.
/// Errors: as [`super::bill`]; a pass outside its bounds; a plan with prepaid periods of its own; where more than runs
/// count, as [`super::choose_gaps`].
pub fn mix_plan(
    usage: &UsageRuns,
    plan: &Plan,
    passes: &[Pass],
    rules: MixRules,
) -> Result<MixPlan, PricingError> {
    check_mix(plan, passes)?;
    let (rates, freedom) = match rules {
        MixRules::Runs => (Rates::of_runs(plan)?, Freedom::AsPainted),
        MixRules::Machine => (Rates::of_machine(usage, plan)?, Freedom::AsPainted),
        MixRules::ChooseGaps(no_gpu) => (Rates::of_machine(usage, plan)?, freedom(no_gpu)),
    };
    let row_of = |freedom| row(usage, plan, &rates, freedom);
    let (row, as_painted) = (row_of(freedom)?, row_of(Freedom::AsPainted)?);
    let too_large = || PricingError::too_large("plan.gpu_hour");
    let last = (usage.horizon_s / DAY_S) as usize;
    let borders: Vec<u64> = (0..=last as u64).map(|day| day * DAY_S).collect();
    let whole = row.whole(&borders)?;
    let prices = passes
        .iter()
        .map(|pass| rates.of_price(pass.price).ok_or_else(too_large))
        .collect::<Result<Vec<i128>, _>>()?;
    let data = painted_data(usage, &rates).ok_or_else(too_large)?;

    let mut best = vec![
        Best {
            cost: 0,
            purchases: 0,
            next: None
        };
        last + 1
    ];
    for day in (0..last).rev() {
        let metered = row.costs(borders[day], &borders[day..], &whole)?;
        let mut found = Best {
            cost: metered[last - day],
            purchases: 0,
            next: None,
        };
        // Later starts first: on a tie the day is metered rather than covered.
        for start in (day..last).rev() {
            for (index, pass) in passes.iter().enumerate() {
                let end = last.min(start + pass.days as usize);
                let rest = best[end];
                let cost = [prices[index], data[end] - data[start], rest.cost]
                    .into_iter()
                    .try_fold(metered[start - day], i128::checked_add)
                    .ok_or_else(too_large)?;
                let purchases = rest.purchases + 1;
                if (cost, purchases) < (found.cost, found.purchases) {
                    found = Best {
                        cost,
                        purchases,
                        next: Some((start, index)),
                    };
                }
            }
        }
        best[day] = found;
    }

    let (mut purchases, mut schedule) = (Vec::new(), Schedule::new(usage));
    let mut day = 0;
    while day < last {
        let next = best[day].next;
        let end = next.map_or(last, |(start, _)| start);
        let metered = Span::new(borders[day], borders[end]);
        schedule.add(&row, &row.choices(metered)?, metered);
        let Some((start, pass)) = next else { break };
        purchases.push(Purchase {
            day: start as u32,
            pass,
        });
        day = last.min(start + passes[pass].days as usize);
        schedule.add_painted(Span::new(metered.end, borders[day]));
    }
    let all_metered = as_painted.cost(0, borders[last])?;
    let (gaps, no_gpu, usage) = schedule.finish();
    Ok(MixPlan {
        cost: rates.amount(best[0].cost),
        all_metered_cost: rates.amount(all_metered),
        saving: rates.amount(all_metered - best[0].cost),
        purchases,
        gaps,
        no_gpu,
        usage,
    })
}

/// What data cost up to each midnight when the machine is used as painted.
fn painted_data(usage: &UsageRuns, rates: &Rates<'_>) -> Option<Vec<i128>> {
    let mut rest = usage.on.iter().copied().peekable();
    let (mut costs, mut sum) = (vec![0], 0_i128);
    for day in 0..usage.horizon_s / DAY_S {
        let day = Span::new(day * DAY_S, (day + 1) * DAY_S);
        let mut on_s = 0;
        while let Some(on) = rest.peek() {
            on_s += on.within(day).map_or(0, Span::seconds);
            if on.end > day.end {
                break;
            }
            rest.next();
        }
        let on = rates.on.checked_mul(i128::from(on_s))?;
        // Before any first use: a pass pays for a stopped machine.
        let off = rates.off(0, DAY_S - on_s, u64::MAX)?;
        sum = sum.checked_add(on)?.checked_add(off)?;
        costs.push(sum);
    }
    Some(costs)
}

/// The bounds of a plan with passes beside it.
pub(super) fn check_mix(plan: &Plan, passes: &[Pass]) -> Result<(), PricingError> {
    plan.check()?;
    if plan.commit.is_some() {
        let message = "a plan in a mix has no prepaid periods of its own; give them as passes";
        return Err(PricingError::new(
            ErrorKind::BadValue,
            "plan.commit",
            message,
        ));
    }
    if passes.len() > MAX_PASSES {
        let message = format!("`{}` passes; at most {MAX_PASSES}", passes.len());
        return Err(PricingError::out_of_range("passes", message));
    }
    for (index, pass) in passes.iter().enumerate() {
        super::plan_check::between(&format!("passes[{index}].days"), pass.days, 1..=100_000)?;
        super::plan_check::not_negative(&format!("passes[{index}].price"), pass.price)?;
    }
    Ok(())
}

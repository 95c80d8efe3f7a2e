//! The cheapest mix of day passes and metered days for a schedule that is known.
//!
//! A run that crosses midnight is rounded as one unless a pass cuts it, so the metered cost of a stretch of days is
//! not a sum over its days. The states are therefore whole stretches: with `M(i, j)` the metered cost of the days
//! from `i` up to `j`, the best cost from day `i` on is
//!
//! ```text
//! C(i) = min( M(i, N),  min over j ≥ i and passes k of  M(i, j) + P_k + C(min(N, j + D_k)) )
//! ```
use super::compute::{billed_seconds, machine_hour, nogpu_hour};
use super::plan::Plan;
use super::rounding::{exact, half_up_text};
use super::runs::{Run, RunState, UsageRuns};
use super::usage::Usage;
use super::{DAY_S, ErrorKind, PricingError};
use crate::units::Decimal;
use serde::Serialize;

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

/// The best mix. Amounts are exact compute costs with 6 decimals, before storage, transfer, discount and tax.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mix {
    /// Cost of the mix.
    pub optimal_cost: String,
    /// Day and name of each pass to buy; all other days are metered.
    pub purchases: Vec<(u32, String)>,
    /// Cost without any pass.
    pub all_metered_cost: String,
    /// What the mix saves.
    pub saving: String,
}

/// The best from one day on.
#[derive(Clone, Copy)]
struct Best {
    /// Nano-units times 3600.
    cost: i128,
    purchases: u32,
    /// Day and index of the next pass; none when the rest is metered.
    next: Option<(usize, usize)>,
}

/// Finds the cheapest mix of passes and metered time.
///
/// Ties: fewest purchases; then, from day 0 on, metering before a pass and passes in the order given.
/// Errors: as [`super::bill`]; a pass outside its bounds; a plan with prepaid periods of its own.
pub fn mix(usage: &Usage, plan: &Plan, passes: &[Pass]) -> Result<Mix, PricingError> {
    let runs = usage.unfold()?;
    plan.check()?;
    if plan.commit.is_some() {
        let message = "a plan in a mix has no prepaid periods of its own; give them as passes";
        return Err(PricingError::new(
            ErrorKind::BadValue,
            "plan.commit",
            message,
        ));
    }
    check_passes(passes)?;
    let last = usage.horizon_days as usize;
    let too_large = || PricingError::too_large("plan.gpu_hour");
    let meter = StretchMeter {
        plan,
        gpu: machine_hour(plan)?,
        nogpu: nogpu_hour(plan)?,
    };

    let mut best = vec![
        Best {
            cost: 0,
            purchases: 0,
            next: None
        };
        last + 1
    ];
    for day in (0..last).rev() {
        let metered = meter
            .stretches_from(&runs, day, last)
            .ok_or_else(too_large)?;
        let mut found = Best {
            cost: metered[last - day],
            purchases: 0,
            next: None,
        };
        // Later starts first: on a tie the day is metered rather than covered.
        for start in (day..last).rev() {
            for (index, pass) in passes.iter().enumerate() {
                let rest = best[last.min(start + pass.days as usize)];
                let price = pass
                    .price
                    .nanos()
                    .checked_mul(3600)
                    .and_then(|price| price.checked_add(rest.cost));
                let cost = price
                    .and_then(|price| price.checked_add(metered[start - day]))
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
    let all_metered = meter.stretches_from(&runs, 0, last).ok_or_else(too_large)?[last];
    let mut purchases = Vec::new();
    let mut day = 0;
    while let Some((start, index)) = best[day].next {
        purchases.push((start as u32, passes[index].name.clone()));
        day = last.min(start + passes[index].days as usize);
    }
    let text = |cost: i128| half_up_text(&exact(cost, 3600), 6, "plan.gpu_hour");
    Ok(Mix {
        optimal_cost: text(best[0].cost)?,
        purchases,
        all_metered_cost: text(all_metered)?,
        saving: text(all_metered - best[0].cost)?,
    })
}

fn check_passes(passes: &[Pass]) -> Result<(), PricingError> {
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

/// Meters stretches of whole days; prices are nano-units an hour.
struct StretchMeter<'plan> {
    plan: &'plan Plan,
    gpu: i128,
    nogpu: i128,
}

impl StretchMeter<'_> {
    /// `M(from, to)` for every `to` from `from` to `last`; `None` when an amount is too large.
    fn stretches_from(&self, usage: &UsageRuns, from: usize, last: usize) -> Option<Vec<i128>> {
        let begin = from as u64 * DAY_S;
        let first = usage.runs.partition_point(|run| run.end <= begin);
        let mut rest = usage.runs[first..].iter().peekable();
        let mut costs = vec![0];
        let mut whole = 0_i128;
        for to in from + 1..=last {
            let end = to as u64 * DAY_S;
            while let Some(run) = rest.next_if(|run| run.end <= end) {
                whole = whole.checked_add(self.piece(run, begin, end)?)?;
            }
            // At most one run goes on past this midnight; ending here it would be cut.
            let cut = rest
                .peek()
                .filter(|run| run.start < end)
                .map_or(Some(0), |run| self.piece(run, begin, end))?;
            costs.push(whole.checked_add(cut)?);
        }
        Some(costs)
    }

    /// The part of a run inside a stretch, metered on its own.
    fn piece(&self, run: &Run, begin: u64, end: u64) -> Option<i128> {
        let length = run.end.min(end) - run.start.max(begin);
        let price = if run.state == RunState::Gpu {
            self.gpu
        } else {
            self.nogpu
        };
        let amount = price.checked_mul(i128::from(billed_seconds(self.plan, length)))?;
        Some(amount.max(self.plan.min_charge.nanos().checked_mul(3600)?))
    }
}

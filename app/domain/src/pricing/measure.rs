//! What one rule bills of one use, before any price: whole seconds and periods.
//!
//! The price of a use under many plans of one rule is these quantities times each plan's prices. A week repeats, so few
//! lengths of run occur, and each is rounded once.
use super::commit::Coverage;
use super::compute::{billed_seconds, stopped_seconds};
use super::plan::{Plan, StoppedPolicy};
use super::runs::{RunState, UsageRuns};
use super::storage::held_seconds;
use super::{DAY_S, PricingError};

/// Lengths that are told apart; runs of further ones are listed one by one.
const MOST_LENGTHS: usize = 32;

/// How many runs of each length a use has, and how long the machine is off.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lengths {
    gpu: Vec<(u64, u64)>,
    no_gpu: Vec<(u64, u64)>,
    on_s: u64,
    longest_off_s: u64,
}

impl Lengths {
    pub fn of(usage: &UsageRuns) -> Self {
        let mut made = Self::default();
        let mut off_since = 0;
        for run in &usage.runs {
            let length = run.end - run.start;
            made.on_s += length;
            made.longest_off_s = made.longest_off_s.max(run.start - off_since);
            off_since = run.end;
            let list = match run.state {
                RunState::Gpu => &mut made.gpu,
                RunState::NoGpu => &mut made.no_gpu,
            };
            let known = list.iter_mut().take(MOST_LENGTHS);
            match known.into_iter().find(|(known, _)| *known == length) {
                Some((_, count)) => *count += 1,
                None => list.push((length, 1)),
            }
        }
        made.longest_off_s = made.longest_off_s.max(usage.horizon_s - off_since);
        made
    }
}

/// Quantities of one bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Measured {
    /// Metered seconds with the GPU.
    pub gpu_s: u64,
    /// Metered seconds without it.
    pub nogpu_s: u64,
    /// Stopped seconds that cost the machine's price.
    pub stopped_s: u64,
    /// Prepaid periods.
    pub periods: u64,
    /// Seconds of the volume at its running price.
    pub held_running_s: u64,
    /// The same at its stopped price.
    pub held_stopped_s: u64,
}

/// Measures a use by the rules of `plan`; its prices play no part, and the volume is taken as one that costs.
///
/// Takes: `lengths` of the same use; a plan as quotes have it: prepaid periods, if any, follow each other from the
/// horizon's start to its end, storage is charged by the second from the first day.
/// Errors: as the engine.
pub(crate) fn measure(
    usage: &UsageRuns,
    lengths: &Lengths,
    plan: &Plan,
) -> Result<Measured, PricingError> {
    let coverage = Coverage::of(plan.commit.as_ref(), usage)?;
    let is_metered = coverage.periods == 0;
    let billed = |list: &[(u64, u64)]| -> u64 {
        let of_length = |(length, count): &(u64, u64)| billed_seconds(plan, *length) * count;
        if is_metered {
            list.iter().map(of_length).sum()
        } else {
            0
        }
    };
    let stopped_s = if plan.stopped == StoppedPolicy::Full {
        stopped_seconds(usage, &coverage)
    } else {
        0
    };
    let off_s = usage.horizon_s - lengths.on_s;
    let is_kept = plan
        .release_after_stopped_days
        .is_none_or(|days| lengths.longest_off_s <= u64::from(days) * DAY_S);
    let (held_running_s, held_stopped_s) = if usage.data_gb.is_zero() {
        (0, 0)
    } else if plan.stopped == StoppedPolicy::None {
        // What is lost in a stop is there again at the next start.
        (lengths.on_s, 0)
    } else if is_kept {
        (lengths.on_s, off_s)
    } else {
        held_seconds(usage, plan, &coverage)
    };
    Ok(Measured {
        gpu_s: billed(&lengths.gpu),
        nogpu_s: billed(&lengths.no_gpu),
        stopped_s,
        periods: coverage.periods,
        held_running_s,
        held_stopped_s,
    })
}

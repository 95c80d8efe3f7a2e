//! What an interrupted job cost, for interruptions at known instants.
use super::plan_check::{between, not_negative};
use super::rounding::{exact, half_up_text};
use super::{MAX_SPAN_S, PricingError};
use crate::units::Decimal;
use serde::Serialize;

/// Most interruptions of a trace.
const MAX_INTERRUPTS: usize = 10_000;

/// A job and the instants at which its machine is taken away. Times are whole seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceInput {
    /// Useful seconds that the job needs.
    pub work_s: u32,
    /// Progress is saved each time so many useful seconds are done; above zero.
    pub checkpoint_s: u32,
    /// Billed seconds before progress resumes after an interruption.
    pub restart_s: u32,
    /// Unbilled seconds from an interruption to the restart.
    pub gap_s: u32,
    /// Instants, in seconds from the job's start on the wall clock.
    pub interrupt_at_s: Vec<u32>,
    /// Price of an hour.
    pub spot_hour: Decimal,
    /// Each segment is billed in steps of so many seconds; above zero.
    pub increment_s: u32,
    /// Each segment is billed for at least so many seconds.
    pub minimum_s: u32,
}

/// How the job went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpotTrace {
    /// Seconds from start to end.
    pub wall_s: u64,
    /// Running seconds.
    pub run_s: u64,
    /// Billed seconds.
    pub billed_s: u64,
    /// Interruptions that met a running machine.
    pub interrupts_hit: u64,
    /// Useful seconds that had to be done again.
    pub lost_work_s: u64,
    /// Running stretches.
    pub segments: u64,
    /// Cost, 2 decimals.
    pub cost: String,
    /// Running seconds beyond the work, in percent of it, 4 decimals; none without work.
    pub overhead_pct: Option<String>,
}

/// Follows a job through its interruptions. Errors: a value outside its bounds, an amount too large.
pub fn spot_trace(input: &TraceInput) -> Result<SpotTrace, PricingError> {
    check(input)?;
    let (increment, minimum) = (u64::from(input.increment_s), u64::from(input.minimum_s));
    let (mut run_s, mut billed_s, mut segments) = (0_u64, 0_u64, 0_u64);
    let mut segment = |seconds: u64| {
        // A machine taken away in its first second has not run.
        if seconds > 0 {
            run_s += seconds;
            billed_s += seconds.max(minimum).div_ceil(increment) * increment;
            segments += 1;
        }
    };
    let mut instants: Vec<u64> = input
        .interrupt_at_s
        .iter()
        .map(|instant| u64::from(*instant))
        .collect();
    instants.sort_unstable();
    instants.dedup();
    let work = u64::from(input.work_s);
    // The present segment began at `begun`, and progress was `saved` when it did.
    let (mut begun, mut restart, mut saved) = (0_u64, 0_u64, 0_u64);
    let (mut interrupts_hit, mut lost_work_s) = (0, 0);
    for instant in instants {
        let done_at = begun + restart + (work - saved);
        if instant < begun {
            continue;
        }
        if instant >= done_at {
            break;
        }
        segment(instant - begun);
        let progress = saved + (instant - begun).saturating_sub(restart);
        saved = progress - progress % u64::from(input.checkpoint_s);
        lost_work_s += progress - saved;
        interrupts_hit += 1;
        begun = instant + u64::from(input.gap_s);
        restart = u64::from(input.restart_s);
    }
    let wall_s = begun + restart + (work - saved);
    segment(wall_s - begun);

    let too_large = || PricingError::too_large("spot_hour");
    let cost = input
        .spot_hour
        .nanos()
        .checked_mul(i128::from(billed_s))
        .ok_or_else(too_large)?;
    let beyond = i128::from(run_s - work) * 100 * Decimal::SCALE;
    let overhead = || half_up_text(&exact(beyond, i128::from(work)), 4, "work_s");
    Ok(SpotTrace {
        wall_s,
        run_s,
        billed_s,
        interrupts_hit,
        lost_work_s,
        segments,
        cost: half_up_text(&exact(cost, 3600), 2, "spot_hour")?,
        overhead_pct: if work == 0 { None } else { Some(overhead()?) },
    })
}

fn check(input: &TraceInput) -> Result<(), PricingError> {
    not_negative("spot_hour", input.spot_hour)?;
    for (field, value, least) in [
        ("work_s", input.work_s, 0),
        ("checkpoint_s", input.checkpoint_s, 1),
        ("restart_s", input.restart_s, 0),
        ("gap_s", input.gap_s, 0),
        ("increment_s", input.increment_s, 1),
        ("minimum_s", input.minimum_s, 0),
    ] {
        between(field, value, least..=MAX_SPAN_S)?;
    }
    if input.interrupt_at_s.len() > MAX_INTERRUPTS {
        let message = format!(
            "`{}` instants; at most {MAX_INTERRUPTS}",
            input.interrupt_at_s.len()
        );
        return Err(PricingError::out_of_range("interrupt_at_s", message));
    }
    Ok(())
}

//! What one rule bills of one use, before any price: whole seconds and periods.
//!
//! The price of a use under many plans of one rule is these quantities times each plan's prices. They come from the
//! functions that bill, so that both count alike.
use super::PricingError;
use super::commit::Coverage;
use super::compute::compute;
use super::plan::Plan;
use super::runs::UsageRuns;
use super::storage::held_seconds;

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

/// Measures `usage` by the rules of `plan`; its prices play no part, and the volume is taken as one that costs.
///
/// Errors: as the engine.
pub(crate) fn measure(usage: &UsageRuns, plan: &Plan) -> Result<Measured, PricingError> {
    let coverage = Coverage::of(plan.commit.as_ref(), usage)?;
    let compute = compute(usage, plan, &coverage)?;
    let (held_running_s, held_stopped_s) = if usage.data_gb.is_zero() {
        (0, 0)
    } else {
        held_seconds(usage, plan, &coverage)
    };
    Ok(Measured {
        gpu_s: compute.billed_gpu_s,
        nogpu_s: compute.billed_nogpu_s,
        stopped_s: compute.stopped_s,
        periods: coverage.periods,
        held_running_s,
        held_stopped_s,
    })
}

//! What interrupted machines are expected to cost.
use super::PricingError;
use super::plan_check::not_negative;
use super::rounding::{Exact, add, half_up_text, mul};
use crate::units::Decimal;
use serde::Serialize;

/// A job on a machine that may be taken away. Nothing is below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpotInput {
    /// Interruptions in a running hour, on average.
    pub interrupts_per_hour: Decimal,
    /// Hours between checkpoints.
    pub checkpoint_h: Decimal,
    /// Billed hours of each restart.
    pub restart_h: Decimal,
    /// Useful hours that the job needs.
    pub work_h: Decimal,
    /// Price of an interruptible hour.
    pub spot_hour: Decimal,
    /// Price of an hour that is not interrupted.
    pub on_demand_hour: Decimal,
}

/// What is expected of a job that makes progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpotFigures {
    /// Running hours, 6 decimals.
    pub expected_hours: String,
    /// Interruptions, 6 decimals.
    pub expected_interrupts: String,
    /// Cost, 2 decimals.
    pub expected_cost: String,
    /// Cost of the same work without interruptions, 2 decimals.
    pub on_demand_cost: String,
    /// Cost of a useful hour, 6 decimals; none without work.
    pub cost_per_useful_hour: Option<String>,
    /// Share of the on-demand price below which the spot price wins, 6 decimals.
    pub breakeven_price_ratio: String,
    /// Whether it wins at the given prices.
    pub spot_cheaper: bool,
}

/// Whether the job makes progress, and its figures if it does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpotExpected {
    /// False when an hour is expected to lose an hour or more.
    pub feasible: bool,
    /// The figures of a feasible job.
    #[serde(flatten)]
    pub figures: Option<SpotFigures>,
}

/// Expected hours and cost of a job with Poisson interruptions, to first order.
///
/// Left out: waiting for capacity, interruptions during a restart, partial checkpoints.
/// Errors: a value below zero, an amount too large.
pub fn spot_expected(input: &SpotInput) -> Result<SpotExpected, PricingError> {
    for (field, value) in [
        ("interrupts_per_hour", input.interrupts_per_hour),
        ("checkpoint_h", input.checkpoint_h),
        ("restart_h", input.restart_h),
        ("work_h", input.work_h),
        ("spot_hour", input.spot_hour),
        ("on_demand_hour", input.on_demand_hour),
    ] {
        not_negative(field, value)?;
    }
    let plain = |value: Decimal| Exact::new(value.nanos(), Decimal::SCALE);
    let too_large = || PricingError::too_large("work_h");
    let rate = plain(input.interrupts_per_hour);
    // Lost hours in a running hour: half an interval and one restart for each interruption.
    let lost = mul(&plain(input.checkpoint_h), &Exact::new(1, 2))
        .and_then(|half| add(&half, &plain(input.restart_h)))
        .and_then(|each| mul(&each, &rate))
        .ok_or_else(too_large)?;
    let kept = add(&Exact::from_integer(1), &-lost).ok_or_else(too_large)?;
    if kept <= Exact::from_integer(0) {
        return Ok(SpotExpected {
            feasible: false,
            figures: None,
        });
    }
    let (work, spot, on_demand) = (
        plain(input.work_h),
        plain(input.spot_hour),
        plain(input.on_demand_hour),
    );
    let product = |a: &Exact, b: &Exact| mul(a, b).ok_or_else(too_large);
    let text = |value: &Exact, digits| {
        half_up_text(
            &product(value, &Exact::from_integer(Decimal::SCALE))?,
            digits,
            "work_h",
        )
    };
    let per_useful = kept.recip();
    let hours = product(&work, &per_useful)?;
    let price_per_useful = product(&spot, &per_useful)?;
    let figures = SpotFigures {
        expected_hours: text(&hours, 6)?,
        expected_interrupts: text(&product(&hours, &rate)?, 6)?,
        expected_cost: text(&product(&hours, &spot)?, 2)?,
        on_demand_cost: text(&product(&work, &on_demand)?, 2)?,
        cost_per_useful_hour: if input.work_h.is_zero() {
            None
        } else {
            Some(text(&price_per_useful, 6)?)
        },
        breakeven_price_ratio: text(&kept, 6)?,
        spot_cheaper: spot < product(&on_demand, &kept)?,
    };
    Ok(SpotExpected {
        feasible: true,
        figures: Some(figures),
    })
}

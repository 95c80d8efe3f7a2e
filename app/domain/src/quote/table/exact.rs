//! A row's bill in 128 bits: for amounts of any size, and for the lines of the rows that are shown.
use super::side::{NoGpuPrice, Side, Used};
use super::top::{Candidate, Cheapest};
use super::{Group, RowBill};
use crate::pricing::{Lines, PricingError};
use crate::units::{Decimal, div_round_half_up};

const SCALE: i128 = Decimal::SCALE;
const HOUR_S: i128 = 3600;
const PERCENT: i128 = 100 * SCALE;

/// `amount × factor / divisor` nano-units, rounded half up to the minor unit of `digits` decimals.
fn line(amount: i128, factor: i128, divisor: i128, digits: u32) -> Option<i128> {
    let minor = 10_i128.pow(9_u32.saturating_sub(digits));
    div_round_half_up(amount.checked_mul(factor)?, divisor.checked_mul(minor)?)?.checked_mul(minor)
}

fn sum(lines: &[i128]) -> Option<i128> {
    lines
        .iter()
        .try_fold(0_i128, |sum, line| sum.checked_add(*line))
}

/// The nine lines of a row, in order; its total is their sum.
fn lines(group: &Group, side: &Side, used: &Used, row: usize) -> Option<[i128; 9]> {
    let (plan, measured) = (&group.plan, &side.measured);
    let digits = plan.minor_digits;
    let machine = group.machine_hour.amount(row);
    let no_gpu = match side.no_gpu {
        NoGpuPrice::Own => group.no_gpu.amount(row),
        NoGpuPrice::Machine => machine,
        NoGpuPrice::Free => 0,
    };
    let hourly = |price: i128, seconds: u64| line(price, i128::from(seconds), HOUR_S, digits);
    let free_gb = side.free_gb.unwrap_or_else(|| group.free_gb.amount(row));
    let held =
        |column: &super::Column, seconds: u64| column.amount(row).checked_mul(i128::from(seconds));
    let billable_gb = (used.data - free_gb).max(0);
    let storage = if billable_gb == 0 {
        0
    } else {
        let running = held(&group.storage, measured.held_running_s)?;
        let stopped = held(&group.storage_stopped, measured.held_stopped_s)?;
        let month = SCALE * i128::from(plan.storage.month_s);
        line(running.checked_add(stopped)?, billable_gb, month, digits)?
    };
    let mut lines = [
        hourly(machine, measured.gpu_s)?,
        hourly(no_gpu, measured.nogpu_s)?,
        hourly(machine, measured.stopped_s)?,
        line(
            group.period.amount(row),
            i128::from(measured.periods),
            1,
            digits,
        )?,
        storage,
        line(group.egress.amount(row), used.sent, SCALE, digits)?,
        0,
        0,
        0,
    ];
    if let Some(percent) = group.rule.discount_pct {
        let compute = sum(&lines[..4])?;
        lines[7] = -line(compute, i128::from(percent), PERCENT, digits)?;
    }
    Some(lines)
}

fn shown(total: i128, group: &Group) -> Option<i128> {
    match &group.plan.fx {
        None => Some(total),
        Some(fx) => line(total, fx.rate.nanos(), SCALE, fx.digits),
    }
}

fn total_shown(group: &Group, side: &Side, used: &Used, row: usize) -> Option<i128> {
    shown(sum(&lines(group, side, used, row)?)?, group)
}

fn too_large() -> PricingError {
    PricingError::too_large("plan")
}

/// Offers the rows of a group to `cheapest`.
///
/// Errors: past what the engine holds, or a total of more than 64 bits of minor units, which no currency has.
pub(super) fn rank(
    group: &Group,
    used: &Used,
    takes_part: &dyn Fn(usize) -> bool,
    cheapest: &mut Cheapest,
) -> Result<(), PricingError> {
    let minor = |side: &Side, row: usize| {
        let nanos = total_shown(group, side, used, row)?;
        u64::try_from(nanos / group.shown_unit()).ok()
    };
    for row in (0..group.ids.len()).filter(|row| takes_part(*row)) {
        let low = minor(&used.low, row).ok_or_else(too_large)?;
        let high = match used.other_high() {
            None => low,
            Some(high) => minor(high, row).ok_or_else(too_large)?,
        };
        cheapest.offer(Candidate {
            high,
            low,
            id: group.ids[row],
            position: group.positions[row],
        });
    }
    Ok(())
}

/// The bill of a row.
pub(super) fn bill(group: &Group, used: &Used, row: usize) -> Result<RowBill, PricingError> {
    let of = |side: &Side| lines(group, side, used, row).ok_or_else(too_large);
    let total = |lines: &[i128]| sum(lines).map(Decimal::from_nanos).ok_or_else(too_large);
    let low = of(&used.low)?;
    Ok(RowBill {
        total: total(&low)?,
        lines: Lines::new(low.map(Decimal::from_nanos), group.plan.minor_digits),
        total_high: match &used.high {
            None => None,
            Some(high) => Some(total(&of(high)?)?),
        },
        no_gpu: used.no_gpu,
    })
}

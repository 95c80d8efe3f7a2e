//! Day and night: when the machine is on, and what those hours cost at the meter.
use super::super::{NoGpuTerms, Prepared, Terms};
use crate::pricing::{DAY_S, RunState};
use crate::units::{Decimal, Money, div_round_half_up};

/// First and last hour of the day part; the rest is night.
pub const DAY_HOURS: (u64, u64) = (8, 20);

/// One part of the day over the whole plan. Amounts are hours × price in the offer's own currency, before rounding up
/// to increments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockShare {
    /// Seconds with the GPU.
    pub gpu_s: u64,
    /// Seconds of no-GPU work.
    pub no_gpu_s: u64,
    /// The GPU seconds at their price.
    pub gpu: Money,
    /// The no-GPU seconds at the mode's price; `None` where the platform has no such mode or its price is unknown.
    pub no_gpu: Option<Money>,
    /// The no-GPU seconds at the GPU's price.
    pub left_on: Money,
}

/// The day part and the night part of a metered offer; `None` for a prepaid one, and for an amount out of range.
pub fn day_and_night(terms: &Terms, prepared: &Prepared) -> Option<[ClockShare; 2]> {
    if terms.term.is_some() {
        return None;
    }
    let mut seconds = [[0_u64; 2]; 2];
    for run in prepared.with_no_gpu.runs.runs() {
        let state = usize::from(run.state == RunState::NoGpu);
        let by_day = day_seconds(run.end) - day_seconds(run.start);
        seconds[0][state] += by_day;
        seconds[1][state] += run.end - run.start - by_day;
    }
    let cost = |price: i64, seconds: u64| -> Option<Money> {
        let nanos = div_round_half_up(i128::from(price).checked_mul(i128::from(seconds))?, 3600)?;
        Money::from_decimal(Decimal::from_nanos(nanos), terms.currency).ok()
    };
    let share = |[gpu_s, no_gpu_s]: [u64; 2]| {
        Some(ClockShare {
            gpu_s,
            no_gpu_s,
            gpu: cost(terms.machine_hour, gpu_s)?,
            no_gpu: match terms.no_gpu {
                NoGpuTerms::Price(price) => Some(cost(price, no_gpu_s)?),
                NoGpuTerms::Absent | NoGpuTerms::PriceUnknown => None,
            },
            left_on: cost(terms.machine_hour, no_gpu_s)?,
        })
    };
    Some([share(seconds[0])?, share(seconds[1])?])
}

/// Seconds of day before instant `at`.
fn day_seconds(at: u64) -> u64 {
    let (from, to) = (DAY_HOURS.0 * 3600, DAY_HOURS.1 * 3600);
    at / DAY_S * (to - from) + (at % DAY_S).clamp(from, to) - from
}

#[cfg(test)]
mod tests {
    use super::day_seconds;

    #[test]
    fn day_is_from_eight_to_twenty() {
        let hours = |from: u64, to: u64| (day_seconds(to * 3600) - day_seconds(from * 3600)) / 3600;
        assert_eq!(hours(0, 24), 12);
        assert_eq!(hours(19, 23), 1);
        assert_eq!(hours(20, 32), 0);
        assert_eq!(hours(6, 9), 1);
        assert_eq!(hours(20, 68), 24);
    }
}

//! Machine time: runs metered in increments, and a stopped machine that is still paid for.
use super::PricingError;
use super::commit::Coverage;
use super::plan::{Plan, RoundAt, StoppedPolicy};
use super::rounding::{Exact, exact, round_parts};
use super::runs::{RunState, UsageRuns};
use super::spans::Span;

const HOUR_S: u64 = 3600;

/// The meter of one line: whole seconds where they may be summed before the price, else amounts run by run.
struct Meter<'plan> {
    plan: &'plan Plan,
    /// Nano-units an hour.
    price: i128,
    seconds: u64,
    /// Nano-units times seconds of an hour, of runs that are priced one by one.
    amounts: i128,
}

/// Seconds billed for a run of `length` seconds.
pub(super) fn billed_seconds(plan: &Plan, length: u64) -> u64 {
    let increment = u64::from(plan.increment_s);
    length.max(u64::from(plan.minimum_s)).div_ceil(increment) * increment
}

impl<'plan> Meter<'plan> {
    const fn new(plan: &'plan Plan, price: i128) -> Self {
        Self {
            plan,
            price,
            seconds: 0,
            amounts: 0,
        }
    }

    /// Adds a run. Gives its billed seconds, or `None` when the amount is too large.
    fn add(&mut self, run: Span) -> Option<()> {
        let billed = billed_seconds(self.plan, run.seconds());
        self.seconds += billed;
        let amount = match self.plan.round_at {
            RoundAt::Line | RoundAt::Total if self.plan.min_charge.is_zero() => return Some(()),
            RoundAt::Line | RoundAt::Total => self.exact(billed)?.max(self.least()?),
            RoundAt::Run => self.rounded(self.exact(billed)?.max(self.least()?))?,
            RoundAt::HourCut => {
                self.rounded(self.by_clock_hours(run.start, billed)?.max(self.least()?))?
            }
        };
        self.amounts = self.amounts.checked_add(amount)?;
        Some(())
    }

    fn exact(&self, seconds: u64) -> Option<i128> {
        self.price.checked_mul(i128::from(seconds))
    }

    fn least(&self) -> Option<i128> {
        self.plan.min_charge.nanos().checked_mul(i128::from(HOUR_S))
    }

    fn rounded(&self, amount: i128) -> Option<i128> {
        round_parts(
            amount,
            i128::from(HOUR_S),
            self.plan.minor_digits,
            self.plan.round_mode,
        )?
        .checked_mul(i128::from(HOUR_S))
    }

    /// The sum of the slices between full clock hours, each rounded.
    fn by_clock_hours(&self, start: u64, billed: u64) -> Option<i128> {
        let first = billed.min(HOUR_S - start % HOUR_S);
        let (hours, rest) = ((billed - first) / HOUR_S, (billed - first) % HOUR_S);
        let slice = |seconds| self.rounded(self.exact(seconds)?);
        slice(first)?
            .checked_add(slice(HOUR_S)?.checked_mul(i128::from(hours))?)?
            .checked_add(slice(rest)?)
    }

    fn amount(&self) -> Option<Exact> {
        let priced_later = match self.plan.round_at {
            RoundAt::Line | RoundAt::Total if self.plan.min_charge.is_zero() => {
                self.exact(self.seconds)?
            }
            _ => 0,
        };
        Some(exact(
            self.amounts.checked_add(priced_later)?,
            i128::from(HOUR_S),
        ))
    }
}

/// Nano-units of a machine-hour with its GPUs.
pub(super) fn machine_hour(plan: &Plan) -> Result<i128, PricingError> {
    let price = plan.gpu_hour.nanos().checked_mul(i128::from(plan.gpus));
    price.ok_or_else(|| PricingError::too_large("plan.gpu_hour"))
}

/// Nano-units of a machine-hour without a GPU; the GPU price where that mode is not offered.
pub(super) fn nogpu_hour(plan: &Plan) -> Result<i128, PricingError> {
    plan.nogpu_hour
        .map_or_else(|| machine_hour(plan), |price| Ok(price.nanos()))
}

/// Machine time of one bill.
pub(super) struct Compute {
    pub gpu: Exact,
    pub nogpu: Exact,
    pub stopped: Exact,
    pub gpu_starts: u64,
    pub served_gpu_s: u64,
    pub useful_gpu_s: u64,
    pub billed_gpu_s: u64,
    pub billed_nogpu_s: u64,
    pub unserved_s: u64,
}

/// Meters every run outside the prepaid stretches.
pub(super) fn compute(
    usage: &UsageRuns,
    plan: &Plan,
    coverage: &Coverage,
) -> Result<Compute, PricingError> {
    let (gpu_price, nogpu_price) = (machine_hour(plan)?, nogpu_hour(plan)?);
    let (mut gpu, mut nogpu) = (Meter::new(plan, gpu_price), Meter::new(plan, nogpu_price));
    let (mut gpu_starts, mut served_gpu_s, mut useful_gpu_s, mut unserved_s) = (0, 0, 0, 0);
    for (run, whole_useful_s) in usage.runs.iter().zip(&usage.useful_s) {
        let asked = Span::new(run.start, run.end);
        let Some(served) = asked.within(Span::new(0, coverage.serves_until)) else {
            unserved_s += asked.seconds();
            continue;
        };
        unserved_s += asked.seconds() - served.seconds();
        let (meter, field) = match run.state {
            RunState::Gpu => {
                gpu_starts += 1;
                served_gpu_s += served.seconds();
                useful_gpu_s += if served == asked {
                    *whole_useful_s
                } else {
                    let served_s = served.seconds().saturating_sub(usage.setup_s);
                    served_s.min(*whole_useful_s)
                };
                (&mut gpu, "plan.gpu_hour")
            }
            RunState::NoGpu => (&mut nogpu, "plan.nogpu_hour"),
        };
        for part in served.outside(&coverage.spans) {
            meter
                .add(part)
                .ok_or_else(|| PricingError::too_large(field))?;
        }
    }
    let stopped_s = if plan.stopped == StoppedPolicy::Full {
        stopped_seconds(usage, coverage)
    } else {
        0
    };
    let stopped = gpu_price
        .checked_mul(i128::from(stopped_s))
        .map(|amount| exact(amount, i128::from(HOUR_S)));
    let too_large = |field| move || PricingError::too_large(field);
    Ok(Compute {
        gpu: gpu.amount().ok_or_else(too_large("plan.gpu_hour"))?,
        nogpu: nogpu.amount().ok_or_else(too_large("plan.nogpu_hour"))?,
        stopped: stopped.ok_or_else(too_large("plan.gpu_hour"))?,
        gpu_starts,
        served_gpu_s,
        useful_gpu_s,
        billed_gpu_s: gpu.seconds,
        billed_nogpu_s: nogpu.seconds,
        unserved_s,
    })
}

/// Seconds from the first served use to the horizon's end in which the machine is neither on nor prepaid.
///
/// Use that is not served counts as stopped, as it does for storage.
pub(super) fn stopped_seconds(usage: &UsageRuns, coverage: &Coverage) -> u64 {
    let served = Span::new(0, coverage.serves_until);
    let Some(first) = usage.on.first().and_then(|on| on.within(served)) else {
        return 0;
    };
    let outside = |span: Span| -> u64 { span.outside(&coverage.spans).map(Span::seconds).sum() };
    let on: u64 = usage
        .on
        .iter()
        .filter_map(|on| on.within(served))
        .map(outside)
        .sum();
    outside(Span::new(first.start, usage.horizon_s)) - on
}

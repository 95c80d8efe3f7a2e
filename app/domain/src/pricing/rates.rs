//! What a second costs, as whole numbers of one small unit: the prices over which a schedule is optimised.
use super::compute::{billed_seconds, machine_hour, nogpu_hour};
use super::plan::{Plan, StoppedPolicy};
use super::rounding::{Exact, mul};
use super::runs::UsageRuns;
use super::{ErrorKind, ExactAmount, PricingError};
use crate::units::Decimal;
use serde::Serialize;

const HOUR_S: i128 = 3600;

/// What the machine does in a stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GapChoice {
    /// On, with its GPU.
    Keep,
    /// On, without a GPU.
    NoGpu,
    /// Off.
    Stop,
}

impl GapChoice {
    pub(super) const ALL: [Self; 3] = [Self::Keep, Self::NoGpu, Self::Stop];
}

/// Prices a second, in the `unit`th part of a nano-unit, so that they are whole.
pub(super) struct Rates<'plan> {
    plan: &'plan Plan,
    unit: i128,
    gpu: i128,
    no_gpu: i128,
    /// Least amount of a run.
    least: i128,
    /// Beside the meter, while the machine is on: data.
    pub on: i128,
    /// While it is off: data.
    off: i128,
    /// While it is off after the first use: the machine, where a stop changes nothing.
    pub stopped: i128,
}

impl<'plan> Rates<'plan> {
    /// Runs alone: neither data nor a stopped machine.
    pub fn of_runs(plan: &'plan Plan) -> Result<Self, PricingError> {
        let least = plan.min_charge.nanos().checked_mul(HOUR_S);
        Ok(Self {
            plan,
            unit: HOUR_S,
            gpu: machine_hour(plan)?,
            no_gpu: nogpu_hour(plan)?,
            least: least.ok_or_else(|| PricingError::too_large("plan.min_charge"))?,
            on: 0,
            off: 0,
            stopped: 0,
        })
    }

    /// Runs, data and a stopped machine that is paid for. Data are charged by the second and never released.
    ///
    /// Errors: a volume that is charged in blocks or free for some days, for then a second has no price of its own.
    pub fn of_machine(usage: &UsageRuns, plan: &'plan Plan) -> Result<Self, PricingError> {
        let mut rates = Self::of_runs(plan)?;
        if plan.stopped == StoppedPolicy::Full {
            rates.stopped = rates.gpu;
        }
        let price = &plan.storage;
        let billable = (usage.data_gb.nanos() - price.free_gb.nanos()).max(0);
        let running = if price.bill_running {
            price.gb_month.nanos()
        } else {
            0
        };
        let stopped = match plan.stopped {
            StoppedPolicy::None => 0,
            _ => price.stopped_gb_month.unwrap_or(price.gb_month).nanos(),
        };
        if billable == 0 || (running == 0 && stopped == 0) {
            return Ok(rates);
        }
        for (field, is_plain) in [
            ("plan.storage.granularity_s", price.granularity_s == 1),
            ("plan.storage.free_days", price.free_days == 0),
        ] {
            if !is_plain {
                let message =
                    "gaps are chosen only where data are charged by the second, from the start on";
                return Err(PricingError::new(ErrorKind::BadValue, field, message));
            }
        }
        let too_large = || PricingError::too_large("plan.storage.gb_month");
        let month = i128::from(price.month_s) * Decimal::SCALE;
        let each = |price: i128| {
            mul(&Exact::new(billable, month), &Exact::from_integer(price)).ok_or_else(too_large)
        };
        let (running, stopped) = (each(running)?, each(stopped)?);
        let common = common_multiple(*running.denom(), *stopped.denom()).ok_or_else(too_large)?;
        let unit = common_multiple(common, HOUR_S).ok_or_else(too_large)?;
        rates.scale(unit / HOUR_S).ok_or_else(too_large)?;
        let whole = |rate: Exact| rate.numer().checked_mul(unit / rate.denom());
        rates.on = whole(running).ok_or_else(too_large)?;
        rates.off = whole(stopped).ok_or_else(too_large)?;
        Ok(rates)
    }

    fn scale(&mut self, factor: i128) -> Option<()> {
        for rate in [
            &mut self.unit,
            &mut self.gpu,
            &mut self.no_gpu,
            &mut self.least,
            &mut self.stopped,
        ] {
            *rate = rate.checked_mul(factor)?;
        }
        Some(())
    }

    /// The price of a second on the meter.
    pub const fn metered(&self, state: GapChoice) -> i128 {
        match state {
            GapChoice::Keep => self.gpu,
            GapChoice::NoGpu => self.no_gpu,
            GapChoice::Stop => 0,
        }
    }

    /// What a run of `seconds` costs on the meter; `None` when it is too large.
    pub fn run(&self, state: GapChoice, seconds: u64) -> Option<i128> {
        let billed = i128::from(billed_seconds(self.plan, seconds));
        Some(self.metered(state).checked_mul(billed)?.max(self.least))
    }

    /// Seconds of an increment.
    pub fn increment_s(&self) -> u64 {
        u64::from(self.plan.increment_s)
    }

    /// Price of an increment.
    pub fn increment(&self, state: GapChoice) -> i128 {
        // A run of it has been priced before.
        self.metered(state) * i128::from(self.plan.increment_s)
    }

    /// Whether a run of `seconds`, and so every longer one, costs its increments and no minimum or least charge.
    pub fn run_exceeds_least(&self, state: GapChoice, seconds: u64) -> bool {
        seconds >= u64::from(self.plan.minimum_s)
            && self.metered(state) * i128::from(seconds) >= self.least
    }

    /// A second off after the first use.
    pub const fn off_in_use(&self) -> i128 {
        self.off + self.stopped
    }

    /// What a stretch off costs; the machine is used first at `first_use`.
    pub fn off(&self, start: u64, end: u64, first_use: u64) -> Option<i128> {
        let (all, paid) = (
            end.saturating_sub(start),
            end.saturating_sub(start.max(first_use)),
        );
        let data = self.off.checked_mul(i128::from(all))?;
        data.checked_add(self.stopped.checked_mul(i128::from(paid))?)
    }

    /// `price` in the unit of the rates; `None` when it is too large.
    pub fn of_price(&self, price: Decimal) -> Option<i128> {
        price.nanos().checked_mul(self.unit)
    }

    /// An amount in the unit of the rates.
    pub fn amount(&self, units: i128) -> ExactAmount {
        ExactAmount::new(units, self.unit)
    }
}

/// Least common multiple of two numbers above zero; `None` past 128 bits.
fn common_multiple(a: i128, b: i128) -> Option<i128> {
    // A reduced fraction divides the common factor out.
    let reduced = Exact::new(a, b);
    a.checked_mul(*reduced.denom())
}

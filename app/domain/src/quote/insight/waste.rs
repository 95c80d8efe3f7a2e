//! What is paid without a use: the GPU on while nobody needs it, and starting up again and again.
use super::super::{NoGpuTerms, Prepared, Terms, quote};
use crate::pricing::{MAX_SPAN_S, PricingError, Restart, RunState, stop_when_longer_than_s};
use crate::scenario::{Scenario, WithoutNoGpu};
use crate::units::{Decimal, Money, div_round_half_up};
use chrono::NaiveDate;

/// What one offer's bill holds besides useful hours, in the offer's own currency, unknown facts at their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waste {
    /// What the plan costs more with the GPU left on in its no-GPU hours than without paying for a GPU in them; `None`
    /// without such hours, for a prepaid offer, and where the mode's price is unknown.
    pub idle: Option<Money>,
    /// True where the bill of the ranking holds that amount: the platform has no no-GPU mode.
    pub is_paid: bool,
    /// Starts with the GPU.
    pub starts: u64,
    /// Seconds of set-up that they bill together.
    pub setup_s: u64,
    /// What the set-up costs at the hourly price; `None` for a prepaid offer.
    pub setup: Option<Money>,
}

/// Errors: as the engine.
pub fn waste(terms: &Terms, scenario: &Scenario, today: NaiveDate) -> Result<Waste, PricingError> {
    let left_on = Terms {
        no_gpu: NoGpuTerms::Absent,
        ..terms.clone()
    };
    let choose = |no_gpu| Scenario {
        no_gpu,
        ..scenario.clone()
    };
    let total = |terms: &Terms, scenario: &Scenario| -> Result<Decimal, PricingError> {
        Ok(quote(terms, &Prepared::new(scenario, today)?)?.low.total)
    };
    let with_mode = match terms.no_gpu {
        NoGpuTerms::Price(_) => Some(total(terms, scenario)?),
        // The machine stopped in those hours is the other way of not paying for a GPU.
        NoGpuTerms::Absent => Some(total(&left_on, &choose(WithoutNoGpu::Stop))?),
        NoGpuTerms::PriceUnknown => None,
    };
    let idle = match with_mode.filter(|_| terms.term.is_none()) {
        Some(least) => {
            let most = total(&left_on, &choose(WithoutNoGpu::Keep))?;
            let more = Decimal::from_nanos(most.nanos() - least.nanos());
            (more > Decimal::ZERO)
                .then(|| Money::from_decimal(more, terms.currency).ok())
                .flatten()
        }
        None => None,
    };
    let bill = quote(terms, &Prepared::new(scenario, today)?)?.low;
    let setup_s = bill.served_gpu_s - bill.useful_gpu_s;
    let setup = div_round_half_up(i128::from(terms.machine_hour) * i128::from(setup_s), 3600)
        .and_then(|nanos| Money::from_decimal(Decimal::from_nanos(nanos), terms.currency).ok())
        .filter(|_| terms.term.is_none());
    Ok(Waste {
        idle,
        is_paid: terms.no_gpu == NoGpuTerms::Absent && scenario.no_gpu == WithoutNoGpu::Keep,
        starts: bill.gpu_starts,
        setup_s,
        setup,
    })
}

/// From which break between two sessions on the machine is stopped more cheaply than left on with its GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopAfter {
    /// Every break longer than so many seconds.
    Seconds(u64),
    /// None within the longest plan: a stopped machine costs as much.
    Never,
}

/// For sessions of the plan's average length with its set-up; unknown facts are at their best.
///
/// `None` for a prepaid offer and a plan without GPU hours. Errors: as the engine.
pub fn stop_after(
    terms: &Terms,
    scenario: &Scenario,
    today: NaiveDate,
) -> Result<Option<StopAfter>, PricingError> {
    let usage = scenario.usage(today, true).unfold()?;
    let starts = usage
        .runs()
        .iter()
        .filter(|run| run.state == RunState::Gpu)
        .count() as u64;
    if terms.term.is_some() || starts == 0 {
        return Ok(None);
    }
    let session = (usage.gpu_s() / starts).clamp(1, u64::from(MAX_SPAN_S / 4));
    let restart = Restart {
        session_s: session as u32,
        setup_s: scenario.setup_s,
        data_gb: scenario.data_gb,
    };
    Ok(Some(
        stop_when_longer_than_s(&terms.plan(&[]), &restart)?
            .map_or(StopAfter::Never, StopAfter::Seconds),
    ))
}

//! Hourly or prepaid: where one becomes dearer than the other, from bills run again and never from a formula.
use super::Terms;
use crate::pricing::{DAY_S, PricingError, Session, SessionState, Usage, bill};
use crate::scenario::Scenario;
use crate::units::Decimal;
use chrono::NaiveDate;

/// Costs over hours of GPU a day, in the display currency, and where they cross.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crossover {
    /// GPU seconds a day and the meter's total with the plan's no-GPU hours at their price.
    pub metered: Vec<(u32, Decimal)>,
    /// The same with the GPU left on in the no-GPU hours; empty when the plan has none.
    pub wasteful: Vec<(u32, Decimal)>,
    /// The prepaid total, the same for every use.
    pub prepaid: Vec<(u32, Decimal)>,
    /// Least GPU seconds a day from which the meter is dearer than the prepaid plan.
    pub crossing_s: Option<u32>,
}

/// The points of the chart: every hour of a day.
const POINTS: u32 = 24;

fn day_usage(scenario: &Scenario, today: NaiveDate, gpu_s: u32) -> Usage {
    let mut usage = scenario.usage(today, false);
    for day in &mut usage.week {
        *day = if gpu_s == 0 {
            Vec::new()
        } else {
            vec![Session {
                start_s: 0,
                dur_s: gpu_s,
                state: SessionState::Gpu,
            }]
        };
    }
    usage
}

/// Compares the meter of `metered` with the prepaid periods of `prepaid` for the scenario's days and data.
///
/// The use is the same number of hours every day, in one run; the plan's own no-GPU hours are added as an amount:
/// at their price, and for `wasteful` at the GPU's. Unknown facts are at their best.
/// Errors: as the engine.
pub fn crossover(
    metered: &Terms,
    prepaid: &Terms,
    scenario: &Scenario,
    today: NaiveDate,
) -> Result<Crossover, PricingError> {
    let (meter, term) = (metered.plan(&[]), prepaid.plan(&[]));
    let no_gpu_hours = |price: Option<Decimal>| -> Result<Decimal, PricingError> {
        let mut plan = meter.clone();
        plan.nogpu_hour = price;
        let mut usage = scenario.usage(today, true);
        usage
            .week
            .iter_mut()
            .for_each(|day| day.retain(|s| s.state == SessionState::NoGpu));
        usage.data_gb = Decimal::ZERO;
        (usage.upload_gb, usage.download_gb) = (Decimal::ZERO, Decimal::ZERO);
        Ok(bill(&usage, &plan)?.total_display)
    };
    let coding = no_gpu_hours(meter.nogpu_hour)?;
    let idling = no_gpu_hours(None)?;
    let metered_at = |gpu_s: u32| -> Result<Decimal, PricingError> {
        let total = bill(&day_usage(scenario, today, gpu_s), &meter)?.total_display;
        Ok(Decimal::from_nanos(total.nanos() + coding.nanos()))
    };
    let prepaid_at =
        |gpu_s: u32| Ok(bill(&day_usage(scenario, today, gpu_s), &term)?.total_display);
    let mut answer = Crossover::default();
    for hour in 0..=POINTS {
        let gpu_s = hour * 3600;
        let total = metered_at(gpu_s)?;
        answer.metered.push((gpu_s, total));
        if idling > coding {
            answer.wasteful.push((
                gpu_s,
                Decimal::from_nanos(total.nanos() - coding.nanos() + idling.nanos()),
            ));
        }
        answer.prepaid.push((gpu_s, prepaid_at(gpu_s)?));
    }
    if metered_at(86_400)? > prepaid_at(86_400)? {
        // The meter never falls with longer use of one run, so the first second that is dearer can be halved in on.
        let (mut fine, mut dearer) = (0, 86_400);
        if metered_at(0)? > prepaid_at(0)? {
            dearer = 0;
        }
        while dearer - fine > 1 {
            let middle = fine + (dearer - fine) / 2;
            if metered_at(middle)? > prepaid_at(middle)? {
                dearer = middle
            } else {
                fine = middle
            }
        }
        answer.crossing_s = Some(dearer);
    }
    Ok(answer)
}

/// The cost of passes shorter than the plan, with the hours packed into as few of them as will hold them: for each
/// number of passes the GPU seconds up to which they reach, and their total in the display currency.
///
/// Errors: as the engine. Gives nothing for a meter, and for a pass as long as the plan.
pub fn packed(
    pass: &Terms,
    scenario: &Scenario,
    today: NaiveDate,
) -> Result<Vec<(u64, Decimal)>, PricingError> {
    let horizon_s = u64::from(scenario.days) * DAY_S;
    let Some(term) = pass.term.filter(|t| u64::from(t.days) * DAY_S < horizon_s) else {
        return Ok(Vec::new());
    };
    let mut plan = pass.plan(&[]);
    let mut usage = scenario.usage(today, false);
    usage.week = std::array::from_fn(|_| {
        vec![Session {
            start_s: 0,
            dur_s: DAY_S as u32,
            state: SessionState::Gpu,
        }]
    });
    let mut steps = Vec::new();
    for count in 1..=scenario.days.div_ceil(term.days) {
        let reach = (u64::from(count * term.days) * DAY_S).min(horizon_s);
        // On without a break from the first midnight on; the horizon ends with the last pass.
        usage.horizon_days = (reach / DAY_S) as u32;
        if let Some(commit) = &mut plan.commit {
            (commit.auto_renew, commit.count) = (false, count);
        }
        steps.push((reach, bill(&usage, &plan)?.total_display));
    }
    Ok(steps)
}

//! One job of a known length on one kind of card: its cheapest offer, with getting ready counted.
//!
//! The job is billed as a plan like any other, so that the link from a row into the plan page shows the same figure.
use super::{CatalogTable, Most, Prepared, Quote, quote, takes_part};
use crate::catalog::{CatalogSnapshot, Offer};
use crate::pricing::{MAX_HORIZON_DAYS, PricingError};
use crate::scenario::{CardChoice, Cell, Scenario, Span, Week};
use crate::units::Decimal;
use chrono::{Datelike, NaiveDate};

const DAY_MINUTES: u64 = 1440;
/// Longest set-up that a scenario holds, seconds.
const MOST_SETUP_S: u64 = 86_400;

/// What is to be rented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobNeed {
    /// Card's slug.
    pub gpu: String,
    /// Cards in one machine.
    pub n_gpu: u32,
    /// Seconds of work at best and at worst.
    pub work_s: (u64, u64),
    /// GB that stay on disk meanwhile.
    pub data_gb: Decimal,
}

/// The cheapest offer for a job.
#[derive(Clone, Debug)]
pub struct JobCost {
    /// Index into `snapshot.offers`.
    pub offer: usize,
    /// Total in the display currency: best time and every unknown fact at its best.
    pub low: Decimal,
    /// Worst time and every unknown fact at its worst; `None` = a price that the job needs is unknown.
    pub high: Option<Decimal>,
    /// Seconds of getting ready that are in the totals, at best and at worst.
    pub setup_s: (u64, u64),
    /// The plan that is billed at the worst time, for this offer's platform.
    pub plan: Scenario,
}

/// A plan in which a machine works `seconds`, of which the first `setup_s` are set-up; begins at midnight. Up to a day
/// it may be any day, up to a week it begins on `today`; longer jobs are whole days. None past the engine's horizon.
pub fn plan_of(need: &JobNeed, seconds: u64, setup_s: u64, today: NaiveDate) -> Option<Scenario> {
    let minutes = seconds.div_ceil(60).max(1);
    let (full, rest) = (minutes / DAY_MINUTES, minutes % DAY_MINUTES);
    let days = full + u64::from(rest > 0);
    let span = |minutes: u64| {
        let end_minute = u16::try_from(minutes).ok().filter(|end| *end > 0);
        let span = end_minute.map(|end_minute| Span {
            start_minute: 0,
            end_minute,
            cell: Cell::Gpu,
        });
        span.into_iter().collect::<Vec<_>>()
    };
    let first = today.weekday().num_days_from_monday() as usize;
    let week: [Vec<Span>; 7] = std::array::from_fn(|day| {
        let place = ((day + 7 - first) % 7) as u64;
        match days {
            0 | 1 => span(minutes),
            2..=7 if place == full => span(rest),
            2..=7 if place > full => Vec::new(),
            _ => span(DAY_MINUTES),
        }
    });
    let days = u32::try_from(days)
        .ok()
        .filter(|days| *days <= MAX_HORIZON_DAYS)?;
    Some(Scenario {
        gpu: CardChoice::Model(need.gpu.clone()),
        n_gpu: need.n_gpu,
        week: Week::of_days(week).ok()?,
        from: (2..=7).contains(&days).then_some(today),
        days: days.max(1),
        data_gb: need.data_gb,
        setup_s: u32::try_from(setup_s.min(MOST_SETUP_S)).ok()?,
        ..Scenario::default()
    })
}

/// The cheapest offer for `need`, with `setup` seconds (best, worst) of each offer's own getting ready in the totals. An
/// open bill is taken only where no closed one is. None when nobody offers the card in that number, or the job is too
/// long for a plan.
///
/// Errors: an amount past the engine's range.
pub fn cheapest(
    table: &CatalogTable,
    snapshot: &CatalogSnapshot,
    need: &JobNeed,
    setup: impl Fn(&Offer) -> (u64, u64),
    today: NaiveDate,
) -> Result<Option<JobCost>, PricingError> {
    let Some(plan) = plan_of(need, need.work_s.1, 0, today) else {
        return Ok(None);
    };
    let most = Most {
        ranked: 1,
        floors: 1,
    };
    let choice = |_: usize, offer: &Offer| takes_part(snapshot, offer, &plan, today);
    let ranking = table.rank(snapshot, &Prepared::new(&plan, today)?, choice, most)?;
    let Some((index, _)) = ranking.ranked.first().or(ranking.floors.first()) else {
        return Ok(None);
    };
    let (Some(offer), Some(terms)) = (snapshot.offers.get(*index), table.terms(*index)) else {
        return Ok(None);
    };
    let setup_s = setup(offer);
    let bill = |work: u64, setup: u64| -> Result<Option<(Scenario, Quote)>, PricingError> {
        let Some(plan) = plan_of(need, work + setup, setup, today) else {
            return Ok(None);
        };
        let quote = quote(&terms, &Prepared::new(&plan, today)?)?;
        Ok(Some((plan, quote)))
    };
    let (best, worst) = (
        bill(need.work_s.0, setup_s.0)?,
        bill(need.work_s.1, setup_s.1)?,
    );
    let (Some((_, best)), Some((mut plan, worst))) = (best, worst) else {
        return Ok(None);
    };
    plan.platform = vec![snapshot.platforms[offer.platform].slug.clone()];
    Ok(Some(JobCost {
        offer: *index,
        low: best.low.total_display,
        high: worst.high.map(|bill| bill.total_display),
        setup_s,
        plan,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{encode, parse};

    fn need() -> JobNeed {
        JobNeed {
            gpu: "rtx-4090".to_owned(),
            n_gpu: 1,
            work_s: (3600, 7200),
            data_gb: Decimal::ZERO,
        }
    }

    #[test]
    fn a_plan_runs_as_long_as_the_job_and_survives_its_address() {
        let tuesday = NaiveDate::from_ymd_opt(2026, 12, 1).unwrap();
        for (seconds, gpu_s) in [
            (30, 60),
            (5400, 5400),
            (86_400, 86_400),
            (100_000, 100_020),
            (600_000, 600_000),
            (700_000, 9 * 86_400),
        ] {
            let plan = plan_of(&need(), seconds, 600, tuesday).unwrap();
            let runs = plan.usage(tuesday, true).unfold().unwrap();
            assert_eq!(runs.gpu_s(), gpu_s, "{seconds} s");
            assert_eq!(parse(&encode(&plan)).0, plan);
        }
        assert_eq!(plan_of(&need(), 401 * 86_400, 0, tuesday), None);
    }
}

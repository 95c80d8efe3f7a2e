//! Prepaid periods and passes: what they cover and what they cost.
use super::mix::{Pass, Purchase};
use super::plan::{AfterEnd, Commit, CommitStart};
use super::rounding::{Exact, exact};
use super::runs::UsageRuns;
use super::spans::Span;
use super::{DAY_S, ErrorKind, PricingError};

/// The bought periods of one bill.
pub(super) struct Coverage {
    /// What they cover, in order and apart: periods that touch are one stretch. The last may reach past the horizon.
    pub spans: Vec<Span>,
    /// How many were bought.
    pub periods: u64,
    /// What they cost together.
    pub cost: Exact,
    /// What the first costs when it begins with the horizon, else nothing.
    pub cost_at_start: Exact,
    /// From here on use is not served.
    pub serves_until: u64,
    /// Covered seconds are free of storage charges.
    pub includes_storage: bool,
}

impl Coverage {
    const NONE: Self = Self {
        spans: Vec::new(),
        periods: 0,
        cost: exact(0, 1),
        cost_at_start: exact(0, 1),
        serves_until: u64::MAX,
        includes_storage: false,
    };

    /// The periods that `commit` buys for a use.
    pub fn of(commit: Option<&Commit>, usage: &UsageRuns) -> Result<Self, PricingError> {
        let Some(commit) = commit else {
            return Ok(Self::NONE);
        };
        let start = match commit.starts_at {
            CommitStart::HorizonStart => 0,
            CommitStart::FirstUse => match usage.first_use() {
                Some(first) => first,
                None => return Ok(Self::NONE),
            },
        };
        let period = u64::from(commit.period_days) * DAY_S;
        // None begins at or after the horizon's end.
        let until_horizon = (usage.horizon_s - start).div_ceil(period);
        let periods = if commit.auto_renew {
            until_horizon
        } else {
            until_horizon.min(u64::from(commit.count))
        };
        let end = start + periods * period;
        let price = commit.price.nanos();
        // In nano-units times the seconds of a period, so that a part of one stays whole.
        let paid_s = if commit.auto_renew && commit.prorate_last {
            end.min(usage.horizon_s) - start
        } else {
            end - start
        };
        let cost_of = |seconds: u64| {
            price
                .checked_mul(i128::from(seconds))
                .map(|cost| exact(cost, i128::from(period)))
        };
        let too_large = || PricingError::too_large("plan.commit.price");
        Ok(Self {
            spans: vec![Span::new(start, end)],
            periods,
            cost: cost_of(paid_s).ok_or_else(too_large)?,
            cost_at_start: cost_of(if start == 0 { paid_s.min(period) } else { 0 })
                .ok_or_else(too_large)?,
            serves_until: match commit.after_end {
                AfterEnd::Stop if !commit.auto_renew => end,
                _ => u64::MAX,
            },
            includes_storage: commit.includes_storage,
        })
    }

    /// The passes bought on certain days; the meter runs on all others.
    ///
    /// Errors: a purchase of no listed pass, past the horizon, or before the pass bought last has ended.
    pub fn of_passes(
        passes: &[Pass],
        purchases: &[Purchase],
        usage: &UsageRuns,
    ) -> Result<Self, PricingError> {
        let mut coverage = Self::NONE;
        let (mut cost, mut cost_at_start) = (0_i128, 0_i128);
        for (index, purchase) in purchases.iter().enumerate() {
            let field = || format!("purchases[{index}]");
            let Some(pass) = passes.get(purchase.pass) else {
                let message = format!("there is no pass `{}`", purchase.pass);
                return Err(PricingError::out_of_range(field(), message));
            };
            let start = u64::from(purchase.day) * DAY_S;
            if start >= usage.horizon_s {
                let message = format!("day `{}` is past the horizon", purchase.day);
                return Err(PricingError::out_of_range(field(), message));
            }
            let end = start + u64::from(pass.days) * DAY_S;
            match coverage.spans.last_mut() {
                Some(last) if start < last.end => {
                    let message = format!(
                        "day `{}` is covered by the pass bought before it",
                        purchase.day
                    );
                    return Err(PricingError::new(ErrorKind::Overlap, field(), message));
                }
                Some(last) if start == last.end => last.end = end,
                _ => coverage.spans.push(Span::new(start, end)),
            }
            coverage.periods += 1;
            cost = cost.checked_add(pass.price.nanos()).ok_or_else(|| {
                PricingError::too_large(&format!("passes[{}].price", purchase.pass))
            })?;
            if start == 0 {
                cost_at_start = pass.price.nanos();
            }
        }
        coverage.cost = exact(cost, 1);
        coverage.cost_at_start = exact(cost_at_start, 1);
        Ok(coverage)
    }

    /// The stretch that covers second `at`, if any.
    pub fn covering(&self, at: u64) -> Option<Span> {
        let passed = self.spans.partition_point(|span| span.end <= at);
        self.spans
            .get(passed)
            .copied()
            .filter(|span| span.start <= at)
    }
}

//! Prepaid periods: what they cover and what they cost.
use super::plan::{AfterEnd, Commit, CommitStart};
use super::rounding::{Exact, exact};
use super::runs::UsageRuns;
use super::spans::Span;
use super::{DAY_S, PricingError};

/// The bought periods of one bill. They follow each other, so that they cover one stretch.
pub(super) struct Coverage {
    /// The stretch; empty without periods. It may reach past the horizon.
    pub span: Span,
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
        span: Span::new(0, 0),
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
            span: Span::new(start, end),
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
}

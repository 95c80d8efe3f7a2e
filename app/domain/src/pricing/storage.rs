//! Data on the volume: which seconds are charged, at which price, and when data is lost.
use super::commit::Coverage;
use super::plan::{Plan, StoppedPolicy};
use super::rounding::{Exact, exact};
use super::runs::UsageRuns;
use super::spans::{Span, blocks, intersect, total};
use super::{DAY_S, PricingError};
use crate::units::Decimal;
use std::borrow::Cow;

/// Storage of one bill.
pub(super) struct Storage {
    pub amount: Exact,
    /// How often data was lost.
    pub releases: u64,
    /// How often it was pulled in again.
    pub reuploads: u64,
}

/// Charges the volume under `plan`.
pub(super) fn storage(
    usage: &UsageRuns,
    plan: &Plan,
    coverage: &Coverage,
) -> Result<Storage, PricingError> {
    let price = &plan.storage;
    let billable = usage.data_gb.nanos() - price.free_gb.nanos();
    let running_price = if price.bill_running {
        price.gb_month.nanos()
    } else {
        0
    };
    let stopped_price = price.stopped_gb_month.unwrap_or(price.gb_month).nanos();
    let charged = billable > 0 && (running_price > 0 || stopped_price > 0);
    if !charged && plan.release_after_stopped_days.is_none() {
        return Ok(Storage {
            amount: exact(0, 1),
            releases: 0,
            reuploads: 0,
        });
    }
    let on = served_on(usage, coverage);
    let kept = Kept::of(usage, &on, plan, coverage);
    let amount = if charged {
        let (running_s, stopped_s) = charged_seconds(usage, plan, coverage, &on, &kept.present);
        let per_gb = running_price
            .checked_mul(i128::from(running_s))
            .zip(stopped_price.checked_mul(i128::from(stopped_s)))
            .and_then(|(running, stopped)| running.checked_add(stopped));
        let amount = per_gb.and_then(|per_gb| per_gb.checked_mul(billable));
        let unit = Decimal::SCALE * i128::from(price.month_s);
        exact(
            amount.ok_or_else(|| PricingError::too_large("plan.storage.gb_month"))?,
            unit,
        )
    } else {
        exact(0, 1)
    };
    Ok(Storage {
        amount,
        releases: kept.releases,
        reuploads: kept.reuploads,
    })
}

/// Charged seconds of a volume with something on it that costs: at the running price, at the stopped one.
pub(super) fn held_seconds(usage: &UsageRuns, plan: &Plan, coverage: &Coverage) -> (u64, u64) {
    let on = served_on(usage, coverage);
    let kept = Kept::of(usage, &on, plan, coverage);
    charged_seconds(usage, plan, coverage, &on, &kept.present)
}

/// Stretches in which the machine is on and served.
fn served_on<'usage>(usage: &'usage UsageRuns, coverage: &Coverage) -> Cow<'usage, [Span]> {
    if coverage.serves_until >= usage.horizon_s {
        return Cow::Borrowed(&usage.on);
    }
    let served = Span::new(0, coverage.serves_until);
    Cow::Owned(usage.on.iter().filter_map(|on| on.within(served)).collect())
}

/// Charged seconds at the running and at the stopped price, in whole blocks.
///
/// A block that reaches past the horizon is still charged whole.
fn charged_seconds(
    usage: &UsageRuns,
    plan: &Plan,
    coverage: &Coverage,
    on: &[Span],
    present: &[Span],
) -> (u64, u64) {
    let counted = Span::new(u64::from(plan.storage.free_days) * DAY_S, usage.horizon_s);
    let covered: &[Span] = if coverage.includes_storage {
        &coverage.spans
    } else {
        &[]
    };
    let chargeable: Vec<Span> = present
        .iter()
        .filter_map(|span| span.within(counted))
        .flat_map(|span| span.outside(covered))
        .collect();
    let chargeable = if plan.stopped == StoppedPolicy::None {
        intersect(&chargeable, on)
    } else {
        chargeable
    };
    let size = u64::from(plan.storage.granularity_s);
    let charged = blocks(&chargeable, size);
    let running = total(&intersect(&charged, &blocks(on, size)));
    (running * size, (total(&charged) - running) * size)
}

/// Where the volume still holds the data.
struct Kept {
    present: Vec<Span>,
    releases: u64,
    reuploads: u64,
}

impl Kept {
    fn of(usage: &UsageRuns, on: &[Span], plan: &Plan, coverage: &Coverage) -> Self {
        let whole = Span::new(0, usage.horizon_s);
        let mut kept = Self {
            present: Vec::new(),
            releases: 0,
            reuploads: 0,
        };
        let Some(days) = plan.release_after_stopped_days else {
            kept.present.push(whole);
            return kept;
        };
        let patience = u64::from(days) * DAY_S;
        let (mut since, mut off_since) = (0, 0);
        let next_on = on
            .iter()
            .copied()
            .chain([Span::new(usage.horizon_s, usage.horizon_s)]);
        for on in next_on {
            let due = off_since + patience;
            // A prepaid period holds the data until it ends.
            let release = coverage.covering(due).map_or(due, |span| span.end);
            // Lost only when a second without it exists: a stop of exactly the allowed length keeps the data.
            if release < on.start {
                kept.releases += 1;
                kept.present.push(Span::new(since, release));
                kept.reuploads += u64::from(on.start < usage.horizon_s);
                since = on.start;
            }
            off_since = on.end;
        }
        kept.present.push(Span::new(since, usage.horizon_s));
        kept.present.retain(|span| span.start < span.end);
        kept
    }
}

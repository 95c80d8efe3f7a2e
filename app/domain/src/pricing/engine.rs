//! The billing function.
use super::PricingError;
use super::bill::{Bill, Lines};
use super::commit::Coverage;
use super::compute::compute;
use super::mix::{Pass, Purchase, check_mix};
use super::plan::Plan;
use super::rounding::{Exact, RoundMode, add, exact, mul, round, round_parts};
use super::runs::UsageRuns;
use super::settle::settle;
use super::storage::storage;
use super::usage::Usage;
use crate::units::{Currency, Decimal};

/// What `usage` costs under `plan`.
///
/// Errors: a value outside its bounds, overlapping sessions, or an amount too large; each names its field as
/// `week[0][1]`, `horizon_days`, `plan.gpu_hour` and so on.
/// Source: the case files under `tests/cases` are the arbiter of every rule.
pub fn bill(usage: &Usage, plan: &Plan) -> Result<Bill, PricingError> {
    bill_runs(&usage.unfold()?, plan)
}

/// As [`bill`], for a use that has been unfolded already: the cheap way to bill many plans.
pub fn bill_runs(usage: &UsageRuns, plan: &Plan) -> Result<Bill, PricingError> {
    plan.check()?;
    bill_covered(usage, plan, &Coverage::of(plan.commit.as_ref(), usage)?)
}

/// The bill of a use under `plan` with the passes that are bought on certain days: a run is cut at their borders and
/// the rest metered, the prepaid line is their sum.
///
/// `purchases` are in the order of their days. Without any it is [`bill_runs`]; one pass bought again as soon as it has
/// ended is a [`Plan::commit`] that renews.
/// Errors: as [`bill`]; a plan with prepaid periods of its own; a pass outside its bounds; a purchase of no listed
/// pass, past the horizon or on a day that is covered already.
pub fn bill_mix(
    usage: &UsageRuns,
    plan: &Plan,
    passes: &[Pass],
    purchases: &[Purchase],
) -> Result<Bill, PricingError> {
    check_mix(plan, passes)?;
    bill_covered(usage, plan, &Coverage::of_passes(passes, purchases, usage)?)
}

fn bill_covered(usage: &UsageRuns, plan: &Plan, coverage: &Coverage) -> Result<Bill, PricingError> {
    let compute = compute(usage, plan, coverage)?;
    let storage = storage(usage, plan, coverage)?;
    let pulled_in = pulled_in(usage, storage.reuploads)?;
    let charged = [
        compute.gpu,
        compute.nogpu,
        compute.stopped,
        coverage.cost,
        storage.amount,
        transfer(
            usage.download_gb,
            plan.free_egress_gb,
            plan.egress_gb,
            "plan.egress_gb",
        )?,
        transfer(
            pulled_in,
            plan.free_ingress_gb,
            plan.ingress_gb,
            "plan.ingress_gb",
        )?,
    ];
    let settled = settle(charged, plan)?;
    let (total_display, display_currency, display_digits) = shown(settled.total, plan)?;

    let minor = |amount: &Exact| round(amount, plan.minor_digits, plan.round_mode, "plan.deposit");
    let deposit = exact(plan.deposit.nanos(), 1);
    let cash = add(&deposit, &coverage.cost_at_start)
        .ok_or_else(|| PricingError::too_large("plan.deposit"))?;
    Ok(Bill {
        lines: Lines {
            amounts: settled.lines,
            digits: settled.line_digits,
        },
        total: settled.total,
        currency: plan.currency,
        minor_digits: plan.minor_digits,
        total_display,
        display_currency,
        display_digits,
        gpu_starts: compute.gpu_starts,
        served_gpu_s: compute.served_gpu_s,
        useful_gpu_s: compute.useful_gpu_s,
        billed_gpu_s: compute.billed_gpu_s,
        billed_nogpu_s: compute.billed_nogpu_s,
        unserved_s: compute.unserved_s,
        commit_periods: coverage.periods,
        releases: storage.releases,
        reuploads: storage.reuploads,
        deposit_held: minor(&deposit)?,
        cash_at_start: minor(&cash)?,
        effective_per_useful_gpu_hour: effective(total_display, compute.useful_gpu_s)?,
    })
}

/// GB pulled in: the visitor's own, and the data again after each loss.
fn pulled_in(usage: &UsageRuns, reuploads: u64) -> Result<Decimal, PricingError> {
    let again = usage.data_gb.nanos().checked_mul(i128::from(reuploads));
    let nanos = again.and_then(|again| again.checked_add(usage.upload_gb.nanos()));
    nanos
        .map(Decimal::from_nanos)
        .ok_or_else(|| PricingError::too_large("data_gb"))
}

fn transfer(
    gb: Decimal,
    free_gb: Decimal,
    price: Decimal,
    field: &str,
) -> Result<Exact, PricingError> {
    let charged = (gb.nanos() - free_gb.nanos()).max(0);
    let amount = charged
        .checked_mul(price.nanos())
        .ok_or_else(|| PricingError::too_large(field))?;
    Ok(exact(amount, Decimal::SCALE))
}

/// The rounded total as it is shown.
fn shown(total: Decimal, plan: &Plan) -> Result<(Decimal, Currency, u32), PricingError> {
    let Some(fx) = &plan.fx else {
        return Ok((total, plan.currency, plan.minor_digits));
    };
    let product = mul(
        &exact(total.nanos(), 1),
        &Exact::new(fx.rate.nanos(), Decimal::SCALE),
    );
    let product = product.ok_or_else(|| PricingError::too_large("plan.fx.rate"))?;
    Ok((
        round(&product, fx.digits, RoundMode::HalfUp, "plan.fx.rate")?,
        fx.to,
        fx.digits,
    ))
}

fn effective(total: Decimal, useful_s: u64) -> Result<Option<Decimal>, PricingError> {
    if useful_s == 0 {
        return Ok(None);
    }
    let amount = total.nanos().checked_mul(3600);
    let price =
        amount.and_then(|amount| round_parts(amount, i128::from(useful_s), 6, RoundMode::HalfUp));
    price
        .map(|nanos| Some(Decimal::from_nanos(nanos)))
        .ok_or_else(|| PricingError::too_large("plan"))
}

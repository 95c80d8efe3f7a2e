//! From the seven charged lines to the total: rounding, discount, tax.
use super::PricingError;
use super::plan::{Discount, DiscountMode, DiscountScope, Plan, RoundAt};
use super::rounding::{Exact, RoundMode, add, exact, mul, round};
use crate::units::Decimal;

/// Decimals of the lines of a bill that is rounded at the total.
pub(super) const UNROUNDED_DIGITS: u32 = 6;
/// Lines on which a compute discount is taken.
const COMPUTE_LINES: usize = 4;
/// Fields to blame for an amount that is too large, in the order of the lines.
const FIELDS: [&str; 7] = [
    "plan.gpu_hour",
    "plan.nogpu_hour",
    "plan.gpu_hour",
    "plan.commit.price",
    "plan.storage.gb_month",
    "plan.egress_gb",
    "plan.ingress_gb",
];

/// The nine lines in order, and the total.
pub(super) struct Settled {
    pub lines: [Decimal; 9],
    pub line_digits: u32,
    pub total: Decimal,
}

/// `charged`: GPU, no-GPU, stopped, prepaid, storage, sent out, pulled in.
pub(super) fn settle(mut charged: [Exact; 7], plan: &Plan) -> Result<Settled, PricingError> {
    let at_total = plan.round_at == RoundAt::Total;
    // A line as the rest of the bill sees it.
    let line = |amount: Exact, field: &str| -> Result<Exact, PricingError> {
        if at_total {
            return Ok(amount);
        }
        Ok(exact(
            round(&amount, plan.minor_digits, plan.round_mode, field)?.nanos(),
            1,
        ))
    };
    for (amount, field) in charged.iter_mut().zip(FIELDS) {
        *amount = line(*amount, field)?;
    }
    let sum = |lines: &[Exact]| -> Result<Exact, PricingError> {
        let sum = lines
            .iter()
            .try_fold(exact(0, 1), |sum, amount| add(&sum, amount));
        sum.ok_or_else(|| PricingError::too_large("plan"))
    };
    let before = sum(&charged)?;
    let discount = match &plan.discount {
        None => exact(0, 1),
        Some(rule) => {
            let base = match rule.scope {
                DiscountScope::Compute => sum(&charged[..COMPUTE_LINES])?,
                DiscountScope::All => before,
            };
            let amount =
                reduction(rule, &base).ok_or_else(|| PricingError::too_large("plan.discount"))?;
            line(-amount, "plan.discount")?
        }
    };
    let after = sum(&[before, discount])?;
    let tax = tax(plan, &after).ok_or_else(|| PricingError::too_large("plan.tax_pct"))?;
    let tax = line(tax, "plan.tax_pct")?;
    let total = if plan.tax_inclusive {
        after
    } else {
        sum(&[after, tax])?
    };
    // Rounded lines sum to the minor unit already; rounding once more changes nothing then.
    let total = round(&total, plan.minor_digits, plan.round_mode, "plan")?;

    let (line_digits, mode) = if at_total {
        (UNROUNDED_DIGITS, RoundMode::HalfUp)
    } else {
        (plan.minor_digits, plan.round_mode)
    };
    let mut lines = [Decimal::ZERO; 9];
    let shown = charged.into_iter().chain([discount, tax]);
    for (slot, amount) in lines.iter_mut().zip(shown) {
        *slot = round(&amount, line_digits, mode, "plan")?;
    }
    Ok(Settled {
        lines,
        line_digits,
        total,
    })
}

/// `percent` of an amount.
fn share(amount: &Exact, percent: Decimal) -> Option<Exact> {
    if percent.is_zero() {
        return Some(exact(0, 1));
    }
    mul(amount, &Exact::new(percent.nanos(), 100 * Decimal::SCALE))
}

fn tax(plan: &Plan, net: &Exact) -> Option<Exact> {
    let percent = plan.tax_pct.nanos();
    if percent == 0 || !plan.tax_inclusive {
        return share(net, plan.tax_pct);
    }
    mul(net, &Exact::new(percent, 100 * Decimal::SCALE + percent))
}

/// The amount that a discount takes off `base`, not below zero.
fn reduction(rule: &Discount, base: &Exact) -> Option<Exact> {
    let mut tiers = rule.tiers.clone();
    tiers.sort_by_key(|tier| tier.above);
    let threshold = |above: Decimal| exact(above.nanos(), 1);
    let reached = &tiers[..tiers.partition_point(|tier| threshold(tier.above) <= *base)];
    match rule.mode {
        DiscountMode::Slab => reached
            .last()
            .map_or(Some(exact(0, 1)), |tier| share(base, tier.pct)),
        DiscountMode::Graduated => {
            let mut off = exact(0, 1);
            for (index, tier) in reached.iter().enumerate() {
                let next = tiers.get(index + 1).map(|next| threshold(next.above));
                let upto = next.map_or(*base, |next| next.min(*base));
                let part = add(&upto, &threshold(Decimal::from_nanos(-tier.above.nanos())))?;
                off = add(&off, &share(&part, tier.pct)?)?;
            }
            Some(off)
        }
    }
}

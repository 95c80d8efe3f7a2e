//! Which plan is cheapest for one use, and from how many hours a day on another is.
use super::plan::Plan;
use super::rounding::{RoundMode, exact, fixed, half_up_text, round_parts};
use super::runs::UsageRuns;
use super::usage::{Session, SessionState, Usage};
use super::{Bill, ErrorKind, PricingError, bill_runs};
use crate::units::Decimal;
use serde::{Serialize, Serializer};

/// Most plans of one comparison.
const MAX_PLANS: usize = 1000;

/// Displayed totals by plan name, in the order of the plans; as text they form one object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals(pub Vec<(String, String)>);

impl Serialize for Totals {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, total)| (name, total)))
    }
}

/// The answer to "which plan is cheapest?".
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// What each plan costs, in the display currency.
    pub totals: Totals,
    /// The smallest total; ties go to the plan listed first.
    pub cheapest: String,
    /// Plans left out because they do not serve all of the use; none when that is true of every plan.
    pub excluded_unserved: Vec<String>,
    /// The next plan, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<String>,
    /// What it costs more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<String>,
    /// That in percent of the runner-up, 2 decimals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_pct_of_runner_up: Option<String>,
}

/// Compares plans on one use.
///
/// Errors: as [`super::bill`], with `plans[i]` for the plan; no plan, a name that is missing or given twice, and
/// plans shown in different currencies.
pub fn compare(usage: &Usage, plans: &[Plan]) -> Result<Comparison, PricingError> {
    compare_runs(&usage.unfold()?, plans)
}

/// As [`compare`], for a use that has been unfolded already.
pub fn compare_runs(usage: &UsageRuns, plans: &[Plan]) -> Result<Comparison, PricingError> {
    check_names(plans)?;
    let bill = |(index, plan)| bill_runs(usage, plan).map_err(|error| error.in_list(index));
    let bills = plans
        .iter()
        .enumerate()
        .map(bill)
        .collect::<Result<Vec<Bill>, _>>()?;
    let shown = bills.first().map(|bill| bill.display_currency);
    if let Some(index) = bills
        .iter()
        .position(|bill| Some(bill.display_currency) != shown)
    {
        let message = format!(
            "`{}` is shown in {}, the first plan in {}; give every plan a rate into one currency",
            plans[index].name, bills[index].display_currency, bills[0].display_currency
        );
        return Err(PricingError::new(
            ErrorKind::BadValue,
            format!("plans[{index}].fx"),
            message,
        ));
    }
    let all_unserved = bills.iter().all(|bill| bill.unserved_s > 0);
    let left_out = |bill: &Bill| bill.unserved_s > 0 && !all_unserved;
    let mut ranked: Vec<usize> = (0..bills.len())
        .filter(|index| !left_out(&bills[*index]))
        .collect();
    // A stable sort: ties stay in the order of the plans.
    ranked.sort_by_key(|index| bills[*index].total_display);
    let name = |index: usize| plans[index].name.clone();
    let mut answer = Comparison {
        totals: Totals(
            bills
                .iter()
                .enumerate()
                .map(|(i, bill)| (name(i), bill.total_display_text()))
                .collect(),
        ),
        cheapest: ranked.first().map(|first| name(*first)).unwrap_or_default(),
        excluded_unserved: (0..bills.len())
            .filter(|index| left_out(&bills[*index]))
            .map(name)
            .collect(),
        runner_up: None,
        margin: None,
        margin_pct_of_runner_up: None,
    };
    if let [first, second, ..] = ranked[..] {
        let (low, high) = (&bills[first], &bills[second]);
        let margin = high.total_display.nanos() - low.total_display.nanos();
        let digits = low.display_digits.max(high.display_digits);
        answer.runner_up = Some(name(second));
        answer.margin = Some(fixed(Decimal::from_nanos(margin), digits));
        answer.margin_pct_of_runner_up = Some(margin_pct(margin, high.total_display.nanos())?);
    }
    Ok(answer)
}

/// `margin` in percent of `total`; two free plans differ by 0 percent.
fn margin_pct(margin: i128, total: i128) -> Result<String, PricingError> {
    if total == 0 {
        return half_up_text(&exact(0, 1), 2, "plans");
    }
    // Percent in nano-units: the quotient of two amounts has no unit of its own.
    let scaled = margin.checked_mul(100 * Decimal::SCALE);
    let rounded = scaled.and_then(|scaled| round_parts(scaled, total, 2, RoundMode::HalfUp));
    let rounded = rounded.ok_or_else(|| PricingError::too_large("plans"))?;
    Ok(fixed(Decimal::from_nanos(rounded), 2))
}

fn check_names(plans: &[Plan]) -> Result<(), PricingError> {
    if plans.is_empty() || plans.len() > MAX_PLANS {
        let message = format!("`{}` plans; a comparison has 1 to {MAX_PLANS}", plans.len());
        return Err(PricingError::out_of_range("plans", message));
    }
    for (index, plan) in plans.iter().enumerate() {
        let field = || format!("plans[{index}].name");
        if plan.name.is_empty() {
            return Err(PricingError::new(
                ErrorKind::MissingField,
                field(),
                "a compared plan needs a name",
            ));
        }
        if plans[..index].iter().any(|before| before.name == plan.name) {
            let message = format!("`{}` is the name of two plans", plan.name);
            return Err(PricingError::new(ErrorKind::Duplicate, field(), message));
        }
    }
    Ok(())
}

/// The question "from how many hours a day on is another plan cheapest?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepInput {
    /// Horizon, data and traffic; its week is not looked at.
    pub usage: Usage,
    /// The plans.
    pub plans: Vec<Plan>,
}

/// The answer: the cheapest plan for 1 to 24 GPU-hours a day from midnight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sweep {
    /// Hours a day and the cheapest plan, at 1 hour and wherever it changes.
    pub flips: Vec<(u32, String)>,
    /// What each plan costs at 8 hours a day.
    pub totals_h8: Totals,
    /// What each plan costs at 24 hours a day.
    pub totals_h24: Totals,
}

/// Compares plans for 1 to 24 hours every day. Errors: as [`compare`].
pub fn sweep(input: &SweepInput) -> Result<Sweep, PricingError> {
    let mut answer = Sweep {
        flips: Vec::new(),
        totals_h8: Totals::default(),
        totals_h24: Totals::default(),
    };
    let mut usage = input.usage.clone();
    for hours in 1..=24 {
        let session = Session {
            start_s: 0,
            dur_s: hours * 3600,
            state: SessionState::Gpu,
        };
        usage.week = std::array::from_fn(|_| vec![session]);
        let comparison = compare(&usage, &input.plans)?;
        if answer
            .flips
            .last()
            .is_none_or(|(_, name)| *name != comparison.cheapest)
        {
            answer.flips.push((hours, comparison.cheapest));
        }
        match hours {
            8 => answer.totals_h8 = comparison.totals,
            24 => answer.totals_h24 = comparison.totals,
            _ => {}
        }
    }
    Ok(answer)
}

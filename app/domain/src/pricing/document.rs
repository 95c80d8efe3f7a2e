//! A question about a price as one document, and its answer.
//!
//! A document is an object with `kind` and `input`; other keys beside them are ignored, unknown keys inside the
//! input are refused by name.
use super::breakeven::{Breakeven, BreakevenInput, breakeven};
use super::compare::{Comparison, Sweep, SweepInput, compare, sweep};
use super::fields::{Fields, as_whole};
use super::mix::Pass;
use super::mix_answer::{Mix, MixGaps, mix};
use super::plan::Plan;
use super::raw::Raw;
use super::spot::{SpotExpected, SpotInput, spot_expected};
use super::spot_trace::{SpotTrace, TraceInput, spot_trace};
use super::usage::Usage;
use super::{Bill, ErrorKind, PricingError, bill, plan_read, usage_read};
use serde::{Deserialize, Serialize};

/// A document as it came. Reading one never fails for its content: [`answer`] refuses it and names the field.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct PriceDocument(Raw);

/// A document that has been understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PriceRequest {
    /// What does this use cost under this plan?
    Bill {
        /// The use.
        usage: Usage,
        /// The plan.
        plan: Box<Plan>,
    },
    /// Which of these plans is cheapest for this use?
    Compare {
        /// The use.
        usage: Usage,
        /// The plans.
        plans: Vec<Plan>,
    },
    /// From how much use on does a prepaid period pay?
    Breakeven(BreakevenInput),
    /// Which passes should be bought beside the meter?
    Mix {
        /// The use.
        usage: Usage,
        /// The meter.
        plan: Box<Plan>,
        /// The passes on offer.
        passes: Vec<Pass>,
        /// What may be done with the gaps.
        gaps: MixGaps,
    },
    /// What does an interruptible machine cost on average?
    SpotExpected(SpotInput),
    /// What did it cost with these interruptions?
    SpotTrace(TraceInput),
    /// From how many hours a day on is another plan cheapest?
    Sweep(SweepInput),
}

/// The answer to a document; as text it is the object that the case files expect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// To `bill`.
    Bill(Box<Bill>),
    /// To `compare`.
    Compare(Comparison),
    /// To `breakeven`.
    Breakeven(Breakeven),
    /// To `mix`.
    Mix(Mix),
    /// To `spot_expected`.
    SpotExpected(SpotExpected),
    /// To `spot_trace`.
    SpotTrace(SpotTrace),
    /// To `sweep`.
    Sweep(Sweep),
}

/// Answers a document. Errors: the first field that cannot be read or priced.
pub fn answer(document: &PriceDocument) -> Result<Answer, PricingError> {
    document.request()?.answer()
}

impl PriceRequest {
    /// Answers the request. Errors: as the function of its kind.
    pub fn answer(&self) -> Result<Answer, PricingError> {
        match self {
            Self::Bill { usage, plan } => bill(usage, plan).map(Box::new).map(Answer::Bill),
            Self::Compare { usage, plans } => compare(usage, plans).map(Answer::Compare),
            Self::Breakeven(input) => breakeven(input).map(Answer::Breakeven),
            Self::Mix {
                usage,
                plan,
                passes,
                gaps,
            } => mix(usage, plan, passes, *gaps).map(Answer::Mix),
            Self::SpotExpected(input) => spot_expected(input).map(Answer::SpotExpected),
            Self::SpotTrace(input) => spot_trace(input).map(Answer::SpotTrace),
            Self::Sweep(input) => sweep(input).map(Answer::Sweep),
        }
    }
}

type Reader = fn(&mut Fields<'_>) -> Result<PriceRequest, PricingError>;

/// Every kind of document with its reader.
const KINDS: &[(&str, Reader)] = &[
    ("bill", read_bill),
    ("compare", read_compare),
    ("breakeven", read_breakeven),
    ("mix", read_mix),
    ("spot_expected", read_spot_expected),
    ("spot_trace", read_spot_trace),
    ("sweep", read_sweep),
];

impl PriceDocument {
    /// Reads the document. Errors: the first field that cannot be read.
    pub fn request(&self) -> Result<PriceRequest, PricingError> {
        let Raw::Map(_) = &self.0 else {
            let message = format!(
                "`{}` is not an object with `kind` and `input`",
                self.0.quote()
            );
            return Err(PricingError::new(ErrorKind::BadValue, "kind", message));
        };
        let mut top = Fields::open(&self.0, "")?;
        let read = top.word_if_any("kind", KINDS)?;
        let read = top.required("kind", read)?;
        let input = top.raw("input")?;
        let mut fields = Fields::open(top.required("input", input)?, "")?;
        let request = read(&mut fields)?;
        fields.close()?;
        Ok(request)
    }
}

fn read_plan(fields: &mut Fields<'_>) -> Result<Box<Plan>, PricingError> {
    let value = fields.raw("plan")?;
    plan_read::plan(fields.required("plan", value)?, "plan").map(Box::new)
}

fn read_plans(fields: &mut Fields<'_>) -> Result<Vec<Plan>, PricingError> {
    let values = fields.list("plans")?;
    let values = fields.required("plans", values)?.iter().enumerate();
    values
        .map(|(index, value)| plan_read::plan(value, format!("plans[{index}]")))
        .collect()
}

fn read_bill(fields: &mut Fields<'_>) -> Result<PriceRequest, PricingError> {
    Ok(PriceRequest::Bill {
        usage: usage_read::usage(fields)?,
        plan: read_plan(fields)?,
    })
}

fn read_compare(fields: &mut Fields<'_>) -> Result<PriceRequest, PricingError> {
    Ok(PriceRequest::Compare {
        usage: usage_read::usage(fields)?,
        plans: read_plans(fields)?,
    })
}

fn read_sweep(fields: &mut Fields<'_>) -> Result<PriceRequest, PricingError> {
    Ok(PriceRequest::Sweep(SweepInput {
        usage: usage_read::daily(fields)?,
        plans: read_plans(fields)?,
    }))
}

fn needed_whole(fields: &mut Fields<'_>, key: &'static str) -> Result<u32, PricingError> {
    let value = fields.whole_if_any(key)?;
    fields.required(key, value)
}

fn read_breakeven(fields: &mut Fields<'_>) -> Result<PriceRequest, PricingError> {
    Ok(PriceRequest::Breakeven(BreakevenInput {
        prepaid_price: fields.amount("prepaid_price")?,
        gpu_hour: fields.amount("gpu_hour")?,
        period_days: needed_whole(fields, "period_days")?,
    }))
}

fn read_mix(fields: &mut Fields<'_>) -> Result<PriceRequest, PricingError> {
    let (usage, plan) = (usage_read::usage(fields)?, read_plan(fields)?);
    let values = fields.list("passes")?;
    let values = fields.required("passes", values)?.iter().enumerate();
    let passes = values.map(|(index, value)| {
        let mut pass = Fields::open(value, format!("passes[{index}]"))?;
        let name = pass.text("name")?;
        let name = pass.required("name", name)?.to_owned();
        let (days, price) = (needed_whole(&mut pass, "days")?, pass.amount("price")?);
        pass.close()?;
        Ok(Pass { name, days, price })
    });
    let passes = passes.collect::<Result<_, PricingError>>()?;
    Ok(PriceRequest::Mix {
        usage,
        plan,
        passes,
        gaps: fields.word("gaps", MixGaps::WORDS)?,
    })
}

fn read_spot_expected(fields: &mut Fields<'_>) -> Result<PriceRequest, PricingError> {
    Ok(PriceRequest::SpotExpected(SpotInput {
        interrupts_per_hour: fields.amount("interrupts_per_hour")?,
        checkpoint_h: fields.amount("checkpoint_h")?,
        restart_h: fields.amount("restart_h")?,
        work_h: fields.amount("work_h")?,
        spot_hour: fields.amount("spot_hour")?,
        on_demand_hour: fields.amount("on_demand_hour")?,
    }))
}

fn read_spot_trace(fields: &mut Fields<'_>) -> Result<PriceRequest, PricingError> {
    let path = fields.at("interrupt_at_s");
    let instants = fields.list("interrupt_at_s")?;
    let instants = fields
        .required("interrupt_at_s", instants)?
        .iter()
        .enumerate();
    let instants = instants.map(|(index, value)| as_whole(value, format!("{path}[{index}]")));
    Ok(PriceRequest::SpotTrace(TraceInput {
        interrupt_at_s: instants.collect::<Result<_, _>>()?,
        work_s: needed_whole(fields, "work_s")?,
        checkpoint_s: needed_whole(fields, "checkpoint_s")?,
        restart_s: needed_whole(fields, "restart_s")?,
        gap_s: needed_whole(fields, "gap_s")?,
        spot_hour: fields.amount("spot_hour")?,
        increment_s: fields.whole("increment_s", 1)?,
        minimum_s: fields.whole("minimum_s", 0)?,
    }))
}

//! Reads a plan from a document.
use super::fields::Fields;
use super::plan::{
    AfterEnd, Commit, CommitStart, Discount, DiscountMode, DiscountScope, DiscountTier, Fx, Plan,
    RoundAt, StoppedPolicy, StoragePrice,
};
use super::raw::Raw;
use super::{PricingError, RoundMode};
use crate::units::Currency;
use serde::{Deserialize, Deserializer, de};

const STOPPED: &[(&str, StoppedPolicy)] = &[
    ("none", StoppedPolicy::None),
    ("storage", StoppedPolicy::Storage),
    ("full", StoppedPolicy::Full),
];
const ROUND_AT: &[(&str, RoundAt)] = &[
    ("run", RoundAt::Run),
    ("line", RoundAt::Line),
    ("hour_cut", RoundAt::HourCut),
    ("total", RoundAt::Total),
];
const STARTS_AT: &[(&str, CommitStart)] = &[
    ("horizon_start", CommitStart::HorizonStart),
    ("first_use", CommitStart::FirstUse),
];
const AFTER_END: &[(&str, AfterEnd)] =
    &[("on_demand", AfterEnd::OnDemand), ("stop", AfterEnd::Stop)];
const SCOPE: &[(&str, DiscountScope)] = &[
    ("compute", DiscountScope::Compute),
    ("all", DiscountScope::All),
];
const MODE: &[(&str, DiscountMode)] = &[
    ("slab", DiscountMode::Slab),
    ("graduated", DiscountMode::Graduated),
];

/// Reads the plan that stands at `path`.
pub(super) fn plan(value: &Raw, path: impl Into<String>) -> Result<Plan, PricingError> {
    let mut fields = Fields::open(value, path)?;
    let name = fields.text("name")?.unwrap_or_default().to_owned();
    let currency: Currency = fields.parsed("currency")?.unwrap_or(Currency::USD);
    let read = Plan {
        minor_digits: fields.whole("minor_digits", currency.minor_digits())?,
        gpu_hour: fields.decimal("gpu_hour")?,
        gpus: fields.whole("gpus", 1)?,
        nogpu_hour: fields.decimal_if_any("nogpu_hour")?,
        increment_s: fields.whole("increment_s", 1)?,
        minimum_s: fields.whole("minimum_s", 0)?,
        min_charge: fields.decimal("min_charge")?,
        stopped: fields.word("stopped", STOPPED)?,
        storage: fields
            .object("storage")?
            .map_or_else(|| Ok(StoragePrice::default()), storage)?,
        release_after_stopped_days: fields.whole_if_any("release_after_stopped_days")?,
        egress_gb: fields.decimal("egress_gb")?,
        free_egress_gb: fields.decimal("free_egress_gb")?,
        ingress_gb: fields.decimal("ingress_gb")?,
        free_ingress_gb: fields.decimal("free_ingress_gb")?,
        commit: fields.object("commit")?.map(commit).transpose()?,
        discount: fields.object("discount")?.map(discount).transpose()?,
        tax_pct: fields.decimal("tax_pct")?,
        tax_inclusive: fields.flag("tax_inclusive", false)?,
        fx: fields.object("fx")?.map(fx).transpose()?,
        deposit: fields.decimal("deposit")?,
        round_at: fields.word("round_at", ROUND_AT)?,
        round_mode: fields.word("round_mode", RoundMode::WORDS)?,
        ..Plan::free(name, currency)
    };
    fields.close()?;
    Ok(read)
}

fn storage(mut fields: Fields<'_>) -> Result<StoragePrice, PricingError> {
    let default = StoragePrice::default();
    let read = StoragePrice {
        gb_month: fields.decimal("gb_month")?,
        stopped_gb_month: fields.decimal_if_any("stopped_gb_month")?,
        month_s: fields.whole("month_s", default.month_s)?,
        free_gb: fields.decimal("free_gb")?,
        free_days: fields.whole("free_days", 0)?,
        bill_running: fields.flag("bill_running", true)?,
        granularity_s: fields.whole("granularity_s", 1)?,
    };
    fields.close()?;
    Ok(read)
}

fn commit(mut fields: Fields<'_>) -> Result<Commit, PricingError> {
    let period_days = fields.whole_if_any("period_days")?;
    let period_days = fields.required("period_days", period_days)?;
    let price = fields.decimal_if_any("price")?;
    let price = fields.required("price", price)?;
    let read = Commit {
        starts_at: fields.word("starts_at", STARTS_AT)?,
        auto_renew: fields.flag("auto_renew", false)?,
        count: fields.whole("count", 1)?,
        after_end: fields.word("after_end", AFTER_END)?,
        prorate_last: fields.flag("prorate_last", false)?,
        includes_storage: fields.flag("includes_storage", false)?,
        ..Commit::once(period_days, price)
    };
    fields.close()?;
    Ok(read)
}

fn discount(mut fields: Fields<'_>) -> Result<Discount, PricingError> {
    let (scope, mode) = (fields.word("scope", SCOPE)?, fields.word("mode", MODE)?);
    let path = fields.at("tiers");
    let tiers = fields.list("tiers")?;
    let tiers = fields.required("tiers", tiers)?;
    let tiers = tiers.iter().enumerate().map(|(index, value)| {
        let mut tier = Fields::open(value, format!("{path}[{index}]"))?;
        let (above, pct) = (tier.decimal("above")?, tier.amount("pct")?);
        tier.close()?;
        Ok(DiscountTier { above, pct })
    });
    let tiers = tiers.collect::<Result<_, PricingError>>()?;
    fields.close()?;
    Ok(Discount { scope, mode, tiers })
}

fn fx(mut fields: Fields<'_>) -> Result<Fx, PricingError> {
    let to: Option<Currency> = fields.parsed("to")?;
    let to = fields.required("to", to)?;
    let rate = fields.amount("rate")?;
    let digits = fields.whole("digits", to.minor_digits())?;
    fields.close()?;
    Ok(Fx { to, rate, digits })
}

/// From a self-describing format such as JSON; the error's text names the field.
impl<'de> Deserialize<'de> for Plan {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Raw::deserialize(deserializer)?;
        plan(&raw, "plan").map_err(de::Error::custom)
    }
}

//! A price plan: every rule by which a platform turns seconds and gigabytes into money.
//!
//! Defaults of a plan are those of the simplest meter: per second, no minimum, rounded once a line, half up.
use super::RoundMode;
use crate::units::{Currency, Decimal};
use serde::Serialize;

/// What goes on costing money while the machine is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StoppedPolicy {
    /// Nothing.
    None,
    /// The volume.
    #[default]
    Storage,
    /// The volume and the whole machine, from the first use on.
    Full,
}

/// Where amounts are rounded to the minor unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundAt {
    /// Each run, then the sum.
    Run,
    /// Each line once.
    #[default]
    Line,
    /// Each run at every full clock hour.
    HourCut,
    /// Only the total; lines are shown with six decimals.
    Total,
}

/// The price of data on the volume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoragePrice {
    /// For a GB and billing month while the machine runs.
    pub gb_month: Decimal,
    /// The same while it is stopped; none is the same price.
    pub stopped_gb_month: Option<Decimal>,
    /// Seconds in a billing month.
    pub month_s: u32,
    /// GB that cost nothing.
    pub free_gb: Decimal,
    /// Days from the start that cost nothing.
    pub free_days: u32,
    /// False: nothing is charged while the machine runs.
    pub bill_running: bool,
    /// The horizon is cut into blocks of so many seconds, each charged whole.
    pub granularity_s: u32,
}

impl Default for StoragePrice {
    fn default() -> Self {
        Self {
            gb_month: Decimal::ZERO,
            stopped_gb_month: None,
            month_s: 2_592_000,
            free_gb: Decimal::ZERO,
            free_days: 0,
            bill_running: true,
            granularity_s: 1,
        }
    }
}

/// When the first prepaid period begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CommitStart {
    /// With the horizon.
    #[default]
    HorizonStart,
    /// With the first second of use; without use nothing is bought.
    FirstUse,
}

/// What happens after the last prepaid period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AfterEnd {
    /// The meter runs.
    #[default]
    OnDemand,
    /// The machine stops; later use is not served.
    Stop,
}

/// Prepaid periods, one after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Commit {
    /// Length of a period in days.
    pub period_days: u32,
    /// Price of a period.
    pub price: Decimal,
    /// When the first begins.
    pub starts_at: CommitStart,
    /// Bought again until the horizon ends.
    pub auto_renew: bool,
    /// How many are bought without `auto_renew`.
    pub count: u32,
    /// What happens after the last.
    pub after_end: AfterEnd,
    /// With `auto_renew`: the last costs only its part inside the horizon.
    pub prorate_last: bool,
    /// The volume costs nothing inside a period.
    pub includes_storage: bool,
}

impl Commit {
    /// One period from the horizon's start, then the meter.
    pub fn once(period_days: u32, price: Decimal) -> Self {
        Self {
            period_days,
            price,
            starts_at: CommitStart::HorizonStart,
            auto_renew: false,
            count: 1,
            after_end: AfterEnd::OnDemand,
            prorate_last: false,
            includes_storage: false,
        }
    }
}

/// What a discount is taken on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DiscountScope {
    /// The four compute lines.
    #[default]
    Compute,
    /// Every line.
    All,
}

/// How the tiers of a discount apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DiscountMode {
    /// The highest tier reached applies to everything.
    #[default]
    Slab,
    /// Each tier applies to the part between its threshold and the next.
    Graduated,
}

/// One step of a discount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DiscountTier {
    /// Base amount from which it applies, in the plan's currency.
    pub above: Decimal,
    /// Percent, 0 to 100.
    pub pct: Decimal,
}

/// A discount by volume.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Discount {
    /// What it is taken on.
    pub scope: DiscountScope,
    /// How the tiers apply.
    pub mode: DiscountMode,
    /// Its steps, in any order.
    pub tiers: Vec<DiscountTier>,
}

/// The rate into the currency in which the total is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fx {
    /// Currency shown.
    pub to: Currency,
    /// Units of it for one unit of the plan's currency; above zero.
    pub rate: Decimal,
    /// Decimals shown.
    pub digits: u32,
}

/// A price plan. Amounts are in its `currency`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// What it is called; comparisons answer with it.
    pub name: String,
    /// Currency of every price.
    pub currency: Currency,
    /// Decimals of its minor unit.
    pub minor_digits: u32,
    /// Price of a GPU-hour.
    pub gpu_hour: Decimal,
    /// GPUs of the machine; its price is the product.
    pub gpus: u32,
    /// Price of a machine-hour without a GPU; none when that mode is not offered and costs the GPU price.
    pub nogpu_hour: Option<Decimal>,
    /// Each run is billed in steps of so many seconds.
    pub increment_s: u32,
    /// Each run is billed for at least so many seconds.
    pub minimum_s: u32,
    /// Least amount of a run.
    pub min_charge: Decimal,
    /// What goes on costing while stopped.
    pub stopped: StoppedPolicy,
    /// The volume's price.
    pub storage: StoragePrice,
    /// Data is lost after so many days stopped without a break; none is never.
    pub release_after_stopped_days: Option<u32>,
    /// Price of a GB sent out.
    pub egress_gb: Decimal,
    /// GB sent out that cost nothing.
    pub free_egress_gb: Decimal,
    /// Price of a GB pulled in.
    pub ingress_gb: Decimal,
    /// GB pulled in that cost nothing.
    pub free_ingress_gb: Decimal,
    /// Prepaid periods.
    pub commit: Option<Commit>,
    /// Volume discount.
    pub discount: Option<Discount>,
    /// Tax in percent.
    pub tax_pct: Decimal,
    /// True: the tax is already in the prices and only shown.
    pub tax_inclusive: bool,
    /// How the total is shown in another currency; none is its own.
    pub fx: Option<Fx>,
    /// Held by the platform: cash, never cost.
    pub deposit: Decimal,
    /// Where amounts are rounded.
    pub round_at: RoundAt,
    /// How they are rounded.
    pub round_mode: RoundMode,
}

impl Plan {
    /// A plan that charges nothing, with every rule at its default.
    pub fn free(name: impl Into<String>, currency: Currency) -> Self {
        Self {
            name: name.into(),
            currency,
            minor_digits: currency.minor_digits(),
            gpu_hour: Decimal::ZERO,
            gpus: 1,
            nogpu_hour: None,
            increment_s: 1,
            minimum_s: 0,
            min_charge: Decimal::ZERO,
            stopped: StoppedPolicy::default(),
            storage: StoragePrice::default(),
            release_after_stopped_days: None,
            egress_gb: Decimal::ZERO,
            free_egress_gb: Decimal::ZERO,
            ingress_gb: Decimal::ZERO,
            free_ingress_gb: Decimal::ZERO,
            commit: None,
            discount: None,
            tax_pct: Decimal::ZERO,
            tax_inclusive: false,
            fx: None,
            deposit: Decimal::ZERO,
            round_at: RoundAt::default(),
            round_mode: RoundMode::default(),
        }
    }
}

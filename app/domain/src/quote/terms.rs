//! An offer's rules, ready for the engine: what is known, and what is not.
use crate::catalog::{CatalogSnapshot, FactKey, Offer, StoppedBilling, Tri};
use crate::pricing::{
    Commit, Discount, DiscountMode, DiscountScope, DiscountTier, Fx, Plan, StoppedPolicy,
};
use crate::units::{Currency, Decimal, Money};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// Longest step and longest minimum that an unknown meter is billed with, seconds.
const WORST_STEP_S: u32 = 3600;

/// What is known of running without a GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoGpuTerms {
    /// No such mode, or nobody knows.
    Absent,
    /// There is one; its price is unknown: 0 to the machine's GPU price.
    PriceUnknown,
    /// Nano-units an hour.
    Price(i64),
}

/// A prepaid period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// Days of one period.
    pub days: u32,
    /// Its price, nano-units.
    pub price: i64,
}

/// The rules; amounts are nano-units of `currency`. All numbers are plain integers, so that the browser can be sent them
/// in a compact form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// Currency of all amounts.
    pub currency: Currency,
    /// The whole machine an hour.
    pub machine_hour: i64,
    /// Billing increment, seconds.
    pub increment_s: Option<u32>,
    /// Least time billed a run, seconds.
    pub minimum_s: Option<u32>,
    /// No-GPU mode.
    pub no_gpu: NoGpuTerms,
    /// What a stop costs.
    pub stopped: Option<StoppedBilling>,
    /// Disk price per GB-month, running.
    pub storage: Option<i64>,
    /// Disk price per GB-month, stopped.
    pub storage_stopped: Option<i64>,
    /// Seconds of the platform's storage month.
    pub storage_month_s: u32,
    /// GB included, in billionths of a GB.
    pub free_gb: Option<i64>,
    /// Price per GB sent out.
    pub egress: Option<i64>,
    /// Days after a stop until data are deleted.
    pub retention_days: Option<u32>,
    /// Prepaid period; the meter then is not used.
    pub term: Option<Term>,
    /// A visitor's own discount on machine time, in billionths of a percent.
    pub discount_pct: Option<i64>,
    /// Rate into the display currency, in billionths.
    pub fx: Option<(Currency, i64)>,
}

/// Seconds of a storage month: 720 h unless the platform says otherwise.
///
/// Source: Scaleway counts 730 h (its pricing FAQ, as the starting data's README says).
fn storage_month_s(platform: &str) -> u32 {
    if platform == "scaleway" {
        730 * 3600
    } else {
        720 * 3600
    }
}

impl Terms {
    /// The rules of `offer`, its total to be shown in `display`. `None` where no rate into it exists.
    ///
    /// A platform's fact in another currency than the offer's is converted with the dated rate.
    pub fn of(
        snapshot: &CatalogSnapshot,
        offer: &Offer,
        display: Currency,
        today: NaiveDate,
    ) -> Option<Self> {
        let platform = &snapshot.platforms[offer.platform];
        let currency = offer.price_per_hour.currency;
        let rate = snapshot.fx.rate(currency, display, today)?;
        let price = |key: FactKey| -> Option<i64> {
            let amount = offer.fact_amount(platform, key)?;
            let stated = Money::from_decimal(amount, platform.currency.unwrap_or(currency)).ok()?;
            Some(snapshot.convert(stated, currency, today)?.0.nanos)
        };
        let no_gpu = match offer.fact_tri(platform, FactKey::NoGpuMode) {
            Some(Tri::Yes | Tri::Partial) => {
                price(FactKey::NoGpuPrice).map_or(NoGpuTerms::PriceUnknown, NoGpuTerms::Price)
            }
            Some(Tri::No) | None => NoGpuTerms::Absent,
        };
        let term = offer.kind.is_term().then(|| Term {
            days: (offer.period_hours / 24).max(1),
            // One source states the hourly equivalent alone; its sum is that times the hours.
            price: offer.price_per_period.map_or(
                offer
                    .price_per_hour
                    .nanos
                    .saturating_mul(i64::from(offer.period_hours)),
                |m| m.nanos,
            ),
        });
        Some(Self {
            currency,
            machine_hour: offer.price_per_hour.nanos,
            increment_s: offer.fact_whole(platform, FactKey::BillingIncrement),
            minimum_s: offer.fact_whole(platform, FactKey::MinimumCharge),
            no_gpu,
            stopped: offer
                .fact_value(platform, FactKey::StoppedBilling)
                .and_then(StoppedBilling::from_word),
            storage: price(FactKey::StoragePrice),
            storage_stopped: price(FactKey::StoragePriceStopped),
            storage_month_s: storage_month_s(&platform.slug),
            free_gb: offer
                .fact_amount(platform, FactKey::FreeDisk)
                .or_else(|| offer.disk_gb.and_then(|gb| gb.to_string().parse().ok()))
                .and_then(|gb| i64::try_from(gb.nanos()).ok()),
            egress: price(FactKey::EgressPrice),
            retention_days: offer.fact_whole(platform, FactKey::RetentionDays),
            term,
            discount_pct: None,
            fx: (rate.hops > 0)
                .then(|| i64::try_from(rate.rate.nanos()).ok())
                .flatten()
                .map(|rate| (display, rate)),
        })
    }

    /// A price that has no worst value.
    pub(super) fn is_open_price(key: FactKey) -> bool {
        matches!(
            key,
            FactKey::StoragePrice | FactKey::StoragePriceStopped | FactKey::EgressPrice
        )
    }

    /// Unknown facts that this kind of scenario may touch.
    pub(super) fn unknown(&self, keeps_data: bool, sends: bool) -> Vec<FactKey> {
        let mut keys = Vec::new();
        if self.term.is_none() {
            if self.increment_s.is_none() {
                keys.push(FactKey::BillingIncrement);
            }
            if self.minimum_s.is_none() {
                keys.push(FactKey::MinimumCharge);
            }
            if self.no_gpu == NoGpuTerms::PriceUnknown {
                keys.push(FactKey::NoGpuPrice);
            }
        }
        if keeps_data {
            if self.free_gb.is_none() && self.storage != Some(0) {
                keys.push(FactKey::FreeDisk);
            }
            if self.storage.is_none() {
                keys.push(FactKey::StoragePrice);
            }
            if self.storage_stopped.is_none() && self.stopped_keeps_disk() {
                keys.push(FactKey::StoragePriceStopped);
            }
        }
        if sends && self.egress.is_none() {
            keys.push(FactKey::EgressPrice);
        }
        keys
    }

    /// Whether a stopped machine's disk goes on being billed. A term keeps its disk; an unknown stop is a release.
    fn stopped_keeps_disk(&self) -> bool {
        self.term.is_some()
            || matches!(
                self.stopped,
                Some(StoppedBilling::StorageOnly | StoppedBilling::Full)
            )
    }

    /// The engine's plan with the facts in `worst` at their worst value and every other unknown one at its best.
    pub(super) fn plan(&self, worst: &[FactKey]) -> Plan {
        let bad = |key: FactKey| worst.contains(&key);
        let nanos = |amount: i64| Decimal::from_nanos(i128::from(amount));
        let mut plan = Plan::free("", self.currency);
        plan.gpu_hour = nanos(self.machine_hour);
        plan.increment_s = self
            .increment_s
            .unwrap_or(if bad(FactKey::BillingIncrement) {
                WORST_STEP_S
            } else {
                1
            });
        plan.minimum_s = self.minimum_s.unwrap_or(if bad(FactKey::MinimumCharge) {
            WORST_STEP_S
        } else {
            0
        });
        plan.nogpu_hour = match self.no_gpu {
            NoGpuTerms::Absent => None,
            NoGpuTerms::Price(price) => Some(nanos(price)),
            NoGpuTerms::PriceUnknown if bad(FactKey::NoGpuPrice) => None,
            NoGpuTerms::PriceUnknown => Some(Decimal::ZERO),
        };
        (plan.stopped, plan.release_after_stopped_days) = match (&self.term, self.stopped) {
            (Some(_), _) => (StoppedPolicy::Storage, None),
            (None, Some(StoppedBilling::None)) => (StoppedPolicy::None, self.retention_days),
            (None, Some(StoppedBilling::StorageOnly)) => {
                (StoppedPolicy::Storage, self.retention_days)
            }
            (None, Some(StoppedBilling::Full)) => (StoppedPolicy::Full, self.retention_days),
            // Unknown: released after each use, which is always possible.
            (None, None) => (StoppedPolicy::None, Some(0)),
        };
        let everything = Decimal::from_int(1_000_000_000);
        plan.storage.free_gb = self
            .free_gb
            .map(nanos)
            .unwrap_or(if bad(FactKey::FreeDisk) {
                Decimal::ZERO
            } else {
                everything
            });
        plan.storage.gb_month = nanos(self.storage.unwrap_or(0));
        plan.storage.stopped_gb_month = Some(nanos(self.storage_stopped.unwrap_or(0)));
        plan.storage.month_s = self.storage_month_s;
        plan.egress_gb = nanos(self.egress.unwrap_or(0));
        plan.commit = self.term.map(|term| Commit {
            auto_renew: true,
            ..Commit::once(term.days, nanos(term.price))
        });
        plan.discount = self.discount_pct.map(|pct| Discount {
            scope: DiscountScope::Compute,
            mode: DiscountMode::Slab,
            tiers: vec![DiscountTier {
                above: Decimal::ZERO,
                pct: nanos(pct),
            }],
        });
        plan.fx = self.fx.map(|(to, rate)| Fx {
            to,
            rate: nanos(rate),
            digits: to.minor_digits(),
        });
        plan
    }
}

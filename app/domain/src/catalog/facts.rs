//! Facts: what is known of a platform's rules, each with its date and sources.
use super::kinds::words;
use super::{Exclusivity, Observed, StoppedBilling};
use crate::units::Decimal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

words! {
    /// The facts that are kept of a platform (and may be overridden by one of its offerings).
    FactKey {
        /// Time is rounded up to a multiple of this many seconds.
        BillingIncrement = "billing_increment_s",
        /// Least time billed a run, in seconds.
        MinimumCharge = "minimum_charge_s",
        /// Is a card used by one customer alone.
        CardExclusivity = "card_exclusivity",
        /// Are there interruptible prices.
        Spot = "spot_available",
        /// Can a machine run without its GPU.
        NoGpuMode = "no_gpu_mode",
        /// Its price an hour, in the platform's currency.
        NoGpuPrice = "no_gpu_price_hour",
        /// What a stopped machine goes on costing.
        StoppedBilling = "stopped_billing",
        /// Is the card held for the user while stopped.
        GpuKeptStopped = "gpu_kept_while_stopped",
        /// Disk price per GB-month while running.
        StoragePrice = "storage_price_gb_month",
        /// Disk price per GB-month while stopped.
        StoragePriceStopped = "storage_price_stopped_gb_month",
        /// Disk included, GB.
        FreeDisk = "free_disk_gb",
        /// Do data survive a stop.
        PersistentStorage = "persistent_storage",
        /// Days after a stop until the data are deleted.
        RetentionDays = "data_retention_days",
        /// Can the machine be saved as an image.
        Snapshot = "snapshot",
        /// Can own images be used.
        CustomImage = "custom_image",
        /// Included image space, GB.
        ImageQuota = "private_image_quota_gb",
        /// Can object storage be mounted.
        ObjectStorage = "object_storage_mount",
        /// Are several GPUs of one offer in one machine.
        SameNode = "same_node_multi_gpu",
        /// Is NVLink offered.
        Nvlink = "nvlink",
        /// Network bandwidth, Mbps.
        Network = "network_mbps",
        /// Price per GB sent out.
        EgressPrice = "egress_price_gb",
        /// Queues and reservations.
        Reservation = "reservation_or_queue",
        /// Day plans.
        DailyPlan = "daily_plan",
        /// Week plans.
        WeeklyPlan = "weekly_plan",
        /// Month plans.
        MonthlyPlan = "monthly_plan",
        /// How to reach support.
        Support = "support_channels",
        /// Is support there round the clock.
        Support24h = "support_24h",
        /// What happens when the money runs out.
        BalanceZero = "balance_zero",
        /// Do the listed prices include tax.
        TaxIncluded = "tax_included",
        /// Least amount that an account is topped up with, in the platform's currency.
        MinTopUp = "min_top_up",
        /// Can an invoice be had.
        Invoice = "invoice",
        /// Ways to pay.
        PaymentMethods = "payment_methods",
        /// Is identity checked before renting.
        RealName = "real_name_check",
        /// Where it can be reached from.
        Reach = "reachable_from",
        /// Is there a mirror of models inside.
        ModelMirror = "model_mirror",
        /// Is there an accelerated way to academic sites.
        Acceleration = "academic_acceleration",
    }
}

/// What a fact's value must look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactShape {
    /// A whole number above or equal to zero.
    Whole,
    /// A decimal, not negative; money when the key names a price.
    Amount,
    /// `yes`, `partial` or `no`.
    YesNo,
    /// `dedicated`, `shared`, `mixed`.
    Exclusivity,
    /// `none`, `storage_only`, `full`.
    Stopped,
    /// Words.
    Text,
}

impl FactKey {
    /// The shape of its values.
    pub const fn shape(self) -> FactShape {
        match self {
            Self::BillingIncrement | Self::MinimumCharge | Self::RetentionDays | Self::Network => {
                FactShape::Whole
            }
            Self::NoGpuPrice
            | Self::StoragePrice
            | Self::StoragePriceStopped
            | Self::EgressPrice
            | Self::MinTopUp => FactShape::Amount,
            Self::FreeDisk | Self::ImageQuota => FactShape::Amount,
            Self::CardExclusivity => FactShape::Exclusivity,
            Self::StoppedBilling => FactShape::Stopped,
            Self::Reservation
            | Self::DailyPlan
            | Self::WeeklyPlan
            | Self::MonthlyPlan
            | Self::Support
            | Self::BalanceZero
            | Self::PaymentMethods
            | Self::Reach => FactShape::Text,
            _ => FactShape::YesNo,
        }
    }

    /// The unit of its values, currency left out; empty for words.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::BillingIncrement | Self::MinimumCharge => "s",
            Self::NoGpuPrice => "/h",
            Self::StoragePrice | Self::StoragePriceStopped => "/GB·month",
            Self::FreeDisk | Self::ImageQuota => "GB",
            Self::RetentionDays => "d",
            Self::Network => "Mbps",
            Self::EgressPrice => "/GB",
            _ => "",
        }
    }

    /// Whether its value is an amount of the platform's currency.
    pub const fn is_money(self) -> bool {
        matches!(
            self,
            Self::NoGpuPrice
                | Self::StoragePrice
                | Self::StoragePriceStopped
                | Self::EgressPrice
                | Self::MinTopUp
        )
    }

    /// Whether `value` has this fact's shape.
    pub fn admits(self, value: &str) -> bool {
        match self.shape() {
            FactShape::Whole => value.parse::<u32>().is_ok(),
            FactShape::Amount => value
                .parse::<Decimal>()
                .is_ok_and(|amount| !amount.is_negative()),
            FactShape::YesNo => Tri::from_word(value).is_some(),
            FactShape::Exclusivity => Exclusivity::from_word(value).is_some(),
            FactShape::Stopped => StoppedBilling::from_word(value).is_some(),
            FactShape::Text => !value.is_empty() && value.chars().count() <= 500,
        }
    }
}

words! {
    /// A yes-or-no fact that was checked; not checked is `Option::None`.
    Tri {
        /// True.
        Yes = "yes",
        /// True under a stated condition.
        Partial = "partial",
        /// False.
        No = "no",
    }
}

words! {
    /// How an editor learnt a fact.
    Learnt {
        /// Read in the platform's own pages.
        Docs = "docs",
        /// Tried out on a rented machine or an account.
        Tested = "tested",
        /// Told by the platform's support.
        Support = "support",
    }
}

/// One address behind a fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactSource {
    /// An address, or `seed:…` / `package:…` for what has none.
    pub url: String,
    /// True when this address states just this fact; false when it is one of several that were read.
    pub exact: bool,
}

/// One fact: its value, or that it was looked for and not found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// The value in the key's shape; `None` = looked for, not found.
    pub value: Option<String>,
    /// When it was read.
    pub observed: Option<Observed>,
    /// The words it rests on, if kept.
    pub quote: Option<String>,
    /// The addresses it rests on.
    pub sources: Vec<FactSource>,
    /// How an editor learnt it; `None` for what was imported.
    #[serde(default)]
    pub learnt: Option<Learnt>,
}

/// The facts of a platform or an offering, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts(pub BTreeMap<FactKey, Fact>);

impl Facts {
    /// The fact, whatever its value.
    pub fn get(&self, key: FactKey) -> Option<&Fact> {
        self.0.get(&key)
    }

    /// Its value, if known.
    pub fn value(&self, key: FactKey) -> Option<&str> {
        self.get(key)?.value.as_deref()
    }

    /// A whole number, if known.
    pub fn whole(&self, key: FactKey) -> Option<u32> {
        self.value(key)?.parse().ok()
    }

    /// A decimal, if known.
    pub fn amount(&self, key: FactKey) -> Option<Decimal> {
        self.value(key)?.parse().ok()
    }

    /// A yes, partly or no, if known.
    pub fn tri(&self, key: FactKey) -> Option<Tri> {
        Tri::from_word(self.value(key)?)
    }
}

//! An offer: one price plan of an offering with its newest observation.
use super::{Exclusivity, Fact, FactKey, Facts, Observed, Platform, PriceKind, Tri};
use crate::units::{Decimal, Money};
use serde::{Deserialize, Serialize};

/// One row of the catalogue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// Number of the price plan; stable.
    pub id: i64,
    /// Number of the offering (several price plans may share it).
    pub offering_id: i64,
    /// Row lock: raised by each edit.
    pub version: i64,
    /// Index into the snapshot's platforms.
    pub platform: usize,
    /// Index into the snapshot's GPUs.
    pub gpu: usize,
    /// Region; `None` = not stated, or one price everywhere.
    pub region: Option<String>,
    /// Whole GPUs in the offer, at least 1.
    pub gpu_count: u32,
    /// Share of one GPU for a slice; `None` for whole cards.
    pub gpu_fraction: Option<f64>,
    /// Virtual CPUs of the whole offer.
    pub vcpus: Option<f64>,
    /// RAM of the whole offer, GB.
    pub ram_gb: Option<f64>,
    /// Disk included, GB.
    pub disk_gb: Option<f64>,
    /// Kind of disk.
    pub disk_type: Option<String>,
    /// Network, Mbps.
    pub network_mbps: Option<u32>,
    /// The platform's name of it.
    pub instance_type: Option<String>,
    /// Stated for this offer.
    pub exclusivity: Option<Exclusivity>,
    /// How the price binds.
    pub kind: PriceKind,
    /// Hours that `price_per_period` pays for; 1 for a meter.
    pub period_hours: u32,
    /// What a term costs as a whole, if stated.
    pub price_per_period: Option<Money>,
    /// Price of the whole offer an hour; for a term the sum divided by its hours.
    pub price_per_hour: Money,
    /// When it was seen.
    pub observed: Observed,
    /// Where it was seen.
    pub source_url: String,
    /// The repository or site, without the version: observations of one source follow each other.
    pub source: String,
    /// Remarks.
    pub note: String,
    /// Facts that differ from the platform's.
    pub overrides: Facts,
}

impl Offer {
    /// Price of one GPU an hour; `None` for a slice, which is never ranked with whole cards.
    pub fn price_per_gpu_hour(&self) -> Option<Money> {
        match self.gpu_fraction {
            Some(_) => None,
            None => self.price_per_hour.share(self.gpu_count),
        }
    }

    /// True for the lowest ask of a market and no tariff: hosts set and change it. The note says so, by the catalogue's
    /// convention.
    pub fn is_ask(&self) -> bool {
        self.note.starts_with("lowest ask")
    }

    /// A fact as it holds for this offer: its own, else the platform's.
    pub fn fact<'a>(&'a self, platform: &'a Platform, key: FactKey) -> Option<&'a Fact> {
        self.overrides.get(key).or_else(|| platform.facts.get(key))
    }

    /// Value of [`Self::fact`], if known.
    pub fn fact_value<'a>(&'a self, platform: &'a Platform, key: FactKey) -> Option<&'a str> {
        self.fact(platform, key)?.value.as_deref()
    }

    /// A whole number, if known.
    pub fn fact_whole(&self, platform: &Platform, key: FactKey) -> Option<u32> {
        self.fact_value(platform, key)?.parse().ok()
    }

    /// A decimal, if known.
    pub fn fact_amount(&self, platform: &Platform, key: FactKey) -> Option<Decimal> {
        self.fact_value(platform, key)?.parse().ok()
    }

    /// A yes, partly or no, if known.
    pub fn fact_tri(&self, platform: &Platform, key: FactKey) -> Option<Tri> {
        Tri::from_word(self.fact_value(platform, key)?)
    }

    /// Exclusivity of this offer, else of its platform; a slice is shared.
    pub fn effective_exclusivity(&self, platform: &Platform) -> Option<Exclusivity> {
        self.exclusivity
            .or_else(|| self.gpu_fraction.map(|_| Exclusivity::Shared))
            .or_else(|| {
                Exclusivity::from_word(self.fact_value(platform, FactKey::CardExclusivity)?)
            })
    }
}

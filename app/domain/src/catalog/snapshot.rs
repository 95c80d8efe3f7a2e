//! The catalogue of one revision, whole and immutable.
use super::{Freshness, FreshnessLimits, Gpu, Offer, Persistence, Platform};
use crate::units::{Currency, FxRate, FxTable, Money};
use chrono::NaiveDate;
use std::collections::HashMap;

/// Everything that reads are answered from; replaced as a whole by each applied change.
#[derive(Clone, Debug, Default)]
pub struct CatalogSnapshot {
    /// Raised by each applied change.
    pub revision: i64,
    /// Cards, in natural order.
    pub gpus: Vec<Gpu>,
    /// Platforms, by name.
    pub platforms: Vec<Platform>,
    /// Current price plans, by id.
    pub offers: Vec<Offer>,
    /// Disks that survive or do not.
    pub persistence: Vec<Persistence>,
    /// Exchange rates.
    pub fx: FxTable,
    /// Age limits of prices.
    pub limits: FreshnessLimits,
    /// A visitor's own discounts: index of the platform and billionths of a percent; empty in the stored catalogue.
    pub discounts: Vec<(usize, i64)>,
    gpu_index: HashMap<String, usize>,
    platform_index: HashMap<String, usize>,
    search_text: Vec<String>,
}

impl CatalogSnapshot {
    /// Builds the indexes. `offers` must point into the given lists.
    pub fn new(
        revision: i64,
        gpus: Vec<Gpu>,
        platforms: Vec<Platform>,
        offers: Vec<Offer>,
        persistence: Vec<Persistence>,
        fx: FxTable,
    ) -> Self {
        let gpu_index = gpus
            .iter()
            .enumerate()
            .map(|(i, g)| (g.slug.clone(), i))
            .collect();
        let platform_index = platforms
            .iter()
            .enumerate()
            .map(|(i, p)| (p.slug.clone(), i))
            .collect();
        let search_text = offers
            .iter()
            .map(|o| search_text(&gpus[o.gpu], &platforms[o.platform], o))
            .collect();
        let limits = FreshnessLimits::default();
        Self {
            revision,
            gpus,
            platforms,
            offers,
            persistence,
            fx,
            limits,
            discounts: Vec::new(),
            gpu_index,
            platform_index,
            search_text,
        }
    }

    /// A card's index by slug.
    pub fn gpu_by_slug(&self, slug: &str) -> Option<usize> {
        self.gpu_index.get(slug).copied()
    }

    /// A platform's index by slug.
    pub fn platform_by_slug(&self, slug: &str) -> Option<usize> {
        self.platform_index.get(slug).copied()
    }

    /// The visitor's own discount on a platform, in billionths of a percent.
    pub fn discount(&self, platform: usize) -> Option<i64> {
        let known = self.discounts.iter().find(|(index, _)| *index == platform);
        known.map(|(_, percent)| *percent)
    }

    /// An offer by its number.
    pub fn offer(&self, id: i64) -> Option<&Offer> {
        self.offers
            .binary_search_by_key(&id, |o| o.id)
            .ok()
            .map(|i| &self.offers[i])
    }

    /// Freshness of an offer's price on `today`.
    pub fn freshness(&self, offer: &Offer, today: NaiveDate) -> Freshness {
        self.limits.judge(offer.kind, offer.observed, today)
    }

    /// `money` in `to` with the rate used; `None` where no rate exists.
    pub fn convert(&self, money: Money, to: Currency, today: NaiveDate) -> Option<(Money, FxRate)> {
        let rate = self.fx.rate(money.currency, to, today)?;
        Some((rate.convert(money)?, rate))
    }

    /// Stale offers on `today`.
    pub fn stale_count(&self, today: NaiveDate) -> usize {
        self.offers
            .iter()
            .filter(|o| self.freshness(o, today) == Freshness::Stale)
            .count()
    }

    /// Platforms with at least one offer.
    pub fn platforms_with_offers(&self) -> usize {
        let mut seen = vec![false; self.platforms.len()];
        self.offers.iter().for_each(|o| seen[o.platform] = true);
        seen.into_iter().filter(|s| *s).count()
    }

    /// The newest day any current price was seen.
    pub fn observed_newest(&self) -> Option<NaiveDate> {
        self.offers
            .iter()
            .filter(|o| o.observed.precision == super::Precision::Day)
            .map(|o| o.observed.date)
            .max()
    }

    /// Lower-case words that the search field looks through, for the offer at `index`.
    pub(crate) fn search_text(&self, index: usize) -> &str {
        self.search_text.get(index).map_or("", String::as_str)
    }
}

fn search_text(gpu: &Gpu, platform: &Platform, offer: &Offer) -> String {
    let vram = gpu
        .vram_gb
        .map(|gb| format!("{gb}g {gb}gb"))
        .unwrap_or_default();
    [
        gpu.name.as_str(),
        &gpu.slug,
        &gpu.name.replace(' ', ""),
        &vram,
        &platform.name,
        platform.name_zh.as_deref().unwrap_or(""),
        &platform.slug,
        offer.instance_type.as_deref().unwrap_or(""),
        offer.region.as_deref().unwrap_or(""),
    ]
    .join(" ")
    .to_lowercase()
}

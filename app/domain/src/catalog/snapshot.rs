//! The catalogue of one revision, whole and immutable.
use super::classes::Classes;
use super::tally::Tally;
use super::view::{Prepared, View};
use super::{Freshness, FreshnessLimits, Gpu, Offer, Persistence, Platform};
use crate::sizing::Library;
use crate::units::{Currency, FxRate, FxTable, Money};
use chrono::NaiveDate;
use std::collections::HashMap;
use std::sync::Arc;

/// Everything that reads are answered from; replaced as a whole by each applied change.
///
/// Cards, platforms and offers stay as they are once it is made: what is prepared for questions rests on them.
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
    /// Models and measured runs, for the sizer; empty where nobody gave any.
    pub library: Arc<Library>,
    /// A visitor's own discounts: index of the platform and billionths of a percent; empty in the stored catalogue.
    pub discounts: Vec<(usize, i64)>,
    gpu_index: HashMap<String, usize>,
    platform_index: HashMap<String, usize>,
    prepared: Prepared,
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
        let limits = FreshnessLimits::default();
        Self {
            revision,
            gpus,
            platforms,
            offers,
            persistence,
            fx,
            limits,
            library: Arc::default(),
            discounts: Vec::new(),
            gpu_index,
            platform_index,
            prepared: Prepared::default(),
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

    /// `money` as it is compared in `to`; `None` where no rate exists.
    pub(super) fn shown(&self, money: Money, to: Currency) -> Option<Money> {
        self.fx.convert(money, to)
    }

    /// How many offers of each kind, card and platform there are on `today`; counted once a day.
    pub fn tally(&self, today: NaiveDate) -> Arc<Tally> {
        self.prepared.tally(self, today)
    }

    /// Platforms with at least one offer.
    pub fn platforms_with_offers(&self) -> usize {
        let mut seen = vec![false; self.platforms.len()];
        for offer in self.classes().machines.examples(&self.offers) {
            seen[offer.platform] = true;
        }
        seen.into_iter().filter(|used| *used).count()
    }

    /// The newest day any current price was seen.
    pub fn observed_newest(&self) -> Option<NaiveDate> {
        self.classes()
            .times
            .examples(&self.offers)
            .filter(|o| o.observed.precision == super::Precision::Day)
            .map(|o| o.observed.date)
            .max()
    }

    /// Rows of one offering's price plans.
    pub fn rows_of_offering(&self, offering: i64) -> impl Iterator<Item = usize> + use<'_> {
        let rows = self.prepared.by_offering(self);
        let of = |row: &u32| self.offers[*row as usize].offering_id;
        let from = rows.partition_point(|row| of(row) < offering);
        let count = rows[from..].partition_point(|row| of(row) == offering);
        rows[from..from + count].iter().map(|row| *row as usize)
    }

    /// What offers say under `name`, one of [`super::query::WORDS`], in the order of the alphabet; none under another name.
    pub fn words(&self, name: &str) -> &[String] {
        let place = super::query::WORDS.iter().position(|word| *word == name);
        place.map_or(&[], |place| &self.classes().words[place])
    }

    /// The offers by what conditions ask of them; made at the first question.
    pub(super) fn classes(&self) -> &Classes {
        self.prepared.classes(self)
    }

    /// The snapshot prepared for questions in `currency` on `today`.
    pub(super) fn view(&self, currency: Currency, today: NaiveDate) -> Arc<View> {
        self.prepared.view(self, currency, today)
    }
}

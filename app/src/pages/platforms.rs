//! `/platforms` and `/platforms/{slug}`: what is known of a platform's rules, with sources.
mod billing;
mod detail;
mod filters;
mod gaps;
mod list;
mod offers;
pub(crate) mod past;
mod paying;
pub mod policies;
mod questions;
pub(crate) mod sources;
pub(crate) mod values;
pub(crate) mod volumes;

use crate::frame::Frame;
use domain::catalog::history::PricePoint;
use domain::catalog::policy::{PolicyQuery, PolicyTable};
use domain::catalog::{CatalogSnapshot, Freshness, Notice, Platform};
use std::sync::Arc;

pub(crate) use detail::{FACT_GROUPS, group_names};
pub use detail::{detail, missing};
pub use list::list;

/// Everything a platform's page is made from.
#[derive(Clone)]
pub struct Platforms {
    /// The request.
    pub frame: Arc<Frame>,
    /// The data.
    pub snapshot: Arc<CatalogSnapshot>,
    /// Dated prices of its cards, those with most days first.
    pub histories: Vec<CardPast>,
}

/// Dated on-demand prices of one card of a platform.
#[derive(Clone)]
pub struct CardPast {
    /// The card's place in the snapshot.
    pub gpu: usize,
    /// Oldest first; each the price of one card an hour.
    pub points: Vec<PricePoint>,
}

/// Everything the table of all platforms is made from.
#[derive(Clone)]
pub struct PolicyView {
    /// The request and the data.
    pub base: Platforms,
    /// What was asked.
    pub query: PolicyQuery,
    /// What could not be read of it.
    pub notices: Vec<Notice>,
    /// The platforms that answer.
    pub table: PolicyTable,
}

/// How many offers of a platform count today.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OfferCount {
    /// Fresh or ageing.
    pub current: usize,
    /// Kept out of "lowest".
    pub stale: usize,
}

impl Platforms {
    /// Offers of every platform, by its index in the snapshot.
    pub fn offer_counts(&self) -> Vec<OfferCount> {
        let mut counts = vec![OfferCount::default(); self.snapshot.platforms.len()];
        for offer in &self.snapshot.offers {
            let count = &mut counts[offer.platform];
            match self.snapshot.freshness(offer, self.frame.today()) {
                Freshness::Stale => count.stale += 1,
                _ => count.current += 1,
            }
        }
        counts
    }
}

/// True when no source about its rules has been read.
pub(crate) fn nobody_looked(platform: &Platform) -> bool {
    platform.facts.0.is_empty()
}

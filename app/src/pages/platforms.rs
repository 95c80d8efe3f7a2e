//! `/platforms` and `/platforms/{slug}`: what is known of a platform's rules, with sources.
mod detail;
mod list;
mod offers;
mod sources;
mod values;
mod volumes;

use crate::frame::Frame;
use domain::catalog::{CatalogSnapshot, Freshness, Platform};
use std::sync::Arc;

pub use detail::detail;
pub use list::list;

/// Everything both pages are made from.
#[derive(Clone)]
pub struct Platforms {
    /// The request.
    pub frame: Arc<Frame>,
    /// The data.
    pub snapshot: Arc<CatalogSnapshot>,
}

/// How many offers of a platform count today.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OfferCount {
    /// Fresh or ageing.
    pub current: usize,
    /// Kept out of "lowest".
    pub stale: usize,
}

impl Platforms {
    /// Offers of every platform, by its index in the snapshot.
    pub(crate) fn offer_counts(&self) -> Vec<OfferCount> {
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

//! How many offers there are of what.
use super::classes::Classes;
use super::{CatalogSnapshot, Freshness, Precision, PriceKind};
use chrono::NaiveDate;

/// Counts over all offers of a snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Stale offers.
    pub stale: usize,
    /// Offers of each card.
    pub of_gpu: Vec<usize>,
    /// Offers of each card that are not stale.
    pub current_of_gpu: Vec<usize>,
    /// Offers of each platform.
    pub of_platform: Vec<usize>,
    /// Newest day that a price was seen, where the day is known.
    pub newest: Option<NaiveDate>,
    of_kind: Vec<usize>,
    current_of_kind: Vec<usize>,
}

impl Tally {
    pub(super) fn of(snapshot: &CatalogSnapshot, classes: &Classes, today: NaiveDate) -> Self {
        let mut tally = Self {
            stale: 0,
            of_gpu: vec![0; snapshot.gpus.len()],
            current_of_gpu: vec![0; snapshot.gpus.len()],
            of_platform: vec![0; snapshot.platforms.len()],
            newest: None,
            of_kind: vec![0; PriceKind::ALL.len()],
            current_of_kind: vec![0; PriceKind::ALL.len()],
        };
        let times = classes.times.examples(&snapshot.offers);
        let is_stale: Vec<bool> = times
            .map(|offer| {
                if offer.observed.precision == Precision::Day {
                    tally.newest = tally.newest.max(Some(offer.observed.date));
                }
                snapshot.freshness(offer, today) == Freshness::Stale
            })
            .collect();
        for (row, offer) in snapshot.offers.iter().enumerate() {
            if classes.times.at(&is_stale, row) {
                tally.stale += 1;
            } else {
                tally.current_of_gpu[offer.gpu] += 1;
                tally.current_of_kind[offer.kind as usize] += 1;
            }
            tally.of_gpu[offer.gpu] += 1;
            tally.of_platform[offer.platform] += 1;
            tally.of_kind[offer.kind as usize] += 1;
        }
        tally
    }

    /// Platforms with at least one offer.
    pub fn platforms(&self) -> usize {
        self.of_platform.iter().filter(|count| **count > 0).count()
    }

    /// Offers of one kind of price.
    pub fn of_kind(&self, kind: PriceKind) -> usize {
        self.of_kind[kind as usize]
    }

    /// Those of them that are not stale.
    pub fn current_of_kind(&self, kind: PriceKind) -> usize {
        self.current_of_kind[kind as usize]
    }
}

//! How often each offer's page was opened since the server started: numbers alone, nothing of who opened it.
use chrono::{DateTime, Utc};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Offers that are counted at most; a catalogue has a few thousand.
const MOST: usize = 100_000;

/// The counters.
#[derive(Debug)]
pub struct Views {
    /// Since when they count.
    pub since: DateTime<Utc>,
    counts: Mutex<HashMap<i64, u32>>,
}

impl Views {
    /// Counts from `now` on.
    pub fn new(now: DateTime<Utc>) -> Self {
        Self {
            since: now,
            counts: Mutex::default(),
        }
    }

    /// One more look at an offer.
    pub fn add(&self, offer: i64) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() < MOST || counts.contains_key(&offer) {
            let count = counts.entry(offer).or_default();
            *count = count.saturating_add(1);
        }
    }

    /// What was counted, by offer.
    pub fn counts(&self) -> HashMap<i64, u32> {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_offer_has_its_own_count() {
        let views = Views::new("2026-11-30T09:00:00Z".parse().unwrap());
        [7, 7, 9].into_iter().for_each(|offer| views.add(offer));
        let counts = views.counts();
        assert_eq!(
            (counts.get(&7), counts.get(&9), counts.get(&1)),
            (Some(&2), Some(&1), None)
        );
    }
}

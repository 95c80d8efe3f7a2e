//! Whether a change from a live source is too sudden to be believed without a person.
use super::CatalogSnapshot;
use super::diff::ChangeSet;
use serde::{Deserialize, Serialize};

/// A price has moved when it is more than this percentage away from the last one; the lowest ask of a market is always
/// a little different.
pub const MOVED_PERCENT: i128 = 10;
/// A change waits when more than this percentage of a source's prices moved …
pub const MOST_MOVED_PERCENT: usize = 30;
/// … or more than this percentage vanished.
pub const MOST_VANISHED_PERCENT: usize = 20;

/// How much of what was known of a source a change touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// Prices of the platforms that the source brought, from this source, before the change.
    pub known: usize,
    /// Of these, how many moved by more than a tenth.
    pub moved: usize,
    /// Of these, how many the source no longer lists.
    pub vanished: usize,
}

impl Extent {
    /// Measures `changes` against the catalogue they were worked out from.
    pub fn of(snapshot: &CatalogSnapshot, changes: &ChangeSet) -> Self {
        let moved = changes.changed.iter().filter(|(id, record)| {
            snapshot.offer(*id).is_some_and(|offer| {
                let (old, new) = (
                    i128::from(offer.price_per_hour.nanos),
                    i128::from(record.price_per_hour.nanos),
                );
                (new - old).abs() * 100 > old * MOVED_PERCENT
            })
        });
        Self {
            known: changes.changed.len()
                + changes.older.len()
                + changes.unchanged
                + changes.vanished.len(),
            moved: moved.count(),
            vanished: changes.vanished.len(),
        }
    }

    /// True when more than 30 % of the known prices moved.
    pub const fn moves_too_much(self) -> bool {
        self.moved * 100 > self.known * MOST_MOVED_PERCENT
    }

    /// True when more than 20 % of the known prices vanished.
    pub const fn loses_too_much(self) -> bool {
        self.vanished * 100 > self.known * MOST_VANISHED_PERCENT
    }

    /// True when a person has to look first.
    pub const fn is_sudden(self) -> bool {
        self.moves_too_much() || self.loses_too_much()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(known: usize, moved: usize, vanished: usize) -> Extent {
        Extent {
            known,
            moved,
            vanished,
        }
    }

    #[test]
    fn exactly_the_limit_passes_and_one_more_waits() {
        assert!(!extent(10, 3, 2).is_sudden());
        assert!(extent(10, 4, 0).moves_too_much());
        assert!(extent(10, 0, 3).loses_too_much());
        assert!(extent(10, 4, 0).is_sudden() && extent(10, 0, 3).is_sudden());
    }

    #[test]
    fn a_source_of_which_nothing_is_known_brings_only_news() {
        assert!(!extent(0, 0, 0).is_sudden());
    }
}

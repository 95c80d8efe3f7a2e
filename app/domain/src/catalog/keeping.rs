//! What needs care: how much is unknown of a platform, how old it is, and how a card stands on a platform.
use super::{CatalogSnapshot, FactKey, Freshness, Observed};
use chrono::NaiveDate;
use std::collections::{BTreeMap, HashMap};

/// How one platform stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its place in the snapshot.
    pub place: usize,
    /// Facts without a value.
    pub unknown: usize,
    /// Known facts of which nobody said how they were learnt.
    pub without_kind: usize,
    /// The oldest known fact.
    pub oldest_fact: Option<Observed>,
    /// Its offers.
    pub offers: usize,
    /// Those among them that are stale.
    pub stale: usize,
    /// When one of them was seen last, as precisely as that is known.
    pub newest_offer: Option<Observed>,
}

/// Every platform; those with most offers and then most unknown facts first, for there care is missed most.
pub fn platforms(snapshot: &CatalogSnapshot, today: NaiveDate) -> Vec<Kept> {
    let mut rows: Vec<Kept> = snapshot
        .platforms
        .iter()
        .enumerate()
        .map(|(place, platform)| {
            let known = || {
                let facts = platform.facts.0.values();
                facts.filter(|fact| fact.value.is_some())
            };
            Kept {
                place,
                unknown: FactKey::ALL.len() - known().count(),
                without_kind: known().filter(|fact| fact.learnt.is_none()).count(),
                oldest_fact: known()
                    .filter_map(|fact| fact.observed)
                    .min_by_key(|o| o.date),
                offers: 0,
                stale: 0,
                newest_offer: None,
            }
        })
        .collect();
    for offer in &snapshot.offers {
        let row = &mut rows[offer.platform];
        row.offers += 1;
        row.stale += usize::from(snapshot.freshness(offer, today) == Freshness::Stale);
        row.newest_offer = row.newest_offer.max(Some(offer.observed));
    }
    rows.sort_by_key(|row| (std::cmp::Reverse((row.offers, row.unknown)), row.place));
    rows
}

/// One card on one platform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    /// Fresh offers.
    pub fresh: usize,
    /// Ageing ones.
    pub ageing: usize,
    /// Stale ones.
    pub stale: usize,
    /// When one of them was seen last, as precisely as that is known.
    pub newest: Option<Observed>,
}

impl Covered {
    /// All offers.
    pub const fn all(&self) -> usize {
        self.fresh + self.ageing + self.stale
    }

    /// Adds what another counts.
    pub fn add(&mut self, other: &Self) {
        self.fresh += other.fresh;
        self.ageing += other.ageing;
        self.stale += other.stale;
        self.newest = self.newest.max(other.newest);
    }
}

/// How each card stands on each platform, by the places of both.
pub fn coverage(snapshot: &CatalogSnapshot, today: NaiveDate) -> BTreeMap<(usize, usize), Covered> {
    let mut cells: BTreeMap<(usize, usize), Covered> = BTreeMap::new();
    for offer in &snapshot.offers {
        let cell = cells.entry((offer.platform, offer.gpu)).or_default();
        match snapshot.freshness(offer, today) {
            Freshness::Fresh => cell.fresh += 1,
            Freshness::Ageing => cell.ageing += 1,
            Freshness::Stale => cell.stale += 1,
        }
        cell.newest = cell.newest.max(Some(offer.observed));
    }
    cells
}

/// An offer whose price is no longer fresh, and what rests on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// Its row in the snapshot.
    pub row: usize,
    /// Saved plans that list it.
    pub plans: u32,
    /// How often its page was opened.
    pub views: u32,
    /// Days since it was seen.
    pub age: i64,
}

/// What to check next: first the offers that most plans and looks rest on, then the oldest.
///
/// A look weighs as much as a saved plan: both are somebody who relied on the price. What is fresh needs no look.
pub fn due(
    snapshot: &CatalogSnapshot,
    today: NaiveDate,
    plans: &HashMap<i64, u32>,
    views: &HashMap<i64, u32>,
) -> Vec<Due> {
    let count = |of: &HashMap<i64, u32>, id: i64| of.get(&id).copied().unwrap_or(0);
    let offers = snapshot.offers.iter().enumerate();
    let mut due: Vec<Due> = offers
        .filter(|(_, offer)| snapshot.freshness(offer, today) != Freshness::Fresh)
        .map(|(row, offer)| Due {
            row,
            plans: count(plans, offer.id),
            views: count(views, offer.id),
            age: (today - offer.observed.date).num_days(),
        })
        .collect();
    due.sort_by_key(|one| {
        let weight = u64::from(one.plans) + u64::from(one.views);
        (std::cmp::Reverse((weight, one.age)), one.row)
    });
    due
}

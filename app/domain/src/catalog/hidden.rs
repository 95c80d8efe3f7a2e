//! What a condition of the list hides without being about the machine: stale prices, facts that nobody found.
use super::query::UnknownFacts;
use super::{CatalogSnapshot, PriceKind, Query, Selection, select};
use crate::units::Currency;
use chrono::NaiveDate;
use std::collections::HashMap;

/// Rows that would be there without one setting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// Stale prices that `freshness=current` hides.
    pub stale: usize,
    /// Offers that `unknown=exclude` hides because a fact is not known.
    pub unknown_facts: usize,
}

/// Counts what `query` hides from `selection`, its answer; each is how many more rows the setting's default shows.
pub fn hidden(
    snapshot: &CatalogSnapshot,
    query: &Query,
    selection: &Selection,
    currency: Currency,
    today: NaiveDate,
) -> Hidden {
    let more = |relaxed: Query| {
        let rows = select(snapshot, &relaxed, currency, today).rows.len();
        rows.saturating_sub(selection.rows.len())
    };
    let mut found = Hidden::default();
    if query.current_only {
        found.stale = more(Query {
            current_only: false,
            ..query.clone()
        });
    }
    if query.unknown == UnknownFacts::Exclude {
        found.unknown_facts = more(Query {
            unknown: UnknownFacts::Include,
            ..query.clone()
        });
    }
    found
}

/// Of `rows`, the spot prices at or above an on-demand price of the very same offering: an interruption without a discount.
///
/// Prices are compared in `currency`; on-demand prices of any age count, because the two were seen apart anyway.
pub fn spot_without_discount(
    snapshot: &CatalogSnapshot,
    rows: &[usize],
    currency: Currency,
    today: NaiveDate,
) -> Vec<usize> {
    let price = |row: usize| {
        let money = snapshot.offers[row].price_per_hour;
        Some(snapshot.convert(money, currency, today)?.0.nanos)
    };
    let spot = |row: &&usize| snapshot.offers[**row].kind == PriceKind::Spot;
    let mut lowest: HashMap<i64, Option<i64>> = rows
        .iter()
        .filter(spot)
        .map(|row| (snapshot.offers[*row].offering_id, None))
        .collect();
    if lowest.is_empty() {
        return Vec::new();
    }
    for (offering, known) in &mut lowest {
        let meters = snapshot.rows_of_offering(*offering);
        let meters = meters.filter(|row| snapshot.offers[*row].kind == PriceKind::OnDemand);
        *known = meters.filter_map(price).min();
    }
    let dear = |row: &usize| {
        let on_demand = lowest.get(&snapshot.offers[*row].offering_id).copied();
        on_demand
            .flatten()
            .zip(price(*row))
            .is_some_and(|(meter, spot)| spot >= meter)
    };
    rows.iter().filter(spot).copied().filter(dear).collect()
}

//! A selection by card, and the span of its prices.
use super::Selection;
use crate::catalog::order::{Direction, OrderBy};
use crate::catalog::rows::RowSet;
use crate::catalog::view::Ranks;
use crate::catalog::{CatalogSnapshot, PriceKind, Query};
use crate::units::Currency;
use chrono::NaiveDate;

/// Lowest and median price, of one kind, of current whole-card offers among `rows`, in `currency`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PriceSpan {
    /// Offers counted.
    pub count: usize,
    /// Index into `snapshot.offers` of the cheapest.
    pub lowest_row: Option<usize>,
    /// The cheapest, nano-units of the display currency.
    pub lowest: Option<i64>,
    /// The middle one (of an even number the lower middle, a price that exists).
    pub median: Option<i64>,
}

impl PriceSpan {
    /// Of rows as [`cheapest_first`] gives them.
    fn of(snapshot: &CatalogSnapshot, cheapest: &[usize], currency: Currency) -> Self {
        let nanos = |row: &usize| price(snapshot, *row, currency);
        Self {
            count: cheapest.len(),
            lowest_row: cheapest.first().copied(),
            lowest: cheapest.first().and_then(nanos),
            median: cheapest
                .get(cheapest.len().saturating_sub(1) / 2)
                .and_then(nanos),
        }
    }
}

/// Price of one GPU an hour of the offer at `row`, nano-units of `currency`; `None` for a slice or without a rate.
pub fn price(snapshot: &CatalogSnapshot, row: usize, currency: Currency) -> Option<i64> {
    let price = snapshot.offers[row].price_per_gpu_hour()?;
    Some(snapshot.shown(price, currency)?.nanos)
}

/// Rows of `rows` with a current price of one kind for whole cards, cheapest first, ties by id.
pub fn cheapest_first(
    snapshot: &CatalogSnapshot,
    rows: &[usize],
    kind: PriceKind,
    currency: Currency,
    today: NaiveDate,
) -> Vec<usize> {
    let (classes, view) = (snapshot.classes(), snapshot.view(currency, today));
    let prices = view.figure(snapshot, "price_max");
    let is_kind: Vec<bool> = classes
        .times
        .examples(&snapshot.offers)
        .zip(&view.is_stale)
        .map(|(offer, is_stale)| offer.kind == kind && !is_stale)
        .collect();
    let counts = |row: usize| classes.times.at(&is_kind, row) && prices.of[row] != Ranks::UNKNOWN;
    // A few are sorted; many are picked from the order of all.
    if rows.len() < snapshot.offers.len() / 16 {
        let mut few: Vec<usize> = rows.iter().copied().filter(|row| counts(*row)).collect();
        few.sort_unstable_by_key(|row| (prices.of[*row], snapshot.offers[*row].id));
        return few;
    }
    let wanted = RowSet::of(snapshot.offers.len(), rows);
    let order = view.order(snapshot, OrderBy::PricePerGpuHour, Direction::Asc);
    let current = order.rows[..order.current].iter();
    let rows = current.map(|row| *row as usize);
    rows.filter(|row| wanted.has(*row) && counts(*row))
        .collect()
}

/// Span of one kind of price over `rows`; stale prices, slices and prices without a rate are left out.
pub fn span(
    snapshot: &CatalogSnapshot,
    rows: &[usize],
    kind: PriceKind,
    currency: Currency,
    today: NaiveDate,
) -> PriceSpan {
    let cheapest = cheapest_first(snapshot, rows, kind, currency, today);
    PriceSpan::of(snapshot, &cheapest, currency)
}

/// Rows of one card, in the order of the selection.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Index into `snapshot.gpus`.
    pub gpu: usize,
    /// Its rows.
    pub rows: Vec<usize>,
}

/// The selection grouped by card. Under the default order the card with most current offers comes first;
/// under any other the group whose best row comes first.
pub fn group(snapshot: &CatalogSnapshot, query: &Query, selection: &Selection) -> Vec<Group> {
    let classes = snapshot.classes();
    let gpus = snapshot.gpus.len();
    let (mut sizes, mut first) = (vec![0_usize; gpus], Vec::new());
    for row in &selection.rows {
        let gpu = classes.gpu_of(*row);
        if sizes[gpu] == 0 {
            first.push(gpu);
        }
        sizes[gpu] += 1;
    }
    let mut place = vec![0; gpus];
    let mut groups: Vec<Group> = Vec::with_capacity(first.len());
    for gpu in first {
        place[gpu] = groups.len();
        let rows = Vec::with_capacity(sizes[gpu]);
        groups.push(Group { gpu, rows });
    }
    for row in &selection.rows {
        let gpu = classes.gpu_of(*row);
        groups[place[gpu]].rows.push(*row);
    }
    let default_order =
        query.order_by == OrderBy::PricePerGpuHour && query.order_dir == Direction::Asc;
    if default_order {
        // Under this order the stale ones are the last of the selection.
        let current = selection.rows.len() - selection.stale;
        let mut counts = vec![0_usize; gpus];
        for row in &selection.rows[..current] {
            counts[classes.gpu_of(*row)] += 1;
        }
        groups.sort_by_key(|g| (std::cmp::Reverse(counts[g.gpu]), g.gpu));
    }
    groups
}

/// A group with its prices of the kind that [`Query::headline_kind`] says.
#[derive(Clone, Debug, PartialEq)]
pub struct PricedGroup {
    /// Index into `snapshot.gpus`.
    pub gpu: usize,
    /// Its rows, in the order of the selection.
    pub rows: Vec<usize>,
    /// Those with a current price of that kind for whole cards, cheapest first.
    pub cheapest: Vec<usize>,
    /// Lowest and median of these.
    pub span: PriceSpan,
}

/// [`group`] with the span of each group's prices, read off in one pass.
pub fn priced_groups(
    snapshot: &CatalogSnapshot,
    query: &Query,
    selection: &Selection,
    currency: Currency,
    today: NaiveDate,
) -> Vec<PricedGroup> {
    let classes = snapshot.classes();
    let kind = query.headline_kind();
    let mut by_gpu: Vec<Vec<usize>> = vec![Vec::new(); snapshot.gpus.len()];
    for row in cheapest_first(snapshot, &selection.rows, kind, currency, today) {
        by_gpu[classes.gpu_of(row)].push(row);
    }
    let groups = group(snapshot, query, selection).into_iter();
    let priced = groups.map(|Group { gpu, rows }| {
        let cheapest = std::mem::take(&mut by_gpu[gpu]);
        PricedGroup {
            span: PriceSpan::of(snapshot, &cheapest, currency),
            gpu,
            rows,
            cheapest,
        }
    });
    priced.collect()
}

//! Which offers answer a question, and in which order.
use super::order;
use super::query::{UnknownFacts, WORDS};
use super::rows::RowSet;
use super::view::{Ranks, View};
use super::{CatalogSnapshot, Query};
use crate::units::Currency;
use chrono::NaiveDate;
use conditions::{Answer, in_time, meets};
use std::sync::Arc;

/// The answer, before paging.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// Indexes into `snapshot.offers`, in the order asked for.
    pub rows: Vec<usize>,
    /// For each condition on a figure or a word: offers left out because it is not known of them.
    pub left_out: Vec<(&'static str, usize)>,
    /// Offers of "form factor not stated" cards of the same family that meet all else and that a precise card left out, by card index.
    pub generic: Vec<(usize, usize)>,
    /// Platforms among the rows.
    pub platforms: usize,
    /// Stale rows.
    pub stale: usize,
}

/// All offers that meet `query`, sorted.
///
/// Takes: prices are compared in `currency`; `today` decides freshness.
/// Gives: rows in a total order: current before stale, by kind of price under a price key, then the key, then id.
/// What is not known never passes a condition on a figure or a word unless `unknown_figures` says so; it is counted in `left_out`.
pub fn select(
    snapshot: &CatalogSnapshot,
    query: &Query,
    currency: Currency,
    today: NaiveDate,
) -> Selection {
    let view = snapshot.view(currency, today);
    let (found, left_out) = answering(snapshot, query, currency, today);
    let order = view.order(snapshot, query.order_by, query.order_dir);
    let mut rows: Vec<usize> = Vec::with_capacity(found.count());
    let mut take = |sorted: &[u32]| {
        let sorted = sorted.iter().map(|row| *row as usize);
        rows.extend(sorted.filter(|row| found.has(*row)));
        rows.len()
    };
    let current = take(&order.rows[..order.current]);
    let count = take(&order.rows[order.current..]);
    Selection {
        left_out,
        generic: generic::left_out(snapshot, query, currency, today),
        platforms: distinct_platforms(snapshot, &found),
        stale: count - current,
        rows,
    }
}

/// Offers left out because what a condition asks of them is not known, by the condition's name.
type LeftOut = Vec<(&'static str, usize)>;

/// The rows that meet every condition, without an order, and what was left out for want of knowledge.
fn answering(
    snapshot: &CatalogSnapshot,
    query: &Query,
    currency: Currency,
    today: NaiveDate,
) -> (RowSet, LeftOut) {
    let (classes, view) = (snapshot.classes(), snapshot.view(currency, today));
    let mut found = RowSet::all(snapshot.offers.len());
    for word in query.q.to_lowercase().split_whitespace() {
        // `rtx_4090` is written `rtx-4090` in the names.
        let hyphened = word.contains('_').then(|| word.replace('_', "-"));
        let (as_typed, as_written) = (
            classes.named(word),
            hyphened.as_deref().map(|w| classes.named(w)),
        );
        found.keep(|row| as_typed(row) || as_written.as_ref().is_some_and(|has| has(row)));
    }
    let machines = classes.machines.examples(&snapshot.offers);
    let times = classes.times.examples(&snapshot.offers);
    let answers = [
        (
            &classes.machines,
            machines
                .map(|offer| meets(snapshot, query, offer))
                .collect::<Vec<_>>(),
        ),
        (
            &classes.times,
            times
                .map(|offer| in_time(snapshot, query, offer, today))
                .collect(),
        ),
    ];
    for (partition, answers) in &answers {
        if answers.contains(&Answer::Fails) {
            found.keep(|row| partition.at(answers, row) != Answer::Fails);
        }
    }
    let figures = keep_numbers(&mut found, snapshot, query, &view);
    if query.unknown_figures == UnknownFacts::Include {
        return (found, Vec::new());
    }
    let mut left_out = Absent::default();
    for (partition, answers) in &answers {
        for name in WORDS.iter().chain(&["observed_within_days"]) {
            let unknown = Answer::Unknown(name);
            if answers.contains(&unknown) {
                left_out.take(&mut found, name, |row| {
                    partition.at(answers, row) == unknown
                });
            }
        }
    }
    for (name, ranks) in figures {
        left_out.take(&mut found, name, |row| ranks.of[row] == Ranks::UNKNOWN);
    }
    (found, left_out.named())
}

/// Keeps the rows whose figures lie inside the query's ranges or are not known; gives the figures.
fn keep_numbers(
    found: &mut RowSet,
    snapshot: &CatalogSnapshot,
    query: &Query,
    view: &View,
) -> Vec<(&'static str, Arc<Ranks>)> {
    let mut figures = Vec::with_capacity(query.numbers.len());
    for (name, range) in &query.numbers {
        let ranks = view.figure(snapshot, name);
        // The values that a range holds follow each other, so that a row needs no more than its rank.
        let held = ranks.held(*range);
        found.keep(|row| ranks.of[row] == Ranks::UNKNOWN || held.contains(&ranks.of[row]));
        figures.push((*name, ranks));
    }
    figures
}

/// Rows taken out one condition after the other: the first of them, the condition's name, how many.
#[derive(Default)]
struct Absent(Vec<(usize, &'static str, usize)>);

impl Absent {
    /// Takes the rows that `is_unknown` holds for out of `found`.
    fn take(&mut self, found: &mut RowSet, name: &'static str, is_unknown: impl Fn(usize) -> bool) {
        let mut unknown = found.clone();
        unknown.keep(is_unknown);
        if let Some(first) = unknown.first() {
            found.without(&unknown);
            self.0.push((first, name, unknown.count()));
        }
    }

    /// Named in the order in which the rows come upon them.
    fn named(mut self) -> LeftOut {
        self.0.sort_unstable_by_key(|(first, ..)| *first);
        let named = self.0.into_iter().map(|(_, name, count)| (name, count));
        named.collect()
    }
}

/// Whether `order` compares money, so that kinds of price must not be mixed.
pub fn is_price(order: order::OrderBy) -> bool {
    use order::OrderBy as O;
    matches!(
        order,
        O::PricePerGpuHour
            | O::PricePerHour
            | O::PricePerVramGb
            | O::PricePerTflops
            | O::PricePerBandwidth
            | O::PricePerVcpu
    )
}

fn distinct_platforms(snapshot: &CatalogSnapshot, found: &RowSet) -> usize {
    let machines = &snapshot.classes().machines;
    let mut is_met = vec![false; machines.first.len()];
    found.each(|row| is_met[machines.of[row] as usize] = true);
    let mut seen = vec![false; snapshot.platforms.len()];
    for (offer, is_met) in machines.examples(&snapshot.offers).zip(is_met) {
        seen[offer.platform] |= is_met;
    }
    seen.into_iter().filter(|s| *s).count()
}

mod conditions;
mod generic;
mod groups;
pub(super) use conditions::{figure, word};
pub use groups::{
    Group, PriceSpan, PricedGroup, cheapest_first, group, price, priced_groups, span,
};

#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;

//! Which offers answer a question, and in which order.
use super::order;
use super::query::UnknownFacts;
use super::rows::RowSet;
use super::view::{Ranks, View};
use super::{CatalogSnapshot, FactKey, Freshness, Offer, Query, Tri};
use crate::units::Currency;
use chrono::NaiveDate;

/// The answer, before paging.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// Indexes into `snapshot.offers`, in the order asked for.
    pub rows: Vec<usize>,
    /// For each numeric condition: offers left out because the figure is not known.
    pub left_out: Vec<(&'static str, usize)>,
    /// Offers of "form factor not stated" cards of the same family that a precise card left out, by card index.
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
/// An unknown figure never passes a numeric condition; it is counted in `left_out`.
pub fn select(
    snapshot: &CatalogSnapshot,
    query: &Query,
    currency: Currency,
    today: NaiveDate,
) -> Selection {
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
    let examples = classes.examples(&snapshot.offers);
    let meets: Vec<bool> = examples
        .map(|offer| meets(snapshot, query, offer, today))
        .collect();
    if meets.contains(&false) {
        found.keep(|row| meets[classes.of[row] as usize]);
    }
    let left_out = keep_numbers(&mut found, snapshot, query, &view);

    let order = view.order(snapshot, query.order_by, query.order_dir);
    let taken = |rows: &[u32]| -> Vec<usize> {
        let rows = rows.iter().map(|row| *row as usize);
        rows.filter(|row| found.has(*row)).collect()
    };
    let mut rows = taken(&order.rows[..order.current]);
    let stale = taken(&order.rows[order.current..]);
    rows.extend(&stale);
    Selection {
        left_out,
        generic: generic_left_out(snapshot, query, today),
        platforms: distinct_platforms(snapshot, &rows),
        stale: stale.len(),
        rows,
    }
}

/// Keeps the rows whose figures are known and lie inside the query's ranges; counts those left out for want of one.
fn keep_numbers(
    found: &mut RowSet,
    snapshot: &CatalogSnapshot,
    query: &Query,
    view: &View,
) -> Vec<(&'static str, usize)> {
    let mut figures = Vec::with_capacity(query.numbers.len());
    for (name, range) in &query.numbers {
        let ranks = view.figure(snapshot, name);
        // The values that a range holds follow each other, so that a row needs no more than its rank.
        let held = ranks.held(*range);
        found.keep(|row| ranks.of[row] == Ranks::UNKNOWN || held.contains(&ranks.of[row]));
        figures.push((*name, ranks));
    }
    if query.unknown_figures == UnknownFacts::Include {
        return Vec::new();
    }
    let mut left_out: Vec<(usize, &'static str, usize)> = Vec::new();
    for (name, ranks) in figures {
        let mut unknown = found.clone();
        unknown.keep(|row| ranks.of[row] == Ranks::UNKNOWN);
        if let Some(first) = unknown.first() {
            found.without(&unknown);
            left_out.push((first, name, unknown.count()));
        }
    }
    // Named in the order in which the rows come upon them.
    left_out.sort_unstable_by_key(|(first, ..)| *first);
    left_out
        .into_iter()
        .map(|(_, name, count)| (name, count))
        .collect()
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

fn distinct_platforms(snapshot: &CatalogSnapshot, rows: &[usize]) -> usize {
    let classes = snapshot.classes();
    let mut is_met = vec![false; classes.first.len()];
    rows.iter()
        .for_each(|row| is_met[classes.of[*row] as usize] = true);
    let mut seen = vec![false; snapshot.platforms.len()];
    let met = classes
        .examples(&snapshot.offers)
        .zip(is_met)
        .filter(|(_, is_met)| *is_met);
    met.for_each(|(offer, _)| seen[offer.platform] = true);
    seen.into_iter().filter(|s| *s).count()
}

/// Whether an offer meets every condition but words and numbers.
///
/// It is asked of one offer for all of its class: whatever it reads must be among the class's traits.
fn meets(snapshot: &CatalogSnapshot, query: &Query, offer: &Offer, today: NaiveDate) -> bool {
    let gpu = &snapshot.gpus[offer.gpu];
    let platform = &snapshot.platforms[offer.platform];
    let among = |list: &[String], value: Option<&str>| {
        list.is_empty() || value.is_some_and(|v| list.iter().any(|w| w.eq_ignore_ascii_case(v)))
    };
    let named = among(&query.gpu, Some(&gpu.slug))
        && among(&query.vendor, Some(&gpu.vendor))
        && among(&query.platform, Some(&platform.slug))
        && among(&query.country, platform.country.as_deref())
        && among(&query.region, offer.region.as_deref())
        && among(&query.disk_type, offer.disk_type.as_deref())
        && among(&query.form_factor, gpu.form_factor.as_deref())
        && (query.price_kind.is_empty() || query.price_kind.contains(&offer.kind))
        && !(query.current_only && snapshot.freshness(offer, today) == Freshness::Stale)
        && query.observed_within_days.is_none_or(|days| {
            offer.observed.precision == super::Precision::Day
                && (today - offer.observed.date).num_days() <= i64::from(days)
        });
    named && facts_pass(query, offer, platform)
}

fn facts_pass(query: &Query, offer: &Offer, platform: &super::Platform) -> bool {
    let keep_unknown = query.unknown == UnknownFacts::Include;
    let flags = query
        .flags
        .iter()
        .all(|(_, key, wanted)| match offer.fact_tri(platform, *key) {
            Some(Tri::Partial) => *wanted != Tri::No,
            Some(known) => known == *wanted,
            None => keep_unknown,
        });
    let exclusive = query.exclusivity.is_empty()
        || offer
            .effective_exclusivity(platform)
            .map_or(keep_unknown, |e| query.exclusivity.contains(&e));
    let stopped = query.stopped_billing.is_empty()
        || offer
            .fact_value(platform, FactKey::StoppedBilling)
            .map_or(keep_unknown, |value| {
                query.stopped_billing.iter().any(|w| w == value)
            });
    flags && exclusive && stopped
}

/// The figure that the numeric condition `name` is about, prices in `currency`; never NaN.
pub(super) fn figure(
    snapshot: &CatalogSnapshot,
    offer: &Offer,
    name: &str,
    currency: Currency,
) -> Option<f64> {
    let gpu = &snapshot.gpus[offer.gpu];
    let platform = &snapshot.platforms[offer.platform];
    match name {
        "gpu_count_min" | "gpu_count_max" => {
            Some(offer.gpu_fraction.unwrap_or(f64::from(offer.gpu_count)))
        }
        "vram_min" => gpu.vram_gb.map(|v| v * offer.gpu_fraction.unwrap_or(1.0)),
        "total_vram_min" => gpu
            .vram_gb
            .map(|v| v * offer.gpu_fraction.unwrap_or(f64::from(offer.gpu_count))),
        "bandwidth_min" => gpu.bandwidth_gbps,
        "tflops_min" => gpu.dense_tflops().map(|(f, _)| f),
        "compute_capability_min" => gpu
            .compute_capability
            .as_deref()?
            .parse()
            .ok()
            .filter(|version: &f64| version.is_finite()),
        "price_max" => Some(
            snapshot
                .shown(offer.price_per_gpu_hour()?, currency)?
                .amount()
                .to_f64(),
        ),
        "billing_increment_max" => offer
            .fact_whole(platform, FactKey::BillingIncrement)
            .map(f64::from),
        "network_mbps_min" => offer
            .network_mbps
            .or_else(|| offer.fact_whole(platform, FactKey::Network))
            .map(f64::from),
        "vcpu_min" => offer.vcpus,
        "ram_min" => offer.ram_gb,
        "disk_min" => offer.disk_gb,
        _ => None,
    }
}

/// For a precise card such as `a100-80gb-sxm`: offers of `a100-80gb`, which does not say the form factor.
fn generic_left_out(
    snapshot: &CatalogSnapshot,
    query: &Query,
    today: NaiveDate,
) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    if query.gpu.is_empty() {
        return found;
    }
    let tally = snapshot.tally(today);
    for slug in &query.gpu {
        let Some(wanted) = snapshot
            .gpu_by_slug(slug)
            .filter(|g| !snapshot.gpus[*g].is_generic())
        else {
            continue;
        };
        for (index, card) in snapshot.gpus.iter().enumerate() {
            let same_family = card.is_generic()
                && same_chip(&card.slug, slug)
                && card.vram_gb.is_none_or(|v| {
                    snapshot.gpus[wanted]
                        .vram_gb
                        .is_none_or(|w| (v - w).abs() < 1.0)
                });
            let taken = query.gpu.contains(&card.slug) || found.iter().any(|(g, _)| *g == index);
            if same_family && !taken {
                let count = tally.of_gpu[index];
                if count > 0 {
                    found.push((index, count));
                }
            }
        }
    }
    found
}

fn same_chip(generic: &str, precise: &str) -> bool {
    let head = |slug: &str| {
        slug.split('-')
            .next()
            .map(str::to_owned)
            .unwrap_or_default()
    };
    if generic.starts_with("rtx-pro") || precise.starts_with("rtx-pro") {
        return precise.starts_with(generic);
    }
    head(generic) == head(precise)
}

mod groups;
pub use groups::{
    Group, PriceSpan, PricedGroup, cheapest_first, group, price, priced_groups, span,
};

#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;

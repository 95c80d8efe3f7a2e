//! Which offers answer a question, and in which order.
use super::order::{self, Direction, Key};
use super::query::UnknownFacts;
use super::{CatalogSnapshot, FactKey, Freshness, Offer, PriceKind, Query, Tri};
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

enum Test {
    Pass,
    Fail,
    /// Failed only for want of the figure under this parameter.
    Unknown(&'static str),
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
    let words: Vec<String> = query
        .q
        .to_lowercase()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let mut answer = Selection::default();
    let mut keyed: Vec<(bool, PriceKind, Key, usize)> = Vec::new();
    for (index, offer) in snapshot.offers.iter().enumerate() {
        let text = snapshot.search_text(index);
        if !words.iter().all(|word| says(text, word)) {
            continue;
        }
        match test(snapshot, query, offer, currency, today) {
            Test::Fail => {}
            Test::Unknown(name) => match answer.left_out.iter_mut().find(|(n, _)| *n == name) {
                Some((_, count)) => *count += 1,
                None => answer.left_out.push((name, 1)),
            },
            Test::Pass => {
                let stale = snapshot.freshness(offer, today) == Freshness::Stale;
                let key = order::key(snapshot, offer, query.order_by, currency, today);
                keyed.push((stale, offer.kind, key, index));
            }
        }
    }
    let by_kind = is_price(query.order_by);
    keyed.sort_by(|a, b| {
        a.0.cmp(&b.0)
            .then_with(|| {
                if by_kind {
                    a.1.cmp(&b.1)
                } else {
                    std::cmp::Ordering::Equal
                }
            })
            .then_with(|| a.2.compare(&b.2, query.order_dir))
            .then_with(|| snapshot.offers[a.3].id.cmp(&snapshot.offers[b.3].id))
    });
    answer.stale = keyed.iter().filter(|row| row.0).count();
    answer.rows = keyed.into_iter().map(|row| row.3).collect();
    answer.platforms = distinct_platforms(snapshot, &answer.rows);
    answer.generic = generic_left_out(snapshot, query);
    answer
}

/// Whether a search text has a word; `rtx_4090` is written `rtx-4090` there.
fn says(text: &str, word: &str) -> bool {
    text.contains(word) || (word.contains('_') && text.contains(&word.replace('_', "-")))
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
    let mut seen = vec![false; snapshot.platforms.len()];
    rows.iter()
        .for_each(|row| seen[snapshot.offers[*row].platform] = true);
    seen.into_iter().filter(|s| *s).count()
}

fn test(
    snapshot: &CatalogSnapshot,
    query: &Query,
    offer: &Offer,
    currency: Currency,
    today: NaiveDate,
) -> Test {
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
    if !named || !facts_pass(query, offer, platform) {
        return Test::Fail;
    }
    let mut unknown = None;
    for (name, range) in &query.numbers {
        match figure(snapshot, offer, name, currency, today) {
            Some(value) if range.holds(value) => {}
            Some(_) => return Test::Fail,
            None if query.unknown_figures == UnknownFacts::Include => {}
            None => unknown = unknown.or(Some(*name)),
        }
    }
    unknown.map_or(Test::Pass, Test::Unknown)
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

fn figure(
    snapshot: &CatalogSnapshot,
    offer: &Offer,
    name: &str,
    currency: Currency,
    today: NaiveDate,
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
        "compute_capability_min" => gpu.compute_capability.as_deref()?.parse().ok(),
        "price_max" => Some(
            snapshot
                .convert(offer.price_per_gpu_hour()?, currency, today)?
                .0
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
fn generic_left_out(snapshot: &CatalogSnapshot, query: &Query) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
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
                let count = snapshot.offers.iter().filter(|o| o.gpu == index).count();
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

/// Lowest and median on-demand price of current whole-card offers among `rows`, in `currency`.
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

/// Span of one kind of price over `rows`; stale prices, slices and prices without a rate are left out.
pub fn span(
    snapshot: &CatalogSnapshot,
    rows: &[usize],
    kind: PriceKind,
    currency: Currency,
    today: NaiveDate,
) -> PriceSpan {
    let mut prices: Vec<(i64, usize)> = rows
        .iter()
        .filter_map(|row| {
            let offer = &snapshot.offers[*row];
            let counted =
                offer.kind == kind && snapshot.freshness(offer, today) != Freshness::Stale;
            let price = counted.then(|| offer.price_per_gpu_hour()).flatten()?;
            Some((snapshot.convert(price, currency, today)?.0.nanos, *row))
        })
        .collect();
    prices.sort_unstable();
    PriceSpan {
        count: prices.len(),
        lowest_row: prices.first().map(|p| p.1),
        lowest: prices.first().map(|p| p.0),
        median: prices.get(prices.len().saturating_sub(1) / 2).map(|p| p.0),
    }
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
pub fn group(
    snapshot: &CatalogSnapshot,
    query: &Query,
    selection: &Selection,
    today: NaiveDate,
) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut place = vec![usize::MAX; snapshot.gpus.len()];
    for row in &selection.rows {
        let gpu = snapshot.offers[*row].gpu;
        if place[gpu] == usize::MAX {
            place[gpu] = groups.len();
            groups.push(Group {
                gpu,
                rows: Vec::new(),
            });
        }
        groups[place[gpu]].rows.push(*row);
    }
    let default_order =
        query.order_by == order::OrderBy::PricePerGpuHour && query.order_dir == Direction::Asc;
    if default_order {
        let current = |g: &Group| {
            g.rows
                .iter()
                .filter(|r| snapshot.freshness(&snapshot.offers[**r], today) != Freshness::Stale)
                .count()
        };
        groups.sort_by_key(|g| (std::cmp::Reverse(current(g)), g.gpu));
    }
    groups
}

//! What [`super::select`] must give, row by row as a reader would work it out: no classes, no ranks, no kept orders.
use super::conditions::{Answer, in_time, meets};
use super::generic::same_chip;
use super::{Group, PriceSpan, Selection, figure, is_price};
use crate::catalog::order::{self, Direction, Key, OrderBy};
use crate::catalog::query::UnknownFacts;
use crate::catalog::{CatalogSnapshot, Freshness, Offer, PriceKind, Query};
use crate::units::Currency;
use chrono::NaiveDate;
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeSet;

/// All that an offer is found by, in one text.
fn text(snapshot: &CatalogSnapshot, offer: &Offer) -> String {
    let (gpu, platform) = (
        &snapshot.gpus[offer.gpu],
        &snapshot.platforms[offer.platform],
    );
    let vram = gpu.vram_gb.map(|gb| format!("{gb}g {gb}gb"));
    [
        &gpu.name,
        &gpu.slug,
        &gpu.name.replace(' ', ""),
        &vram.unwrap_or_default(),
        &platform.name,
        platform.name_zh.as_deref().unwrap_or(""),
        &platform.slug,
        offer.instance_type.as_deref().unwrap_or(""),
        offer.region.as_deref().unwrap_or(""),
    ]
    .join(" ")
    .to_lowercase()
}

pub fn select(
    snapshot: &CatalogSnapshot,
    query: &Query,
    currency: Currency,
    today: NaiveDate,
) -> Selection {
    let mut answer = Selection::default();
    let mut keyed: Vec<(bool, PriceKind, Key, usize)> = Vec::new();
    let words = query.q.to_lowercase();
    for (index, offer) in snapshot.offers.iter().enumerate() {
        let text = text(snapshot, offer);
        let says = |word: &str| text.contains(word) || text.contains(&word.replace('_', "-"));
        let found = words.split_whitespace().all(says);
        if !found {
            continue;
        }
        // What each condition says: met, not met, or not known.
        let said = [
            meets(snapshot, query, offer),
            in_time(snapshot, query, offer, today),
        ];
        let said = said.map(|answer| match answer {
            Answer::Meets => ("", Some(true)),
            Answer::Fails => ("", Some(false)),
            Answer::Unknown(name) => (name, None),
        });
        let figures = query.numbers.iter().map(|(name, range)| {
            let value = figure(snapshot, offer, name, currency);
            (*name, value.map(|value| range.holds(value)))
        });
        let said: Vec<_> = said.into_iter().chain(figures).collect();
        if said.iter().any(|(_, holds)| *holds == Some(false)) {
            continue;
        }
        let unknown = said.iter().find(|(_, holds)| holds.is_none());
        if let Some((name, _)) = unknown.filter(|_| query.unknown_figures == UnknownFacts::Exclude)
        {
            match answer.left_out.iter_mut().find(|(n, _)| n == name) {
                Some((_, count)) => *count += 1,
                None => answer.left_out.push((name, 1)),
            }
            continue;
        }
        let is_stale = snapshot.freshness(offer, today) == Freshness::Stale;
        let key = order::key(snapshot, offer, query.order_by, currency);
        keyed.push((is_stale, offer.kind, key, index));
    }
    keyed.sort_by(|a, b| {
        let by_kind = if is_price(query.order_by) {
            a.1.cmp(&b.1)
        } else {
            Ordering::Equal
        };
        let by_id = || snapshot.offers[a.3].id.cmp(&snapshot.offers[b.3].id);
        let by_key = || a.2.compare(&b.2, query.order_dir);
        a.0.cmp(&b.0)
            .then(by_kind)
            .then_with(by_key)
            .then_with(by_id)
    });
    answer.stale = keyed.iter().filter(|row| row.0).count();
    answer.rows = keyed.into_iter().map(|row| row.3).collect();
    let platforms = answer.rows.iter().map(|row| snapshot.offers[*row].platform);
    answer.platforms = platforms.collect::<BTreeSet<_>>().len();
    answer.generic = generic(snapshot, query, currency, today);
    answer
}

fn generic(
    snapshot: &CatalogSnapshot,
    query: &Query,
    currency: Currency,
    today: NaiveDate,
) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for slug in &query.gpu {
        let Some(wanted) = snapshot
            .gpus
            .iter()
            .find(|g| g.slug == *slug && !g.is_generic())
        else {
            continue;
        };
        for (index, card) in snapshot.gpus.iter().enumerate() {
            let memory = card.vram_gb.zip(wanted.vram_gb);
            let is_family = card.is_generic()
                && same_chip(&card.slug, slug)
                && memory.is_none_or(|(v, w)| (v - w).abs() < 1.0);
            let is_taken = query.gpu.contains(&card.slug) || found.iter().any(|(g, _)| *g == index);
            if !is_family || is_taken {
                continue;
            }
            let mut of_it = query.clone();
            of_it.gpu = vec![card.slug.clone()];
            let count = select(snapshot, &of_it, currency, today).rows.len();
            if count > 0 {
                found.push((index, count));
            }
        }
    }
    found
}

pub fn span(
    snapshot: &CatalogSnapshot,
    rows: &[usize],
    kind: PriceKind,
    currency: Currency,
    today: NaiveDate,
) -> PriceSpan {
    let mut prices: Vec<(i64, i64, usize)> = Vec::new();
    for row in rows {
        let offer = &snapshot.offers[*row];
        let is_current = snapshot.freshness(offer, today) != Freshness::Stale;
        let price = offer.price_per_gpu_hour();
        let shown = price.and_then(|price| snapshot.convert(price, currency, today));
        if let (true, true, Some((money, _))) = (offer.kind == kind, is_current, shown) {
            prices.push((money.nanos, offer.id, *row));
        }
    }
    prices.sort_unstable();
    PriceSpan {
        count: prices.len(),
        lowest_row: prices.first().map(|p| p.2),
        lowest: prices.first().map(|p| p.0),
        median: prices.get(prices.len().saturating_sub(1) / 2).map(|p| p.0),
    }
}

pub fn group(
    snapshot: &CatalogSnapshot,
    query: &Query,
    selection: &Selection,
    today: NaiveDate,
) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for row in &selection.rows {
        let gpu = snapshot.offers[*row].gpu;
        match groups.iter_mut().find(|group| group.gpu == gpu) {
            Some(group) => group.rows.push(*row),
            None => groups.push(Group {
                gpu,
                rows: vec![*row],
            }),
        }
    }
    let is_current =
        |row: &&usize| snapshot.freshness(&snapshot.offers[**row], today) != Freshness::Stale;
    if (query.order_by, query.order_dir) == (OrderBy::PricePerGpuHour, Direction::Asc) {
        groups.sort_by_key(|g| (Reverse(g.rows.iter().filter(is_current).count()), g.gpu));
    }
    groups
}

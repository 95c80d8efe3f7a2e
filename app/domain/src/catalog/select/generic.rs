//! Offers of cards whose form factor nobody stated, beside an answer for a precise card.
use super::answering;
use crate::catalog::{CatalogSnapshot, Query};
use crate::units::Currency;
use chrono::NaiveDate;

/// For a precise card such as `a100-80gb-sxm`: offers of `a100-80gb`, which does not say the form factor, that meet
/// all the other conditions; by card.
pub(super) fn left_out(
    snapshot: &CatalogSnapshot,
    query: &Query,
    currency: Currency,
    today: NaiveDate,
) -> Vec<(usize, usize)> {
    if query.gpu.is_empty() {
        return Vec::new();
    }
    let count = |gpu: usize| {
        let of_it = Query {
            gpu: vec![snapshot.gpus[gpu].slug.clone()],
            ..query.clone()
        };
        (gpu, answering(snapshot, &of_it, currency, today).0.count())
    };
    families(snapshot, &query.gpu)
        .into_iter()
        .map(count)
        .filter(|(_, count)| *count > 0)
        .collect()
}

/// The cards without a form factor of the chips that `asked` names precisely, in their order.
pub(super) fn families(snapshot: &CatalogSnapshot, asked: &[String]) -> Vec<usize> {
    let mut found = Vec::new();
    for slug in asked {
        let wanted = snapshot.gpu_by_slug(slug).map(|gpu| &snapshot.gpus[gpu]);
        let Some(wanted) = wanted.filter(|gpu| !gpu.is_generic()) else {
            continue;
        };
        for (index, card) in snapshot.gpus.iter().enumerate() {
            let memory = card.vram_gb.zip(wanted.vram_gb);
            let is_family = card.is_generic()
                && same_chip(&card.slug, slug)
                && memory.is_none_or(|(one, other)| (one - other).abs() < 1.0);
            if is_family && !asked.contains(&card.slug) && !found.contains(&index) {
                found.push(index);
            }
        }
    }
    found
}

pub(super) fn same_chip(generic: &str, precise: &str) -> bool {
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

//! The offers of an answer in the order of the list, and by card where the list is grouped.
use chrono::NaiveDate;
use domain::catalog::select::{group, span};
use domain::catalog::{CatalogSnapshot, PriceKind, Query, select};
use domain::units::{Currency, Money};
use serde::Serialize;
use std::collections::BTreeMap;

/// Current prices of one kind for one card, never mixed with another kind's.
#[derive(Serialize)]
pub(super) struct KindSpan {
    price_kind: &'static str,
    count: usize,
    /// Per GPU, for the span of time asked for.
    lowest: Option<String>,
    lowest_id: Option<i64>,
    median: Option<String>,
}

/// One card of a grouped answer; its rows follow each other in `items`.
#[derive(Serialize)]
pub(super) struct CardGroup<'a> {
    gpu: &'a str,
    total: usize,
    prices: Vec<KindSpan>,
}

/// Rows in the order of the list, the groups where it is grouped, and what was left out for want of a figure or a word.
pub(super) struct Ordered<'a> {
    pub rows: Vec<usize>,
    pub groups: Option<Vec<CardGroup<'a>>>,
    pub left_out: BTreeMap<&'static str, usize>,
}

/// The selection's rows in the order of the list that was asked for.
pub(super) fn ordered<'a>(
    snapshot: &'a CatalogSnapshot,
    query: &Query,
    is_grouped: bool,
    currency: Currency,
    today: NaiveDate,
) -> Ordered<'a> {
    let selection = select(snapshot, query, currency, today);
    let left_out = selection.left_out.iter().copied().collect();
    if !is_grouped {
        return Ordered {
            rows: selection.rows,
            groups: None,
            left_out,
        };
    }
    let hours = i64::from(query.period_hours());
    let amount = |nanos: Option<i64>| {
        let money = Money {
            nanos: nanos?.checked_mul(hours)?,
            currency,
        };
        Some(money.amount().to_string())
    };
    let groups = group(snapshot, query, &selection);
    let of_kind = |rows: &[usize], kind: PriceKind| {
        let span = span(snapshot, rows, kind, currency, today);
        let lowest = span.lowest_row.map(|row| &snapshot.offers[row]);
        let exact = lowest
            .and_then(|offer| offer.price_per_gpu_over(query.period_hours()))
            .and_then(|price| snapshot.convert(price, currency, today));
        (span.count > 0).then(|| KindSpan {
            price_kind: kind.word(),
            count: span.count,
            lowest: exact.map(|(money, _)| money.amount().to_string()),
            lowest_id: lowest.map(|offer| offer.id),
            median: amount(span.median),
        })
    };
    let cards = groups
        .iter()
        .map(|group| CardGroup {
            gpu: &snapshot.gpus[group.gpu].slug,
            total: group.rows.len(),
            prices: PriceKind::ALL
                .iter()
                .filter_map(|kind| of_kind(&group.rows, *kind))
                .collect(),
        })
        .collect();
    let rows = groups.into_iter().flat_map(|group| group.rows).collect();
    Ordered {
        rows,
        groups: Some(cards),
        left_out,
    }
}

//! The chart above the table: the cards most offered.
use super::Catalogue;
use crate::charts::Width;
use crate::charts::peek::{Peek, PeekLabels, PeekRow, peek};
use crate::components::card_name;
use crate::format;
use crate::pages::gpus::{apart, narrow_name, units};
use crate::text::td_string;
use leptos::prelude::*;
use std::cmp::Reverse;

/// Cards drawn.
const MOST: usize = 6;
/// Width of the panel beside the filters, inside its padding.
const WIDE: u32 = 1102;

/// Wide and narrow drawing; `None` when there is nothing to draw.
pub fn draw(view: &Catalogue) -> Option<(String, String)> {
    let locale = view.frame.locale;
    let currency = view.frame.currency;
    let mut groups: Vec<_> = view.groups.iter().filter(|g| g.span.count > 0).collect();
    groups.sort_by_key(|group| Reverse(group.span.count));
    groups.truncate(MOST);
    if groups.is_empty() {
        return None;
    }
    let unknown = td_string!(locale, common.unknown);
    let rows: Vec<PeekRow> = groups
        .iter()
        .map(|group| {
            let gpu = &view.snapshot.gpus[group.gpu];
            let vram = gpu.vram_gb.map(|gb| format!("{} GB", format::figure(gb)));
            PeekRow {
                name: card_name(gpu),
                vram_label: vram.unwrap_or_else(|| unknown.to_owned()),
                prices: apart(&view.snapshot, &group.cheapest, currency),
                lowest: group.span.lowest.map(units),
                median: group.span.median.map(units),
                bandwidth: gpu.bandwidth_gbps,
                tflops: gpu.dense_tflops(),
            }
        })
        .collect();
    let names = rows
        .iter()
        .map(|row| row.name.as_str())
        .collect::<Vec<_>>()
        .join(", ");
    let label = td_string!(locale, catalogue.peek_label, names = names);
    let sign = currency.sign().trim().to_owned();
    let short = format!("{sign}/{}", td_string!(locale, catalogue.gpu_hour));
    let data = Peek {
        labels: PeekLabels {
            aria: label.clone(),
            aria_narrow: label,
            price_title: td_string!(locale, catalogue.peek_price).to_owned(),
            price_unit: td_string!(locale, catalogue.peek_price_unit, sign = sign),
            price_unit_short: short,
            bandwidth_title: td_string!(locale, catalogue.peek_bandwidth).to_owned(),
            bandwidth_unit: "GB/s".to_owned(),
            compute_title: td_string!(locale, catalogue.peek_tflops).to_owned(),
            compute_unit: "TFLOPS".to_owned(),
            unknown: unknown.to_owned(),
            no_price: td_string!(locale, catalogue.no_current, kind = view.headline_kind()),
        },
        rows,
    };
    let wide = peek(&data, Width::Wide(WIDE));
    let mut narrow = data;
    for row in &mut narrow.rows {
        row.name = narrow_name(&row.name);
    }
    Some((wide, peek(&narrow, Width::Narrow)))
}

const LOWEST: &str = r#"<svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true"><circle class="fc" cx="5" cy="5" r="4"/></svg>"#;
const MEDIAN: &str = r#"<svg width="4" height="14" viewBox="0 0 4 14" aria-hidden="true"><path class="si" stroke-width="1.5" d="M2 0v14"/></svg>"#;
const TENSOR: &str = r#"<svg width="9" height="9" viewBox="0 0 9 9" aria-hidden="true"><rect class="fi" width="9" height="9"/></svg>"#;

/// What the marks of the chart mean; the narrow drawing has prices alone.
pub(super) fn keys(view: &Catalogue, with_tensor: bool) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let key = |mark: &'static str, text: String| {
        view! { <span class="key"><span class="mark" inner_html=mark></span>{text}</span> }
    };
    let tensor =
        with_tensor.then(|| key(TENSOR, td_string!(locale, catalogue.peek_tensor).to_owned()));
    view! {
        {key(LOWEST, td_string!(locale, catalogue.peek_lowest, kind = view.headline_kind()))}
        {key(MEDIAN, td_string!(locale, catalogue.peek_median).to_owned())}
        {tensor}
    }
}

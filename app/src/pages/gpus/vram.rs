//! Memory against price: what so many GB of VRAM cost an hour, over all cards that have them.
use super::data::{Card, chart_name, units};
use super::view::Gpus;
use crate::charts::Width;
use crate::charts::price_rows::{PriceRow, PriceRows, price_rows};
use crate::components::card_name;
use crate::components::embed::{Embed, embed};
use crate::format;
use crate::text::td_string;
use leptos::prelude::*;

/// Width of half the page's column, inside its panel.
const HALF: u32 = 650;

/// Cards of one size.
struct Size<'a> {
    gb: f64,
    cards: Vec<&'a Card>,
}

impl Size<'_> {
    /// The card with the lowest price.
    fn cheapest(&self) -> Option<&Card> {
        let priced = self.cards.iter().filter(|card| card.span.lowest.is_some());
        priced.min_by_key(|card| card.span.lowest).copied()
    }

    /// Middle of the cards' medians, nano-units; of an even number the lower middle, a price that exists.
    fn median(&self) -> Option<i64> {
        let mut all: Vec<i64> = self
            .cards
            .iter()
            .filter_map(|card| card.span.median)
            .collect();
        all.sort_unstable();
        all.get(all.len().saturating_sub(1) / 2).copied()
    }

    fn offers(&self) -> usize {
        self.cards.iter().map(|card| card.span.count).sum()
    }
}

/// Sizes with a current on-demand price, smallest first. An entry that states no form factor has its memory all the same.
fn sizes(view: &Gpus) -> Vec<Size<'_>> {
    let mut priced: Vec<(f64, &Card)> = view
        .cards
        .iter()
        .filter(|card| view.is_offered(card))
        .filter_map(|card| Some((view.gpu(card).vram_gb?, card)))
        .collect();
    priced.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let mut sizes: Vec<Size<'_>> = Vec::new();
    for (gb, card) in priced {
        match sizes.last_mut().filter(|size| (size.gb - gb).abs() < 0.01) {
            Some(size) => size.cards.push(card),
            None => sizes.push(Size {
                gb,
                cards: vec![card],
            }),
        }
    }
    sizes
}

/// The chart: a dot is a card's median.
pub(crate) fn chart(view: &Gpus) -> PriceRows {
    let locale = view.frame.locale;
    let sizes = sizes(view);
    let row = |size: &Size<'_>| {
        let lowest = size.cheapest();
        PriceRow {
            name: format!("{} GB", format::figure(size.gb)),
            note: lowest
                .map(|card| chart_name(&card_name(view.gpu(card))))
                .unwrap_or_default(),
            prices: size.cards.iter().filter_map(|card| card.median()).collect(),
            lowest: lowest.and_then(|card| card.span.lowest).map(units),
            median: size.median().map(units),
            highlighted: size.cards.iter().any(|card| view.is_highlighted(card)),
        }
    };
    let sign = view.frame.currency.sign().trim().to_owned();
    PriceRows {
        aria: td_string!(locale, gpus.vram_label, count = sizes.len()),
        title: td_string!(locale, gpus.vram_chart).to_owned(),
        unit: td_string!(locale, gpus.price_unit_log, sign = sign),
        empty: td_string!(locale, gpus.no_price).to_owned(),
        rows: sizes.iter().map(row).collect(),
    }
}

/// The panel with its table.
pub(super) fn panel(view: &Gpus) -> AnyView {
    let locale = view.frame.locale;
    let data = chart(view);
    let sign = view.frame.currency.sign().trim().to_owned();
    let unit = || td_string!(locale, gpus.price_unit, sign = sign.clone());
    let rows = sizes(view)
        .iter()
        .map(|size| row(view, size))
        .collect_view();
    let snippet = embed(
        &view.frame,
        &Embed {
            path: "/embed/memory.svg",
            page: "/gpus",
            alt: &data.aria,
            table: None,
            params: &[],
        },
    );
    view! {
        <section class="panel" id="memory">
            <header><h2>{td_string!(locale, gpus.vram_title)}</h2><p>{td_string!(locale, gpus.vram_note)}</p></header>
            <div class="bd">
                <div class="only-w" inner_html=price_rows(&data, Width::Wide(HALF))></div>
                <div class="only-n" inner_html=price_rows(&data, Width::Narrow)></div>
                <details class="numbers">
                    <summary>{td_string!(locale, gpus.same_numbers)}</summary>
                    <div class="tw bare square" tabindex="0" role="region" aria-label=td_string!(locale, gpus.vram_title)>
                        <table>
                            <thead><tr>
                                <th scope="col" class="num">{td_string!(locale, gpus.vram)}<u>"GB"</u></th>
                                <th scope="col" class="num">{td_string!(locale, gpus.lowest)}<u>{unit()}</u></th>
                                <th scope="col">{td_string!(locale, gpus.card)}<u>"\u{a0}"</u></th>
                                <th scope="col" class="num">{td_string!(locale, gpus.key_median)}<u>{unit()}</u></th>
                                <th scope="col" class="num">{td_string!(locale, gpus.cards)}<u>"\u{a0}"</u></th>
                                <th scope="col" class="num">{td_string!(locale, gpus.offers)}<u>{td_string!(locale, gpus.offers_2)}</u></th>
                            </tr></thead>
                            <tbody>{rows}</tbody>
                        </table>
                    </div>
                </details>
            </div>
            {snippet}
        </section>
    }
    .into_any()
}

fn row(view: &Gpus, size: &Size<'_>) -> AnyView {
    let lowest = size.cheapest();
    let name = lowest.map(|card| {
        let gpu = view.gpu(card);
        let href = view.frame.link(&format!("/gpus/{}", gpu.slug));
        view! { <a href=href>{card_name(gpu)}</a> }
    });
    let amount = |nanos: Option<i64>| nanos.map_or_else(String::new, format::hourly);
    view! {
        <tr>
            <th scope="row" class="num">{format::figure(size.gb)}</th>
            <td class="num">{amount(lowest.and_then(|card| card.span.lowest))}</td>
            <td>{name}</td>
            <td class="num">{amount(size.median())}</td>
            <td class="num">{size.cards.len().to_string()}</td>
            <td class="num">{size.offers().to_string()}</td>
        </tr>
    }
    .into_any()
}

//! The card beside those of its size: what a unit of memory, bandwidth and compute costs on each.
use super::CardPage;
use crate::charts::cards::Cards;
use crate::charts::{Width, cards};
use crate::components::embed::{Embed, embed};
use crate::components::{card_name, unknown};
use crate::format;
use crate::pages::gpus::{Card, cards as all_cards, cards_chart};
use crate::text::td_string;
use domain::units::div_round_half_up;
use leptos::prelude::*;

/// Width of the page's column, inside its panel.
const WIDE: u32 = 1360;
/// A card alone is no comparison.
const FEWEST: usize = 2;
/// Rows at most.
const MOST: usize = 12;

/// Price of `of` units of a figure in nano-units; the one place of rounding. None for an unknown or empty figure.
fn per(nanos: Option<i64>, figure: Option<f64>, of: i128) -> Option<i64> {
    let figure = figure.filter(|value| *value > 0.0 && *value < 1e9)?;
    // Figures have at most three decimals.
    let thousandths = (figure * 1000.0).round() as i128;
    let product = i128::from(nanos?) * of * 1000;
    i64::try_from(div_round_half_up(product, thousandths)?).ok()
}

/// The card and its neighbours: VRAM from four fifths to five quarters of its own, offered on demand now; cheapest for
/// a GB of VRAM first.
fn peers(view: &CardPage) -> Vec<Card> {
    let Some(own) = view.card().vram_gb else {
        return Vec::new();
    };
    let cards = all_cards(&view.snapshot, view.frame.currency, view.frame.today());
    let vram = |card: &Card| view.snapshot.gpus[card.gpu].vram_gb;
    let is_peer = |card: &Card| {
        let near = vram(card).is_some_and(|gb| gb >= own * 0.8 && gb <= own * 1.25);
        card.gpu == view.gpu || (near && card.span.count > 0)
    };
    let mut peers: Vec<Card> = cards.into_iter().filter(is_peer).collect();
    // Most offered first for the cut, so that the rows are those that can be had.
    peers.sort_by_key(|card| (card.gpu != view.gpu, std::cmp::Reverse(card.span.count)));
    peers.truncate(MOST);
    let key = |card: &Card| per(card.span.median, vram(card), 1).unwrap_or(i64::MAX);
    peers.sort_by_key(|card| (key(card), card.gpu));
    peers
}

/// The drawing of the card beside its peers.
fn draw(view: &CardPage, peers: &[Card]) -> Cards {
    let shown: Vec<&Card> = peers.iter().collect();
    cards_chart(&view.frame, &view.snapshot, &shown, &|card: &Card| {
        card.gpu == view.gpu
    })
}

/// The same for other sites; none where the page has none.
pub(crate) fn chart(view: &CardPage) -> Option<Cards> {
    let peers = peers(view);
    (peers.len() >= FEWEST).then(|| draw(view, &peers))
}

/// The panel's heading.
pub(crate) fn title(view: &CardPage) -> String {
    let vram = view.card().vram_gb.map(format::figure).unwrap_or_default();
    td_string!(view.frame.locale, card.neighbours, vram = vram)
}

/// The panel; absent where the card's memory is not known.
pub(super) fn panel(view: &CardPage) -> Option<AnyView> {
    let locale = view.frame.locale;
    let peers = peers(view);
    if peers.len() < FEWEST {
        return None;
    }
    let chart = draw(view, &peers);
    let snippet = embed(
        &view.frame,
        &Embed {
            path: &format!("/embed/neighbours/{}.svg", view.card().slug),
            page: &view.path(),
            alt: &chart.labels.aria,
            table: None,
            params: &[],
        },
    );
    let sign = view.sign();
    let rows = peers.iter().map(|card| row(view, card)).collect_view();
    let head = |name: &'static str, unit: String| {
        view! { <th scope="col" class="num">{name}<u>{unit}</u></th> }
    };
    let per_unit =
        |unit: &'static str| td_string!(locale, card.per_unit, sign = sign.clone(), unit = unit);
    Some(
        view! {
            <section class="panel card-peers" id="neighbours">
                <header>
                    <h2>{title(view)}</h2>
                    <span class="end">{td_string!(locale, gpus.rates_by)}</span>
                    <p>{td_string!(locale, card.neighbours_note)}</p>
                </header>
                <div class="bd">
                    <div class="only-w" inner_html=cards::cards(&chart, Width::Wide(WIDE))></div>
                    <div class="only-n" inner_html=cards::cards(&chart, Width::Narrow)></div>
                    {snippet}
                </div>
                <div class="tw bare" tabindex="0" role="region" aria-label=td_string!(locale, card.neighbours_label)>
                    <table class="dense">
                        <thead><tr>
                            <th scope="col" class="stick">{td_string!(locale, gpus.card)}<u>"\u{a0}"</u></th>
                            {head(td_string!(locale, gpus.vram), "GB".to_owned())}
                            {head(td_string!(locale, card.lowest), td_string!(locale, gpus.price_unit, sign = sign.clone()))}
                            {head(td_string!(locale, gpus.key_median), td_string!(locale, gpus.price_unit, sign = sign.clone()))}
                            {head(td_string!(locale, card.per_vram), per_unit("GB"))}
                            {head(td_string!(locale, card.per_bandwidth), per_unit("100 GB/s"))}
                            {head(td_string!(locale, card.per_tflops), per_unit("100 TFLOPS"))}
                            {head(td_string!(locale, gpus.offers), td_string!(locale, gpus.offers_2).to_owned())}
                        </tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            </section>
        }
        .into_any(),
    )
}

fn row(view: &CardPage, card: &Card) -> AnyView {
    let locale = view.frame.locale;
    let gpu = &view.snapshot.gpus[card.gpu];
    let is_own = card.gpu == view.gpu;
    let amount = |nanos: Option<i64>| match nanos {
        Some(nanos) => format::hourly(nanos).into_any(),
        None => unknown(locale),
    };
    let median = card.span.median;
    let dense = gpu.dense_tflops();
    let compute = amount(per(median, dense.map(|(value, _)| value), 100));
    let derived = dense.is_some_and(|(_, derived)| derived && median.is_some());
    let name = if is_own {
        view! { <b>{card_name(gpu)}</b> }.into_any()
    } else {
        let href = view.frame.link(&format!("/gpus/{}", gpu.slug));
        view! { <a href=href>{card_name(gpu)}</a> }.into_any()
    };
    let generic = gpu
        .is_generic()
        .then(|| view! { <span class="l2">{td_string!(locale, catalogue.form_unstated)}</span> });
    let vram = gpu.vram_gb.map_or_else(String::new, format::figure);
    view! {
        <tr class=is_own.then_some("sel") data-gpu=gpu.slug.clone()>
            <th scope="row" class="stick">{name}{generic}</th>
            <td class="num">{vram}</td>
            <td class="num">{amount(card.span.lowest)}</td>
            <td class="num">{amount(median)}</td>
            <td class="num b">{amount(per(median, gpu.vram_gb, 1))}</td>
            <td class="num">{amount(per(median, gpu.bandwidth_gbps, 100))}</td>
            <td class="num"><span class=derived.then_some("apx")>{compute}</span></td>
            <td class="num">{card.span.count.to_string()}</td>
        </tr>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::per;

    #[test]
    fn b08_a_price_for_a_unit_is_exact_to_its_one_rounding() {
        // 1.98 for 24 GB, 1008 GB/s, 165.2 TFLOPS.
        assert_eq!(per(Some(1_980_000_000), Some(24.0), 1), Some(82_500_000));
        assert_eq!(
            per(Some(1_980_000_000), Some(1008.0), 100),
            Some(196_428_571)
        );
        assert_eq!(
            per(Some(1_980_000_000), Some(165.2), 100),
            Some(1_198_547_215)
        );
        assert_eq!(per(None, Some(24.0), 1), None);
        assert_eq!(per(Some(1), Some(0.0), 1), None);
        assert_eq!(per(Some(1), None, 1), None);
    }
}

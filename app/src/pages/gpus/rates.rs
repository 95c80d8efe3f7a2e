//! The figures of the value chart: what a unit of money an hour buys, card by card.
use super::choice::Metric;
use super::data::Card;
use super::view::{Gpus, NOTHING, largest_first};
use crate::components::{card_name, unknown};
use crate::format;
use crate::text::td_string;
use leptos::prelude::*;

/// A figure by the median price, and whether the figure is our estimate.
fn rate(view: &Gpus, card: &Card, metric: Metric) -> Option<(f64, bool)> {
    let (figure, derived) = metric.of(view.gpu(card))?;
    let price = card.median().filter(|price| *price > 0.0)?;
    Some((figure / price, derived))
}

/// Three figures or so: `720`, `54.6`, `8.2`, `0.75`.
fn rounded(value: f64) -> String {
    match value {
        v if v >= 100.0 => format!("{v:.0}"),
        v if v >= 1.0 => format!("{v:.1}"),
        v => format!("{v:.2}"),
    }
}

/// The table beside the value chart; ticking its boxes highlights.
pub(super) fn panel(view: &Gpus) -> AnyView {
    let locale = view.frame.locale;
    let sign = view.frame.currency.sign().trim().to_owned();
    let mut cards = view.listed();
    largest_first(&mut cards, |card| {
        rate(view, card, view.metric).map(|(value, _)| value)
    });
    let rows = cards.iter().map(|card| row(view, card)).collect_view();
    let head = |metric: Metric, label: &'static str, unit: &'static str| {
        let word = (metric != Metric::default()).then(|| metric.word());
        let sorted = (metric == view.metric).then_some("descending");
        let href = format!("{}#value", view.frame.here(&[("value", word)]));
        let unit = td_string!(locale, gpus.per_money, unit = unit, sign = sign.clone());
        view! { <th scope="col" class="num" aria-sort=sorted><a href=href>{label}</a><u>{unit}</u></th> }
    };
    view! {
        <section class="panel">
            <header>
                <h2>{td_string!(locale, gpus.rates_title, sign = sign.clone())}</h2>
                <span class="end">{td_string!(locale, gpus.rates_by)}</span>
                <p>{td_string!(locale, gpus.rates_note)}</p>
            </header>
            <form class="bd flush" method="get" action="/gpus">
                {view.kept()}
                <input r#type="hidden" name="hl" value=NOTHING />
                <div class="tw bare" tabindex="0" role="region" aria-label=td_string!(locale, gpus.rates_label)>
                    <table class="rates">
                        <thead>
                            <tr>
                                <th scope="col" class="stick">{td_string!(locale, gpus.card)}<u>{td_string!(locale, gpus.tick)}</u></th>
                                <th scope="col" class="num">{td_string!(locale, gpus.price)}<u>{td_string!(locale, gpus.price_unit, sign = sign.clone())}</u></th>
                                {head(Metric::Bandwidth, td_string!(locale, gpus.bandwidth), "GB/s")}
                                {head(Metric::Tflops, td_string!(locale, gpus.tflops), "TFLOPS")}
                                {head(Metric::Vram, td_string!(locale, gpus.vram), "GB")}
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
                <p class="panel-foot"><button class="btn s">{td_string!(locale, gpus.highlight_ticked)}</button></p>
            </form>
        </section>
    }
    .into_any()
}

fn row(view: &Gpus, card: &Card) -> AnyView {
    let locale = view.frame.locale;
    let gpu = view.gpu(card);
    let on = view.is_highlighted(card);
    let price = match card.span.median {
        Some(median) => format::hourly(median).into_any(),
        None => unknown(locale),
    };
    let rates = Metric::ALL.map(|metric| {
        let class = if metric == view.metric {
            "num b"
        } else {
            "num"
        };
        let cell = match rate(view, card, metric) {
            Some((value, derived)) => {
                view! { <span class=derived.then_some("apx")>{rounded(value)}</span> }.into_any()
            }
            None => unknown(locale),
        };
        view! { <td class=class>{cell}</td> }
    });
    let generic = gpu
        .is_generic()
        .then(|| view! { <span class="l2">{td_string!(locale, catalogue.form_unstated)}</span> });
    let tick = td_string!(locale, gpus.highlight_one, name = card_name(gpu));
    let page = view.frame.link(&format!("/gpus/{}", gpu.slug));
    view! {
        <tr class=on.then_some("sel")>
            <th scope="row" class="stick">
                <span class="opt flat"><label class="opt-box"><input r#type="checkbox" name="hl" value=gpu.slug.clone() checked=on aria-label=tick /></label><a href=page>{card_name(gpu)}</a></span>
                {generic}
            </th>
            <td class="num">{price}</td>
            {rates.into_iter().collect_view()}
        </tr>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    #[test]
    fn rates_keep_about_three_figures() {
        let shown = [719.6, 54.61, 8.249, 0.7512].map(super::rounded);
        assert_eq!(shown, ["720", "54.6", "8.2", "0.75"]);
    }
}

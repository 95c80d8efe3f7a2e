//! Every figure of the cards, with the addresses it rests on.
use super::data::{Card, sources};
use super::view::Gpus;
use crate::components::{after_stop, card_name, unknown};
use crate::format;
use crate::shell::source_words;
use crate::text::{Locale, td_string};
use domain::catalog::card_edit::proof;
use leptos::prelude::*;

/// The table; with `all=1` it has every card of the catalogue.
pub(super) fn panel(view: &Gpus) -> AnyView {
    let locale = view.frame.locale;
    let cards: Vec<&Card> = if view.all {
        view.cards.iter().collect()
    } else {
        view.listed()
    };
    let rows = cards.iter().map(|card| row(view, card)).collect_view();
    let heads = [
        (td_string!(locale, gpus.vram), "GB"),
        (td_string!(locale, gpus.memory_type), "\u{a0}"),
        (td_string!(locale, gpus.bandwidth), "GB/s"),
        (td_string!(locale, gpus.fp16), "TFLOPS"),
        ("BF16", "TFLOPS"),
        ("FP8", "TFLOPS"),
        ("INT8", "TOPS"),
        (td_string!(locale, gpus.fp32), "TFLOPS"),
        (td_string!(locale, gpus.power), "W"),
        (td_string!(locale, gpus.form_factor), "\u{a0}"),
        (td_string!(locale, gpus.capability), "\u{a0}"),
        (
            td_string!(locale, gpus.offers),
            td_string!(locale, gpus.offers_2),
        ),
    ];
    let heads =
        heads.map(|(label, unit)| view! { <th scope="col" class="num">{label}<u>{unit}</u></th> });
    let all = (!view.all).then(|| {
        let text = td_string!(locale, gpus.all_figures, count = view.cards.len());
        view! { <a href=format!("{}#figures", view.frame.here(&[("all", Some("1"))]))>{text}</a> }
    });
    view! {
        <section class="panel figures" id="figures">
            <header>
                <h2>{td_string!(locale, gpus.figures_title)}</h2>
                <span class="end">{all}</span>
                <p>{td_string!(locale, gpus.figures_note)}{after_stop(locale)}{td_string!(locale, gpus.sources_note)}</p>
            </header>
            <div class="bd flush">
                <div class="tw bare" tabindex="0" role="region" aria-label=td_string!(locale, gpus.figures_title)>
                    <table class="dense">
                        <thead>
                            <tr>
                                <th scope="col" class="stick">{td_string!(locale, gpus.card)}<u>"\u{a0}"</u></th>
                                {heads.into_iter().collect_view()}
                                <th scope="col">{td_string!(locale, common.source)}<u>{td_string!(locale, gpus.of_card)}</u></th>
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            </div>
        </section>
    }
    .into_any()
}

fn figure(locale: Locale, value: Option<f64>) -> AnyView {
    match value {
        Some(value) => format::figure(value).into_any(),
        None => unknown(locale),
    }
}

/// The first source; the others behind a fold, so that a row is as high as its figures.
fn from(locale: Locale, links: Vec<AnyView>) -> AnyView {
    let mut links = links.into_iter();
    let Some(first) = links.next() else {
        return unknown(locale);
    };
    let others: Vec<AnyView> = links
        .map(|link| view! { <li>{link}</li> }.into_any())
        .collect();
    let others = (!others.is_empty()).then(|| {
        let more = td_string!(locale, gpus.more_sources, count = others.len());
        view! { <details class="fold"><summary class="xs">{more}</summary><ul class="source-list">{others}</ul></details> }
    });
    view! { {first}{others} }.into_any()
}

fn words(locale: Locale, value: Option<&str>) -> AnyView {
    match value {
        Some(value) => value.to_owned().into_any(),
        None => unknown(locale),
    }
}

fn row(view: &Gpus, card: &Card) -> AnyView {
    let locale = view.frame.locale;
    let gpu = view.gpu(card);
    let dense = match gpu.dense_tflops() {
        Some((value, derived)) => {
            view! { <span class=derived.then_some("apx")>{format::figure(value)}</span> }.into_any()
        }
        None => unknown(locale),
    };
    let year = gpu.release_year.map(|year| year.to_string());
    let second = [Some(gpu.vendor.clone()), gpu.architecture.clone(), year];
    let second = second.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let form = if gpu.is_generic() {
        td_string!(locale, catalogue.form_unstated).into_any()
    } else {
        words(locale, gpu.form_factor.as_deref())
    };
    let links: Vec<AnyView> = sources(gpu).map(|url| source_words(url, locale)).collect();
    let page = view.frame.link(&format!("/gpus/{}", gpu.slug));
    let proofs = view.proofs.get(&gpu.slug).map(Vec::as_slice);
    // A figure with an address of its own names it; the others rest on those of the card, in the last column.
    let cell = |key: &str, value: AnyView| {
        let own = proof(gpu, proofs.unwrap_or_default(), key).map(|proof| {
            let day = proof.observed.text();
            view! { <span class="l2 xs" data-own=key.to_owned()>{source_words(&proof.source_url, locale)}" "{day}</span> }
        });
        view! { <td class="num">{value}{own}</td> }
    };
    view! {
        <tr class=view.is_highlighted(card).then_some("sel") data-gpu=gpu.slug.clone()>
            <th scope="row" class="stick"><a href=page>{card_name(gpu)}</a><span class="l2">{second}</span></th>
            {cell("vram_gb", figure(locale, gpu.vram_gb))}
            {cell("memory_type", words(locale, gpu.memory_type.as_deref()))}
            {cell("bandwidth_gbps", figure(locale, gpu.bandwidth_gbps))}
            {cell("fp16_dense_tflops", dense)}
            {cell("bf16_dense_tflops", figure(locale, gpu.bf16_dense_tflops))}
            {cell("fp8_dense_tflops", figure(locale, gpu.fp8_dense_tflops))}
            {cell("int8_dense_tops", figure(locale, gpu.int8_dense_tops))}
            {cell("fp32_tflops", figure(locale, gpu.fp32_tflops))}
            {cell("tdp_w", figure(locale, gpu.tdp_w))}
            {cell("form_factor", form)}
            {cell("compute_capability", words(locale, gpu.compute_capability.as_deref()))}
            <td class="num">{card.span.count.to_string()}</td>
            <td class="from">{from(locale, links)}</td>
        </tr>
    }
    .into_any()
}

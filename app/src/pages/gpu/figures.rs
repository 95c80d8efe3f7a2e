//! The card's figures and the addresses that they rest on.
use super::CardPage;
use crate::components::original::original;
use crate::components::unknown;
use crate::format;
use crate::pages::gpus::sources;
use crate::shell::source_words;
use crate::text::td_string;
use domain::catalog::card_edit::proof;
use leptos::prelude::*;

/// One row: its name, its unit, its value.
struct Figure {
    /// The catalogue's column.
    key: &'static str,
    name: &'static str,
    unit: &'static str,
    value: Option<String>,
    is_derived: bool,
}

fn figures(view: &CardPage) -> Vec<Figure> {
    let locale = view.frame.locale;
    let gpu = view.card();
    let number = |key, name, unit, value: Option<f64>| Figure {
        key,
        name,
        unit,
        value: value.map(format::figure),
        is_derived: false,
    };
    let word = |key, name, value: &Option<String>| Figure {
        key,
        name,
        unit: "",
        value: value.clone(),
        is_derived: false,
    };
    let dense = gpu.dense_tflops();
    let form = if gpu.is_generic() {
        Some(td_string!(locale, catalogue.form_unstated).to_owned())
    } else {
        gpu.form_factor.clone()
    };
    vec![
        number("vram_gb", td_string!(locale, card.vram), "GB", gpu.vram_gb),
        word(
            "memory_type",
            td_string!(locale, card.memory_type),
            &gpu.memory_type,
        ),
        number(
            "bandwidth_gbps",
            td_string!(locale, gpus.bandwidth_title),
            "GB/s",
            gpu.bandwidth_gbps,
        ),
        Figure {
            key: "fp16_dense_tflops",
            name: td_string!(locale, card.fp16_dense),
            unit: "TFLOPS",
            value: dense.map(|(value, _)| format::figure(value)),
            is_derived: dense.is_some_and(|(_, derived)| derived),
        },
        number(
            "bf16_dense_tflops",
            td_string!(locale, card.bf16_dense),
            "TFLOPS",
            gpu.bf16_dense_tflops,
        ),
        number(
            "fp8_dense_tflops",
            td_string!(locale, card.fp8_dense),
            "TFLOPS",
            gpu.fp8_dense_tflops,
        ),
        number(
            "int8_dense_tops",
            td_string!(locale, card.int8_dense),
            "TOPS",
            gpu.int8_dense_tops,
        ),
        number(
            "fp32_tflops",
            td_string!(locale, card.fp32),
            "TFLOPS",
            gpu.fp32_tflops,
        ),
        number("tdp_w", td_string!(locale, gpus.power), "W", gpu.tdp_w),
        word(
            "interconnect",
            td_string!(locale, card.link),
            &gpu.interconnect,
        ),
        number(
            "interconnect_gbps",
            td_string!(locale, card.link_rate),
            "GB/s",
            gpu.interconnect_gbps,
        ),
        word("form_factor", td_string!(locale, gpus.form_factor), &form),
        word(
            "compute_capability",
            td_string!(locale, card.capability),
            &gpu.compute_capability,
        ),
    ]
}

/// Where a figure was read: its own address, that it is our estimate, or that it rests on one of the card's.
fn from(view: &CardPage, figure: &Figure, urls: &[&str]) -> AnyView {
    let locale = view.frame.locale;
    if let Some(own) = proof(view.card(), &view.proofs, figure.key) {
        let day = own.observed.text();
        return view! { {source_words(&own.source_url, locale)}" "<span class="dim">{day}</span> }
            .into_any();
    }
    // That nobody states the form is no figure of a source.
    if figure.key == "form_factor" && view.card().is_generic() {
        return ().into_any();
    }
    if figure.is_derived {
        return view! { <span class="dim">{td_string!(locale, card.estimated)}</span> }.into_any();
    }
    match urls {
        [] => unknown(locale),
        [only] => source_words(only, locale),
        // None of several addresses is picked for one figure.
        several => {
            view! { <a href="#sources">{td_string!(locale, card.one_of, count = several.len())}</a> }
                .into_any()
        }
    }
}

/// The panel.
pub(super) fn panel(view: &CardPage) -> AnyView {
    let locale = view.frame.locale;
    let gpu = view.card();
    let urls: Vec<&str> = sources(gpu).collect();
    let count = urls.len();
    let rows = figures(view)
        .into_iter()
        .map(|figure| {
            let from = figure.value.is_some().then(|| from(view, &figure, &urls));
            let value = match figure.value {
                Some(value) => {
                    let class = figure.is_derived.then_some("apx");
                    view! { <b class=class>{value}</b>" "<span class="dim">{figure.unit}</span> }
                        .into_any()
                }
                None => unknown(locale),
            };
            view! { <tr data-figure=figure.key><th scope="row">{figure.name}</th><td class="num">{value}</td><td class="from xs">{from}</td></tr> }
        })
        .collect_view();
    let list = urls
        .iter()
        .map(|url| view! { <li>{source_words(url, locale)}</li> })
        .collect_view();
    let note = (!gpu.note.is_empty())
        .then(|| view! { <p class="sm mut card-remark">{original(locale, &gpu.note)}</p> });
    let derived = gpu
        .dense_tflops()
        .is_some_and(|(_, derived)| derived)
        .then(|| view! { <p class="sm mut">{td_string!(locale, card.derived_note)}</p> });
    view! {
        <section class="panel card-figures" id="figures">
            <header>
                <h2>{td_string!(locale, card.figures)}</h2>
            </header>
            <div class="bd flush"><table>
                <thead><tr>
                    <th scope="col">{td_string!(locale, card.figure)}</th>
                    <th scope="col" class="num">{td_string!(locale, card.value)}</th>
                    <th scope="col">{td_string!(locale, common.source)}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table></div>
            <div class="panel-foot">
                {derived}
                {note}
                <h3 class="sm b" id="sources">{td_string!(locale, card.sources, count = count)}</h3>
                <p class="xs dim">{td_string!(locale, card.sources_note)}</p>
                <ul class="source-list">{list}</ul>
            </div>
        </section>
    }
    .into_any()
}

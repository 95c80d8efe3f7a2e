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

/// The panel.
pub(super) fn panel(view: &CardPage) -> AnyView {
    let locale = view.frame.locale;
    let gpu = view.card();
    let urls: Vec<&str> = sources(gpu).collect();
    let count = urls.len();
    // Where a row rests on several addresses, none of them is picked for one figure.
    let lead = match urls.as_slice() {
        [only] => source_words(only, locale),
        _ => view! { <a href="#sources">{td_string!(locale, card.one_of, count = count)}</a> }
            .into_any(),
    };
    let rows = figures(view)
        .into_iter()
        .map(|figure| {
            let value = match figure.value {
                Some(value) => {
                    let class = figure.is_derived.then_some("apx");
                    let read = proof(gpu, &view.proofs, figure.key).map(|proof| {
                        let day = proof.observed.text();
                        view! { <span class="l2 xs">{source_words(&proof.source_url, locale)}" "{day}</span> }
                    });
                    view! { <b class=class>{value}</b>" "<span class="dim">{figure.unit}</span>{read} }
                        .into_any()
                }
                None => unknown(locale),
            };
            view! { <tr><th scope="row">{figure.name}</th><td class="num">{value}</td></tr> }
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
                <span class="end">{td_string!(locale, common.source)}" "{lead}</span>
            </header>
            <div class="bd flush"><table><tbody>{rows}</tbody></table></div>
            <div class="panel-foot">
                {derived}
                {note}
                <h3 class="sm b" id="sources">{td_string!(locale, card.sources, count = count)}</h3>
                <ul class="source-list">{list}</ul>
            </div>
        </section>
    }
    .into_any()
}

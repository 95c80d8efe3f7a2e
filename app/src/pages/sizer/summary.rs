//! The figure, its range, and what the memory is used for.
use super::SizerView;
use super::data::{Answer, Capacity};
use super::words::{gib, part, task_word, tokens, value};
use crate::charts::Width;
use crate::charts::memory::{Memory, MemoryPart, memory};
use crate::components::colon;
use crate::text::td_string;
use domain::sizing::{ModelChoice, Part, PartSize, Verdict};
use leptos::prelude::*;

/// The model and the job in a few words.
pub(super) fn job(view: &SizerView, answer: &Answer) -> String {
    let locale = view.frame.locale;
    let model = match &view.ask.request.model {
        Some(ModelChoice::Named(_)) if view.ask.task().is_diffusion() => {
            super::form::picture_name(&answer.estimate.model)
        }
        Some(ModelChoice::Named(_)) => answer.estimate.model.clone(),
        _ if answer.estimate.model == "custom" => td_string!(locale, sizer.own_model).to_owned(),
        _ => answer.estimate.model.clone(),
    };
    format!("{} · {model}", task_word(locale, view.ask.task()))
}

/// The answer in one sentence.
pub(super) fn sentence(view: &SizerView, answer: &Answer) -> String {
    let locale = view.frame.locale;
    let estimate = &answer.estimate;
    td_string!(
        locale,
        sizer.sentence,
        job = job(view, answer),
        mid = gib(estimate.mid_gib),
        low = gib(estimate.low_gib),
        high = gib(estimate.high_gib)
    )
}

/// What that means for cards: the smallest that fits, and one that is tight before it.
fn advice(view: &SizerView, answer: &Answer) -> String {
    let locale = view.frame.locale;
    let first = |verdict: Verdict| answer.capacities.iter().find(|c| c.verdict == verdict);
    let size = |capacity: &Capacity| crate::format::figure(capacity.gib);
    match (first(Verdict::Tight), first(Verdict::Fits)) {
        (Some(tight), Some(fits)) => {
            td_string!(
                locale,
                sizer.advice_tight,
                tight = size(tight),
                fits = size(fits)
            )
        }
        (None, Some(fits)) => td_string!(locale, sizer.advice_fits, fits = size(fits)),
        (Some(tight), None) => td_string!(locale, sizer.advice_only_tight, tight = size(tight)),
        (None, None) => td_string!(locale, sizer.advice_none).to_owned(),
    }
}

/// Where a part comes from, in a few figures.
fn note(view: &SizerView, answer: &Answer, size: &PartSize) -> String {
    let locale = view.frame.locale;
    let estimate = &answer.estimate;
    let shown = |name: &str| view.ask.shown(name, Some(estimate));
    let word = |name: &str| value(locale, name, &shown(name));
    match size.name {
        Part::Weights => word("weights"),
        Part::KvCache => {
            let number = |name: &str| shown(name).parse::<u64>().unwrap_or_default();
            let length = number("prompt") + number("gen");
            td_string!(
                locale,
                sizer.n_kv,
                batch = shown("batch"),
                tokens = tokens(length)
            )
        }
        Part::Adapters => td_string!(locale, sizer.n_rank, rank = shown("lora_rank")),
        Part::Optimizer => word("optimizer"),
        Part::Activations if view.ask.task().is_llm_training() => {
            if shown("gradient_checkpointing") == "false" {
                td_string!(locale, sizer.n_no_checkpointing).to_owned()
            } else {
                td_string!(locale, sizer.n_checkpointing).to_owned()
            }
        }
        Part::Logits => word("loss"),
        Part::Overhead => td_string!(locale, sizer.n_overhead).to_owned(),
        _ => String::new(),
    }
}

fn chart(view: &SizerView, answer: &Answer) -> Memory {
    let locale = view.frame.locale;
    let estimate = &answer.estimate;
    let parts = estimate.parts.iter().filter(|size| size.gib.mid >= 0.005);
    Memory {
        aria: sentence(view, answer),
        parts: parts
            .map(|size| MemoryPart {
                label: part(locale, size.name).to_owned(),
                value: gib(size.gib.mid),
                size: size.gib.mid,
                note: note(view, answer, size),
            })
            .collect(),
        total: (estimate.low_gib, estimate.mid_gib, estimate.high_gib),
        total_label: format!("{} GB", gib(estimate.mid_gib)),
        range_label: td_string!(
            locale,
            sizer.range,
            low = gib(estimate.low_gib),
            high = gib(estimate.high_gib)
        ),
    }
}

/// The panel.
pub(super) fn panel(view: &SizerView, answer: &Answer) -> AnyView {
    let locale = view.frame.locale;
    let estimate = &answer.estimate;
    let data = chart(view, answer);
    let range = td_string!(
        locale,
        sizer.range,
        low = gib(estimate.low_gib),
        high = gib(estimate.high_gib)
    );
    let rows = estimate
        .parts
        .iter()
        .map(|size| {
            let ends = format!("{}–{}", gib(size.gib.low), gib(size.gib.high));
            view! { <tr><th scope="row">{part(locale, size.name)}</th><td class="num">{gib(size.gib.mid)}</td><td class="num">{ends}</td><td>{note(view, answer, size)}</td></tr> }
        })
        .collect_view();
    let assumed = estimate
        .assumptions
        .iter()
        .filter(|a| a.field != "metric")
        .map(|a| {
            format!(
                "{}{}{}",
                super::words::field(locale, a.field),
                colon(locale),
                value(locale, a.field, &a.value)
            )
        })
        .collect::<Vec<_>>()
        .join(" · ");
    let per_card = if view.ask.request.n_gpu.unwrap_or(1) > 1 {
        td_string!(locale, sizer.per_card)
    } else {
        td_string!(locale, sizer.needs)
    };
    let shape = shape(view);
    view! {
        <section class="panel">
            <div class="bd even">
                <p class="sm mut">{per_card}{colon(locale)}{job(view, answer)}{shape.map(|text| format!(" · {text}"))}</p>
                <p class="size-figure" data-mid=format!("{:.3}", estimate.mid_gib)><span class="fig">{gib(estimate.mid_gib)}" "<small>"GB"</small></span>" "<span class="mut">{range}{td_string!(locale, sizer.stop)}{advice(view, answer)}</span></p>
                <div class="only-w" inner_html=memory(&data, Width::Wide(888))></div>
                <div class="only-n" inner_html=memory(&data, Width::Narrow)></div>
                {super::own::unknown_fields(view, answer)}
                <details class="fold">
                    <summary>{td_string!(locale, sizer.parts_table)}</summary>
                    <div class="tw bare" tabindex="0" role="region" aria-label=td_string!(locale, sizer.parts_table)><table class="parts"><thead><tr><th scope="col">{td_string!(locale, sizer.part)}</th><th scope="col" class="num">"GB"</th><th scope="col" class="num">{td_string!(locale, sizer.range_word)}</th><th scope="col">{td_string!(locale, sizer.from)}</th></tr></thead><tbody>{rows}</tbody></table></div>
                    <p class="sm mut">{td_string!(locale, sizer.assumed)}{colon(locale)}{assumed}</p>
                    <p class="sm mut">{td_string!(locale, sizer.gib_note)}</p>
                </details>
            </div>
        </section>
    }
    .into_any()
}

/// Layers, heads and words of the model.
fn shape(view: &SizerView) -> Option<String> {
    let model = match &view.ask.request.model {
        Some(ModelChoice::Named(name)) => view.snapshot.library.models.llm(name).ok().cloned(),
        Some(ModelChoice::Config(read)) => Some(read.model.clone()),
        Some(ModelChoice::Shape(shape)) => shape.model().ok(),
        None => None,
    }
    .filter(|_| !view.ask.task().is_diffusion())?;
    Some(td_string!(
        view.frame.locale,
        sizer.shape,
        params = format!("{:.2}B", model.params as f64 / 1e9),
        layers = model.layers,
        heads = model.kv_heads,
        vocab = model.vocab
    ))
}

//! Where a beginner starts: what people want to do, each with the memory that it needs and the card it begins with.
use super::SizerView;
use super::words::gib;
use crate::components::card_name;
use crate::frame::address;
use crate::text::{Locale, td_string};
use chrono::NaiveDate;
use domain::catalog::{CatalogSnapshot, Gpu};
use domain::sizing::{Request, estimate};
use leptos::prelude::*;

/// Something to do, answered.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Its word for texts.
    pub word: &'static str,
    /// The fields that ask for it.
    pub fields: Vec<(String, String)>,
    /// The estimate, GiB.
    pub mid_gib: f64,
    /// The smallest offered card on which it surely fits.
    pub card: Option<String>,
}

/// What people come for, and the fields that say it.
pub(crate) const GOALS: &[(&str, &[(&str, &str)])] = &[
    ("chat7", &[("task", "inference"), ("model", "qwen2.5-7b")]),
    (
        "chat32",
        &[
            ("task", "inference"),
            ("model", "qwen2.5-32b"),
            ("weights", "awq-int4"),
            ("engine", "vllm"),
        ],
    ),
    (
        "sdxl",
        &[("task", "diffusion_inference"), ("model", "sdxl")],
    ),
    (
        "flux",
        &[("task", "diffusion_inference"), ("model", "flux.1-dev")],
    ),
    (
        "picture_lora",
        &[("task", "diffusion_lora"), ("model", "sdxl")],
    ),
    ("qlora7", &[("task", "qlora"), ("model", "qwen2.5-7b")]),
    ("lora8", &[("task", "lora"), ("model", "llama-3.1-8b")]),
    ("full1", &[("task", "full"), ("model", "qwen2.5-1.5b")]),
];

/// Every goal with its answer, from the cards that are offered today. One that cannot be sized is left out.
pub fn goals(snapshot: &CatalogSnapshot, today: NaiveDate) -> Vec<Goal> {
    let counts = super::data::offered(snapshot, today);
    let offered = snapshot
        .gpus
        .iter()
        .zip(counts)
        .filter(|(_, count)| *count > 0);
    let offered: Vec<Gpu> = offered.map(|(gpu, _)| gpu.clone()).collect();
    let goals = GOALS.iter().filter_map(|(word, fields)| {
        let mut request = Request::default();
        for (name, value) in *fields {
            request.set(name, value).ok()?;
        }
        let answer = estimate(&request, &snapshot.library, &offered).ok()?;
        let card = answer.smallest_card.and_then(|slug| {
            let gpu = offered.iter().find(|gpu| gpu.slug == slug)?;
            let size = gpu
                .vram_gb
                .map(|gb| format!(" {} GB", crate::format::figure(gb)));
            let name = card_name(gpu);
            let joined = name.replace(' ', "");
            Some(
                match size.filter(|size| !joined.contains(&size.replace(' ', ""))) {
                    Some(size) => format!("{name}{size}"),
                    None => name,
                },
            )
        });
        Some(Goal {
            word,
            fields: fields
                .iter()
                .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
                .collect(),
            mid_gib: answer.mid_gib,
            card,
        })
    });
    goals.collect()
}

/// What a goal is called.
pub(crate) fn goal_name(locale: Locale, word: &str) -> &'static str {
    match word {
        "chat7" => td_string!(locale, sizer.g_chat7),
        "chat32" => td_string!(locale, sizer.g_chat32),
        "sdxl" => td_string!(locale, sizer.g_sdxl),
        "flux" => td_string!(locale, sizer.g_flux),
        "picture_lora" => td_string!(locale, sizer.g_picture_lora),
        "qlora7" => td_string!(locale, sizer.g_qlora7),
        "lora8" => td_string!(locale, sizer.g_lora8),
        _ => td_string!(locale, sizer.g_full1),
    }
}

pub(super) fn panel(view: &SizerView) -> Option<AnyView> {
    let locale = view.frame.locale;
    if view.goals.is_empty() {
        return None;
    }
    let tiles = view
        .goals
        .iter()
        .map(|goal| {
            let from = match &goal.card {
                Some(card) => td_string!(
                    locale,
                    sizer.g_from,
                    gb = gib(goal.mid_gib),
                    card = card.clone()
                ),
                None => td_string!(locale, sizer.g_none, gb = gib(goal.mid_gib)),
            };
            let link = view.frame.link(&address("/size", &goal.fields));
            view! { <li><a href=link>{goal_name(locale, goal.word)}</a><span>{from}</span></li> }
        })
        .collect_view();
    Some(
        view! {
            <nav class="starts" aria-label=td_string!(locale, sizer.goals)>
                <p class="b sm">{td_string!(locale, sizer.goals)}</p>
                <ul>{tiles}</ul>
            </nav>
        }
        .into_any(),
    )
}

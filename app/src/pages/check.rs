//! `/check`: whether a stack runs on a card, which rule says so, and the smallest change that helps.
mod answer;
mod form;
mod library_words;
mod paste;
pub mod tabs;
pub mod words;

pub use paste::PasteFlaw;

use crate::components::notices;
use crate::frame::{Frame, address};
use crate::islands::live_filter::LiveFilter;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::{CatalogSnapshot, Notice};
use domain::compat::paste::Pasted;
use domain::compat::{Answer, Compat, Draft, Flaw};
use leptos::prelude::*;
use std::sync::Arc;
use tabs::{Tab, tabs};

/// Where the question stands.
#[derive(Clone)]
pub enum Outcome {
    /// Nothing was asked.
    Empty,
    /// Fields that cannot be read.
    Flawed(Vec<Flaw>),
    /// The answer, with the card's name.
    Answered(String, Box<Answer>),
}

/// Everything the page is made from.
#[derive(Clone)]
pub struct CheckView {
    /// The request.
    pub frame: Arc<Frame>,
    /// The cards.
    pub snapshot: Arc<CatalogSnapshot>,
    /// The facts.
    pub compat: &'static Compat,
    /// The fields as they were typed or found.
    pub draft: Draft,
    /// What is said of them.
    pub outcome: Outcome,
    /// What a pasted text says.
    pub pasted: Option<Arc<Pasted>>,
    /// The text itself, shown again in its box.
    pub text: String,
    /// Why a text was not read.
    pub paste_flaw: Option<PasteFlaw>,
    /// Parameters that nobody reads.
    pub notices: Vec<Notice>,
}

impl CheckView {
    /// The page's own address with these fields.
    fn link(&self, draft: &Draft) -> String {
        self.frame.link(&address("/check", &draft.pairs()))
    }
}

/// Cases that people often ask about; the fields are the question.
const PRESETS: [[(&str, &str); 4]; 4] = [
    [
        ("gpu", "rtx-5090"),
        ("driver", "550.54.14"),
        ("torch", "2.5"),
        ("cuda_line", "cu124"),
    ],
    [
        ("gpu", "rtx-4090"),
        ("driver", "550.54.14"),
        ("torch", "2.5"),
        ("cuda_line", "cu124"),
    ],
    [
        ("gpu", "a100-80gb-sxm"),
        ("driver", "535.104.05"),
        ("torch", "2.3"),
        ("cuda_line", "cu121"),
    ],
    [
        ("gpu", "v100-32gb-sxm"),
        ("driver", "580.65.06"),
        ("torch", "2.14"),
        ("cuda_line", "cu130"),
    ],
];

fn presets(view: &CheckView) -> AnyView {
    let locale = view.frame.locale;
    let words = [
        td_string!(locale, check.p_5090),
        td_string!(locale, check.p_4090),
        td_string!(locale, check.p_a100),
        td_string!(locale, check.p_v100),
    ];
    let names = ["RTX 5090", "RTX 4090", "A100", "V100"];
    let items = PRESETS.iter().zip(words).zip(names).map(|((fields, word), name)| {
        let mut draft = Draft::default();
        for (field, value) in fields {
            draft.set(field, value);
        }
        let stack = format!("{} · torch {} {}", draft.get("driver"), draft.get("torch"), draft.get("cuda_line"));
        view! { <li><a href=view.link(&draft)><b>{name}</b>" · "{word}</a><span>{stack}</span></li> }
    });
    view! {
        <nav class="starts" aria-label=td_string!(locale, check.presets)>
            <h2>{td_string!(locale, check.presets)}</h2>
            <ul>{items.collect_view()}</ul>
        </nav>
    }
    .into_any()
}

/// The whole page.
pub fn page(view: &CheckView) -> Document {
    let locale = view.frame.locale;
    let description = match &view.outcome {
        Outcome::Answered(card, answer) => answer::sentence(view, card, answer),
        _ => td_string!(locale, check.description).to_owned(),
    };
    let (form, answer, paste) = (form::form(view), results(view), paste::panel(view));
    let body = view! {
        <div class="head">
            <h1>{td_string!(locale, check.heading)}</h1>
            <span class="sub">{td_string!(locale, check.sub)}</span>
        </div>
        {tabs(&view.frame, Tab::Stack)}
        {notices(locale, &view.notices)}
        {presets(view)}
        <LiveFilter>
            <div class="split check">
                <div class="stack">{form}</div>
                <div class="stack">
                    <div class="stack res" id="out">{answer}</div>
                    {paste}
                </div>
            </div>
        </LiveFilter>
    };
    Document {
        title: td_string!(locale, check.title).to_owned(),
        description,
        nav: Nav::Check,
        islands: true,
        body: body.into_any(),
    }
}

/// The part that a change of the form replaces.
pub fn results(view: &CheckView) -> AnyView {
    let found = paste::found(view);
    let answer = match &view.outcome {
        Outcome::Empty => answer::empty(view),
        Outcome::Flawed(flaws) => answer::refused(view, flaws),
        Outcome::Answered(card, answer) => answer::panels(view, card, answer),
    };
    view! { {found}{answer} }.into_any()
}

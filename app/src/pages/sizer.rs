//! `/size`: which memory a job needs, which cards hold it, how long it takes there and what that costs.
mod ask;
mod cards;
mod costs;
mod data;
mod form;
mod goals;
mod measured;
mod nearest;
mod own;
pub mod recipe;
mod summary;
mod words;

pub use ask::{Ask, MOST_CONFIG, ReadConfig};
pub(crate) use cards::glyph as verdict_glyph;
pub use data::{Answer, Ground, answer};
pub(crate) use goals::{GOALS, goal_name};
pub use goals::{Goal, goals};
pub(crate) use words::{gib, rate, refusal, span, task_word, verdict as verdict_word};

use crate::components::notices;
use crate::frame::{Frame, address};
use crate::islands::live_filter::LiveFilter;
use crate::shell::{Document, Nav, paper};
use crate::text::td_string;
use domain::catalog::{CatalogSnapshot, Gpu};
use domain::compat::Compat;
use domain::sizing::SizingError;
use leptos::prelude::*;
use std::sync::Arc;

/// Everything the page is made from.
#[derive(Clone)]
pub struct SizerView {
    /// The request.
    pub frame: Arc<Frame>,
    /// Cards and offers, models and measured runs.
    pub snapshot: Arc<CatalogSnapshot>,
    /// Which software runs on which card.
    pub compat: &'static Compat,
    /// The question.
    pub ask: Arc<Ask>,
    /// The answer, or the field at fault.
    pub answer: Result<Arc<Answer>, SizingError>,
    /// Where a beginner starts; only for a whole page.
    pub goals: Vec<Goal>,
}

impl SizerView {
    /// The page's own address with other fields.
    fn link(&self, fields: &[(String, String)]) -> String {
        self.frame.link(&address("/size", fields))
    }

    /// The recipe for this job on a card, where facts make one.
    fn link_recipe(&self, answer: &Answer, gpu: &Gpu) -> Option<String> {
        let is_known = recipe::is_known(self, answer, gpu, self.compat);
        is_known.then(|| {
            let mut fields = self.ask.short(&self.snapshot.library);
            fields.push(("gpu".to_owned(), gpu.slug.clone()));
            self.frame.link(&address("/size/recipe.sh", &fields))
        })
    }

    /// The page's address with some fields changed.
    fn changed(&self, changes: &[(&str, &str)]) -> String {
        self.link(&self.ask.with(changes, &self.snapshot.library))
    }
}

/// The whole page.
pub fn page(view: &SizerView) -> Document {
    let locale = view.frame.locale;
    let (form, own, answer) = (form::form(view), own::forms(view), results(view));
    let body = view! {
        <div class="head">
            <h1>{td_string!(locale, sizer.heading)}</h1>
            <span class="sub">{td_string!(locale, sizer.sub)}</span>
        </div>
        {notices(locale, &view.ask.notices)}
        {goals::panel(view)}
        <LiveFilter>
            <div class="split size">
                <div class="stack size-ask">{form}</div>
                <div class="stack res" id="out">{answer}</div>
            </div>
        </LiveFilter>
        {own}
    };
    let description = view.answer.as_ref().map_or_else(
        |_| td_string!(locale, sizer.description).to_owned(),
        |answer| summary::sentence(view, answer),
    );
    Document {
        title: td_string!(locale, sizer.title).to_owned(),
        description,
        nav: Nav::Size,
        islands: true,
        body: body.into_any(),
    }
}

/// The part that a change of the form replaces.
pub fn results(view: &SizerView) -> AnyView {
    let answer = match &view.answer {
        Ok(answer) => answer,
        Err(error) => return nearest::refused(view, error),
    };
    view! {
        {nearest::ignored(view)}
        {summary::panel(view, answer)}
        {cards::panel(view, answer)}
        {costs::panel(view, answer)}
        {measured::panel(view, answer)}
        {paper::foot(&view.frame)}
    }
    .into_any()
}

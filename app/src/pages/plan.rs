//! `/plan`: what a painted week costs on every platform; `/p/{slug}`: a saved answer; `/plan/compare`: two side by side.
pub mod answer;
mod assumptions;
pub mod compare;
mod form;
pub mod hourly;
mod insight;
mod lines;
mod mine;
pub mod offers;
pub(crate) mod painter;
mod period;
mod print;
mod ranking;
pub mod shared;

use crate::components::notices;
use crate::frame::Frame;
use crate::islands::week_painter::WeekPainter;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::{CatalogSnapshot, Notice};
use domain::quote::Answer;
use domain::scenario::Scenario;
use leptos::prelude::*;
use std::sync::Arc;

/// Everything the page is made from.
#[derive(Clone)]
pub struct PlanView {
    /// The request.
    pub frame: Arc<Frame>,
    /// The data, for the form's lists.
    pub snapshot: Arc<CatalogSnapshot>,
    /// What was chosen.
    pub scenario: Arc<Scenario>,
    /// What could not be read.
    pub notices: Vec<Notice>,
    /// The ranking, or the field that the engine refuses.
    pub answer: Result<Arc<Answer>, String>,
    /// Hourly against prepaid.
    pub hourly_or_prepaid: Option<HourlyOrPrepaid>,
}

/// The break-even chart with its sentence.
#[derive(Clone, Debug)]
pub struct HourlyOrPrepaid {
    /// The platform and card.
    pub name: String,
    /// What the chart says, in a sentence.
    pub sentence: String,
    /// Wide and narrow drawing.
    pub chart: (String, String),
}

/// The whole page.
pub fn page(view: &PlanView) -> Document {
    let locale = view.frame.locale;
    let form = form::form(view);
    let answer = results(view);
    let recent = recent(view);
    let body = view! {
        <div class="head">
            <h1>{td_string!(locale, plan.heading)}</h1>
            <span class="sub">{td_string!(locale, plan.sub)}</span>
        </div>
        {notices(locale, &view.notices)}
        <WeekPainter>
            <div class="split plan">
                <div class="stack ask-side">{form}{recent}</div>
                <div class="stack res" id="out">{answer}</div>
            </div>
        </WeekPainter>
    };
    let description = view.answer.as_ref().map_or_else(
        |_| td_string!(locale, plan.description).to_owned(),
        |answer| answer::summary(&view.frame, answer),
    );
    Document {
        title: td_string!(locale, plan.title).to_owned(),
        description,
        nav: Nav::Plan,
        islands: true,
        body: body.into_any(),
    }
}

/// Plans that this browser looked at lately; shown by script where there are any.
fn recent(view: &PlanView) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let days = td_string!(locale, plan.days);
    let today = view.frame.today().to_string();
    let script = format!("{}/recent.js", view.frame.assets);
    view! {
        <section class="panel no-print" hidden="hidden" data-recent="" data-days=days data-today=today>
            <header><h2>{td_string!(locale, insight.recent)}</h2><span class="end">{td_string!(locale, insight.recent_note)}</span></header>
            <div class="bd"><ul class="knows"></ul><button class="btn s" r#type="button">{td_string!(locale, insight.recent_clear)}</button></div>
        </section>
        <script r#type="module" src=script></script>
    }
}

/// The part that a stroke changes: the answer, the ranking, the chart.
pub fn results(view: &PlanView) -> AnyView {
    let locale = view.frame.locale;
    let answer = match &view.answer {
        Ok(answer) => answer,
        Err(message) => {
            return view! {
                <section class="panel ans">
                    <div class="bd"><div class="note bad"><div><p class="b">{td_string!(locale, plan.cannot_price)}</p><p>{message.clone()}</p></div></div></div>
                </section>
            }
            .into_any();
        }
    };
    let chart = view.hourly_or_prepaid.clone().map(|chart| {
        view! {
            <section class="panel">
                <header><h2>{td_string!(locale, plan.hourly_or_monthly)}</h2><span class="end">{chart.name}</span><p>{chart.sentence}</p></header>
                <div class="bd">
                    <div class="only-w" inner_html=chart.chart.0></div>
                    <div class="only-n" inner_html=chart.chart.1></div>
                </div>
            </section>
        }
    });
    view! {
        {answer::panel(&view.frame, answer, Some(&view.scenario))}
        {insight::before(view, answer)}
        {print::assumed(&view.frame, answer, &view.scenario)}
        {ranking::panel(&view.frame, answer, None)}
        {chart}
        {insight::after(view, answer)}
        {print::foot(&view.frame, &answer::plan_address(&view.frame, answer), print::rows(answer))}
    }
    .into_any()
}

//! `/plan/compare`: two plans side by side, what differs first.
mod assumptions;
pub mod differences;
pub mod figure;
mod form;
pub mod lines;
pub mod offers;
mod side;
pub(crate) mod verdict;

use crate::components::after_stop;
use crate::frame::{Frame, encode as percent};
use crate::islands::copy_button::CopyButton;
use crate::pages::plan::print;
use crate::shell::{Document, Nav};
use crate::text::{Locale, td_string};
use domain::catalog::Notice;
use domain::quote::{Answer, AnswerRow};
use domain::scenario::Scenario;
use leptos::prelude::*;
use std::sync::Arc;

/// Everything the page is made from.
#[derive(Clone)]
pub struct Comparison {
    /// The request.
    pub frame: Arc<Frame>,
    /// The first of the two.
    pub a: Side,
    /// The second.
    pub b: Side,
}

/// One of the two: what was typed, and what it turned out to be.
#[derive(Clone)]
pub struct Side {
    /// As it came; it stays in the form.
    pub typed: String,
    /// The plan, or why there is none.
    pub plan: Result<Arc<Plan>, Trouble>,
}

/// Why a side has no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Nothing was given.
    Missing,
    /// Neither a scenario nor a saved plan.
    Unreadable,
    /// Nobody saved a plan under this name.
    NoSuchPlan,
    /// The engine refuses a field; its words.
    Refused(String),
}

/// A plan with its answer.
#[derive(Clone)]
pub struct Plan {
    /// Name of the saved plan; `None` for a scenario that was billed just now.
    pub slug: Option<String>,
    /// What was chosen.
    pub scenario: Scenario,
    /// What of the scenario could not be read.
    pub notices: Vec<Notice>,
    /// The answer that is shown: the saved one as it was, or today's.
    pub answer: Arc<Answer>,
    /// Today's answer in the visitor's currency; `None` when a saved plan cannot be billed any more.
    pub today: Option<Arc<Answer>>,
}

impl Plan {
    /// How this plan is named in an address: `p/SLUG`, or its scenario as a query.
    pub fn reference(&self) -> String {
        match &self.slug {
            Some(slug) => format!("p/{slug}"),
            None => reference(&domain::scenario::encode(&self.scenario)),
        }
    }
}

/// A scenario's pairs as `a` or `b` of an address. The default has no pairs and is named by its version alone.
pub fn reference(pairs: &[(String, String)]) -> String {
    if pairs.is_empty() {
        return "v=1".to_owned();
    }
    let pairs: Vec<String> = pairs
        .iter()
        .map(|(name, value)| format!("{name}={}", percent(value)))
        .collect();
    pairs.join("&")
}

/// The address that compares two references; an empty one is left out.
pub fn address(path: &str, a: &str, b: &str) -> String {
    let pairs = [("a", a), ("b", b)].map(|(name, value)| (name.to_owned(), value.to_owned()));
    crate::frame::address(path, &pairs)
}

/// The names of the two in the page's language.
pub(crate) fn names(locale: Locale) -> (&'static str, &'static str) {
    (
        td_string!(locale, compare.plan_a),
        td_string!(locale, compare.plan_b),
    )
}

/// The whole page.
pub fn page(view: &Comparison) -> Document {
    let locale = view.frame.locale;
    let (name_a, name_b) = names(locale);
    let both = match (&view.a.plan, &view.b.plan) {
        (Ok(a), Ok(b)) => Some((a.clone(), b.clone())),
        _ => None,
    };
    let description = both.as_ref().map_or_else(
        || td_string!(locale, compare.description).to_owned(),
        |(a, b)| verdict::sentences(&view.frame, a, b).join(after_stop(locale).unwrap_or_default()),
    );
    let sides = [(name_a, &view.a), (name_b, &view.b)].map(|(name, side)| {
        side.plan
            .as_ref()
            .ok()
            .map(|plan| side::panel(&view.frame, name, plan))
    });
    let any_side = sides.iter().any(Option::is_some);
    let sides = any_side.then(
        || view! { <div class="split halves sides">{sides.into_iter().collect_view()}</div> },
    );
    let results = both.as_ref().map(|(a, b)| {
        view! {
            {verdict::panel(&view.frame, a, b, actions(view, a, b))}
            {differences::panel(&view.frame, a, b)}
            {lines::panel(&view.frame, a, b)}
            {offers::panel(&view.frame, a, b)}
            {print::foot(&view.frame, &here(view, a, b), best(a).chain(best(b)))}
        }
    });
    let form = form::panel(view);
    let (before, after) = if both.is_some() {
        (None, Some(form))
    } else {
        (Some(form), None)
    };
    let body = view! {
        <article class="art compare">
            <div class="head">
                <h1>{td_string!(locale, compare.title)}</h1>
                <span class="sub">{td_string!(locale, compare.sub)}</span>
            </div>
            <div class="stack">{before}{sides}{results}{after}</div>
        </article>
    };
    Document {
        title: td_string!(locale, compare.title).to_owned(),
        description,
        nav: Nav::Plan,
        islands: true,
        body: body.into_any(),
    }
}

/// The address of this comparison, in its short form.
fn here(view: &Comparison, a: &Plan, b: &Plan) -> String {
    let short = address("/plan/compare", &a.reference(), &b.reference());
    view.frame.link(&short)
}

fn best(plan: &Plan) -> impl Iterator<Item = &AnswerRow> {
    plan.answer.ranked.iter().take(1)
}

fn actions(view: &Comparison, a: &Plan, b: &Plan) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let here = frame.absolute(&here(view, a, b));
    let (a, b) = (a.reference(), b.reference());
    let swapped = frame.link(&address("/plan/compare", &b, &a));
    let csv = frame.link(&address("/plan/compare.csv", &a, &b));
    view! {
        <div class="acts">
            <a class="btn" href=swapped>{td_string!(locale, compare.swap)}</a>
            <a class="btn" href=csv download="compare.csv">{td_string!(locale, common.csv)}</a>
            <span class="end"><CopyButton>
                <button class="btn" r#type="button" data-copy=here data-done=td_string!(locale, plan.copied)>{td_string!(locale, plan.copy_link)}</button>
            </CopyButton>{print::button(frame)}</span>
        </div>
    }
    .into_any()
}

//! The panels behind the answer: what to know, what would change it, spot, and what to ask.
mod ask;
mod clock;
mod know;
mod sense;
mod spot;
mod ways;

use super::PlanView;
use domain::catalog::Offer;
use domain::quote::{Answer, AnswerRow, Prepared, Terms};
use domain::units::Money;
use leptos::prelude::*;

/// What every panel reads of the cheapest offer.
struct Best<'a> {
    row: &'a AnswerRow,
    terms: Terms,
    prepared: Prepared,
    name: String,
}

impl<'a> Best<'a> {
    fn of(view: &'a PlanView, answer: &'a Answer) -> Option<Self> {
        let row = answer.ranked.first()?;
        let terms = terms(view, view.snapshot.offer(row.offer)?)?;
        let name = super::answer::platform(view.frame.locale, row);
        Some(Self {
            row,
            terms,
            prepared: Prepared::new(&view.scenario, view.frame.today()).ok()?,
            name,
        })
    }
}

fn terms(view: &PlanView, offer: &Offer) -> Option<Terms> {
    Terms::of(
        &view.snapshot,
        offer,
        view.frame.currency,
        view.frame.today(),
    )
}

/// An amount in the display currency, with the listed one beside it where it was converted.
fn shown(view: &PlanView, money: Money) -> String {
    let shown = crate::components::shown(&view.frame, &view.snapshot, money);
    match shown.listed {
        Some(listed) => format!(
            "≈ {} ({})",
            crate::format::total(shown.money),
            crate::format::total(listed)
        ),
        None => crate::format::total(shown.money),
    }
}

/// What to know before ordering; stands under the answer.
pub(super) fn before(view: &PlanView, answer: &Answer) -> AnyView {
    Best::of(view, answer).map_or_else(
        || ().into_any(),
        |best| know::panel(view, answer, &best).into_any(),
    )
}

/// The rest, under the ranking.
pub(super) fn after(view: &PlanView, answer: &Answer) -> AnyView {
    view! { {ways::panel(view, answer)}{sense::panel(view, answer)}{spot::panel(view, answer)}{ask::panel(view, answer)} }
        .into_any()
}

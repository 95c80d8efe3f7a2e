//! What a plan has on paper and not on screen: what was assumed, where prices were read, the page's address and date.
use super::assumptions;
use crate::components;
use crate::format;
use crate::frame::Frame;
use crate::text::td_string;
use domain::quote::{Answer, AnswerRow};
use domain::scenario::Scenario;
use leptos::prelude::*;

/// Rows of a ranking that are printed; the print sheet hides the rest.
pub(super) const ROWS: usize = 8;

/// The button; without script there is none, and the browser's own command does the same.
pub(super) fn button(frame: &Frame) -> impl IntoView + use<> {
    view! { <button class="btn needs-script" r#type="button" data-print="">{td_string!(frame.locale, common.print)}</button> }
}

/// How many rows of the ranking stand on paper, when not all do.
pub(super) fn rows_note(frame: &Frame, answer: &Answer) -> Option<impl IntoView + use<>> {
    (answer.ranked_count > ROWS).then(|| {
        let text = td_string!(
            frame.locale,
            plan.print_best,
            shown = ROWS,
            count = answer.ranked_count
        );
        view! { <p class="print-only">{text}</p> }
    })
}

/// What was assumed, beside the day of the prices.
pub(super) fn assumed(frame: &Frame, answer: &Answer, scenario: &Scenario) -> AnyView {
    let locale = frame.locale;
    let rates = answer
        .rates
        .iter()
        .map(components::dated_rate)
        .collect_view();
    view! {
        <div class="print-only assumed">
            <div class="seal"><span>{td_string!(locale, plan.prices_as_of)}</span><b>{answer.day.to_string()}</b>{rates}</div>
            {assumptions::list(frame, answer, scenario)}
        </div>
    }
    .into_any()
}

/// The foot of the paper: sources of the printed rows, address, date.
pub(super) fn foot<'a>(
    frame: &Frame,
    path: &str,
    rows: impl IntoIterator<Item = &'a AnswerRow>,
) -> AnyView {
    let locale = frame.locale;
    let mut sources: Vec<&str> = Vec::new();
    for row in rows {
        if !sources.contains(&row.source_url.as_str()) {
            sources.push(&row.source_url);
        }
    }
    let sources = (!sources.is_empty()).then(|| {
        let list = sources.join("  ·  ");
        view! { <p><b>{td_string!(locale, plan.print_sources)}</b>" "{list}</p> }
    });
    let printed = td_string!(
        locale,
        plan.printed,
        date = format::date(frame.today(), locale),
        address = frame.absolute(path)
    );
    view! { <footer class="print-only printed">{sources}<p>{printed}</p></footer> }.into_any()
}

/// The rows that are printed, in the ranking's order.
pub(super) fn rows(answer: &Answer) -> impl Iterator<Item = &AnswerRow> {
    answer.ranked.iter().chain(&answer.floors).take(ROWS)
}

//! The revisions of what a form changes, newest first.
use super::words;
use crate::components::{Cell, glyph};
use crate::frame::Frame;
use crate::text::{Locale, td_string};
use domain::catalog::revision::{Change, Revision};
use leptos::prelude::*;

/// Fields named at most in one revision; the rest is counted.
const MOST_LINES: usize = 12;

/// The panel beside the form; `label` names a field.
pub(super) fn history(
    frame: &Frame,
    revisions: &[Revision],
    label: &dyn Fn(Locale, &str) -> String,
) -> AnyView {
    let locale = frame.locale;
    let entries = revisions
        .iter()
        .map(|revision| entry(locale, revision, label))
        .collect_view();
    let none = revisions
        .is_empty()
        .then(|| view! { <p class="sm mut">{td_string!(locale, keep.history_none)}</p> });
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, admin.history)}</h2></header>
            <div class="bd">{none}<ol class="rev">{entries}</ol></div>
        </section>
    }
    .into_any()
}

fn entry(
    locale: Locale,
    revision: &Revision,
    label: &dyn Fn(Locale, &str) -> String,
) -> impl IntoView + use<> {
    let day = revision.made_at.get(..10).unwrap_or_default().to_owned();
    let number = td_string!(locale, admin.history_number, number = revision.number);
    let lines: Vec<AnyView> = revision
        .changes
        .iter()
        .take(MOST_LINES)
        .map(|change| line(locale, change, label))
        .collect();
    let more = revision.changes.len().saturating_sub(MOST_LINES);
    let more = (more > 0).then(
        || view! { <div class="d">{td_string!(locale, keep.more_changes, count = more)}</div> },
    );
    view! {
        <li data-revision=revision.number.to_string()>
            {glyph(Cell::Yes)}
            <div><b>{day}</b>{lines}{more}<div class="who">{revision.author.clone()}" · "{number}</div></div>
        </li>
    }
}

fn line(locale: Locale, change: &Change, label: &dyn Fn(Locale, &str) -> String) -> AnyView {
    let text = |side: &Option<String>| {
        words::value(locale, &change.field, side.as_deref().unwrap_or_default())
    };
    view! {
        <div class="d">{label(locale, &change.field)}" "<del>{text(&change.before)}</del>" → "<ins>{text(&change.after)}</ins></div>
    }
    .into_any()
}

//! Under a figure of a table: the day on which its ground was read, as a link to it.
use crate::format;
use crate::frame::Frame;
use crate::text::td_string;
use chrono::Datelike;
use domain::catalog::against::{Basis, BasisKind};
use leptos::prelude::*;

/// What a figure rests on. `home`: the page that names the sources, where the figure has not exactly one with an
/// address.
pub fn basis(frame: &Frame, basis: &Basis<'_>, home: &str) -> AnyView {
    let locale = frame.locale;
    let text = match (basis.observed, basis.kind) {
        (Some(day), _) => format::table_date(day, frame.now.year()),
        (None, BasisKind::Card) => td_string!(locale, common.card_sources).to_owned(),
        (None, _) => td_string!(locale, common.source).to_owned(),
    };
    let day = basis.observed.map(|day| format!(" {}", day.text()));
    let title = td_string!(locale, common.source).to_owned() + &day.unwrap_or_default();
    let link = match basis.sources.as_slice() {
        [only] if only.starts_with("http") => {
            view! { <a href=(*only).to_owned() rel="noopener nofollow" title=title>{text}</a> }
                .into_any()
        }
        // An article of the starting data has no address of its own: the page names it.
        _ => view! { <a href=frame.link(home) title=title>{text}</a> }.into_any(),
    };
    let day = basis.observed.map(|day| day.text());
    match day {
        Some(day) => view! { <time class="from" datetime=day>{link}</time> }.into_any(),
        None => view! { <span class="from">{link}</span> }.into_any(),
    }
}

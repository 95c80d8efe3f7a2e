//! What is asked by itself, and how that went.
use super::About;
use crate::pages::admin::sources::state_words;
use crate::text::td_string;
use domain::catalog::live::{Condition, LiveSource};
use leptos::prelude::*;

/// One line a source that is switched on or was ever asked.
pub(super) fn panel(view: &About) -> AnyView {
    let locale = view.frame.locale;
    let is_shown =
        |source: &&LiveSource| source.is_enabled || source.condition() != Condition::Never;
    let lines: Vec<_> = view
        .live
        .iter()
        .filter(is_shown)
        .map(|source| line(view, source))
        .collect();
    let body = if lines.is_empty() {
        view! { <p>{td_string!(locale, sources.about_none)}</p> }.into_any()
    } else {
        view! { <p class="mut">{td_string!(locale, sources.about_text)}</p><ul>{lines}</ul> }
            .into_any()
    };
    view! {
        <section class="panel" id="live">
            <header><h2>{td_string!(locale, sources.about_title)}</h2></header>
            <div class="bd">{body}</div>
        </section>
    }
    .into_any()
}

fn line(view: &About, source: &LiveSource) -> AnyView {
    let locale = view.frame.locale;
    let state = match source.waiting {
        Some(waiting) => {
            let time = waiting.since.format("%Y-%m-%d %H:%M UTC").to_string();
            td_string!(locale, sources.waiting_short, time = time)
        }
        None => state_words(locale, source),
    };
    let off = (!source.is_enabled).then(|| format!(" {}", td_string!(locale, sources.about_off)));
    view! { <li data-source=source.id><span class="b">{source.name}</span>" – "{state}{off}</li> }
        .into_any()
}

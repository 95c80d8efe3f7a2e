//! What is not known of a platform, with a way to tell us.
use super::Platforms;
use crate::components::facts::fact_name;
use crate::components::{Cell, glyph};
use crate::text::td_string;
use domain::catalog::{FactKey, Platform};
use leptos::prelude::*;

pub(super) fn panel(view: &Platforms, platform: &Platform) -> Option<AnyView> {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let open: Vec<FactKey> = FactKey::ALL
        .iter()
        .copied()
        .filter(|key| platform.facts.value(*key).is_none())
        .collect();
    if open.is_empty() {
        return None;
    }
    let count = open.len();
    let items = open.into_iter().map(|key| {
        let href = frame.link(&format!(
            "/report?platform={}&fact={}",
            platform.slug,
            key.word()
        ));
        view! { <li>{glyph(Cell::Unknown)}<a href=href>{fact_name(locale, key)}</a></li> }
    });
    Some(
        view! {
            <section class="panel">
                <header><h2>{td_string!(locale, platforms.not_known)}</h2>
                    <span class="end">{td_string!(locale, platforms.known_count, known = FactKey::ALL.len() - count, all = FactKey::ALL.len())}</span>
                    <p>{td_string!(locale, platforms.not_known_text)}</p></header>
                <div class="bd"><ul class="open-facts">{items.collect_view()}</ul></div>
            </section>
        }
        .into_any(),
    )
}

//! A card that nobody knows: the three whose names come nearest; a name of several cards: which they are.
use crate::components::card_name;
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::CatalogSnapshot;
use domain::catalog::names::Named;
use leptos::prelude::*;

/// The page for `asked`, the last part of the address.
pub fn unknown(
    frame: &Frame,
    snapshot: &CatalogSnapshot,
    (asked, named): (&str, &Named),
) -> Document {
    let locale = frame.locale;
    let asked: String = asked.chars().take(60).collect();
    let (title, text, places) = match named {
        Named::Several(places) => (
            td_string!(locale, card.several_title, name = asked),
            td_string!(locale, card.several_text),
            places.clone(),
        ),
        Named::Nothing(near) => (
            td_string!(locale, card.unknown_title, name = asked),
            td_string!(locale, card.unknown_text),
            near.clone(),
        ),
        Named::One(place) => (
            td_string!(locale, card.unknown_title, name = asked),
            td_string!(locale, card.unknown_text),
            vec![*place],
        ),
    };
    let links = places
        .into_iter()
        .map(|place| {
            let gpu = &snapshot.gpus[place];
            let href = frame.link(&format!("/gpus/{}", gpu.slug));
            view! { <a class="btn" href=href>{card_name(gpu)}</a> }
        })
        .collect_view();
    let body = view! {
        <div class="empty">
            <div>
                <h1>{title.clone()}</h1>
                <p>{text}</p>
                <p class="buttons">{links}</p>
                <p class="buttons"><a class="btn s" href=frame.link("/gpus?all=1#figures")>{td_string!(locale, gpus.all_figures, count = snapshot.gpus.len())}</a></p>
            </div>
        </div>
    };
    Document {
        description: title.clone(),
        title,
        nav: Nav::Gpus,
        islands: false,
        body: body.into_any(),
    }
}

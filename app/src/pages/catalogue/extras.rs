//! What the page says beside its rows: ticks, what is hidden, names that name no card, what spot prices were seen at.
use super::Catalogue;
use super::fields::condition_label;
use crate::components::{Cell, after_stop, card_name, glyph};
use crate::frame::address;
use crate::text::{LocaleExt, td_string};
use domain::catalog::hidden::Hidden;
use domain::units::Money;
use leptos::prelude::*;
use std::collections::HashMap;

/// Everything that is not the question and its rows.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    /// The rows that the page shows.
    pub shown: Vec<usize>,
    /// Numbers of the offers ticked for comparing, those of other pages of the answer too.
    pub ticked: Vec<i64>,
    /// What two settings hide.
    pub hidden: Hidden,
    /// Rows whose spot price is no lower than the same machine on demand.
    pub no_discount: Vec<usize>,
    /// By offer: the range that its spot price was seen in.
    pub spot_seen: HashMap<i64, SpotSeen>,
    /// Names in `gpu=` that name no single card.
    pub misnamed: Vec<Misnamed>,
}

/// The range of a moving price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotSeen {
    /// Lowest price per GPU-hour.
    pub low: Money,
    /// Highest.
    pub high: Money,
    /// Observations, at least 2.
    pub count: u32,
    /// Day of the first.
    pub since: String,
}

/// A text in place of a card that says none, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misnamed {
    /// What was typed, cut to 60 characters.
    pub text: String,
    /// The cards that it may mean, or the three whose names come closest.
    pub cards: Vec<usize>,
    /// True when each of the cards fits the text.
    pub is_several: bool,
}

/// Names that name no single card, each with links to those that may be meant.
pub(super) fn misnamed(view: &Catalogue) -> Option<AnyView> {
    let locale = view.frame.locale;
    let lines: Vec<AnyView> = view
        .extras
        .misnamed
        .iter()
        .map(|name| {
            let text = if name.is_several {
                td_string!(locale, catalogue.name_several, name = name.text.clone())
            } else {
                td_string!(locale, catalogue.name_unknown, name = name.text.clone())
            };
            view! { <li>{text}{after_stop(locale)}{card_links(view, &name.cards, &name.text)}</li> }
                .into_any()
        })
        .collect();
    (!lines.is_empty())
        .then(|| view! { <div class="note warn" role="status">{glyph(Cell::Part)}<ul class="plain">{lines}</ul></div> }.into_any())
}

/// Links to cards that put each in the place of `text`.
pub(super) fn card_links(view: &Catalogue, cards: &[usize], text: &str) -> Vec<AnyView> {
    let links = cards.iter().enumerate().map(|(place, gpu)| {
        let card = &view.snapshot.gpus[*gpu];
        let mut pairs: Vec<(String, String)> = view
            .frame
            .query
            .iter()
            .filter(|(n, v)| {
                let is_replaced = n == "gpu" && v.trim() == text;
                !is_replaced && !["page", "part", "q"].contains(&n.as_str())
            })
            .cloned()
            .collect();
        pairs.push(("gpu".to_owned(), card.slug.clone()));
        let comma = (place > 0).then_some(", ");
        view! { {comma}<a href=address("/", &pairs)>{card.short_name().to_owned()}</a> }.into_any()
    });
    links.collect()
}

/// What is hidden and how many: each line with the link that shows it.
pub(super) fn hidden_lines(view: &Catalogue) -> Option<AnyView> {
    let locale = view.frame.locale;
    let mut lines: Vec<AnyView> = Vec::new();
    let mut line = |text: String, href: String, link: &'static str| {
        lines.push(view! { <li>{text}{after_stop(locale)}<a href=href>{link}</a></li> }.into_any());
    };
    for (name, count) in &view.selection.left_out {
        let include = view
            .frame
            .here(&[("unknown_figures", Some("include")), ("page", None)]);
        let field = condition_label(locale, name);
        line(
            td_string!(locale, catalogue.left_out, count = *count, field = field),
            include,
            td_string!(locale, catalogue.show_them),
        );
    }
    let hidden = view.extras.hidden;
    if hidden.unknown_facts > 0 {
        line(
            td_string!(
                locale,
                catalogue.hidden_unknown,
                count = hidden.unknown_facts
            ),
            view.frame.here(&[("unknown", None), ("page", None)]),
            td_string!(locale, catalogue.show_them),
        );
    }
    if hidden.stale > 0 {
        line(
            td_string!(locale, catalogue.hidden_stale, count = hidden.stale),
            view.frame.here(&[("freshness", None), ("page", None)]),
            td_string!(locale, catalogue.show_them),
        );
    }
    for (gpu, count) in &view.selection.generic {
        let card = &view.snapshot.gpus[*gpu];
        let mut pairs: Vec<_> = view
            .frame
            .query
            .iter()
            .filter(|(n, _)| n != "page" && n != "part")
            .cloned()
            .collect();
        pairs.push(("gpu".to_owned(), card.slug.clone()));
        line(
            td_string!(
                locale,
                catalogue.generic_left_out,
                count = *count,
                name = card_name(card)
            ),
            address(&view.frame.path, &pairs),
            td_string!(locale, catalogue.include_them),
        );
    }
    (!lines.is_empty()).then(|| {
        view! { <div class="note">{glyph(Cell::Unknown)}<ul class="plain">{lines}</ul></div> }
            .into_any()
    })
}

/// The address of the dots above the list as a picture for other sites, with what it takes from the page's language.
pub(super) fn picture(view: &Catalogue) -> String {
    let of_page = [
        "page", "limit", "part", "theme", "columns", "o", "lang", "currency",
    ];
    let asked = view.frame.query.iter();
    let mut pairs: Vec<(String, String)> = asked
        .filter(|(name, _)| !of_page.contains(&name.as_str()))
        .cloned()
        .collect();
    for (name, value) in [
        ("lang", view.frame.locale.word()),
        ("currency", view.frame.currency.code()),
    ] {
        pairs.push((name.to_owned(), value.to_owned()));
    }
    address("/embed/list.svg", &pairs)
}

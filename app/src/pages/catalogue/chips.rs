//! Above the table: what is set and how to drop it, grouping, sort and export; and what a dropped condition would find.
use super::Catalogue;
use super::fields::{condition_label, flag_label, stopped_word};
use crate::components::{card_name, kind_word, platform_name};
use crate::pages::platforms::values;
use crate::text::{places, td_string};
use domain::catalog::query::{NUMBERS, UnknownFacts};
use domain::catalog::{Exclusivity, Query, StoppedBilling, Tri, select};
use leptos::prelude::*;

/// On a phone: the button to the filters, and the sort.
pub(super) fn phone_bar(view: &Catalogue) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let count = view.query.condition_count();
    let filters = if count == 0 {
        td_string!(locale, catalogue.filters).to_owned()
    } else {
        td_string!(locale, catalogue.filters_count, count = count)
    };
    let (direction, label) = if view.default_order() {
        ("desc", td_string!(locale, catalogue.sort_up))
    } else {
        ("asc", td_string!(locale, catalogue.sort_down))
    };
    let sort = view.frame.here(&[
        ("order_by", None),
        ("order_dir", (direction == "desc").then_some("desc")),
        ("page", None),
    ]);
    view! { <div class="mbar only-n"><a class="btn" href="#filters">{filters}</a><a class="btn" href=sort>{label}</a></div> }
}

/// Chips for what is set, grouping, CSV.
pub(super) fn toolbar(view: &Catalogue) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let chips = chips(view)
        .into_iter()
        .map(|(label, href)| {
            let drop = td_string!(locale, catalogue.remove, name = label.clone());
            view! { <a class="chip" href=href aria-label=drop>{label}" "<span aria-hidden="true">"×"</span></a> }
        })
        .collect::<Vec<_>>();
    view! {
        <div class="bar2">
            {(!chips.is_empty()).then(|| view! { <span class="chips">{chips}</span> })}
            {super::toolbar::actions(view)}
        </div>
    }
}

/// Each condition in words with the address without it.
fn chips(view: &Catalogue) -> Vec<(String, String)> {
    let locale = view.frame.locale;
    let query = &view.query;
    let mut chips = Vec::new();
    let without = |name: &str| view.frame.here(&[(name, None), ("page", None)]);
    if !query.q.is_empty() {
        chips.push((format!("“{}”", query.q), without("q")));
    }
    for slug in &query.gpu {
        let name = view
            .snapshot
            .gpu_by_slug(slug)
            .map_or_else(|| slug.clone(), |g| card_name(&view.snapshot.gpus[g]));
        chips.push((name, view.frame.here_without("gpu", slug)));
    }
    for slug in &query.platform {
        let name = view.snapshot.platform_by_slug(slug).map_or_else(
            || slug.clone(),
            |p| platform_name(locale, &view.snapshot.platforms[p]),
        );
        chips.push((name, view.frame.here_without("platform", slug)));
    }
    for kind in &query.price_kind {
        chips.push((
            kind_word(locale, *kind).to_owned(),
            view.frame.here_without("price_kind", kind.word()),
        ));
    }
    for (name, _) in NUMBERS {
        let range = query.number(name);
        let label = condition_label(locale, name);
        let text = match (range.min, range.max) {
            (Some(min), Some(max)) => format!("{label} {min}–{max}"),
            (Some(min), None) => format!("{label} ≥ {min}"),
            (None, Some(max)) => format!("{label} ≤ {max}"),
            (None, None) => continue,
        };
        // The upper end of the VRAM has a field and a parameter of its own.
        let most = (*name == "vram_min").then_some("vram_max");
        let drop = [
            (*name, None),
            (most.unwrap_or("page"), None),
            ("page", None),
        ];
        chips.push((text, view.frame.here(&drop)));
    }
    for (name, _, wanted) in &query.flags {
        let label = flag_label(locale, name);
        let label = match wanted {
            Tri::Yes => label.to_owned(),
            Tri::Partial => format!("{label}: {}", td_string!(locale, common.partly)),
            Tri::No => format!("{label}: {}", td_string!(locale, common.no)),
        };
        chips.push((label, without(name)));
    }
    for exclusivity in &query.exclusivity {
        let label = match exclusivity {
            Exclusivity::Dedicated => td_string!(locale, catalogue.f_dedicated),
            Exclusivity::Shared => td_string!(locale, facts.shared),
            Exclusivity::Mixed => td_string!(locale, facts.mixed),
        };
        chips.push((
            label.to_owned(),
            view.frame.here_without("exclusivity", exclusivity.word()),
        ));
    }
    if query.current_only {
        chips.push((
            td_string!(locale, catalogue.current_only).to_owned(),
            without("freshness"),
        ));
    }
    if query.unknown_figures == UnknownFacts::Include {
        chips.push((
            td_string!(locale, catalogue.unknown_figures).to_owned(),
            without("unknown_figures"),
        ));
    }
    if let Some(days) = query.observed_within_days {
        chips.push((
            td_string!(locale, catalogue.within_days, days = days),
            without("observed_within_days"),
        ));
    }
    if query.unknown == UnknownFacts::Exclude {
        chips.push((
            td_string!(locale, catalogue.unstated_exclude).to_owned(),
            without("unknown"),
        ));
    }
    for (name, list) in [
        ("vendor", &query.vendor),
        ("country", &query.country),
        ("region", &query.region),
        ("form_factor", &query.form_factor),
        ("disk_type", &query.disk_type),
        ("stopped_billing", &query.stopped_billing),
    ] {
        for value in list {
            let label = match StoppedBilling::from_word(value) {
                Some(billing) if name == "stopped_billing" => stopped_word(locale, billing),
                _ => value.as_str(),
            };
            let label = match name {
                "country" => values::country(locale, label),
                "region" => places::region(locale, label),
                _ => label.to_owned(),
            };
            chips.push((label, view.frame.here_without(name, value)));
        }
    }
    chips
}

/// What would come back without one condition.
pub(super) struct Relaxation {
    pub label: String,
    pub href: String,
    pub count: usize,
}

/// Every condition of the question, with the count of offers that the rest finds.
pub(super) fn relaxations(view: &Catalogue) -> Vec<Relaxation> {
    chips(view)
        .into_iter()
        .map(|(label, href)| {
            let pairs: Vec<(String, String)> = href
                .split_once('?')
                .map(|(_, query)| {
                    query
                        .split('&')
                        .filter_map(|pair| pair.split_once('='))
                        .map(|(n, v)| (decode(n), decode(v)))
                        .collect()
                })
                .unwrap_or_default();
            let (query, _) = Query::parse(&pairs);
            let found = select(
                &view.snapshot,
                &query,
                view.frame.currency,
                view.frame.today(),
            );
            Relaxation {
                label,
                href,
                count: found.rows.len(),
            }
        })
        .collect()
}

/// Undoes `frame::encode`; our own addresses hold nothing else.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let hex: Vec<u8> = rest.by_ref().take(2).collect();
            let value = std::str::from_utf8(&hex)
                .ok()
                .and_then(|h| u8::from_str_radix(h, 16).ok());
            bytes.push(value.unwrap_or(b'?'));
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

//! What the data cover, how old they may be, and where they are from.
use super::About;
use crate::components::{after_stop, colon, kind_word, list_comma, platform_name};
use crate::shell::source_words;
use crate::text::td_string;
use domain::catalog::{Freshness, PriceKind};
use leptos::prelude::*;
use std::collections::BTreeMap;

/// Offers by how fresh they are.
fn ages(view: &About) -> [usize; 3] {
    let today = view.frame.today();
    let mut ages = [0; 3];
    for offer in &view.snapshot.offers {
        ages[match view.snapshot.freshness(offer, today) {
            Freshness::Fresh => 0,
            Freshness::Ageing => 1,
            Freshness::Stale => 2,
        }] += 1;
    }
    ages
}

pub(super) fn coverage(view: &About) -> AnyView {
    let locale = view.frame.locale;
    let snapshot = &view.snapshot;
    let offered = (0..snapshot.gpus.len())
        .filter(|gpu| snapshot.offers.iter().any(|offer| offer.gpu == *gpu))
        .count();
    let text = td_string!(
        locale,
        about.coverage_text,
        offers = snapshot.offers.len(),
        platforms = snapshot.platforms_with_offers(),
        cards = offered,
        known = snapshot.gpus.len()
    );
    view! {
        <section class="panel" id="coverage">
            <header><h2>{td_string!(locale, about.coverage)}</h2></header>
            <div class="bd"><p>{text}</p><p class="mut">{td_string!(locale, about.coverage_note)}</p>{kinds(view)}{missing(view)}</div>
        </section>
    }
    .into_any()
}

/// What is listed, by kind of price; a kind without a single price is named too.
fn kinds(view: &About) -> AnyView {
    let locale = view.frame.locale;
    let today = view.frame.today();
    let counts = PriceKind::ALL.iter().map(|kind| {
        let of_kind = view
            .snapshot
            .offers
            .iter()
            .filter(|offer| offer.kind == *kind);
        let (stale, current): (Vec<_>, Vec<_>) =
            of_kind.partition(|offer| view.snapshot.freshness(offer, today) == Freshness::Stale);
        let text = if stale.is_empty() && current.is_empty() {
            td_string!(locale, about.kind_none).to_owned()
        } else {
            td_string!(
                locale,
                about.kind_counts,
                current = current.len(),
                stale = stale.len()
            )
        };
        view! { <li data-kind=kind.word()>{kind_word(locale, *kind)}{colon(locale)}{text}</li> }
    });
    view! { <h3>{td_string!(locale, about.listed)}</h3><ul>{counts.collect_view()}</ul> }.into_any()
}

/// What is not listed, and why.
fn missing(view: &About) -> AnyView {
    let (frame, locale, snapshot) = (&view.frame, view.frame.locale, &view.snapshot);
    let mut has_offers = vec![false; snapshot.platforms.len()];
    snapshot
        .offers
        .iter()
        .for_each(|offer| has_offers[offer.platform] = true);
    let without = snapshot
        .platforms
        .iter()
        .zip(has_offers)
        .filter(|(_, has)| !has);
    let without: Vec<AnyView> = without
        .enumerate()
        .map(|(place, (platform, _))| {
            let comma = (place > 0).then(|| list_comma(locale));
            let href = frame.link(&format!("/platforms/{}", platform.slug));
            view! { {comma}<a href=href>{platform_name(locale, platform)}</a> }.into_any()
        })
        .collect();
    let platforms = (!without.is_empty()).then(|| {
        let text = td_string!(locale, about.no_offers, count = without.len());
        view! { <li data-missing="platforms">{text}{after_stop(locale)}{without}</li> }
    });
    let reasons = [
        td_string!(locale, about.not_quotes),
        td_string!(locale, about.not_login),
        td_string!(locale, about.not_free),
        td_string!(locale, about.not_undated),
        td_string!(locale, about.not_made),
        td_string!(locale, about.not_cpu),
    ];
    let reasons = reasons.map(|text| view! { <li>{text}</li> });
    view! { <h3>{td_string!(locale, about.not_listed)}</h3><ul>{platforms}{reasons.into_iter().collect_view()}</ul> }
        .into_any()
}

pub(super) fn freshness(view: &About) -> AnyView {
    let locale = view.frame.locale;
    let [fresh, ageing, stale] = ages(view);
    let text = td_string!(
        locale,
        about.ages,
        fresh = fresh,
        ageing = ageing,
        stale = stale
    );
    let limits = PriceKind::ALL.iter().map(|kind| {
        let (fresh, ageing) = view.frame.limits.of(*kind);
        let line = td_string!(
            locale,
            keep.limit_line,
            kind = kind_word(locale, *kind),
            fresh = fresh,
            ageing = ageing
        );
        view! { <li data-limit=kind.word()>{line}</li> }
    });
    let coverage = view.frame.link("/coverage");
    view! {
        <section class="panel" id="freshness">
            <header><h2>{td_string!(locale, about.freshness)}</h2></header>
            <div class="bd"><p>{text}</p><p class="mut">{td_string!(locale, about.freshness_note)}</p><h3>{td_string!(locale, keep.limits_title)}</h3><ul>{limits.collect_view()}</ul><p><a href=coverage>{td_string!(locale, keep.coverage_title)}</a></p></div>
        </section>
    }
    .into_any()
}

/// Sites and repositories by the offers that were read there.
pub(super) fn sources(view: &About) -> AnyView {
    let locale = view.frame.locale;
    let mut known: BTreeMap<&str, (usize, &str, String)> = BTreeMap::new();
    for offer in &view.snapshot.offers {
        let day = offer.observed.text();
        let entry =
            known
                .entry(offer.source.as_str())
                .or_insert((0, &offer.source_url, String::new()));
        entry.0 += 1;
        entry.2 = entry.2.clone().max(day);
    }
    let mut list: Vec<(usize, &str, String)> = known.into_values().collect();
    list.sort_by_key(|(count, url, _)| (std::cmp::Reverse(*count), (*url).to_owned()));
    let rows = list
        .into_iter()
        .map(|(count, url, day)| view! { <tr><th scope="row">{source_words(url, locale)}</th><td class="num">{count.to_string()}</td><td class="num">{day}</td></tr> })
        .collect_view();
    view! {
        <section class="panel" id="sources">
            <header><h2>{td_string!(locale, about.sources)}</h2><p>{td_string!(locale, about.licences)}</p></header>
            <div class="bd flush"><div class="tw bare square" tabindex="0" role="region" aria-label=td_string!(locale, about.sources)><table class="read-at" role="table">
                <thead><tr><th scope="col">{td_string!(locale, common.source)}</th><th scope="col" class="num">{td_string!(locale, about.offers)}</th><th scope="col" class="num">{td_string!(locale, about.newest)}</th></tr></thead>
                <tbody>{rows}</tbody>
            </table></div></div>
        </section>
    }
    .into_any()
}

//! The table of all platforms.
use super::{OfferCount, Platforms, nobody_looked, values};
use crate::components::{Cell, fact, facts, platform_name, unknown};
use crate::shell::{Document, Nav};
use crate::text::{Locale, td_string};
use domain::catalog::{Exclusivity, FactKey, Platform, Tri};
use leptos::prelude::*;
use std::cmp::Reverse;

/// `/platforms`
pub fn list(view: &Platforms) -> Document {
    let locale = view.frame.locale;
    let counts = view.offer_counts();
    let mut order: Vec<usize> = (0..view.snapshot.platforms.len()).collect();
    // The sort is stable: platforms with equally many offers stay in the order of their names.
    order.sort_by_key(|place| Reverse((counts[*place].current, counts[*place].stale)));
    let rows = order
        .iter()
        .map(|place| row(view, *place, counts[*place]))
        .collect_view();
    let sub = td_string!(
        locale,
        platforms.sub,
        count = view.snapshot.platforms.len(),
        offers = view.snapshot.platforms_with_offers()
    );
    let plain = |class: &'static str, label: &'static str, second: &'static str| {
        view! { <th scope="col" class=class>{label}<u>{second}</u></th> }
    };
    let body = view! {
        <div class="head">
            <h1>{td_string!(locale, platforms.heading)}</h1>
            <span class="sub">{sub}</span>
        </div>
        <div class="tw fits" tabindex="0" role="region" aria-label=td_string!(locale, platforms.table)>
            <table class="dense list">
                <thead>
                    <tr>
                        {plain("stick", td_string!(locale, platforms.c_platform), "\u{a0}")}
                        {plain("", td_string!(locale, platforms.c_country), "\u{a0}")}
                        {plain("num", td_string!(locale, platforms.c_offers), td_string!(locale, platforms.c_offers_2))}
                        {plain("num", td_string!(locale, platforms.c_stale), "\u{a0}")}
                        {plain("", td_string!(locale, platforms.c_billing), td_string!(locale, platforms.c_billing_2))}
                        {plain("", td_string!(locale, platforms.c_no_gpu), "\u{a0}")}
                        {plain("", td_string!(locale, platforms.c_stopped), "\u{a0}")}
                        {plain("", td_string!(locale, platforms.c_exclusive), "\u{a0}")}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    };
    Document {
        title: td_string!(locale, platforms.title).to_owned(),
        description: td_string!(locale, platforms.description).to_owned(),
        nav: Nav::Platforms,
        islands: false,
        body: body.into_any(),
    }
}

fn row(view: &Platforms, place: usize, count: OfferCount) -> AnyView {
    let locale = view.frame.locale;
    let platform = &view.snapshot.platforms[place];
    let step = platform.facts.whole(FactKey::BillingIncrement);
    let step = step.map_or_else(
        || unknown(locale),
        |seconds| facts::seconds_step(locale, seconds).into_any(),
    );
    let (cell, word) = facts::platform_stop(locale, platform);
    let exclusivity = platform
        .facts
        .value(FactKey::CardExclusivity)
        .and_then(Exclusivity::from_word);
    let nobody = nobody_looked(platform)
        .then(|| view! { <span class="l2">{td_string!(locale, platforms.nobody)}</span> });
    let country = match &platform.country {
        Some(code) => values::country(locale, code).into_any(),
        None => unknown(locale),
    };
    let stale =
        (count.stale > 0).then(|| view! { <span class="dim">{count.stale.to_string()}</span> });
    view! {
        <tr>
            <th scope="row" class="stick">
                <a class="b" href=view.frame.link(&format!("/platforms/{}", platform.slug))>{platform_name(locale, platform)}</a>
                {nobody}
            </th>
            <td data-l=td_string!(locale, platforms.c_country)>{country}</td>
            <td class="num" data-l=td_string!(locale, platforms.c_offers)>{count.current.to_string()}</td>
            <td class="num" data-l=td_string!(locale, platforms.c_stale)>{stale.map_or_else(|| view! { <span class="dim">"0"</span> }.into_any(), IntoAny::into_any)}</td>
            <td data-l=td_string!(locale, platforms.c_billing)>{step}</td>
            <td data-l=td_string!(locale, platforms.c_no_gpu)>{no_gpu(view, locale, platform)}</td>
            <td data-l=td_string!(locale, platforms.c_stopped)>{fact(cell, word)}</td>
            <td data-l=td_string!(locale, platforms.c_exclusive)>{facts::exclusivity_word(locale, exclusivity)}</td>
        </tr>
    }
    .into_any()
}

/// The mode without a GPU, with its price where it is known.
fn no_gpu(view: &Platforms, locale: Locale, platform: &Platform) -> AnyView {
    let (cell, word) = match platform.facts.tri(FactKey::NoGpuMode) {
        None => return unknown(locale),
        Some(Tri::Yes) => (Cell::Yes, td_string!(locale, common.yes)),
        Some(Tri::Partial) => (Cell::Part, td_string!(locale, common.partly)),
        Some(Tri::No) => (Cell::No, td_string!(locale, common.no)),
    };
    let price = platform
        .facts
        .value(FactKey::NoGpuPrice)
        .map(|text| values::priced(view, platform, FactKey::NoGpuPrice, text));
    view! { {fact(cell, word.to_owned())}{price.map(|price| view! { " "<span class="nw">{price}</span> })} }.into_any()
}

//! What is not in the price: how time is counted, what a stop costs, disk, traffic, tax.
use super::OfferView;
use crate::components::facts::fact_name;
use crate::components::unknown;
use crate::pages::platforms::{sources, values, volumes};
use crate::text::td_string;
use domain::catalog::FactKey;
use leptos::prelude::*;

/// The facts, in the order in which they are met.
const KEYS: [FactKey; 14] = [
    FactKey::BillingIncrement,
    FactKey::MinimumCharge,
    FactKey::StoppedBilling,
    FactKey::NoGpuMode,
    FactKey::NoGpuPrice,
    FactKey::GpuKeptStopped,
    FactKey::FreeDisk,
    FactKey::StoragePrice,
    FactKey::StoragePriceStopped,
    FactKey::PersistentStorage,
    FactKey::RetentionDays,
    FactKey::EgressPrice,
    FactKey::BalanceZero,
    FactKey::TaxIncluded,
];

/// Facts that speak of machines on the meter only.
const OF_METERS: [FactKey; 6] = [
    FactKey::BillingIncrement,
    FactKey::MinimumCharge,
    FactKey::StoppedBilling,
    FactKey::GpuKeptStopped,
    FactKey::PersistentStorage,
    FactKey::RetentionDays,
];

pub(super) fn panel(view: &OfferView) -> AnyView {
    let (frame, locale, offer) = (&view.frame, view.frame.locale, &view.offer);
    let platform = view.platform();
    let rules = view.rules();
    let ask = crate::pages::guides::link_to(frame, "preorder");
    let lines = KEYS.iter().map(|key| {
        let own = offer.overrides.get(*key);
        let speaks_of_meters = offer.kind.is_term() && own.is_none() && OF_METERS.contains(key);
        let fact = offer.fact(platform, *key).filter(|_| !speaks_of_meters);
        let answer = match fact.and_then(|fact| fact.value.as_deref()) {
            Some(text) => values::value(&rules, platform, *key, text),
            None => unknown(locale),
        };
        let whose = match (own, speaks_of_meters) {
            (Some(_), _) => td_string!(locale, offer.this_offer),
            (None, true) => td_string!(locale, offer.meters_only),
            (None, false) => "",
        };
        let date = fact
            .filter(|fact| fact.value.is_some())
            .and_then(|fact| fact.observed)
            .map(|day| sources::day(day, locale));
        let name = fact_name(locale, *key);
        let is_known = fact.is_some_and(|fact| fact.value.is_some());
        let (href, label, text) = if is_known {
            (
                format!("/platforms/{}#fact-{}", platform.slug, key.word()),
                td_string!(locale, offer.evidence_of, fact = name),
                td_string!(locale, offer.evidence),
            )
        } else {
            (
                format!("/report?platform={}&fact={}", platform.slug, key.word()),
                td_string!(locale, offer.tell_of, fact = name),
                td_string!(locale, offer.tell),
            )
        };
        let link = (own.is_none() && !speaks_of_meters)
            .then(|| view! { <a class="xs" href=frame.link(&href) aria-label=label>{text}</a> });
        let question = (link.is_some() && !is_known).then(|| {
            let href = crate::pages::guides::link_to(frame, &format!("preorder#{}", question(*key)));
            let label = td_string!(locale, offer.ask_of, fact = name);
            view! { <a class="xs" href=href aria-label=label>{td_string!(locale, offer.ask)}</a>" " }
        });
        view! {
            <dt>{name}</dt>
            <dd data-fact=key.word()>{answer}" "<span class="xs dim">{whose}{date}</span>" "{question}{link}</dd>
        }
    });
    view! {
        <section class="panel" id="rules">
            <header><h2>{td_string!(locale, offer.rules)}</h2><p>{td_string!(locale, offer.rules_note)}</p></header>
            <div class="bd"><dl class="dl">{lines.collect_view()}</dl><p class="sm"><a href=ask>{td_string!(locale, guide.preorder_link)}</a></p></div>
        </section>
    }
    .into_any()
}

/// The check of the guides with the question to send about a fact that nobody has stated.
fn question(key: FactKey) -> &'static str {
    match key {
        FactKey::PersistentStorage
        | FactKey::RetentionDays
        | FactKey::GpuKeptStopped
        | FactKey::FreeDisk
        | FactKey::StoragePriceStopped => "pre-persistence",
        FactKey::EgressPrice => "pre-bandwidth",
        _ => "pre-billing",
    }
}

/// What survives, disk by disk, as far as anybody read it.
pub(super) fn survives(view: &OfferView) -> AnyView {
    let locale = view.frame.locale;
    let link = crate::pages::guides::link_to(&view.frame, "keep");
    let panel = volumes::panel(&view.rules(), view.platform()).unwrap_or_else(|| {
        view! {
            <section class="panel">
                <header><h2>{td_string!(locale, platforms.survives)}</h2></header>
                <div class="bd"><p class="sm">{unknown(locale)}" "{td_string!(locale, offer.survives_unknown)}</p></div>
            </section>
        }
        .into_any()
    });
    view! { {panel}<p class="sm"><a href=link>{td_string!(locale, guide.keep_link)}</a></p> }
        .into_any()
}

//! The columns of the table of rules: their names, and what stands in a cell.
use super::{Platforms, values};
use crate::components::{Cell, fact, facts, shown, tri, unknown};
use crate::format;
use crate::text::{Locale, td_string};
use domain::catalog::policy::Policy;
use domain::catalog::{Exclusivity, FactKey, Platform, StoppedBilling, Tri};
use domain::units::Money;
use leptos::prelude::*;

/// A column's name and its second line.
pub(super) fn name(locale: Locale, policy: Policy, sign: &str) -> (&'static str, String) {
    let plain = |text: &'static str| (text, "\u{a0}".to_owned());
    match policy {
        Policy::Exclusivity => plain(td_string!(locale, platforms.p_exclusive)),
        Policy::Persistent => plain(td_string!(locale, platforms.p_persistent)),
        Policy::NoGpuMode => (
            td_string!(locale, platforms.p_no_gpu),
            td_string!(locale, platforms.p_no_gpu_2, sign = sign.to_owned()),
        ),
        Policy::Increment => plain(td_string!(locale, platforms.p_increment)),
        Policy::Stopped => plain(td_string!(locale, platforms.p_stopped)),
        Policy::Retention => (
            td_string!(locale, platforms.p_retention),
            td_string!(locale, platforms.p_retention_2).to_owned(),
        ),
        Policy::GpuKept => plain(td_string!(locale, platforms.p_kept)),
        Policy::Image => plain(td_string!(locale, platforms.p_image)),
        Policy::Topology => plain(td_string!(locale, platforms.p_topology)),
        Policy::Network => (td_string!(locale, platforms.p_network), "Mbps".to_owned()),
        Policy::Egress => (td_string!(locale, platforms.p_egress), format!("{sign}/GB")),
        Policy::Support => plain(td_string!(locale, platforms.p_support)),
    }
}

/// True for a column of figures.
pub(super) fn is_number(policy: Policy) -> bool {
    matches!(policy, Policy::Retention | Policy::Network | Policy::Egress)
}

/// The word of an answer, for options and for cells.
pub(super) fn word(locale: Locale, policy: Policy, value: &str) -> String {
    let text = match (policy, value) {
        (_, "unknown") => td_string!(locale, common.unknown),
        (Policy::Exclusivity, value) => match Exclusivity::from_word(value) {
            Some(Exclusivity::Dedicated) => td_string!(locale, facts.dedicated),
            Some(Exclusivity::Shared) => td_string!(locale, facts.shared),
            _ => td_string!(locale, facts.mixed),
        },
        (Policy::Stopped, value) => match StoppedBilling::from_word(value) {
            Some(StoppedBilling::None) => td_string!(locale, platforms.s_none),
            Some(StoppedBilling::StorageOnly) => td_string!(locale, platforms.s_disk),
            _ => td_string!(locale, platforms.s_full),
        },
        (_, value) => match Tri::from_word(value) {
            Some(Tri::Yes) => td_string!(locale, common.yes),
            Some(Tri::Partial) => td_string!(locale, common.partly),
            _ => td_string!(locale, common.no),
        },
    };
    text.to_owned()
}

/// What stands in a cell.
pub(super) fn cell(view: &Platforms, platform: &Platform, policy: Policy) -> AnyView {
    let locale = view.frame.locale;
    let facts = &platform.facts;
    let Some(value) = facts.value(policy.fact()) else {
        return unknown(locale);
    };
    match policy {
        Policy::Exclusivity => facts::exclusivity_word(locale, Exclusivity::from_word(value)),
        Policy::Stopped => {
            let cell = match StoppedBilling::from_word(value) {
                Some(StoppedBilling::None) => Cell::Yes,
                Some(StoppedBilling::StorageOnly) => Cell::Part,
                _ => Cell::No,
            };
            fact(cell, word(locale, policy, value))
        }
        Policy::Increment => match facts.whole(FactKey::BillingIncrement) {
            Some(seconds) => facts::seconds_step(locale, seconds).into_any(),
            None => unknown(locale),
        },
        Policy::Retention | Policy::Network => value.to_owned().into_any(),
        Policy::Egress => amount(view, platform, FactKey::EgressPrice),
        Policy::NoGpuMode => {
            let price = facts
                .value(FactKey::NoGpuPrice)
                .map(|_| amount(view, platform, FactKey::NoGpuPrice))
                .map(|price| view! { <span class="l2 one">{price}</span> });
            view! { {tri(locale, Tri::from_word(value))}{price} }.into_any()
        }
        Policy::Topology => {
            let link = facts.tri(FactKey::Nvlink).map(|nvlink| match nvlink {
                Tri::Yes => td_string!(locale, platforms.nvlink_yes),
                Tri::Partial => td_string!(locale, platforms.nvlink_partly),
                Tri::No => td_string!(locale, platforms.nvlink_no),
            });
            let link = link.map(|link| view! { <span class="l2">{link}</span> });
            view! { {tri(locale, Tri::from_word(value))}{link} }.into_any()
        }
        _ => tri(locale, Tri::from_word(value)),
    }
}

/// An amount in the display currency without its sign, with the listed one under it.
fn amount(view: &Platforms, platform: &Platform, key: FactKey) -> AnyView {
    let listed = platform
        .facts
        .amount(key)
        .zip(platform.currency)
        .and_then(|(amount, currency)| Money::from_decimal(amount, currency).ok());
    let Some(listed) = listed else {
        return unknown(view.frame.locale);
    };
    if listed.nanos == 0 {
        return "0".into_any();
    }
    let price = shown(&view.frame, &view.snapshot, listed);
    let class = if price.listed.is_some() { "apx" } else { "" };
    let beside = price
        .listed
        .map(|listed| view! { <span class="l2">{format::hourly_money(listed)}</span> });
    view! { <span class=class>{format::hourly(price.money.nanos)}</span>{beside} }.into_any()
}

/// One row as a file has it: raw words and numbers, empty where nobody found anything.
pub fn record(view: &Platforms, place: usize) -> Vec<String> {
    let platform = &view.snapshot.platforms[place];
    let count = view.offer_counts()[place];
    let mut cells = vec![
        platform.slug.clone(),
        platform.name.clone(),
        platform.country.clone().unwrap_or_default(),
        count.current.to_string(),
        count.stale.to_string(),
        platform
            .currency
            .map(|currency| currency.code().to_owned())
            .unwrap_or_default(),
    ];
    let facts = FILE_FACTS.iter().map(|key| platform.facts.value(*key));
    cells.extend(facts.map(|value| value.unwrap_or_default().to_owned()));
    cells
}

/// Facts of the table, in its order; a cell's second line has a column of its own.
const FILE_FACTS: [FactKey; 14] = [
    FactKey::CardExclusivity,
    FactKey::PersistentStorage,
    FactKey::NoGpuMode,
    FactKey::NoGpuPrice,
    FactKey::BillingIncrement,
    FactKey::StoppedBilling,
    FactKey::RetentionDays,
    FactKey::GpuKeptStopped,
    FactKey::CustomImage,
    FactKey::SameNode,
    FactKey::Nvlink,
    FactKey::Network,
    FactKey::EgressPrice,
    FactKey::Support24h,
];

/// The head of that file.
pub fn columns() -> Vec<&'static str> {
    let own = [
        "platform",
        "name",
        "country",
        "offers_current",
        "offers_stale",
        "currency",
    ];
    own.into_iter()
        .chain(FILE_FACTS.iter().map(|key| key.word()))
        .collect()
}

/// A country's name, or that nobody found it.
pub(super) fn country(locale: Locale, platform: &Platform) -> AnyView {
    match &platform.country {
        Some(code) => values::country(locale, code).into_any(),
        None => unknown(locale),
    }
}

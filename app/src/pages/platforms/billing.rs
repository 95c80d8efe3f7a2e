//! Billing rules in short, each leading to its evidence.
use super::{Platforms, values};
use crate::components::facts::fact_name;
use crate::components::unknown;
use crate::text::td_string;
use domain::catalog::{FactKey, Platform};
use leptos::prelude::*;

const KEYS: [FactKey; 11] = [
    FactKey::BillingIncrement,
    FactKey::MinimumCharge,
    FactKey::StoppedBilling,
    FactKey::GpuKeptStopped,
    FactKey::NoGpuPrice,
    FactKey::FreeDisk,
    FactKey::StoragePrice,
    FactKey::StoragePriceStopped,
    FactKey::EgressPrice,
    FactKey::BalanceZero,
    FactKey::TaxIncluded,
];

pub(super) fn panel(view: &Platforms, platform: &Platform) -> AnyView {
    let locale = view.frame.locale;
    let lines = KEYS.iter().map(|key| {
        let value = platform.facts.value(*key);
        let answer = value.map_or_else(
            || unknown(locale),
            |text| values::value(view, platform, *key, text),
        );
        let name = fact_name(locale, *key);
        let href = format!("#fact-{}", key.word());
        view! { <dt><a href=href>{name}</a></dt><dd>{answer}</dd> }
    });
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, platforms.billing_rules)}</h2></header>
            <div class="bd"><dl class="dl">{lines.collect_view()}</dl></div>
        </section>
    }
    .into_any()
}

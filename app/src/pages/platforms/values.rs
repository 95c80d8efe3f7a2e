//! The value of a fact in words, with its unit.
use super::Platforms;
use crate::components::original::original;
use crate::components::{facts, shown, tri};
use crate::format;
use crate::text::{Locale, places, td_string};
use domain::catalog::facts::FactShape;
use domain::catalog::{Exclusivity, FactKey, Platform, StoppedBilling, Tri};
use domain::units::{Decimal, Money};
use leptos::prelude::*;

/// A country's name; rarer ones keep their code.
pub(crate) fn country(locale: Locale, code: &str) -> String {
    places::country(locale, code).unwrap_or(code).to_owned()
}

/// A fact that was found.
pub(crate) fn value(view: &Platforms, platform: &Platform, key: FactKey, text: &str) -> AnyView {
    let locale = view.frame.locale;
    match key.shape() {
        FactShape::YesNo => tri(locale, Tri::from_word(text)),
        FactShape::Exclusivity => facts::exclusivity_word(locale, Exclusivity::from_word(text)),
        FactShape::Stopped => stopped(locale, text).into_any(),
        FactShape::Whole => whole(locale, key, text).into_any(),
        FactShape::Amount => priced(view, platform, key, text),
        FactShape::Text => original(locale, text),
    }
}

fn stopped(locale: Locale, text: &str) -> String {
    match StoppedBilling::from_word(text) {
        Some(StoppedBilling::None) => td_string!(locale, facts.v_none).to_owned(),
        Some(StoppedBilling::StorageOnly) => td_string!(locale, facts.v_storage_only).to_owned(),
        Some(StoppedBilling::Full) => td_string!(locale, facts.v_full).to_owned(),
        None => text.to_owned(),
    }
}

fn whole(locale: Locale, key: FactKey, text: &str) -> String {
    let Ok(count) = text.parse::<u32>() else {
        return text.to_owned();
    };
    match key {
        FactKey::BillingIncrement => facts::seconds_step(locale, count),
        FactKey::MinimumCharge => format::duration(i64::from(count), locale),
        FactKey::RetentionDays => td_string!(locale, platforms.days, count = count),
        FactKey::Network => td_string!(locale, platforms.mbps, count = count),
        _ => text.to_owned(),
    }
}

/// An amount of disk, or a price in the platform's currency with its conversion beside it.
pub(crate) fn priced(view: &Platforms, platform: &Platform, key: FactKey, text: &str) -> AnyView {
    let locale = view.frame.locale;
    let Ok(amount) = text.parse::<Decimal>() else {
        return text.to_owned().into_any();
    };
    if matches!(key, FactKey::FreeDisk | FactKey::ImageQuota) {
        return td_string!(locale, platforms.gb, amount = format::decimal(amount)).into_any();
    }
    let per = |text: String| match key {
        FactKey::NoGpuPrice => td_string!(locale, platforms.per_hour, amount = text),
        FactKey::EgressPrice => td_string!(locale, platforms.per_gb, amount = text),
        FactKey::MinTopUp => text,
        _ => td_string!(locale, platforms.per_gb_month, amount = text),
    };
    let listed = platform
        .currency
        .and_then(|currency| Money::from_decimal(amount, currency).ok());
    let Some(listed) = listed else {
        let missing = td_string!(locale, platforms.no_currency);
        let text = per(format::decimal(amount));
        return view! { {text}" "<span class="dim">{missing}</span> }.into_any();
    };
    let converted = shown(&view.frame, &view.snapshot, listed);
    let beside = (converted.listed.is_some() && listed.nanos != 0).then(|| {
        let text = format::hourly_money(converted.money);
        view! { " "<span class="dim apx">{text}</span> }
    });
    view! { {per(money(listed))}{beside} }.into_any()
}

/// A fact's price as the platform lists it, such as `¥0.10`.
pub(crate) fn listed(platform: &Platform, key: FactKey) -> Option<String> {
    let amount = platform.facts.amount(key)?;
    Some(money(Money::from_decimal(amount, platform.currency?).ok()?))
}

/// A price with its own digits, two at least; nothing charged is a plain zero.
fn money(price: Money) -> String {
    match price.nanos {
        0 => format!("{}0", price.currency.sign()),
        _ => format::exact_money(price),
    }
}

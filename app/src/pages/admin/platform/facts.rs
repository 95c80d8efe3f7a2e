//! The facts of the form: a value each, and its evidence folded under it.
use super::PlatformForm;
use crate::components::facts::{fact_name, learnt_word};
use crate::pages::admin::kit::{Choice, choice};
use crate::pages::admin::words;
use crate::pages::platforms::sources::day;
use crate::pages::platforms::{FACT_GROUPS, group_names};
use crate::text::{Locale, td_string};
use domain::catalog::facts::FactShape;
use domain::catalog::platform_edit::part;
use domain::catalog::{Exclusivity, FactKey, Learnt, StoppedBilling, Tri};
use leptos::prelude::*;

/// What part of a fact's evidence a field is; `None` for the value itself.
pub(super) fn part_name(locale: Locale, field: &str, key: FactKey) -> Option<&'static str> {
    let is = |name: &str| field == part(name, key);
    if is("learnt") {
        Some(td_string!(locale, keep.l_learnt))
    } else if is("url") {
        Some(td_string!(locale, admin.l_source_url))
    } else if is("date") {
        Some(td_string!(locale, admin.l_source_date))
    } else if is("quote") {
        Some(td_string!(locale, keep.l_quote))
    } else {
        None
    }
}

/// How much is known, and how old the oldest of it is.
pub(super) fn summary(form: &PlatformForm) -> String {
    let locale = form.frame.locale;
    let facts = &form.platform().facts.0;
    let known = facts.values().filter(|fact| fact.value.is_some());
    let oldest = known
        .clone()
        .filter_map(|fact| fact.observed)
        .min_by_key(|o| o.date);
    let count = td_string!(
        locale,
        platforms.known_count,
        known = known.count(),
        all = FactKey::ALL.len()
    );
    match oldest {
        Some(oldest) => {
            let oldest = td_string!(locale, keep.oldest, date = day(oldest, locale));
            format!("{count} · {oldest}")
        }
        None => count,
    }
}

/// Every fact, in the groups of the public page.
pub(super) fn groups(form: &PlatformForm) -> Vec<AnyView> {
    let locale = form.frame.locale;
    let groups = FACT_GROUPS.iter().zip(group_names(locale));
    groups
        .map(|(keys, name)| {
            let rows = keys.iter().map(|key| row(form, *key)).collect_view();
            view! { <section class="frm"><h3>{name}</h3><div class="rules">{rows}</div></section> }
                .into_any()
        })
        .collect()
}

fn row(form: &PlatformForm, key: FactKey) -> AnyView {
    let locale = form.frame.locale;
    let fields = ["learnt", "url", "date", "quote"].map(|name| part(name, key));
    // What is wrong or contested must be seen; what merely stands there is folded.
    let differs = |field: &String| {
        form.errors.iter().any(|error| error.field == *field)
            || form.unsaved.iter().any(|change| change.field == *field)
    };
    let is_open = fields.iter().any(differs) || differs(&key.word().to_owned());
    let [learnt, url, date, quote] = &fields;
    let field = |name: &str, width| {
        let label = part_name(locale, name, key).unwrap_or_default().to_owned();
        form.field(name, label, width)
    };
    let mut kinds = vec![choice("", td_string!(locale, keep.learnt_none))];
    kinds.extend(
        Learnt::ALL
            .iter()
            .map(|learnt| choice(learnt.word(), learnt_word(locale, *learnt))),
    );
    let mut address = field(url, "w4");
    address.help = Some(td_string!(locale, keep.h_fact_url).to_owned());
    let summary = evidence(form, key);
    view! {
        <div class="fact-rule" data-fact=key.word()>
            {control(form, key)}
            <details open=is_open>
                <summary>{summary}<span class="vh">" "{fact_name(locale, key)}</span></summary>
                <div class="proof">
                    {field(learnt, "w2").select(kinds)}
                    {address.text("url")}
                    {field(date, "w2").day()}
                    {field(quote, "w4").text("text")}
                </div>
            </details>
        </div>
    }
    .into_any()
}

/// What the value rests on now, in a few words.
fn evidence(form: &PlatformForm, key: FactKey) -> String {
    let locale = form.frame.locale;
    let Some(fact) = form.platform().facts.get(key) else {
        return td_string!(locale, keep.e_nobody).to_owned();
    };
    let read = fact
        .observed
        .map(|observed| day(observed, locale))
        .unwrap_or_default();
    let how = match (fact.learnt, &fact.value, fact.sources.len()) {
        (Some(learnt), ..) => learnt_word(locale, learnt).to_owned(),
        (None, None, _) => td_string!(locale, platforms.not_found_more).to_owned(),
        (None, Some(_), 0) => td_string!(locale, keep.e_no_source).to_owned(),
        (None, Some(_), 1) => td_string!(locale, platforms.one_source).to_owned(),
        (None, Some(_), count) => td_string!(locale, platforms.one_of, count = count),
    };
    format!("{} {read}", td_string!(locale, keep.e_rests, how = how))
}

/// The value itself.
fn control(form: &PlatformForm, key: FactKey) -> AnyView {
    let locale = form.frame.locale;
    let field = form.field(key.word(), fact_name(locale, key).to_owned(), "w6");
    let unknown = choice("", td_string!(locale, common.unknown));
    let named = |word: &'static str| choice(word, &words::fact_value(locale, key, word));
    let choices =
        |all: Vec<Choice>| -> Vec<Choice> { all.into_iter().chain([unknown.clone()]).collect() };
    match key.shape() {
        FactShape::YesNo => {
            let all = Tri::ALL.iter().map(|tri| named(tri.word())).collect();
            field.radios(choices(all))
        }
        FactShape::Exclusivity => {
            let all = Exclusivity::ALL.iter().map(|e| named(e.word())).collect();
            field.radios(choices(all))
        }
        FactShape::Stopped => {
            let all = StoppedBilling::ALL
                .iter()
                .map(|s| named(s.word()))
                .collect();
            field.radios(choices(all))
        }
        FactShape::Text => field.text("text"),
        FactShape::Whole | FactShape::Amount => field.number(unit(form, key)),
    }
}

fn unit(form: &PlatformForm, key: FactKey) -> String {
    let locale = form.frame.locale;
    let sign = form
        .platform()
        .currency
        .map_or_else(String::new, |currency| currency.sign().trim().to_owned());
    match key {
        FactKey::BillingIncrement | FactKey::MinimumCharge => {
            td_string!(locale, admin.u_seconds).to_owned()
        }
        FactKey::RetentionDays => td_string!(locale, admin.u_days).to_owned(),
        FactKey::NoGpuPrice => format!("{sign}{}", td_string!(locale, admin.u_hour)),
        FactKey::StoragePrice | FactKey::StoragePriceStopped => {
            format!("{sign}{}", td_string!(locale, admin.u_gb_month))
        }
        FactKey::EgressPrice => format!("{sign}/GB"),
        FactKey::MinTopUp if !sign.is_empty() => sign.to_owned(),
        FactKey::MinTopUp => td_string!(locale, keep.u_own_currency).to_owned(),
        other => other.unit().to_owned(),
    }
}

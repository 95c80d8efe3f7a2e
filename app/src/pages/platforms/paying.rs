//! What renters ask before they pay and no list says: the answer, or the question to send.
use super::sources::{self, Lists};
use super::{Platforms, values};
use crate::components::facts::fact_name;
use crate::components::unknown;
use crate::islands::copy_button::CopyButton;
use crate::text::{Locale, LocaleExt, td_string};
use domain::catalog::{FactKey, Platform};
use leptos::prelude::*;

/// Account and payment, as the table of facts groups them.
pub(super) const KEYS: [FactKey; 7] = [
    FactKey::BalanceZero,
    FactKey::MinTopUp,
    FactKey::PaymentMethods,
    FactKey::TaxIncluded,
    FactKey::Invoice,
    FactKey::RealName,
    FactKey::Reach,
];

/// The same, and what decides how fast models and code arrive.
const ASKED: [FactKey; 9] = [
    FactKey::BalanceZero,
    FactKey::MinTopUp,
    FactKey::PaymentMethods,
    FactKey::TaxIncluded,
    FactKey::Invoice,
    FactKey::RealName,
    FactKey::Reach,
    FactKey::ModelMirror,
    FactKey::Acceleration,
];

/// What to send to the platform.
fn question(locale: Locale, key: FactKey) -> &'static str {
    match key {
        FactKey::BalanceZero => td_string!(locale, keep.ask_balance),
        FactKey::MinTopUp => td_string!(locale, keep.ask_top_up),
        FactKey::PaymentMethods => td_string!(locale, keep.ask_payment),
        FactKey::TaxIncluded => td_string!(locale, keep.ask_tax),
        FactKey::Invoice => td_string!(locale, keep.ask_invoice),
        FactKey::RealName => td_string!(locale, keep.ask_real_name),
        FactKey::Reach => td_string!(locale, keep.ask_reach),
        FactKey::ModelMirror => td_string!(locale, keep.ask_mirror),
        _ => td_string!(locale, keep.ask_acceleration),
    }
}

/// The panel; every unknown comes with its question, in both languages.
pub(super) fn panel(view: &Platforms, platform: &Platform, lists: &Lists) -> AnyView {
    let locale = view.frame.locale;
    let known = ASKED
        .iter()
        .filter(|key| platform.facts.value(**key).is_some())
        .count();
    let count = td_string!(
        locale,
        platforms.known_count,
        known = known,
        all = ASKED.len()
    );
    let lines = ASKED.iter().map(|key| line(view, platform, lists, *key));
    view! {
        <section class="panel" id="paying">
            <header><h2>{td_string!(locale, keep.paying)}</h2><span class="end">{count}</span></header>
            <div class="bd"><dl class="asked">{lines.collect_view()}</dl></div>
        </section>
    }
    .into_any()
}

fn line(view: &Platforms, platform: &Platform, lists: &Lists, key: FactKey) -> AnyView {
    let locale = view.frame.locale;
    let known = platform
        .facts
        .get(key)
        .and_then(|fact| Some((fact, fact.value.as_deref()?)));
    let answer = match known {
        Some((fact, value)) => {
            let answer = values::value(view, platform, key, value);
            view! { <dd>{answer}" "{sources::cell(view, lists, fact)}</dd> }.into_any()
        }
        None => view! { <dd>{unknown(locale)}{ask(locale, key)}</dd> }.into_any(),
    };
    view! { <div data-asked=key.word()><dt>{fact_name(locale, key)}</dt>{answer}</div> }.into_any()
}

/// The question in both languages, ready to send, folded.
fn ask(locale: Locale, key: FactKey) -> AnyView {
    let languages = [locale, locale.other()];
    let texts = languages.map(|language| {
        let text = question(language, key);
        view! {
            <p lang=language.tag()>{text}" "<CopyButton>
                <button class="btn s" r#type="button" data-copy=text data-done=td_string!(locale, insight.copied)>{td_string!(locale, insight.copy_question)}</button>
            </CopyButton></p>
        }
    });
    view! {
        <details class="fold"><summary>{td_string!(locale, keep.ask_show)}<span class="vh">" "{fact_name(locale, key)}</span></summary>{texts.into_iter().collect_view()}</details>
    }
    .into_any()
}

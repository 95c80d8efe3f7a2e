//! The questions that would turn a range into a figure, ready to send to the platform in both languages.
use super::super::PlanView;
use super::super::answer::platform;
use crate::components::facts::fact_name;
use crate::text::{Locale, LocaleExt, td_string};
use domain::catalog::FactKey;
use domain::quote::{Answer, AnswerRow, Caution, NoGpuUse, OWN_SOURCE};
use leptos::prelude::*;

/// Most platforms that are listed.
const MOST: usize = 6;

/// What the row's platform would have to answer: facts that widen or open the bill, and those it was assumed without.
fn open_facts(view: &PlanView, row: &AnswerRow) -> Vec<FactKey> {
    let mut keys = row.ask.clone();
    if row.cautions.contains(&Caution::StopUnknown) {
        keys.push(FactKey::StoppedBilling);
    }
    let without_mode = matches!(row.no_gpu, NoGpuUse::GpuLeftOn | NoGpuUse::MachineStopped);
    let nobody_knows = view.snapshot.offer(row.offer).is_some_and(|offer| {
        let platform = &view.snapshot.platforms[offer.platform];
        offer.fact_tri(platform, FactKey::NoGpuMode).is_none()
    });
    if without_mode && nobody_knows {
        keys.push(FactKey::NoGpuMode);
    }
    keys
}

fn question(locale: Locale, key: FactKey) -> String {
    match key {
        FactKey::BillingIncrement => td_string!(locale, insight.q_increment).to_owned(),
        FactKey::MinimumCharge => td_string!(locale, insight.q_minimum).to_owned(),
        FactKey::NoGpuPrice => td_string!(locale, insight.q_no_gpu_price).to_owned(),
        FactKey::NoGpuMode => td_string!(locale, insight.q_no_gpu_mode).to_owned(),
        FactKey::FreeDisk => td_string!(locale, insight.q_free_disk).to_owned(),
        FactKey::StoragePrice => td_string!(locale, insight.q_storage).to_owned(),
        FactKey::StoragePriceStopped => td_string!(locale, insight.q_storage_stopped).to_owned(),
        FactKey::EgressPrice => td_string!(locale, insight.q_egress).to_owned(),
        FactKey::StoppedBilling => td_string!(locale, insight.q_stop).to_owned(),
        other => td_string!(locale, insight.q_other, fact = fact_name(locale, other)),
    }
}

/// The whole message in one language.
fn message(locale: Locale, row: &AnswerRow, keys: &[FactKey]) -> String {
    let open = td_string!(
        locale,
        insight.q_open,
        count = row.gpu_count,
        gpu = crate::components::card_words(locale, &row.gpu_name)
    );
    let questions: Vec<String> = keys
        .iter()
        .enumerate()
        .map(|(place, key)| format!("{}. {}", place + 1, question(locale, *key)))
        .collect();
    format!(
        "{open}\n{}\n{}",
        questions.join("\n"),
        td_string!(locale, insight.q_close)
    )
}

pub(super) fn panel(view: &PlanView, answer: &Answer) -> Option<AnyView> {
    let locale = view.frame.locale;
    let mut asked: Vec<(&AnswerRow, Vec<FactKey>)> = Vec::new();
    for row in answer.ranked.iter().chain(&answer.floors) {
        let known = asked
            .iter()
            .any(|(other, _)| other.platform == row.platform);
        let keys = open_facts(view, row);
        if !known && !keys.is_empty() && row.source_url != OWN_SOURCE && asked.len() < MOST {
            asked.push((row, keys));
        }
    }
    if asked.is_empty() {
        return None;
    }
    let preorder = crate::pages::guides::link_to(&view.frame, "preorder");
    let languages = if locale.is_zh() {
        [Locale::zh_CN, Locale::en]
    } else {
        [Locale::en, Locale::zh_CN]
    };
    let platforms = asked
        .iter()
        .map(|(row, keys)| {
            let facts = keys.iter().map(|key| fact_name(locale, *key)).collect::<Vec<_>>();
            let facts = facts.join(crate::components::list_comma(locale));
            let messages = languages.map(|language| {
                let text = message(language, row, keys);
                view! {
                    <blockquote class="question" lang=language.tag()>
                        <p>{text.clone()}</p>
                        // The page's painter hears the click: this part is swapped, and an island in it would be deaf.
                        <button class="btn s" r#type="button" data-copy=text data-done=td_string!(locale, insight.copied)>{td_string!(locale, insight.copy_question)}</button>
                    </blockquote>
                }
            });
            view! {
                <details class="fold">
                    <summary><b>{platform(locale, row)}</b>" "<span class="mut">{facts}</span></summary>
                    {messages.into_iter().collect_view()}
                </details>
            }
        })
        .collect_view();
    Some(
        view! {
            <section class="panel no-print">
                <header><h2>{td_string!(locale, insight.ask)}</h2><p>{td_string!(locale, insight.ask_note)}</p></header>
                <div class="bd">{platforms}<p class="sm way"><a href=preorder>{td_string!(locale, guide.preorder_link)}</a></p></div>
            </section>
        }
        .into_any(),
    )
}

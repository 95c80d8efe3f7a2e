//! The six questions before ordering: the answer, what it rests on, and what to ask where nobody knows.
mod answers;

use super::sources::{self, Lists};
use super::{Platforms, values};
use crate::components::facts::{self, fact_name};
use crate::components::{Cell, fact, glyph};
use crate::islands::copy_button::CopyButton;
use crate::pages::guides::link_to;
use crate::text::{Locale, LocaleExt, td_string};
use answers::answer;
use domain::catalog::{Fact, FactKey, Platform};
use leptos::prelude::*;

/// One of the six, with the facts that answer it; the first decides.
#[derive(Clone, Copy)]
struct Question {
    number: usize,
    facts: &'static [FactKey],
}

const SIX: [Question; 6] = [
    Question {
        number: 1,
        facts: &[FactKey::CardExclusivity],
    },
    Question {
        number: 2,
        facts: &[FactKey::CustomImage, FactKey::Snapshot, FactKey::ImageQuota],
    },
    Question {
        number: 3,
        facts: &[FactKey::SameNode, FactKey::Nvlink],
    },
    Question {
        number: 4,
        facts: &[FactKey::PersistentStorage, FactKey::RetentionDays],
    },
    Question {
        number: 5,
        facts: &[
            FactKey::StoppedBilling,
            FactKey::NoGpuMode,
            FactKey::NoGpuPrice,
            FactKey::StoragePriceStopped,
            FactKey::GpuKeptStopped,
        ],
    },
    Question {
        number: 6,
        facts: &[FactKey::Support24h, FactKey::Support],
    },
];

/// The question itself, and a word for it at a glance.
fn title(locale: Locale, number: usize) -> (&'static str, &'static str) {
    match number {
        1 => (
            td_string!(locale, platforms.q1),
            td_string!(locale, platforms.g1),
        ),
        2 => (
            td_string!(locale, platforms.q2),
            td_string!(locale, platforms.g2),
        ),
        3 => (
            td_string!(locale, platforms.q3),
            td_string!(locale, platforms.g3),
        ),
        4 => (
            td_string!(locale, platforms.q4),
            td_string!(locale, platforms.g4),
        ),
        5 => (
            td_string!(locale, platforms.q5),
            td_string!(locale, platforms.g5),
        ),
        _ => (
            td_string!(locale, platforms.q6),
            td_string!(locale, platforms.g6),
        ),
    }
}

/// The check of the guides that says why to ask.
fn guide(number: usize) -> &'static str {
    match number {
        1 => "pre-exclusive",
        2 => "pre-image",
        3 => "pre-multigpu",
        4 => "pre-persistence",
        5 => "pre-billing",
        _ => "pre-support",
    }
}

/// What to send to the platform.
fn to_ask(locale: Locale, number: usize) -> &'static str {
    match number {
        1 => td_string!(locale, platforms.ask1),
        2 => td_string!(locale, platforms.ask2),
        3 => td_string!(locale, platforms.ask3),
        4 => td_string!(locale, platforms.ask4),
        5 => td_string!(locale, platforms.ask5),
        _ => td_string!(locale, platforms.ask6),
    }
}

fn cell_word(locale: Locale, cell: Cell) -> &'static str {
    match cell {
        Cell::Yes => td_string!(locale, common.yes),
        Cell::Part => td_string!(locale, common.partly),
        Cell::No => td_string!(locale, common.no),
        _ => td_string!(locale, common.unknown),
    }
}

/// The six answers at a glance.
pub(super) fn glance(view: &Platforms, platform: &Platform) -> AnyView {
    let locale = view.frame.locale;
    let answers = SIX.map(|question| {
        let (cell, text) = answer(view, platform, question.number);
        let (_, short) = title(locale, question.number);
        // Two of the six are no yes-or-no questions: their answer itself stands there.
        let word = match (question.number, cell) {
            (_, Cell::Unknown) => cell_word(locale, cell).to_owned(),
            (4, _) => facts::platform_stop(locale, platform).1,
            (5, _) => text.split(['。', '.', '；', ';']).next().unwrap_or(&text).to_owned(),
            _ => cell_word(locale, cell).to_owned(),
        };
        view! { <a href=format!("#q{}", question.number)>{fact(cell, word)}<span class="short">{short}</span></a> }
    });
    view! { <nav class="six" aria-label=td_string!(locale, platforms.glance)>{answers.into_iter().collect_view()}</nav> }
        .into_any()
}

/// The panel of all six.
pub(super) fn panel(view: &Platforms, platform: &Platform, lists: &Lists) -> AnyView {
    let locale = view.frame.locale;
    let answered = SIX
        .iter()
        .filter(|question| answer(view, platform, question.number).0 != Cell::Unknown)
        .count();
    let oldest = SIX
        .iter()
        .flat_map(|question| question.facts)
        .filter_map(|key| platform.facts.get(*key))
        .filter(|fact| fact.value.is_some())
        .filter_map(|fact| fact.observed)
        .min_by_key(|observed| observed.date);
    let summary = match oldest {
        Some(oldest) => td_string!(
            locale,
            platforms.six_answered,
            count = answered,
            date = sources::day(oldest, locale)
        ),
        None => td_string!(locale, platforms.six_none, count = answered),
    };
    let items = SIX.map(|question| one(view, platform, lists, question));
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, platforms.six)}</h2><span class="end">{summary}</span></header>
            <div class="bd flush snug"><ol class="qs">{items.into_iter().collect_view()}</ol></div>
        </section>
    }
    .into_any()
}

fn one(view: &Platforms, platform: &Platform, lists: &Lists, question: Question) -> AnyView {
    let locale = view.frame.locale;
    let (cell, text) = answer(view, platform, question.number);
    let (asked, _) = title(locale, question.number);
    let details = question
        .facts
        .iter()
        .filter_map(|key| {
            let value = platform.facts.value(*key)?;
            let value = values::value(view, platform, *key, value);
            Some(view! { <li><span class="dim">{fact_name(locale, *key)}</span>" "{value}</li> })
        })
        .collect_view();
    let shares = (question.number == 1)
        .then(|| shares(view, platform))
        .flatten();
    // Facts that were read in one go have one and the same evidence.
    let mut evidence: Vec<&Fact> = Vec::new();
    for fact in question
        .facts
        .iter()
        .filter_map(|key| platform.facts.get(*key))
    {
        let is_told = |told: &&Fact| {
            (&told.sources, told.observed, &told.quote)
                == (&fact.sources, fact.observed, &fact.quote)
        };
        if fact.value.is_some() && !evidence.iter().any(is_told) {
            evidence.push(fact);
        }
    }
    let evidence = evidence
        .into_iter()
        .map(|fact| view! { <li>{sources::cell(view, lists, fact)}</li> })
        .collect_view();
    let is_open = question
        .facts
        .iter()
        .any(|key| platform.facts.value(*key).is_none());
    let ask = is_open.then(|| ask(view, question.number));
    let word = cell_word(locale, cell);
    view! {
        <li class="q" id=format!("q{}", question.number) data-answer=word>
            <div class="qn" aria-hidden="true">{question.number.to_string()}</div>
            <div>
                <h3>{asked}</h3>
                <p class="ans">{glyph(cell)}<span class="vh">{word}". "</span><span>{text}</span></p>
                <ul class="det-list">{details}{shares}</ul>
            </div>
            <ul class="ev">{evidence}{ask}</ul>
        </li>
    }
    .into_any()
}

/// Offers that are a share of a card, whatever the platform says of the others.
fn shares(view: &Platforms, platform: &Platform) -> Option<AnyView> {
    let count = view
        .snapshot
        .offers
        .iter()
        .filter(|offer| offer.gpu_fraction.is_some())
        .filter(|offer| view.snapshot.platforms[offer.platform].slug == platform.slug)
        .count();
    let text = td_string!(view.frame.locale, platforms.shares, count = count);
    (count > 0).then(|| view! { <li>{text}</li> }.into_any())
}

/// The question in both languages, ready to send.
fn ask(view: &Platforms, number: usize) -> AnyView {
    let locale = view.frame.locale;
    let why = link_to(&view.frame, &format!("preorder#{}", guide(number)));
    let (asked, _) = title(locale, number);
    let why_words = td_string!(locale, guide.why_ask, title = asked);
    let languages = if locale.is_zh() {
        [Locale::zh_CN, Locale::en]
    } else {
        [Locale::en, Locale::zh_CN]
    };
    let texts = languages.map(|language| {
        let text = to_ask(language, number);
        view! {
            <p class="b" lang=language.tag()>{text}</p>
            <CopyButton>
                <button class="btn s" r#type="button" data-copy=text data-done=td_string!(locale, insight.copied)>{td_string!(locale, insight.copy_question)}</button>
            </CopyButton>
        }
    });
    view! { <li class="ask"><span class="sm mut">{td_string!(locale, platforms.ask_first)}</span>{texts.into_iter().collect_view()}<a class="sm" href=why>{why_words}</a></li> }
        .into_any()
}

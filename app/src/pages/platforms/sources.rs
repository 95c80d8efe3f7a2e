//! Where a fact was read: the exact address, or one of several.
use super::Platforms;
use crate::components::facts::learnt_word;
use crate::components::original::original;
use crate::format;
use crate::text::{Locale, td_string};
use domain::catalog::{Fact, Observed, Platform, Precision};
use leptos::prelude::*;

/// The lists of addresses behind a platform's facts. Facts read in one go share one list.
pub(super) struct Lists(Vec<Vec<String>>);

impl Lists {
    /// All lists of more than the exact address.
    pub fn of(platform: &Platform) -> Self {
        let mut lists: Vec<Vec<String>> = Vec::new();
        for fact in platform.facts.0.values() {
            let list = among(fact);
            if !list.is_empty() && !lists.contains(&list) {
                lists.push(list);
            }
        }
        Self(lists)
    }

    fn anchor(&self, list: &[String]) -> Option<String> {
        let place = self.0.iter().position(|known| known == list)?;
        Some(format!("#sources-{}", place + 1))
    }

    /// The panel that names every address.
    pub fn panel(&self, locale: Locale) -> Option<AnyView> {
        let all: usize = self.0.iter().map(Vec::len).sum();
        if all == 0 {
            return None;
        }
        let several = self.0.iter().any(|list| list.len() > 1);
        let note = several.then(|| view! { <p>{td_string!(locale, platforms.sources_note)}</p> });
        let lists = self.0.iter().enumerate().map(|(place, list)| {
            let lines = list
                .iter()
                .map(|url| view! { <li>{address(url, locale)}</li> });
            let id = format!("sources-{}", place + 1);
            view! { <ol class="source-list" id=id>{lines.collect_view()}</ol> }
        });
        Some(
            view! {
                <section class="panel">
                    <header>
                        <h2>{td_string!(locale, platforms.sources)}</h2>
                        <span class="end">{td_string!(locale, platforms.sources_count, count = all)}</span>
                        {note}
                    </header>
                    <div class="bd">{lists.collect_view()}</div>
                </section>
            }
            .into_any(),
        )
    }
}

/// The addresses of which one states the fact; empty when the exact one is known.
fn among(fact: &Fact) -> Vec<String> {
    if fact.sources.iter().any(|source| source.exact) {
        return Vec::new();
    }
    fact.sources
        .iter()
        .map(|source| source.url.clone())
        .collect()
}

/// An address as a link that tells two files of one repository apart; words for what has no address.
pub(super) fn address(url: &str, locale: Locale) -> AnyView {
    if !url.starts_with("http") {
        return crate::shell::source_words(url, locale);
    }
    let site = domain::catalog::draft::source_key(url);
    let tail = url
        .trim_end_matches('/')
        .rsplit('/')
        .next()
        .unwrap_or_default();
    let label = if site.ends_with(tail) || tail.is_empty() {
        site
    } else {
        format!("{site} … {}", tail.chars().take(60).collect::<String>())
    };
    view! { <a href=url.to_owned() rel="noopener nofollow">{label}</a> }.into_any()
}

/// As much of a date as is known.
pub(crate) fn day(observed: Observed, locale: Locale) -> String {
    match observed.precision {
        Precision::Day => format::date(observed.date, locale),
        _ => observed.text(),
    }
}

/// The last cell of a fact: source and date.
pub(super) fn cell(view: &Platforms, lists: &Lists, fact: &Fact) -> AnyView {
    let locale = view.frame.locale;
    let exact: Vec<AnyView> = fact
        .sources
        .iter()
        .filter(|source| source.exact)
        .map(|source| address(&source.url, locale))
        .collect();
    let date = fact.observed.map(|observed| day(observed, locale));
    let learnt = fact.learnt.map(|learnt| {
        view! { <span class="tag" data-learnt=learnt.word()>{learnt_word(locale, learnt)}</span>" " }
    });
    // What was tried out or told need not have an address.
    if !exact.is_empty() || (learnt.is_some() && fact.sources.is_empty()) {
        let date = date.map_or_else(
            || td_string!(locale, platforms.date_unknown).to_owned(),
            |date| td_string!(locale, platforms.read, date = date),
        );
        let quote = fact
            .quote
            .clone()
            .map(|quote| view! { <q>{original(locale, &quote)}</q>" " });
        let links = exact
            .into_iter()
            .map(|link| view! { {link}" " })
            .collect_view();
        return view! { <span class="xs">{learnt}{quote}{links}<span class="dim">{date}</span></span> }
            .into_any();
    }
    let list = among(fact);
    let date = date.map_or_else(
        || td_string!(locale, platforms.date_unknown).to_owned(),
        |date| td_string!(locale, platforms.read_up_to, date = date),
    );
    let words = match list.len() {
        0 => return view! { <span class="xs dim">{date}</span> }.into_any(),
        1 => td_string!(locale, platforms.one_source).to_owned(),
        count => td_string!(locale, platforms.one_of, count = count),
    };
    let link = match lists.anchor(&list) {
        Some(href) => view! { <a href=href>{words}</a> }.into_any(),
        None => words.into_any(),
    };
    view! { <span class="xs">{learnt}{link}<span class="dim">{td_string!(locale, platforms.comma)}{date}</span></span> }.into_any()
}

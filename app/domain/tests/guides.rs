//! The checklists: every item says all that it must in both languages, and ticks survive their address.
#![allow(clippy::unwrap_used, reason = "tests")]

use domain::guides::{Ground, Guides, Ticks, Words};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::LazyLock;

static GUIDES: LazyLock<Guides> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../server/catalogue/guides.json")).unwrap()
});

/// The topics that were promised.
const TOPICS: [&str; 10] = [
    "preorder",
    "onboard",
    "oom",
    "slow",
    "keep",
    "cards",
    "ollama",
    "comfyui",
    "paddleocr",
    "second",
];

/// Words of the site's own pages that an item may lead to.
const PAGES: [&str; 6] = ["size", "plan", "platforms", "gpus", "check", "machine"];

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

fn full(words: &Words, what: &str) {
    assert!(words.en.trim().len() > 3, "{what} in English");
    assert!(!is_chinese(&words.en), "{what}: {}", words.en);
    assert!(!words.zh.trim().is_empty(), "{what} in Chinese");
}

#[test]
fn every_topic_is_there_in_order_and_has_items() {
    let names: Vec<&str> = GUIDES.sections.iter().map(|s| s.id.as_str()).collect();
    assert_eq!(names, TOPICS);
    for section in &GUIDES.sections {
        full(&section.title, &section.id);
        full(&section.lead, &section.id);
        assert!(is_chinese(&section.lead.zh), "{}", section.id);
        let orders: Vec<usize> = GUIDES.of(&section.id).map(|item| item.order).collect();
        assert!(orders.len() >= 5, "{}", section.id);
        assert_eq!(
            orders,
            (1..=orders.len()).collect::<Vec<_>>(),
            "{}",
            section.id
        );
    }
    assert!(
        GUIDES
            .items
            .iter()
            .all(|item| TOPICS.contains(&item.section.as_str()))
    );
}

#[test]
fn every_item_says_why_what_to_copy_when_it_is_passed_and_what_else_in_both_languages() {
    for item in &GUIDES.items {
        full(&item.title, &item.id);
        for (words, what) in [(&item.why, "why"), (&item.fix, "fix"), (&item.pass, "pass")] {
            full(words, &format!("{} {what}", item.id));
        }
        assert!(
            is_chinese(&item.title.zh) && is_chinese(&item.why.zh),
            "{}",
            item.id
        );
        assert!(
            item.command.is_some() || item.ask.is_some(),
            "{} has nothing to copy",
            item.id
        );
        if let Some(command) = &item.command {
            assert!(
                !command.trim().is_empty() && command.is_ascii(),
                "{}",
                item.id
            );
        }
        for words in [&item.look, &item.ask].into_iter().flatten() {
            full(words, &item.id);
            assert!(is_chinese(&words.zh), "{}", item.id);
        }
    }
}

#[test]
fn every_statement_names_what_it_rests_on() {
    let check = |ground: &Ground, id: &str| {
        if let Ground::Page(address) = ground {
            assert!(address.starts_with("https://"), "{id}: {address}");
            assert!(!address.contains(' '), "{id}: {address}");
        }
    };
    for item in &GUIDES.items {
        assert!(!item.sources.is_empty(), "{}", item.id);
        item.sources
            .iter()
            .for_each(|ground| check(ground, &item.id));
        for correction in &item.corrects {
            full(&correction.claim, &item.id);
            full(&correction.right, &item.id);
            assert!(is_chinese(&correction.claim.zh) && is_chinese(&correction.right.zh));
            check(&correction.source, &item.id);
        }
    }
    let corrected = GUIDES.items.iter().filter(|item| !item.corrects.is_empty());
    assert!(
        corrected.count() >= 15,
        "articles are corrected where they are wrong"
    );
}

#[test]
fn names_are_stable_words_told_apart_and_links_lead_somewhere() {
    let names: BTreeSet<&str> = GUIDES.items.iter().map(|item| item.id.as_str()).collect();
    assert_eq!(names.len(), GUIDES.items.len());
    for item in &GUIDES.items {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(item.id.chars().all(is_plain), "{}", item.id);
        for name in &item.see {
            assert!(
                PAGES.contains(&name.as_str()) || names.contains(name.as_str()),
                "{} leads to {name}",
                item.id
            );
            assert_ne!(*name, item.id);
        }
    }
}

#[test]
fn what_nobody_knows_is_named_and_the_rest_holds() {
    let (ticks, unknown) = Ticks::read(["pre-image.bogus", "", "oom-read. .<b>", "bogus"], &GUIDES);
    assert_eq!(ticks.word(&GUIDES), "pre-image.oom-read");
    assert_eq!(unknown, ["bogus", "<b>"]);
    assert_eq!(ticks.progress(&GUIDES, "preorder"), (1, 8));
    assert!(ticks.has(&GUIDES, "oom-read") && !ticks.has(&GUIDES, "bogus"));
    let long = "x".repeat(5000);
    let (none, unknown) = Ticks::read([long.as_str()], &GUIDES);
    assert!(none.is_empty() && unknown[0].len() <= 40);
}

proptest! {
    #[test]
    fn ticks_survive_their_address(flags in prop::collection::vec(any::<bool>(), GUIDES.items.len())) {
        let chosen = GUIDES.items.iter().zip(&flags).filter(|(_, on)| **on);
        let names: Vec<&str> = chosen.map(|(item, _)| item.id.as_str()).collect();
        // One name a box, as a form sends them, in any order.
        let (ticks, unknown) = Ticks::read(names.iter().rev().copied(), &GUIDES);
        prop_assert!(unknown.is_empty());
        let word = ticks.word(&GUIDES);
        let (again, unknown) = Ticks::read([word.as_str()], &GUIDES);
        prop_assert!(unknown.is_empty());
        prop_assert_eq!(&again, &ticks);
        prop_assert_eq!(again.word(&GUIDES), word);
        let sum: usize = TOPICS.iter().map(|topic| ticks.progress(&GUIDES, topic).0).sum();
        prop_assert_eq!(sum, names.len());
    }

    #[test]
    fn junk_never_ticks_anything(text in "[ -~]{0,60}") {
        let (ticks, _) = Ticks::read([text.as_str()], &GUIDES);
        let word = ticks.word(&GUIDES);
        prop_assert!(word.split('.').all(|name| name.is_empty() || text.contains(name)));
    }
}

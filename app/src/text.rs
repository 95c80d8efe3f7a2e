//! The two languages. Keys are typed; every page takes its words from here.
use domain::units::Currency;

include!(concat!(env!("OUT_DIR"), "/i18n/mod.rs"));
pub use i18n::Locale;
pub use leptos_i18n::td;

mod counted;
pub mod places;
pub use counted::Counted;

/// The text of a key as a string, its counted words in the form that their numbers ask for.
macro_rules! said {
    ($($asked:tt)*) => {
        $crate::text::Counted::counted(::leptos_i18n::td_string!($($asked)*))
    };
}
pub(crate) use said as td_string;

impl LocaleExt for Locale {}

/// What the rest of the house asks of a language.
pub trait LocaleExt: Copy + Into<Locale> {
    /// The word in addresses and cookies: `zh` or `en`.
    fn word(self) -> &'static str {
        match self.into() {
            Locale::zh_CN => "zh",
            _ => "en",
        }
    }

    /// The language tag of the document.
    fn tag(self) -> &'static str {
        match self.into() {
            Locale::zh_CN => "zh-CN",
            _ => "en",
        }
    }

    /// True for Chinese.
    fn is_zh(self) -> bool {
        self.into() == Locale::zh_CN
    }

    /// The other language, offered in the header.
    fn other(self) -> Locale {
        if self.is_zh() {
            Locale::en
        } else {
            Locale::zh_CN
        }
    }

    /// The currency that prices are converted to when none was chosen.
    fn home_currency(self) -> Currency {
        if self.is_zh() {
            Currency::CNY
        } else {
            Currency::USD
        }
    }
}

/// `zh`, `zh-CN`, `zh-Hans`, … or `en…`; `None` for other languages.
pub fn locale_from(text: &str) -> Option<Locale> {
    let text = text.trim().to_ascii_lowercase();
    let language = text.split(['-', '_', ';']).next().unwrap_or_default();
    match language {
        "zh" => Some(Locale::zh_CN),
        "en" => Some(Locale::en),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Counted;
    use serde_json::{Map, Value};
    use std::collections::BTreeSet;

    const NAMESPACES: [(&str, &str, &str); 25] = [
        (
            "check",
            include_str!("../locales/en/check.json"),
            include_str!("../locales/zh-CN/check.json"),
        ),
        (
            "guide",
            include_str!("../locales/en/guide.json"),
            include_str!("../locales/zh-CN/guide.json"),
        ),
        (
            "slow",
            include_str!("../locales/en/slow.json"),
            include_str!("../locales/zh-CN/slow.json"),
        ),
        (
            "common",
            include_str!("../locales/en/common.json"),
            include_str!("../locales/zh-CN/common.json"),
        ),
        (
            "facts",
            include_str!("../locales/en/facts.json"),
            include_str!("../locales/zh-CN/facts.json"),
        ),
        (
            "catalogue",
            include_str!("../locales/en/catalogue.json"),
            include_str!("../locales/zh-CN/catalogue.json"),
        ),
        (
            "plan",
            include_str!("../locales/en/plan.json"),
            include_str!("../locales/zh-CN/plan.json"),
        ),
        (
            "insight",
            include_str!("../locales/en/insight.json"),
            include_str!("../locales/zh-CN/insight.json"),
        ),
        (
            "people",
            include_str!("../locales/en/people.json"),
            include_str!("../locales/zh-CN/people.json"),
        ),
        (
            "compare",
            include_str!("../locales/en/compare.json"),
            include_str!("../locales/zh-CN/compare.json"),
        ),
        (
            "gpus",
            include_str!("../locales/en/gpus.json"),
            include_str!("../locales/zh-CN/gpus.json"),
        ),
        (
            "card",
            include_str!("../locales/en/card.json"),
            include_str!("../locales/zh-CN/card.json"),
        ),
        (
            "embed",
            include_str!("../locales/en/embed.json"),
            include_str!("../locales/zh-CN/embed.json"),
        ),
        (
            "sizer",
            include_str!("../locales/en/sizer.json"),
            include_str!("../locales/zh-CN/sizer.json"),
        ),
        (
            "about",
            include_str!("../locales/en/about.json"),
            include_str!("../locales/zh-CN/about.json"),
        ),
        (
            "platforms",
            include_str!("../locales/en/platforms.json"),
            include_str!("../locales/zh-CN/platforms.json"),
        ),
        (
            "admin",
            include_str!("../locales/en/admin.json"),
            include_str!("../locales/zh-CN/admin.json"),
        ),
        (
            "offer",
            include_str!("../locales/en/offer.json"),
            include_str!("../locales/zh-CN/offer.json"),
        ),
        (
            "against",
            include_str!("../locales/en/against.json"),
            include_str!("../locales/zh-CN/against.json"),
        ),
        (
            "machine",
            include_str!("../locales/en/machine.json"),
            include_str!("../locales/zh-CN/machine.json"),
        ),
        (
            "report",
            include_str!("../locales/en/report.json"),
            include_str!("../locales/zh-CN/report.json"),
        ),
        (
            "editing",
            include_str!("../locales/en/editing.json"),
            include_str!("../locales/zh-CN/editing.json"),
        ),
        (
            "keeping",
            include_str!("../locales/en/keeping.json"),
            include_str!("../locales/zh-CN/keeping.json"),
        ),
        (
            "sources",
            include_str!("../locales/en/sources.json"),
            include_str!("../locales/zh-CN/sources.json"),
        ),
        (
            "keep",
            include_str!("../locales/en/keep.json"),
            include_str!("../locales/zh-CN/keep.json"),
        ),
    ];

    /// `{{ name }}` of a text.
    fn holes(text: &Value) -> BTreeSet<String> {
        let text = text.as_str().unwrap();
        text.split("{{")
            .skip(1)
            .filter_map(|part| part.split("}}").next())
            .map(|name| name.trim().to_owned())
            .collect()
    }

    /// Words on `s` behind a 1 that count nothing: verbs, and units.
    const NO_COUNTS: [&str; 18] = [
        "needs", "computes", "is", "was", "has", "does", "this", "its", "asks", "serves", "leads",
        "adds", "belongs", "deletes", "affords", "invites", "holds", "waits",
    ];

    /// Words that stand between a number and what it counts.
    const BETWEEN: [&str; 15] = [
        "dated",
        "current",
        "stale",
        "more",
        "ranked",
        "spot",
        "part",
        "price",
        "exchange",
        "known",
        "coding",
        "GPU",
        "on-demand",
        "whole-card",
        "KV",
    ];

    /// A number behind a word such as "report" counts nothing.
    const NUMBERS: [(&str, &str); 1] = [("keeping", "from_report")];

    /// What a "1" of a text counts, where that is a plural.
    fn plural_of_one(text: &str) -> Option<String> {
        let words: Vec<&str> = text.split(' ').collect();
        let is_plural = |word: &str| {
            let word = word.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
            let is_verb = word == "are" || word == "have";
            // A unit such as "tokens/s" has one form.
            let is_word = word.len() > 3 && !word.contains('/');
            let is_noun = is_word && word.ends_with('s') && !word.ends_with("ss");
            is_verb || is_noun && word != "Mbps" && !NO_COUNTS.contains(&word)
        };
        words.windows(3).find_map(|three| {
            let is_one = three[0].trim_start_matches(['(', '“']) == "1";
            let counted = if BETWEEN.contains(&three[1]) {
                three[2]
            } else {
                three[1]
            };
            (is_one && is_plural(counted)).then(|| three.join(" "))
        })
    }

    #[test]
    fn no_english_text_counts_one_thing_in_the_plural() {
        let mut wrong = Vec::new();
        for (name, en, zh) in NAMESPACES {
            let (en, zh): (Map<String, Value>, Map<String, Value>) = (
                serde_json::from_str(en).unwrap(),
                serde_json::from_str(zh).unwrap(),
            );
            for (key, text) in &en {
                let mut one = text.as_str().unwrap().to_owned();
                for hole in holes(text) {
                    one = one.replace(&format!("{{{{ {hole} }}}}"), "1");
                }
                // The blank gives a text that ends with its count two words to look at.
                let one = format!("{} ", one.counted());
                assert!(
                    !one.contains("[[") && !one.contains("]]"),
                    "{name}.{key}: {one}"
                );
                let found =
                    plural_of_one(&one).filter(|_| !NUMBERS.contains(&(name, key.as_str())));
                wrong.extend(found.map(|words| format!("{name}.{key}: {words}")));
            }
            for (key, text) in &zh {
                assert!(!text.as_str().unwrap().contains("[["), "{name}.{key}");
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn both_languages_have_the_same_keys_holes_and_no_empty_text() {
        for (name, en, zh) in NAMESPACES {
            let (en, zh): (Map<String, Value>, Map<String, Value>) = (
                serde_json::from_str(en).unwrap(),
                serde_json::from_str(zh).unwrap(),
            );
            let keys = |map: &Map<String, Value>| map.keys().cloned().collect::<BTreeSet<_>>();
            assert_eq!(keys(&en), keys(&zh), "{name}");
            for (key, text) in &en {
                assert_eq!(holes(text), holes(&zh[key]), "{name}.{key}");
                assert!(
                    !text.as_str().unwrap().trim().is_empty()
                        && !zh[key].as_str().unwrap().trim().is_empty(),
                    "{name}.{key}"
                );
            }
        }
    }
}

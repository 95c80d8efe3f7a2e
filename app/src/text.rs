//! The two languages. Keys are typed; every page takes its words from here.
use domain::units::Currency;

include!(concat!(env!("OUT_DIR"), "/i18n/mod.rs"));
pub use i18n::*;
pub use leptos_i18n::{td, td_string};

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
    use serde_json::{Map, Value};
    use std::collections::BTreeSet;

    const NAMESPACES: [(&str, &str, &str); 19] = [
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

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
        if self.is_zh() { Locale::en } else { Locale::zh_CN }
    }

    /// The currency that prices are converted to when none was chosen.
    fn home_currency(self) -> Currency {
        if self.is_zh() { Currency::CNY } else { Currency::USD }
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

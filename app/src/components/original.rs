//! Free text as its source wrote it: quoted, never translated, and marked where its language is not the page's.
use crate::text::{Locale, LocaleExt, td_string};
use leptos::prelude::*;

/// The language that a text is in, by its script.
pub fn language(text: &str) -> Locale {
    let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    // A word in the other script is a quotation; a text in Chinese has Han all through it.
    let (han, all) = text.chars().fold((0, 0), |(han, all), c| {
        (
            han + usize::from(is_han(c)),
            all + usize::from(c.is_alphabetic()),
        )
    });
    if han * 4 > all {
        Locale::zh_CN
    } else {
        Locale::en
    }
}

/// The words that mark a text in the other language; `None` where it is in the page's own.
pub fn mark(locale: Locale, text: &str) -> Option<&'static str> {
    (language(text) != locale).then(|| td_string!(locale, common.original))
}

/// The text with its language, and behind it the mark.
pub fn original(locale: Locale, text: &str) -> AnyView {
    let mark =
        mark(locale, text).map(|words| view! { " "<span class="xs dim orig">{words}</span> });
    view! { <span lang=language(text).tag()>{text.to_owned()}</span>{mark} }.into_any()
}

#[cfg(test)]
mod tests {
    use super::{language, mark};
    use crate::text::Locale;

    #[test]
    fn a_text_is_marked_where_it_is_not_in_the_language_of_the_page() {
        let english = "notification when a GPU is free (订阅GPU通知)";
        assert_eq!(language(english), Locale::en);
        assert!(mark(Locale::zh_CN, english).is_some() && mark(Locale::en, english).is_none());
        let chinese = "关机 15 天后释放，RTX 4090 除外";
        assert_eq!(language(chinese), Locale::zh_CN);
        assert!(mark(Locale::en, chinese).is_some() && mark(Locale::zh_CN, chinese).is_none());
        assert_eq!(language("/root/autodl-tmp"), Locale::en);
    }
}

//! Regions, countries and states by name: a fixed vocabulary, so Chinese pages say 日本 where a platform says "Japan, JP".
//! The codes that platforms make up for their own data centres (`ap-northeast-1`, `FIN-03`) stay as they are.
use super::{Locale, LocaleExt};
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../locales/places.csv");

struct Place {
    /// Two letters of a country; empty for states and continents.
    code: &'static str,
    en: &'static str,
    zh: &'static str,
}

impl Place {
    fn name(&self, locale: Locale) -> &'static str {
        if locale.is_zh() { self.zh } else { self.en }
    }
}

static PLACES: LazyLock<Vec<Place>> = LazyLock::new(|| {
    let rows = TABLE.lines().skip(1).filter_map(|line| {
        let mut cells = line.split(',');
        Some(Place {
            code: cells.next()?,
            en: cells.next()?,
            zh: cells.next()?,
        })
    });
    rows.collect()
});

/// A country's name from its two letters.
pub fn country(locale: Locale, code: &str) -> Option<&'static str> {
    let is_code = code.len() == 2;
    let mut places = PLACES.iter();
    let place = places.find(|place| is_code && place.code == code)?;
    Some(place.name(locale))
}

fn named(locale: Locale, name: &str) -> Option<&'static str> {
    let name = name.strip_prefix("The ").unwrap_or(name);
    let mut places = PLACES.iter();
    Some(places.find(|place| place.en == name)?.name(locale))
}

/// A region as a source writes it, in the words of the page: `Alberta, CA` is 加拿大 阿尔伯塔 or "Alberta, Canada".
pub fn region(locale: Locale, text: &str) -> String {
    if let Some(name) = country(locale, text).or_else(|| named(locale, text)) {
        return name.to_owned();
    }
    let parts = text.rsplit_once(", ");
    let Some((place, land)) = parts.and_then(|(place, code)| Some((place, country(locale, code)?)))
    else {
        return text.to_owned();
    };
    let place = named(locale, place).unwrap_or(place);
    match (place == land, locale.is_zh()) {
        (true, _) => land.to_owned(),
        (false, true) => format!("{land} {place}"),
        (false, false) => format!("{place}, {land}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{PLACES, country, region};
    use crate::text::Locale;

    #[test]
    fn a_place_is_named_in_the_language_of_the_page() {
        for (text, zh, en) in [
            ("Japan, JP", "日本", "Japan"),
            ("The Netherlands, NL", "荷兰", "Netherlands"),
            ("United Kingdom, GB", "英国", "United Kingdom"),
            ("Alberta, CA", "加拿大 阿尔伯塔", "Alberta, Canada"),
            ("US", "美国", "United States"),
            ("North America", "北美", "North America"),
        ] {
            assert_eq!(region(Locale::zh_CN, text), zh);
            assert_eq!(region(Locale::en, text), en);
        }
    }

    #[test]
    fn what_is_no_known_place_stays_as_it_was_written() {
        for text in [
            "ap-northeast-1",
            "FIN-03",
            "PAR2/WAW2",
            "西北B区",
            "default",
            "XX",
            "",
        ] {
            assert_eq!(region(Locale::zh_CN, text), text);
            assert_eq!(region(Locale::en, text), text);
        }
        let half_known = region(Locale::zh_CN, "Somewhere, DE");
        assert_eq!(half_known, "德国 Somewhere");
    }

    #[test]
    fn every_row_is_whole_and_names_something_of_its_own() {
        for (index, place) in PLACES.iter().enumerate() {
            assert!(!place.en.is_empty() && !place.zh.is_empty(), "row {index}");
            let same = PLACES.iter().filter(|other| other.en == place.en);
            assert_eq!(same.count(), 1, "{}", place.en);
        }
        assert_eq!(country(Locale::zh_CN, "FI"), Some("芬兰"));
        assert_eq!(country(Locale::en, ""), None);
    }
}

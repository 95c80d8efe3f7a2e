//! What a visitor adds to the catalogue's prices: quotes in front of them, and discounts that they personally have.
//!
//! Both are part of the address, billed with the rest, and never stored in the catalogue.
use crate::units::{Currency, Decimal};
use serde::{Deserialize, Serialize};

/// Most quotes of one's own in a plan.
pub const MOST_OWN: usize = 5;
/// Most platforms with a discount of one's own.
pub const MOST_DISCOUNTS: usize = 10;
/// The word for a platform that the catalogue does not know.
pub const OTHER: &str = "other";

/// A price in front of the visitor, for the card and count of the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnQuote {
    /// Platform's slug, or [`OTHER`].
    pub platform: String,
    /// Price of the whole machine an hour.
    pub hour: Decimal,
    /// Currency of all its prices.
    pub currency: Currency,
    /// Billing increment in seconds; `None` = not known.
    pub increment_s: Option<u32>,
    /// Disk price per GB-month; `None` = not known.
    pub storage: Option<Decimal>,
    /// Price of a day, a week and a month of 30 days, where they are offered.
    pub terms: [Option<Decimal>; 3],
}

/// Days of the three prepaid terms of an [`OwnQuote`].
pub const TERM_DAYS: [u32; 3] = [1, 7, 30];

/// Percent off a platform's compute prices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discount {
    /// Platform's slug.
    pub platform: String,
    /// Percent, above 0 and at most 100.
    pub percent: Decimal,
}

/// The fields of a quote in the order of its short form; also the ends of the form's field names.
const FIELDS: [&str; 8] = [
    "platform",
    "hour",
    "currency",
    "increment",
    "storage",
    "day",
    "week",
    "month",
];

/// Short forms, each with the field that a refusal names.
pub(super) type Short = Vec<(String, String)>;

/// Rows of the form under way: fields that are sent one by one, such as `own1_hour`.
#[derive(Default)]
pub(super) struct Rows {
    own: Vec<(u8, [String; 8])>,
    off: Vec<(u8, [String; 2])>,
}

impl Rows {
    /// Takes a field such as `own1_hour` or `off2_percent`; false when `name` is none.
    pub fn take(&mut self, name: &str, value: &str) -> bool {
        let Some((head, field)) = name.split_once('_') else {
            return false;
        };
        let number = |word: &str| head.strip_prefix(word)?.parse::<u8>().ok();
        if let Some((row, place)) =
            number("own").zip(FIELDS.iter().position(|known| *known == field))
        {
            slot(&mut self.own, row)[place] = value.to_owned();
            return true;
        }
        let place = ["platform", "percent"]
            .iter()
            .position(|known| *known == field);
        if let Some((row, place)) = number("off").zip(place) {
            slot(&mut self.off, row)[place] = value.to_owned();
            return true;
        }
        false
    }

    /// Short forms of the rows that are filled in: a quote needs a price, a discount a percentage.
    pub fn short(self) -> (Short, Short) {
        let own = self.own.into_iter().filter(|(_, row)| !row[1].is_empty());
        let off = self.off.into_iter().filter(|(_, row)| !row[1].is_empty());
        (
            own.map(|(n, row)| (format!("own{n}_hour"), row.join("~")))
                .collect(),
            off.map(|(n, row)| (format!("off{n}_percent"), row.join("~")))
                .collect(),
        )
    }
}

fn slot<const N: usize>(rows: &mut Vec<(u8, [String; N])>, number: u8) -> &mut [String; N] {
    let place = match rows.iter().position(|(known, _)| *known == number) {
        Some(place) => place,
        None => {
            rows.push((number, std::array::from_fn(|_| String::new())));
            rows.len() - 1
        }
    };
    &mut rows[place].1
}

fn price(text: &str) -> Option<Option<Decimal>> {
    if text.is_empty() {
        return Some(None);
    }
    let amount: Decimal = text.parse().ok()?;
    (!amount.is_negative() && amount <= Decimal::from_int(1_000_000)).then_some(Some(amount))
}

impl OwnQuote {
    /// From its short form, such as `autodl~1.85~CNY~1~0.3`; what is left out at the end is not known.
    ///
    /// Gives: `None` for a form that cannot be read.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('~').map(str::trim);
        let mut next = || parts.next().unwrap_or_default();
        let platform = next();
        let (hour, currency) = (price(next())??, next());
        let increment_s = match next() {
            "" => None,
            text => Some(text.parse().ok().filter(|s| (1..=86_400).contains(s))?),
        };
        let storage = price(next())?;
        let terms = [price(next())?, price(next())?, price(next())?];
        let quote = Self {
            platform: if platform.is_empty() { OTHER } else { platform }
                .chars()
                .take(80)
                .collect(),
            hour,
            currency: if currency.is_empty() {
                Currency::CNY
            } else {
                currency.parse().ok()?
            },
            increment_s,
            storage,
            terms,
        };
        parts.next().is_none().then_some(quote)
    }
}

impl std::fmt::Display for OwnQuote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let amount = |price: Option<Decimal>| price.map(|p| p.to_string()).unwrap_or_default();
        let step = self.increment_s.map(|s| s.to_string()).unwrap_or_default();
        let [day, week, month] = self.terms.map(amount);
        let text = [
            self.platform.clone(),
            self.hour.to_string(),
            self.currency.to_string(),
            step,
            amount(self.storage),
            day,
            week,
            month,
        ]
        .join("~");
        f.write_str(text.trim_end_matches('~'))
    }
}

impl Discount {
    /// From `autodl~5`. Gives: `None` for what cannot be read.
    pub fn read(text: &str) -> Option<Self> {
        let (platform, percent) = text.split_once('~')?;
        let percent: Decimal = percent.trim().parse().ok()?;
        let sound =
            !platform.is_empty() && percent > Decimal::ZERO && percent <= Decimal::from_int(100);
        sound.then(|| Self {
            platform: platform.chars().take(80).collect(),
            percent,
        })
    }
}

impl std::fmt::Display for Discount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}~{}", self.platform, self.percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_comes_back_from_its_short_form() {
        for text in [
            "autodl~1.85~CNY",
            "other~0.34~USD~60",
            "runpod~0.69~USD~1~0.1~~~310",
            "other~2~EUR~~~~20",
        ] {
            assert_eq!(
                OwnQuote::read(text).map(|q| q.to_string()).as_deref(),
                Some(text)
            );
        }
        for text in [
            "",
            "autodl",
            "autodl~-1~CNY",
            "a~1~yuan",
            "a~1~CNY~0",
            "a~1~CNY~1~1~1~1~1~1",
        ] {
            assert_eq!(OwnQuote::read(text), None, "{text}");
        }
        assert_eq!(
            Discount::read("autodl~5").map(|d| d.to_string()).as_deref(),
            Some("autodl~5")
        );
        for text in ["autodl", "autodl~0", "autodl~101", "~5"] {
            assert_eq!(Discount::read(text), None, "{text}");
        }
    }
}

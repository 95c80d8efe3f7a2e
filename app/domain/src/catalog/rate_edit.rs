//! An exchange rate by hand: what the form's fields said, checked. Pure.
use super::draft::{FieldError, Problem, is_web_address};
use crate::units::{Currency, Decimal, FxRate};
use chrono::NaiveDate;

/// Every field of the form, in order.
pub const FIELDS: [&str; 6] = ["base", "quote", "rate", "date", "source", "note"];

/// What the form's fields hold, as text, in the order of [`FIELDS`]; `""` = empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RateTyped([String; 6]);

impl RateTyped {
    /// What a request sent.
    pub fn of_pairs(pairs: &[(String, String)]) -> Self {
        Self(FIELDS.map(|field| {
            let sent = pairs.iter().find(|(name, _)| name == field);
            sent.map(|(_, value)| value.trim().to_owned())
                .unwrap_or_default()
        }))
    }

    /// A field's text.
    pub fn get(&self, field: &str) -> &str {
        let place = FIELDS.iter().position(|name| *name == field);
        place.map_or("", |place| &self.0[place])
    }
}

/// Checks a rate. Gives every wrong field at once, in the form's order.
pub fn check(typed: &RateTyped, today: NaiveDate) -> Result<FxRate, Vec<FieldError>> {
    let mut errors = Vec::new();
    let mut fail = |field: &str, problem: Problem| {
        errors.push(FieldError {
            field: field.to_owned(),
            value: typed.get(field).chars().take(80).collect(),
            problem,
        });
    };
    let code = |field: &str| typed.get(field).parse::<Currency>().ok();
    let (base, quote) = (code("base"), code("quote"));
    if base.is_none() {
        fail("base", Problem::NotAWord);
    }
    if quote.is_none() || quote == base {
        fail("quote", Problem::NotAWord);
    }
    let rate = typed.get("rate").parse::<Decimal>().ok();
    match rate {
        None if typed.get("rate").is_empty() => fail("rate", Problem::Missing),
        None => fail("rate", Problem::NotANumber),
        Some(rate) if rate.is_negative() || rate.is_zero() => fail("rate", Problem::NotPositive),
        Some(_) => {}
    }
    let date = typed.get("date").parse::<NaiveDate>().ok();
    match date {
        None if typed.get("date").is_empty() => fail("date", Problem::Missing),
        None => fail("date", Problem::BadDate),
        Some(date) if date > today => fail("date", Problem::FutureDate),
        Some(_) => {}
    }
    let source = typed.get("source");
    if source.is_empty() {
        fail("source", Problem::Missing);
    } else if !is_web_address(source) {
        fail("source", Problem::BadAddress);
    }
    let note = typed.get("note");
    if note.chars().count() > 500 {
        fail("note", Problem::TooLong);
    }
    match (base, quote, rate, date) {
        (Some(base), Some(quote), Some(rate), Some(date)) if errors.is_empty() => Ok(FxRate {
            base,
            quote,
            rate,
            date,
            source: source.to_owned(),
            note: note.to_owned(),
            hops: 1,
        }),
        _ => Err(errors),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(changes: &[(&str, &str)]) -> RateTyped {
        let stated = [
            ("base", "USD"),
            ("quote", "CNY"),
            ("rate", "7.10"),
            ("date", "2026-11-29"),
            ("source", "https://bank.example.com/rates"),
        ];
        let pairs: Vec<(String, String)> = changes
            .iter()
            .chain(&stated)
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        RateTyped::of_pairs(&pairs)
    }

    fn problems(changes: &[(&str, &str)]) -> Vec<(String, Problem)> {
        let checked = check(&typed(changes), "2026-11-30".parse().unwrap());
        let errors = checked.err().unwrap_or_default();
        errors.into_iter().map(|e| (e.field, e.problem)).collect()
    }

    #[test]
    fn a_rate_is_a_pair_a_number_a_day_and_a_source() {
        let rate = check(&typed(&[]), "2026-11-30".parse().unwrap()).unwrap();
        assert_eq!((rate.base, rate.quote), (Currency::USD, Currency::CNY));
        assert_eq!((rate.rate.to_string(), rate.hops), ("7.1".to_owned(), 1));
        let wrong = [
            ("quote", "USD"),
            ("rate", "0"),
            ("date", "2026-12-01"),
            ("source", "a bank"),
        ];
        let expected = [
            ("quote", Problem::NotAWord),
            ("rate", Problem::NotPositive),
            ("date", Problem::FutureDate),
            ("source", Problem::BadAddress),
        ];
        assert_eq!(
            problems(&wrong),
            expected.map(|(field, p)| (field.to_owned(), p))
        );
        assert_eq!(problems(&[("rate", "seven")])[0].1, Problem::NotANumber);
    }
}

//! A visitor's report that something shown is wrong: what was typed, checked, and what becomes of it.
use super::kinds::words;
use crate::units::{Decimal, day_of_text};
use chrono::NaiveDate;

words! {
    /// What a report is about.
    About {
        /// The amount.
        Price = "price",
        /// It is no longer offered.
        Gone = "gone",
        /// What is included.
        Contents = "contents",
        /// A billing rule or another fact.
        Rules = "rules",
        /// Something else.
        Other = "other",
    }
}

words! {
    /// What became of a report.
    Status {
        /// Nobody has looked yet.
        Open = "open",
        /// An editor acted on it.
        Done = "done",
        /// An editor did not.
        Rejected = "rejected",
    }
}

words! {
    /// A field of the form.
    Field {
        /// What it is about.
        About = "about",
        /// What is right.
        Value = "value",
        /// The page that says so.
        Evidence = "evidence",
        /// The day it was read.
        SeenOn = "seen_on",
        /// Anything else.
        Remark = "remark",
    }
}

/// Why a field cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Nothing was entered.
    Missing,
    /// No amount above zero, such as 1.98.
    NotAnAmount,
    /// No address that begins with http:// or https://.
    NotAnAddress,
    /// No day such as 2026-11-30.
    NotADay,
    /// A day after today.
    InTheFuture,
    /// Longer than the field takes.
    TooLong,
    /// None of the answers offered.
    NotAWord,
}

/// The form as it was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    /// Word of [`About`].
    pub about: String,
    /// What is right.
    pub value: String,
    /// The page that says so.
    pub evidence: String,
    /// The day it was read.
    pub seen_on: String,
    /// Anything else; may be empty.
    pub remark: String,
}

/// The form, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What it is about.
    pub about: About,
    /// What is right; empty only for an offer that is gone.
    pub value: String,
    /// An address of at most 500 characters.
    pub evidence: String,
    /// Today or earlier.
    pub seen_on: NaiveDate,
    /// At most 1000 characters.
    pub remark: String,
}

/// Checks a form on `today`. Errors: every field at fault, in the form's order.
pub fn check(typed: &Typed, today: NaiveDate) -> Result<Checked, Vec<(Field, Flaw)>> {
    let mut flaws = Vec::new();
    let mut keep = |field: Field, flaw: Option<Flaw>| flaws.extend(flaw.map(|flaw| (field, flaw)));
    let about = About::from_word(&typed.about);
    keep(Field::About, about.is_none().then_some(Flaw::NotAWord));
    keep(Field::Value, flaw_of_value(about, &typed.value));
    keep(Field::Evidence, flaw_of_address(&typed.evidence));
    let day = day_of_text(typed.seen_on.trim());
    let flaw = match day {
        _ if typed.seen_on.trim().is_empty() => Some(Flaw::Missing),
        None => Some(Flaw::NotADay),
        Some(day) => (day > today).then_some(Flaw::InTheFuture),
    };
    keep(Field::SeenOn, flaw);
    let is_long = typed.remark.chars().count() > 1000;
    keep(Field::Remark, is_long.then_some(Flaw::TooLong));
    match (about, day) {
        (Some(about), Some(seen_on)) if flaws.is_empty() => Ok(Checked {
            about,
            value: typed.value.trim().to_owned(),
            evidence: typed.evidence.trim().to_owned(),
            seen_on,
            remark: typed.remark.trim().to_owned(),
        }),
        _ => Err(flaws),
    }
}

fn flaw_of_value(about: Option<About>, value: &str) -> Option<Flaw> {
    let value = value.trim();
    if value.chars().count() > 500 {
        return Some(Flaw::TooLong);
    }
    match about {
        Some(About::Gone) => None,
        _ if value.is_empty() => Some(Flaw::Missing),
        Some(About::Price) => {
            let is_amount = value
                .parse::<Decimal>()
                .is_ok_and(|amount| amount > Decimal::ZERO);
            (!is_amount).then_some(Flaw::NotAnAmount)
        }
        _ => None,
    }
}

fn flaw_of_address(address: &str) -> Option<Flaw> {
    let address = address.trim();
    if address.is_empty() {
        return Some(Flaw::Missing);
    }
    if address.chars().count() > 500 {
        return Some(Flaw::TooLong);
    }
    let rest = ["https://", "http://"]
        .iter()
        .find_map(|scheme| address.strip_prefix(scheme));
    let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next());
    let is_address = host.is_some_and(|host| host.contains('.') && !host.starts_with('.'))
        && !address.contains(|c: char| c.is_whitespace() || c.is_control());
    (!is_address).then_some(Flaw::NotAnAddress)
}

/// What a report speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A price plan, by its number.
    Offer(i64),
    /// A platform, and one of its facts by its word.
    Platform {
        /// Its slug.
        slug: String,
        /// The fact; `None` = the platform as a whole.
        fact: Option<String>,
    },
}

/// A report as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Its number.
    pub id: i64,
    /// What it speaks of.
    pub target: Target,
    /// What the page showed, in words.
    pub shown: String,
    /// What the visitor says.
    pub said: Checked,
    /// What became of it.
    pub status: Status,
    /// RFC 3339, UTC.
    pub created_at: String,
    /// Editor who closed it.
    pub closed_by: Option<String>,
    /// The revision that it led to.
    pub applied: Option<i64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed() -> Typed {
        Typed {
            about: "price".into(),
            value: " 1.98 ".into(),
            evidence: "https://example.org/prices".into(),
            seen_on: "2026-11-30".into(),
            remark: String::new(),
        }
    }

    fn flaws(change: impl FnOnce(&mut Typed)) -> Vec<(Field, Flaw)> {
        let mut typed = typed();
        change(&mut typed);
        check(&typed, "2026-11-30".parse().unwrap()).unwrap_err()
    }

    #[test]
    fn b26_a_report_needs_a_value_evidence_and_a_day_that_has_been() {
        let checked = check(&typed(), "2026-11-30".parse().unwrap()).unwrap();
        assert_eq!(checked.value, "1.98");
        assert_eq!(
            flaws(|t| *t = Typed::default()),
            [
                (Field::About, Flaw::NotAWord),
                (Field::Value, Flaw::Missing),
                (Field::Evidence, Flaw::Missing),
                (Field::SeenOn, Flaw::Missing)
            ]
        );
        assert_eq!(
            flaws(|t| t.seen_on = "2026-12-01".into()),
            [(Field::SeenOn, Flaw::InTheFuture)]
        );
        assert_eq!(
            flaws(|t| t.seen_on = "yesterday".into()),
            [(Field::SeenOn, Flaw::NotADay)]
        );
        for bad in [
            "javascript:alert(1)",
            "example.org",
            "https://a b.org",
            "https://x",
        ] {
            let found = flaws(|t| t.evidence = bad.into());
            assert_eq!(found, [(Field::Evidence, Flaw::NotAnAddress)], "{bad}");
        }
        for bad in ["about two", "0", "-1", "1,98"] {
            let found = flaws(|t| t.value = bad.into());
            assert_eq!(found, [(Field::Value, Flaw::NotAnAmount)], "{bad}");
        }
        assert_eq!(
            flaws(|t| t.remark = "x".repeat(1001)),
            [(Field::Remark, Flaw::TooLong)]
        );
    }

    #[test]
    fn an_offer_that_is_gone_has_no_value_and_words_are_values_elsewhere() {
        let today = "2026-11-30".parse().unwrap();
        for (about, value) in [
            ("gone", ""),
            ("contents", "16 vCPU"),
            ("rules", "per second"),
        ] {
            let typed = Typed {
                about: about.into(),
                value: value.into(),
                ..typed()
            };
            assert!(check(&typed, today).is_ok(), "{about}");
        }
    }
}

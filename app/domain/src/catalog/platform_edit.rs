//! An edit of a platform by hand: who it is and every rule of it, each with its evidence. Pure.
use super::draft::{self, FieldError, Problem};
use super::facts::FactShape;
use super::fields::Fields;
use super::revision::Change;
use super::{Fact, FactKey, FactSource, Learnt, Observed, Platform};
use crate::units::{Currency, Decimal};
use chrono::NaiveDate;

/// Fields that say who the platform is, in the form's order.
pub const IDENTITY: [&str; 7] = [
    "name", "name_zh", "homepage", "country", "currency", "docs_url", "note",
];

/// What a fact's evidence is made of: each is a field of its own, see [`part`].
pub const EVIDENCE: [&str; 4] = ["learnt", "url", "date", "quote"];

/// Longest remark and longest quote, in characters.
const MOST_NOTE: usize = 4000;
const MOST_QUOTE: usize = 500;

/// The field of one part of a fact's evidence, such as `url_nvlink`.
pub fn part(part: &str, key: FactKey) -> String {
    format!("{part}_{}", key.word())
}

/// Every field of the form, in order.
pub fn fields() -> impl Iterator<Item = String> {
    let facts = FactKey::ALL.iter().flat_map(|key| {
        let evidence = EVIDENCE.iter().map(|name| part(name, *key));
        std::iter::once(key.word().to_owned()).chain(evidence)
    });
    IDENTITY.iter().map(|name| (*name).to_owned()).chain(facts)
}

/// The fact that a field belongs to; `None` for a field of the platform itself.
pub fn fact_of(field: &str) -> Option<FactKey> {
    FactKey::from_word(field).or_else(|| {
        let (name, word) = field.split_once('_')?;
        EVIDENCE.contains(&name).then(|| FactKey::from_word(word))?
    })
}

/// The fields of the form, with the platform as it stands.
///
/// An address is shown only where it states just this fact: of several that were read, none can be repeated as the one.
pub fn fields_of(platform: &Platform) -> Fields {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let currency = platform.currency.map(|currency| currency.code().to_owned());
    let identity = [
        platform.name.clone(),
        text(&platform.name_zh),
        text(&platform.homepage),
        text(&platform.country),
        currency.unwrap_or_default(),
        text(&platform.docs_url),
        platform.note.clone(),
    ];
    let identity = IDENTITY.iter().map(|name| (*name).to_owned()).zip(identity);
    let mut fields: Vec<(String, String)> = identity.collect();
    for key in FactKey::ALL {
        let fact = platform.facts.get(*key);
        let value = fact.and_then(|fact| fact.value.clone());
        let evidence = EVIDENCE.map(|name| {
            let shown = fact.and_then(|fact| match name {
                "learnt" => fact.learnt.map(|learnt| learnt.word().to_owned()),
                "url" => exact(fact).map(str::to_owned),
                "date" => fact.observed.map(Observed::text),
                _ => fact.quote.clone(),
            });
            (part(name, *key), shown.unwrap_or_default())
        });
        fields.push((key.word().to_owned(), value.unwrap_or_default()));
        fields.extend(evidence);
    }
    Fields::new(fields)
}

/// Whether a fact or its evidence is another one in `other`.
fn differs(fields: &Fields, other: &Fields, key: FactKey) -> bool {
    let evidence = EVIDENCE.iter().map(|name| part(name, key));
    std::iter::once(key.word().to_owned())
        .chain(evidence)
        .any(|field| fields.get(&field) != other.get(&field))
}

fn exact(fact: &Fact) -> Option<&str> {
    let source = fact.sources.iter().find(|source| source.exact)?;
    Some(&source.url)
}

/// Who the platform is, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // as in `Platform`
pub struct Identity {
    pub name: String,
    pub name_zh: Option<String>,
    pub homepage: Option<String>,
    pub country: Option<String>,
    pub currency: Option<Currency>,
    pub docs_url: Option<String>,
    pub note: String,
}

/// A checked edit, not yet stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformEdit {
    /// The platform as it will be.
    pub identity: Identity,
    /// Facts that change, each as it will be.
    pub facts: Vec<(FactKey, Fact)>,
    /// Every field that changes, in the form's order; empty = nothing does.
    pub changes: Vec<Change>,
}

struct Checker<'a> {
    typed: &'a Fields,
    errors: Vec<FieldError>,
}

impl Checker<'_> {
    fn fail(&mut self, field: &str, problem: Problem) {
        self.errors.push(FieldError {
            field: field.to_owned(),
            value: self.typed.get(field).chars().take(80).collect(),
            problem,
        });
    }

    fn text(&mut self, field: &str, most: usize) -> Option<String> {
        let value = self.typed.get(field);
        if value.chars().count() > most {
            self.fail(field, Problem::TooLong);
        }
        (!value.is_empty()).then(|| value.to_owned())
    }

    fn address(&mut self, field: &str) -> Option<String> {
        let value = self.text(field, 600)?;
        if !draft::is_web_address(&value) {
            self.fail(field, Problem::BadAddress);
        }
        Some(value)
    }
}

/// Checks an edit of `platform`. Gives every wrong field at once, in the form's order.
pub fn check(
    typed: &Fields,
    platform: &Platform,
    today: NaiveDate,
) -> Result<PlatformEdit, Vec<FieldError>> {
    let now = fields_of(platform);
    let mut c = Checker {
        typed,
        errors: Vec::new(),
    };
    let identity = identity(&mut c);
    let mut facts = Vec::new();
    for key in FactKey::ALL
        .iter()
        .filter(|key| differs(typed, &now, **key))
    {
        facts.push((
            *key,
            fact(&mut c, &now, platform.facts.get(*key), *key, today),
        ));
    }
    if !c.errors.is_empty() {
        return Err(c.errors);
    }
    Ok(PlatformEdit {
        identity,
        facts,
        changes: now.changes_to(typed),
    })
}

/// Who the platform of a form is, and every fault of that.
pub(super) fn identity_of(typed: &Fields) -> (Identity, Vec<FieldError>) {
    let mut checker = Checker {
        typed,
        errors: Vec::new(),
    };
    (identity(&mut checker), checker.errors)
}

fn identity(c: &mut Checker<'_>) -> Identity {
    let name = c.text("name", 120);
    if name.is_none() {
        c.fail("name", Problem::Missing);
    }
    let name_zh = c.text("name_zh", 120);
    let homepage = c.address("homepage");
    let country = c.text("country", 40);
    let is_code = |code: &String| code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase());
    if country.as_ref().is_some_and(|code| !is_code(code)) {
        c.fail("country", Problem::NotAWord);
    }
    let currency = c.text("currency", 40);
    let parsed = currency.as_ref().and_then(|code| code.parse().ok());
    if currency.is_some() && parsed.is_none() {
        c.fail("currency", Problem::NotAWord);
    }
    Identity {
        name: name.unwrap_or_default(),
        name_zh,
        homepage,
        country,
        currency: parsed,
        docs_url: c.address("docs_url"),
        note: c.text("note", MOST_NOTE).unwrap_or_default(),
    }
}

/// One fact that somebody changed.
///
/// A value says how it was learnt, when, and where; what was tried out or told has no address that others can open, so
/// that a quote of it may stand in its place. Without a value it is "looked for, not found", on a day.
fn fact(
    c: &mut Checker<'_>,
    now: &Fields,
    stored: Option<&Fact>,
    key: FactKey,
    today: NaiveDate,
) -> Fact {
    let [learnt_field, url_field, date_field, quote_field] = EVIDENCE.map(|name| part(name, key));
    let typed = c.typed;
    let value = value(c, key);
    let learnt = Learnt::from_word(typed.get(&learnt_field));
    if learnt.is_none() && !typed.get(&learnt_field).is_empty() {
        c.fail(&learnt_field, Problem::NotAWord);
    }
    let url = c.address(&url_field);
    let quote = c.text(&quote_field, MOST_QUOTE);
    let observed = observed(c, &date_field, today);
    let changed = |field: &str| typed.get(field) != now.get(field);
    let same_evidence = ![&date_field, &url_field, &quote_field]
        .iter()
        .any(|field| changed(field));
    if changed(key.word()) && same_evidence && observed.is_some() {
        // The evidence that stands there is that of the earlier value.
        c.fail(&date_field, Problem::OldEvidence);
    } else if value.is_some() {
        if learnt.is_none() && typed.get(&learnt_field).is_empty() {
            c.fail(&learnt_field, Problem::Missing);
        }
        let by_word = matches!(learnt, Some(Learnt::Tested | Learnt::Support));
        if url.is_none() && !(by_word && quote.is_some()) {
            c.fail(&url_field, Problem::Missing);
        }
    }
    let kept = stored.filter(|_| !changed(&url_field) && url.is_none());
    let sources = match (url, kept) {
        (Some(url), _) => vec![FactSource { url, exact: true }],
        // Looked for again in the same places.
        (None, Some(stored)) if value.is_none() => stored.sources.clone(),
        (None, _) => Vec::new(),
    };
    Fact {
        value,
        observed,
        quote,
        sources,
        learnt,
    }
}

fn value(c: &mut Checker<'_>, key: FactKey) -> Option<String> {
    let text = c.typed.get(key.word());
    if text.is_empty() {
        return None;
    }
    if !key.admits(text) {
        c.fail(
            key.word(),
            match key.shape() {
                FactShape::Whole | FactShape::Amount => Problem::NotANumber,
                FactShape::Text => Problem::TooLong,
                _ => Problem::NotAWord,
            },
        );
    }
    // Numbers in their shortest form, as everywhere.
    let number = matches!(key.shape(), FactShape::Amount)
        .then(|| text.parse::<Decimal>().ok())
        .flatten();
    Some(number.map_or_else(|| text.to_owned(), |number| number.to_string()))
}

fn observed(c: &mut Checker<'_>, field: &str, today: NaiveDate) -> Option<Observed> {
    let text = c.typed.get(field);
    if text.is_empty() {
        c.fail(field, Problem::Missing);
        return None;
    }
    let Some(observed) = Observed::parse(text) else {
        c.fail(field, Problem::BadDate);
        return None;
    };
    if observed.date > today {
        c.fail(field, Problem::FutureDate);
    }
    Some(observed)
}

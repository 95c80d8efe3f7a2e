//! A new platform by hand: what the form's fields said, checked. Pure.
use super::draft::{FieldError, Problem};
use super::fields::Fields;
use super::platform_edit::{IDENTITY, Identity, identity_of};
use super::proof::Faults;
use super::revision::Change;
use super::{CatalogSnapshot, Learnt, Observed};
use chrono::NaiveDate;

/// Where it was read that there is such a platform: kind of evidence, address, day, and the words that it rests on.
pub const EVIDENCE: [&str; 4] = ["learnt", "source_url", "source_date", "quote"];

/// The empty form.
pub fn empty() -> Fields {
    let names = ["slug"].into_iter().chain(IDENTITY).chain(EVIDENCE);
    Fields::new(names.map(|name| (name.to_owned(), String::new())).collect())
}

/// Whether a name can stand in an address: small letters, digits, hyphens and `also`, 2 to 60 of them, no word of ours.
pub fn is_slug(text: &str, also: char) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == also;
    let is_inner = |c: char| c == '-' || c == also;
    (2..=60).contains(&text.len())
        && text.chars().all(fits)
        && !text.starts_with(is_inner)
        && !text.ends_with(is_inner)
        && text != "new"
}

/// A new platform, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPlatform {
    /// Its name in addresses; it is never changed.
    pub slug: String,
    /// Who it is.
    pub identity: Identity,
    /// Every field that was filled in, the evidence among them, for the audit.
    pub changes: Vec<Change>,
}

/// Checks a new platform. Gives every wrong field at once, in the form's order.
pub fn check(
    typed: &Fields,
    snapshot: &CatalogSnapshot,
    today: NaiveDate,
) -> Result<NewPlatform, Vec<FieldError>> {
    let mut faults = Faults::of(typed);
    let slug = typed.get("slug");
    match slug {
        "" => faults.add("slug", Problem::Missing),
        slug if !is_slug(slug, '-') => faults.add("slug", Problem::BadName),
        slug if snapshot.platform_by_slug(slug).is_some() => faults.add("slug", Problem::Taken),
        _ => {}
    }
    let (identity, errors) = identity_of(typed);
    faults.errors.extend(errors);
    evidence(&mut faults, typed, today);
    if !faults.errors.is_empty() {
        return Err(faults.errors);
    }
    Ok(NewPlatform {
        slug: slug.to_owned(),
        identity,
        changes: empty().changes_to(typed),
    })
}

/// How it was learnt, where and when; what was tried out or told may be quoted instead of linked, as for a fact.
fn evidence(faults: &mut Faults<'_>, typed: &Fields, today: NaiveDate) {
    let learnt = Learnt::from_word(typed.get("learnt"));
    match (learnt, typed.get("learnt")) {
        (None, "") => faults.add("learnt", Problem::Missing),
        (None, _) => faults.add("learnt", Problem::NotAWord),
        _ => {}
    }
    faults.text("quote", 500, false);
    let by_word = matches!(learnt, Some(Learnt::Tested | Learnt::Support));
    if by_word && typed.get("source_url").is_empty() && !typed.get("quote").is_empty() {
        let day = typed.get("source_date");
        match Observed::parse(day) {
            None if day.is_empty() => faults.add("source_date", Problem::Missing),
            None => faults.add("source_date", Problem::BadDate),
            Some(seen) if seen.date > today => faults.add("source_date", Problem::FutureDate),
            Some(_) => {}
        }
    } else {
        faults.source("source_url", "source_date", today);
    }
}

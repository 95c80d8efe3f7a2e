//! What survives on one disk of a platform, by hand: what the form's fields said, checked. Pure.
use super::draft::{FieldError, Problem, is_web_address};
use super::revision::Change;
use super::{Observed, Persistence, Tri};
use chrono::NaiveDate;

/// Every field of the form, in order.
pub const FIELDS: [&str; 10] = [
    "volume",
    "survives_stop",
    "survives_image_save",
    "survives_migration",
    "survives_release",
    "deleted_after_days",
    "billed_while_stopped",
    "source_url",
    "as_of",
    "note",
];

/// Fields that say yes, partly, no, or nothing.
pub const WORDS: [&str; 5] = [
    "survives_stop",
    "survives_image_save",
    "survives_migration",
    "survives_release",
    "billed_while_stopped",
];

/// What the form's fields hold, as text, in the order of [`FIELDS`]; `""` = empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiskTyped([String; 10]);

impl DiskTyped {
    /// The disk as it stands.
    pub fn of_disk(disk: &Persistence) -> Self {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let [stop, image, migration, release] = &disk.survives;
        Self([
            disk.volume.clone(),
            text(stop),
            text(image),
            text(migration),
            text(release),
            disk.deleted_after_days
                .map(|days| days.to_string())
                .unwrap_or_default(),
            text(&disk.billed_while_stopped),
            disk.source_url.clone(),
            disk.as_of.map(Observed::text).unwrap_or_default(),
            disk.note.clone(),
        ])
    }

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

    /// All fields as one text: two forms with the same text showed the same values.
    pub fn fingerprint_text(&self) -> String {
        self.0.join("\u{1f}")
    }

    /// Every field that differs from `after`; the disk is named in each.
    pub fn changes_to(&self, after: &Self) -> Vec<Change> {
        let stated = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        FIELDS
            .iter()
            .filter(|field| self.get(field) != after.get(field))
            .map(|field| Change {
                field: format!("disk {} {field}", after.get("volume")),
                before: stated(self.get(field)),
                after: stated(after.get(field)),
            })
            .collect()
    }
}

/// Checks one disk of `platform`. Gives every wrong field at once, in the form's order.
pub fn check(
    typed: &DiskTyped,
    platform: &str,
    today: NaiveDate,
) -> Result<Persistence, Vec<FieldError>> {
    let mut errors = Vec::new();
    let mut fail = |field: &str, problem: Problem| {
        errors.push(FieldError {
            field: field.to_owned(),
            value: typed.get(field).chars().take(80).collect(),
            problem,
        });
    };
    let text = |field: &str| {
        let value = typed.get(field);
        (!value.is_empty()).then(|| value.to_owned())
    };
    match typed.get("volume").chars().count() {
        0 => fail("volume", Problem::Missing),
        1..=120 => {}
        _ => fail("volume", Problem::TooLong),
    }
    for field in WORDS {
        let value = typed.get(field);
        if !value.is_empty() && Tri::from_word(value).is_none() {
            fail(field, Problem::NotAWord);
        }
    }
    let days = typed.get("deleted_after_days");
    let days_read = days.parse::<u32>().ok();
    if !days.is_empty() && days_read.is_none() {
        fail("deleted_after_days", Problem::NotANumber);
    }
    let source = typed.get("source_url");
    if source.is_empty() {
        fail("source_url", Problem::Missing);
    } else if !is_web_address(source) && !source.starts_with("seed:") {
        fail("source_url", Problem::BadAddress);
    }
    let as_of = Observed::parse(typed.get("as_of"));
    match as_of {
        None if typed.get("as_of").is_empty() => fail("as_of", Problem::Missing),
        None => fail("as_of", Problem::BadDate),
        Some(seen) if seen.date > today => fail("as_of", Problem::FutureDate),
        Some(_) => {}
    }
    if typed.get("note").chars().count() > 1000 {
        fail("note", Problem::TooLong);
    }
    let place = |error: &FieldError| FIELDS.iter().position(|field| *field == error.field);
    errors.sort_by_key(place);
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(Persistence {
        platform: platform.to_owned(),
        volume: typed.get("volume").to_owned(),
        survives: [
            text("survives_stop"),
            text("survives_image_save"),
            text("survives_migration"),
            text("survives_release"),
        ],
        deleted_after_days: days_read,
        billed_while_stopped: text("billed_while_stopped"),
        source_url: source.to_owned(),
        as_of,
        note: typed.get("note").to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(changes: &[(&str, &str)]) -> DiskTyped {
        let stated = [
            ("volume", "/data"),
            ("source_url", "https://cloud.example.com/disks"),
            ("as_of", "2026-11"),
        ];
        let pairs: Vec<(String, String)> = changes
            .iter()
            .chain(&stated)
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        DiskTyped::of_pairs(&pairs)
    }

    #[test]
    fn what_nobody_said_stays_unknown_and_the_form_shows_what_was_stored() {
        let typed = of(&[("survives_stop", "yes"), ("deleted_after_days", "15")]);
        let disk = check(&typed, "cloud", "2026-11-30".parse().unwrap()).unwrap();
        assert_eq!(disk.survives, [Some("yes".to_owned()), None, None, None]);
        assert_eq!(
            (disk.deleted_after_days, &disk.billed_while_stopped),
            (Some(15), &None)
        );
        assert_eq!(DiskTyped::of_disk(&disk), typed);
    }

    #[test]
    fn every_fault_is_named_in_order() {
        let wrong = [
            ("volume", ""),
            ("survives_release", "maybe"),
            ("deleted_after_days", "a week"),
            ("source_url", ""),
            ("as_of", "2026-12"),
        ];
        let errors = check(&of(&wrong), "cloud", "2026-11-30".parse().unwrap()).unwrap_err();
        let fields: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, wrong.map(|(field, _)| field));
    }
}

//! Where one figure of a card or a model was read: its own address and day, as a form has them. Pure.
use super::Observed;
use super::draft::{FieldError, Problem, is_web_address};
use super::fields::Fields;
use chrono::NaiveDate;

/// Longest address, in bytes.
const MOST_ADDRESS: usize = 600;

/// Where and when one figure was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The figure.
    pub figure: String,
    /// Its value then, as text; it proves no other one.
    pub value: String,
    /// The address that states it.
    pub source_url: String,
    /// When.
    pub observed: Observed,
}

/// The field of a figure's address or day, such as `url_tdp_w`.
pub fn part(part: &str, figure: &str) -> String {
    format!("{part}_{figure}")
}

/// Faults of a form, in the order in which they are found.
pub(super) struct Faults<'a> {
    typed: &'a Fields,
    /// What was found.
    pub errors: Vec<FieldError>,
}

impl<'a> Faults<'a> {
    pub fn of(typed: &'a Fields) -> Self {
        Self {
            typed,
            errors: Vec::new(),
        }
    }

    /// Keeps a fault with the first of what the field holds.
    pub fn add(&mut self, field: &str, problem: Problem) {
        self.errors.push(FieldError {
            field: field.to_owned(),
            value: self.typed.get(field).chars().take(80).collect(),
            problem,
        });
    }

    /// A text that is needed, or may be empty, of at most `most` characters.
    pub fn text(&mut self, field: &str, most: usize, is_needed: bool) {
        match self.typed.get(field).chars().count() {
            0 if is_needed => self.add(field, Problem::Missing),
            count if count > most => self.add(field, Problem::TooLong),
            _ => {}
        }
    }

    /// Address and day in two fields of these names; each fault is kept.
    pub fn source(
        &mut self,
        url_field: &str,
        date_field: &str,
        today: NaiveDate,
    ) -> Option<(String, Observed)> {
        let typed = self.typed;
        let before = self.errors.len();
        let url = typed.get(url_field);
        if url.is_empty() {
            self.add(url_field, Problem::Missing);
        } else if !is_web_address(url) || url.len() > MOST_ADDRESS {
            self.add(url_field, Problem::BadAddress);
        }
        let day = typed.get(date_field);
        let observed = Observed::parse(day);
        match observed {
            None if day.is_empty() => self.add(date_field, Problem::Missing),
            None => self.add(date_field, Problem::BadDate),
            Some(seen) if seen.date > today => self.add(date_field, Problem::FutureDate),
            Some(_) => {}
        }
        let observed = observed.filter(|_| self.errors.len() == before)?;
        Some((url.to_owned(), observed))
    }

    /// Address and day of a figure that somebody changed, or whose evidence they changed. A new value beside the
    /// evidence of the earlier one is refused.
    pub fn proof(
        &mut self,
        figure: &str,
        now: &Fields,
        today: NaiveDate,
    ) -> Option<(String, Observed)> {
        let (url, date) = (part("url", figure), part("date", figure));
        let changed = |field: &str| self.typed.get(field) != now.get(field);
        let is_old = !changed(&url) && !changed(&date) && !self.typed.get(&url).is_empty();
        if changed(figure) && is_old {
            self.add(&date, Problem::OldEvidence);
            return None;
        }
        self.source(&url, &date, today)
    }
}

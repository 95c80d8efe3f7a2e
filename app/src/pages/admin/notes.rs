//! The one note above a form: what stops it, or what went well; and a field as it stands in it.
use super::kit::Field;
use super::words;
use crate::components::{Cell, glyph};
use crate::frame::Frame;
use crate::text::{Locale, td_string};
use domain::catalog::draft::FieldError;
use domain::catalog::fields::Fields;
use leptos::prelude::*;

/// What went well.
pub(super) fn good(text: String) -> AnyView {
    view! { <div class="form-notice"><div class="note ok" role="status">{glyph(Cell::Yes)}<p>{text}</p></div></div> }
        .into_any()
}

/// What stops the form, with a line for each place to go to.
pub(super) fn bad(heading: String, text: Option<String>, lines: Vec<AnyView>) -> AnyView {
    let text = text.map(|text| view! { <p>{text}</p> });
    view! {
        <div class="form-notice">
            <div class="note bad" role="alert" tabindex="-1">
                {glyph(Cell::No)}
                <div><p class="b">{heading}</p>{text}<ul>{lines}</ul></div>
            </div>
        </div>
    }
    .into_any()
}

/// A line that leads to a field.
pub(super) fn line(to: &str, text: String) -> AnyView {
    view! { <li><a href=format!("#{to}")>{text}</a></li> }.into_any()
}

/// "Name: what is wrong with it", which leads to the field.
pub(super) fn fault(frame: &Frame, error: &FieldError, name: &str) -> AnyView {
    let colon = if frame.is_zh() { "：" } else { ": " };
    let problem = words::problem(frame, error.problem, &error.field, error.value.clone());
    line(&error.field, format!("{name}{colon}{problem}"))
}

/// All faults of a form under one heading; nothing where there are none.
pub(super) fn faults(
    frame: &Frame,
    errors: &[FieldError],
    label: &dyn Fn(Locale, &str) -> String,
) -> Option<AnyView> {
    let locale = frame.locale;
    let lines: Vec<AnyView> = errors
        .iter()
        .map(|error| fault(frame, error, &label(locale, &error.field)))
        .collect();
    let heading = td_string!(locale, admin.cannot_save_flaws, flaws = lines.len());
    (!lines.is_empty()).then(|| bad(heading, None, lines))
}

/// What a form of named fields holds, and what is said of it.
pub(super) struct Stand<'a> {
    /// The request.
    pub frame: &'a Frame,
    /// What the fields hold.
    pub typed: &'a Fields,
    /// What is wrong.
    pub errors: &'a [FieldError],
    /// What somebody else published meanwhile.
    pub theirs: Option<&'a Fields>,
}

impl Stand<'_> {
    /// A field with its fault and the other's value.
    pub(super) fn field(&self, name: &str, label: String, width: &'static str) -> Field {
        let (frame, locale) = (self.frame, self.frame.locale);
        let error = self.errors.iter().find(|error| error.field == name);
        let now = self.theirs.map(|theirs| theirs.get(name));
        let now = now.filter(|now| *now != self.typed.get(name));
        Field {
            name: name.to_owned(),
            label,
            value: self.typed.get(name).to_owned(),
            width,
            fault: error
                .map(|error| words::problem(frame, error.problem, name, error.value.clone())),
            now: now
                .map(|now| td_string!(locale, admin.now, value = words::value(locale, name, now))),
            ..Field::default()
        }
    }
}

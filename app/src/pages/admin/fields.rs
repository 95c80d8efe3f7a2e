//! Fields of the forms about people: label, what is wrong, help.
use crate::components::{Cell, glyph};
use crate::text::{Locale, td_string};
use domain::people::{Field, Flaw, LONGEST_BYTES, LONGEST_NAME, Role, SHORTEST};
use leptos::prelude::*;

/// A field.
pub(super) struct Input<'a> {
    /// Its id, unlike any other of the page.
    pub id: &'static str,
    /// Which one.
    pub field: Field,
    /// `text` or `password`.
    pub kind: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What it holds.
    pub value: &'a str,
    /// What a password keeper may fill in.
    pub autocomplete: &'static str,
    /// Under it.
    pub help: Option<String>,
}

/// The field, with its flaw where it has one.
pub(super) fn input(locale: Locale, flaws: &[(Field, Flaw)], input: &Input<'_>) -> AnyView {
    let flaw = flaws.iter().find(|(field, _)| *field == input.field);
    let (error_id, help_id) = (format!("{}-error", input.id), format!("{}-help", input.id));
    let described = match (flaw, &input.help) {
        (Some(_), _) => Some(error_id.clone()),
        (None, Some(_)) => Some(help_id.clone()),
        (None, None) => None,
    };
    let message = flaw.map(|(field, flaw)| {
        view! { <p class="msg" id=error_id>{glyph(Cell::No)}<span>{flaw_words(locale, *field, *flaw)}</span></p> }
    });
    let help = input
        .help
        .clone()
        .map(|help| view! { <span class="help" id=help_id>{help}</span> });
    let is_needed = input.field != Field::Remark;
    view! {
        <div class=if flaw.is_some() { "field err" } else { "field" }>
            <label r#for=input.id>{input.label}</label>
            <input id=input.id name=input.field.word() r#type=input.kind value=input.value.to_owned()
                autocomplete=input.autocomplete autocapitalize="none" spellcheck="false" required=is_needed
                aria-invalid=flaw.map(|_| "true") aria-describedby=described />
            {message}
            {help}
        </div>
    }
    .into_any()
}

/// What is wrong, and what to do.
pub(super) fn flaw_words(locale: Locale, field: Field, flaw: Flaw) -> String {
    match (flaw, field) {
        (Flaw::Missing, _) => td_string!(locale, people.e_missing).to_owned(),
        (Flaw::TooLong, Field::Name) => td_string!(locale, people.e_long_name, most = LONGEST_NAME),
        (Flaw::TooLong, Field::Remark) => td_string!(locale, people.e_long_remark).to_owned(),
        (Flaw::TooLong, _) => td_string!(locale, people.e_long, most = LONGEST_BYTES),
        (Flaw::NotPlain, _) => td_string!(locale, people.e_plain).to_owned(),
        (Flaw::Taken, _) => td_string!(locale, people.e_taken).to_owned(),
        (Flaw::TooShort, _) => td_string!(locale, people.e_short, least = SHORTEST),
        (Flaw::IsTheName, _) => td_string!(locale, people.e_is_name).to_owned(),
        (Flaw::Differs, _) => td_string!(locale, people.e_differs).to_owned(),
        (Flaw::Wrong, Field::Code) => td_string!(locale, people.e_wrong_code).to_owned(),
        (Flaw::Wrong, _) => td_string!(locale, people.e_wrong_password).to_owned(),
    }
}

/// One note on top of a form that was not taken.
pub(super) fn not_taken(locale: Locale, flaws: &[(Field, Flaw)]) -> Option<AnyView> {
    let text = td_string!(locale, people.not_taken);
    (!flaws.is_empty()).then(|| {
        view! { <div class="note bad" role="alert">{glyph(Cell::No)}<p>{text}</p></div> }.into_any()
    })
}

/// The name of a role.
pub(super) fn role_word(locale: Locale, role: Role) -> &'static str {
    match role {
        Role::Editor => td_string!(locale, people.role_editor),
        Role::Admin => td_string!(locale, people.role_admin),
    }
}

/// An instant for people: day and minute, in UTC like every time of the site.
pub(super) fn instant(text: &str) -> String {
    format!("{} UTC", minute(text))
}

/// The same where a heading says that times are in UTC.
pub(super) fn minute(text: &str) -> String {
    match (text.get(..10), text.get(11..16)) {
        (Some(day), Some(minute)) => format!("{day} {minute}"),
        _ => text.to_owned(),
    }
}

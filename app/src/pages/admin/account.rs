//! `/admin/account`: one's own password, second factor and sessions.
mod factor;

use super::fields::{Input, input, not_taken, role_word};
use super::sign_out;
use crate::components::{Cell, glyph};
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::{Locale, td_string};
use domain::people::{Field, Flaw, Role, SHORTEST};
use leptos::prelude::*;
use std::sync::Arc;

/// A form of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Another password.
    Password,
    /// Begins a second factor.
    SetUp,
    /// Proves it.
    TurnOn,
    /// Ends it, or makes new recovery codes.
    TurnOff,
}

/// What came of the last form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Somebody just joined.
    Joined,
    /// The password is another.
    PasswordChanged,
    /// The second factor is on.
    TurnedOn,
    /// It is off.
    TurnedOff,
    /// There are new recovery codes.
    NewCodes,
    /// Nothing was changed.
    AsBefore,
}

impl Said {
    /// The word in the address.
    pub fn word(self) -> &'static str {
        match self {
            Self::Joined => "joined",
            Self::PasswordChanged => "password",
            Self::TurnedOn => "on",
            Self::TurnedOff => "off",
            Self::NewCodes => "codes",
            Self::AsBefore => "same",
        }
    }

    /// From that word; codes are shown once, so that no address says they were.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::PasswordChanged, Self::TurnedOff, Self::AsBefore]
            .into_iter()
            .find(|said| said.word() == word)
    }
}

/// A second factor that no code has proved yet.
pub struct Setup {
    /// The secret, base32.
    pub secret: String,
    /// Modules a side of its drawing.
    pub side: usize,
    /// The path of the dark ones.
    pub path: String,
}

/// What the page is made from.
pub struct Account {
    /// The request.
    pub frame: Arc<Frame>,
    /// The session's token.
    pub csrf: String,
    /// Whose it is.
    pub name: String,
    /// Their role.
    pub role: Role,
    /// Whether codes are asked for.
    pub has_second_factor: bool,
    /// Recovery codes that are left.
    pub codes_left: i64,
    /// The set-up that was begun.
    pub setup: Option<Setup>,
    /// New recovery codes, shown this once.
    pub codes: Vec<String>,
    /// Which form was not taken, and why.
    pub flaws: Option<(Part, Vec<(Field, Flaw)>)>,
    /// What came of the last form.
    pub said: Option<Said>,
}

impl Account {
    /// What is wrong with one form.
    fn flaws_of(&self, part: Part) -> &[(Field, Flaw)] {
        match &self.flaws {
            Some((at, flaws)) if *at == part => flaws,
            _ => &[],
        }
    }

    /// The hidden fields and the address of a form.
    fn form(&self, children: AnyView) -> AnyView {
        view! {
            <form method="post" action=self.frame.link("/admin/account") novalidate class="own-form">
                <input r#type="hidden" name="csrf" value=self.csrf.clone() />
                {children}
            </form>
        }
        .into_any()
    }
}

/// The whole page.
pub fn page(view: &Account) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let title = td_string!(locale, people.account_title);
    let who = format!("{} · {}", view.name, role_word(locale, view.role));
    let said = view.said.map(|said| {
        let (class, cell) = match said {
            Said::AsBefore => ("note", Cell::Part),
            _ => ("note ok", Cell::Yes),
        };
        view! { <div class="notices"><div class=class role="status">{glyph(cell)}<p>{said_words(locale, said)}</p></div></div> }
    });
    let body = view! {
        <div class="head">
            <h1>{title}</h1>
            <span class="sub">{who}</span>
            <span class="act">{sign_out(frame, &view.csrf)}</span>
        </div>
        {said}
        <div class="own">
            {factor::codes(view)}
            {password(view)}
            {factor::panel(view)}
            {sessions(view)}
        </div>
    };
    Document {
        title: title.to_owned(),
        description: title.to_owned(),
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

fn said_words(locale: Locale, said: Said) -> &'static str {
    match said {
        Said::Joined => td_string!(locale, people.said_joined),
        Said::PasswordChanged => td_string!(locale, people.said_password),
        Said::TurnedOn => td_string!(locale, people.said_on),
        Said::TurnedOff => td_string!(locale, people.said_off),
        Said::NewCodes => td_string!(locale, people.said_codes),
        Said::AsBefore => td_string!(locale, people.said_same),
    }
}

/// The password in force, as three of the forms ask for it.
fn old_password(view: &Account, part: Part, id: &'static str) -> AnyView {
    let locale = view.frame.locale;
    let field = Input {
        id,
        field: Field::OldPassword,
        kind: "password",
        label: td_string!(locale, people.old),
        value: "",
        autocomplete: "current-password",
        help: None,
    };
    input(locale, view.flaws_of(part), &field)
}

fn password(view: &Account) -> AnyView {
    let locale = view.frame.locale;
    let flaws = view.flaws_of(Part::Password);
    let new = Input {
        id: "password",
        field: Field::Password,
        kind: "password",
        label: td_string!(locale, people.new_password),
        value: "",
        autocomplete: "new-password",
        help: Some(td_string!(locale, people.password_help, least = SHORTEST)),
    };
    let again = Input {
        id: "again",
        field: Field::Again,
        label: td_string!(locale, people.again),
        help: None,
        kind: "password",
        value: "",
        autocomplete: "new-password",
    };
    let name = view.name.clone();
    let fields = view! {
        {not_taken(locale, flaws)}
        <input class="vh" r#type="text" value=name autocomplete="username" tabindex="-1" readonly aria-hidden="true" />
        {old_password(view, Part::Password, "old")}
        {input(locale, flaws, &new)}
        {input(locale, flaws, &again)}
        <div><button class="btn pri" name="action" value="password">{td_string!(locale, people.change_password)}</button></div>
    };
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, admin.password)}</h2><p>{td_string!(locale, people.password_text)}</p></header>
            <div class="bd">{view.form(fields.into_any())}</div>
        </section>
    }
    .into_any()
}

fn sessions(view: &Account) -> AnyView {
    let locale = view.frame.locale;
    let button = view! { <div><button class="btn" name="action" value="everywhere">{td_string!(locale, people.everywhere)}</button></div> };
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, people.sessions)}</h2><p>{td_string!(locale, people.sessions_text)}</p></header>
            <div class="bd">{view.form(button.into_any())}</div>
        </section>
    }
    .into_any()
}

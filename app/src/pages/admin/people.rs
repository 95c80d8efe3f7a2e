//! `/admin/people`: who may sign in, with which role; invitations.
mod invitations;
mod row;

use super::sign_out;
use crate::components::{Cell, glyph};
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::{Locale, td_string};
use domain::people::{Field, Flaw, Role};
use leptos::prelude::*;
use std::sync::Arc;

/// Somebody who can sign in, or could.
#[derive(Clone, Debug)]
pub struct Person {
    /// Name.
    pub name: String,
    /// What they may change.
    pub role: Role,
    /// Whether they may sign in.
    pub is_active: bool,
    /// Whether codes are asked for.
    pub has_second_factor: bool,
    /// RFC 3339, UTC.
    pub last_sign_in: Option<String>,
}

/// An invitation that can be used.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// Number.
    pub id: i64,
    /// Role of who joins by it.
    pub role: Role,
    /// Whom it is for.
    pub remark: String,
    /// Who made it.
    pub made_by: String,
    /// RFC 3339, UTC.
    pub expires_at: String,
}

/// A link that was just made, shown this once.
#[derive(Clone)]
pub struct NewLink {
    /// Number of the invitation.
    pub number: i64,
    /// The whole address.
    pub address: String,
}

/// What came of the last form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// It was done.
    Changed,
    /// An invitation was taken back.
    Withdrawn,
    /// Nothing differed.
    AsBefore,
    /// Refused: nobody could let people in any more.
    LastAdmin,
}

impl Said {
    /// The word in the address.
    pub fn word(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Withdrawn => "withdrawn",
            Self::AsBefore => "same",
            Self::LastAdmin => "last",
        }
    }

    /// From that word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Changed, Self::Withdrawn, Self::AsBefore]
            .into_iter()
            .find(|said| said.word() == word)
    }
}

/// What the page is made from.
pub struct People {
    /// The request.
    pub frame: Arc<Frame>,
    /// The session's token.
    pub csrf: String,
    /// Everybody, by name.
    pub list: Vec<Person>,
    /// Invitations that are open.
    pub invitations: Vec<Invitation>,
    /// Whom the next invitation is for, as typed.
    pub remark: String,
    /// Its role.
    pub role: Role,
    /// Fields at fault.
    pub flaws: Vec<(Field, Flaw)>,
    /// The link that was just made.
    pub new_link: Option<NewLink>,
    /// What came of the last form.
    pub said: Option<Said>,
}

/// The whole page.
pub fn page(view: &People) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let title = td_string!(locale, people.title);
    let active = view.list.iter().filter(|person| person.is_active).count();
    let said = view.said.map(|said| {
        let (class, role, cell) = match said {
            Said::LastAdmin => ("note bad", "alert", Cell::No),
            Said::AsBefore => ("note", "status", Cell::Part),
            Said::Changed | Said::Withdrawn => ("note ok", "status", Cell::Yes),
        };
        view! { <div class="notices"><div class=class role=role>{glyph(cell)}<p>{said_words(locale, said)}</p></div></div> }
    });
    let rows = view.list.iter().map(|person| row::row(view, person));
    let body = view! {
        <div class="head">
            <h1>{title}</h1>
            <span class="sub">{td_string!(locale, people.sub, count = active)}</span>
            <span class="act">{sign_out(frame, &view.csrf)}</span>
        </div>
        {said}
        <div class="tw" tabindex="0" role="region" aria-label=td_string!(locale, people.table)>
            <table class="dense">
                <thead>
                    <tr>
                        <th scope="col" class="stick">{td_string!(locale, admin.name)}</th>
                        <th scope="col">{td_string!(locale, people.role)}</th>
                        <th scope="col">{td_string!(locale, people.last_sign_in)}</th>
                        <th scope="col">{td_string!(locale, people.factor)}</th>
                        <th scope="col">{td_string!(locale, people.access)}</th>
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
        {invitations::panel(view)}
    };
    Document {
        title: title.to_owned(),
        description: title.to_owned(),
        nav: Nav::None,
        islands: view.new_link.is_some(),
        body: body.into_any(),
    }
}

fn said_words(locale: Locale, said: Said) -> &'static str {
    match said {
        Said::Changed => td_string!(locale, people.said_changed),
        Said::Withdrawn => td_string!(locale, people.said_withdrawn),
        Said::AsBefore => td_string!(locale, people.said_same),
        Said::LastAdmin => td_string!(locale, people.said_last),
    }
}

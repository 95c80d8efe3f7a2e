//! `/invite/{token}`: who was invited chooses a name and a password.
use super::fields::{Input, input, not_taken, role_word};
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::people::{Field, Flaw, Role, SHORTEST};
use leptos::prelude::*;
use std::sync::Arc;

/// What the page is made from.
pub struct Join {
    /// The request.
    pub frame: Arc<Frame>,
    /// Where the form is sent.
    pub path: String,
    /// The role that waits.
    pub role: Role,
    /// Who invites.
    pub made_by: String,
    /// The name that was typed.
    pub name: String,
    /// Fields at fault.
    pub flaws: Vec<(Field, Flaw)>,
}

/// The whole page.
pub fn page(join: &Join) -> Document {
    let (frame, locale) = (&join.frame, join.frame.locale);
    let title = td_string!(locale, people.join_title);
    let text = td_string!(
        locale,
        people.join_text,
        name = join.made_by.clone(),
        role = role_word(locale, join.role)
    );
    let fields = [
        Input {
            id: "name",
            field: Field::Name,
            kind: "text",
            label: td_string!(locale, admin.name),
            value: &join.name,
            autocomplete: "username",
            help: Some(td_string!(locale, people.name_help).to_owned()),
        },
        Input {
            id: "password",
            field: Field::Password,
            kind: "password",
            label: td_string!(locale, admin.password),
            value: "",
            autocomplete: "new-password",
            help: Some(td_string!(locale, people.password_help, least = SHORTEST)),
        },
        Input {
            id: "again",
            field: Field::Again,
            kind: "password",
            label: td_string!(locale, people.again),
            value: "",
            autocomplete: "new-password",
            help: None,
        },
    ];
    let fields = fields.map(|field| input(locale, &join.flaws, &field));
    let body = view! {
        <div class="login">
            <section class="panel">
                <header><h1>{title}</h1><p>{text}</p></header>
                <div class="bd">
                    <form method="post" action=frame.link(&join.path) novalidate>
                        {not_taken(locale, &join.flaws)}
                        {fields.into_iter().collect_view()}
                        <div><button class="btn pri">{td_string!(locale, people.join)}</button></div>
                    </form>
                </div>
            </section>
        </div>
    };
    document(title, body.into_any())
}

/// A link that was used, ran out, was taken back or never existed: one answer for all.
pub fn worthless(frame: &Frame) -> Document {
    let locale = frame.locale;
    let title = td_string!(locale, people.worthless_title);
    let body = view! {
        <div class="empty"><div>
            <h1>{title}</h1>
            <p>{td_string!(locale, people.worthless_text)}</p>
            <p class="buttons">
                <a class="btn" href=frame.link("/login")>{td_string!(locale, admin.login_title)}</a>
                <a class="btn" href=frame.link("/")>{td_string!(locale, common.back_prices)}</a>
            </p>
        </div></div>
    };
    document(title, body.into_any())
}

fn document(title: &str, body: AnyView) -> Document {
    Document {
        title: title.to_owned(),
        description: title.to_owned(),
        nav: Nav::None,
        islands: false,
        body,
    }
}

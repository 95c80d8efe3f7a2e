//! One person, with what an admin can do.
use super::{People, Person};
use crate::components::{Cell, fact};
use crate::pages::admin::fields::{instant, role_word};
use crate::text::td_string;
use domain::people::Role;
use leptos::prelude::*;

/// A row of the table.
pub(super) fn row(view: &People, person: &Person) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let own = frame.editor.as_deref() == Some(person.name.as_str());
    let own = own.then(|| view! { " "<span class="tag">{td_string!(locale, people.you)}</span> });
    let last = match &person.last_sign_in {
        Some(at) => instant(at),
        None => td_string!(locale, people.never).to_owned(),
    };
    let factor = if person.has_second_factor {
        fact(Cell::Yes, td_string!(locale, people.on).to_owned())
    } else {
        fact(Cell::No, td_string!(locale, people.off).to_owned())
    };
    let reset = person.has_second_factor.then(|| {
        let button = button(
            "reset",
            td_string!(locale, people.reset),
            td_string!(locale, people.reset_of, name = person.name.clone()),
        );
        form(view, person, button)
    });
    let access = if person.is_active {
        fact(Cell::Yes, td_string!(locale, people.active).to_owned())
    } else {
        fact(Cell::No, td_string!(locale, people.inactive).to_owned())
    };
    let switch = if person.is_active {
        button(
            "deactivate",
            td_string!(locale, people.deactivate),
            td_string!(locale, people.deactivate_of, name = person.name.clone()),
        )
    } else {
        button(
            "reactivate",
            td_string!(locale, people.reactivate),
            td_string!(locale, people.reactivate_of, name = person.name.clone()),
        )
    };
    view! {
        <tr data-person=person.name.clone()>
            <th scope="row" class="stick">{person.name.clone()}{own}</th>
            <td>{role(view, person)}</td>
            <td class="ck">{last}</td>
            <td><div class="do">{factor}{reset}</div></td>
            <td><div class="do">{access}{form(view, person, switch)}</div></td>
        </tr>
    }
    .into_any()
}

fn role(view: &People, person: &Person) -> AnyView {
    let locale = view.frame.locale;
    let options = Role::ALL.iter().map(|role| {
        let on = *role == person.role;
        view! { <option value=role.word() selected=on>{role_word(locale, *role)}</option> }
    });
    let label = td_string!(locale, people.role_of, name = person.name.clone());
    let save = button(
        "role",
        td_string!(locale, people.set_role),
        td_string!(locale, people.set_role_of, name = person.name.clone()),
    );
    let fields =
        view! { <select name="role" aria-label=label>{options.collect_view()}</select>{save} };
    form(view, person, fields.into_any())
}

fn button(action: &'static str, word: &'static str, label: String) -> AnyView {
    view! { <button class="btn s" name="action" value=action aria-label=label>{word}</button> }
        .into_any()
}

/// A form about somebody.
fn form(view: &People, person: &Person, inside: AnyView) -> AnyView {
    view! {
        <form method="post" action=view.frame.link("/admin/people") class="do">
            <input r#type="hidden" name="csrf" value=view.csrf.clone() />
            <input r#type="hidden" name="name" value=person.name.clone() />
            {inside}
        </form>
    }
    .into_any()
}

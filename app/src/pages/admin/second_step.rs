//! `/login/code`
use super::fields::{Input, input};
use crate::components::{Cell, glyph};
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::people::Field;
use leptos::prelude::*;

/// What the form shows.
#[derive(Clone, Debug)]
pub struct SecondStep {
    /// Token of the form.
    pub csrf: String,
    /// The code was not the one, or was used before.
    pub failed: bool,
}

/// The whole page.
pub fn page(frame: &Frame, step: &SecondStep) -> Document {
    let locale = frame.locale;
    let title = td_string!(locale, people.step_title);
    let failed = step.failed.then(|| {
        view! {
            <div class="note bad" role="alert">
                {glyph(Cell::No)}
                <div><p class="b">{td_string!(locale, people.step_failed)}</p><p>{td_string!(locale, people.step_failed_help)}</p></div>
            </div>
        }
    });
    let code = input(
        locale,
        &[],
        &Input {
            id: "code",
            field: Field::Code,
            kind: "text",
            label: td_string!(locale, people.code),
            value: "",
            autocomplete: "one-time-code",
            help: Some(td_string!(locale, people.step_help).to_owned()),
        },
    );
    let body = view! {
        <div class="login">
            <section class="panel">
                <header><h1>{title}</h1><p>{td_string!(locale, people.step_text)}</p></header>
                <div class="bd">
                    <form method="post" action=frame.link("/login/code")>
                        {failed}
                        <input r#type="hidden" name="csrf" value=step.csrf.clone() />
                        {code}
                        <div class="buttons">
                            <button class="btn pri">{td_string!(locale, admin.sign_in)}</button>
                            <a class="btn quiet" href=frame.link("/login")>{td_string!(locale, people.step_back)}</a>
                        </div>
                    </form>
                </div>
            </section>
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

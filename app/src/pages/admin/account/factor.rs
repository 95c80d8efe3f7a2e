//! The second factor: off, being set up, on.
use super::{Account, Part, Setup, old_password};
use crate::pages::admin::fields::{Input, input, not_taken};
use crate::text::td_string;
use domain::people::Field;
use leptos::prelude::*;

/// The panel as things stand.
pub(super) fn panel(view: &Account) -> AnyView {
    let locale = view.frame.locale;
    let (state, inside) = match (&view.setup, view.has_second_factor) {
        (_, true) => (td_string!(locale, people.factor_on), on(view)),
        (Some(setup), false) => (td_string!(locale, people.factor_off), proving(view, setup)),
        (None, false) => (td_string!(locale, people.factor_off), off(view)),
    };
    view! {
        <section class="panel" id="second-factor">
            <header><h2>{td_string!(locale, people.factor)}</h2><span class="end">{state}</span><p>{td_string!(locale, people.factor_text)}</p></header>
            <div class="bd">{inside}</div>
        </section>
    }
    .into_any()
}

fn off(view: &Account) -> AnyView {
    let locale = view.frame.locale;
    let fields = view! {
        {not_taken(locale, view.flaws_of(Part::SetUp))}
        {old_password(view, Part::SetUp, "set-up-password")}
        <div><button class="btn" name="action" value="set_up">{td_string!(locale, people.set_up)}</button></div>
    };
    view.form(fields.into_any())
}

/// The drawing, the same as text, and the field for the first code.
fn proving(view: &Account, setup: &Setup) -> AnyView {
    let locale = view.frame.locale;
    let flaws = view.flaws_of(Part::TurnOn);
    let side = setup.side.to_string();
    let frame = format!("0 0 {side} {side}");
    let fours: Vec<&str> = (0..setup.secret.len())
        .step_by(4)
        .map(|at| &setup.secret[at..(at + 4).min(setup.secret.len())])
        .collect();
    let code = Input {
        id: "code",
        field: Field::Code,
        kind: "text",
        label: td_string!(locale, people.code),
        value: "",
        autocomplete: "one-time-code",
        help: Some(td_string!(locale, people.code_help).to_owned()),
    };
    let fields = view! {
        {not_taken(locale, flaws)}
        <p>{td_string!(locale, people.scan)}</p>
        <svg class="qr" viewBox=frame role="img" aria-label=td_string!(locale, people.qr)>
            <rect class="paper" width=side.clone() height=side />
            <path class="ink" d=setup.path.clone() />
        </svg>
        <p>{td_string!(locale, people.secret)}" "<code class="secret" data-secret=setup.secret.clone()>{fours.join(" ")}</code></p>
        {input(locale, flaws, &code)}
        <div class="buttons">
            <button class="btn pri" name="action" value="turn_on">{td_string!(locale, people.turn_on)}</button>
            <button class="btn quiet" name="action" value="cancel" formnovalidate>{td_string!(locale, people.cancel)}</button>
        </div>
    };
    view.form(fields.into_any())
}

fn on(view: &Account) -> AnyView {
    let locale = view.frame.locale;
    let fields = view! {
        {not_taken(locale, view.flaws_of(Part::TurnOff))}
        <p>{td_string!(locale, people.codes_left, count = view.codes_left)}</p>
        {old_password(view, Part::TurnOff, "factor-password")}
        <div class="buttons">
            <button class="btn" name="action" value="new_codes">{td_string!(locale, people.new_codes)}</button>
            <button class="btn" name="action" value="turn_off">{td_string!(locale, people.turn_off)}</button>
        </div>
    };
    view.form(fields.into_any())
}

/// Recovery codes right after they were made.
pub(super) fn codes(view: &Account) -> Option<AnyView> {
    let locale = view.frame.locale;
    if view.codes.is_empty() {
        return None;
    }
    let list = view
        .codes
        .iter()
        .map(|code| view! { <li><code>{code.clone()}</code></li> });
    Some(
        view! {
            <section class="panel">
                <header><h2>{td_string!(locale, people.codes)}</h2><p>{td_string!(locale, people.codes_text)}</p></header>
                <div class="bd"><ul class="codes">{list.collect_view()}</ul></div>
            </section>
        }
        .into_any(),
    )
}

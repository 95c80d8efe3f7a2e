//! Labelled fields with their unit, help, error and the value that somebody else published.
use super::OfferForm;
use crate::components::{Cell, glyph};
use crate::pages::admin::words::{fault, label, value};
use crate::text::td_string;
use domain::catalog::FactKey;
use leptos::prelude::*;

/// One choice: stored word and its name.
pub(super) type Choice = (String, String);

/// How a field stands: what is wrong with it, and what differs from what somebody else published.
struct Standing {
    class: String,
    invalid: Option<&'static str>,
    described: Option<String>,
    messages: Vec<AnyView>,
}

fn standing(form: &OfferForm, field: &'static str, width: &str) -> Standing {
    let locale = form.frame.locale;
    let flaw = form.flaws.iter().find(|flaw| flaw.field == field);
    let theirs = form
        .theirs
        .as_ref()
        .map(|theirs| theirs.values.get(field))
        .filter(|theirs| *theirs != form.typed.get(field));
    let mut messages = Vec::new();
    if let Some(flaw) = flaw {
        messages.push(
            view! { <p class="msg">{glyph(Cell::No)}<span>{fault(form, flaw)}</span></p> }
                .into_any(),
        );
    }
    if let Some(theirs) = theirs.filter(|_| field != "price_basis") {
        let text = td_string!(locale, admin.now, value = value(locale, field, theirs));
        messages
            .push(view! { <p class="msg">{glyph(Cell::Part)}<span>{text}</span></p> }.into_any());
    }
    let odd = field == "price" && !form.warnings.is_empty();
    if odd {
        messages.extend(form.warnings.iter().map(|(warning, _)| {
            let text = crate::pages::admin::words::warning(form, *warning);
            view! { <p class="msg">{glyph(Cell::Part)}<span>{text}</span></p> }.into_any()
        }));
    }
    let tone = match (flaw, messages.is_empty()) {
        (Some(_), _) => " err",
        (None, false) => " wrn",
        (None, true) => "",
    };
    Standing {
        class: format!("field {width}{tone}"),
        invalid: flaw.map(|_| "true"),
        described: (!messages.is_empty()).then(|| format!("m-{field}")),
        messages,
    }
}

fn frame_of(
    form: &OfferForm,
    field: &'static str,
    standing: Standing,
    control: AnyView,
    help: Option<String>,
) -> AnyView {
    let optional = (field == "note").then(
        || view! { " "<span class="req">{td_string!(form.frame.locale, admin.optional)}</span> },
    );
    let help = help.map(|text| view! { <span class="help">{text}</span> });
    let messages = standing
        .described
        .map(|id| view! { <div id=id>{standing.messages}</div> });
    view! {
        <div class=standing.class>
            <label for=field>{label(form, field)}{optional}</label>
            {control}
            {help}
            {messages}
        </div>
    }
    .into_any()
}

/// A line of text, a link or a day.
pub(super) fn text(
    form: &OfferForm,
    field: &'static str,
    kind: &'static str,
    width: &str,
    help: Option<String>,
) -> AnyView {
    let standing = standing(form, field, width);
    let placeholder = (kind == "url").then_some("https://");
    let latest = (kind == "date").then(|| form.frame.today().to_string());
    // A day field cannot hold "2026"; the help says what is known, and the day has to be stated.
    let whole = kind != "date" || form.typed.get(field).len() == 10;
    let now = if whole {
        form.typed.get(field).to_owned()
    } else {
        String::new()
    };
    let control = view! {
        <input id=field name=field r#type=kind value=now placeholder=placeholder max=latest
            aria-invalid=standing.invalid aria-describedby=standing.described.clone() />
    };
    frame_of(form, field, standing, control.into_any(), help)
}

/// A number with its unit. A field of type text: one of type number would throw away what is no number.
pub(super) fn number(
    form: &OfferForm,
    field: &'static str,
    unit: String,
    width: &str,
    help: Option<String>,
) -> AnyView {
    let standing = standing(form, field, width);
    let control = view! {
        <div class="unit">
            <input id=field name=field r#type="text" inputmode="decimal" autocomplete="off" value=form.typed.get(field).to_owned()
                aria-invalid=standing.invalid aria-describedby=standing.described.clone() />
            <span>{unit}</span>
        </div>
    };
    frame_of(form, field, standing, control.into_any(), help)
}

/// A list of choices; a value that is none of them stays in the list, so that nothing changes unseen.
pub(super) fn select(
    form: &OfferForm,
    field: &'static str,
    mut choices: Vec<Choice>,
    width: &str,
    help: Option<String>,
) -> AnyView {
    let standing = standing(form, field, width);
    let now = form.typed.get(field).to_owned();
    if !choices.iter().any(|(word, _)| *word == now) {
        choices.push((now.clone(), now.clone()));
    }
    let options = choices
        .into_iter()
        .map(|(word, name)| {
            let selected = word == now;
            view! { <option value=word selected=selected>{name}</option> }
        })
        .collect_view();
    let control = view! {
        <select id=field name=field aria-invalid=standing.invalid aria-describedby=standing.described.clone()>{options}</select>
    };
    frame_of(form, field, standing, control.into_any(), help)
}

/// A choice of a few, side by side.
pub(super) fn radios(
    form: &OfferForm,
    field: &'static str,
    choices: Vec<Choice>,
    help: Option<String>,
) -> AnyView {
    let standing = standing(form, field, "w2");
    let now = form.typed.get(field).to_owned();
    let labels = choices
        .into_iter()
        .map(|(word, name)| {
            let checked = word == now;
            view! { <label><input r#type="radio" name=field value=word checked=checked />{name}</label> }
        })
        .collect_view();
    let help = help.map(|text| view! { <span class="help">{text}</span> });
    let messages = standing
        .described
        .clone()
        .map(|id| view! { <div id=id>{standing.messages}</div> });
    view! {
        <fieldset class=standing.class id=field aria-describedby=standing.described>
            <legend>{label(form, field)}</legend>
            <div class="seg">{labels}</div>
            {help}
            {messages}
        </fieldset>
    }
    .into_any()
}

/// What cannot be changed here.
pub(super) fn fixed(form: &OfferForm, name: &'static str, text: String, width: &str) -> AnyView {
    let help = td_string!(form.frame.locale, admin.h_fixed);
    view! {
        <div class=format!("field {width}")>
            <span class="lb">{name}</span>
            <input r#type="text" value=text disabled aria-label=name />
            <span class="help">{help}</span>
        </div>
    }
    .into_any()
}

/// "The platform: 30", beside a fact that the offer may state differently.
pub(super) fn platform_says(form: &OfferForm, key: FactKey) -> Option<String> {
    let locale = form.frame.locale;
    let stated = form.platform().facts.value(key)?;
    Some(td_string!(
        locale,
        admin.h_platform_says,
        value = value(locale, key.word(), stated)
    ))
}

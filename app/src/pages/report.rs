//! `/report`: tell us what is wrong, with what we show already filled in.
mod subject;

use crate::components::{Cell, glyph};
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::{Locale, td_string};
use domain::catalog::proposal::{About, Field, Flaw, Target, Typed};
use leptos::prelude::*;
use std::sync::Arc;

pub use subject::Subject;

/// Everything the page is made from.
#[derive(Clone)]
pub struct Report {
    /// The request.
    pub frame: Arc<Frame>,
    /// What it speaks of; `None` = nothing that exists was named.
    pub subject: Option<Subject>,
    /// As it was typed, or as it starts.
    pub typed: Typed,
    /// Fields at fault.
    pub flaws: Vec<(Field, Flaw)>,
    /// Number of the report that was just sent.
    pub sent: Option<i64>,
}

/// The word of a kind of report.
pub(crate) fn about_word(locale: Locale, about: About) -> &'static str {
    match about {
        About::Price => td_string!(locale, report.a_price),
        About::Gone => td_string!(locale, report.a_gone),
        About::Contents => td_string!(locale, report.a_contents),
        About::Rules => td_string!(locale, report.a_rules),
        About::Other => td_string!(locale, report.a_other),
    }
}

/// The whole page.
pub fn page(view: &Report) -> Document {
    let locale = view.frame.locale;
    let title = td_string!(locale, report.title);
    let content = match (&view.subject, view.sent) {
        (None, _) => nothing(view),
        (Some(subject), Some(number)) => thanks(view, subject, number),
        (Some(subject), None) => form(view, subject),
    };
    let body = view! {
        <div class="head"><h1>{title}</h1><span class="sub">{view.subject.as_ref().map(|s| s.name.clone())}</span></div>
        <div class="report">{content}</div>
    };
    Document {
        title: title.to_owned(),
        description: td_string!(locale, report.description).to_owned(),
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

fn nothing(view: &Report) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    view! {
        <div class="empty"><div>
            <p class="b">{td_string!(locale, report.nothing)}</p>
            <p class="why">{td_string!(locale, report.nothing_text)}</p>
            <ul>
                <li><a class="btn" href=frame.link("/")>{td_string!(locale, common.back_prices)}</a></li>
                <li><a class="btn" href=frame.link("/platforms")>{td_string!(locale, platforms.heading)}</a></li>
            </ul>
        </div></div>
    }
    .into_any()
}

fn thanks(view: &Report, subject: &Subject, number: i64) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    view! {
        <div class="note ok" role="status" data-report=number.to_string()>
            {glyph(Cell::Yes)}
            <div>
                <p class="b">{td_string!(locale, report.sent, number = number)}</p>
                <p>{td_string!(locale, report.sent_text)}</p>
                <p><a href=frame.link(&subject.page)>{td_string!(locale, report.back)}</a></p>
            </div>
        </div>
    }
    .into_any()
}

fn flaw_words(locale: Locale, flaw: Flaw, today: String) -> String {
    match flaw {
        Flaw::Missing => td_string!(locale, report.e_missing).to_owned(),
        Flaw::NotAnAmount => td_string!(locale, report.e_amount).to_owned(),
        Flaw::NotAnAddress => td_string!(locale, report.e_address).to_owned(),
        Flaw::NotADay => td_string!(locale, report.e_day).to_owned(),
        Flaw::InTheFuture => td_string!(locale, report.e_future, today = today),
        Flaw::TooLong => td_string!(locale, report.e_long).to_owned(),
        Flaw::NotAWord => td_string!(locale, report.e_word).to_owned(),
    }
}

/// What a field needs around it: its class, its error and whether it is at fault.
struct State {
    class: &'static str,
    invalid: Option<&'static str>,
    described: String,
    message: Option<AnyView>,
}

fn state(view: &Report, field: Field) -> State {
    let found = view.flaws.iter().find(|(known, _)| *known == field);
    let id = format!("{}-error", field.word());
    let message = found.map(|(_, flaw)| {
        let today = view.frame.today().to_string();
        let text = flaw_words(view.frame.locale, *flaw, today);
        view! { <p class="msg" id=id.clone()>{glyph(Cell::No)}<span>{text}</span></p> }.into_any()
    });
    State {
        class: if found.is_some() {
            "field err"
        } else {
            "field"
        },
        invalid: found.is_some().then_some("true"),
        described: if found.is_some() {
            id
        } else {
            format!("{}-help", field.word())
        },
        message,
    }
}

fn summary(view: &Report) -> Option<AnyView> {
    let locale = view.frame.locale;
    if view.flaws.is_empty() {
        return None;
    }
    let lines = view.flaws.iter().map(|(field, flaw)| {
        let name = field_name(locale, *field);
        let text = flaw_words(locale, *flaw, view.frame.today().to_string());
        view! { <li><a href=format!("#{}", field.word())>{name}": "{text}</a></li> }
    });
    Some(
        view! {
            <div class="note bad" role="alert">
                {glyph(Cell::No)}
                <div><p class="b">{td_string!(locale, report.not_sent)}</p><ul>{lines.collect_view()}</ul></div>
            </div>
        }
        .into_any(),
    )
}

fn field_name(locale: Locale, field: Field) -> &'static str {
    match field {
        Field::About => td_string!(locale, report.about),
        Field::Value => td_string!(locale, report.value),
        Field::Evidence => td_string!(locale, report.evidence),
        Field::SeenOn => td_string!(locale, report.seen_on),
        Field::Remark => td_string!(locale, report.remark),
    }
}

fn form(view: &Report, subject: &Subject) -> AnyView {
    let (frame, locale, typed) = (&view.frame, view.frame.locale, &view.typed);
    let shown = subject
        .shown
        .iter()
        .map(|(name, value)| view! { <dt>{name.clone()}</dt><dd>{value.clone()}</dd> })
        .collect_view();
    let hidden = match &subject.target {
        Target::Offer(id) => vec![("offering", id.to_string())],
        Target::Platform { slug, fact } => {
            let fact = fact.clone().map(|fact| ("fact", fact));
            [Some(("platform", slug.clone())), fact]
                .into_iter()
                .flatten()
                .collect()
        }
    };
    let hidden = hidden
        .into_iter()
        .map(|(name, value)| view! { <input r#type="hidden" name=name value=value /> })
        .collect_view();
    let options = About::ALL.iter().map(|about| {
        let on = typed.about == about.word();
        view! { <option value=about.word() selected=on>{about_word(locale, *about)}</option> }
    });
    let (about, value, evidence, seen_on, remark) = (
        state(view, Field::About),
        state(view, Field::Value),
        state(view, Field::Evidence),
        state(view, Field::SeenOn),
        state(view, Field::Remark),
    );
    let unit = subject.unit.clone();
    let value_help = match subject.term_hours {
        _ if unit.is_empty() => td_string!(locale, report.value_help).to_owned(),
        Some(hours) => td_string!(locale, report.value_help_term, hours = hours, unit = unit),
        None => td_string!(locale, report.value_help_price, unit = unit),
    };
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, report.shown)}</h2><span class="end"><a href=frame.link(&subject.page)>{td_string!(locale, report.back)}</a></span></header>
            <div class="bd"><dl class="dl shown">{shown}</dl></div>
        </section>
        <section class="panel">
            <header><h2>{td_string!(locale, report.right)}</h2><p>{td_string!(locale, report.text)}</p></header>
            <div class="bd">
                <form method="post" action=frame.link("/report") novalidate class="report-form">
                    {summary(view)}
                    {hidden}
                    <div class=about.class>
                        <label r#for="about">{field_name(locale, Field::About)}</label>
                        <select id="about" name="about" aria-invalid=about.invalid aria-describedby=about.invalid.map(|_| about.described.clone())>{options.collect_view()}</select>
                        {about.message}
                    </div>
                    <div class=value.class>
                        <label r#for="value">{field_name(locale, Field::Value)}</label>
                        <input id="value" name="value" r#type="text" maxlength="500" value=typed.value.clone() aria-invalid=value.invalid aria-describedby=value.described />
                        {value.message}
                        <span class="help" id="value-help">{value_help}</span>
                    </div>
                    <div class=evidence.class>
                        <label r#for="evidence">{field_name(locale, Field::Evidence)}</label>
                        <input id="evidence" name="evidence" r#type="url" maxlength="500" value=typed.evidence.clone() required aria-invalid=evidence.invalid aria-describedby=evidence.described />
                        {evidence.message}
                        <span class="help" id="evidence-help">{td_string!(locale, report.evidence_help)}</span>
                    </div>
                    <div class=seen_on.class>
                        <label r#for="seen_on">{field_name(locale, Field::SeenOn)}</label>
                        <input id="seen_on" name="seen_on" r#type="date" max=frame.today().to_string() value=typed.seen_on.clone() required aria-invalid=seen_on.invalid aria-describedby=seen_on.described />
                        {seen_on.message}
                        <span class="help" id="seen_on-help">{td_string!(locale, report.seen_on_help, today = frame.today().to_string())}</span>
                    </div>
                    <div class=remark.class>
                        <label r#for="remark">{field_name(locale, Field::Remark)}" "<span class="req">{td_string!(locale, report.optional)}</span></label>
                        <textarea id="remark" name="remark" rows="3" aria-invalid=remark.invalid aria-describedby=remark.described>{crate::components::typed_text(&typed.remark)}</textarea>
                        {remark.message}
                        <span class="help" id="remark-help">{td_string!(locale, report.remark_help)}</span>
                    </div>
                    <div><button class="btn pri">{td_string!(locale, report.send)}</button></div>
                </form>
            </div>
        </section>
    }
    .into_any()
}

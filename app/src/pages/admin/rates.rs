//! `/admin/rates`: the exchange rates, each with its day and source, and a new one.
use super::kit::{Field, choice};
use super::{sign_out, subject, words};
use crate::components::{Cell, glyph};
use crate::frame::Frame;
use crate::shell::{Document, Nav, source_words};
use crate::text::{Locale, td_string};
use domain::catalog::draft::FieldError;
use domain::catalog::rate_edit::RateTyped;
use domain::catalog::revision::Revision;
use leptos::prelude::*;
use std::sync::Arc;

/// One stored rate.
pub struct Line {
    /// Pair, such as `USD/CNY`.
    pub pair: String,
    /// Units of the second for one of the first.
    pub rate: String,
    /// Its day.
    pub date: String,
    /// Where it was read.
    pub source: String,
    /// What is known of it.
    pub note: String,
}

/// What the page is made from.
pub struct Rates {
    /// The request.
    pub frame: Arc<Frame>,
    /// The session's token.
    pub csrf: String,
    /// What the fields hold.
    pub typed: RateTyped,
    /// What is wrong, in the form's order.
    pub errors: Vec<FieldError>,
    /// Stored rates, newest first.
    pub lines: Vec<Line>,
    /// Past revisions, newest first.
    pub history: Vec<Revision>,
    /// The revision that has just been made.
    pub saved: Option<i64>,
}

fn label(locale: Locale, field: &str) -> String {
    match field {
        "base" => td_string!(locale, keep.l_base),
        "quote" => td_string!(locale, keep.l_quote_currency),
        "rate" => td_string!(locale, keep.l_rate),
        "date" => td_string!(locale, keep.l_rate_date),
        "source" => td_string!(locale, admin.l_source_url),
        "note" => td_string!(locale, admin.l_note),
        other => return other.to_owned(),
    }
    .to_owned()
}

impl Rates {
    fn field(&self, name: &'static str, width: &'static str) -> Field {
        let error = self.errors.iter().find(|error| error.field == name);
        let fault = error
            .map(|error| words::problem(&self.frame, error.problem, name, error.value.clone()));
        Field {
            name: name.to_owned(),
            label: label(self.frame.locale, name),
            value: self.typed.get(name).to_owned(),
            width,
            fault,
            ..Field::default()
        }
    }
}

/// The whole page.
pub fn page(view: &Rates) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let title = td_string!(locale, keep.rates);
    let codes = || {
        let codes = ["USD", "CNY", "EUR", "INR", "GBP"].map(|code| choice(code, code));
        std::iter::once(choice("", td_string!(locale, keep.choose)))
            .chain(codes)
            .collect::<Vec<_>>()
    };
    let fields = vec![
        view.field("base", "w2").select(codes()),
        view.field("quote", "w2").select(codes()),
        view.field("rate", "w2").number("=".to_owned()),
        view.field("date", "w2").text("date"),
        view.field("source", "w4").text("url"),
        view.field("note", "w6").text("text"),
    ];
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.maintain)}</a>" / "{title}</p>
        <div class="head">
            <h1>{title}</h1>
            <span class="sub">{td_string!(locale, keep.rates_sub)}</span>
            <span class="act">{sign_out(frame, &view.csrf)}</span>
        </div>
        <div class="split admin">
            <div class="stack">
                <form class="panel" method="post" action=frame.link("/admin/rates") novalidate>
                    <header><h2>{td_string!(locale, keep.new_rate)}</h2></header>
                    <div class="bd flush form-body">
                        <input r#type="hidden" name="csrf" value=view.csrf.clone() />
                        {notice(view)}
                        <section class="frm"><h3>{td_string!(locale, keep.rate)}</h3><div>{fields}</div></section>
                        <div class="save"><button class="btn pri">{td_string!(locale, admin.save)}</button></div>
                    </div>
                </form>
                {table(view)}
            </div>
            <div class="stack">{subject::history(frame, &view.history, &label)}</div>
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

fn notice(view: &Rates) -> Option<AnyView> {
    let locale = view.frame.locale;
    if view.errors.is_empty() {
        let text = td_string!(locale, admin.saved, number = view.saved?);
        return Some(view! { <div class="form-notice"><div class="note ok" role="status">{glyph(Cell::Yes)}<p>{text}</p></div></div> }.into_any());
    }
    let colon = if view.frame.is_zh() { "：" } else { ": " };
    let lines = view.errors.iter().map(|error| {
        let problem = words::problem(
            &view.frame,
            error.problem,
            &error.field,
            error.value.clone(),
        );
        let text = format!("{}{colon}{problem}", label(locale, &error.field));
        view! { <li><a href=format!("#{}", error.field)>{text}</a></li> }
    });
    let heading = td_string!(locale, admin.cannot_save_flaws, flaws = view.errors.len());
    Some(
        view! {
            <div class="form-notice">
                <div class="note bad" role="alert" tabindex="-1">
                    {glyph(Cell::No)}
                    <div><p class="b">{heading}</p><ul>{lines.collect_view()}</ul></div>
                </div>
            </div>
        }
        .into_any(),
    )
}

fn table(view: &Rates) -> AnyView {
    let locale = view.frame.locale;
    let rows = view.lines.iter().map(|line| {
        view! {
            <tr>
                <th scope="row">{line.pair.clone()}</th>
                <td class="num">{line.rate.clone()}</td>
                <td>{line.date.clone()}</td>
                <td>{source_words(&line.source, locale)}</td>
                <td class="sm mut" lang="en">{line.note.clone()}</td>
            </tr>
        }
    });
    view! {
        <div class="tw" tabindex="0" role="region" aria-label=td_string!(locale, keep.rates)>
            <table class="dense">
                <thead>
                    <tr>
                        <th scope="col">{td_string!(locale, keep.rate)}</th>
                        <th scope="col" class="num">{td_string!(locale, keep.l_rate)}</th>
                        <th scope="col">{td_string!(locale, keep.l_rate_date)}</th>
                        <th scope="col">{td_string!(locale, common.source)}</th>
                        <th scope="col">{td_string!(locale, admin.l_note)}</th>
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

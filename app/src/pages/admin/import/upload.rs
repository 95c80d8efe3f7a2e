//! The form: a file or pasted text, and what the file itself does not say.
use super::{crumb, steps};
use crate::components::{Cell, glyph, typed_text};
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::{Locale, td_string};
use domain::catalog::revision::Head;
use leptos::prelude::*;
use std::sync::Arc;

/// What the fields hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    /// Word of a format; empty = told from the file.
    pub format: String,
    /// Slug of a platform.
    pub platform: String,
    /// Day, month or year.
    pub observed: String,
    /// Address.
    pub source: String,
    /// Code.
    pub currency: String,
    /// Pasted text.
    pub text: String,
}

/// What bytes look like that are no UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// UTF-16.
    Utf16,
    /// GBK or GB 18030.
    Gbk,
    /// An 8-bit encoding.
    EightBit,
    /// A packed file.
    Packed,
}

/// Why there is nothing to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Neither a file nor text.
    Empty,
    /// Larger than is taken.
    TooLarge,
    /// No UTF-8: what it looks like, place of the byte, its line.
    NotUtf8(Look, usize, usize),
    /// No format that is known.
    Untold,
    /// A table of ours that is no list of offers.
    OtherTable(String),
    /// The format needs this field.
    Missing(&'static str),
    /// A field holds what it cannot.
    Wrong(&'static str, String),
    /// The reader's own words.
    Unreadable(String),
    /// What was looked at is kept no longer.
    Expired,
}

/// Everything the page is made from.
pub struct Upload {
    /// The request.
    pub frame: Arc<Frame>,
    /// The session's token.
    pub csrf: String,
    /// What the fields hold.
    pub typed: Typed,
    /// What is wrong.
    pub flaw: Option<Flaw>,
    /// A file that was sent and is kept, by its token and name: it need not be chosen again.
    pub kept: Option<(String, String)>,
    /// Slug and name of every platform.
    pub platforms: Vec<(String, String)>,
    /// The newest import.
    pub last: Option<Head>,
    /// Largest file, in MB.
    pub most_mb: usize,
}

fn said(locale: Locale, flaw: &Flaw, most_mb: usize) -> String {
    match flaw {
        Flaw::Empty => td_string!(locale, keeping.f_empty).to_owned(),
        Flaw::TooLarge => td_string!(locale, keeping.f_too_large, most = most_mb),
        Flaw::NotUtf8(look, at, line) => {
            let look = match look {
                Look::Utf16 => td_string!(locale, keeping.look_utf16),
                Look::Gbk => td_string!(locale, keeping.look_gbk),
                Look::EightBit => td_string!(locale, keeping.look_eight_bit),
                Look::Packed => td_string!(locale, keeping.look_packed),
            };
            td_string!(
                locale,
                keeping.f_not_utf8,
                at = *at,
                line = *line,
                look = look
            )
        }
        Flaw::Untold => td_string!(locale, keeping.f_untold).to_owned(),
        Flaw::OtherTable(name) => td_string!(locale, keeping.f_other_table, name = name.clone()),
        Flaw::Missing("platform") => td_string!(locale, keeping.f_no_platform).to_owned(),
        Flaw::Missing(_) => td_string!(locale, keeping.f_no_observed).to_owned(),
        Flaw::Wrong("currency", value) => {
            td_string!(locale, keeping.f_currency, value = value.clone())
        }
        Flaw::Wrong("source", value) => td_string!(locale, keeping.f_source, value = value.clone()),
        Flaw::Wrong("platform", value) => {
            td_string!(locale, keeping.f_platform, value = value.clone())
        }
        Flaw::Wrong("format", value) => td_string!(locale, keeping.f_format, value = value.clone()),
        Flaw::Wrong(_, value) => td_string!(locale, keeping.f_observed, value = value.clone()),
        Flaw::Unreadable(words) => td_string!(locale, keeping.f_unreadable, words = words.clone()),
        Flaw::Expired => td_string!(locale, keeping.f_expired).to_owned(),
    }
}

fn field_of(flaw: &Flaw) -> &'static str {
    match flaw {
        Flaw::Missing(field) | Flaw::Wrong(field, _) => field,
        Flaw::Untold => "format",
        _ => "file",
    }
}

/// The whole page.
pub fn page(form: &Upload) -> Document {
    let (frame, locale) = (&form.frame, form.frame.locale);
    let title = td_string!(locale, keeping.import_title);
    let flaw = form.flaw.as_ref().map(|flaw| {
        let text = said(locale, flaw, form.most_mb);
        let kept = form.kept.as_ref().map(|(_, name)| {
            view! { <p>{td_string!(locale, keeping.kept_file, name = name.clone())}</p> }
        });
        view! {
            <div class="notices">
                <div class="note bad" role="alert" id="flaw">{glyph(Cell::No)}<div>
                    <p class="b">{td_string!(locale, keeping.not_read)}</p>
                    <p><a href=format!("#{}", field_of(flaw))>{text}</a></p>{kept}
                </div></div>
            </div>
        }
    });
    let kept = form.kept.as_ref().map(|(token, _)| {
        view! { <input r#type="hidden" name="kept" value=token.clone() /> }
    });
    let body = view! {
        {crumb(frame, title.to_owned())}
        <div class="head"><h1>{title}</h1><span class="sub">{td_string!(locale, keeping.import_sub)}</span></div>
        {steps(frame, 0)}
        {flaw}
        <form class="panel import-form" method="post" action=frame.link("/admin/import") enctype="multipart/form-data" novalidate>
            <div class="bd even">
                <input r#type="hidden" name="csrf" value=form.csrf.clone() />
                {kept}
                {source_fields(form)}
                {told_fields(form)}
                <p><button class="btn pri">{td_string!(locale, keeping.look)}</button></p>
            </div>
        </form>
        {last_import(frame, form.last.as_ref())}
    };
    Document {
        title: title.to_owned(),
        description: td_string!(locale, keeping.import_sub).to_owned(),
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

fn invalid(form: &Upload, field: &str) -> Option<&'static str> {
    let flaw = form.flaw.as_ref()?;
    (field_of(flaw) == field).then_some("true")
}

fn source_fields(form: &Upload) -> impl IntoView + use<> {
    let locale = form.frame.locale;
    let wrong = invalid(form, "file");
    view! {
        <div class="field">
            <label for="file">{td_string!(locale, keeping.l_file)}</label>
            <input r#type="file" id="file" name="file" accept=".csv,.json,text/csv,application/json"
                aria-invalid=wrong aria-describedby="file-help" />
            <p class="sm mut" id="file-help">{td_string!(locale, keeping.h_file, most = form.most_mb)}</p>
        </div>
        <div class="field">
            <label for="text">{td_string!(locale, keeping.l_text)}</label>
            <textarea id="text" name="text" rows="5" spellcheck="false" class="mono">{typed_text(&form.typed.text)}</textarea>
        </div>
    }
}

fn told_fields(form: &Upload) -> impl IntoView + use<> {
    let (locale, typed) = (form.frame.locale, &form.typed);
    let formats = [
        ("", td_string!(locale, keeping.format_told)),
        ("zuka", td_string!(locale, keeping.format_zuka)),
        ("skypilot", td_string!(locale, keeping.format_skypilot)),
        ("gpu-price-feed", td_string!(locale, keeping.format_feed)),
    ];
    let formats = formats.map(|(word, name)| {
        view! { <option value=word selected=word == typed.format>{name}</option> }
    });
    let platforms = form.platforms.iter().map(|(slug, name)| {
        let chosen = *slug == typed.platform;
        view! { <option value=slug.clone() selected=chosen>{name.clone()}</option> }
    });
    let input = |field: &'static str,
                 label: &'static str,
                 help: &'static str,
                 value: &str,
                 hint: &'static str| {
        let described = format!("{field}-help");
        view! {
            <div class="field">
                <label for=field>{label}</label>
                <input id=field name=field r#type="text" value=value.to_owned() placeholder=hint
                    aria-invalid=invalid(form, field) aria-describedby=described.clone() />
                <p class="sm mut" id=described>{help}</p>
            </div>
        }
    };
    view! {
        <fieldset class="import-told">
            <legend class="b">{td_string!(locale, keeping.told_title)}</legend>
            <div class="field">
                <label for="format">{td_string!(locale, keeping.l_format)}</label>
                <select id="format" name="format" aria-invalid=invalid(form, "format")>{formats.into_iter().collect_view()}</select>
            </div>
            <div class="field">
                <label for="platform">{td_string!(locale, admin.l_platform)}</label>
                <select id="platform" name="platform" aria-invalid=invalid(form, "platform") aria-describedby="platform-help">
                    <option value="">{td_string!(locale, keeping.as_file)}</option>{platforms.collect_view()}
                </select>
                <p class="sm mut" id="platform-help">{td_string!(locale, keeping.h_skypilot)}</p>
            </div>
            {input("observed", td_string!(locale, keeping.l_observed), td_string!(locale, keeping.h_observed), &typed.observed, "2026-11-30")}
            {input("source", td_string!(locale, admin.l_source_url), td_string!(locale, keeping.h_source), &typed.source, "https://")}
            {input("currency", td_string!(locale, admin.l_currency), td_string!(locale, keeping.h_currency), &typed.currency, "USD")}
        </fieldset>
    }
}

/// The newest import, to see and to take back.
pub(super) fn last_import(frame: &Frame, last: Option<&Head>) -> Option<AnyView> {
    let (locale, last) = (frame.locale, last?);
    let day = last.made_at.get(..10).unwrap_or_default().to_owned();
    let words = td_string!(locale, keeping.last_import, day = day, number = last.number);
    let href = frame.link(&format!("/admin/revisions/{}", last.number));
    let state = match last.undone_by {
        Some(by) => td_string!(locale, keeping.undone_by, number = by),
        None => String::new(),
    };
    Some(
        view! {
            <div class="note ok after">{glyph(Cell::Yes)}<p><b>{words}</b>" "{last.summary.clone()}" "{state}" "
                <a href=href>{td_string!(locale, keeping.see_or_undo)}</a></p></div>
        }
        .into_any(),
    )
}

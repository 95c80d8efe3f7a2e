//! `/admin/revisions`: every revision, and what one of them changed, to take back.
use super::subjects::{field_word, subject_words};
use crate::components::{Cell, fact, glyph, unknown};
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::{Locale, td_string};
use domain::catalog::CatalogSnapshot;
use domain::catalog::revision::{Blocker, Change, Head, Subject, Touched};
use leptos::prelude::*;
use std::sync::Arc;

/// The list.
pub struct Revisions {
    /// The request.
    pub frame: Arc<Frame>,
    /// Newest first.
    pub list: Vec<Head>,
    /// All of them.
    pub total: i64,
    /// Page, from 1.
    pub number: i64,
    /// Pages.
    pub pages: i64,
}

/// What an undo came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undo {
    /// It cannot be done before these.
    Blocked(Vec<Blocker>),
    /// It was done before, by this revision.
    Already(i64),
    /// The revision is from before the journal.
    TooOld,
}

/// One revision.
pub struct One {
    /// The request.
    pub frame: Arc<Frame>,
    /// For names.
    pub snapshot: Arc<CatalogSnapshot>,
    /// The session's token.
    pub csrf: String,
    /// The revision.
    pub head: Head,
    /// What it changed, this page of it.
    pub touched: Vec<Touched>,
    /// Things that it changed.
    pub lines: i64,
    /// Dated prices and rates that it added.
    pub dated: i64,
    /// Page, from 1.
    pub number: i64,
    /// Pages.
    pub pages: i64,
    /// It was made just now.
    pub is_made: bool,
    /// Why it was not taken back.
    pub undo: Option<Undo>,
}

fn kind_word(locale: Locale, head: &Head) -> String {
    match (head.undoes, head.by_hand) {
        (Some(number), _) => td_string!(locale, keeping.undo_of, number = number),
        (None, true) => td_string!(locale, keeping.kind_edit).to_owned(),
        (None, false) => td_string!(locale, keeping.kind_import).to_owned(),
    }
}

fn when(head: &Head) -> String {
    let text: String = head.made_at.chars().take(16).collect();
    text.replace('T', " ")
}

/// The list as a page.
pub fn list_page(view: &Revisions) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let title = td_string!(locale, keeping.revisions_title);
    let rows = view.list.iter().map(|head| {
        let href = frame.link(&format!("/admin/revisions/{}", head.number));
        let state = match head.undone_by {
            Some(by) => fact(Cell::No, td_string!(locale, keeping.undone_by, number = by)),
            None if !head.journalled => fact(
                Cell::Unknown,
                td_string!(locale, keeping.not_journalled).to_owned(),
            ),
            None => fact(Cell::Yes, td_string!(locale, keeping.in_force).to_owned()),
        };
        view! {
            <tr data-revision=head.number.to_string()>
                <th scope="row" class="num"><a href=href>{head.number}</a></th>
                <td class="nowrap">{when(head)}</td>
                <td>{head.author.clone()}</td>
                <td>{kind_word(locale, head)}</td>
                <td class="sum">{head.summary.clone()}</td>
                <td>{state}</td>
            </tr>
        }
    });
    let pager = pager(frame, view.number, view.pages);
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.maintain)}</a>" / "{title}</p>
        <div class="head"><h1>{title}</h1><span class="sub">{td_string!(locale, keeping.revisions_sub, count = view.total)}</span>
            <span class="act"><a class="btn" href=frame.link("/admin/import")>{td_string!(locale, keeping.import_title)}</a></span></div>
        <div class="tw" tabindex="0" role="region" aria-label=title>
            <table class="dense revision-table">
                <thead><tr>
                    <th scope="col" class="num">{td_string!(locale, keeping.c_number)}</th>
                    <th scope="col">{td_string!(locale, keeping.c_when)}</th>
                    <th scope="col">{td_string!(locale, keeping.c_who)}</th>
                    <th scope="col">{td_string!(locale, keeping.c_kind)}</th>
                    <th scope="col">{td_string!(locale, keeping.c_summary)}</th>
                    <th scope="col">{td_string!(locale, keeping.c_state)}</th>
                </tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
        {pager}
    };
    document(title.to_owned(), body.into_any())
}

fn document(title: String, body: AnyView) -> Document {
    Document {
        description: title.clone(),
        title,
        nav: Nav::None,
        islands: false,
        body,
    }
}

fn pager(frame: &Frame, number: i64, pages: i64) -> Option<AnyView> {
    if pages < 2 {
        return None;
    }
    let locale = frame.locale;
    let link = |to: i64, word: &'static str| {
        let href = frame.here(&[("page", Some(&to.to_string())), ("made", None)]);
        view! { <a class="btn s" href=href>{word}</a> }
    };
    let previous = (number > 1).then(|| link(number - 1, td_string!(locale, catalogue.previous)));
    let next = (number < pages).then(|| link(number + 1, td_string!(locale, catalogue.next)));
    Some(
        view! {
            <nav class="pager" aria-label=td_string!(locale, catalogue.pages)>
                {previous}<span>{td_string!(locale, catalogue.page_of, page = number, pages = pages)}</span>{next}
            </nav>
        }
        .into_any(),
    )
}

/// One revision as a page.
pub fn one_page(view: &One) -> Document {
    let (frame, locale, head) = (&view.frame, view.frame.locale, &view.head);
    let title = td_string!(locale, keeping.revision_title, number = head.number);
    let dated = (view.dated > 0).then(|| {
        view! { <p class="sm mut table-note">{td_string!(locale, keeping.dated, count = view.dated)}</p> }
    });
    let table = if view.touched.is_empty() {
        view! { <div class="empty"><div><p>{td_string!(locale, keeping.nothing_here)}</p></div></div> }.into_any()
    } else {
        touched_table(view)
    };
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.maintain)}</a>" / "
            <a href=frame.link("/admin/revisions")>{td_string!(locale, keeping.revisions_title)}</a>" / "{head.number}</p>
        <div class="head"><h1>{title.clone()}</h1>
            <span class="sub">{td_string!(locale, keeping.revision_sub, count = view.lines)}</span></div>
        {notes(view)}
        <div class="panel revision-head"><div class="bd">
            <dl class="dl">
                <dt>{td_string!(locale, keeping.c_when)}</dt><dd>{when(head)}" UTC"</dd>
                <dt>{td_string!(locale, keeping.c_who)}</dt><dd>{head.author.clone()}</dd>
                <dt>{td_string!(locale, keeping.c_kind)}</dt><dd>{kind_word(locale, head)}</dd>
                <dt>{td_string!(locale, keeping.c_summary)}</dt><dd>{head.summary.clone()}</dd>
                <dt>{td_string!(locale, keeping.c_state)}</dt><dd>{state(view)}</dd>
            </dl>
            {undo_button(view)}
        </div></div>
        {table}
        {dated}
        {pager(frame, view.number, view.pages)}
    };
    document(title, body.into_any())
}

fn state(view: &One) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    match view.head.undone_by {
        Some(by) => {
            let href = frame.link(&format!("/admin/revisions/{by}"));
            view! { <a href=href>{td_string!(locale, keeping.undone_by, number = by)}</a> }
                .into_any()
        }
        None if !view.head.journalled => td_string!(locale, keeping.not_journalled).into_any(),
        None => td_string!(locale, keeping.in_force).into_any(),
    }
}

fn undo_button(view: &One) -> Option<AnyView> {
    let (frame, locale) = (&view.frame, view.frame.locale);
    if !view.head.can_be_undone() {
        return None;
    }
    let own = frame.link(&format!("/admin/revisions/{}", view.head.number));
    Some(
        view! {
            <form method="post" action=own class="acts">
                <input r#type="hidden" name="csrf" value=view.csrf.clone() />
                <button class="btn">{td_string!(locale, keeping.undo)}</button>
                <p class="sm mut">{td_string!(locale, keeping.undo_help)}</p>
            </form>
        }
        .into_any(),
    )
}

fn notes(view: &One) -> Option<AnyView> {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let (class, cell, inner) = match &view.undo {
        Some(Undo::Blocked(blockers)) => {
            let items = blockers
                .iter()
                .map(|blocker| blocked(view, blocker))
                .collect_view();
            let inner = view! {
                <p class="b">{td_string!(locale, keeping.blocked_title)}</p>
                <p>{td_string!(locale, keeping.blocked_text)}</p>
                <ul>{items}</ul>
            };
            ("note bad", Cell::No, inner.into_any())
        }
        Some(Undo::Already(by)) => {
            let href = frame.link(&format!("/admin/revisions/{by}"));
            let inner = view! { <p><a href=href>{td_string!(locale, keeping.already, number = *by)}</a></p> };
            ("note warn", Cell::Part, inner.into_any())
        }
        Some(Undo::TooOld) => (
            "note warn",
            Cell::Part,
            view! { <p>{td_string!(locale, keeping.too_old)}</p> }.into_any(),
        ),
        None if view.is_made => {
            let text = match view.head.undoes {
                Some(number) => td_string!(locale, keeping.undone, number = number),
                None => td_string!(locale, keeping.applied, number = view.head.number),
            };
            (
                "note ok",
                Cell::Yes,
                view! { <p class="b">{text}</p> }.into_any(),
            )
        }
        None => return None,
    };
    let role = if view.undo.is_some() {
        "alert"
    } else {
        "status"
    };
    Some(
        view! { <div class="notices"><div class=class role=role>{glyph(cell)}<div>{inner}</div></div></div> }
            .into_any(),
    )
}

fn blocked(view: &One, blocker: &Blocker) -> impl IntoView + use<> {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let href = frame.link(&format!("/admin/revisions/{}", blocker.by.number));
    let link = td_string!(locale, keeping.undo_first, number = blocker.by.number);
    let names: Vec<String> = blocker
        .subjects
        .iter()
        .map(|subject| {
            let (head, second) = subject_words(locale, &view.snapshot, subject);
            format!("{head} {second}")
        })
        .collect();
    let by = format!(" ({}, {}) ", blocker.by.author, when(&blocker.by));
    view! { <li><a href=href>{link}</a>{by}{names.join("; ")}</li> }
}

fn touched_table(view: &One) -> AnyView {
    let locale = view.frame.locale;
    let rows = view
        .touched
        .iter()
        .map(|touched| lines(view, touched))
        .collect_view();
    view! {
        <div class="tw" tabindex="0" role="region" aria-label=td_string!(locale, keeping.changes_title)>
            <table class="dense">
                <thead><tr>
                    <th scope="col">{td_string!(locale, keeping.c_offer)}</th>
                    <th scope="col">{td_string!(locale, keeping.c_field)}</th>
                    <th scope="col">{td_string!(locale, keeping.c_before)}</th>
                    <th scope="col">{td_string!(locale, keeping.c_after)}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn lines(view: &One, touched: &Touched) -> Vec<AnyView> {
    let locale = view.frame.locale;
    let (name, second) = subject_words(locale, &view.snapshot, &touched.subject);
    let new = touched
        .is_new
        .then(|| view! { " "<span class="tag">{td_string!(locale, keeping.k_new)}</span> });
    let count = touched.changes.len().max(1).to_string();
    let mut head = Some(view! {
        <th scope="rowgroup" rowspan=count>{name}{new}<span class="l2">{second}</span></th>
    });
    if touched.changes.is_empty() {
        return vec![view! { <tr>{head.take()}<td colspan="3" class="dim">{td_string!(locale, keeping.only_seen)}</td></tr> }.into_any()];
    }
    let line = |change: &Change| {
        view! {
            <tr>
                {head.take()}
                <td>{field_word(locale, &change.field)}</td>
                <td>{value(locale, touched, change, change.before.as_deref())}</td>
                <td>{value(locale, touched, change, change.after.as_deref())}</td>
            </tr>
        }
        .into_any()
    };
    touched.changes.iter().map(line).collect()
}

/// One side of a change; what is not stated says so.
fn value(locale: Locale, touched: &Touched, change: &Change, text: Option<&str>) -> AnyView {
    let is_amount = ["price", "price_per_period"].contains(&change.field.as_str());
    let Some(text) = text else {
        let is_none = touched.is_new
            || is_amount
            || ["note", "source_url", "scheduled"].contains(&change.field.as_str());
        return if is_none {
            view! { <span class="dim">{td_string!(locale, keeping.none)}</span> }.into_any()
        } else {
            unknown(locale)
        };
    };
    let words = match (change.field.as_str(), text, &touched.subject) {
        ("active", "1" | "yes", _) => td_string!(locale, common.yes).to_owned(),
        ("active", "0" | "no", _) => td_string!(locale, common.no).to_owned(),
        ("private", "1", _) => td_string!(locale, editing.editors_only).to_owned(),
        ("private", "0", _) => td_string!(locale, editing.everybody).to_owned(),
        (
            _,
            amount,
            Subject::Offer {
                currency: Some(code),
                ..
            },
        ) if is_amount => format!("{amount} {code}"),
        _ => text.chars().take(200).collect(),
    };
    if change.before.as_deref() == Some(text) {
        view! { <del class="mut">{words}</del> }.into_any()
    } else {
        view! { <b class="new-value">{words}</b> }.into_any()
    }
}

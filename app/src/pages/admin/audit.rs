//! `/admin/audit`: who did what, when.
use super::fields::{minute, role_word};
use crate::components::kept_inputs;
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::{Locale, td_string};
use domain::people::{Deed, Role};
use leptos::prelude::*;
use std::sync::Arc;

/// Lines a page.
pub const PAGE: i64 = 50;

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Something about people.
    Deed(Deed),
    /// A revision of the catalogue: its number and kind.
    Revision(i64, String),
}

/// A line.
#[derive(Clone, Debug)]
pub struct Line {
    /// RFC 3339, UTC.
    pub made_at: String,
    /// What.
    pub what: What,
    /// Who did it.
    pub by: Option<String>,
    /// Whom it concerns.
    pub of: Option<String>,
    /// A few words more.
    pub detail: String,
    /// How often.
    pub count: i64,
}

/// What the page is made from.
pub struct Audit {
    /// The request.
    pub frame: Arc<Frame>,
    /// Whose lines alone.
    pub person: Option<String>,
    /// Everybody who is named.
    pub people: Vec<String>,
    /// Lines of this page, newest first.
    pub lines: Vec<Line>,
    /// Lines in all.
    pub total: i64,
    /// Page, from 1.
    pub number: i64,
    /// Pages.
    pub pages: i64,
}

/// The whole page.
pub fn page(view: &Audit) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let title = td_string!(locale, people.audit_title);
    let options = view.people.iter().map(|name| {
        let on = view.person.as_ref() == Some(name);
        view! { <option value=name.clone() selected=on>{name.clone()}</option> }
    });
    let rows = view.lines.iter().map(|line| row(view, line));
    let list = if view.lines.is_empty() {
        view! { <div class="empty"><div><p>{td_string!(locale, people.audit_none)}</p></div></div> }
            .into_any()
    } else {
        view! {
            <div class="tw" tabindex="0" role="region" aria-label=title>
                <table class="dense">
                    <thead>
                        <tr>
                            <th scope="col" class="stick">{td_string!(locale, people.when)}</th>
                            <th scope="col">{td_string!(locale, people.who)}</th>
                            <th scope="col">{td_string!(locale, people.what)}</th>
                            <th scope="col">{td_string!(locale, people.detail)}</th>
                        </tr>
                    </thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        }
        .into_any()
    };
    let body = view! {
        <div class="head">
            <h1>{title}</h1>
            <span class="sub">{td_string!(locale, people.audit_sub, count = view.total)}</span>
        </div>
        <form class="bar2 first" method="get" action="/admin/audit">
            {kept_inputs(frame)}
            <label class="b" for="person">{td_string!(locale, people.person)}</label>
            <span><select id="person" name="person"><option value="">{td_string!(locale, people.everybody)}</option>{options.collect_view()}</select></span>
            <button class="btn">{td_string!(locale, admin.find)}</button>
        </form>
        {list}
        {pager(view)}
    };
    Document {
        title: title.to_owned(),
        description: title.to_owned(),
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

fn row(view: &Audit, line: &Line) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let by = line.by.clone().unwrap_or_else(|| match line.what {
        What::Deed(Deed::SignInFailed) => "–".to_owned(),
        _ => td_string!(locale, people.command_line).to_owned(),
    });
    let other = line.of.clone().filter(|of| line.by.as_ref() != Some(of));
    let (mut word, detail) = match &line.what {
        What::Deed(deed) => (
            deed_word(locale, *deed).to_owned(),
            deed_detail(locale, line).into_any(),
        ),
        What::Revision(number, kind) => {
            let text = td_string!(locale, admin.history_number, number = *number);
            let href = frame.link(&format!("/admin/revisions/{number}"));
            let link =
                view! { <a href=href>{text}</a>" "<span class="mut">{line.detail.clone()}</span> };
            (revision_word(locale, kind).to_owned(), link.into_any())
        }
    };
    if let Some(of) = other {
        word.push_str(&format!(" · {of}"));
    }
    if line.count > 1 {
        word.push_str(&format!(" × {}", line.count));
    }
    view! {
        <tr>
            <th scope="row" class="stick when">{minute(&line.made_at)}</th>
            <td>{by}</td>
            <td>{word}</td>
            <td class="wrap">{detail}</td>
        </tr>
    }
    .into_any()
}

fn deed_detail(locale: Locale, line: &Line) -> String {
    match Role::from_word(&line.detail) {
        Some(role) => role_word(locale, role).to_owned(),
        None => line.detail.clone(),
    }
}

fn revision_word(locale: Locale, kind: &str) -> &'static str {
    match kind {
        "import" => td_string!(locale, people.d_import),
        _ => td_string!(locale, people.d_edit),
    }
}

fn deed_word(locale: Locale, deed: Deed) -> &'static str {
    match deed {
        Deed::SignIn => td_string!(locale, people.d_sign_in),
        Deed::SignInFailed => td_string!(locale, people.d_sign_in_failed),
        Deed::SignOut => td_string!(locale, people.d_sign_out),
        Deed::SignOutEverywhere => td_string!(locale, people.d_everywhere),
        Deed::Invite => td_string!(locale, people.d_invite),
        Deed::InviteWithdrawn => td_string!(locale, people.d_withdrawn),
        Deed::Joined => td_string!(locale, people.d_joined),
        Deed::Removed => td_string!(locale, people.d_removed),
        Deed::RoleChanged => td_string!(locale, people.d_role),
        Deed::Deactivated => td_string!(locale, people.d_deactivated),
        Deed::Reactivated => td_string!(locale, people.d_reactivated),
        Deed::PasswordChanged => td_string!(locale, people.d_password),
        Deed::SecondFactorOn => td_string!(locale, people.d_on),
        Deed::SecondFactorOff => td_string!(locale, people.d_off),
        Deed::SecondFactorReset => td_string!(locale, people.d_reset),
        Deed::RecoveryCodeUsed => td_string!(locale, people.d_code_used),
        Deed::RecoveryCodesMade => td_string!(locale, people.d_codes_made),
    }
}

fn pager(view: &Audit) -> Option<AnyView> {
    let (frame, locale) = (&view.frame, view.frame.locale);
    if view.pages < 2 {
        return None;
    }
    let link = |to: i64, label: &'static str| {
        let to = to.to_string();
        view! { <a class="btn s" href=frame.here(&[("page", Some(&to))])>{label}</a> }
    };
    let previous =
        (view.number > 1).then(|| link(view.number - 1, td_string!(locale, catalogue.previous)));
    let next = (view.number < view.pages)
        .then(|| link(view.number + 1, td_string!(locale, catalogue.next)));
    Some(
        view! {
            <nav class="pager" aria-label=td_string!(locale, catalogue.pages)>
                {previous}
                <span>{td_string!(locale, catalogue.page_of, page = view.number, pages = view.pages)}</span>
                {next}
            </nav>
        }
        .into_any(),
    )
}

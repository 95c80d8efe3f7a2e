//! `/admin/reports`: what visitors say is wrong, to read and to close.
use crate::components::facts::fact_name;
use crate::frame::Frame;
use crate::pages::report::about_word;
use crate::shell::{Document, Nav};
use crate::text::{Locale, td_string};
use domain::catalog::FactKey;
use domain::catalog::proposal::{Proposal, Status, Target};
use leptos::prelude::*;
use std::sync::Arc;

/// What the page is made from.
pub struct Reports {
    /// The request.
    pub frame: Arc<Frame>,
    /// The session's token.
    pub csrf: String,
    /// Which ones are shown.
    pub status: Status,
    /// They.
    pub list: Vec<Proposal>,
    /// How many are open in all.
    pub open: i64,
    /// The one that was just closed, or that somebody else closed first.
    pub said: Option<Said>,
}

/// What came of the last press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Closed.
    Closed(i64),
    /// It was not open any more.
    Late(i64),
}

fn status_word(locale: Locale, status: Status) -> &'static str {
    match status {
        Status::Open => td_string!(locale, report.s_open),
        Status::Done => td_string!(locale, report.s_done),
        Status::Rejected => td_string!(locale, report.s_rejected),
    }
}

/// The whole page.
pub fn page(view: &Reports) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let title = td_string!(locale, report.list_title);
    let tabs = Status::ALL.iter().map(|status| {
        let here = (*status == view.status).then_some("true");
        let word = (*status != Status::Open).then(|| status.word());
        let href = frame.here(&[("status", word), ("closed", None), ("late", None)]);
        view! { <a href=href aria-current=here>{status_word(locale, *status)}</a> }
    });
    let said = view.said.map(|said| match said {
        Said::Closed(id) => {
            view! { <p class="note ok" role="status">{td_string!(locale, report.closed, number = id)}</p> }
                .into_any()
        }
        Said::Late(id) => {
            view! { <p class="note warn" role="status">{td_string!(locale, report.late, number = id)}</p> }
                .into_any()
        }
    });
    let list = if view.list.is_empty() {
        view! { <div class="empty"><div><p>{td_string!(locale, report.list_none)}</p></div></div> }
            .into_any()
    } else {
        let items = view.list.iter().map(|one| item(view, one));
        view! { <ol class="reports">{items.collect_view()}</ol> }.into_any()
    };
    let body = view! {
        {super::nav::nav(frame)}
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.list_title)}</a>" / "{title}</p>
        <div class="head">
            <h1>{title}</h1>
            <span class="sub">{td_string!(locale, report.list_sub, count = view.open)}</span>
            <span class="act"><span class="seg" role="group" aria-label=td_string!(locale, report.s_which)>{tabs.collect_view()}</span></span>
        </div>
        {said.map(|said| view! { <div class="notices">{said}</div> })}
        {list}
    };
    Document {
        title: title.to_owned(),
        description: title.to_owned(),
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

fn item(view: &Reports, one: &Proposal) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let (href, edit, fact) = match &one.target {
        Target::Offer(id) => (
            format!("/offerings/{id}"),
            Some(format!("/admin/offers/{id}")),
            None,
        ),
        Target::Platform { slug, fact } => (
            format!("/platforms/{slug}"),
            None,
            fact.as_deref().and_then(FactKey::from_word),
        ),
    };
    let fact = fact.map(|key| view! { <span class="tag">{fact_name(locale, key)}</span>" " });
    let edit = edit.map(|href| {
        view! { <a class="btn s" href=frame.link(&href)>{td_string!(locale, admin.edit_title)}</a> }
    });
    let said = &one.said;
    let value = if said.value.is_empty() {
        "–".to_owned()
    } else {
        said.value.clone()
    };
    let remark = (!said.remark.is_empty()).then(
        || view! { <dt>{td_string!(locale, report.remark)}</dt><dd>{said.remark.clone()}</dd> },
    );
    let closed = one.closed_by.clone().map(|name| {
        view! { <dt>{td_string!(locale, report.closed_by)}</dt><dd>{name}</dd> }
    });
    let buttons = (one.status == Status::Open).then(|| {
        let button = |status: Status, class: &'static str, text: &'static str| {
            let label = format!("{text} {}", one.id);
            view! { <button class=class name="status" value=status.word() aria-label=label>{text}</button> }
        };
        view! {
            <form method="post" action=frame.link("/admin/reports") class="acts">
                <input r#type="hidden" name="csrf" value=view.csrf.clone() />
                <input r#type="hidden" name="id" value=one.id.to_string() />
                {edit}
                {button(Status::Done, "btn s pri", td_string!(locale, report.mark_done))}
                {button(Status::Rejected, "btn s", td_string!(locale, report.mark_rejected))}
            </form>
        }
    });
    view! {
        <li class="panel" data-report=one.id.to_string()>
            <header><h2>{td_string!(locale, report.number, number = one.id)}</h2>
                <span>{fact}<span class="tag">{about_word(locale, said.about)}</span></span>
                <span class="end">{one.created_at.chars().take(10).collect::<String>()}</span></header>
            <div class="bd">
                <dl class="dl">
                    <dt>{td_string!(locale, report.shown)}</dt><dd><a href=frame.link(&href)>{one.shown.clone()}</a></dd>
                    <dt>{td_string!(locale, report.value)}</dt><dd class="b">{value}</dd>
                    <dt>{td_string!(locale, report.evidence)}</dt><dd><a href=said.evidence.clone() rel="noopener nofollow ugc">{said.evidence.clone()}</a>" "<span class="dim">{said.seen_on.to_string()}</span></dd>
                    {remark}{closed}
                </dl>
                {buttons}
            </div>
        </li>
    }
    .into_any()
}

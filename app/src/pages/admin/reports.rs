//! `/admin/reports`: what visitors say is wrong, to read and to close.
use super::subjects::field_word;
use crate::components::facts::fact_name;
use crate::frame::Frame;
use crate::pages::report::about_word;
use crate::shell::{Document, Nav};
use crate::text::{Locale, td_string};
use domain::catalog::FactKey;
use domain::catalog::acceptance::Hurdle;
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
    /// Of each open one: what stands in the way of accepting it with one click.
    pub hurdles: Vec<Option<Hurdle>>,
    /// How many are open in all.
    pub open: i64,
    /// The one that was just closed, or that somebody else closed first.
    pub said: Option<Said>,
}

/// What came of the last press.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// Closed.
    Closed(i64),
    /// It was not open any more.
    Late(i64),
    /// Accepted, as that revision.
    Accepted(i64, i64),
    /// Not accepted, and why.
    Refused(i64, Refusal),
}

/// Why a report was not accepted.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// It takes more than a click.
    Hurdle(Hurdle),
    /// Somebody else was faster.
    Late,
    /// Another price of the offer has this currency and source.
    Clash,
}

fn hurdle_words(locale: Locale, hurdle: &Hurdle) -> String {
    match hurdle {
        Hurdle::NotAPrice => td_string!(locale, keeping.w_not_price).to_owned(),
        Hurdle::Gone => td_string!(locale, keeping.w_gone).to_owned(),
        Hurdle::Older(day) => td_string!(locale, keeping.w_older, day = day.to_string()),
        Hurdle::Same => td_string!(locale, keeping.w_same).to_owned(),
        Hurdle::Odd => td_string!(locale, keeping.w_odd).to_owned(),
        Hurdle::Fields(errors) => {
            let fields: Vec<String> = errors
                .iter()
                .map(|error| {
                    let name = field_word(locale, &error.field);
                    format!("{name} “{}”", error.value)
                })
                .collect();
            td_string!(locale, keeping.w_fields, fields = fields.join(", "))
        }
    }
}

fn refusal_words(locale: Locale, refusal: &Refusal) -> String {
    match refusal {
        Refusal::Hurdle(hurdle) => hurdle_words(locale, hurdle),
        Refusal::Late => td_string!(locale, keeping.w_late).to_owned(),
        Refusal::Clash => td_string!(locale, keeping.w_clash).to_owned(),
    }
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
        let gone = ["closed", "late", "accepted", "as"].map(|name| (name, None));
        let changes = [[("status", word)].as_slice(), &gone].concat();
        let href = frame.here(&changes);
        view! { <a href=href aria-current=here>{status_word(locale, *status)}</a> }
    });
    let said = view.said.clone().map(|said| match said {
        Said::Accepted(id, revision) => {
            let href = frame.link(&format!("/admin/revisions/{revision}"));
            let text = td_string!(locale, keeping.accepted, number = id, revision = revision);
            view! { <p class="note ok" role="status"><a href=href>{text}</a></p> }.into_any()
        }
        Said::Refused(id, refusal) => {
            let why = refusal_words(locale, &refusal);
            let text = td_string!(locale, keeping.not_accepted, number = id, why = why);
            view! { <p class="note bad" role="alert">{text}</p> }.into_any()
        }
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
        let items = view.list.iter().enumerate().map(|(at, one)| {
            let hurdle = view
                .hurdles
                .get(at)
                .cloned()
                .unwrap_or(Some(Hurdle::NotAPrice));
            item(view, one, hurdle.as_ref())
        });
        view! { <ol class="reports">{items.collect_view()}</ol> }.into_any()
    };
    let body = view! {
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

fn item(view: &Reports, one: &Proposal, hurdle: Option<&Hurdle>) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let (href, edit, fact) = match &one.target {
        Target::Offer(id) => (
            format!("/offerings/{id}"),
            (hurdle != Some(&Hurdle::Gone)).then(|| {
                let to = format!("/admin/offers/{id}?report={}", one.id);
                (to, td_string!(locale, keeping.edit_prefilled))
            }),
            None,
        ),
        Target::Platform { slug, fact } => (
            format!("/platforms/{slug}"),
            Some((
                format!("/admin/platforms/{slug}"),
                td_string!(locale, keeping.edit_platform),
            )),
            fact.as_deref().and_then(FactKey::from_word),
        ),
    };
    let fact = fact.map(|key| view! { <span class="tag">{fact_name(locale, key)}</span>" " });
    let edit = edit.map(|(href, word)| {
        view! { <a class="btn s" href=frame.link(&href)>{word}</a> }
    });
    let applied = one.applied.map(|number| {
        let href = frame.link(&format!("/admin/revisions/{number}"));
        view! { <dt>{td_string!(locale, keeping.c_state)}</dt><dd><a href=href>{td_string!(locale, keeping.led_to, number = number)}</a></dd> }
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
        let accept = match hurdle {
            None => {
                let label = format!("{} {}", td_string!(locale, keeping.accept), one.id);
                view! { <button class="btn s pri" name="status" value="accept" aria-label=label>{td_string!(locale, keeping.accept)}</button> }.into_any()
            }
            Some(_) => ().into_any(),
        };
        let why = match hurdle {
            None => td_string!(locale, keeping.accept_help).to_owned(),
            Some(hurdle) => hurdle_words(locale, hurdle),
        };
        view! {
            <p class="sm mut">{why}</p>
            <form method="post" action=frame.link("/admin/reports") class="acts">
                <input r#type="hidden" name="csrf" value=view.csrf.clone() />
                <input r#type="hidden" name="id" value=one.id.to_string() />
                {accept}
                {edit}
                {button(Status::Done, "btn s", td_string!(locale, report.mark_done))}
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
                    {remark}{closed}{applied}
                </dl>
                {buttons}
            </div>
        </li>
    }
    .into_any()
}

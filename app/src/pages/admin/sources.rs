//! `/admin/sources`: live sources, to switch on and off, to ask, and to look at what waits.
mod review;
mod words;

pub use review::{Review, page as review_page};
pub use words::state as state_words;

use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::live::{Condition, LiveSource};
use leptos::prelude::*;
use std::sync::Arc;
use words::time;

/// What the page is made from.
pub struct SourceList {
    /// The request.
    pub frame: Arc<Frame>,
    /// The session's token.
    pub csrf: String,
    /// Every source.
    pub list: Vec<LiveSource>,
    /// What the last press did, and to which source.
    pub did: Option<(Did, &'static str)>,
}

/// What a press did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Did {
    /// Switched on.
    On,
    /// Switched off.
    Off,
    /// Will be asked.
    Fetch,
    /// A change was taken.
    Accept,
    /// A change was refused.
    Reject,
    /// The change did not wait any more.
    Late,
}

impl Did {
    /// The word in addresses and forms.
    pub const fn word(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
            Self::Fetch => "fetch",
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Late => "late",
        }
    }

    /// From the word.
    pub fn from_word(word: &str) -> Option<Self> {
        let all = [
            Self::On,
            Self::Off,
            Self::Fetch,
            Self::Accept,
            Self::Reject,
            Self::Late,
        ];
        all.into_iter().find(|did| did.word() == word)
    }
}

/// The whole page.
pub fn page(view: &SourceList) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let title = td_string!(locale, sources.title);
    let on = view.list.iter().filter(|source| source.is_enabled).count();
    let did = view.did.map(|(did, name)| {
        let text = match did {
            Did::On => td_string!(locale, sources.did_on, name = name),
            Did::Off => td_string!(locale, sources.did_off, name = name),
            Did::Fetch => td_string!(locale, sources.did_fetch, name = name),
            Did::Accept => td_string!(locale, sources.did_accept, name = name),
            Did::Reject => td_string!(locale, sources.did_reject, name = name),
            Did::Late => td_string!(locale, sources.did_late, name = name),
        };
        let class = if did == Did::Late {
            "note warn"
        } else {
            "note ok"
        };
        view! { <div class="notices"><p class=class role="status">{text}</p></div> }
    });
    let items = view
        .list
        .iter()
        .map(|source| item(view, source))
        .collect_view();
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.list_title)}</a>" / "{title}</p>
        <div class="head">
            <h1>{title}</h1>
            <span class="sub">{td_string!(locale, sources.sub, on = on, all = view.list.len())}</span>
        </div>
        {did}
        <p class="lead mut">{td_string!(locale, sources.intro)}</p>
        <ol class="sources">{items}</ol>
    };
    Document {
        title: title.to_owned(),
        description: title.to_owned(),
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

fn tag(source: &LiveSource, view: &SourceList) -> AnyView {
    let locale = view.frame.locale;
    let (class, word) = match source.condition() {
        Condition::Waiting => ("tag pri", td_string!(locale, sources.s_waiting)),
        Condition::Failing(_) => ("tag warn", td_string!(locale, sources.s_failing)),
        Condition::Fine(_) => ("tag", td_string!(locale, sources.s_fine)),
        Condition::Never => ("tag", td_string!(locale, sources.s_never)),
    };
    view! { <span class=class>{word}</span> }.into_any()
}

fn item(view: &SourceList, source: &LiveSource) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let switch = if source.is_enabled {
        td_string!(locale, sources.on)
    } else {
        td_string!(locale, sources.off)
    };
    let key = source.missing_key.map(|setting| {
        let text = td_string!(locale, sources.needs_key, setting = setting);
        view! { <p class="dim">{text}</p> }
    });
    let last = source.last_counts.map(|counts| {
        let text = td_string!(
            locale,
            sources.last_counts,
            added = counts.added,
            changed = counts.changed,
            vanished = counts.vanished,
            refused = counts.refused,
            skipped = counts.skipped
        );
        view! { <dt>{td_string!(locale, sources.last)}</dt><dd>{text}</dd> }
    });
    let next = match source.next_due {
        None => td_string!(locale, sources.next_never).to_owned(),
        Some(due) if due <= frame.now => td_string!(locale, sources.next_now).to_owned(),
        Some(due) => td_string!(locale, sources.next_at, time = time(due)),
    };
    let prices = (source.prices > 0).then(
        || view! { <dt>{td_string!(locale, sources.prices)}</dt><dd>{source.prices.to_string()}</dd> },
    );
    let review = source.waiting.map(|_| {
        let href = frame.link(&format!("/admin/sources/{}", source.id));
        view! { <a class="btn s pri" href=href>{td_string!(locale, sources.review)}</a> }
    });
    let button = |did: Did, text: &'static str| {
        let label = format!("{text} {}", source.name);
        view! { <button class="btn s" name="do" value=did.word() aria-label=label>{text}</button> }
    };
    let turn = if source.is_enabled {
        button(Did::Off, td_string!(locale, sources.switch_off))
    } else {
        button(Did::On, td_string!(locale, sources.switch_on))
    };
    view! {
        <li class="panel" data-source=source.id>
            <header><h2>{source.name}</h2><span>{tag(source, view)}</span><span class="end">{switch}</span></header>
            <div class="bd">
                <dl class="dl">
                    <dt>{td_string!(locale, sources.state)}</dt><dd><p>{words::state(locale, source)}</p>{key}</dd>
                    {last}
                    <dt>{td_string!(locale, sources.next)}</dt><dd>{next}</dd>
                    {prices}
                    <dt>{td_string!(locale, sources.address)}</dt><dd class="dim">{source.address}</dd>
                </dl>
                <form method="post" action=frame.link("/admin/sources") class="acts">
                    <input r#type="hidden" name="csrf" value=view.csrf.clone() />
                    <input r#type="hidden" name="source" value=source.id />
                    {review}
                    {turn}
                    {button(Did::Fetch, td_string!(locale, sources.fetch_now))}
                </form>
            </div>
        </li>
    }
    .into_any()
}

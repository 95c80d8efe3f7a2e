//! What an import would change, row by row, with a tick each.
use super::lines::{Line, row};
use super::upload::last_import;
use super::{crumb, steps};
use crate::components::{Cell, glyph};
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::{Locale, td_string};
use domain::catalog::CatalogSnapshot;
use domain::catalog::review::Kind;
use domain::catalog::revision::Head;
use leptos::prelude::*;
use std::sync::Arc;

/// Which rows are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// All but unchanged.
    All,
    /// Those of one kind.
    Of(Kind),
    /// The refused ones.
    Refused,
}

impl Group {
    /// Every one, in the order of the tabs.
    pub const ALL: [Self; 6] = [
        Self::All,
        Self::Of(Kind::Changed),
        Self::Of(Kind::Added),
        Self::Of(Kind::Missing),
        Self::Of(Kind::Older),
        Self::Refused,
    ];

    /// Its word in addresses.
    pub const fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Of(kind) => kind.word(),
            Self::Refused => "refused",
        }
    }

    /// From its word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|group| group.word() == word)
    }
}

/// Rows of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The same observation again.
    pub unchanged: usize,
    /// Known offers with a newer observation.
    pub changed: usize,
    /// New offers.
    pub added: usize,
    /// Offers that the file no longer lists.
    pub missing: usize,
    /// Observations from before what is stored.
    pub older: usize,
    /// Refused, for whatever reason.
    pub refused: usize,
    /// Rows without a card.
    pub skipped: usize,
}

impl Counts {
    const fn of(&self, group: Group) -> usize {
        match group {
            Group::All => self.changed + self.added + self.missing + self.older + self.refused,
            Group::Of(Kind::Changed) => self.changed,
            Group::Of(Kind::Added) => self.added,
            Group::Of(Kind::Missing) => self.missing,
            Group::Of(Kind::Older) => self.older,
            Group::Refused => self.refused,
        }
    }

    const fn applicable(&self) -> usize {
        self.changed + self.added + self.missing + self.older
    }
}

/// Everything the page is made from.
pub struct Review {
    /// The request.
    pub frame: Arc<Frame>,
    /// The catalogue that the file was held against.
    pub snapshot: Arc<CatalogSnapshot>,
    /// The session's token.
    pub csrf: String,
    /// The import's own.
    pub token: String,
    /// Name of the file.
    pub name: String,
    /// Rows of each kind.
    pub counts: Counts,
    /// Which are shown.
    pub group: Group,
    /// The lines of this page.
    pub lines: Vec<Line>,
    /// Page, from 1.
    pub number: usize,
    /// Pages.
    pub pages: usize,
    /// Ticked rows in all.
    pub ticked: usize,
    /// The catalogue had moved on when the import was to be applied: this is a fresh look.
    pub has_moved: bool,
    /// Nothing was ticked when it was to be applied.
    pub is_empty: bool,
    /// The newest import before.
    pub last: Option<Head>,
}

fn group_word(locale: Locale, group: Group) -> &'static str {
    match group {
        Group::All => td_string!(locale, keeping.g_all),
        Group::Of(Kind::Changed) => td_string!(locale, keeping.k_changed),
        Group::Of(Kind::Added) => td_string!(locale, keeping.k_new),
        Group::Of(Kind::Missing) => td_string!(locale, keeping.k_missing),
        Group::Of(Kind::Older) => td_string!(locale, keeping.k_older),
        Group::Refused => td_string!(locale, keeping.k_refused),
    }
}

/// The whole page.
pub fn page(view: &Review) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let title = td_string!(locale, keeping.review_title);
    let own = format!(
        "/admin/import/{}?show={}&page={}",
        view.token,
        view.group.word(),
        view.number
    );
    let table = if view.lines.is_empty() {
        view! { <div class="empty"><div><p>{td_string!(locale, keeping.nothing_here)}</p></div></div> }.into_any()
    } else {
        table(view)
    };
    let body = view! {
        {crumb(frame, view.name.clone())}
        <div class="head"><h1>{title}</h1><span class="sub">{td_string!(locale, keeping.review_sub)}</span></div>
        {steps(frame, 1)}
        {notices(view)}
        <form method="post" action=frame.link(&own)>
            <input r#type="hidden" name="csrf" value=view.csrf.clone() />
            // The first button is what Enter presses: it changes nothing but the ticks.
            <button class="vh" name="do" value="save">{td_string!(locale, keeping.keep_ticks)}</button>
            {summary(view)}
            {bar(view)}
            {table}
            {pager(view)}
            <p class="sm dim table-note">{td_string!(locale, keeping.never_ticked)}</p>
        </form>
        {last_import(frame, view.last.as_ref())}
    };
    Document {
        title: title.to_owned(),
        description: td_string!(locale, keeping.review_sub).to_owned(),
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

fn notices(view: &Review) -> Option<AnyView> {
    let locale = view.frame.locale;
    let text = if view.has_moved {
        td_string!(locale, keeping.moved)
    } else if view.is_empty {
        td_string!(locale, keeping.nothing_ticked)
    } else {
        return None;
    };
    Some(
        view! { <div class="notices"><div class="note warn" role="alert">{glyph(Cell::Part)}<p>{text}</p></div></div> }
            .into_any(),
    )
}

/// The file as one bar, its counts, and what can be done with it.
fn summary(view: &Review) -> impl IntoView + use<> {
    let (locale, counts) = (view.frame.locale, &view.counts);
    let parts = [
        (
            counts.unchanged,
            "sw-same",
            td_string!(locale, keeping.n_unchanged, count = counts.unchanged),
        ),
        (
            counts.changed,
            "sw-changed",
            td_string!(locale, keeping.n_changed, count = counts.changed),
        ),
        (
            counts.added,
            "sw-new",
            td_string!(locale, keeping.n_new, count = counts.added),
        ),
        (
            counts.missing,
            "sw-missing",
            td_string!(locale, keeping.n_missing, count = counts.missing),
        ),
        (
            counts.older,
            "sw-older",
            td_string!(locale, keeping.n_older, count = counts.older),
        ),
        (
            counts.refused,
            "sw-refused",
            td_string!(locale, keeping.n_refused, count = counts.refused),
        ),
    ];
    let total: usize = parts.iter().map(|(count, ..)| count).sum();
    let mut from = 0.0;
    let mut bars = Vec::new();
    for (count, class, _) in &parts {
        let width = *count as f64 * 1000.0 / total.max(1) as f64;
        if *count > 0 {
            let (x, width) = (format!("{from:.2}"), format!("{width:.2}"));
            bars.push(view! { <rect class=*class x=x y="0" width=width height="14" /> });
        }
        from += width;
    }
    let keys = parts
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(_, class, text)| {
            view! { <span class="key"><i class=format!("sw {class}")></i>{text}</span> }
        });
    let skipped = (counts.skipped > 0).then(|| {
        view! { <span class="dim sm">{td_string!(locale, keeping.n_skipped, count = counts.skipped)}</span> }
    });
    let can_apply = counts.applicable() > 0;
    view! {
        <div class="panel import-sum"><div class="bd">
            <div>
                <svg class="import-bar" viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true">{bars}</svg>
                <div class="keys">{keys.collect_view()}{skipped}</div>
            </div>
            <div class="acts">
                {can_apply.then(|| view! { <button class="btn pri" name="do" value="apply">{td_string!(locale, keeping.apply)}</button> })}
                <button class="btn" name="do" value="discard">{td_string!(locale, keeping.discard)}</button>
                <p class="sm mut">{td_string!(locale, keeping.ticked, count = view.ticked, total = counts.applicable())}</p>
            </div>
        </div></div>
    }
}

/// Which rows are shown; what is ticked at once. All are buttons, so that the ticks made so far are kept.
fn bar(view: &Review) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let tabs = Group::ALL
        .into_iter()
        .filter(|group| *group == Group::All || view.counts.of(*group) > 0);
    let tabs = tabs.map(|group| {
        let here = (group == view.group).then_some("true");
        let value = format!("go:{}:1", group.word());
        view! { <button name="do" value=value aria-current=here>{group_word(locale, group)}" "<b>{view.counts.of(group)}</b></button> }
    });
    let many = (view.group != Group::Refused && view.counts.applicable() > 0).then(|| {
        let refused = view.frame.link(&format!("/admin/import/{}/refused.csv", view.token));
        view! {
            <button class="btn s" name="do" value="tick_safe">{td_string!(locale, keeping.tick_safe)}</button>
            <button class="btn s" name="do" value="tick_all">{td_string!(locale, keeping.tick_all)}</button>
            <button class="btn s" name="do" value="untick">{td_string!(locale, keeping.untick)}</button>
            {(view.counts.refused > 0).then(|| view! { <a class="btn s" href=refused>{td_string!(locale, keeping.download_refused)}</a> })}
        }
    });
    view! {
        <div class="bar2 first">
            <span class="seg" role="group" aria-label=td_string!(locale, keeping.which)>{tabs.collect_view()}</span>
            <span class="end">{many}</span>
        </div>
    }
}

fn table(view: &Review) -> AnyView {
    let locale = view.frame.locale;
    let rows = view
        .lines
        .iter()
        .map(|line| row(locale, &view.snapshot, line))
        .collect_view();
    view! {
        <div class="tw" tabindex="0" role="region" aria-label=td_string!(locale, keeping.review_title)>
            <table class="dense import-table">
                <thead><tr>
                    <th scope="col">{td_string!(locale, keeping.c_apply)}</th>
                    <th scope="col">{td_string!(locale, keeping.c_kind)}</th>
                    <th scope="col">{td_string!(locale, keeping.c_offer)}</th>
                    <th scope="col">{td_string!(locale, keeping.c_field)}</th>
                    <th scope="col" class="num">{td_string!(locale, keeping.c_now)}</th>
                    <th scope="col" class="num">{td_string!(locale, keeping.c_file)}</th>
                    <th scope="col" class="num">{td_string!(locale, keeping.c_change)}</th>
                    <th scope="col">{td_string!(locale, admin.l_currency)}</th>
                    <th scope="col">{td_string!(locale, keeping.c_why)}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn pager(view: &Review) -> Option<AnyView> {
    if view.pages < 2 {
        return None;
    }
    let locale = view.frame.locale;
    let button = |to: usize, word: &'static str| {
        let value = format!("go:{}:{to}", view.group.word());
        view! { <button class="btn s" name="do" value=value>{word}</button> }
    };
    let previous =
        (view.number > 1).then(|| button(view.number - 1, td_string!(locale, catalogue.previous)));
    let next = (view.number < view.pages)
        .then(|| button(view.number + 1, td_string!(locale, catalogue.next)));
    Some(
        view! {
            <nav class="pager" aria-label=td_string!(locale, catalogue.pages)>
                {previous}<span>{td_string!(locale, catalogue.page_of, page = view.number, pages = view.pages)}</span>{next}
            </nav>
        }
        .into_any(),
    )
}

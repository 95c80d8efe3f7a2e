//! `/guides` and `/guides/{section}`: checklists whose ticks stand in the address.
mod item;
mod list;
mod overview;

pub use list::page as list;
pub use overview::page as overview;

use crate::frame::{Frame, address};
use crate::text::{Locale, LocaleExt, td_string};
use domain::catalog::{Notice, Reason};
use domain::guides::{Guides, Section, Ticks, Words};
use leptos::prelude::*;
use std::sync::Arc;

/// The parameter that holds the ticks.
pub const DONE: &str = "done";

/// Parameters of the pages, beside those that every page has.
const OWN: [&str; 2] = [DONE, "go"];

/// Everything the pages are made from.
#[derive(Clone)]
pub struct GuideView {
    /// The request.
    pub frame: Arc<Frame>,
    /// All lists.
    pub guides: &'static Guides,
    /// What is ticked.
    pub ticks: Ticks,
    /// What of the address nobody knows.
    pub notices: Vec<Notice>,
}

impl GuideView {
    /// Reads the address; never fails.
    pub fn read(frame: Arc<Frame>, guides: &'static Guides) -> Self {
        let texts = frame.query.iter().filter(|(name, _)| name == DONE);
        let (ticks, unknown) = Ticks::read(texts.map(|(_, text)| text.as_str()), guides);
        let names = unknown.into_iter().map(|value| Notice {
            param: DONE.to_owned(),
            value,
            reason: Reason::NotFound,
        });
        let kept = crate::frame::KEPT;
        let others = frame.query.iter().map(|(name, _)| name.as_str());
        let others = others.filter(|name| !OWN.contains(name) && !kept.contains(name));
        let others = others.map(|name| Notice {
            param: name.chars().take(60).collect(),
            value: String::new(),
            reason: Reason::UnknownParam,
        });
        let notices = names.chain(others).collect();
        Self {
            frame,
            guides,
            ticks,
            notices,
        }
    }

    /// An address of these pages with the ticks.
    pub fn link(&self, path: &str) -> String {
        let (path, fragment) = path.split_once('#').unwrap_or((path, ""));
        let pairs = [(DONE.to_owned(), self.ticks.word(self.guides))];
        let link = self.frame.link(&address(path, &pairs));
        match fragment {
            "" => link,
            fragment => format!("{link}#{fragment}"),
        }
    }

    /// The short address of a page of these: what the form leads to.
    pub fn short(&self, path: &str) -> String {
        let mut pairs = vec![(DONE.to_owned(), self.ticks.word(self.guides))];
        pairs.extend(self.frame.kept());
        address(path, &pairs)
    }

    /// "3 of 8", rewritten by `guides.js` when a tick changes.
    fn progress(&self, section: &str) -> AnyView {
        let locale = self.frame.locale;
        let (done, all) = self.ticks.progress(self.guides, section);
        let text = td_string!(locale, guide.progress, done = done, all = all);
        let form = td_string!(locale, guide.progress, done = "#", all = all);
        let section = section.to_owned();
        view! { <span class="of" data-progress=section data-text=form>{text}</span> }.into_any()
    }

    /// The lists with their progress; the one that is shown is marked.
    fn lists(&self, current: &str) -> AnyView {
        let locale = self.frame.locale;
        let rows = self.guides.sections.iter().map(|section| {
            let here = (section.id == current).then_some("page");
            let href = self.link(&format!("/guides/{}", section.id));
            view! { <li><a href=href aria-current=here>{said(locale, &section.title)}</a>{self.progress(&section.id)}</li> }
        });
        let all = self.link("/guides");
        view! {
            <nav class="guide-lists" aria-label=td_string!(locale, guide.lists)>
                <ul>{rows.collect_view()}</ul>
                <p class="sm"><a href=all>{td_string!(locale, guide.all_lists)}</a></p>
            </nav>
        }
        .into_any()
    }
}

/// A text in the page's language.
fn said(locale: Locale, words: &Words) -> String {
    if locale.is_zh() { &words.zh } else { &words.en }.clone()
}

/// A link from elsewhere to an item or a list, such as `preorder#pre-exclusive`.
pub(crate) fn link_to(frame: &Frame, place: &str) -> String {
    frame.link(&format!("/guides/{place}"))
}

/// The path of a section's page.
fn path(section: &Section) -> String {
    format!("/guides/{}", section.id)
}

/// The script that keeps ticks, and the tag of it.
fn script(frame: &Frame) -> AnyView {
    let src = format!("{}/guides.js", frame.assets);
    view! { <script type="module" src=src></script> }.into_any()
}

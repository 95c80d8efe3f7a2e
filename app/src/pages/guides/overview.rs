//! All lists on one page: what each is of, and what of it is ticked.
use super::{GuideView, path, said, script};
use crate::components::{Cell, glyph, notices};
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::guides::Section;
use leptos::prelude::*;

/// The whole page.
pub fn page(view: &GuideView) -> Document {
    let locale = view.frame.locale;
    let sub = td_string!(
        locale,
        guide.sub,
        count = view.guides.items.len(),
        lists = view.guides.sections.len()
    );
    let lists = view
        .guides
        .sections
        .iter()
        .map(|section| one(view, section));
    let clear = (!view.ticks.is_empty()).then(|| {
        let href = view.frame.link("/guides");
        view! { <p class="sm"><a href=href>{td_string!(locale, guide.clear)}</a></p> }
    });
    let body = view! {
        <div class="head">
            <h1>{td_string!(locale, guide.heading)}</h1>
            <span class="sub">{sub}</span>
        </div>
        {notices(locale, &view.notices)}
        <p class="guide-lead">{td_string!(locale, guide.lead)}</p>
        <div class="guide-all">{lists.collect_view()}</div>
        {clear}
        {script(&view.frame)}
    };
    Document {
        title: td_string!(locale, guide.title).to_owned(),
        description: td_string!(locale, guide.description).to_owned(),
        nav: Nav::Guides,
        islands: false,
        body: body.into_any(),
    }
}

fn one(view: &GuideView, section: &Section) -> AnyView {
    let locale = view.frame.locale;
    let href = view.link(&path(section));
    let items = view.guides.of(&section.id).map(|item| {
        let done = view.ticks.has(view.guides, &item.id);
        // A tick is the filled square; what is not ticked is an empty one and no "no".
        let (cell, word) = if done {
            (Cell::Yes, td_string!(locale, guide.ticked))
        } else {
            (Cell::Empty, td_string!(locale, guide.not_ticked))
        };
        let href = view.link(&format!("{}#{}", path(section), item.id));
        view! { <li>{glyph(cell)}<span class="vh">{word}". "</span><a href=href>{said(locale, &item.title)}</a></li> }
    });
    let title = said(locale, &section.title);
    let label = format!("{} · {title}", td_string!(locale, guide.open_list));
    view! {
        <section class="panel" id=section.id.clone()>
            <header><h2><a href=href.clone()>{title}</a></h2><span class="end">{view.progress(&section.id)}</span><p>{said(locale, &section.lead)}</p></header>
            <div class="bd snug">
                <ol class="guide-titles">{items.collect_view()}</ol>
                <p class="sm"><a href=href aria-label=label>{td_string!(locale, guide.open_list)}</a></p>
            </div>
        </section>
    }
    .into_any()
}

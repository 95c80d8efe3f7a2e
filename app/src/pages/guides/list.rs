//! One list: a form of ticks, with what each check takes.
use super::{DONE, GuideView, item, path, said, script};
use crate::components::{kept_inputs, notices};
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::guides::Section;
use leptos::prelude::*;

/// The whole page of a section.
pub fn page(view: &GuideView, section: &'static Section) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let title = said(locale, &section.title);
    let lead = said(locale, &section.lead);
    let items = view.guides.of(&section.id).map(|one| item::view(view, one));
    let (done, all) = view.ticks.progress(view.guides, &section.id);
    let elsewhere = view
        .ticks
        .word_of(view.guides, |item| item.section != section.id);
    let elsewhere = (!elsewhere.is_empty())
        .then(|| view! { <input r#type="hidden" name=DONE value=elsewhere /> });
    let ticked = td_string!(locale, guide.progress_of, done = done, all = all);
    let form = td_string!(locale, guide.progress_of, done = "#", all = all);
    let body = view! {
        <p class="crumb"><a href=view.link("/guides")>{td_string!(locale, guide.heading)}</a>" / "{title.clone()}</p>
        <div class="head">
            <h1>{title.clone()}</h1>
            <span class="sub" role="status" data-progress=section.id.clone() data-text=form>{ticked}</span>
        </div>
        {notices(locale, &view.notices)}
        <p class="guide-lead">{lead.clone()}</p>
        <div class="split guide">
            <form class="guide-form" method="get" action=path(section)>
                <input r#type="hidden" name="go" value="1" />
                {kept_inputs(frame)}
                {elsewhere}
                <ol class="guide-items">{items.collect_view()}</ol>
                <div class="guide-keep">
                    <button class="btn pri">{td_string!(locale, guide.keep)}</button>
                    <span class="sm mut">{td_string!(locale, guide.keep_note)}</span>
                </div>
                {next(view, section)}
            </form>
            <div class="stack guide-side">
                <section class="panel">
                    <header><h2>{td_string!(locale, guide.lists)}</h2></header>
                    <div class="bd snug">{view.lists(&section.id)}</div>
                </section>
                {share(view, section)}
            </div>
        </div>
        {script(frame)}
    };
    Document {
        title: td_string!(locale, guide.section_title, title = title),
        description: lead,
        nav: Nav::Guides,
        islands: false,
        body: body.into_any(),
    }
}

fn next(view: &GuideView, section: &Section) -> Option<AnyView> {
    let place = view
        .guides
        .sections
        .iter()
        .position(|one| one.id == section.id)?;
    let next = view.guides.sections.get(place + 1)?;
    let locale = view.frame.locale;
    let text = td_string!(locale, guide.next, title = said(locale, &next.title));
    Some(
        view! { <p class="guide-next"><a class="btn" href=view.link(&path(next))>{text}</a></p> }
            .into_any(),
    )
}

/// The address is the list.
fn share(view: &GuideView, section: &Section) -> AnyView {
    let locale = view.frame.locale;
    let address = view.frame.absolute(&view.short(&path(section)));
    let clear = view.frame.link(&path(section));
    view! {
        <section class="panel guide-share">
            <header><h2>{td_string!(locale, guide.share)}</h2></header>
            <div class="bd snug">
                <p class="sm">{td_string!(locale, guide.share_text)}</p>
                <p class="buttons">
                    <button class="btn s" r#type="button" data-copy=address data-here="" data-done=td_string!(locale, guide.copied)>{td_string!(locale, guide.copy_address)}</button>
                    <button class="btn s needs-script" r#type="button" data-print="">{td_string!(locale, common.print)}</button>
                    <a class="btn s quiet" href=clear data-clear="">{td_string!(locale, guide.clear)}</a>
                </p>
            </div>
        </section>
    }
    .into_any()
}

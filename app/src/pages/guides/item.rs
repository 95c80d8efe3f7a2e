//! One check: its tick, why, what to type or ask, when it is passed, what else, and what all that rests on.
use super::{DONE, GuideView, said};
use crate::components::{colon, list_comma};
use crate::shell::source_words;
use crate::text::{Locale, td_string};
use domain::guides::{Correction, Ground, Item};
use leptos::prelude::*;

pub(super) fn view(view: &GuideView, item: &Item) -> AnyView {
    let locale = view.frame.locale;
    let title = said(locale, &item.title);
    let tick = format!("tick-{}", item.id);
    let why = format!("why-{}", item.id);
    let done = view.ticks.has(view.guides, &item.id);
    let look = item.look.as_ref().map(|words| said(locale, words));
    let command = item.command.as_ref().map(|command| {
        let label = td_string!(locale, guide.copy_command, title = title.clone());
        view! {
            <div class="cmd">
                <pre><code>{command.clone()}</code></pre>
                {copy(locale, command.clone(), label)}
            </div>
        }
    });
    let check = (look.is_some() || command.is_some()).then(|| {
        view! { <dt>{td_string!(locale, guide.do_this)}</dt><dd>{look.map(|text| view! { <p>{text}</p> })}{command}</dd> }
    });
    let ask = item.ask.as_ref().map(|words| {
        let text = said(locale, words);
        let label = td_string!(locale, guide.copy_question, title = title.clone());
        view! {
            <dt>{td_string!(locale, guide.ask)}</dt>
            <dd><div class="cmd"><p class="q-text">{text.clone()}</p>{copy(locale, text, label)}</div></dd>
        }
    });
    let wrong = item.corrects.iter().map(|one| correction(locale, one));
    let sources = joined(locale, item.sources.iter().map(|one| ground(locale, one)));
    view! {
        <li class="gi" id=item.id.clone() data-item=item.id.clone()>
            <div class="gi-head">
                <input r#type="checkbox" id=tick.clone() name=DONE value=item.id.clone() checked=done aria-describedby=why.clone() autocomplete="off" />
                <h2><label r#for=tick><span class="no-of">{format!("{}. ", item.order)}</span>{title.clone()}</label></h2>
            </div>
            <div class="gi-body">
                <p class="why" id=why>{said(locale, &item.why)}</p>
                <dl>
                    {ask}
                    {check}
                    <dt>{td_string!(locale, guide.pass)}</dt><dd>{said(locale, &item.pass)}</dd>
                    <dt>{td_string!(locale, guide.fix)}</dt><dd>{said(locale, &item.fix)}</dd>
                </dl>
                {wrong.collect_view()}
                <p class="gi-foot">{td_string!(locale, guide.rests_on)}{colon(locale)}{sources}</p>
                {see(view, item)}
            </div>
        </li>
    }
    .into_any()
}

fn copy(locale: Locale, text: String, label: String) -> AnyView {
    view! { <button class="btn s" r#type="button" data-copy=text data-done=td_string!(locale, guide.copied) aria-label=label>{td_string!(locale, guide.copy)}</button> }
        .into_any()
}

/// Where popular articles are wrong: what they say, what holds, what that rests on.
fn correction(locale: Locale, one: &Correction) -> AnyView {
    view! {
        <div class="gi-wrong">
            <p><b>{td_string!(locale, guide.wrong)}{colon(locale)}</b><q>{said(locale, &one.claim)}</q></p>
            <p><b>{td_string!(locale, guide.right)}{colon(locale)}</b>{said(locale, &one.right)}" "<span class="xs mut">{ground(locale, &one.source)}</span></p>
        </div>
    }
    .into_any()
}

fn ground(locale: Locale, ground: &Ground) -> AnyView {
    match ground {
        Ground::Page(address) => source_words(address, locale),
        Ground::Measured => td_string!(locale, guide.measured).into_any(),
        Ground::Catalogue => td_string!(locale, guide.catalogue).into_any(),
        Ground::Arithmetic => td_string!(locale, guide.arithmetic).into_any(),
        Ground::Judgement => td_string!(locale, guide.judgement).into_any(),
    }
}

fn joined(locale: Locale, parts: impl Iterator<Item = AnyView>) -> AnyView {
    let parts = parts.enumerate().map(|(place, part)| {
        let before = (place > 0).then(|| list_comma(locale));
        view! { {before}{part} }
    });
    parts.collect_view().into_any()
}

/// Where to go on: other checks, with their ticks, and pages of the site.
fn see(view: &GuideView, item: &Item) -> Option<AnyView> {
    let locale = view.frame.locale;
    if item.see.is_empty() {
        return None;
    }
    let links = item.see.iter().filter_map(|name| {
        let page = |word: &'static str| (view.frame.link(&format!("/{name}")), word.to_owned());
        let (href, text) = match name.as_str() {
            "size" => page(td_string!(locale, guide.see_size)),
            "plan" => page(td_string!(locale, guide.see_plan)),
            "platforms" => page(td_string!(locale, guide.see_platforms)),
            "gpus" => page(td_string!(locale, guide.see_gpus)),
            "check" => page(td_string!(locale, guide.see_check)),
            "machine" => (
                view.frame.link("/check/machine"),
                td_string!(locale, guide.see_machine).to_owned(),
            ),
            name => {
                let other = view.guides.item(name)?;
                let href = view.link(&format!("/guides/{}#{}", other.section, other.id));
                (href, said(locale, &other.title))
            }
        };
        Some(view! { <a href=href>{text}</a> }.into_any())
    });
    let links = joined(locale, links);
    Some(
        view! { <p class="gi-foot">{td_string!(locale, guide.see)}{colon(locale)}{links}</p> }
            .into_any(),
    )
}

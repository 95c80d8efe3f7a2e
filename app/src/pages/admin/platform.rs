//! `/admin/platforms/{slug}`: who a platform is and every rule of it, each with its evidence.
mod facts;

use super::kit::{Field, choice};
use super::notes::{self, Stand};
use super::{sign_out, subject};
use crate::components::facts::fact_name;
use crate::components::platform_name;
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::{Locale, td_string};
use domain::catalog::draft::FieldError;
use domain::catalog::fields::Fields;
use domain::catalog::platform_edit::fact_of;
use domain::catalog::revision::{Change, Revision};
use domain::catalog::{CatalogSnapshot, Platform};
use leptos::prelude::*;
use std::sync::Arc;

/// What just happened, well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Saved as this revision.
    Saved(i64),
    /// Made as this revision.
    Created(i64),
    /// Nothing differed.
    Unchanged,
    /// Found unchanged again: facts and offers, as this revision.
    Checked(i64),
}

/// Everything the page is made from.
pub struct PlatformForm {
    /// The request.
    pub frame: Arc<Frame>,
    /// The catalogue as editors see it.
    pub snapshot: Arc<CatalogSnapshot>,
    /// Index of the platform.
    pub place: usize,
    /// The session's token.
    pub csrf: String,
    /// Stands for the values that the form was opened with.
    pub seen: String,
    /// What the fields hold.
    pub typed: Fields,
    /// What is wrong, in the form's order.
    pub errors: Vec<FieldError>,
    /// What somebody else published meanwhile.
    pub theirs: Option<Fields>,
    /// Fields that differ from what is published.
    pub unsaved: Vec<Change>,
    /// Past revisions, newest first.
    pub history: Vec<Revision>,
    /// What just happened.
    pub said: Option<Said>,
}

impl PlatformForm {
    fn platform(&self) -> &Platform {
        &self.snapshot.platforms[self.place]
    }

    fn field(&self, name: &str, label: String, width: &'static str) -> Field {
        let stand = Stand {
            frame: &self.frame,
            typed: &self.typed,
            errors: &self.errors,
            theirs: self.theirs.as_ref(),
        };
        stand.field(name, label, width)
    }
}

/// Name of a field, for labels and the history.
pub(super) fn label(locale: Locale, field: &str) -> String {
    let own = match field {
        "name" => td_string!(locale, keep.l_name),
        "name_zh" => td_string!(locale, keep.l_name_zh),
        "homepage" => td_string!(locale, keep.l_homepage),
        "country" => td_string!(locale, keep.l_country),
        "currency" => td_string!(locale, admin.l_currency),
        "docs_url" => td_string!(locale, keep.l_docs),
        "note" => td_string!(locale, admin.l_note),
        "slug" => td_string!(locale, editing.l_slug),
        "learnt" => td_string!(locale, keep.l_learnt),
        "source_url" => td_string!(locale, admin.l_source_url),
        "source_date" => td_string!(locale, admin.l_source_date),
        "quote" => td_string!(locale, keep.l_quote),
        _ => "",
    };
    let Some(key) = fact_of(field).filter(|_| own.is_empty()) else {
        return if own.is_empty() { field } else { own }.to_owned();
    };
    let name = fact_name(locale, key);
    let part = facts::part_name(locale, field, key);
    part.map_or_else(|| name.to_owned(), |part| format!("{name} · {part}"))
}

/// The whole page.
pub fn page(form: &PlatformForm) -> Document {
    let (frame, locale) = (&form.frame, form.frame.locale);
    let platform = form.platform();
    let name = platform_name(locale, platform);
    let own = format!("/admin/platforms/{}", platform.slug);
    let public = frame.link(&format!("/platforms/{}", platform.slug));
    let disks = frame.link(&format!("{own}/disks"));
    let offers = frame.link(&format!(
        "/admin?q={}",
        crate::frame::encode(&platform.slug)
    ));
    let changes = (!form.unsaved.is_empty()).then(|| {
        view! { <span class="sm dim end">{td_string!(locale, admin.changes, count = form.unsaved.len())}</span> }
    });
    let title = td_string!(locale, keep.platform_title, name = name.clone());
    let identity = identity(locale, &|name, label, width| form.field(name, label, width));
    let add = frame.link(&format!(
        "/admin/offers/new?platform={}",
        crate::frame::encode(&platform.slug)
    ));
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.maintain)}</a>" / "<a href=frame.link("/admin/platforms")>{td_string!(locale, keep.platforms)}</a>" / "{name.clone()}</p>
        <div class="head">
            <h1>{name}</h1>
            <span class="sub">{facts::summary(form)}</span>
            <span class="act"><a class="btn" href=disks>{td_string!(locale, platforms.survives)}</a><a class="btn" href=offers>{td_string!(locale, keep.its_offers)}</a><a class="btn" href=add>{td_string!(locale, editing.add_offer)}</a><a class="btn" href=public>{td_string!(locale, admin.public_page)}</a>{sign_out(frame, &form.csrf)}</span>
        </div>
        <div class="split admin">
            <form class="panel" method="post" action=frame.link(&own) novalidate>
                <header><h2>{td_string!(locale, keep.platform_form)}</h2><span class="end">{platform.slug.clone()}</span></header>
                <div class="bd flush form-body">
                    <input r#type="hidden" name="csrf" value=form.csrf.clone() />
                    <input r#type="hidden" name="seen" value=form.seen.clone() />
                    {notice(form)}
                    <section class="frm"><h3>{td_string!(locale, keep.s_identity)}</h3><div>{identity}</div></section>
                    {facts::groups(form)}
                    <div class="save">
                        <button class="btn pri">{td_string!(locale, admin.save)}</button>
                        <a class="btn quiet" href=frame.link(&own)>{td_string!(locale, admin.discard)}</a>
                        {changes}
                    </div>
                </div>
            </form>
            <div class="stack">{again(form)}{subject::history(frame, &form.history, &label)}</div>
        </div>
    };
    Document {
        description: title.clone(),
        title,
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

/// The one note above the fields: a conflict, what stops the form, or what went well.
fn notice(form: &PlatformForm) -> Option<AnyView> {
    let locale = form.frame.locale;
    if form.theirs.is_some() {
        let by = form.history.first().map(|revision| {
            td_string!(
                locale,
                admin.conflict_by,
                number = revision.number,
                name = revision.author.clone()
            )
        });
        let text = format!(
            "{} {}",
            by.unwrap_or_default(),
            td_string!(locale, admin.conflict_text)
        );
        let differing = form.unsaved.iter();
        let lines = differing.map(|c| notes::line(&c.field, label(locale, &c.field)));
        let heading = td_string!(locale, keep.conflict_title).to_owned();
        return Some(notes::bad(heading, Some(text), lines.collect()));
    }
    if !form.errors.is_empty() {
        return notes::faults(&form.frame, &form.errors, &label);
    }
    Some(notes::good(match form.said? {
        Said::Saved(number) => td_string!(locale, admin.saved, number = number),
        Said::Created(number) => td_string!(locale, editing.platform_created, number = number),
        Said::Unchanged => td_string!(locale, admin.unchanged).to_owned(),
        Said::Checked(number) => td_string!(locale, keep.checked_done, number = number),
    }))
}

/// Who the platform is: the fields that a new one has too.
pub(super) fn identity(
    locale: Locale,
    field: &dyn Fn(&'static str, String, &'static str) -> Field,
) -> Vec<AnyView> {
    let field = |name: &'static str, width| field(name, label(locale, name), width);
    let mut codes = vec![choice("", td_string!(locale, common.unknown))];
    codes.extend(["CNY", "USD", "EUR", "INR", "GBP"].map(|code| choice(code, code)));
    let mut country = field("country", "w2");
    country.help = Some(td_string!(locale, keep.h_country).to_owned());
    let mut note = field("note", "w6");
    note.help = Some(td_string!(locale, keep.h_note).to_owned());
    vec![
        field("name", "w2").text("text"),
        field("name_zh", "w2").text("text"),
        country.text("text"),
        field("homepage", "w2").text("url"),
        field("docs_url", "w2").text("url"),
        field("currency", "w2").select(codes),
        note.area(),
    ]
}

/// "Checked again today, unchanged", for all facts and for all offers.
fn again(form: &PlatformForm) -> AnyView {
    let (frame, locale) = (&form.frame, form.frame.locale);
    let platform = form.platform();
    let action = frame.link(&format!("/admin/platforms/{}/checked", platform.slug));
    let known = platform
        .facts
        .0
        .values()
        .filter(|fact| fact.value.is_some())
        .count();
    let offers = form
        .snapshot
        .offers
        .iter()
        .filter(|offer| offer.platform == form.place)
        .count();
    let button = |what: &'static str, count: usize, text: String| {
        (count > 0).then(|| view! { <button class="btn" name="what" value=what>{text}</button> })
    };
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, keep.again)}</h2><p>{td_string!(locale, keep.again_text)}</p></header>
            <div class="bd">
                <form method="post" action=action class="under">
                    <input r#type="hidden" name="csrf" value=form.csrf.clone() />
                    {button("facts", known, td_string!(locale, keep.again_facts, count = known))}
                    {button("offers", offers, td_string!(locale, keep.again_offers, count = offers))}
                </form>
            </div>
        </section>
    }
    .into_any()
}

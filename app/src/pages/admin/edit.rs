//! `/admin/offers/{id}`: one offer's form, what is wrong with it, how it will show, what changed before.
mod controls;
mod listing;
mod sections;

use super::words::{fault, label, warning};
use super::{revisions, sign_out};
use crate::components::{Cell, card_name, glyph, platform_name};
use crate::format;
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::draft::{Problem, Warning};
use domain::catalog::edit::Typed;
use domain::catalog::revision::{Change, Revision};
use domain::catalog::{CatalogSnapshot, Offer, Platform, Scheduled};
use domain::units::Money;
use leptos::prelude::*;
use std::sync::Arc;

/// What is wrong with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A rule of the catalogue.
    Checked(Problem),
    /// Another offering has all these properties.
    SameOffering,
    /// Another price of the offering has this currency and source.
    SamePlan,
    /// A price that is to hold from a day that is past.
    PastDate,
    /// Something else than a price that is to wait for a day.
    NotAlone,
}

/// A wrong field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Its name.
    pub field: String,
    /// What is wrong.
    pub fault: Fault,
}

/// What somebody else published while this form was open.
#[derive(Clone, Debug)]
pub struct Theirs {
    /// Every field as it stands now.
    pub values: Typed,
    /// The revision that did it.
    pub revision: Option<Revision>,
}

/// What just happened, well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// Saved as this revision.
    Saved(i64),
    /// Nothing differed.
    Unchanged,
    /// A look without saving.
    Preview,
    /// Filled in from a visitor's report.
    FromReport(i64),
    /// Made as this revision.
    Created(i64),
    /// Put back on the list as this revision.
    Listed(i64),
    /// A price to come was written down as this revision.
    Scheduled(i64),
    /// A price to come was taken back as this revision.
    TakenBack(i64),
    /// For editors alone as of this revision.
    MadePrivate(i64),
    /// Public as of this revision.
    MadePublic(i64),
    /// Somebody was faster with what was asked for.
    Late,
}

/// Why an offer was not shown to others than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No reason was given, or too long a one.
    NoReason,
    /// Another offering with just these properties is there.
    SameOffering,
}

/// Everything the page is made from.
pub struct OfferForm {
    /// The request.
    pub frame: Arc<Frame>,
    /// The catalogue.
    pub snapshot: Arc<CatalogSnapshot>,
    /// Index of the offer.
    pub row: usize,
    /// The session's token.
    pub csrf: String,
    /// The row lock that the form was opened with.
    pub version: i64,
    /// What the fields hold.
    pub typed: Typed,
    /// What is wrong, in the form's order.
    pub flaws: Vec<Flaw>,
    /// What looks odd, and whether it was confirmed.
    pub warnings: Vec<(Warning, bool)>,
    /// The card's median per GPU-hour, beside which a price looks odd.
    pub median: Option<Money>,
    /// Set when somebody else was faster.
    pub theirs: Option<Theirs>,
    /// What saving would change.
    pub unsaved: Vec<Change>,
    /// Past revisions, newest first.
    pub history: Vec<Revision>,
    /// What just happened.
    pub done: Option<Done>,
    /// Negotiated: for editors' eyes alone.
    pub is_private: bool,
    /// What was typed as the reason to show it to others, and what is wrong with that.
    pub reason: Option<(String, Refusal)>,
    /// The day that was typed from which the price is to hold.
    pub effective: String,
    /// The price to come.
    pub scheduled: Option<Scheduled>,
}

impl OfferForm {
    /// The offer as it stands.
    pub fn offer(&self) -> &Offer {
        &self.snapshot.offers[self.row]
    }

    fn platform(&self) -> &Platform {
        &self.snapshot.platforms[self.offer().platform]
    }

    fn unconfirmed(&self) -> usize {
        self.warnings
            .iter()
            .filter(|(_, confirmed)| !confirmed)
            .count()
    }
}

/// The whole page.
pub fn page(form: &OfferForm) -> Document {
    let (frame, locale) = (&form.frame, form.frame.locale);
    let (offer, platform) = (form.offer(), form.platform());
    let gpu = &form.snapshot.gpus[offer.gpu];
    let (platform_word, card) = (platform_name(locale, platform), card_name(gpu));
    let title = format!("{platform_word} {card}");
    let checked = td_string!(locale, admin.last_checked, date = offer.observed.text());
    let of_platform = frame.link(&format!(
        "/admin?q={}",
        crate::frame::encode(&platform.slug)
    ));
    let public = frame.link(&format!(
        "/?platform={}&gpu={}&group=none",
        platform.slug, gpu.slug
    ));
    let public = (!form.is_private)
        .then(|| view! { <a class="btn" href=public>{td_string!(locale, admin.public_page)}</a> });
    let private = form
        .is_private
        .then(|| view! { <span class="tag warn">{td_string!(locale, keep.private_tag)}</span> });
    let own = format!("/admin/offers/{}", offer.id);
    let changes = (!form.unsaved.is_empty()).then(|| {
        view! { <span class="sm dim end">{td_string!(locale, admin.changes, count = form.unsaved.len())}</span> }
    });
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.maintain)}</a>" / "<a href=of_platform>{platform_word}</a>" / "{card}</p>
        <div class="head">
            <h1>{title.clone()}</h1>
            <span class="sub">{checked}</span>
            {private}
            <span class="act">{public}{listing::take_off(form)}{sign_out(frame, &form.csrf)}</span>
        </div>
        <div class="split admin">
            <form class="panel" method="post" action=frame.link(&own) novalidate>
                <header><h2>{td_string!(locale, admin.edit_title)}</h2><span class="end">{td_string!(locale, admin.number, id = offer.id)}</span></header>
                <div class="bd flush form-body">
                    <input r#type="hidden" name="csrf" value=form.csrf.clone() />
                    <input r#type="hidden" name="version" value=form.version.to_string() />
                    {notice(form)}
                    {sections::specification(form)}
                    {sections::price(form)}
                    {sections::stopping(form)}
                    {sections::evidence(form)}
                    <div class="save">
                        <button class="btn pri" name="action" value="save">{td_string!(locale, admin.save)}</button>
                        <button class="btn" name="action" value="preview">{td_string!(locale, admin.preview)}</button>
                        <a class="btn quiet" href=frame.link(&own)>{td_string!(locale, admin.discard)}</a>
                        {changes}
                    </div>
                </div>
            </form>
            <div class="stack">{listing::to_come(form)}{listing::privacy(form)}{revisions::panel(form)}</div>
        </div>
    };
    let description = td_string!(locale, admin.edit_title).to_owned();
    Document {
        title,
        description,
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

/// The one note above the fields: a conflict, what stops the form, or what went well.
fn notice(form: &OfferForm) -> Option<AnyView> {
    let locale = form.frame.locale;
    if let Some(theirs) = &form.theirs {
        return Some(conflict(form, theirs));
    }
    if !form.flaws.is_empty() || (form.unconfirmed() > 0 && form.done.is_none()) {
        return Some(summary(form));
    }
    let (class, text) = match form.done? {
        Done::Saved(number) => ("note ok", td_string!(locale, admin.saved, number = number)),
        Done::Unchanged => ("note", td_string!(locale, admin.unchanged).to_owned()),
        Done::Preview => ("note", td_string!(locale, admin.preview_note).to_owned()),
        Done::FromReport(number) => (
            "note",
            td_string!(locale, keeping.from_report, number = number),
        ),
        Done::Created(number) => ("note ok", td_string!(locale, keep.created, number = number)),
        Done::Listed(number) => ("note ok", td_string!(locale, keep.on_done, number = number)),
        Done::Scheduled(number) => (
            "note ok",
            td_string!(locale, keep.scheduled_done, number = number),
        ),
        Done::TakenBack(number) => (
            "note ok",
            td_string!(locale, keep.taken_back, number = number),
        ),
        Done::MadePrivate(number) => (
            "note ok",
            td_string!(locale, editing.done_private, number = number),
        ),
        Done::MadePublic(number) => (
            "note ok",
            td_string!(locale, editing.done_public, number = number),
        ),
        Done::Late => ("note", td_string!(locale, keep.off_late).to_owned()),
    };
    let cell = if class == "note ok" {
        Cell::Yes
    } else {
        Cell::Part
    };
    Some(view! { <div class="form-notice"><div class=class role="status">{glyph(cell)}<p>{text}</p></div></div> }.into_any())
}

fn summary(form: &OfferForm) -> AnyView {
    let locale = form.frame.locale;
    let colon = if form.frame.is_zh() { "：" } else { ": " };
    let flaws = form.flaws.iter().map(|flaw| {
        let text = format!("{}{colon}{}", label(form, &flaw.field), fault(form, flaw));
        view! { <li><a href=format!("#{}", flaw.field)>{text}</a></li> }.into_any()
    });
    let confirms = form
        .warnings
        .iter()
        .filter(|(_, confirmed)| !confirmed)
        .map(|(odd, _)| {
            view! { <li><a href=format!("#confirm_{}", odd.word())>{warning(form, *odd)}</a></li> }
                .into_any()
        });
    let lines: Vec<AnyView> = flaws.chain(confirms).collect();
    let heading = if form.flaws.is_empty() {
        td_string!(
            locale,
            admin.cannot_save_confirm,
            warnings = form.unconfirmed()
        )
    } else {
        td_string!(locale, admin.cannot_save_flaws, flaws = form.flaws.len())
    };
    view! {
        <div class="form-notice">
            <div class="note bad" role="alert" tabindex="-1">
                {glyph(Cell::No)}
                <div><p class="b">{heading}</p><ul>{lines}</ul></div>
            </div>
        </div>
    }
    .into_any()
}

fn conflict(form: &OfferForm, theirs: &Theirs) -> AnyView {
    let locale = form.frame.locale;
    let who = theirs.revision.as_ref().map(|revision| {
        let text = td_string!(
            locale,
            admin.conflict_by,
            number = revision.number,
            name = revision.author.clone()
        );
        view! { <p>{text}</p> }
    });
    let lines: Vec<AnyView> = form
        .unsaved
        .iter()
        .map(|change| {
            view! { <li><a href=format!("#{}", change.field)>{label(form, &change.field)}</a></li> }
                .into_any()
        })
        .collect();
    let text = if lines.is_empty() {
        td_string!(locale, admin.conflict_same)
    } else {
        td_string!(locale, admin.conflict_text)
    };
    view! {
        <div class="form-notice">
            <div class="note bad" role="alert" tabindex="-1">
                {glyph(Cell::No)}
                <div><p class="b">{td_string!(locale, admin.conflict_title)}</p>{who}<p>{text}</p><ul>{lines}</ul></div>
            </div>
        </div>
    }
    .into_any()
}

/// "Will show as ¥0.50 /GPU·h, whole offer ¥1.98 /h": the public wording of what the fields hold.
fn shown_as(form: &OfferForm) -> Option<AnyView> {
    let locale = form.frame.locale;
    let (per_gpu, whole) = form.typed.shown(form.offer())?;
    let whole = format::hourly_money(whole);
    let wording = match per_gpu.map(format::hourly_money) {
        Some(price) => {
            let comma = if form.frame.is_zh() { "，" } else { ", " };
            let whole = td_string!(locale, admin.shows_whole, price = whole);
            format!(
                "{}{comma}{whole}",
                td_string!(locale, admin.shows_per_gpu, price = price)
            )
        }
        None => td_string!(locale, admin.shows_slice, price = whole),
    };
    Some(view! { <span class="dim sm shown-as">{td_string!(locale, admin.shows_as)}" "<b>{wording}</b></span> }.into_any())
}

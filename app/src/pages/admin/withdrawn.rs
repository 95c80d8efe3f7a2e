//! `/admin/offers/{id}` of an offer that is off the list: its last price, and the way back.
use super::{sign_out, subject, words};
use crate::components::{Cell, card_name, glyph, kind_word, platform_name, tier};
use crate::format;
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::revision::Revision;
use domain::catalog::{CatalogSnapshot, Offer};
use leptos::prelude::*;
use std::sync::Arc;

/// What the page is made from.
pub struct Withdrawn {
    /// The request.
    pub frame: Arc<Frame>,
    /// The catalogue as editors see it.
    pub snapshot: Arc<CatalogSnapshot>,
    /// The offer with its last price.
    pub offer: Offer,
    /// The session's token.
    pub csrf: String,
    /// Past revisions, newest first.
    pub history: Vec<Revision>,
    /// The revision that has just taken it off.
    pub taken_off: Option<i64>,
    /// Somebody was faster with what was asked for.
    pub is_late: bool,
}

/// The whole page.
pub fn page(view: &Withdrawn) -> Document {
    let (frame, locale, offer) = (&view.frame, view.frame.locale, &view.offer);
    let platform = platform_name(locale, &view.snapshot.platforms[offer.platform]);
    let card = card_name(&view.snapshot.gpus[offer.gpu]);
    let title = format!("{platform} {card}");
    let price = format::exact_money(offer.price_per_hour);
    let said = match (view.taken_off, view.is_late) {
        (_, true) => Some(td_string!(locale, keep.off_late).to_owned()),
        (Some(number), _) => Some(td_string!(locale, keep.off_done, number = number)),
        _ => None,
    };
    let said = said.map(
        |text| view! { <div class="notices"><p class="note ok" role="status">{text}</p></div> },
    );
    let kind = kind_word(locale, offer.kind);
    let action = frame.link(&format!("/admin/offers/{}/state", offer.id));
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.maintain)}</a>" / "<a href=frame.link("/admin?listed=no")>{td_string!(locale, keep.off_off)}</a>" / "{card}</p>
        <div class="head">
            <h1>{title.clone()}</h1>
            <span class="sub">{format!("{kind} · {} · {}", tier(locale, offer), td_string!(locale, admin.number, id = offer.id))}</span>
            <span class="act">{sign_out(frame, &view.csrf)}</span>
        </div>
        {said}
        <div class="split admin">
            <section class="panel">
                <header><h2>{td_string!(locale, keep.off_title)}</h2></header>
                <div class="bd">
                    <p class="note">{glyph(Cell::Empty)}<span>{td_string!(locale, keep.off_text, date = offer.observed.text())}</span></p>
                    <p class="b">{td_string!(locale, admin.shows_whole, price = price)}</p>
                    <form method="post" action=action class="under">
                        <input r#type="hidden" name="csrf" value=view.csrf.clone() />
                        <input r#type="hidden" name="version" value=offer.version.to_string() />
                        <button class="btn pri" name="action" value="on">{td_string!(locale, keep.back_on)}</button>
                    </form>
                </div>
            </section>
            <div class="stack">{subject::history(frame, &view.history, &words::offer_field)}</div>
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

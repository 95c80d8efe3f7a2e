//! `/offerings/{id}`: one offer, what it includes, what it goes on to cost, and what it cost before.
mod contents;
mod others;
pub(crate) mod past;
mod price;
mod rules;
mod slow;

use crate::components::original;
use crate::components::span::Span;
use crate::components::{
    self, Cell, after_stop, card_name, glyph, kind_word, notices, platform_name, tier,
};
use crate::frame::Frame;
use crate::pages::platforms::Platforms;
use crate::shell::{Document, Nav};
use crate::text::{LocaleExt, td_string};
use domain::catalog::history::PricePoint;
use domain::catalog::{CatalogSnapshot, Freshness, Gpu, Offer, Platform, Scheduled};
use leptos::prelude::*;
use std::sync::Arc;

pub use slow::{Mine, Slow};

/// Everything the page is made from.
#[derive(Clone)]
pub struct OfferView {
    /// The request.
    pub frame: Arc<Frame>,
    /// The data.
    pub snapshot: Arc<CatalogSnapshot>,
    /// The offer; one that was withdrawn is not in the snapshot.
    pub offer: Arc<Offer>,
    /// True when its source no longer lists it, or an editor took it out.
    pub withdrawn: bool,
    /// Dated prices, oldest first.
    pub points: Arc<Vec<PricePoint>>,
    /// The price that is announced for a later day.
    pub scheduled: Option<Scheduled>,
    /// Which part holds a job up.
    pub slow: Arc<Slow>,
}

impl OfferView {
    fn gpu(&self) -> &Gpu {
        &self.snapshot.gpus[self.offer.gpu]
    }

    fn platform(&self) -> &Platform {
        &self.snapshot.platforms[self.offer.platform]
    }

    fn freshness(&self) -> Freshness {
        self.snapshot.freshness(&self.offer, self.frame.today())
    }

    /// The same data as the platform's page sees them.
    fn rules(&self) -> Platforms {
        Platforms {
            frame: self.frame.clone(),
            snapshot: self.snapshot.clone(),
            histories: Vec::new(),
        }
    }

    /// "4 × RTX 4090 · AutoDL".
    pub(crate) fn name(&self) -> String {
        let locale = self.frame.locale;
        let card = match (self.offer.gpu_fraction, self.offer.gpu_count) {
            (Some(share), _) => format!(
                "{} × {}",
                crate::format::figure(share),
                card_name(self.gpu())
            ),
            (None, 1) => card_name(self.gpu()),
            (None, count) => format!("{count} × {}", card_name(self.gpu())),
        };
        format!("{card} · {}", platform_name(locale, self.platform()))
    }
}

/// The whole page.
pub fn page(view: &OfferView) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let (gpu, platform) = (view.gpu(), view.platform());
    let name = view.name();
    let kind = kind_word(locale, view.offer.kind).to_owned();
    let sub = [kind, tier(locale, &view.offer)];
    let sub: Vec<String> = sub.into_iter().filter(|text| !text.is_empty()).collect();
    let card_link = frame.link(&format!("/gpus/{}", gpu.slug));
    let platform_link = frame.link(&format!("/platforms/{}", platform.slug));
    let plan = plan_link(view);
    let report = frame.link(&format!("/report?offering={}", view.offer.id));
    let compare = frame.link(&format!("/compare?o={}", view.offer.id));
    let check = frame.link(&format!("/check/machine?offer={}", view.offer.id));
    let body = view! {
        <p class="crumb">
            <a href=frame.link("/")>{td_string!(locale, common.nav_prices)}</a>" / "
            <a href=card_link>{card_name(gpu)}</a>" / "
            <a href=platform_link>{platform_name(locale, platform)}</a>
        </p>
        <div class="head">
            <h1>{name.clone()}</h1>
            <span class="sub">{sub.join(" · ")}</span>
            <span class="act">
                <a class="btn" href=report>{td_string!(locale, offer.report)}</a>
                <a class="btn" href=compare>{td_string!(locale, offer.compare)}</a>
                <a class="btn" href=check>{td_string!(locale, machine.from_offer)}</a>
                <a class="btn pri" href=plan>{td_string!(locale, offer.plan)}</a>
            </span>
        </div>
        {notices(locale, &Span::read(frame).1)}
        {state(view)}
        {to_come(view)}
        {structured(view, &name)}
        <div class="split offer">
            <div class="stack">{price::panel(view)}{slow::panel(view, &view.slow)}{past::panel(view)}{rules::survives(view)}{others::panel(view)}</div>
            <div class="stack">{contents::panel(view)}{rules::panel(view)}{remarks(view)}</div>
        </div>
    };
    Document {
        description: price::sentence(view),
        title: name,
        nav: Nav::Catalogue,
        islands: false,
        body: body.into_any(),
    }
}

/// What search engines read of it; nothing of an offer that is gone.
fn structured(view: &OfferView, name: &str) -> Option<AnyView> {
    let text = price::sentence(view);
    let made =
        || components::structured::one(&view.frame, &view.snapshot, &view.offer, name, &text);
    (!view.withdrawn).then(made).flatten()
}

/// The page for a number that no offer ever had.
pub fn missing(frame: &Frame, name: &str) -> Document {
    let locale = frame.locale;
    let name: String = name.chars().take(40).collect();
    let title = td_string!(locale, offer.missing, id = name);
    let body = view! {
        <div class="empty"><div>
            <h1>{title.clone()}</h1>
            <p>{td_string!(locale, offer.missing_text)}</p>
            <p><a class="btn" href=frame.link("/")>{td_string!(locale, common.back_prices)}</a></p>
        </div></div>
    };
    Document {
        description: title.clone(),
        title,
        nav: Nav::Catalogue,
        islands: false,
        body: body.into_any(),
    }
}

/// The plan page with this card, count, platform and kind of price.
fn plan_link(view: &OfferView) -> String {
    let count = match view.offer.gpu_count {
        1 => String::new(),
        count => format!("&n_gpu={count}"),
    };
    let (gpu, platform) = (&view.gpu().slug, &view.platform().slug);
    let kind = view.offer.kind.word();
    view.frame.link(&format!(
        "/plan?gpu={gpu}&platform={platform}&price_kind={kind}{count}"
    ))
}

/// What keeps the offer from being a current price, in words.
fn state(view: &OfferView) -> Option<AnyView> {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let seen = view.offer.observed.text();
    let (title, text) = if view.withdrawn {
        (
            td_string!(locale, offer.withdrawn),
            td_string!(locale, offer.withdrawn_text, date = seen),
        )
    } else {
        match view.freshness() {
            Freshness::Fresh => return None,
            Freshness::Ageing => (
                td_string!(locale, offer.ageing),
                td_string!(locale, offer.ageing_text, date = seen),
            ),
            Freshness::Stale => (
                td_string!(locale, offer.stale),
                td_string!(locale, offer.stale_text, date = seen),
            ),
        }
    };
    let gpu = &view.gpu().slug;
    let current = frame.link(&format!("/?gpu={gpu}&freshness=current"));
    Some(
        view! {
            <div class="notices">
                <div class="note warn" role="status">
                    {glyph(Cell::Part)}
                    <div>
                        <p class="b">{title}</p>
                        <p>{text}{after_stop(locale)}<a href=current>{td_string!(locale, offer.current_of_card)}</a></p>
                    </div>
                </div>
            </div>
        }
        .into_any(),
    )
}

/// "From 5 Dec 2026: ¥2.20", with where that was announced; no price of the list until then.
fn to_come(view: &OfferView) -> Option<AnyView> {
    let locale = view.frame.locale;
    let price = view.scheduled.as_ref().filter(|_| !view.withdrawn)?;
    let from = td_string!(
        locale,
        keep.scheduled_from,
        date = crate::format::date(price.effective_on, locale),
        price = crate::format::exact_money(price.price_per_hour)
    );
    let hour = td_string!(locale, admin.u_hour);
    let read = td_string!(
        locale,
        keep.scheduled_text,
        date = crate::format::date(price.observed.date, locale)
    );
    let source = crate::shell::source_words(&price.source_url, locale);
    Some(
        view! {
            <div class="notices">
                <div class="note" role="status" data-scheduled=price.effective_on.to_string()>
                    {glyph(Cell::Part)}
                    <div><p class="b">{from}{hour}</p><p>{read}" "{source}</p></div>
                </div>
            </div>
        }
        .into_any(),
    )
}

fn remarks(view: &OfferView) -> Option<AnyView> {
    let locale = view.frame.locale;
    let note = &view.offer.note;
    (!note.is_empty()).then(|| {
        view! {
            <section class="panel">
                <header><h2>{td_string!(locale, platforms.note)}</h2>{original::mark(locale, note).map(|words| view! { <span class="end">{words}</span> })}</header>
                <div class="bd"><p class="det" lang=original::language(note).tag()>{note.clone()}</p></div>
            </section>
        }
        .into_any()
    })
}

//! The page's parts in their order.
use super::{figures, history, jobs, misread, neighbours, offers, software};
use crate::components::span::Span;
use crate::components::{self, Cell, after_stop, card_name, glyph, notices};
use crate::format;
use crate::frame::{Frame, KEPT};
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::proof::Proof;
use domain::catalog::{CatalogSnapshot, Gpu, Misreading, Notice, Offer, PastSeries, Reason};
use domain::compat::Compat;
use leptos::prelude::*;
use std::sync::Arc;

/// Everything the page is made from.
#[derive(Clone)]
pub struct CardPage {
    /// The request.
    pub frame: Arc<Frame>,
    /// The data.
    pub snapshot: Arc<CatalogSnapshot>,
    /// Index of the card in the snapshot.
    pub gpu: usize,
    /// Its past prices.
    pub series: Vec<PastSeries>,
    /// Which software runs on which card.
    pub compat: &'static Compat,
    /// Where single figures were read, as editors wrote it down.
    pub proofs: Vec<Proof>,
    /// Figures that articles get wrong, of all cards.
    pub misreadings: &'static [Misreading],
}

impl CardPage {
    pub(crate) fn card(&self) -> &Gpu {
        &self.snapshot.gpus[self.gpu]
    }

    /// Its name as tables write it.
    pub(crate) fn name(&self) -> String {
        card_name(self.card())
    }

    /// Its address without parameters.
    pub(crate) fn path(&self) -> String {
        format!("/gpus/{}", self.card().slug)
    }

    /// The sign of the display currency.
    pub(crate) fn sign(&self) -> String {
        self.frame.currency.sign().trim().to_owned()
    }

    /// "24 GB GDDR6X · 1008 GB/s · 165.2 TFLOPS", unknown figures left out.
    pub(crate) fn key_figures(&self) -> String {
        let gpu = self.card();
        let memory = gpu.vram_gb.map(|gb| {
            let kind = gpu.memory_type.as_deref().map(|kind| format!(" {kind}"));
            format!("{} GB{}", format::figure(gb), kind.unwrap_or_default())
        });
        let bandwidth = gpu
            .bandwidth_gbps
            .map(|rate| format!("{} GB/s", format::figure(rate)));
        let dense = gpu.dense_tflops().map(|(rate, is_derived)| {
            let sign = if is_derived { "≈ " } else { "" };
            let rate = format!("{sign}{}", format::figure(rate));
            td_string!(self.frame.locale, card.dense_short, figure = rate)
        });
        let known = [memory, bandwidth, dense].into_iter().flatten();
        known.collect::<Vec<_>>().join(" · ")
    }

    /// What of the address is not known here.
    fn notices(&self) -> Vec<Notice> {
        let cut = |text: &str| text.chars().take(60).collect::<String>();
        let all = self
            .frame
            .query
            .iter()
            .filter(|(_, value)| !value.is_empty());
        let mut notices = Span::read(&self.frame).1;
        notices.extend(all.filter_map(|(name, value)| {
            let reason = match name.as_str() {
                name if name == "part" || KEPT.contains(&name) => return None,
                "series" if history::chosen(self, value).is_some() => return None,
                "series" => Reason::NotFound,
                _ => Reason::UnknownParam,
            };
            Some(Notice {
                param: cut(name),
                value: cut(value),
                reason,
            })
        }));
        notices
    }
}

fn head(view: &CardPage) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let gpu = view.card();
    let year = gpu.release_year.map(|year| year.to_string());
    let maker = [Some(gpu.vendor.clone()), gpu.architecture.clone(), year];
    let maker = maker.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let sub = [maker, view.key_figures()];
    let sub = sub.into_iter().filter(|text| !text.is_empty());
    let sub = sub.collect::<Vec<_>>().join(" · ");
    let plan = view.frame.link(&format!("/plan?gpu={}", gpu.slug));
    let beside = view.frame.link(&format!("/gpus?hl={}", gpu.slug));
    view! {
        <p class="crumb"><a href=view.frame.link("/gpus")>{td_string!(locale, gpus.heading)}</a>" / "{view.name()}</p>
        <div class="head">
            <h1>{view.name()}</h1>
            <span class="sub">{sub}</span>
            <span class="act">
                <a class="btn s" href=plan>{td_string!(locale, card.to_plan)}</a>
                <a class="btn s" href=beside>{td_string!(locale, card.beside)}</a>
            </span>
        </div>
    }
}

/// Says that an entry states no form factor, and which precise cards there are.
fn generic(view: &CardPage) -> Option<AnyView> {
    let locale = view.frame.locale;
    let gpu = view.card();
    if !gpu.is_generic() {
        return None;
    }
    let start = format!("{}-", gpu.slug.split('-').next().unwrap_or(&gpu.slug));
    let is_precise = |other: &&Gpu| {
        let like = other.slug.starts_with(&start) && !other.is_generic();
        like && other.vram_gb == gpu.vram_gb
    };
    let links = view
        .snapshot
        .gpus
        .iter()
        .filter(is_precise)
        .map(|other| {
            let href = view.frame.link(&format!("/gpus/{}", other.slug));
            view! { <li><a href=href>{card_name(other)}</a></li> }
        })
        .collect_view();
    Some(
        view! {
            <div class="note warn card-note">
                {glyph(Cell::Part)}
                <div><p><b>{td_string!(locale, card.generic_title)}</b>{after_stop(locale)}{td_string!(locale, card.generic_text)}</p><ul>{links}</ul></div>
            </div>
        }
        .into_any(),
    )
}

/// What search engines read of it: the card with its cheapest offers.
fn structured(view: &CardPage) -> Option<AnyView> {
    let (snapshot, frame) = (&view.snapshot, &view.frame);
    let price = |offer: &Offer| {
        let listed = offer.price_per_gpu_hour()?;
        Some(
            snapshot
                .convert(listed, frame.currency, frame.today())?
                .0
                .nanos,
        )
    };
    let mut offers: Vec<(i64, &Offer)> = snapshot
        .offers
        .iter()
        .filter(|offer| offer.gpu == view.gpu)
        .filter_map(|offer| Some((price(offer)?, offer)))
        .collect();
    offers.sort_by_key(|(price, offer)| (*price, offer.id));
    let offers: Vec<&Offer> = offers.into_iter().map(|(_, offer)| offer).collect();
    components::structured::card(frame, snapshot, view.gpu, &offers)
}

/// The whole page.
pub fn page(view: &CardPage) -> Document {
    let locale = view.frame.locale;
    let body = view! {
        {head(view)}
        {notices(locale, &view.notices())}
        {generic(view)}
        {structured(view)}
        <div class="split gpu">
            <div class="stack">{offers::panel(view)}{history::panel(view)}{jobs::panel(view)}</div>
            <div class="stack">{figures::panel(view)}{misread::panel(view)}{software::panel(view)}</div>
        </div>
        {neighbours::panel(view)}
    };
    Document {
        title: td_string!(locale, card.title, name = view.name()),
        description: td_string!(
            locale,
            card.description,
            name = view.name(),
            figures = view.key_figures()
        ),
        nav: Nav::Gpus,
        islands: true,
        body: body.into_any(),
    }
}

//! Other prices of the same machine, and offers to hold beside it.
use super::OfferView;
use crate::components::span::{self, Span};
use crate::components::{kind_word, stamp};
use crate::text::td_string;
use domain::catalog::{Freshness, Offer, PriceKind, Query, select};
use leptos::prelude::*;

/// Offers of the same card that the link to a comparison takes.
const BESIDE: usize = 3;

pub(super) fn panel(view: &OfferView) -> AnyView {
    let locale = view.frame.locale;
    let same: Vec<&Offer> = view
        .snapshot
        .offers
        .iter()
        .filter(|other| other.offering_id == view.offer.offering_id && other.id != view.offer.id)
        .collect();
    let none = same.is_empty().then(
        || view! { <p class="panel-foot sm mut">{td_string!(locale, offer.others_none)}</p> },
    );
    let sign = view.frame.currency.sign();
    let unit = format!("{}/{}", sign.trim(), Span::of(&view.frame).gpu_unit(locale));
    let table = (!same.is_empty()).then(|| {
        let lines = same.iter().map(|other| line(view, other)).collect_view();
        view! {
            <div class="bd flush">
                <table>
                    <thead><tr>
                        <th scope="col">{td_string!(locale, offer.kind)}</th>
                        <th scope="col" class="num">{td_string!(locale, offer.per_gpu)}<u>{unit}</u></th>
                        <th scope="col">{td_string!(locale, platforms.o_seen)}</th>
                    </tr></thead>
                    <tbody>{lines}</tbody>
                </table>
            </div>
        }
    });
    let beside = beside(view).map(|href| {
        view! { <p class="panel-foot sm"><a href=href>{td_string!(locale, offer.beside)}</a></p> }
    });
    view! {
        <section class="panel" id="others">
            <header><h2>{td_string!(locale, offer.others)}</h2></header>
            {table}{none}{beside}
        </section>
    }
    .into_any()
}

fn line(view: &OfferView, other: &Offer) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let price = match other.gpu_fraction {
        None => span::price_of_gpu(frame, &view.snapshot, other, "b"),
        Some(_) => span::price_of_share(frame, &view.snapshot, other, "b"),
    };
    let freshness = view.snapshot.freshness(other, frame.today());
    let period = (other.kind == PriceKind::Reserved).then(|| format!(" {} h", other.period_hours));
    let row = if freshness == Freshness::Stale {
        "old"
    } else {
        ""
    };
    view! {
        <tr class=row>
            <th scope="row"><a href=frame.link(&format!("/offerings/{}", other.id))>{kind_word(locale, other.kind)}{period}</a><span class="l2">{other.source.clone()}</span></th>
            <td class="num">{price}</td>
            <td>{stamp(frame, other.observed, freshness, &other.source_url)}</td>
        </tr>
    }
    .into_any()
}

/// The lowest current offers of the same card and kind elsewhere, measured against this one.
fn beside(view: &OfferView) -> Option<String> {
    if view.withdrawn {
        return None;
    }
    let query = Query {
        gpu: vec![view.gpu().slug.clone()],
        price_kind: vec![view.offer.kind],
        current_only: true,
        grouped: false,
        ..Query::default()
    };
    let frame = &view.frame;
    let rows = select(&view.snapshot, &query, frame.currency, frame.today()).rows;
    let mut platforms = vec![view.offer.platform];
    let mut ids = Vec::new();
    for row in rows {
        let other = &view.snapshot.offers[row];
        let is_new = !platforms.contains(&other.platform);
        if is_new && other.gpu_count == view.offer.gpu_count && other.gpu_fraction.is_none() {
            platforms.push(other.platform);
            ids.push(format!("&o={}", other.id));
        }
        if ids.len() == BESIDE {
            break;
        }
    }
    let own = view.offer.id;
    (!ids.is_empty()).then(|| frame.link(&format!("/compare?o={own}{}&base={own}", ids.concat())))
}

//! The offers of one platform: a short list, and a link to all of them.
use super::Platforms;
use crate::components::span::{self, Span};
use crate::components::{after_stop, card_name, kind_word, stamp, tier};
use crate::format;
use crate::text::td_string;
use domain::catalog::{Platform, PriceKind, Query, select};
use leptos::prelude::*;

/// Offers shown here.
const SHORT: usize = 12;

/// The panel of current offers.
pub(super) fn panel(view: &Platforms, platform: &Platform, place: usize) -> AnyView {
    let locale = view.frame.locale;
    let count = view.offer_counts()[place];
    let all = count.current + count.stale;
    let query = Query {
        platform: vec![platform.slug.clone()],
        current_only: true,
        ..Query::default()
    };
    let selection = select(
        &view.snapshot,
        &query,
        view.frame.currency,
        view.frame.today(),
    );
    let rows: Vec<AnyView> = selection
        .rows
        .iter()
        .take(SHORT)
        .map(|row| line(view, *row))
        .collect();
    let sign = view.frame.currency.sign();
    let unit = format!("{}/{}", sign.trim(), Span::of(&view.frame).gpu_unit(locale));
    let link = (all > 0).then(|| {
        let href = view.frame.link(&format!("/?platform={}", platform.slug));
        view! { <a href=href>{td_string!(locale, platforms.offers_all, count = all)}</a> }
    });
    let content = match (all, rows.is_empty()) {
        (0, _) => view! { <p class="bd sm mut">{td_string!(locale, platforms.offers_none)}</p> }.into_any(),
        (_, true) => view! { <p class="bd sm mut">{td_string!(locale, platforms.offers_no_current)}{after_stop(locale)}{link}</p> }.into_any(),
        _ => view! {
            <div class="bd flush">
                <div class="tw bare" tabindex="0">
                    <table>
                        <thead>
                            <tr>
                                <th scope="col">{td_string!(locale, platforms.o_offer)}</th>
                                <th scope="col" class="num">{td_string!(locale, offer.per_gpu)}<u>{unit}</u></th>
                                <th scope="col">{td_string!(locale, platforms.o_seen)}</th>
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            </div>
            <p class="panel-foot sm">{link}</p>
        }
        .into_any(),
    };
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, platforms.offers)}</h2><span class="end">{span::switch(&view.frame)}</span></header>
            {content}
        </section>
    }
    .into_any()
}

fn line(view: &Platforms, row: usize) -> AnyView {
    let locale = view.frame.locale;
    let offer = &view.snapshot.offers[row];
    let card = &view.snapshot.gpus[offer.gpu];
    let tag = (offer.kind != PriceKind::OnDemand)
        .then(|| view! { <span class="tag">{kind_word(locale, offer.kind)}</span> });
    let slice = offer.gpu_fraction.map(|share| {
        let text = td_string!(locale, catalogue.slice, share = format::figure(share));
        view! { <span class="tag warn">{text}</span> }
    });
    let cards = (offer.gpu_count > 1)
        .then(|| td_string!(locale, catalogue.cards_count, count = offer.gpu_count));
    let second = [
        cards,
        Some(tier(locale, offer)).filter(|text| !text.is_empty()),
    ];
    let second = second.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let price = span::price_of_gpu(&view.frame, &view.snapshot, offer, "b");
    let freshness = view.snapshot.freshness(offer, view.frame.today());
    view! {
        <tr>
            <th scope="row"><a href=view.frame.link(&format!("/offerings/{}", offer.id))>{card_name(card)}</a><span class="l2">{second}" "{tag}{slice}</span></th>
            <td class="num">{price}</td>
            <td>{stamp(&view.frame, offer.observed, freshness, &offer.source_url)}</td>
        </tr>
    }
    .into_any()
}

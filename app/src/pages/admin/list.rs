//! `/admin`: the offers, to pick one.
use super::sign_out;
use crate::components::{card_name, kept_inputs, kind_word, platform_name, stamp, tier};
use crate::format;
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::CatalogSnapshot;
use leptos::prelude::*;
use std::sync::Arc;

/// Offers a page.
pub const PAGE: usize = 50;

/// What the page is made from.
pub struct OfferList {
    /// The request.
    pub frame: Arc<Frame>,
    /// The catalogue.
    pub snapshot: Arc<CatalogSnapshot>,
    /// The session's token.
    pub csrf: String,
    /// What was searched for.
    pub q: String,
    /// Indexes of the offers shown.
    pub rows: Vec<usize>,
    /// Offers found.
    pub total: usize,
    /// Page, from 1.
    pub number: usize,
    /// Pages.
    pub pages: usize,
}

/// The whole page.
pub fn page(list: &OfferList) -> Document {
    let (frame, locale) = (&list.frame, list.frame.locale);
    let title = td_string!(locale, admin.list_title);
    let who = frame
        .editor
        .clone()
        .map(|name| td_string!(locale, admin.signed_in_as, name = name));
    let body = view! {
        <div class="head">
            <h1>{title}</h1>
            <span class="sub">{td_string!(locale, admin.list_sub, count = list.total, revision = list.snapshot.revision)}</span>
            <span class="act"><a class="btn" href=frame.link("/admin/sources")>{td_string!(locale, sources.title)}</a><a class="btn" href=frame.link("/admin/reports")>{td_string!(locale, report.list_title)}</a><span class="sm mut">{who}</span>{sign_out(frame, &list.csrf)}</span>
        </div>
        <form class="bar2 first" method="get" action="/admin" role="search">
            {kept_inputs(frame)}
            <label class="b" for="q">{td_string!(locale, admin.search)}</label>
            <span><input id="q" name="q" r#type="search" value=list.q.clone() placeholder=td_string!(locale, admin.search_hint) /></span>
            <button class="btn">{td_string!(locale, admin.find)}</button>
        </form>
        {if list.rows.is_empty() { nothing(list) } else { table(list) }}
        {pager(list)}
    };
    Document {
        title: title.to_owned(),
        description: title.to_owned(),
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

fn nothing(list: &OfferList) -> AnyView {
    let locale = list.frame.locale;
    view! {
        <div class="empty">
            <div>
                <p>{td_string!(locale, admin.none_found, q = list.q.clone())}</p>
                <p><a class="btn" href=list.frame.link("/admin")>{td_string!(locale, admin.show_all)}</a></p>
            </div>
        </div>
    }
    .into_any()
}

fn table(list: &OfferList) -> AnyView {
    let locale = list.frame.locale;
    let lines = list.rows.iter().map(|row| line(list, *row)).collect_view();
    view! {
        <div class="tw" tabindex="0" role="region" aria-label=td_string!(locale, admin.table)>
            <table class="dense">
                <thead>
                    <tr>
                        <th scope="col" class="stick">{td_string!(locale, admin.c_offer)}</th>
                        <th scope="col">{td_string!(locale, admin.c_card)}</th>
                        <th scope="col">{td_string!(locale, admin.c_kind)}</th>
                        <th scope="col" class="num">{td_string!(locale, admin.c_per_gpu)}</th>
                        <th scope="col" class="num">{td_string!(locale, admin.c_whole)}</th>
                        <th scope="col">{td_string!(locale, admin.c_checked)}</th>
                    </tr>
                </thead>
                <tbody>{lines}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn line(list: &OfferList, row: usize) -> impl IntoView + use<> {
    let (frame, locale, snapshot) = (&list.frame, list.frame.locale, &list.snapshot);
    let offer = &snapshot.offers[row];
    let platform = platform_name(locale, &snapshot.platforms[offer.platform]);
    let card = card_name(&snapshot.gpus[offer.gpu]);
    let per_gpu = offer.price_per_gpu_hour().map_or_else(
        || td_string!(locale, common.not_applicable).to_owned(),
        format::hourly_money,
    );
    let named = td_string!(
        locale,
        admin.edit_named,
        name = format!("{platform} {card} {}", offer.id)
    );
    let href = frame.link(&format!("/admin/offers/{}", offer.id));
    let freshness = snapshot.freshness(offer, frame.today());
    let count = (offer.gpu_count > 1).then(|| format!("{} × ", offer.gpu_count));
    view! {
        <tr data-offer=offer.id.to_string()>
            <th scope="row" class="stick"><a class="b" href=href aria-label=named>{platform}</a><span class="l2">{tier(offer)}</span></th>
            <td>{count}{card}</td>
            <td>{kind_word(locale, offer.kind)}</td>
            <td class="num">{per_gpu}</td>
            <td class="num">{format::hourly_money(offer.price_per_hour)}</td>
            <td class="ck">{stamp(frame, offer.observed, freshness, &offer.source_url)}</td>
        </tr>
    }
}

fn pager(list: &OfferList) -> Option<AnyView> {
    if list.pages < 2 {
        return None;
    }
    let locale = list.frame.locale;
    let link = |to: usize, label: &'static str| {
        let to = to.to_string();
        view! { <a class="btn s" href=list.frame.here(&[("page", Some(&to))])>{label}</a> }
    };
    let previous =
        (list.number > 1).then(|| link(list.number - 1, td_string!(locale, catalogue.previous)));
    let next = (list.number < list.pages)
        .then(|| link(list.number + 1, td_string!(locale, catalogue.next)));
    Some(
        view! {
            <nav class="pager" aria-label=td_string!(locale, catalogue.pages)>
                {previous}
                <span>{td_string!(locale, catalogue.page_of, page = list.number, pages = list.pages)}</span>
                {next}
            </nav>
        }
        .into_any(),
    )
}

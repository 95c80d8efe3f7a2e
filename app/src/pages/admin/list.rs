//! `/admin`: the offers, to pick one.
use super::sign_out;
use crate::components::{card_name, kept_inputs, kind_word, platform_name, stamp, tier};
use crate::format;
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::{CatalogSnapshot, Offer};
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
    /// Offers that are off the list, shown in place of those on it.
    pub off_list: Option<Vec<Offer>>,
    /// Numbers of negotiated offers among them.
    pub private: Vec<i64>,
    /// What just happened to the ticked ones.
    pub said: Option<Said>,
}

/// What just happened to the ticked offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// So many were found unchanged today, as this revision.
    Checked(usize, i64),
    /// None was ticked.
    Nothing,
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
            <span class="act">
                <a class="btn pri" href=frame.link("/admin/offers/new")>{td_string!(locale, keep.new_offer)}</a>
                <span class="sm mut">{who}</span>{sign_out(frame, &list.csrf)}
            </span>
        </div>
        {said(list)}
        <form class="bar2 first" method="get" action="/admin" role="search">
            {kept_inputs(frame)}
            <label class="b" for="q">{td_string!(locale, admin.search)}</label>
            <span><input id="q" name="q" r#type="search" value=list.q.clone() placeholder=td_string!(locale, admin.search_hint) /></span>
            <button class="btn">{td_string!(locale, admin.find)}</button>
            {which(list)}
        </form>
        {match &list.off_list {
            Some(offers) => off_list(list, offers),
            None if list.rows.is_empty() => nothing(list),
            None => table(list),
        }}
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
    let note = td_string!(locale, keep.checked_note);
    view! {
        <form method="post" action=list.frame.link("/admin")>
        <input r#type="hidden" name="csrf" value=list.csrf.clone() />
        <div class="tw" tabindex="0" role="region" aria-label=td_string!(locale, admin.table)>
            <table class="dense">
                <thead>
                    <tr>
                        <th scope="col"><span class="vh">{td_string!(locale, keep.c_pick)}</span></th>
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
        <p class="under"><button class="btn">{td_string!(locale, keep.checked_button)}</button>" "<span class="sm mut">{note}</span></p>
        </form>
    }
    .into_any()
}

/// What just happened.
fn said(list: &OfferList) -> Option<AnyView> {
    let locale = list.frame.locale;
    let text = match list.said? {
        Said::Checked(count, number) => {
            td_string!(locale, keep.checked_count, count = count, number = number)
        }
        Said::Nothing => td_string!(locale, keep.checked_none).to_owned(),
    };
    Some(
        view! { <div class="notices"><p class="note ok" role="status">{text}</p></div> }.into_any(),
    )
}

/// On the list, or off it.
fn which(list: &OfferList) -> AnyView {
    let (frame, locale) = (&list.frame, list.frame.locale);
    let is_off = list.off_list.is_some();
    let link = |off: bool, text: &'static str| {
        let href = frame.here(&[("listed", off.then_some("no")), ("page", None)]);
        view! { <a href=href aria-current=(off == is_off).then_some("true")>{text}</a> }
    };
    view! {
        <span class="seg" role="group" aria-label=td_string!(locale, keep.off_which)>
            {link(false, td_string!(locale, keep.off_listed))}{link(true, td_string!(locale, keep.off_off))}
        </span>
    }
    .into_any()
}

/// Offers that are off the list, each with its last price.
fn off_list(list: &OfferList, offers: &[Offer]) -> AnyView {
    if offers.is_empty() {
        return nothing(list);
    }
    let (frame, locale, snapshot) = (&list.frame, list.frame.locale, &list.snapshot);
    let lines = offers.iter().map(|offer| {
        let platform = platform_name(locale, &snapshot.platforms[offer.platform]);
        let href = frame.link(&format!("/admin/offers/{}", offer.id));
        view! {
            <tr data-offer=offer.id.to_string()>
                <th scope="row" class="stick"><a class="b" href=href>{platform}</a><span class="l2">{tier(locale, offer)}</span></th>
                <td>{card_name(&snapshot.gpus[offer.gpu])}</td>
                <td>{kind_word(locale, offer.kind)}</td>
                <td class="num">{format::hourly_money(offer.price_per_hour)}</td>
                <td>{offer.observed.text()}</td>
            </tr>
        }
    });
    view! {
        <div class="tw" tabindex="0" role="region" aria-label=td_string!(locale, keep.off_off)>
            <table class="dense">
                <thead>
                    <tr>
                        <th scope="col" class="stick">{td_string!(locale, admin.c_offer)}</th>
                        <th scope="col">{td_string!(locale, admin.c_card)}</th>
                        <th scope="col">{td_string!(locale, admin.c_kind)}</th>
                        <th scope="col" class="num">{td_string!(locale, admin.c_whole)}</th>
                        <th scope="col">{td_string!(locale, admin.c_checked)}</th>
                    </tr>
                </thead>
                <tbody>{lines.collect_view()}</tbody>
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
    let pick = td_string!(
        locale,
        keep.pick,
        name = format!("{platform} {card} {}", offer.id)
    );
    let private = list.private.contains(&offer.id).then(|| {
        view! { " "<span class="tag warn">{td_string!(locale, keep.private_tag)}</span> }
    });
    let href = frame.link(&format!("/admin/offers/{}", offer.id));
    let freshness = snapshot.freshness(offer, frame.today());
    let count = (offer.gpu_count > 1).then(|| format!("{} × ", offer.gpu_count));
    view! {
        <tr data-offer=offer.id.to_string()>
            <td><input r#type="checkbox" name="plan" value=offer.id.to_string() aria-label=pick /></td>
            <th scope="row" class="stick"><a class="b" href=href aria-label=named>{platform}</a>{private}<span class="l2">{tier(locale, offer)}</span></th>
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

//! `/admin/platforms`: what is unknown and what is old of each platform, to pick one.
use super::sign_out;
use crate::components::platform_name;
use crate::frame::Frame;
use crate::pages::platforms::sources::day;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::keeping::Kept;
use domain::catalog::{CatalogSnapshot, FactKey};
use leptos::prelude::*;
use std::sync::Arc;

/// What the page is made from.
pub struct PlatformList {
    /// The request.
    pub frame: Arc<Frame>,
    /// The catalogue as editors see it.
    pub snapshot: Arc<CatalogSnapshot>,
    /// The session's token.
    pub csrf: String,
    /// How each platform stands, those that most rests on first.
    pub rows: Vec<Kept>,
}

/// The whole page.
pub fn page(list: &PlatformList) -> Document {
    let (frame, locale) = (&list.frame, list.frame.locale);
    let title = td_string!(locale, keep.platforms);
    let lines = list.rows.iter().map(|row| line(list, row)).collect_view();
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.list_title)}</a>" / "{title}</p>
        <div class="head">
            <h1>{title}</h1>
            <span class="sub">{td_string!(locale, keep.platforms_sub, count = list.rows.len())}</span>
            <span class="act"><a class="btn" href=frame.link("/admin/platforms/new")>{td_string!(locale, editing.platform_new)}</a>{sign_out(frame, &list.csrf)}</span>
        </div>
        <div class="tw" tabindex="0" role="region" aria-label=title>
            <table class="dense">
                <thead>
                    <tr>
                        <th scope="col" class="stick">{td_string!(locale, keep.c_platform)}</th>
                        <th scope="col" class="num">{td_string!(locale, keep.c_unknown)}</th>
                        <th scope="col" class="num">{td_string!(locale, keep.c_no_kind)}</th>
                        <th scope="col">{td_string!(locale, keep.c_oldest_fact)}</th>
                        <th scope="col" class="num">{td_string!(locale, keep.c_offers)}</th>
                        <th scope="col" class="num">{td_string!(locale, keep.c_stale)}</th>
                        <th scope="col">{td_string!(locale, keep.c_newest)}</th>
                    </tr>
                </thead>
                <tbody>{lines}</tbody>
            </table>
        </div>
    };
    Document {
        title: title.to_owned(),
        description: title.to_owned(),
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

fn line(list: &PlatformList, row: &Kept) -> impl IntoView + use<> {
    let (frame, locale) = (&list.frame, list.frame.locale);
    let platform = &list.snapshot.platforms[row.place];
    let name = platform_name(locale, platform);
    let href = frame.link(&format!("/admin/platforms/{}", platform.slug));
    let label = td_string!(locale, admin.edit_named, name = name.clone());
    let none = || td_string!(locale, keep.none).to_owned();
    let oldest = row.oldest_fact.map_or_else(none, |o| day(o, locale));
    let newest = row.newest_offer.map_or_else(none, |seen| day(seen, locale));
    view! {
        <tr data-platform=platform.slug.clone()>
            <th scope="row" class="stick"><a class="b" href=href aria-label=label>{name}</a><span class="l2">{platform.slug.clone()}</span></th>
            <td class="num">{format!("{} / {}", row.unknown, FactKey::ALL.len())}</td>
            <td class="num">{row.without_kind.to_string()}</td>
            <td>{oldest}</td>
            <td class="num">{row.offers.to_string()}</td>
            <td class="num">{row.stale.to_string()}</td>
            <td>{newest}</td>
        </tr>
    }
}

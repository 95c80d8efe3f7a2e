//! `/coverage`: how many offers of which card each platform has, how fresh they are, and what of its rules is unknown.
use crate::components::{card_name, platform_name};
use crate::frame::Frame;
use crate::pages::platforms::sources::day;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::keeping::{Covered, Kept, coverage, platforms};
use domain::catalog::{CatalogSnapshot, FactKey};
use leptos::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the page is made from.
pub struct Coverage {
    /// The request.
    pub frame: Arc<Frame>,
    /// The data.
    pub snapshot: Arc<CatalogSnapshot>,
}

/// The whole page.
pub fn page(view: &Coverage) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let cells = coverage(&view.snapshot, frame.today());
    let rows = platforms(&view.snapshot, frame.today());
    let (with, without): (Vec<Kept>, Vec<Kept>) = rows.into_iter().partition(|row| row.offers > 0);
    let cards: BTreeSet<usize> = cells.keys().map(|(_, gpu)| *gpu).collect();
    let sub = td_string!(
        locale,
        keep.coverage_sub,
        platforms = with.len(),
        cards = cards.len(),
        offers = view.snapshot.offers.len()
    );
    let groups = with
        .iter()
        .map(|row| {
            let of_platform = cells.range((row.place, 0)..(row.place + 1, 0));
            let of_platform: Vec<(usize, Covered)> =
                of_platform.map(|((_, gpu), cell)| (*gpu, *cell)).collect();
            group(view, row, &of_platform)
        })
        .collect_view();
    let title = td_string!(locale, keep.coverage_title);
    let body = view! {
        <p class="crumb"><a href=frame.link("/about")>{td_string!(locale, common.about)}</a>" / "{td_string!(locale, keep.coverage)}</p>
        <div class="head"><h1>{title}</h1><span class="sub">{sub.clone()}</span></div>
        <p class="sm mut">{td_string!(locale, keep.coverage_note)}</p>
        <div class="tw" tabindex="0" role="region" aria-label=title>
            <table class="dense coverage">
                <thead>
                    <tr>
                        <th scope="col" class="stick">{td_string!(locale, keep.c_plain_platform)}</th>
                        <th scope="col">{td_string!(locale, keep.c_card)}</th>
                        <th scope="col" class="num">{td_string!(locale, keep.c_offers)}</th>
                        <th scope="col">{td_string!(locale, keep.c_newest)}</th>
                        <th scope="col" class="num">{td_string!(locale, keep.c_fresh)}</th>
                        <th scope="col" class="num">{td_string!(locale, keep.c_ageing)}</th>
                        <th scope="col" class="num">{td_string!(locale, keep.c_stale)}</th>
                        <th scope="col" class="num">{td_string!(locale, keep.c_fresh_share)}</th>
                        <th scope="col" class="num">{td_string!(locale, keep.c_unknown_facts)}</th>
                    </tr>
                </thead>
                {groups}
            </table>
        </div>
        {others(view, &without)}
    };
    Document {
        title: title.to_owned(),
        description: sub,
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

/// A platform: the sum of its cards, then each of them.
fn group(view: &Coverage, row: &Kept, cards: &[(usize, Covered)]) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let platform = &view.snapshot.platforms[row.place];
    let mut sum = Covered::default();
    cards.iter().for_each(|(_, cell)| sum.add(cell));
    let href = frame.link(&format!("/platforms/{}", platform.slug));
    let unknown = format!("{} / {}", row.unknown, FactKey::ALL.len());
    let lines = cards.iter().map(|(gpu, cell)| {
        let card = &view.snapshot.gpus[*gpu];
        let offers = format!(
            "/?platform={}&gpu={}&group=none&freshness=any",
            platform.slug, card.slug
        );
        view! {
            <tr data-card=card.slug.clone()>
                <th scope="row" class="stick"></th>
                <td><a href=frame.link(&offers)>{card_name(card)}</a></td>
                {figures(frame, cell)}
                <td class="num"></td>
            </tr>
        }
    });
    view! {
        <tbody data-platform=platform.slug.clone()>
            <tr class="sum">
                <th scope="row" class="stick"><a class="b" href=href>{platform_name(locale, platform)}</a></th>
                <td class="mut">{td_string!(locale, keep.all_cards)}</td>
                {figures(frame, &sum)}
                <td class="num">{unknown}</td>
            </tr>
            {lines.collect_view()}
        </tbody>
    }
    .into_any()
}

fn figures(frame: &Frame, cell: &Covered) -> impl IntoView + use<> {
    let locale = frame.locale;
    let newest = cell.newest.map_or_else(
        || td_string!(locale, keep.none).to_owned(),
        |seen| day(seen, locale),
    );
    let share = (cell.fresh * 100).checked_div(cell.all()).unwrap_or(0);
    view! {
        <td class="num">{cell.all().to_string()}</td>
        <td>{newest}</td>
        <td class="num">{cell.fresh.to_string()}</td>
        <td class="num">{cell.ageing.to_string()}</td>
        <td class="num">{cell.stale.to_string()}</td>
        <td class="num">{format!("{share}%")}</td>
    }
}

/// Platforms of which rules are known and no price.
fn others(view: &Coverage, rows: &[Kept]) -> Option<AnyView> {
    let (frame, locale) = (&view.frame, view.frame.locale);
    if rows.is_empty() {
        return None;
    }
    let items = rows.iter().map(|row| {
        let platform = &view.snapshot.platforms[row.place];
        let href = frame.link(&format!("/platforms/{}", platform.slug));
        let unknown = format!("{} / {}", row.unknown, FactKey::ALL.len());
        view! { <li><a href=href>{platform_name(locale, platform)}</a>" "<span class="xs dim">{td_string!(locale, keep.c_unknown_facts)}" "{unknown}</span></li> }
    });
    Some(
        view! {
            <section class="panel">
                <header><h2>{td_string!(locale, keep.without_offers)}</h2></header>
                <div class="bd"><ul class="open-facts">{items.collect_view()}</ul></div>
            </section>
        }
        .into_any(),
    )
}

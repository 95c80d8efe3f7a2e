//! `/admin/checks`: which offers to look at next.
use super::sign_out;
use crate::components::{card_name, kind_word, platform_name, stamp, tier};
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::CatalogSnapshot;
use domain::catalog::keeping::Due;
use leptos::prelude::*;
use std::sync::Arc;

/// What the page is made from.
pub struct Checks {
    /// The request.
    pub frame: Arc<Frame>,
    /// The catalogue as editors see it.
    pub snapshot: Arc<CatalogSnapshot>,
    /// The session's token.
    pub csrf: String,
    /// Offers to check, the most pressing first.
    pub due: Vec<Due>,
    /// How many there are in all.
    pub total: usize,
    /// Since when looks are counted.
    pub since: String,
}

/// The whole page.
pub fn page(view: &Checks) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let title = td_string!(locale, keep.checks);
    let since = td_string!(locale, keep.checks_note, since = view.since.clone());
    let table = if view.due.is_empty() {
        view! { <div class="empty"><div><p>{td_string!(locale, keep.checks_none)}</p></div></div> }
            .into_any()
    } else {
        table(view)
    };
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.list_title)}</a>" / "{title}</p>
        <div class="head">
            <h1>{title}</h1>
            <span class="sub">{format!("{} · {}", view.total, td_string!(locale, keep.checks_sub))}</span>
            <span class="act"><a class="btn" href=frame.link("/admin/platforms")>{td_string!(locale, keep.platforms)}</a><a class="btn" href=frame.link("/coverage")>{td_string!(locale, keep.coverage)}</a>{sign_out(frame, &view.csrf)}</span>
        </div>
        <p class="sm mut">{since}</p>
        {table}
    };
    Document {
        title: title.to_owned(),
        description: title.to_owned(),
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

fn table(view: &Checks) -> AnyView {
    let locale = view.frame.locale;
    let lines = view.due.iter().map(|due| line(view, due)).collect_view();
    view! {
        <form method="post" action=view.frame.link("/admin")>
            <input r#type="hidden" name="csrf" value=view.csrf.clone() />
            <div class="tw" tabindex="0" role="region" aria-label=td_string!(locale, keep.checks)>
                <table class="dense">
                    <thead>
                        <tr>
                            <th scope="col"><span class="vh">{td_string!(locale, keep.c_pick)}</span></th>
                            <th scope="col" class="stick">{td_string!(locale, admin.c_offer)}</th>
                            <th scope="col">{td_string!(locale, admin.c_card)}</th>
                            <th scope="col">{td_string!(locale, admin.c_kind)}</th>
                            <th scope="col" class="num">{td_string!(locale, keep.c_plans)}</th>
                            <th scope="col" class="num">{td_string!(locale, keep.c_views)}</th>
                            <th scope="col" class="num">{td_string!(locale, keep.c_age)}</th>
                            <th scope="col">{td_string!(locale, admin.c_checked)}</th>
                        </tr>
                    </thead>
                    <tbody>{lines}</tbody>
                </table>
            </div>
            <p class="under"><button class="btn">{td_string!(locale, keep.checked_button)}</button>" "<span class="sm mut">{td_string!(locale, keep.checked_note)}</span></p>
        </form>
    }
    .into_any()
}

fn line(view: &Checks, due: &Due) -> impl IntoView + use<> {
    let (frame, locale, snapshot) = (&view.frame, view.frame.locale, &view.snapshot);
    let offer = &snapshot.offers[due.row];
    let platform = platform_name(locale, &snapshot.platforms[offer.platform]);
    let card = card_name(&snapshot.gpus[offer.gpu]);
    let name = format!("{platform} {card} {}", offer.id);
    let pick = td_string!(locale, keep.pick, name = name.clone());
    let named = td_string!(locale, admin.edit_named, name = name);
    let href = frame.link(&format!("/admin/offers/{}", offer.id));
    let count = (offer.gpu_count > 1).then(|| format!("{} × ", offer.gpu_count));
    let freshness = snapshot.freshness(offer, frame.today());
    view! {
        <tr data-offer=offer.id.to_string()>
            <td><input r#type="checkbox" name="plan" value=offer.id.to_string() aria-label=pick /></td>
            <th scope="row" class="stick"><a class="b" href=href aria-label=named>{platform}</a><span class="l2">{tier(locale, offer)}</span></th>
            <td>{count}{card}</td>
            <td>{kind_word(locale, offer.kind)}</td>
            <td class="num">{due.plans.to_string()}</td>
            <td class="num">{due.views.to_string()}</td>
            <td class="num">{due.age.to_string()}</td>
            <td class="ck">{stamp(frame, offer.observed, freshness, &offer.source_url)}</td>
        </tr>
    }
}

//! Another column: by number or link for an offer, by name for a platform; and where to begin.
use super::{Against, MOST, Of};
use crate::components::{card_name, kept_inputs, platform_name};
use crate::text::td_string;
use domain::catalog::{PriceKind, Query, select};
use leptos::prelude::*;

pub(super) fn panel(view: &Against) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let known = (0..view.columns.len()).map(|column| {
        view! { <input r#type="hidden" name=view.param() value=view.id(column) /> }
    });
    let base = (view.base > 0)
        .then(|| view! { <input r#type="hidden" name="base" value=view.id(view.base) /> });
    let full = view.columns.len() >= MOST;
    let field = match view.of {
        Of::Offers => view! {
            <label r#for="add">{td_string!(locale, against.add_offer)}</label>
            <input id="add" name="o" r#type="text" required placeholder="/offerings/1" />
            <span class="help">{td_string!(locale, against.add_offer_help)}</span>
        }
        .into_any(),
        Of::Platforms => {
            let options = view.snapshot.platforms.iter().enumerate();
            let options = options.filter(|(place, _)| !view.columns.contains(place));
            let options = options.map(|(_, platform)| {
                let name = platform_name(locale, platform);
                view! { <option value=platform.slug.clone()>{name}</option> }
            });
            view! {
                <label r#for="add">{td_string!(locale, against.add_platform)}</label>
                <select id="add" name="p">{options.collect_view()}</select>
            }
            .into_any()
        }
    };
    let form = if full {
        view! { <p class="sm mut">{td_string!(locale, against.full, most = MOST)}</p> }.into_any()
    } else {
        view! {
            <form class="add-form" method="get" action="/compare">
                {kept_inputs(frame)}{known.collect_view()}{base}
                <div class="field">{field}</div>
                <button class="btn">{td_string!(locale, against.add)}</button>
            </form>
        }
        .into_any()
    };
    let pick = match view.of {
        Of::Offers => (frame.link("/"), td_string!(locale, against.pick_offers)),
        Of::Platforms => (
            frame.link("/platforms"),
            td_string!(locale, against.pick_platforms),
        ),
    };
    let example = (view.of == Of::Offers && view.columns.len() < 2)
        .then(|| example(view))
        .flatten();
    view! {
        <section class="panel no-print">
            <header><h2>{td_string!(locale, against.more)}</h2><p>{td_string!(locale, against.more_text)}</p></header>
            <div class="bd">{form}<p class="sm"><a href=pick.0>{pick.1}</a>{example}</p></div>
        </section>
    }
    .into_any()
}

/// Three current offers of the card that most platforms offer, lowest first, one a platform.
fn example(view: &Against) -> Option<AnyView> {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let query = Query {
        price_kind: vec![PriceKind::OnDemand],
        current_only: true,
        grouped: false,
        ..Query::default()
    };
    let rows = select(&view.snapshot, &query, frame.currency, frame.today()).rows;
    let snapshot = &view.snapshot;
    let mut counts = vec![0_usize; snapshot.gpus.len()];
    rows.iter()
        .for_each(|row| counts[snapshot.offers[*row].gpu] += 1);
    let gpu = (0..counts.len()).max_by_key(|gpu| (counts[*gpu], std::cmp::Reverse(*gpu)))?;
    let mut platforms = Vec::new();
    let mut ids = Vec::new();
    for offer in rows.iter().map(|row| &snapshot.offers[*row]) {
        let is_one = offer.gpu == gpu && offer.gpu_count == 1 && offer.gpu_fraction.is_none();
        if is_one && !platforms.contains(&offer.platform) && ids.len() < 3 {
            platforms.push(offer.platform);
            ids.push(("o".to_owned(), offer.id.to_string()));
        }
    }
    let href = frame.link(&crate::frame::address("/compare", &ids));
    let text = td_string!(
        locale,
        against.example,
        name = card_name(&snapshot.gpus[gpu])
    );
    (ids.len() > 1).then(|| view! { " · "<a href=href>{text}</a> }.into_any())
}

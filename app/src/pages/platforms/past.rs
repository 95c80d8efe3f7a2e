//! What its cards cost before: the two that were seen most often, each with its own drawing and table.
use super::{CardPast, Platforms};
use crate::components::embed::{Embed, embed};
use crate::components::history::{self, Told};
use crate::components::{card_name, platform_name};
use crate::text::td_string;
use domain::catalog::{Platform, PriceKind};
use leptos::prelude::*;

/// Cards drawn.
const CARDS: usize = 2;

/// What the drawing and the table of one card are of.
pub(crate) fn told<'a>(view: &Platforms, platform: &Platform, past: &'a CardPast) -> Told<'a> {
    Told {
        points: &past.points,
        cards: 1,
        kind: PriceKind::OnDemand,
        aria: td_string!(
            view.frame.locale,
            offer.h_aria,
            name = name(view, platform, past),
            count = past.points.len()
        ),
        width: 420,
    }
}

/// "RTX 4090 · AutoDL".
pub(crate) fn name(view: &Platforms, platform: &Platform, past: &CardPast) -> String {
    let card = card_name(&view.snapshot.gpus[past.gpu]);
    format!("{card} · {}", platform_name(view.frame.locale, platform))
}

pub(super) fn panel(view: &Platforms, platform: &Platform) -> Option<AnyView> {
    let (frame, locale) = (&view.frame, view.frame.locale);
    if view.histories.is_empty() {
        return None;
    }
    let more = view.histories.len().saturating_sub(CARDS);
    let cards = view.histories.iter().take(CARDS).map(|past| {
        let gpu = &view.snapshot.gpus[past.gpu];
        let told = told(view, platform, past);
        let what = Embed {
            path: &format!("/embed/platform/{}.svg", platform.slug),
            page: &format!("/platforms/{}", platform.slug),
            alt: &td_string!(locale, embed.history, name = name(view, platform, past)),
            table: None,
            params: &[("gpu".to_owned(), gpu.slug.clone())],
        };
        view! {
            <h3>{card_name(gpu)}</h3>
            {history::chart(frame, &told)}
            {embed(frame, &what)}
            <details class="fold"><summary>{td_string!(locale, platforms.past_table, count = past.points.len())}</summary>{history::table(frame, &told)}</details>
        }
    });
    let more = (more > 0).then(|| {
        let text = td_string!(locale, platforms.past_more, count = more);
        view! { <p class="xs dim">{text}</p> }
    });
    Some(
        view! {
            <section class="panel" id="history">
                <header><h2>{td_string!(locale, offer.history)}</h2><span class="end">{td_string!(locale, platforms.past_of)}</span></header>
                <div class="bd close">{cards.collect_view()}<p class="xs dim">{td_string!(locale, offer.h_step)}</p>{more}</div>
            </section>
        }
        .into_any(),
    )
}

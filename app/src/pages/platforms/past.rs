//! What its cards cost before: the two that were seen most often, each with its own drawing and table.
use super::Platforms;
use crate::components::card_name;
use crate::components::history::{self, Told};
use crate::text::td_string;
use domain::catalog::{Platform, PriceKind};
use leptos::prelude::*;

/// Cards drawn.
const CARDS: usize = 2;

pub(super) fn panel(view: &Platforms, platform: &Platform) -> Option<AnyView> {
    let (frame, locale) = (&view.frame, view.frame.locale);
    if view.histories.is_empty() {
        return None;
    }
    let more = view.histories.len().saturating_sub(CARDS);
    let cards = view.histories.iter().take(CARDS).map(|past| {
        let name = card_name(&view.snapshot.gpus[past.gpu]);
        let told = Told {
            points: &past.points,
            cards: 1,
            kind: PriceKind::OnDemand,
            aria: td_string!(
                locale,
                offer.h_aria,
                name = format!("{name} · {}", platform.name),
                count = past.points.len()
            ),
            width: 420,
        };
        view! {
            <h3>{name}</h3>
            {history::chart(frame, &told)}
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

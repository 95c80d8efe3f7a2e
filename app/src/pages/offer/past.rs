//! What it cost before.
use super::OfferView;
use crate::components::embed::{Embed, embed};
use crate::components::history::{self, Told};
use crate::text::td_string;
use leptos::prelude::*;

/// What the drawing and the table are of.
pub(crate) fn told(view: &OfferView) -> Told<'_> {
    let offer = &view.offer;
    Told {
        points: &view.points,
        cards: if offer.gpu_fraction.is_some() {
            1
        } else {
            offer.gpu_count
        },
        kind: offer.kind,
        aria: td_string!(
            view.frame.locale,
            offer.h_aria,
            name = view.name(),
            count = view.points.len()
        ),
        width: 840,
    }
}

pub(super) fn panel(view: &OfferView) -> AnyView {
    let (frame, locale, offer) = (&view.frame, view.frame.locale, &view.offer);
    let told = told(view);
    let elsewhere = (!view.points.is_empty()).then(|| {
        let what = Embed {
            path: &format!("/embed/offer/{}.svg", offer.id),
            page: &format!("/offerings/{}", offer.id),
            alt: &td_string!(locale, embed.history, name = view.name()),
            table: None,
            params: &[],
        };
        embed(frame, &what)
    });
    let csv = frame.link(&format!("/offerings/{}.csv", offer.id));
    let json = format!("/api/v1/offerings/{}", offer.id);
    view! {
        <section class="panel" id="history">
            <header><h2>{td_string!(locale, offer.history)}</h2>
                <span class="end"><a href=csv>{td_string!(locale, common.csv)}</a>" · "<a href=json>"JSON"</a></span>
                <p>{td_string!(locale, offer.h_note)}</p></header>
            <div class="bd close">{history::chart(frame, &told)}<p class="xs dim">{td_string!(locale, offer.h_step)}</p></div>
            {history::table(frame, &told)}
            {elsewhere}
        </section>
    }
    .into_any()
}

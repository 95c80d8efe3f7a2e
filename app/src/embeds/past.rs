//! What one offer, or one card at one platform, cost over time.
use super::{Stamp, WIDE, drawn, width};
use crate::components::history::{self, Told};
use crate::components::kind_word;
use crate::frame::Frame;
use crate::pages::offer::{OfferView, past as of_offer};
use crate::pages::platforms::{CardPast, Platforms, past as of_platform};
use crate::text::td_string;
use domain::catalog::draft::source_key;

/// `/embed/offer/{id}.svg`. None without a dated price.
pub fn offer(view: &OfferView) -> Option<String> {
    let page = format!("/offerings/{}#history", view.offer.id);
    sheet(&view.frame, view.name(), &of_offer::told(view), &page)
}

/// `/embed/platform/{slug}.svg`: one card of those that were seen there. None for a platform that is not there.
pub fn platform(view: &Platforms, place: usize, past: &CardPast) -> Option<String> {
    let platform = view.snapshot.platforms.get(place)?;
    let told = of_platform::told(view, platform, past);
    let page = format!("/platforms/{}#history", platform.slug);
    sheet(
        &view.frame,
        of_platform::name(view, platform, past),
        &told,
        &page,
    )
}

fn sheet(frame: &Frame, name: String, told: &Told<'_>, page: &str) -> Option<String> {
    let locale = frame.locale;
    let last = told.points.last()?;
    let title = td_string!(locale, embed.history, name = name);
    let head = td_string!(locale, embed.prices_as_of);
    // Amounts are those that were listed: no rate has a part in them.
    let stamp = Stamp {
        rate: String::new(),
        ..Stamp::new(frame, head, Some(last.observed.text()))
    };
    let note = format!(
        "{} · {}",
        kind_word(locale, told.kind),
        source_key(&last.source_url)
    );
    let chart = history::drawing(frame, told, width(frame, WIDE));
    Some(drawn(frame, title, note, &chart, stamp, page))
}

/// What a request for the history of what nobody dated is told.
pub fn without_past(frame: &Frame) -> &'static str {
    td_string!(frame.locale, offer.h_empty)
}

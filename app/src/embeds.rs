//! Charts for other sites: SVG that stands alone, with its own colours, the date of its prices and where it is from.
//!
//! A drawing is the page's chart with its classes turned into colours ([`fixed`], [`ink`]), on a sheet with title, stamp
//! and foot ([`sheet`]). No style element and no script: it works as an image, in a message, on paper.
mod card;
mod fixed;
mod ink;
mod past;
mod sheet;
mod table;

pub use card::card;
pub use past::{offer, platform, without_past};
pub use table::table;

use crate::charts::{Width, cards, price_history, price_rows, pull, value};
use crate::frame::{Frame, Theme, address};
use crate::pages::catalogue::{Catalogue, peek};
use crate::pages::gpu::CardPage;
use crate::pages::gpu::{history as card_past, neighbours as peers, offers};
use crate::pages::gpus::{Gpus, aligned_chart, pull as line, value_chart, value_title, vram};
use crate::text::td_string;
use domain::catalog::names::Named;
use domain::catalog::{CatalogSnapshot, Precision};
use sheet::{Sheet, Stamp};

/// Width of the wide drawings: of the three panels, and of the others.
const PANELS: u32 = 1080;
const WIDE: u32 = 760;

/// Which drawing the address asks for; `size=narrow` is the one for phones and columns.
fn width(frame: &Frame, wide: u32) -> Width {
    match frame.param("size") {
        Some("narrow") => Width::Narrow,
        _ => Width::Wide(wide),
    }
}

/// Dark only where the address says so: the page around the picture is not known.
fn inks(frame: &Frame) -> &'static ink::Inks {
    match frame.theme {
        Theme::Dark => &ink::DARK,
        Theme::System | Theme::Light => &ink::LIGHT,
    }
}

fn drawn(
    frame: &Frame,
    title: String,
    note: String,
    chart: &str,
    stamp: Stamp,
    page: &str,
) -> String {
    let sheet = Sheet {
        title,
        note,
        stamp,
        page: frame.absolute(page),
    };
    sheet::svg(frame, inks(frame), &sheet, chart)
}

/// The stamp of all prices: the newest day that any of them was seen.
fn of_all(frame: &Frame, snapshot: &CatalogSnapshot) -> Stamp {
    let day = snapshot.observed_newest();
    Stamp::new(
        frame,
        td_string!(frame.locale, embed.prices_as_of),
        day.map(|day| day.to_string()),
    )
}

/// The stamp of one card's current prices.
fn of_card(view: &CardPage) -> Stamp {
    let offers = view.snapshot.offers.iter();
    let seen =
        offers.filter(|offer| offer.gpu == view.gpu && offer.observed.precision == Precision::Day);
    let day = seen.map(|offer| offer.observed.date).max();
    let head = td_string!(view.frame.locale, embed.prices_as_of);
    Stamp::new(&view.frame, head, day.map(|day| day.to_string()))
}

/// `/embed/gpus.svg`: bandwidth, compute and prices of cards side by side.
pub fn gpus(view: &Gpus) -> String {
    let frame = &view.frame;
    let chart = cards::cards(&aligned_chart(view), width(frame, PANELS));
    let title = td_string!(frame.locale, embed.bandwidth).to_owned();
    let note = td_string!(frame.locale, embed.cards_note).to_owned();
    drawn(
        frame,
        title,
        note,
        &chart,
        of_all(frame, &view.snapshot),
        "/gpus",
    )
}

/// `/embed/value.svg`: what a unit of money buys.
pub fn value(view: &Gpus) -> String {
    let frame = &view.frame;
    let chart = value::value(&value_chart(view), width(frame, WIDE));
    let note = td_string!(frame.locale, gpus.value_note).to_owned();
    let stamp = of_all(frame, &view.snapshot);
    drawn(frame, value_title(view), note, &chart, stamp, "/gpus#value")
}

/// `/embed/memory.svg`: VRAM against price.
pub fn memory(view: &Gpus) -> String {
    let frame = &view.frame;
    let chart = price_rows::price_rows(&vram::chart(view), width(frame, WIDE));
    let title = td_string!(frame.locale, gpus.vram_title).to_owned();
    let note = td_string!(frame.locale, gpus.vram_chart).to_owned();
    let stamp = of_all(frame, &view.snapshot);
    drawn(frame, title, note, &chart, stamp, "/gpus#memory")
}

/// `/embed/network.svg`: bandwidth of a line against the time to fetch a model.
pub fn network(frame: &Frame, snapshot: &CatalogSnapshot) -> String {
    let chart = pull::pull(&line::chart(frame, snapshot), width(frame, WIDE));
    let title = td_string!(frame.locale, gpus.pull_title).to_owned();
    let note = td_string!(frame.locale, embed.network_note).to_owned();
    let stamp = Stamp {
        head: td_string!(frame.locale, embed.data_as_of).to_owned(),
        ..of_all(frame, snapshot)
    };
    drawn(frame, title, note, &chart, stamp, "/gpus#network")
}

/// `/embed/list.svg`: the cards most offered among those that the address asks for. None where nothing is drawn.
pub fn list(view: &Catalogue) -> Option<String> {
    let frame = &view.frame;
    let (wide, narrow) = peek::draw(view)?;
    let chart = match width(frame, PANELS) {
        Width::Narrow => narrow,
        Width::Wide(_) => wide,
    };
    let title = td_string!(frame.locale, catalogue.peek_price).to_owned();
    let note = td_string!(
        frame.locale,
        embed.list_note,
        kind = view.headline_kind(),
        count = view.selection.rows.len()
    );
    let kept = |(name, _): &&(String, String)| !matches!(name.as_str(), "size" | "theme");
    let asked: Vec<_> = frame.query.iter().filter(kept).cloned().collect();
    let stamp = of_all(frame, &view.snapshot);
    Some(drawn(
        frame,
        title,
        note,
        &chart,
        stamp,
        &address("/", &asked),
    ))
}

/// `/embed/prices/{gpu}.svg`: the card's current prices, kind by kind.
pub fn prices(view: &CardPage) -> String {
    let frame = &view.frame;
    let chart = price_rows::price_rows(&offers::chart(view), width(frame, WIDE));
    let title = td_string!(frame.locale, embed.prices, name = view.name());
    drawn(
        frame,
        title,
        view.key_figures(),
        &chart,
        of_card(view),
        &view.path(),
    )
}

/// `/embed/neighbours/{gpu}.svg`: the card beside those of its size. None for a card that has none.
pub fn neighbours(view: &CardPage) -> Option<String> {
    let frame = &view.frame;
    let chart = cards::cards(&peers::chart(view)?, width(frame, PANELS));
    let note = td_string!(frame.locale, embed.cards_note).to_owned();
    let stamp = of_all(frame, &view.snapshot);
    let page = format!("{}#neighbours", view.path());
    let title = format!("{}: {}", view.name(), peers::title(view));
    Some(drawn(frame, title, note, &chart, stamp, &page))
}

/// `/embed/history/{gpu}.svg`: the card's price over time, one series. None without a dated price.
pub fn history(view: &CardPage) -> Option<String> {
    let frame = &view.frame;
    let series = card_past::shown(view)?;
    let chart = card_past::chart(view, series);
    let chart = price_history::price_history(&chart, width(frame, WIDE));
    let title = td_string!(frame.locale, embed.history, name = view.name());
    let last = series.points.last().map(|point| point.date.to_string());
    let stamp = Stamp::new(frame, td_string!(frame.locale, embed.prices_as_of), last);
    let note = format!(
        "{} · {}",
        card_past::name(view, series),
        series.points[0].source
    );
    let page = format!("{}#history", view.path());
    Some(drawn(frame, title, note, &chart, stamp, &page))
}

/// What a request for a card is told that nobody knows or that may be several.
pub fn unknown_card(
    frame: &Frame,
    snapshot: &CatalogSnapshot,
    (asked, named): (&str, &Named),
) -> String {
    let places = match named {
        Named::One(place) => std::slice::from_ref(place),
        Named::Several(places) | Named::Nothing(places) => places.as_slice(),
    };
    let near = places
        .iter()
        .map(|place| snapshot.gpus[*place].slug.as_str());
    let near = near.collect::<Vec<_>>().join(", ");
    let name: String = asked.chars().take(60).collect();
    match named {
        Named::Several(_) => td_string!(frame.locale, embed.several, name = name, near = near),
        _ => td_string!(frame.locale, embed.not_found, name = name, near = near),
    }
}

/// What a request for a card without neighbours is told.
pub fn no_neighbours(frame: &Frame) -> &'static str {
    td_string!(frame.locale, card.no_neighbours)
}

/// What a request for the history of a card without a dated price is told.
pub fn no_history(frame: &Frame) -> &'static str {
    td_string!(frame.locale, card.no_history)
}

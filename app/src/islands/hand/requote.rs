//! At each stroke: the server's own table bills every offer of the filter, and the first of them are drawn in order,
//! before the server's answer arrives.
use super::browser::{fetch_bytes, form_query};
use super::rows::Rows;
use crate::plan_offers::PlanOffers;
use domain::quote::{MOST_FLOORS, MOST_ROWS, Prepared, RankTable};
use domain::scenario::parse_use;
use domain::units::{Currency, day_of_text};
use leptos::prelude::{request_animation_frame, set_timeout};
use std::cell::{Cell, RefCell};
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlFormElement, UrlSearchParams, window};

/// The offers that the form's filter takes, and the address they came from.
#[derive(Default)]
struct Offers {
    address: String,
    table: RankTable,
    rows: Rows,
}

thread_local! {
    static OFFERS: RefCell<Offers> = RefCell::new(Offers::default());
}

/// What of the form decides which offers take part; the rest decides only what they cost.
/// A visitor's own prices and discounts (`own…`, `off…`) decide it too.
const FILTER: [&str; 7] = [
    "gpu",
    "n_gpu",
    "vram_min",
    "platform",
    "price_kind",
    "currency",
    "lang",
];

/// A query's decoded parameters.
pub fn pairs(query: &str) -> Vec<(String, String)> {
    let Ok(params) = UrlSearchParams::new_with_str(query) else {
        return Vec::new();
    };
    let Ok(Some(entries)) = js_sys::try_iter(&params) else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter_map(|entry| {
            let pair: js_sys::Array = entry.unchecked_into();
            Some((pair.get(0).as_string()?, pair.get(1).as_string()?))
        })
        .collect()
}

/// Fetches the offers' terms when the filter is not the one they were fetched for.
pub fn load(form: &HtmlFormElement, pairs: &[(String, String)]) {
    let Ok(params) = UrlSearchParams::new() else {
        return;
    };
    for (name, value) in pairs.iter().filter(|(name, _)| {
        FILTER.contains(&name.as_str()) || name.starts_with("own") || name.starts_with("off")
    }) {
        params.append(name, value);
    }
    let said = |name: &str| form.get_attribute(name).unwrap_or_default();
    if params.get("currency").is_none() {
        params.append("currency", &said("data-currency"));
    }
    // The language may rest in a cookie; what is kept for this address must not.
    let root = window().and_then(|w| w.document()?.document_element());
    if let Some(lang) = root.and_then(|root| root.get_attribute("lang"))
        && params.get("lang").is_none()
    {
        params.append("lang", &lang);
    }
    params.append("revision", &said("data-revision"));
    params.append("day", &said("data-today"));
    let address = format!("/plan/offers?{}", String::from(params.to_string()));
    if OFFERS.with_borrow(|offers| offers.address == address) {
        return;
    }
    OFFERS.with_borrow_mut(|offers| {
        *offers = Offers {
            address: address.clone(),
            ..Offers::default()
        }
    });
    spawn_local(async move {
        let Ok(bytes) = fetch_bytes(&address).await else {
            return;
        };
        let Ok(sent) = postcard::from_bytes::<PlanOffers>(&bytes) else {
            return;
        };
        OFFERS.with_borrow_mut(|offers| {
            // A later filter may have asked for others meanwhile.
            if offers.address == address {
                let terms = sent.offers.iter();
                offers.table = RankTable::new(terms.map(|offer| (offer.id, offer.terms.clone())));
                offers.rows = Rows::new(sent);
            }
        });
    });
}

/// Rows that a screen can show at once below the answer; those under them follow when the frame stands.
const ON_SCREEN: usize = 14;

thread_local! {
    /// Counts strokes, so that what was put off for one is not done after a later one.
    static STROKE: Cell<u32> = const { Cell::new(0) };
}

/// Bills the offers for what the form says and shows the cheapest in their order: what is on the screen at once, the
/// rest right after the frame. False when that is not possible yet.
pub fn show(form: &HtmlFormElement, pairs: &[(String, String)]) -> bool {
    if !draw(form, pairs, ON_SCREEN) {
        return false;
    }
    let stroke = STROKE.get().wrapping_add(1);
    STROKE.set(stroke);
    let form = form.clone();
    let rest = move || {
        if STROKE.get() == stroke {
            draw(
                &form,
                &self::pairs(&form_query(&form)),
                MOST_ROWS + MOST_FLOORS,
            );
        }
    };
    // A task set from the frame runs once it is painted.
    request_animation_frame(move || set_timeout(rest, Duration::ZERO));
    true
}

fn draw(form: &HtmlFormElement, pairs: &[(String, String)], most: usize) -> bool {
    let scenario = parse_use(pairs);
    let said = |name: &str| form.get_attribute(name).unwrap_or_default();
    let (Some(today), Ok(currency)) = (
        day_of_text(&said("data-today")),
        said("data-currency").parse::<Currency>(),
    ) else {
        return false;
    };
    let Ok(prepared) = Prepared::new(&scenario, today) else {
        return false;
    };
    OFFERS.with_borrow_mut(|offers| {
        if offers.table.is_empty() {
            return false;
        }
        let table = &offers.table;
        let Ok(ranking) = table.rank(&prepared, None, MOST_ROWS, MOST_FLOORS) else {
            return false;
        };
        let shown = ranking.ranked.iter().chain(&ranking.floors).take(most);
        match table.bills(&prepared, shown.map(|row| row.position)) {
            Ok(bills) => offers.rows.show(&ranking, &bills, currency),
            Err(_) => false,
        }
    })
}

//! At each stroke: the same engine as the server's bills the offers on the page, before the server's answer arrives.
use super::browser::{fetch_bytes, form_query};
use crate::figures::{self, Bar};
use domain::pricing::LineKind;
use domain::quote::{Prepared, Quote, Terms, quote};
use domain::scenario::parse;
use domain::units::{Currency, Decimal};
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, HtmlFormElement, Node, UrlSearchParams, window};

/// The offers that the form's filter takes, and the address they came from.
#[derive(Default)]
struct Offers {
    address: String,
    terms: Vec<(i64, Terms)>,
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

fn pairs(form: &HtmlFormElement) -> Vec<(String, String)> {
    let Ok(params) = UrlSearchParams::new_with_str(&form_query(form)) else {
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
pub fn load(form: &HtmlFormElement) {
    let Ok(params) = UrlSearchParams::new() else {
        return;
    };
    for (name, value) in pairs(form).iter().filter(|(name, _)| {
        FILTER.contains(&name.as_str()) || name.starts_with("own") || name.starts_with("off")
    }) {
        params.append(name, value);
    }
    let said = |name: &str| form.get_attribute(name).unwrap_or_default();
    if params.get("currency").is_none() {
        params.append("currency", &said("data-currency"));
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
            terms: Vec::new(),
        }
    });
    spawn_local(async move {
        let Ok(bytes) = fetch_bytes(&address).await else {
            return;
        };
        let Ok(terms) = postcard::from_bytes::<Vec<(i64, Terms)>>(&bytes) else {
            return;
        };
        OFFERS.with_borrow_mut(|offers| {
            // A later filter may have asked for others meanwhile.
            if offers.address == address {
                offers.terms = terms;
            }
        });
    });
}

/// Bills the offers for what the form says and shows the totals in their new order.
pub fn show(form: &HtmlFormElement) {
    let (scenario, _) = parse(&pairs(form));
    let said = |name: &str| form.get_attribute(name).unwrap_or_default();
    let (Ok(today), Ok(currency)) = (
        said("data-today").parse(),
        said("data-currency").parse::<Currency>(),
    ) else {
        return;
    };
    let Ok(prepared) = Prepared::new(&scenario, today) else {
        return;
    };
    OFFERS.with_borrow(|offers| {
        if !offers.terms.is_empty() {
            rows(&offers.terms, &prepared, currency);
        }
    });
}

struct Row {
    element: Element,
    id: i64,
    quote: Quote,
}

fn rows(terms: &[(i64, Terms)], prepared: &Prepared, currency: Currency) {
    let Some(document) = window().and_then(|w| w.document()) else {
        return;
    };
    let Ok(list) = document.query_selector_all("#out .rank tr[data-offer]") else {
        return;
    };
    let mut found: Vec<Row> = Vec::new();
    for index in 0..list.length() {
        let Some(element) = list.get(index).and_then(|n| n.dyn_into::<Element>().ok()) else {
            continue;
        };
        let Some(id) = element
            .get_attribute("data-offer")
            .and_then(|id| id.parse().ok())
        else {
            continue;
        };
        let Some((_, terms)) = terms.iter().find(|(known, _)| *known == id) else {
            continue;
        };
        if let Ok(quote) = quote(terms, prepared) {
            found.push(Row { element, id, quote });
        }
    }
    let upper = |row: &Row| {
        row.quote
            .high
            .as_ref()
            .map_or(row.quote.low.total_display, |bill| bill.total_display)
    };
    let widest = found.iter().map(upper).max().unwrap_or_default();
    let (mut ranked, floors): (Vec<Row>, Vec<Row>) =
        found.into_iter().partition(|row| row.quote.high.is_some());
    let lowest_word = text_of(ranked.first(), "td.amt .l2");
    ranked.sort_by_key(|row| (upper(row), row.quote.low.total_display, row.id));
    let best = ranked.first().map(upper).unwrap_or_default();
    let mut before: Option<Element> = None;
    for (place, row) in ranked.iter().enumerate() {
        draw(row, widest, currency);
        row.element
            .set_class_name(if place == 0 { "best ranked" } else { "ranked" });
        set_text(&row.element, "td.dim", &(place + 1).to_string());
        let more = Decimal::from_nanos(upper(row).nanos() - best.nanos());
        let below = if place == 0 {
            lowest_word.clone()
        } else {
            format!("+{}", figures::range(more, None, currency))
        };
        set_text(&row.element, "td.amt .l2", &below);
        if let Some(parent) = row.element.parent_node() {
            let next: Option<Node> = match &before {
                Some(before) => before.next_sibling(),
                None => parent.first_child(),
            };
            let _ = parent.insert_before(&row.element, next.as_ref());
        }
        before = Some(row.element.clone());
    }
    floors.iter().for_each(|row| draw(row, widest, currency));
    if let Some(row) = ranked.first() {
        let (low, high) = (row.quote.low.total_display, upper(row));
        let mut figure = figures::total(low.nanos(), currency);
        if high != low {
            figure.push_str(&format!("–{}", figures::range(high, None, currency)));
        }
        if let Ok(Some(place)) = document.query_selector("#out [data-figure]") {
            place.set_text_content(Some(&figure));
        }
    }
}

fn draw(row: &Row, widest: Decimal, currency: Currency) {
    let bill = &row.quote.low;
    let high = row.quote.high.as_ref().map(|bill| bill.total_display);
    let lines: Vec<(LineKind, Decimal)> = bill
        .lines
        .iter()
        .filter(|l| !l.amount.is_zero())
        .map(|l| (l.kind, l.amount))
        .collect();
    let svg = figures::bar(&Bar {
        lines: &lines,
        no_gpu: row.quote.no_gpu,
        low: bill.total_display,
        high,
        widest,
    });
    if let Ok(Some(place)) = row.element.query_selector("td.bar > span") {
        place.set_inner_html(&svg);
    }
    let figure = figures::range(bill.total_display, high, currency);
    let figure = if high.is_none() {
        format!("≥ {figure}")
    } else {
        figure
    };
    set_text(&row.element, "td.amt .price", &figure);
}

fn set_text(element: &Element, selector: &str, text: &str) {
    if let Ok(Some(place)) = element.query_selector(selector) {
        place.set_text_content(Some(text));
    }
}

fn text_of(row: Option<&Row>, selector: &str) -> String {
    row.and_then(|row| row.element.query_selector(selector).ok().flatten())
        .and_then(|e| e.text_content())
        .unwrap_or_default()
}

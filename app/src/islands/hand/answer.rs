//! Browser side: asks the server what a form asks for and shows it in `#out`, in two steps where there are rows in view.
//!
//! The rows that the screen shows come first, in a small answer of their own; the whole answer follows once they are
//! painted. Somebody who types sees the effect of a key at once, and the next key never waits for a chart.
use super::browser::fetch_text;
use super::morph;
use leptos::prelude::{request_animation_frame, set_timeout};
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::{AbortController, AbortSignal, Element, window};

/// An answer that is here sooner needs no sign that it is on its way, and drawing one would delay it.
const SLOW_AFTER: Duration = Duration::from_millis(250);

thread_local! {
    /// The question under way; a newer one aborts it, so a stale answer never wins.
    static FLIGHT: RefCell<Option<AbortController>> = const { RefCell::new(None) };
}

fn out() -> Option<Element> {
    window()?.document()?.get_element_by_id("out")
}

/// How many rows of the table lie above the lower edge of the window; none where there is no table.
pub fn rows_in_view() -> Option<usize> {
    let edge = window()?.inner_height().ok()?.as_f64()?;
    let is_above = |element: &Element| element.get_bounding_client_rect().top() < edge;
    let table = out()?.query_selector("table").ok()??;
    let mut in_view = 0;
    // Where the rows of a body lie is asked only of those in view: the browser skips the others' layout.
    for body in morph::bodies(&table)
        .iter()
        .take_while(|body| is_above(body))
    {
        let rows = morph::elements(body);
        in_view += rows.iter().take_while(|row| is_above(row)).count();
    }
    (in_view > 0).then_some(in_view)
}

/// Asks for `first`, the rows in view and their number, and then for `whole`; the address bar follows with the first that is there.
pub fn show(first: Option<(String, usize)>, whole: String, address: Option<String>) {
    let Ok(controller) = AbortController::new() else {
        return;
    };
    let signal = controller.signal();
    FLIGHT.with(|flight| {
        if let Some(older) = flight.replace(Some(controller)) {
            older.abort();
        }
    });
    if let Some(out) = out() {
        let _ = out.set_attribute("aria-busy", "true");
    }
    dim_when_slow(signal.clone());
    spawn_local(async move {
        let Some((first, in_view)) = first else {
            return show_whole(whole, address, signal).await;
        };
        let rows = fetch_text(&first, &signal).await;
        if signal.aborted() {
            return;
        }
        if let Ok((html, _)) = rows {
            let _ = show_rows(&html, in_view);
        }
        let rest = move || {
            if !signal.aborted() {
                spawn_local(show_whole(whole, address, signal));
            }
        };
        request_animation_frame(move || set_timeout(rest, Duration::ZERO));
    });
}

/// Dims what is old when the new takes its time.
fn dim_when_slow(signal: AbortSignal) {
    set_timeout(
        move || {
            let is_under_way = FLIGHT.with_borrow(|flight| {
                flight
                    .as_ref()
                    .is_some_and(|latest| latest.signal() == signal)
            });
            if let Some(out) = out().filter(|_| is_under_way) {
                let _ = out.set_attribute("data-slow", "");
            }
        },
        SLOW_AFTER,
    );
}

/// Puts the count and the rows in view in place; `None` where there is no table to put them in.
fn show_rows(html: &str, in_view: usize) -> Option<()> {
    let (out, new) = (out()?, morph::parse(html)?);
    let find = |within: &Element, what: &str| within.query_selector(what).ok().flatten();
    let (table, wanted) = (find(&out, "table")?, find(&new, "table")?);
    morph::first_rows(&table, &wanted, in_view);
    morph::children(find(&out, ".head")?.as_ref(), find(&new, ".head")?.as_ref());
    Some(())
}

async fn show_whole(part: String, address: Option<String>, signal: AbortSignal) {
    let answer = fetch_text(&part, &signal).await;
    if signal.aborted() {
        return;
    }
    FLIGHT.with(|flight| flight.replace(None));
    let Some(out) = out() else { return };
    for sign in ["aria-busy", "data-slow"] {
        let _ = out.remove_attribute(sign);
    }
    let Some(window) = window() else { return };
    match answer {
        Ok((html, said)) => {
            if let Some(new) = morph::parse(&html) {
                morph::children(&out, &new);
            }
            if let (Some(address), Ok(history)) = (said.or(address), window.history()) {
                let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
            }
        }
        // No answer: load the page itself, so that the visitor sees the server's own words.
        Err(_) => {
            if let Some(address) = address {
                let _ = window.location().set_href(&address);
            }
        }
    }
}

//! An answer in pieces: what a screen shows is put in place within the frame, the rest right after it.
//!
//! The catalogue marks its pieces with `<template data-late></template>`: above the chart, the chart, from below it down
//! to the rows that a screen shows, the later rows, what follows the table. Reading and laying out the second and fourth
//! takes longer than all else; the old chart stands for that one frame. An answer without marks is put in as it is.
use js_sys::{Array, JsString};
use leptos::prelude::{request_animation_frame, set_timeout};
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{AbortSignal, Element, Range};

const MARK: &str = "<template data-late></template>";

/// Puts the answer into `out`; what comes late is dropped when `signal` says that a newer answer is asked for.
pub fn show(out: Element, answer: &JsString, signal: AbortSignal) {
    if show_in_pieces(&out, answer, signal).is_none() {
        out.set_inner_html(&String::from(answer));
    }
}

fn show_in_pieces(out: &Element, answer: &JsString, signal: AbortSignal) -> Option<()> {
    let pieces = answer.split(MARK);
    if pieces.length() < 3 {
        return None;
    }
    let marks = out.query_selector_all(":scope > template").ok()?;
    let before: Element = marks.get(0)?.dyn_into().ok()?;
    let after: Element = marks.get(1)?.dyn_into().ok()?;
    let range = Range::new().ok()?;
    range.set_start(out, 0).ok()?;
    range.set_end_before(&before).ok()?;
    range.delete_contents().ok()?;
    before
        .insert_adjacent_html("beforebegin", &piece(&pieces, 0))
        .ok()?;
    range.set_start_after(&after).ok()?;
    range.set_end_after(&out.last_child()?).ok()?;
    range.delete_contents().ok()?;
    let rows = piece(&pieces, 2) + &piece(&pieces, 4);
    after.insert_adjacent_html("afterend", &rows).ok()?;

    let out = out.clone();
    let rest = move || {
        if signal.aborted() {
            return;
        }
        let _ = range.set_start_after(&before);
        let _ = range.set_end_before(&after);
        let _ = range.delete_contents();
        let _ = before.insert_adjacent_html("afterend", &piece(&pieces, 1));
        if let Ok(Some(body)) = out.query_selector("tbody") {
            let _ = body.insert_adjacent_html("beforeend", &piece(&pieces, 3));
        }
    };
    request_animation_frame(move || set_timeout(rest, Duration::ZERO));
    Some(())
}

/// Empty where the answer has fewer.
fn piece(pieces: &Array, place: u32) -> String {
    pieces.get(place).as_string().unwrap_or_default()
}

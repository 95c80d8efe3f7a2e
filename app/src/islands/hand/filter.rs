//! Browser side: a form of filters that changed, or is about to, asks for what it then says.
use super::{answer, browser};
use leptos::ev::Event;
use wasm_bindgen::JsCast;
use web_sys::{Element, FormData, HtmlFormElement, HtmlInputElement, InputEvent};

/// The form changed: show what it asks for, and let the address follow.
pub fn filter(event: &Event, ticked: bool) {
    let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else {
        return;
    };
    // Ticks fire both events; text fires `change` again when it loses focus, with nothing new.
    let is_tick = matches!(
        target.get_attribute("type").as_deref(),
        Some("checkbox" | "radio")
    );
    if is_tick != ticked {
        return;
    }
    // A page may have other forms, which are sent by their buttons.
    if let Some(form) = form_of(&target, "form[data-live]")
        && let Ok(data) = FormData::new_with_form(&form)
    {
        ask(&form, &data);
    }
}

/// A key is about to change a field: ask now, while the browser draws the letter, for what the form will say then.
///
/// [`filter`] follows at once, and asks anew where the field became something else.
pub fn foresee(event: &InputEvent) {
    let Some(field) = event
        .target()
        .and_then(|t| t.dyn_into::<HtmlInputElement>().ok())
    else {
        return;
    };
    if let Some(form) = form_of(&field, "form[data-rows]")
        && let Some(value) = foreseen(&field, event)
        && let Ok(data) = FormData::new_with_form(&form)
        && data.set_with_str(&field.name(), &value).is_ok()
    {
        ask(&form, &data);
    }
}

fn form_of(field: &Element, which: &str) -> Option<HtmlFormElement> {
    field.closest(which).ok()??.dyn_into().ok()
}

/// What a field of text will hold; `None` where only the browser knows.
fn foreseen(field: &HtmlInputElement, event: &InputEvent) -> Option<String> {
    let value = field.value();
    // A selection counts in UTF-16, and an input method decides by itself.
    if event.is_composing() || !value.is_ascii() {
        return None;
    }
    let start = field.selection_start().ok()?? as usize;
    let end = field.selection_end().ok()?? as usize;
    let (from, typed) = match event.input_type().as_str() {
        "insertText" => (start, event.data()?),
        "deleteContentBackward" if start < end => (start, String::new()),
        "deleteContentBackward" => (start.checked_sub(1)?, String::new()),
        _ => return None,
    };
    Some([value.get(..from)?, typed.as_str(), value.get(end..)?].concat())
}

fn ask(form: &HtmlFormElement, data: &FormData) {
    let query = browser::data_query(data);
    let mut address = form.get_attribute("action").unwrap_or_default();
    let part = format!("{address}?part=results&{query}");
    if answer::is_under_way(&part) {
        return;
    }
    let first = form
        .has_attribute("data-rows")
        .then(answer::rows_in_view)
        .flatten()
        .map(|rows| (format!("{address}?part=rows&rows={rows}&{query}"), rows));
    if !query.is_empty() {
        address = format!("{address}?{query}");
    }
    answer::show(first, part, Some(address));
}

//! Browser side: what a form that changed asks for, the buttons that copy, and the fetching.
use super::answer;
use leptos::ev::Event;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Element, FormData, HtmlFormElement, RequestInit, Response, UrlSearchParams, window};

/// The catalogue's form changed: show the rows that it asks for, and let the address follow.
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
    let Some(form) = target
        .closest("form[data-live]")
        .ok()
        .flatten()
        .and_then(|f| f.dyn_into::<HtmlFormElement>().ok())
    else {
        return;
    };
    let query = form_query(&form);
    let mut address = form.get_attribute("action").unwrap_or_default();
    let part = format!("{address}?part=results&{query}");
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

/// A field of the plan's form changed: rank anew; the server says the short form of the address.
pub fn plan_changed(event: &Event) {
    let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else {
        return;
    };
    // Cells are the painter's.
    if target.get_attribute("name").as_deref() == Some("c") {
        return;
    }
    if let Some(form) = target
        .closest("form")
        .ok()
        .flatten()
        .and_then(|f| f.dyn_into::<HtmlFormElement>().ok())
    {
        plan_answer(&form);
    }
}

/// Ranks what the plan's form says: at once with the server's table here, then in full by the server.
pub fn plan_answer(form: &HtmlFormElement) {
    plan_at_once(form);
    plan_in_full(form);
}

/// The second half of [`plan_answer`].
pub fn plan_in_full(form: &HtmlFormElement) {
    answer::show(
        None,
        format!("/plan?{}&part=results", form_query(form)),
        None,
    );
}

/// The first half of [`plan_answer`]; false when it could not be done here.
pub fn plan_at_once(form: &HtmlFormElement) -> bool {
    let pairs = super::requote::pairs(&form_query(form));
    super::requote::load(form, &pairs);
    super::requote::show(form, &pairs)
}

/// Puts a button's text on the clipboard and says so.
pub fn copy(event: &leptos::ev::MouseEvent) {
    let button = event
        .target()
        .and_then(|t| t.dyn_into::<Element>().ok())
        .and_then(|e| e.closest("[data-copy]").ok().flatten());
    let (Some(button), Some(window)) = (button, window()) else {
        return;
    };
    if let Some(text) = button.get_attribute("data-copy") {
        // A server that was not told its address gives a path; elsewhere that would lead nowhere.
        let origin = if text.starts_with('/') {
            window.location().origin().unwrap_or_default()
        } else {
            String::new()
        };
        let _ = window
            .navigator()
            .clipboard()
            .write_text(&format!("{origin}{text}"));
        button.set_text_content(button.get_attribute("data-done").as_deref());
    }
}

/// The form's fields as a query, empty ones and defaults left out.
pub fn form_query(form: &HtmlFormElement) -> String {
    let Ok(data) = FormData::new_with_form(form) else {
        return String::new();
    };
    let Ok(params) = UrlSearchParams::new() else {
        return String::new();
    };
    let Ok(Some(entries)) = js_sys::try_iter(&data) else {
        return String::new();
    };
    for entry in entries.flatten() {
        let pair: js_sys::Array = entry.unchecked_into();
        if let (Some(name), Some(value)) = (pair.get(0).as_string(), pair.get(1).as_string()) {
            let value = value.trim();
            let is_default = name == "unknown" && value == "include";
            if !(value.is_empty() || is_default || name == "c") {
                params.append(&name, value);
            }
        }
    }
    String::from(params.to_string())
}

/// The bytes behind an address.
pub async fn fetch_bytes(url: &str) -> Result<Vec<u8>, JsValue> {
    let window = window().ok_or(JsValue::NULL)?;
    let response: Response = JsFuture::from(window.fetch_with_str(url))
        .await?
        .dyn_into()?;
    if !response.ok() {
        return Err(JsValue::NULL);
    }
    let buffer = JsFuture::from(response.array_buffer()?).await?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// The text, and the address that the server says belongs to it.
pub async fn fetch_text(
    url: &str,
    signal: &web_sys::AbortSignal,
) -> Result<(String, Option<String>), JsValue> {
    let window = window().ok_or(JsValue::NULL)?;
    let init = RequestInit::new();
    init.set_signal(Some(signal));
    let response: Response = JsFuture::from(window.fetch_with_str_and_init(url, &init))
        .await?
        .dyn_into()?;
    if !response.ok() {
        return Err(JsValue::NULL);
    }
    let said = response.headers().get("x-address").ok().flatten();
    let text = JsFuture::from(response.text()?).await?.as_string();
    Ok((text.ok_or(JsValue::NULL)?, said))
}

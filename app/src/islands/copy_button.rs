//! A button that copies a text; without script the address bar serves.
use super::hand;
use leptos::prelude::*;

/// Wraps a button with `data-copy` (the text) and `data-done` (what it says then).
#[island]
pub fn CopyButton(children: Children) -> impl IntoView {
    view! { <span on:click=move |event| hand::copy(&event)>{children()}</span> }
}

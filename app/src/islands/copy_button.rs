//! A button that copies a text; without script there is none, and the address bar serves.
use leptos::prelude::*;

/// Copies `text`, then says `done`.
#[island]
pub fn CopyButton(text: String, label: String, done: String) -> impl IntoView {
    let copied = RwSignal::new(false);
    view! {
        <button
            class="btn"
            type="button"
            on:click=move |_| {
                super::hand::copy(&text);
                copied.set(true);
            }
        >
            {move || if copied.get() { done.clone() } else { label.clone() }}
        </button>
    }
}

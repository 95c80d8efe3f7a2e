//! The catalogue's filter: a keystroke or tick fetches the same address's result part and swaps it.
use super::hand;
use leptos::prelude::*;

/// Wraps the filter form and the results; adds behaviour and no markup that the server did not make.
#[island]
pub fn LiveFilter(children: Children) -> impl IntoView {
    view! {
        <div class="live" on:input=move |event| hand::filter(&event, false) on:change=move |event| hand::filter(&event, true)>
            {children()}
        </div>
    }
}

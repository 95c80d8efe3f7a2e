//! The week painter: drag over the hours, and the ranking follows.
use super::hand;
use leptos::prelude::*;

/// Wraps the plan's form and results; adds behaviour and no markup that the server did not make.
///
/// `days` are the names of the days, Monday first; `words` those of GPU on, no-GPU mode and off, for the live region.
#[island]
pub fn WeekPainter(children: Children, days: Vec<String>, words: Vec<String>) -> impl IntoView {
    let painter = hand::Painter::new(days, words);
    let (down, over, key, click) = (painter.clone(), painter.clone(), painter.clone(), painter);
    view! {
        <div
            class="live"
            on:pointerdown=move |event| down.press(&event)
            on:pointerover=move |event| over.drag(&event)
            on:keydown=move |event| key.key(&event)
            on:click=move |event| click.click(&event)
            on:input=move |event| hand::plan_changed(&event)
        >
            {children()}
        </div>
    }
}

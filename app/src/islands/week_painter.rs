//! The week painter: drag over the hours, and the ranking follows.
use super::hand::{self, Painter};
use leptos::prelude::*;

/// Wraps the plan's form and results; adds behaviour and no markup that the server did not make.
///
/// Its words lie in the markup: `data-days` and `data-words` of the live region. Props would bring a JSON reader.
#[island]
pub fn WeekPainter(children: Children) -> impl IntoView {
    let painter = Painter::new();
    let (down, over, key, click) = (painter.clone(), painter.clone(), painter.clone(), painter);
    view! {
        <div
            class="live"
            on:pointerdown=move |event| down.press(&event)
            on:pointerover=move |event| over.drag(&event)
            on:keydown=move |event| key.key(&event)
            on:click=move |event| {
                hand::copy(&event);
                click.click(&event);
            }
            on:input=move |event| {
                Painter::type_week(&event);
                hand::plan_changed(&event);
            }
        >
            {children()}
        </div>
    }
}

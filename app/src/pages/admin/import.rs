//! `/admin/import`: a file of prices, to choose and to look at before it is published.
mod lines;
mod review;
mod upload;

pub use lines::{Line, Loss, Side};
pub use review::{Counts, Group, Review, page as review_page};
pub use upload::{Flaw, Look, Typed, Upload, page as upload_page};

use crate::frame::Frame;
use crate::text::td_string;
use leptos::prelude::*;

/// Where one is: choosing, looking, done.
fn steps(frame: &Frame, here: usize) -> impl IntoView + use<> {
    let locale = frame.locale;
    let words = [
        td_string!(locale, keeping.step_choose),
        td_string!(locale, keeping.step_review),
        td_string!(locale, keeping.step_done),
    ];
    let items = words.into_iter().enumerate().map(|(at, word)| {
        let current = (at == here).then_some("step");
        view! { <li aria-current=current>{format!("{} {word}", at + 1)}</li> }
    });
    view! { <ol class="steps">{items.collect_view()}</ol> }
}

/// The trail over the pages of imports.
fn crumb(frame: &Frame, last: String) -> impl IntoView + use<> {
    let locale = frame.locale;
    view! {
        <p class="crumb">
            <a href=frame.link("/admin")>{td_string!(locale, admin.maintain)}</a>" / "
            <a href=frame.link("/admin/import")>{td_string!(locale, keeping.imports)}</a>" / "{last}
        </p>
    }
}

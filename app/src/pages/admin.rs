//! Pages of editors.
pub mod changes;
pub mod edit;
pub mod import;
pub mod account;
pub mod audit;
pub mod edit;
mod fields;
pub mod invite;
pub mod list;
pub mod login;
pub mod nav;
pub mod people;
pub mod reports;
mod revisions;
mod subjects;
pub mod second_step;
pub mod sources;
mod words;

use crate::frame::Frame;
use crate::text::td_string;
use leptos::prelude::*;

/// The button that ends the session.
fn sign_out(frame: &Frame, csrf: &str) -> impl IntoView + use<> {
    view! {
        <form method="post" action=frame.link("/logout")>
            <input r#type="hidden" name="csrf" value=csrf.to_owned() />
            <button class="btn">{td_string!(frame.locale, admin.sign_out)}</button>
        </form>
    }
}

//! Pages of editors.
pub mod account;
pub mod audit;
pub mod card;
pub mod changes;
pub mod checks;
pub mod disks;
pub mod edit;
mod fields;
pub mod import;
pub mod invite;
mod kit;
pub mod list;
pub mod login;
pub mod model;
pub mod models;
pub mod nav;
pub mod new_offer;
pub mod new_platform;
mod notes;
pub mod people;
pub mod platform;
pub mod platforms;
pub mod rates;
pub mod reports;
mod revisions;
pub mod second_step;
pub mod sources;
mod subject;
mod subjects;
pub mod withdrawn;
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

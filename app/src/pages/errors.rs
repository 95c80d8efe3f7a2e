//! Pages for what did not work: what happened, what still works, what to do next.
use crate::frame::Frame;
use crate::text::td_string;
use leptos::prelude::*;

/// What went wrong, as far as a visitor can use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No such page.
    NotFound,
    /// Our mistake; the number finds it in the log.
    Internal(String),
    /// The database does not answer.
    Unavailable(String),
    /// A form that was not sent from a page of this session.
    Forbidden,
    /// A page for admins, asked for by an editor.
    NotAllowed,
    /// The body is over its limit.
    TooLarge,
    /// Too many tries.
    TooMany,
}

/// Title and body of an error page.
pub fn failure(frame: &Frame, failure: &Failure) -> (String, AnyView) {
    let locale = frame.locale;
    let (title, text) = match failure {
        Failure::NotFound => (
            td_string!(locale, common.error_404_title),
            td_string!(locale, common.error_404_text, path = frame.path.clone()),
        ),
        Failure::Internal(id) => (
            td_string!(locale, common.error_500_title),
            td_string!(locale, common.error_500_text, id = id.clone()),
        ),
        Failure::Unavailable(id) => (
            td_string!(locale, common.error_busy_title),
            td_string!(locale, common.error_busy_text, id = id.clone()),
        ),
        Failure::Forbidden => (
            td_string!(locale, admin.error_403_title),
            td_string!(locale, admin.error_403_text).to_owned(),
        ),
        Failure::NotAllowed => (
            td_string!(locale, people.not_allowed_title),
            td_string!(locale, people.not_allowed_text).to_owned(),
        ),
        Failure::TooLarge => (
            td_string!(locale, common.error_413_title),
            td_string!(locale, common.error_413_text).to_owned(),
        ),
        Failure::TooMany => (
            td_string!(locale, common.error_429_title),
            td_string!(locale, common.error_429_text).to_owned(),
        ),
    };
    let body = view! {
        <div class="empty">
            <div>
                <h1>{title}</h1>
                <p>{text}</p>
                <p class="buttons">
                    <a class="btn" href=frame.link("/")>{td_string!(locale, common.back_prices)}</a>
                    <a class="btn" href=frame.link("/plan")>{td_string!(locale, common.back_plan)}</a>
                </p>
            </div>
        </div>
    };
    (title.to_owned(), body.into_any())
}

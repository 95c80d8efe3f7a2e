//! Pages of editors: signing in, the list of offers, one offer's form, people.
pub mod account;
pub mod audit;
pub mod edit;
pub mod import;
pub mod invite;
pub mod list;
pub mod login;
pub mod people;
pub mod reports;
pub mod revisions;
pub mod second_step;
pub mod sources;

use crate::error::ServerError;
use crate::page::Request;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use std::time::Duration;

/// What an editor sees is kept nowhere: it holds their session's token.
fn unstored(mut response: Response) -> Response {
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// 429, with the seconds to wait.
fn too_many(request: &Request, wait: Duration) -> Response {
    tracing::warn!("sign-ins are refused for a while");
    let mut response = ServerError::TooMany.page(request);
    let seconds = wait.as_secs().max(1);
    response
        .headers_mut()
        .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}

/// A field of a form, or nothing.
fn field<'a>(pairs: &'a [(String, String)], name: &str) -> &'a str {
    let found = pairs.iter().find(|(n, _)| n == name);
    found.map_or("", |(_, value)| value.as_str())
}

//! Pages of editors: signing in, the list of offers, one offer's form.
pub mod edit;
pub mod list;
pub mod login;
pub mod reports;
pub mod sources;

use axum::http::{HeaderValue, header};
use axum::response::Response;

/// What an editor sees is kept nowhere: it holds their session's token.
fn unstored(mut response: Response) -> Response {
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

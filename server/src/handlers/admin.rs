//! Pages of editors: signing in, the list of offers, one offer's form, people.
pub mod account;
pub mod audit;
pub mod card;
pub mod checks;
pub mod disks;
pub mod edit;
pub mod import;
pub mod invite;
pub mod list;
pub mod listing;
pub mod login;
pub mod model;
pub mod new_offer;
pub mod new_platform;
pub mod people;
pub mod platform;
pub mod rates;
pub mod reports;
pub mod revisions;
pub mod second_step;
pub mod sources;

use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::StoreError;
use app::shell::Document;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use sqlx::Sqlite;
use sqlx::pool::PoolConnection;
use std::future::Future;
use std::time::Duration;

/// What an editor sees is kept nowhere: it holds their session's token.
fn unstored(mut response: Response) -> Response {
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A page of editors with a status.
fn show(request: &Request, status: StatusCode, make: impl FnOnce() -> Document) -> Response {
    unstored(page::page(&request.frame, status, make))
}

/// What a handler came to; what failed is said on a page.
fn answer(request: &Request, done: Result<Response, ServerError>) -> Response {
    done.unwrap_or_else(|error| error.page(request))
}

/// On to a page that says what happened.
fn see_other(request: &Request, path: &str) -> Response {
    Redirect::to(&request.frame.link(path)).into_response()
}

/// The revision that the address says has just been made; one that is not there yet was not.
fn just_made(request: &Request, name: &str) -> Option<i64> {
    let number = request.frame.param(name)?.parse().ok()?;
    (number <= request.frame.revision).then_some(number)
}

/// A connection to the store.
async fn connection(state: &AppState) -> Result<PoolConnection<Sqlite>, ServerError> {
    let taken = state.pool.acquire().await;
    taken.map_err(|error| ServerError::Store(error.into()))
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

/// Makes a change in the writers' turn and reads the catalogue anew, also when the visitor goes away meanwhile.
async fn persevere<T, E>(
    state: &AppState,
    work: impl Future<Output = Result<T, E>> + Send + 'static,
) -> Result<T, E>
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    let state = state.clone();
    let turn = tokio::spawn(async move {
        let _turn = state.writing.lock().await;
        let done = work.await;
        // After a conflict too: what won may have come from another process.
        if let Err(error) = state.refresh().await {
            tracing::error!(cause = %error, "the catalogue could not be read anew after a change");
        }
        done
    });
    turn.await.unwrap_or_else(|error| {
        Err(StoreError::Sql(sqlx::Error::Protocol(error.to_string())).into())
    })
}

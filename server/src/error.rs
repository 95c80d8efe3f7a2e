//! Errors on their way to a visitor: logged once here, shown as what happened and what to do next.
use crate::page::{self, Request};
use crate::store::StoreError;
use app::pages::errors::{self, Failure};
use app::shell::{Document, Nav};
use axum::http::StatusCode;
use axum::response::Response;

/// What a handler can fail with.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error("no such page")]
    NotFound,
    #[error("too many tries")]
    TooMany,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0}")]
    Internal(String),
}

impl ServerError {
    /// Status and, for our own mistakes, the number under which the log has the cause.
    pub fn report(&self) -> (StatusCode, Failure) {
        let id = || format!("{:08x}", rand::random::<u32>());
        match self {
            Self::NotFound => (StatusCode::NOT_FOUND, Failure::NotFound),
            Self::TooMany => (StatusCode::TOO_MANY_REQUESTS, Failure::TooMany),
            Self::Store(StoreError::Sql(cause)) => {
                let id = id();
                tracing::error!(report = %id, cause = %cause, "the database failed, report {id}");
                (StatusCode::SERVICE_UNAVAILABLE, Failure::Unavailable(id))
            }
            other => {
                let id = id();
                tracing::error!(report = %id, cause = %other, "a request failed, report {id}");
                (StatusCode::INTERNAL_SERVER_ERROR, Failure::Internal(id))
            }
        }
    }

    /// As a page in the visitor's language.
    pub fn page(&self, request: &Request) -> Response {
        let (status, failure) = self.report();
        failure_page(request, status, &failure)
    }
}

/// An error page.
pub fn failure_page(request: &Request, status: StatusCode, failure: &Failure) -> Response {
    page::page(&request.frame, status, || {
        let (title, body) = errors::failure(&request.frame, failure);
        Document {
            description: title.clone(),
            title,
            nav: Nav::None,
            islands: false,
            body,
        }
    })
}

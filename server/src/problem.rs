//! RFC 9457 problem documents for the API.
use crate::error::ServerError;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// What a program reads when its request had no answer.
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    /// A stable word for the kind of problem.
    pub code: String,
    /// One line for a person.
    pub title: String,
    /// HTTP status.
    pub status: u16,
    /// What exactly, with the value quoted.
    pub detail: String,
    /// The field or parameter at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Every field at fault, where several are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<serde_json::Value>,
}

impl Problem {
    /// A request that cannot be read.
    pub fn bad_request(code: &str, detail: impl Into<String>, field: Option<String>) -> Self {
        Self {
            code: code.to_owned(),
            title: "The request could not be read".to_owned(),
            status: 400,
            detail: detail.into(),
            field,
            errors: Vec::new(),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self)).into_response();
        response.headers_mut().insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        response
    }
}

impl From<ServerError> for Problem {
    fn from(error: ServerError) -> Self {
        let (status, failure) = error.report();
        let detail = match failure {
            app::pages::errors::Failure::Internal(id)
            | app::pages::errors::Failure::Unavailable(id) => {
                format!("nothing was changed; report number {id}")
            }
            _ => error.to_string(),
        };
        Self {
            code: status
                .canonical_reason()
                .unwrap_or("error")
                .to_lowercase()
                .replace(' ', "_"),
            title: status.canonical_reason().unwrap_or("Error").to_owned(),
            status: status.as_u16(),
            detail,
            field: None,
            errors: Vec::new(),
        }
    }
}

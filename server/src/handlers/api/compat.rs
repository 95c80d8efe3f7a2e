//! `POST /api/v1/compat`: the documents of `zuka compat`, for the cards of the catalogue in force.
use super::document;
use crate::compat::answer;
use crate::page;
use crate::problem::Problem;
use crate::state::AppState;
use app::text::{Locale, locale_from};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use serde_json::Value;

/// One document or an array; reasons are in the language of `lang`, English without it.
pub async fn post(
    State(state): State<AppState>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Json<Value>, Problem> {
    let pairs = page::pairs(query.as_deref());
    let lang = pairs.iter().find(|(name, _)| name == "lang");
    let locale = lang
        .and_then(|(_, word)| locale_from(word))
        .unwrap_or(Locale::en);
    let snapshot = state.snapshot();
    // Thousands of documents fit a body: not on the thread of other visitors.
    let task = tokio::task::spawn_blocking(move || {
        document::answer_posted(&body, &|document| answer(document, &snapshot.gpus, locale))
    });
    task.await.unwrap_or_else(|cause| {
        tracing::error!(%cause, "compatibility documents stopped");
        Err(Problem::from(crate::error::ServerError::Internal(
            "compatibility documents stopped".to_owned(),
        )))
    })
}

//! `POST /api/v1/size`: the documents of `zuka size`, for the cards and models of the catalogue in force.
use super::document;
use crate::cli::answer_size;
use crate::problem::Problem;
use crate::state::AppState;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use serde_json::Value;

/// One document or an array.
pub async fn post(State(state): State<AppState>, body: Bytes) -> Result<Json<Value>, Problem> {
    let snapshot = state.snapshot();
    // Thousands of documents fit a body, and each may be judged on every card: not on the thread of other visitors.
    let task = tokio::task::spawn_blocking(move || {
        document::answer_posted(&body, &|document| {
            answer_size(document, &snapshot.library, &snapshot.gpus)
        })
    });
    task.await.unwrap_or_else(|cause| {
        tracing::error!(%cause, "sizing documents stopped");
        Err(Problem::from(crate::error::ServerError::Internal(
            "sizing documents stopped".to_owned(),
        )))
    })
}

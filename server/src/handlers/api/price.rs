//! `POST /api/v1/price`: the documents of `zuka price`.
use super::document;
use crate::cli::answer_price;
use crate::problem::Problem;
use axum::Json;
use axum::body::Bytes;
use serde_json::Value;

/// One document or an array.
pub async fn post(body: Bytes) -> Result<Json<Value>, Problem> {
    document::answer_posted(&body, &answer_price)
}

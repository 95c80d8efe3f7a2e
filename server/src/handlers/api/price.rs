//! `POST /api/v1/price`: the documents of `zuka price`.
use crate::cli::answer_price;
use crate::problem::Problem;
use axum::Json;
use axum::body::Bytes;
use serde_json::{Value, json};

/// One document or an array; an element without an answer has `{"error":…}` in its place.
pub async fn post(body: Bytes) -> Result<Json<Value>, Problem> {
    let document: Value = serde_json::from_slice(&body).map_err(|error| {
        Problem::bad_request("not_json", format!("the body is no JSON: {error}"), None)
    })?;
    match document {
        Value::Array(documents) => Ok(Json(Value::Array(
            documents
                .into_iter()
                .map(|d| answer_price(d).unwrap_or_else(|error| json!({ "error": error })))
                .collect(),
        ))),
        document => answer_price(document).map(Json).map_err(|error| {
            let text = |key: &str| error.get(key).and_then(Value::as_str).map(str::to_owned);
            let code = text("code").unwrap_or_default();
            Problem::bad_request(&code, text("message").unwrap_or_default(), text("field"))
        }),
    }
}

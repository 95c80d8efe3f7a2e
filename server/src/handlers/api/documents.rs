//! Documents in the body of a request, answered as on the command line.
use crate::documents::{Answer, answer_all};
use crate::problem::Problem;
use axum::Json;
use serde_json::Value;

/// One document or an array; an element without an answer has `{"error":…}` in its place. Errors: a body that is no
/// JSON, a single document that cannot be answered.
pub fn post(body: &[u8], answer: Answer<'_>) -> Result<Json<Value>, Problem> {
    let document: Value = serde_json::from_slice(body).map_err(|error| {
        Problem::bad_request("not_json", format!("the body is no JSON: {error}"), None)
    })?;
    let answered = answer_all(document, answer).map_err(|error| {
        let text = |key: &str| error.get(key).and_then(Value::as_str).map(str::to_owned);
        let code = text("code").unwrap_or_default();
        Problem::bad_request(&code, text("message").unwrap_or_default(), text("field"))
    })?;
    Ok(Json(answered.0))
}

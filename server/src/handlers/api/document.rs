//! What the documents that are posted share: JSON, parameters of a page as fields, questions as on the command line.
use crate::documents::{self, Answer, answer_all};
use crate::problem::Problem;
use axum::Json;
use axum::body::Bytes;
use domain::units::Currency;
use serde_json::{Map, Value};

/// The body as a JSON value. Errors: 400 `not_json`, or `duplicate` for a field that stands twice.
pub(super) fn object(body: &Bytes) -> Result<Value, Problem> {
    documents::read(body).map_err(|error| {
        if error.is_data() {
            return Problem::bad_request("duplicate", error.to_string(), None);
        }
        Problem::bad_request("not_json", format!("the body is no JSON: {error}"), None)
    })
}

/// A field that cannot be read.
pub(super) fn bad_value(field: &str, detail: impl std::fmt::Display) -> Problem {
    Problem::bad_request(
        "bad_value",
        format!("{field}: {detail}"),
        Some(field.to_owned()),
    )
}

/// The parameters of a page under `path`: text, a number, or several of them in an array.
pub(super) fn parameters(
    fields: &Map<String, Value>,
    path: &str,
) -> Result<Vec<(String, String)>, Problem> {
    let mut pairs = Vec::new();
    for (name, value) in fields {
        for value in value
            .as_array()
            .map_or(std::slice::from_ref(value), Vec::as_slice)
        {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                other => {
                    let detail = format!("`{other}` is neither text nor a number");
                    return Err(bad_value(&format!("{path}.{name}"), detail));
                }
            };
            pairs.push((name.clone(), text));
        }
    }
    Ok(pairs)
}

/// The currency under `currency`, if any.
pub(super) fn currency(value: Option<&Value>) -> Result<Option<Currency>, Problem> {
    let Some(value) = value.filter(|value| !value.is_null()) else {
        return Ok(None);
    };
    match value.as_str() {
        None => Err(bad_value("currency", format!("`{value}` is not text"))),
        Some(code) => match code.parse() {
            Ok(currency) => Ok(Some(currency)),
            Err(error) => Err(bad_value("currency", error)),
        },
    }
}

/// One document or an array; an element without an answer has `{"error":…}` in its place. Errors: a body that is no
/// JSON, a single document that cannot be answered.
pub(super) fn answer_posted(body: &Bytes, answer: Answer<'_>) -> Result<Json<Value>, Problem> {
    let answered = answer_all(object(body)?, answer).map_err(|error| {
        let text = |key: &str| error.get(key).and_then(Value::as_str).map(str::to_owned);
        let code = text("code").unwrap_or_default();
        Problem::bad_request(&code, text("message").unwrap_or_default(), text("field"))
    })?;
    Ok(Json(answered.0))
}

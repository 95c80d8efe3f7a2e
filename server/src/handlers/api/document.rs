//! What the documents that are posted share: an object, and parameters of a page as its fields.
use crate::problem::Problem;
use axum::body::Bytes;
use domain::units::Currency;
use serde_json::{Map, Value};

/// The body as a JSON value. Errors: 400 `not_json`.
pub(super) fn object(body: &Bytes) -> Result<Value, Problem> {
    serde_json::from_slice(body).map_err(|error| {
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

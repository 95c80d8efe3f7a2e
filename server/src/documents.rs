//! Documents of the command line and the API: one JSON value or an array of them, answered in order.
use serde_json::{Value, json};

/// Answers one document, or says what is wrong with it as an object with `code`, `message` and perhaps `field`.
pub type Answer<'a> = &'a dyn Fn(Value) -> Result<Value, Value>;

/// What is wrong with a document.
pub fn wrong(code: &str, message: impl Into<String>, field: Option<&str>) -> Value {
    let mut error = json!({ "code": code, "message": message.into() });
    if let Some(field) = field {
        error["field"] = field.into();
    }
    error
}

/// Answers `document`. Of an array, an element without an answer has `{"error":…}` in its place; the flag says whether
/// any had. Errors: of a single document, what is wrong with it.
pub fn answer_all(document: Value, answer: Answer<'_>) -> Result<(Value, bool), Value> {
    let Value::Array(documents) = document else {
        return answer(document).map(|value| (value, false));
    };
    let mut has_errors = false;
    let answers = documents
        .into_iter()
        .map(|document| {
            answer(document).unwrap_or_else(|error| {
                has_errors = true;
                json!({ "error": error })
            })
        })
        .collect();
    Ok((Value::Array(answers), has_errors))
}

//! `zuka price`: the billing cases' documents in, their `expect` objects out.
use super::Failed;
use serde_json::{Value, json};
use std::io::Read;
use std::path::PathBuf;

/// Most that is read from a file or stdin.
const LIMIT: u64 = 64 * 1024 * 1024;

/// Answers one document or an array of them, in order.
pub fn price(file: Option<PathBuf>) -> Result<u8, Failed> {
    let text = read(file)?;
    let document: Value = serde_json::from_str(&text).map_err(|error| {
        Failed::input("not_json", format!("the input is no JSON: {error}"))
            .hint("an object or an array of objects with kind and input")
    })?;
    let (answer, status) = match document {
        Value::Array(documents) => {
            let mut status = 0;
            let answers = documents
                .into_iter()
                .map(|document| {
                    answer(document).unwrap_or_else(|error| {
                        status = 2;
                        json!({ "error": error })
                    })
                })
                .collect();
            (Value::Array(answers), status)
        }
        document => match answer(document) {
            Ok(answer) => (answer, 0),
            Err(error) => {
                let text = |key: &str| error.get(key).and_then(Value::as_str).map(str::to_owned);
                let message = text("message").unwrap_or_default();
                return Err(Failed {
                    field: text("field"),
                    ..Failed::input("cannot_price", message)
                });
            }
        },
    };
    let text = serde_json::to_string(&answer)
        .map_err(|error| Failed::input("output", error.to_string()))?;
    println!("{text}");
    Ok(status)
}

/// One document's answer, or its error object.
pub fn answer(document: Value) -> Result<Value, Value> {
    let error = |code: &str, message: String, field: Option<String>| {
        let mut error = json!({ "code": code, "message": message });
        if let Some(field) = field {
            error["field"] = field.into();
        }
        error
    };
    let document: domain::pricing::PriceDocument = serde_json::from_value(document)
        .map_err(|cause| error("bad_document", cause.to_string(), None))?;
    let answer = domain::pricing::answer(&document)
        .map_err(|cause| error(cause.code(), cause.to_string(), Some(cause.field.clone())))?;
    serde_json::to_value(answer).map_err(|cause| error("output", cause.to_string(), None))
}

fn read(file: Option<PathBuf>) -> Result<String, Failed> {
    let mut text = String::new();
    let outcome = match file.filter(|path| path.as_os_str() != "-") {
        Some(path) => std::fs::File::open(&path)
            .map_err(|error| {
                Failed::input(
                    "cannot_read",
                    format!("cannot read {}: {error}", path.display()),
                )
            })?
            .take(LIMIT)
            .read_to_string(&mut text),
        None => std::io::stdin().take(LIMIT).read_to_string(&mut text),
    };
    outcome.map_err(|error| {
        Failed::input(
            "cannot_read",
            format!("the input is no UTF-8 text: {error}"),
        )
    })?;
    Ok(text)
}

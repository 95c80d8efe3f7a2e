//! Reads documents from a file or stdin and writes their answers.
use super::Failed;
use crate::documents::{self, Answer, answer_all};
use serde_json::Value;
use std::io::Read;
use std::path::PathBuf;

/// Most that is read from a file or stdin.
const LIMIT: u64 = 64 * 1024 * 1024;

/// Answers one document or an array of them, in order; `hint` says what a document is, `code` names a refusal.
pub fn run(
    file: Option<PathBuf>,
    hint: &str,
    code: &'static str,
    answer: Answer<'_>,
) -> Result<u8, Failed> {
    let text = read(file)?;
    let document = documents::read(text.as_bytes()).map_err(|error| {
        if error.is_data() {
            return Failed::input("duplicate", error.to_string());
        }
        Failed::input("not_json", format!("the input is no JSON: {error}")).hint(hint)
    })?;
    let (answers, has_errors) = answer_all(document, answer).map_err(|error| {
        let text = |key: &str| error.get(key).and_then(Value::as_str).map(str::to_owned);
        Failed {
            field: text("field"),
            ..Failed::input(code, text("message").unwrap_or_default())
        }
    })?;
    let text = serde_json::to_string(&answers)
        .map_err(|error| Failed::input("output", error.to_string()))?;
    println!("{text}");
    Ok(if has_errors { 2 } else { 0 })
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

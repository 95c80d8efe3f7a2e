//! `zuka price`: the billing cases' documents in, their `expect` objects out.
use super::{Failed, documents};
use crate::documents::wrong;
use serde_json::Value;
use std::path::PathBuf;

/// Answers one document or an array of them, in order.
pub fn price(file: Option<PathBuf>) -> Result<u8, Failed> {
    let hint = "an object or an array of objects with kind and input";
    documents::run(file, hint, "cannot_price", &answer)
}

/// One document's answer, or its error object.
pub fn answer(document: Value) -> Result<Value, Value> {
    let document: domain::pricing::PriceDocument = serde_json::from_value(document)
        .map_err(|cause| wrong("bad_document", cause.to_string(), None))?;
    let answer = domain::pricing::answer(&document)
        .map_err(|cause| wrong(cause.code(), cause.to_string(), Some(&cause.field)))?;
    serde_json::to_value(answer).map_err(|cause| wrong("output", cause.to_string(), None))
}

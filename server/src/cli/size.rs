//! `zuka size`: sizing documents in, their estimates out. Cards and models are those in the binary.
use super::{Failed, documents};
use crate::documents::wrong;
use crate::sizer;
use domain::catalog::Gpu;
use domain::sizing::Library;
use serde_json::Value;
use std::path::PathBuf;

/// Answers one document or an array of them, in order.
pub fn size(file: Option<PathBuf>) -> Result<u8, Failed> {
    let gpus = sizer::gpus().map_err(|error| Failed::input("catalogue", error.to_string()))?;
    let hint = "an object or an array of objects with task and model";
    let library = sizer::library();
    documents::run(file, hint, "cannot_size", &|document| {
        answer(document, &library, &gpus)
    })
}

/// One document's answer for the models of `library` and for `gpus`, or its error object.
pub fn answer(document: Value, library: &Library, gpus: &[Gpu]) -> Result<Value, Value> {
    let document: domain::sizing::SizeDocument = serde_json::from_value(document)
        .map_err(|cause| wrong("bad_document", cause.to_string(), None))?;
    let answer = domain::sizing::size(&document, library, gpus)
        .map_err(|cause| wrong(cause.code(), cause.to_string(), Some(&cause.field)))?;
    serde_json::to_value(answer).map_err(|cause| wrong("output", cause.to_string(), None))
}

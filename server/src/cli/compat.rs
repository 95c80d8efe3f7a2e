//! `zuka compat`: will a stack run on a card. Cards are those of the starting catalogue.
use super::{Failed, documents};
use crate::{compat, sizer};
use app::text::Locale;
use std::path::PathBuf;

/// Answers one document or an array of them, in order.
pub fn compat(file: Option<PathBuf>) -> Result<u8, Failed> {
    let gpus = sizer::gpus().map_err(|error| Failed::input("catalogue", error.to_string()))?;
    let hint = "an object or an array of objects with gpu, driver, torch and cuda_line";
    documents::run(file, hint, "cannot_check", &|document| {
        compat::answer(document, &gpus, Locale::en)
    })
}

//! A sizing question as one JSON document.
use super::config::ConfigDocument;
use super::error::short;
use super::keys::check_key;
use super::request::{ModelChoice, Request};
use super::shape::Shape;
use super::{Estimate, Library, SizingError, error::SizingErrorKind, estimate};
use crate::catalog::Gpu;
use crate::pricing::raw::Raw;
use serde::Deserialize;

/// A document as it came. Reading one never fails for its content: [`size`] refuses it and names the field.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct SizeDocument(Raw);

/// Answers a document. Errors: the first field that cannot be read, and those of [`estimate()`].
pub fn size(
    document: &SizeDocument,
    library: &Library,
    gpus: &[Gpu],
) -> Result<Estimate, SizingError> {
    estimate(&document.request()?, library, gpus)
}

impl SizeDocument {
    /// Reads the document; null is the same as absent. Errors: a key that nobody knows or that stands twice, a value
    /// that cannot be.
    pub fn request(&self) -> Result<Request, SizingError> {
        let Raw::Map(entries) = &self.0 else {
            let message = format!(
                "`{}` is not an object with `task` and `model`",
                self.0.quote()
            );
            return Err(SizingError::bad("task", message));
        };
        let mut request = Request::default();
        let mut seen: Vec<&str> = Vec::new();
        for (key, value) in entries {
            check_key(key, None)?;
            if seen.contains(&key.as_str()) {
                let message = format!("`{}` is given twice", short(key));
                return Err(SizingError::new(
                    SizingErrorKind::Duplicate,
                    short(key),
                    message,
                ));
            }
            seen.push(key);
            match (key.as_str(), value) {
                (_, Raw::Null) => {}
                ("gpus", value) => request.gpus = Some(names(value)?),
                ("model", Raw::Map(fields)) => request.model = Some(described(value, fields)?),
                (key, value) => request.set(key, &scalar(key, value)?)?,
            }
        }
        if let Some(task) = request.task {
            entries
                .iter()
                .filter(|(_, value)| *value != Raw::Null)
                .try_for_each(|(key, _)| check_key(key, Some(task)))?;
        }
        Ok(request)
    }
}

fn scalar(key: &str, value: &Raw) -> Result<String, SizingError> {
    match value {
        Raw::Text(_) | Raw::Whole(_) | Raw::Negative(_) | Raw::Flag(_) | Raw::Fraction(_) => {
            Ok(match value {
                Raw::Text(text) => text.clone(),
                other => other.quote(),
            })
        }
        other => Err(SizingError::bad(
            key,
            format!("`{}` is not a single value", other.quote()),
        )),
    }
}

fn names(value: &Raw) -> Result<Vec<String>, SizingError> {
    let Raw::List(items) = value else {
        return Err(SizingError::bad(
            "gpus",
            format!("`{}` is not a list of cards", value.quote()),
        ));
    };
    items
        .iter()
        .enumerate()
        .map(|(index, item)| match item {
            Raw::Text(name) => Ok(name.clone()),
            other => {
                let message = format!("`{}` is not the name of a card", other.quote());
                Err(SizingError::bad(format!("gpus[{index}]"), message))
            }
        })
        .collect()
}

/// A model that is described instead of named: a `config.json` as it is, or a shape in our words.
fn described(value: &Raw, fields: &[(String, Raw)]) -> Result<ModelChoice, SizingError> {
    let is_config = fields
        .iter()
        .any(|(key, _)| key == "model_type" || key == "architectures");
    if !is_config {
        return shape(fields).map(ModelChoice::Shape);
    }
    let read = ConfigDocument::from_raw(value.clone())
        .read()
        .map_err(|mut error| {
            error.field = format!("model.{}", error.field);
            error
        })?;
    Ok(ModelChoice::Config(Box::new(read)))
}

fn shape(fields: &[(String, Raw)]) -> Result<Shape, SizingError> {
    let mut shape = Shape::default();
    for (key, value) in fields.iter().filter(|(_, value)| *value != Raw::Null) {
        shape.set(key, &scalar(&format!("model.{}", short(key)), value)?)?;
    }
    Ok(shape)
}

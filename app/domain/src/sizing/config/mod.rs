//! Reads a model's shape from its `config.json` on Hugging Face.
//!
//! The file says widths, not parameters; those are counted from the shape, matrix by matrix. What a family leaves out
//! because its code has a default is filled from [`families`]; a field that is neither used nor known to be harmless is
//! named, so that nobody takes a shape for read that was not.
mod count;
mod families;
mod fields;
mod harmless;
mod shape;

use super::format::Weights;
use super::model::Model;
use super::{SizingError, error::SizingErrorKind};
use crate::pricing::raw::Raw;
use families::Family;
use fields::ConfigFields;
use serde::{Deserialize, Serialize};

/// A `config.json` as it came.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct ConfigDocument(Raw);

/// What a shape does not include.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ConfigNote {
    /// A vision or audio tower beside the text model.
    TowerNotCounted,
    /// Modules that predict further tokens (DeepSeek-V3), which inference can leave out.
    NextTokenModulesNotCounted,
}

/// A shape that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigModel {
    /// The model; its id is the repository's name where the file says it, else `custom`.
    pub model: Model,
    /// The format that the file says its weights have; none for plain 16-bit ones.
    pub weights: Option<Weights>,
    /// Fields that nobody here knows; they may or may not matter.
    pub unknown: Vec<String>,
    /// What was left out.
    pub notes: Vec<ConfigNote>,
}

impl ConfigDocument {
    pub(super) const fn from_raw(raw: Raw) -> Self {
        Self(raw)
    }

    /// Reads the shape. Errors: a `model_type` that is not known, a width that is missing or cannot be, layers of a kind
    /// that is not known.
    pub fn read(&self) -> Result<ConfigModel, SizingError> {
        let mut fields = ConfigFields::open(&self.0)?;
        let family = family(&mut fields)?;
        let model = shape::model(&mut fields, family)?;
        let mut notes = Vec::new();
        if fields.has_tower() {
            notes.push(ConfigNote::TowerNotCounted);
        }
        if fields
            .count("num_nextn_predict_layers")?
            .is_some_and(|count| count > 0)
        {
            notes.push(ConfigNote::NextTokenModulesNotCounted);
        }
        Ok(ConfigModel {
            model,
            weights: quantisation(&mut fields),
            unknown: fields.unknown(),
            notes,
        })
    }
}

fn family(fields: &mut ConfigFields<'_>) -> Result<&'static Family, SizingError> {
    let known = || {
        families::ALL
            .iter()
            .map(|family| family.model_type)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let Some(name) = fields.model_type() else {
        let message = format!("`model_type` is missing; known: {}", known());
        return Err(SizingError::new(
            SizingErrorKind::MissingField,
            "model_type",
            message,
        ));
    };
    let found = families::ALL
        .iter()
        .find(|family| family.model_type == name || family.architecture == name);
    found.ok_or_else(|| {
        let name: String = name.chars().take(40).collect();
        let message = format!(
            "`{name}` is not a known kind of model; known: {}; or give its shape",
            known()
        );
        SizingError::new(SizingErrorKind::UnknownName, "model_type", message)
    })
}

fn quantisation(fields: &mut ConfigFields<'_>) -> Option<Weights> {
    let (method, bits) = fields.quantisation()?;
    match (method, bits) {
        ("fp8" | "fbgemm_fp8", _) => Some(Weights::Fp8),
        ("gptq", Some(8)) => Some(Weights::GptqInt8),
        ("gptq", _) => Some(Weights::GptqInt4),
        ("awq", _) => Some(Weights::AwqInt4),
        ("bitsandbytes", Some(8)) => Some(Weights::Int8),
        ("bitsandbytes", _) => Some(Weights::Nf4),
        _ => None,
    }
}

//! A model given by its shape instead of its name.
use super::model::{Model, Traits};
use super::values::whole;
use super::{SizingError, error::SizingErrorKind, error::short};

/// A shape as it is typed; what is left out is derived where it can be.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the fields are those of a model")]
pub struct Shape {
    pub layers: Option<u32>,
    pub hidden: Option<u32>,
    pub heads: Option<u32>,
    /// Absent = as many as query heads.
    pub kv_heads: Option<u32>,
    /// Absent = hidden ÷ heads.
    pub head_dim: Option<u32>,
    pub intermediate: Option<u32>,
    pub vocab: Option<u32>,
    /// Absent = counted from the shape.
    pub params: Option<u64>,
    /// Absent = all.
    pub active_params: Option<u64>,
    pub tied_embeddings: Option<bool>,
}

const KEYS: &[&str] = &[
    "layers",
    "hidden",
    "heads",
    "kv_heads",
    "head_dim",
    "intermediate",
    "vocab",
    "params",
    "active_params",
    "tied_embeddings",
];

impl Shape {
    /// Sets one field from its text; `key` without `model.`. Errors: as [`super::Request::set`].
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), SizingError> {
        let field = format!("model.{}", short(key));
        let width = || whole(&field, text, 1, 10_000_000).map(|v| u32::try_from(v).ok());
        let many = || whole(&field, text, 1, 100_000_000_000_000).map(Some);
        match key {
            "layers" => self.layers = width()?,
            "hidden" => self.hidden = width()?,
            "heads" => self.heads = width()?,
            "kv_heads" => self.kv_heads = width()?,
            "head_dim" => self.head_dim = width()?,
            "intermediate" => self.intermediate = width()?,
            "vocab" => self.vocab = width()?,
            "params" => self.params = many()?,
            "active_params" => self.active_params = many()?,
            "tied_embeddings" => match text {
                "true" => self.tied_embeddings = Some(true),
                "false" => self.tied_embeddings = Some(false),
                other => {
                    let message = format!("`{}` is neither true nor false", short(other));
                    return Err(SizingError::bad(field, message));
                }
            },
            _ => {
                let message = format!(
                    "`{}` is not a known field; known: {}",
                    short(key),
                    KEYS.join(", ")
                );
                return Err(SizingError::new(
                    SizingErrorKind::UnknownField,
                    field,
                    message,
                ));
            }
        }
        Ok(())
    }

    /// The fields that are given, as [`Self::set`] reads them with `model.` before their names.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let text = |value: Option<u32>| value.map(|value| value.to_string());
        let many = |value: Option<u64>| value.map(|value| value.to_string());
        let fields = [
            ("model.layers", text(self.layers)),
            ("model.hidden", text(self.hidden)),
            ("model.heads", text(self.heads)),
            ("model.kv_heads", text(self.kv_heads)),
            ("model.head_dim", text(self.head_dim)),
            ("model.intermediate", text(self.intermediate)),
            ("model.vocab", text(self.vocab)),
            ("model.params", many(self.params)),
            ("model.active_params", many(self.active_params)),
            (
                "model.tied_embeddings",
                self.tied_embeddings.map(|tied| tied.to_string()),
            ),
        ];
        fields
            .into_iter()
            .filter_map(|(key, value)| Some((key, value?)))
            .collect()
    }

    /// The model. Errors: a width that is missing; counts that contradict the widths.
    pub fn model(&self) -> Result<Model, SizingError> {
        let needed = |value: Option<u32>, key: &str| {
            value.ok_or_else(|| SizingError::missing(&format!("model.{key}")))
        };
        let layers = needed(self.layers, "layers")?;
        let hidden = needed(self.hidden, "hidden")?;
        let heads = needed(self.heads, "heads")?;
        let intermediate = needed(self.intermediate, "intermediate")?;
        let vocab = needed(self.vocab, "vocab")?;
        let kv_heads = self.kv_heads.unwrap_or(heads);
        let head_dim = match self.head_dim {
            Some(width) => width,
            None if hidden % heads == 0 => hidden / heads,
            None => {
                let message =
                    format!("`{hidden}` is no multiple of {heads} heads; give `head_dim`");
                return Err(SizingError::bad("model.hidden", message));
            }
        };
        if kv_heads > heads {
            let message = format!("`{kv_heads}` is more than {heads} query heads");
            return Err(SizingError::range("model.kv_heads", message));
        }
        let is_tied = self.tied_embeddings.unwrap_or(false);
        let (h, v) = (u64::from(hidden), u64::from(vocab));
        let params_embed = h * v * if is_tied { 1 } else { 2 };
        let width = u64::from(head_dim);
        let attention = 2 * h * width * (u64::from(heads) + u64::from(kv_heads));
        let block = attention + 3 * h * u64::from(intermediate);
        let counted = u64::from(layers) * block + params_embed;
        let params = self.params.unwrap_or(counted);
        if params <= params_embed {
            let message = format!(
                "`{params}` is not more than the embeddings of {vocab} × {hidden} alone hold"
            );
            return Err(SizingError::range("model.params", message));
        }
        let params_active = self.active_params.unwrap_or(params);
        if params_active > params {
            let message = format!("`{params_active}` is more than all {params} parameters");
            return Err(SizingError::range("model.active_params", message));
        }
        let traits = Traits::PLAIN;
        Ok(Model {
            id: "custom".to_owned(),
            family: String::new(),
            hf_repo: String::new(),
            layers,
            hidden,
            heads,
            kv_heads,
            head_dim,
            intermediate,
            experts: 0,
            experts_active: 0,
            vocab,
            is_tied,
            context: None,
            sliding_window: None,
            sliding_layers: 0,
            params,
            params_active,
            params_linear: params - params_embed,
            params_embed,
            mla: None,
            has_qk_norm: traits.has_qk_norm,
            norms: traits.norms,
            has_softcap: traits.has_softcap,
            source: "its shape was given".to_owned(),
            note: String::new(),
        })
    }
}

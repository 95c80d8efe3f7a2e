//! The fields of a `config.json`, remembering which were asked for.
use super::families::Family;
use super::harmless;
use crate::pricing::raw::Raw;
use crate::sizing::error::{SizingError, SizingErrorKind, short};

/// Fields of the text model, which multimodal files nest in `text_config`, and those beside it.
pub(super) struct ConfigFields<'doc> {
    text: &'doc [(String, Raw)],
    outer: &'doc [(String, Raw)],
    asked: Vec<&'static str>,
}

fn find<'doc>(entries: &'doc [(String, Raw)], key: &str) -> Option<&'doc Raw> {
    let found = entries.iter().find(|(name, _)| name == key);
    found
        .map(|(_, value)| value)
        .filter(|value| **value != Raw::Null)
}

impl<'doc> ConfigFields<'doc> {
    pub fn open(raw: &'doc Raw) -> Result<Self, SizingError> {
        let Raw::Map(outer) = raw else {
            let message = format!(
                "`{}` is not the object that a config.json holds",
                raw.quote()
            );
            return Err(SizingError::bad("config", message));
        };
        let text = match find(outer, "text_config") {
            Some(Raw::Map(text)) => text.as_slice(),
            _ => outer.as_slice(),
        };
        Ok(Self {
            text,
            outer,
            asked: Vec::new(),
        })
    }

    fn raw(&mut self, key: &'static str) -> Option<&'doc Raw> {
        self.asked.push(key);
        find(self.text, key).or_else(|| find(self.outer, key))
    }

    /// True when the key has a value.
    pub fn is_set(&mut self, key: &'static str) -> bool {
        self.raw(key).is_some()
    }

    /// A whole number, if any. Errors: anything else, or one too large.
    pub fn count(&mut self, key: &'static str) -> Result<Option<u32>, SizingError> {
        match self.raw(key) {
            None => Ok(None),
            Some(Raw::Whole(value)) => u32::try_from(*value)
                .map(Some)
                .map_err(|_| SizingError::range(key, format!("`{value}` is too large"))),
            Some(other) => {
                let message = format!("`{}` is not a whole number", other.quote());
                Err(SizingError::bad(key, message))
            }
        }
    }

    /// A whole number, or what the family's code takes for it.
    pub fn or_default(
        &mut self,
        key: &'static str,
        family: &Family,
    ) -> Result<Option<u32>, SizingError> {
        let default = family.defaults.iter().find(|(name, _)| *name == key);
        Ok(self.count(key)?.or(default.map(|(_, value)| *value)))
    }

    /// A whole number above zero that the file or the family must say.
    pub fn needed(&mut self, key: &'static str, family: &Family) -> Result<u32, SizingError> {
        let value = self
            .or_default(key, family)?
            .ok_or_else(|| self.missing(key))?;
        if value == 0 {
            return Err(SizingError::range(key, "`0` is no width"));
        }
        Ok(value)
    }

    pub fn missing(&self, key: &str) -> SizingError {
        SizingError::new(
            SizingErrorKind::MissingField,
            key,
            format!("`{key}` is missing"),
        )
    }

    pub fn flag(&mut self, key: &'static str) -> Result<Option<bool>, SizingError> {
        match self.raw(key) {
            None => Ok(None),
            Some(Raw::Flag(flag)) => Ok(Some(*flag)),
            Some(other) => {
                let message = format!("`{}` is neither true nor false", other.quote());
                Err(SizingError::bad(key, message))
            }
        }
    }

    pub fn text(&mut self, key: &'static str) -> Option<&'doc str> {
        match self.raw(key) {
            Some(Raw::Text(text)) => Some(text),
            _ => None,
        }
    }

    pub fn list_length(&mut self, key: &'static str) -> u32 {
        match self.raw(key) {
            Some(Raw::List(items)) => u32::try_from(items.len()).unwrap_or(u32::MAX),
            _ => 0,
        }
    }

    /// Layers that `layer_types` calls sliding; none when it is not there. Errors: a kind of layer whose memory nobody
    /// here knows, such as linear attention.
    pub fn sliding_layers(&mut self) -> Result<Option<u32>, SizingError> {
        let Some(Raw::List(kinds)) = self.raw("layer_types") else {
            return Ok(None);
        };
        let mut sliding = 0;
        for kind in kinds {
            match kind {
                Raw::Text(kind) if kind == "sliding_attention" => sliding += 1,
                Raw::Text(kind) if kind == "full_attention" => {}
                other => {
                    let message = format!(
                        "layers of the kind `{}` are not known",
                        short(&other.quote())
                    );
                    return Err(SizingError::bad("layer_types", message));
                }
            }
        }
        Ok(Some(sliding))
    }

    /// The kind of model: `model_type` of the whole file, else the first of its `architectures`.
    pub fn model_type(&mut self) -> Option<&'doc str> {
        self.asked.extend(["model_type", "architectures"]);
        if let Some(Raw::Text(kind)) =
            find(self.outer, "model_type").or_else(|| find(self.text, "model_type"))
        {
            return Some(kind);
        }
        match find(self.outer, "architectures") {
            Some(Raw::List(items)) => items.first().and_then(|item| match item {
                Raw::Text(name) => Some(name.as_str()),
                _ => None,
            }),
            _ => None,
        }
    }

    /// True when a tower for images or sound stands beside the text model.
    pub fn has_tower(&self) -> bool {
        ["vision_config", "audio_config"]
            .iter()
            .any(|key| find(self.outer, key).is_some())
    }

    /// The repository that the file says it is from.
    pub fn repository(&self) -> Option<&'doc str> {
        match find(self.outer, "_name_or_path") {
            Some(Raw::Text(name)) if name.contains('/') && !name.starts_with(['/', '.']) => {
                Some(name)
            }
            _ => None,
        }
    }

    /// The repository's name.
    pub fn name(&self) -> Option<&'doc str> {
        self.repository()
            .and_then(|name| name.rsplit('/').next())
            .filter(|name| !name.is_empty())
    }

    /// Method and bits of a quantised file.
    pub fn quantisation(&mut self) -> Option<(&'doc str, Option<u32>)> {
        let Some(Raw::Map(fields)) = self.raw("quantization_config") else {
            return None;
        };
        let Some(Raw::Text(method)) = find(fields, "quant_method") else {
            return None;
        };
        let is_set = |key: &str| find(fields, key) == Some(&Raw::Flag(true));
        let bits = match find(fields, "bits") {
            Some(Raw::Whole(bits)) => u32::try_from(*bits).ok(),
            _ if is_set("load_in_8bit") => Some(8),
            _ => None,
        };
        Some((method, bits))
    }

    /// Keys with a value that were neither asked for nor are known to be harmless.
    pub fn unknown(&self) -> Vec<String> {
        let entries = self
            .outer
            .iter()
            .chain(if self.text.as_ptr() == self.outer.as_ptr() {
                [].iter()
            } else {
                self.text.iter()
            });
        let mut unknown: Vec<String> = Vec::new();
        for (key, value) in entries {
            let is_known =
                self.asked.contains(&key.as_str()) || harmless::KEYS.contains(&key.as_str());
            if *value != Raw::Null && !is_known && !unknown.contains(key) {
                unknown.push(short(key));
            }
        }
        unknown
    }
}

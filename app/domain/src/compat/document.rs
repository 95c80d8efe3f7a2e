//! A compatibility question as one JSON document.
use super::draft::{Draft, FIELDS, Flaw, FlawKind};
use crate::pricing::raw::Raw;
use serde::Deserialize;

/// A document as it came. Reading one never fails for its content: [`CompatDocument::draft`] refuses it and names the
/// field.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct CompatDocument(Raw);

impl CompatDocument {
    /// The fields as text; null is the same as absent. Errors: a key that nobody knows or that stands twice, a value of
    /// another sort.
    pub fn draft(&self) -> Result<Draft, Flaw> {
        let Raw::Map(entries) = &self.0 else {
            return Err(Flaw::new("", &self.0.quote(), FlawKind::NotAnObject));
        };
        let mut draft = Draft::default();
        let mut seen: Vec<&str> = Vec::new();
        for (key, value) in entries {
            let flaw = |kind| Flaw::new(key, &value.quote(), kind);
            if !FIELDS.contains(&key.as_str()) {
                return Err(flaw(FlawKind::UnknownField));
            }
            if seen.contains(&key.as_str()) {
                return Err(flaw(FlawKind::Duplicate));
            }
            seen.push(key);
            match (key.as_str(), value) {
                (_, Raw::Null) => {}
                ("libraries", Raw::Map(fields)) => draft.set("libraries", &libraries(fields)?),
                ("compiles", Raw::Flag(flag)) => draft.set("compiles", &flag.to_string()),
                ("compiles" | "libraries", _) => return Err(flaw(FlawKind::WrongSort)),
                // A version such as 2.10 loses its nought as a number.
                (key, Raw::Text(text)) => {
                    if text.trim().is_empty() {
                        return Err(flaw(FlawKind::Missing));
                    }
                    draft.set(key, text);
                }
                _ => return Err(flaw(FlawKind::WrongSort)),
            }
        }
        Ok(draft)
    }
}

/// The object of libraries as the text that the form has.
fn libraries(fields: &[(String, Raw)]) -> Result<String, Flaw> {
    let mut parts = Vec::new();
    for (name, value) in fields {
        let field = format!("libraries.{name}");
        let flaw = |kind| Flaw::new(&field, &value.quote(), kind);
        match value {
            Raw::Null => {}
            Raw::Text(version) => {
                let has_mark = |text: &str| text.contains([',', ';', '\n']);
                if has_mark(name) || has_mark(version) || version.trim().is_empty() {
                    return Err(flaw(FlawKind::NotALibrary));
                }
                parts.push(format!("{name} {version}"));
            }
            _ => return Err(flaw(FlawKind::WrongSort)),
        }
    }
    Ok(parts.join(", "))
}

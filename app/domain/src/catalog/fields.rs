//! What the fields of an editor's form hold, in the form's order. Pure.
use super::revision::Change;

/// Names and texts of a form's fields; `""` = empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// The fields in the form's order.
    pub fn new(fields: Vec<(String, String)>) -> Self {
        Self(fields)
    }

    /// What a request sent of the fields that `current` has; those that it left out stay as they are there.
    pub fn of_pairs(pairs: &[(String, String)], current: &Self) -> Self {
        let typed = |(field, stands): &(String, String)| {
            let sent = pairs.iter().find(|(name, _)| name == field);
            // Browsers send the ends of lines as two characters.
            let text = sent.map(|(_, value)| value.trim().replace("\r\n", "\n"));
            (field.clone(), text.unwrap_or_else(|| stands.clone()))
        };
        Self(current.0.iter().map(typed).collect())
    }

    /// A field's text.
    pub fn get(&self, field: &str) -> &str {
        let found = self.0.iter().find(|(name, _)| name == field);
        found.map_or("", |(_, text)| text)
    }

    /// Replaces a field's text; a field that the form does not have stays out.
    pub fn set(&mut self, field: &str, text: &str) {
        if let Some((_, stands)) = self.0.iter_mut().find(|(name, _)| name == field) {
            text.clone_into(stands);
        }
    }

    /// All fields as one text: two forms with the same text showed the same values.
    pub fn fingerprint_text(&self) -> String {
        let lines = self.0.iter();
        lines
            .map(|(name, text)| format!("{name}\u{1f}{text}\u{1e}"))
            .collect()
    }

    /// Every field that differs from `after`, in the form's order.
    pub fn changes_to(&self, after: &Self) -> Vec<Change> {
        let stated = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let differing = self
            .0
            .iter()
            .filter(|(field, text)| text != after.get(field));
        differing
            .map(|(field, text)| Change {
                field: field.clone(),
                before: stated(text),
                after: stated(after.get(field)),
            })
            .collect()
    }
}

//! Why a workload has no estimate, with the field to look at.

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SizingErrorKind {
    /// Not of the expected form, or a word that nobody knows.
    BadValue,
    /// Of the right form, outside what is allowed.
    OutOfRange,
    /// A key that nobody reads.
    UnknownField,
    /// A key that the task does not use.
    UnusedField,
    /// A key that is needed.
    MissingField,
    /// A key given twice.
    Duplicate,
    /// A model or card that is in no list.
    UnknownName,
    /// Nobody measured it, and guessing is refused.
    NotMeasured,
}

/// A refusal: which field, and in words for a person why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct SizingError {
    /// What is wrong, for programs.
    pub kind: SizingErrorKind,
    /// Where, as a key of the document such as `lora_rank` or `model.layers`.
    pub field: String,
    /// Why, for a person; quotes the value.
    pub message: String,
}

impl SizingError {
    /// From its parts.
    pub fn new(
        kind: SizingErrorKind,
        field: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            field: field.into(),
            message: message.into(),
        }
    }

    /// A short stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self.kind {
            SizingErrorKind::BadValue => "bad_value",
            SizingErrorKind::OutOfRange => "out_of_range",
            SizingErrorKind::UnknownField => "unknown_field",
            SizingErrorKind::UnusedField => "unused_field",
            SizingErrorKind::MissingField => "missing_field",
            SizingErrorKind::Duplicate => "duplicate",
            SizingErrorKind::UnknownName => "unknown_name",
            SizingErrorKind::NotMeasured => "not_measured",
        }
    }

    pub(super) fn bad(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(SizingErrorKind::BadValue, field, message)
    }

    pub(super) fn range(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(SizingErrorKind::OutOfRange, field, message)
    }

    pub(super) fn missing(field: &str) -> Self {
        let message = format!("`{field}` is missing");
        Self::new(SizingErrorKind::MissingField, field, message)
    }
}

/// A text in a message: its first 60 characters.
pub(super) fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

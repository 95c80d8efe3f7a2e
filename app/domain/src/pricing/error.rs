//! Why something has no price, with the field to look at.

/// What is wrong with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// Not of the expected form.
    BadValue,
    /// Of the right form, outside what is allowed.
    OutOfRange,
    /// A key that nobody reads.
    UnknownField,
    /// A key that is needed.
    MissingField,
    /// A key or name given twice.
    Duplicate,
    /// Two sessions claim the same second.
    Overlap,
    /// An amount past what 128 bits hold.
    TooLarge,
}

/// A refusal: which field, and in words for a person why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct PricingError {
    /// What is wrong, for programs.
    pub kind: ErrorKind,
    /// Where, as a path inside the input, such as `plan.storage.gb_month` or `week[0][1].start`.
    pub field: String,
    /// Why, for a person; quotes the value.
    pub message: String,
}

impl PricingError {
    /// From its parts.
    pub fn new(kind: ErrorKind, field: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            kind,
            field: field.into(),
            message: message.into(),
        }
    }

    /// A short stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self.kind {
            ErrorKind::BadValue => "bad_value",
            ErrorKind::OutOfRange => "out_of_range",
            ErrorKind::UnknownField => "unknown_field",
            ErrorKind::MissingField => "missing_field",
            ErrorKind::Duplicate => "duplicate",
            ErrorKind::Overlap => "overlap",
            ErrorKind::TooLarge => "too_large",
        }
    }

    pub(crate) fn too_large(field: &str) -> Self {
        Self::new(
            ErrorKind::TooLarge,
            field,
            "the amount is too large to be computed exactly",
        )
    }

    pub(super) fn out_of_range(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::OutOfRange, field, message)
    }

    /// The same refusal for the plan at `index` of a list: `plan.x` becomes `plans[index].x`.
    pub(super) fn in_list(mut self, index: usize) -> Self {
        if let Some(rest) = self
            .field
            .strip_prefix("plan")
            .filter(|rest| rest.is_empty() || rest.starts_with('.'))
        {
            self.field = format!("plans[{index}]{rest}");
        }
        self
    }
}

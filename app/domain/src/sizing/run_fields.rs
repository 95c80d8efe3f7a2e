//! Reads values out of a case file's rows; what is absent or of another kind is none.
use crate::pricing::raw::Raw;

pub(super) trait RunFields {
    fn field(&self, key: &str) -> Option<&Raw>;
    fn text(&self, key: &str) -> Option<&str>;
    fn number(&self, key: &str) -> Option<f64>;
    fn count(&self, key: &str) -> Option<u32>;
    fn flag(&self, key: &str) -> Option<bool>;
    fn rows(&self, key: &str) -> &[Raw];
}

impl RunFields for Raw {
    fn field(&self, key: &str) -> Option<&Raw> {
        match self {
            Raw::Map(entries) => entries
                .iter()
                .find(|(name, _)| name == key)
                .map(|(_, value)| value),
            _ => None,
        }
    }

    fn text(&self, key: &str) -> Option<&str> {
        match self.field(key) {
            Some(Raw::Text(text)) => Some(text),
            _ => None,
        }
    }

    fn number(&self, key: &str) -> Option<f64> {
        match self.field(key)? {
            Raw::Whole(value) => Some(*value as f64),
            Raw::Negative(value) => Some(*value as f64),
            Raw::Fraction(text) => text.parse().ok(),
            _ => None,
        }
    }

    fn count(&self, key: &str) -> Option<u32> {
        match self.field(key)? {
            Raw::Whole(value) => u32::try_from(*value).ok(),
            _ => None,
        }
    }

    fn flag(&self, key: &str) -> Option<bool> {
        match self.field(key)? {
            Raw::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    fn rows(&self, key: &str) -> &[Raw] {
        match self.field(key) {
            Some(Raw::List(rows)) => rows,
            _ => &[],
        }
    }
}

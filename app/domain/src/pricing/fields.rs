//! Reads the fields of an object: absent and null take the default, unknown keys are refused by name.
use super::raw::Raw;
use super::{ErrorKind, PricingError};
use crate::units::Decimal;
use std::str::FromStr;

/// The fields of one object of a document.
pub(super) struct Fields<'doc> {
    path: String,
    entries: &'doc [(String, Raw)],
    asked: Vec<&'static str>,
}

fn bad(field: String, message: String) -> PricingError {
    PricingError::new(ErrorKind::BadValue, field, message)
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}

impl<'doc> Fields<'doc> {
    /// `path` is where `value` stands; empty for the input itself.
    pub fn open(value: &'doc Raw, path: impl Into<String>) -> Result<Self, PricingError> {
        let path = path.into();
        match value {
            Raw::Map(entries) => Ok(Self {
                path,
                entries,
                asked: Vec::new(),
            }),
            other => {
                let name = if path.is_empty() {
                    "input".to_owned()
                } else {
                    path
                };
                Err(bad(
                    name,
                    format!("`{}` is not an object with named fields", other.quote()),
                ))
            }
        }
    }

    /// Where `key` of this object stands.
    pub fn at(&self, key: &str) -> String {
        join(&self.path, key)
    }

    /// The value of `key`; none when absent or null.
    pub fn raw(&mut self, key: &'static str) -> Result<Option<&'doc Raw>, PricingError> {
        self.asked.push(key);
        let mut found = self
            .entries
            .iter()
            .filter(|(name, _)| name == key)
            .map(|(_, value)| value);
        let value = found.next();
        if found.next().is_some() {
            return Err(PricingError::new(
                ErrorKind::Duplicate,
                self.at(key),
                format!("`{key}` is given twice"),
            ));
        }
        Ok(value.filter(|value| **value != Raw::Null))
    }

    /// Refuses `value` unless it is there.
    pub fn required<T>(&self, key: &str, value: Option<T>) -> Result<T, PricingError> {
        value.ok_or_else(|| {
            PricingError::new(
                ErrorKind::MissingField,
                self.at(key),
                format!("`{key}` is missing"),
            )
        })
    }

    /// The object under `key`, if any.
    pub fn object(&mut self, key: &'static str) -> Result<Option<Fields<'doc>>, PricingError> {
        let path = self.at(key);
        self.raw(key)?
            .map(|value| Fields::open(value, path))
            .transpose()
    }

    /// The list under `key`, if any.
    pub fn list(&mut self, key: &'static str) -> Result<Option<&'doc [Raw]>, PricingError> {
        let path = self.at(key);
        self.raw(key)?.map(|value| as_list(value, path)).transpose()
    }

    /// Text under `key`, if any.
    pub fn text(&mut self, key: &'static str) -> Result<Option<&'doc str>, PricingError> {
        match self.raw(key)? {
            None => Ok(None),
            Some(Raw::Text(text)) => Ok(Some(text)),
            Some(other) => Err(bad(
                self.at(key),
                format!("`{}` is not text", other.quote()),
            )),
        }
    }

    /// Text under `key` in a form of its own, such as a currency code.
    pub fn parsed<T: FromStr>(&mut self, key: &'static str) -> Result<Option<T>, PricingError>
    where
        T::Err: ToString,
    {
        let text = self.text(key)?;
        text.map(|text| {
            text.parse()
                .map_err(|error: T::Err| bad(self.at(key), error.to_string()))
        })
        .transpose()
    }

    /// A decimal as text or as a whole number, if any.
    pub fn decimal_if_any(&mut self, key: &'static str) -> Result<Option<Decimal>, PricingError> {
        let Some(value) = self.raw(key)? else {
            return Ok(None);
        };
        match value {
            Raw::Text(_) | Raw::Whole(_) | Raw::Negative(_) => {}
            Raw::Fraction(text) => {
                let message =
                    format!("`{text}` may have lost digits; write it as text, such as \"1.98\"");
                return Err(bad(self.at(key), message));
            }
            other => {
                return Err(bad(
                    self.at(key),
                    format!("`{}` is not a decimal such as \"1.98\"", other.quote()),
                ));
            }
        }
        let parsed = match value {
            Raw::Text(text) => text.parse::<Decimal>(),
            other => other.quote().parse(),
        };
        parsed
            .map(Some)
            .map_err(|error| bad(self.at(key), error.to_string()))
    }

    /// A decimal; zero when absent.
    pub fn decimal(&mut self, key: &'static str) -> Result<Decimal, PricingError> {
        self.decimal_if_any(key).map(Option::unwrap_or_default)
    }

    /// A decimal that must be there and not be below zero.
    pub fn amount(&mut self, key: &'static str) -> Result<Decimal, PricingError> {
        let value = self.decimal_if_any(key)?;
        let value = self.required(key, value)?;
        super::plan_check::not_negative(&self.at(key), value)?;
        Ok(value)
    }

    /// A whole number that is not negative, if any.
    pub fn whole_if_any(&mut self, key: &'static str) -> Result<Option<u32>, PricingError> {
        let path = self.at(key);
        self.raw(key)?
            .map(|value| as_whole(value, path))
            .transpose()
    }

    /// A whole number that is not negative, with its default.
    pub fn whole(&mut self, key: &'static str, default: u32) -> Result<u32, PricingError> {
        self.whole_if_any(key).map(|value| value.unwrap_or(default))
    }

    /// True or false, with its default.
    pub fn flag(&mut self, key: &'static str, default: bool) -> Result<bool, PricingError> {
        match self.raw(key)? {
            None => Ok(default),
            Some(Raw::Flag(flag)) => Ok(*flag),
            Some(other) => Err(bad(
                self.at(key),
                format!("`{}` is neither true nor false", other.quote()),
            )),
        }
    }

    /// One of `words`, if any.
    pub fn word_if_any<T: Copy>(
        &mut self,
        key: &'static str,
        words: &[(&'static str, T)],
    ) -> Result<Option<T>, PricingError> {
        let Some(value) = self.raw(key)? else {
            return Ok(None);
        };
        let found = words
            .iter()
            .find(|(word, _)| matches!(value, Raw::Text(text) if text == word));
        if let Some((_, meaning)) = found {
            return Ok(Some(*meaning));
        }
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        Err(bad(
            self.at(key),
            format!("`{}` is none of {}", value.quote(), known.join(", ")),
        ))
    }

    /// One of `words`, with its default.
    pub fn word<T: Copy + Default>(
        &mut self,
        key: &'static str,
        words: &[(&'static str, T)],
    ) -> Result<T, PricingError> {
        self.word_if_any(key, words).map(Option::unwrap_or_default)
    }

    /// Refuses keys that nobody asked for.
    pub fn close(self) -> Result<(), PricingError> {
        let unknown = self
            .entries
            .iter()
            .find(|(name, _)| !self.asked.contains(&name.as_str()));
        unknown.map_or(Ok(()), |(name, _)| {
            let short: String = name.chars().take(40).collect();
            let message = format!(
                "`{short}` is not a known field; known here: {}",
                self.asked.join(", ")
            );
            Err(PricingError::new(
                ErrorKind::UnknownField,
                join(&self.path, &short),
                message,
            ))
        })
    }
}

/// The items of a list at `path`.
pub(super) fn as_list(value: &Raw, path: String) -> Result<&[Raw], PricingError> {
    match value {
        Raw::List(items) => Ok(items),
        other => Err(bad(path, format!("`{}` is not a list", other.quote()))),
    }
}

/// A whole number at `path`.
pub(super) fn as_whole(value: &Raw, path: String) -> Result<u32, PricingError> {
    match value {
        Raw::Whole(number) => u32::try_from(*number)
            .map_err(|_| PricingError::out_of_range(path, format!("`{number}` is too large"))),
        Raw::Negative(number) => Err(PricingError::out_of_range(
            path,
            format!("`{number}` is below zero"),
        )),
        other => Err(bad(
            path,
            format!("`{}` is not a whole number", other.quote()),
        )),
    }
}

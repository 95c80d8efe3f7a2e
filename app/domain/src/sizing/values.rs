//! Reads values from their text.
use super::SizingError;
use super::error::short;

pub(super) fn word<T: Copy>(
    key: &str,
    text: &str,
    from: fn(&str) -> Option<T>,
    known: &[&str],
) -> Result<Option<T>, SizingError> {
    from(text).map(Some).ok_or_else(|| {
        SizingError::bad(
            key,
            format!("`{}` is none of {}", short(text), known.join(", ")),
        )
    })
}

macro_rules! word_of {
    ($key:expr, $text:expr, $kind:ident) => {{
        let known: Vec<&str> = $kind::ALL.iter().map(|one| one.word()).collect();
        $crate::sizing::values::word($key, $text, $kind::from_word, &known)?
    }};
}
pub(super) use word_of;

pub(super) fn flag(key: &str, text: &str) -> Result<Option<bool>, SizingError> {
    match text {
        "true" => Ok(Some(true)),
        "false" => Ok(Some(false)),
        other => {
            let message = format!("`{}` is neither true nor false", short(other));
            Err(SizingError::bad(key, message))
        }
    }
}

/// A whole number from `least` to `most`.
pub(super) fn whole(key: &str, text: &str, least: u64, most: u64) -> Result<u64, SizingError> {
    let value: u64 = text.parse().map_err(|_| {
        SizingError::bad(
            key,
            format!("`{}` is not a whole number from {least} on", short(text)),
        )
    })?;
    if value < least || value > most {
        let message = format!("`{value}` is not between {least} and {most}");
        return Err(SizingError::range(key, message));
    }
    Ok(value)
}

pub(super) fn count(
    key: &str,
    text: &str,
    least: u32,
    most: u32,
) -> Result<Option<u32>, SizingError> {
    let value = whole(key, text, u64::from(least), u64::from(most))?;
    Ok(u32::try_from(value).ok())
}

pub(super) fn epochs(text: &str) -> Result<f64, SizingError> {
    let value: f64 = text
        .parse()
        .map_err(|_| SizingError::bad("epochs", format!("`{}` is not a number", short(text))))?;
    if value > 0.0 && value <= 100_000.0 {
        Ok(value)
    } else {
        let message = format!("`{}` is not between 0 and 100000", short(text));
        Err(SizingError::range("epochs", message))
    }
}

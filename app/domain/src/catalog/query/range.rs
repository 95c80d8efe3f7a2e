//! Bounds of a figure, as they are written in addresses.
use super::Reason;
use crate::units::Decimal;

/// Inclusive bounds; an absent one does not bind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// Least.
    pub min: Option<Decimal>,
    /// Most.
    pub max: Option<Decimal>,
}

impl Range {
    /// True when neither bound is set.
    pub fn is_open(self) -> bool {
        self.min.is_none() && self.max.is_none()
    }

    /// Whether `value` lies inside.
    pub fn holds(self, value: f64) -> bool {
        self.min.is_none_or(|min| value >= min.to_f64())
            && self.max.is_none_or(|max| value <= max.to_f64())
    }
}

/// `24`, `24..80`, `>=24`, `<=80`; a bare number is the bound that the parameter's name says.
pub(super) fn range(value: &str, is_min: bool) -> Result<Range, Reason> {
    let number = |text: &str| {
        text.trim()
            .parse::<Decimal>()
            .map_err(|_| Reason::NotANumber)
    };
    let bound = |text: &str| {
        if text.trim().is_empty() {
            Ok(None)
        } else {
            number(text).map(Some)
        }
    };
    if let Some((low, high)) = value.split_once("..") {
        let range = Range {
            min: bound(low)?,
            max: bound(high)?,
        };
        return if range.is_open() {
            Err(Reason::NotANumber)
        } else {
            Ok(range)
        };
    }
    if let Some(rest) = value.strip_prefix(">=") {
        return Ok(Range {
            min: Some(number(rest)?),
            max: None,
        });
    }
    if let Some(rest) = value.strip_prefix("<=") {
        return Ok(Range {
            min: None,
            max: Some(number(rest)?),
        });
    }
    let value = Some(number(value)?);
    Ok(if is_min {
        Range {
            min: value,
            max: None,
        }
    } else {
        Range {
            min: None,
            max: value,
        }
    })
}

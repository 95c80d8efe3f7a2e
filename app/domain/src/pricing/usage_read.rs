//! Reads a use from a document.
use super::fields::{Fields, as_list};
use super::raw::Raw;
use super::usage::{Session, SessionState, Usage};
use super::{ErrorKind, MAX_SESSIONS_A_DAY, PricingError};
use serde::{Deserialize, Deserializer, de};

/// Takes the usage part of a billing input from its fields.
pub(super) fn usage(fields: &mut Fields<'_>) -> Result<Usage, PricingError> {
    let days = fields.list("week")?;
    let days = fields.required("week", days)?;
    if days.len() != 7 {
        let message = format!(
            "`{}` lists; a week has one for each day from Monday to Sunday",
            days.len()
        );
        return Err(PricingError::new(
            ErrorKind::BadValue,
            fields.at("week"),
            message,
        ));
    }
    let mut week: [Vec<Session>; 7] = Default::default();
    for (day, (slot, value)) in week.iter_mut().zip(days).enumerate() {
        let path = format!("{}[{day}]", fields.at("week"));
        let sessions = as_list(value, path.clone())?;
        if sessions.len() > MAX_SESSIONS_A_DAY {
            let message = format!(
                "`{}` sessions; a day has at most {MAX_SESSIONS_A_DAY}",
                sessions.len()
            );
            return Err(PricingError::out_of_range(path, message));
        }
        let read = sessions
            .iter()
            .enumerate()
            .map(|(index, value)| session(value, format!("{path}[{index}]")));
        *slot = read.collect::<Result<_, _>>()?;
    }
    Ok(Usage {
        week,
        ..daily(fields)?
    })
}

/// Takes all but the week.
pub(super) fn daily(fields: &mut Fields<'_>) -> Result<Usage, PricingError> {
    let horizon_days = fields.whole_if_any("horizon_days")?;
    Ok(Usage {
        start_weekday: fields.whole("start_weekday", 0)?,
        data_gb: fields.decimal("data_gb")?,
        download_gb: fields.decimal("download_gb")?,
        upload_gb: fields.decimal("upload_gb")?,
        setup_s: fields.whole("setup_s", 0)?,
        ..Usage::idle(fields.required("horizon_days", horizon_days)?)
    })
}

fn session(value: &Raw, path: String) -> Result<Session, PricingError> {
    let mut fields = Fields::open(value, path)?;
    let start = fields.text("start")?;
    let start = fields.required("start", start)?;
    let start_s = second_of_day(start).ok_or_else(|| {
        let short: String = start.chars().take(40).collect();
        let message = format!("`{short}` is not a time of day such as 09:00 or 09:00:07");
        PricingError::new(ErrorKind::BadValue, fields.at("start"), message)
    })?;
    let dur_s = fields.whole_if_any("dur_s")?;
    let dur_s = fields.required("dur_s", dur_s)?;
    let state = fields.word_if_any("state", SessionState::WORDS)?;
    let state = fields.required("state", state)?;
    fields.close()?;
    Ok(Session {
        start_s,
        dur_s,
        state,
    })
}

/// `HH:MM` or `HH:MM:SS`.
fn second_of_day(text: &str) -> Option<u32> {
    let part = |part: &str, below: u32| -> Option<u32> {
        let two_digits = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse()
            .ok()
            .filter(|value| two_digits && *value < below)
    };
    let mut parts = text.split(':');
    let (hours, minutes) = (part(parts.next()?, 24)?, part(parts.next()?, 60)?);
    let seconds = parts.next().map_or(Some(0), |seconds| part(seconds, 60))?;
    parts
        .next()
        .is_none()
        .then_some(hours * 3600 + minutes * 60 + seconds)
}

/// From a self-describing format such as JSON; the error's text names the field.
impl<'de> Deserialize<'de> for Usage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Raw::deserialize(deserializer)?;
        let read = || {
            let mut fields = Fields::open(&raw, "")?;
            let read = usage(&mut fields)?;
            fields.close()?;
            Ok(read)
        };
        read().map_err(|error: PricingError| de::Error::custom(error))
    }
}

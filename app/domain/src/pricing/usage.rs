//! What a visitor does with a machine: a week of sessions, repeated over a horizon.
use super::runs::{UsageRuns, unfold};
use super::{DAY_S, MAX_HORIZON_DAYS, MAX_SESSIONS_A_DAY, MAX_SPAN_S, PricingError};
use crate::units::Decimal;
use serde::{Serialize, Serializer};

/// What the machine does in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SessionState {
    /// On, with its GPU.
    Gpu,
    /// On, without a GPU.
    NoGpu,
    /// Off; the same as no session.
    Stopped,
}

impl SessionState {
    pub(super) const WORDS: &'static [(&'static str, Self)] = &[
        ("gpu", Self::Gpu),
        ("nogpu", Self::NoGpu),
        ("stopped", Self::Stopped),
    ];
}

/// One session of a weekday; it may pass midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Session {
    /// Second of the day, local time, below 86,400; written as `HH:MM` or `HH:MM:SS`.
    #[serde(rename = "start", serialize_with = "clock_text")]
    pub start_s: u32,
    /// Length in seconds; 0 is no session.
    pub dur_s: u32,
    /// What the machine does.
    pub state: SessionState,
}

/// A use of one machine over a horizon that begins at a local midnight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// Monday to Sunday.
    pub week: [Vec<Session>; 7],
    /// Length of the horizon in days, 1 to 400.
    pub horizon_days: u32,
    /// Weekday of day 0: 0 is Monday, 6 Sunday.
    pub start_weekday: u32,
    /// GB kept on the volume from the start.
    pub data_gb: Decimal,
    /// GB sent out of the machine over the horizon.
    pub download_gb: Decimal,
    /// GB pulled into the machine over the horizon.
    pub upload_gb: Decimal,
    /// Seconds at each GPU start that are billed but not useful.
    pub setup_s: u32,
}

impl Usage {
    /// A use with no session, no data and no traffic.
    pub fn idle(horizon_days: u32) -> Self {
        Self {
            week: Default::default(),
            horizon_days,
            start_weekday: 0,
            data_gb: Decimal::ZERO,
            download_gb: Decimal::ZERO,
            upload_gb: Decimal::ZERO,
            setup_s: 0,
        }
    }

    /// The runs of the whole horizon, to be billed under many plans.
    ///
    /// Errors: a value outside its bounds, or two sessions that claim the same second; each names its field.
    pub fn unfold(&self) -> Result<UsageRuns, PricingError> {
        self.check()?;
        unfold(self)
    }

    fn check(&self) -> Result<(), PricingError> {
        let refuse =
            |field: String, message: String| Err(PricingError::out_of_range(field, message));
        if !(1..=MAX_HORIZON_DAYS).contains(&self.horizon_days) {
            let message = format!(
                "`{}` days; the horizon has 1 to {MAX_HORIZON_DAYS} days",
                self.horizon_days
            );
            return refuse("horizon_days".to_owned(), message);
        }
        if self.start_weekday > 6 {
            let message = format!(
                "`{}` is no weekday; 0 is Monday, 6 is Sunday",
                self.start_weekday
            );
            return refuse("start_weekday".to_owned(), message);
        }
        if self.setup_s > MAX_SPAN_S {
            let message = format!("`{}` seconds; at most {MAX_SPAN_S}", self.setup_s);
            return refuse("setup_s".to_owned(), message);
        }
        for (name, amount) in [
            ("data_gb", self.data_gb),
            ("download_gb", self.download_gb),
            ("upload_gb", self.upload_gb),
        ] {
            super::plan_check::not_negative(name, amount)?;
        }
        for (day, sessions) in self.week.iter().enumerate() {
            if sessions.len() > MAX_SESSIONS_A_DAY {
                let message = format!(
                    "`{}` sessions; a day has at most {MAX_SESSIONS_A_DAY}",
                    sessions.len()
                );
                return refuse(format!("week[{day}]"), message);
            }
            for (index, session) in sessions.iter().enumerate() {
                if u64::from(session.start_s) >= DAY_S {
                    let message =
                        format!("second `{}` is past the end of the day", session.start_s);
                    return refuse(format!("week[{day}][{index}].start"), message);
                }
                if session.dur_s > MAX_SPAN_S {
                    let message = format!(
                        "`{}` seconds; a session has at most {MAX_SPAN_S}",
                        session.dur_s
                    );
                    return refuse(format!("week[{day}][{index}].dur_s"), message);
                }
            }
        }
        Ok(())
    }
}

/// `09:00`, or `09:00:07` when there are seconds.
pub(super) fn clock(second_of_day: u32) -> String {
    let (hours, minutes, seconds) = (
        second_of_day / 3600,
        second_of_day / 60 % 60,
        second_of_day % 60,
    );
    if seconds == 0 {
        format!("{hours:02}:{minutes:02}")
    } else {
        format!("{hours:02}:{minutes:02}:{seconds:02}")
    }
}

fn clock_text<S: Serializer>(second_of_day: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&clock(*second_of_day))
}

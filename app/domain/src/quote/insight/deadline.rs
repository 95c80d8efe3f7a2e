//! When a platform deletes the data of a machine that stays stopped.
use super::super::{Prepared, Terms, no_gpu_use};
use crate::pricing::DAY_S;
use chrono::{Days, NaiveDate, NaiveDateTime, NaiveTime};

/// The stops of a plan against a platform's patience. Instants are local time, as the painted week is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// Days after a stop until data are deleted.
    pub days: u32,
    /// Longest stop inside the plan, seconds.
    pub longest_stop_s: u64,
    /// The first stop that outlasts it: when it begins, and when the data are deleted.
    pub lost: Option<(NaiveDateTime, NaiveDateTime)>,
    /// When the data are deleted if nobody starts the machine after the plan's last run.
    pub after_last: NaiveDateTime,
}

/// `None` for a prepaid offer, an unknown retention, and a plan that never starts a machine.
pub fn deadline(terms: &Terms, prepared: &Prepared, from: NaiveDate) -> Option<Deadline> {
    let days = terms.retention_days.filter(|_| terms.term.is_none())?;
    let runs = prepared.runs(no_gpu_use(terms, prepared)).runs();
    let instant = |second: u64| -> Option<NaiveDateTime> {
        let day = from.checked_add_days(Days::new(second / DAY_S))?;
        let time = NaiveTime::from_num_seconds_from_midnight_opt((second % DAY_S) as u32, 0)?;
        Some(day.and_time(time))
    };
    let patience = u64::from(days) * DAY_S;
    let (mut longest, mut lost) = (0, None);
    for pair in runs.windows(2) {
        let stop = pair[1].start - pair[0].end;
        longest = longest.max(stop);
        if stop > patience && lost.is_none() {
            lost = Some((instant(pair[0].end)?, instant(pair[0].end + patience)?));
        }
    }
    let last = runs.last()?.end;
    Some(Deadline {
        days,
        longest_stop_s: longest,
        lost,
        after_last: instant(last + patience)?,
    })
}

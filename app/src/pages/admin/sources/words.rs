//! A source's state in sentences, for its editors and for everybody.
use crate::text::{Locale, td_string};
use chrono::{DateTime, Utc};
use domain::catalog::live::{Condition, LiveSource, Trouble};

/// An instant to the minute.
pub(super) fn time(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M UTC").to_string()
}

/// Why it failed.
fn why(locale: Locale, trouble: Trouble, detail: &str) -> String {
    let detail = detail.to_owned();
    match trouble {
        Trouble::Timeout => td_string!(locale, sources.e_timeout, detail = detail),
        Trouble::Unreachable => td_string!(locale, sources.e_unreachable, detail = detail),
        Trouble::Cut => td_string!(locale, sources.e_cut, detail = detail),
        Trouble::Status => td_string!(locale, sources.e_status, detail = detail),
        Trouble::Busy => td_string!(locale, sources.e_busy, detail = detail),
        Trouble::WrongType => td_string!(locale, sources.e_wrong_type, detail = detail),
        Trouble::TooLarge => td_string!(locale, sources.e_too_large, detail = detail),
        Trouble::PrivateAddress => td_string!(locale, sources.e_private_address, detail = detail),
        Trouble::Redirect => td_string!(locale, sources.e_redirect, detail = detail),
        Trouble::NoKey => td_string!(locale, sources.e_no_key, detail = detail),
        Trouble::KeyRefused => td_string!(locale, sources.e_key_refused, detail = detail),
        Trouble::Unreadable => td_string!(locale, sources.e_unreadable, detail = detail),
        Trouble::Empty => td_string!(locale, sources.e_empty, detail = detail),
        Trouble::Internal => td_string!(locale, sources.e_internal).to_owned(),
    }
}

/// Never tried; fine at a time; failing since one, why, and what was kept; waiting with its counts.
pub fn state(locale: Locale, source: &LiveSource) -> String {
    let space = if locale == Locale::zh_CN { "" } else { " " };
    match (source.condition(), &source.failing, &source.waiting) {
        (Condition::Waiting, _, Some(waiting)) => td_string!(
            locale,
            sources.waiting_since,
            time = time(waiting.since),
            changed = waiting.counts.changed,
            moved = waiting.extent.moved,
            added = waiting.counts.added,
            vanished = waiting.counts.vanished,
            known = waiting.extent.known
        ),
        (Condition::Failing(since), Some((_, trouble, detail)), _) => {
            let why = why(locale, *trouble, detail);
            let since = td_string!(locale, sources.failing_since, time = time(since), why = why);
            format!("{since}{space}{}", kept(locale, source))
        }
        (Condition::Fine(at), ..) => td_string!(locale, sources.fine_at, time = time(at)),
        _ => td_string!(locale, sources.never).to_owned(),
    }
}

fn kept(locale: Locale, source: &LiveSource) -> String {
    match source.last_ok.map(time) {
        Some(at) if source.prices > 0 => {
            td_string!(locale, sources.kept, prices = source.prices, time = at)
        }
        Some(at) => td_string!(locale, sources.kept_other, time = at),
        None => td_string!(locale, sources.kept_none).to_owned(),
    }
}

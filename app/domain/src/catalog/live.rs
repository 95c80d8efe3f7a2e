//! Live sources: what is known of each, and what that means for somebody who relies on its prices.
use super::kinds::words;
use super::sudden::Extent;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

words! {
    /// Why a source could not be read.
    Trouble {
        /// No answer in time.
        Timeout = "timeout",
        /// No connection.
        Unreachable = "unreachable",
        /// The connection ended in the middle of the answer.
        Cut = "cut",
        /// An answer that is no success; the detail is its number.
        Status = "status",
        /// The source asks to come back later.
        Busy = "busy",
        /// A page or another format where data were expected.
        WrongType = "wrong_type",
        /// More than is ever read.
        TooLarge = "too_large",
        /// The address leads into a private network.
        PrivateAddress = "private_address",
        /// A redirect that is not followed.
        Redirect = "redirect",
        /// The source wants a key and none is set; the detail is the setting.
        NoKey = "no_key",
        /// The key was not accepted.
        KeyRefused = "key_refused",
        /// Data that are not in the documented shape.
        Unreadable = "unreadable",
        /// An answer without a single price that can be used.
        Empty = "empty",
        /// A fault of ours.
        Internal = "internal",
    }
}

/// What the last good reading did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// New prices.
    pub added: usize,
    /// Prices seen again, newer.
    pub changed: usize,
    /// Prices no longer listed.
    pub vanished: usize,
    /// Rows that break a rule.
    pub refused: usize,
    /// Rows without a card.
    pub skipped: usize,
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} added, {} changed, {} vanished, {} refused, {} skipped",
            self.added, self.changed, self.vanished, self.refused, self.skipped
        )
    }
}

/// A change that waits for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its number; a newer one replaces it.
    pub id: i64,
    /// Since when.
    pub since: DateTime<Utc>,
    /// What it would do.
    pub counts: Counts,
    /// How much of what is known it touches.
    pub extent: Extent,
}

/// Everything about one source.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveSource {
    /// Its word on the command line.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// Where it is asked.
    pub address: &'static str,
    /// The setting that it needs and that is not set.
    pub missing_key: Option<&'static str>,
    /// Whether it is asked by itself.
    pub is_enabled: bool,
    /// Last try, good or bad.
    pub last_try: Option<DateTime<Utc>>,
    /// Last good answer.
    pub last_ok: Option<DateTime<Utc>>,
    /// Since when every try failed, why the last one did, and its detail.
    pub failing: Option<(DateTime<Utc>, Trouble, String)>,
    /// When it is asked next; `None` when it is not.
    pub next_due: Option<DateTime<Utc>>,
    /// What the last good answer did.
    pub last_counts: Option<Counts>,
    /// A change that waits for a person.
    pub waiting: Option<Waiting>,
    /// Prices of the catalogue that are from here.
    pub prices: usize,
}

/// The state of a source in one word; what needs a person comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A change waits for a person.
    Waiting,
    /// Nothing but failures since then.
    Failing(DateTime<Utc>),
    /// Good at that time.
    Fine(DateTime<Utc>),
    /// Never asked.
    Never,
}

impl LiveSource {
    /// What somebody who relies on it has to know.
    pub fn condition(&self) -> Condition {
        match (&self.waiting, &self.failing, self.last_ok) {
            (Some(_), ..) => Condition::Waiting,
            (None, Some((since, ..)), _) => Condition::Failing(*since),
            (None, None, Some(at)) => Condition::Fine(at),
            (None, None, None) => Condition::Never,
        }
    }
}

//! What changed an offer, when and by whom.
use serde::{Deserialize, Serialize};

/// One field before and after; `None` = not stated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Name of the field.
    pub field: String,
    /// What it was.
    pub before: Option<String>,
    /// What it became.
    pub after: Option<String>,
}

/// A revision that changed an offer, for the list beside its form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Revision {
    /// Number.
    pub number: i64,
    /// RFC 3339, UTC.
    pub made_at: String,
    /// Editor's name, or who imported.
    pub author: String,
    /// True for an edit by hand, false for an import.
    pub by_hand: bool,
    /// Fields that changed.
    pub changes: Vec<Change>,
    /// The editor's remark.
    pub note: String,
    /// The page that the price rests on; empty when the revision set no price.
    pub source_url: String,
}

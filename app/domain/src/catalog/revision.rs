//! What changed an offer, when and by whom.
use super::PriceKind;
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

/// A revision in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Number.
    pub number: i64,
    /// RFC 3339, UTC.
    pub made_at: String,
    /// Editor's name, or what imported.
    pub author: String,
    /// True for an edit by hand, false for an import.
    pub by_hand: bool,
    /// What its maker noted of it.
    pub summary: String,
    /// The revision that it takes back.
    pub undoes: Option<i64>,
    /// The revision that took it back.
    pub undone_by: Option<i64>,
    /// False for those from before the journal, which cannot be taken back.
    pub journalled: bool,
}

impl Head {
    /// Whether an undo may be tried.
    pub const fn can_be_undone(&self) -> bool {
        self.journalled && self.undone_by.is_none()
    }
}

/// What a change is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// An offer.
    Offer {
        /// Number of its price plan; `None` where the properties of all its plans are meant.
        plan: Option<i64>,
        /// Platform, by slug.
        platform: String,
        /// Card, by slug.
        gpu: String,
        /// Whole cards.
        gpu_count: i64,
        /// Region and type, as far as stated.
        place: Vec<String>,
        /// How the price binds.
        kind: Option<PriceKind>,
        /// Currency of its prices.
        currency: Option<String>,
    },
    /// A fact of a platform, or of one of its offerings.
    Fact {
        /// Platform, by slug.
        platform: String,
        /// Word of the fact.
        fact: String,
        /// True for one that an offering states itself.
        of_offering: bool,
    },
    /// A row of another table: a card, a platform, a disk, a rate, a model, a dated price.
    Row {
        /// Table.
        table: String,
        /// Its key.
        key: String,
    },
}

/// What a revision did to one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touched {
    /// What.
    pub subject: Subject,
    /// It was new.
    pub is_new: bool,
    /// Each field that differs; an amount is in the subject's currency.
    pub changes: Vec<Change>,
}

/// A later revision that has to be taken back first, and what it changed again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocker {
    /// The later revision.
    pub by: Head,
    /// Some of what both changed.
    pub subjects: Vec<Subject>,
}

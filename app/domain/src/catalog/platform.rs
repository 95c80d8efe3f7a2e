//! A platform: who rents machines out.
use super::{Facts, Observed};
use crate::units::Currency;
use serde::{Deserialize, Serialize};

/// One platform with its facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Platform {
    /// Stable name in addresses.
    pub slug: String,
    /// Name in Latin letters.
    pub name: String,
    /// Chinese name, if it has one.
    pub name_zh: Option<String>,
    /// Home page.
    pub homepage: Option<String>,
    /// ISO country code.
    pub country: Option<String>,
    /// Currency of its facts' prices.
    pub currency: Option<Currency>,
    /// Its documentation.
    pub docs_url: Option<String>,
    /// Remarks, in English.
    pub note: String,
    /// What is known of its rules.
    pub facts: Facts,
}

/// Whether one disk or path of a platform outlives an event; `None` = not stated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Persistence {
    /// The platform's slug.
    pub platform: String,
    /// Path or volume.
    pub volume: String,
    /// `yes`, `no` or `partial`, for: stop, saving an image, moving, releasing.
    pub survives: [Option<String>; 4],
    /// Days from the stop until deletion.
    pub deleted_after_days: Option<u32>,
    /// Is it billed while stopped: `yes`, `no` or `partial`.
    pub billed_while_stopped: Option<String>,
    /// Where it was read.
    pub source_url: String,
    /// When.
    pub as_of: Option<Observed>,
    /// Remarks.
    pub note: String,
}

//! A price that is announced for a later day.
use super::Observed;
use crate::units::Money;
use chrono::NaiveDate;

/// One price to come; until its day it is no price of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheduled {
    /// The day on which it takes over.
    pub effective_on: NaiveDate,
    /// Price of the whole offer an hour.
    pub price_per_hour: Money,
    /// What a term costs as a whole.
    pub price_per_period: Option<Money>,
    /// Where the announcement was read.
    pub source_url: String,
    /// When.
    pub observed: Observed,
    /// Remarks.
    pub note: String,
    /// Who wrote it down.
    pub editor: String,
}

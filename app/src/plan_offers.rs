//! The offers that a plan's filter takes, on their way to the painter: what they cost by, and how their rows look.
use domain::quote::Terms;
use serde::{Deserialize, Serialize};

/// One offer.
#[derive(Serialize, Deserialize)]
pub struct PlanOffer {
    /// Number of the price plan.
    pub id: i64,
    /// What it costs by.
    pub terms: Terms,
    /// Its row of the ranking as the server makes it, for a plan without use.
    pub row: String,
}

/// All of them, with the words that a row's place decides.
#[derive(Default, Serialize, Deserialize)]
pub struct PlanOffers {
    /// In the order of their numbers.
    pub offers: Vec<PlanOffer>,
    /// What stands under the lowest total.
    pub lowest: String,
    /// What stands under an open one.
    pub floor_only: String,
    /// The mark in an open row's first cell.
    pub floor_mark: String,
    /// The row above the open ones.
    pub floors_head: String,
}

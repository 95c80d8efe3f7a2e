//! `/api/v1`: the same answers as the pages, as JSON and CSV.
pub mod offerings;
pub mod plans;
pub mod price;

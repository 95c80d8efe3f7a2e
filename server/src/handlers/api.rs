//! `/api/v1`: the same answers as the pages, as JSON and CSV.
pub mod catalog;
pub mod offerings;
pub mod price;

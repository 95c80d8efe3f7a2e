//! `/api/v1`: the same answers as the pages, as JSON and CSV.
pub mod gpus;
pub mod offerings;
pub mod plans;
mod paging;
pub mod platforms;
pub mod price;

//! `/api/v1`: the same answers as the pages, as JSON and CSV.
mod document;
pub mod gpus;
pub mod offering;
pub mod offerings;
mod paging;
pub mod plans;
pub mod platforms;
pub mod price;
pub mod rank;
pub mod size;

pub(super) use offerings::defuse;

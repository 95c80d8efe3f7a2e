//! `/api/v1`: the same answers as the pages, as JSON and CSV.
mod amounts;
pub mod compare;
pub mod compat;
mod csv_text;
mod document;
pub mod export;
pub mod gpus;
pub mod inspect;
mod offer_groups;
pub mod offering;
pub mod offerings;
mod paging;
pub mod plans;
pub mod platforms;
pub mod price;
pub mod rank;
pub mod size;
mod view_row;

pub(super) use csv_text::defuse;

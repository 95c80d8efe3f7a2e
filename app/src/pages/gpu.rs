//! `/gpus/{slug}`: one card: what it costs where, what runs on it, its figures and what they are mistaken for.
mod figures;
pub(crate) mod history;
mod jobs;
mod misread;
pub(crate) mod neighbours;
pub(crate) mod offers;
mod software;
mod unknown;
mod view;

pub use unknown::unknown;
pub use view::{CardPage, page};

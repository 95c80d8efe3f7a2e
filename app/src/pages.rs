//! One file a route; each page is made from ready values.
pub mod admin;
pub mod catalogue;
pub mod errors;

//! One file a route; each page is made from ready values.
pub mod about;
pub mod admin;
pub mod against;
pub mod catalogue;
pub mod check;
pub mod coverage;
pub mod errors;
pub mod gpu;
pub mod gpus;
pub mod guides;
pub mod machine;
pub mod offer;
pub mod plan;
pub mod platforms;
pub mod report;
pub mod sizer;

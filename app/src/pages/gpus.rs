//! `/gpus`: cards side by side, what they do and what they cost.
mod bar;
mod charts;
mod choice;
mod data;
mod figures;
mod rates;
mod view;

pub use choice::{Metric, Sort};
pub use data::{Card, cards, on_demand_prices, sources};
pub(crate) use data::{apart, narrow_name, units};
pub use view::{Gpus, page};

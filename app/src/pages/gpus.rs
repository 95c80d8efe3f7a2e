//! `/gpus`: cards side by side, what they do and what they cost.
mod bar;
mod charts;
mod choice;
mod data;
mod figures;
pub(crate) mod pull;
mod rates;
mod view;
pub(crate) mod vram;

pub(crate) use charts::{aligned_chart, cards_chart, value_chart, value_title};
pub use choice::{Metric, Sort};
pub use data::{Card, cards, on_demand_prices, sources};
pub(crate) use data::{apart, narrow_name, units};
pub use view::{Gpus, page};

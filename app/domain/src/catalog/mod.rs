//! What can be rented: cards, platforms with their facts, offers with their prices; how to search it.
//!
//! Reading order: [`kinds`], [`observed`], [`facts`], [`gpu`], [`platform`], [`offer`], [`snapshot`], then
//! [`query`] (what was asked), [`select`] (what answers it), [`draft`] (unchecked to checked), [`diff`].
//! What makes answers quick lies in `classes`, `view` and `rows`.
pub mod acceptance;
pub mod against;
pub mod card_edit;
mod classes;
pub mod columns;
pub mod diff;
pub mod disk_edit;
pub mod draft;
pub mod edit;
pub mod facts;
pub mod fields;
pub mod figures;
pub mod gpu;
pub mod hidden;
pub mod history;
pub mod keeping;
pub mod kinds;
pub mod live;
pub mod memory;
pub mod misreading;
pub mod model_edit;
pub mod names;
pub mod near;
pub mod new_offer;
pub mod new_platform;
pub mod observed;
pub mod odd;
pub mod offer;
pub mod order;
pub mod past;
pub mod platform;
pub mod platform_edit;
pub mod policy;
pub mod proof;
pub mod proposal;
pub mod query;
pub mod rate_edit;
pub mod review;
pub mod revision;
mod rows;
pub mod scheduled;
pub mod select;
pub mod snapshot;
pub mod sudden;
mod tally;
pub mod texts;
mod view;

pub use columns::{Column, Period};
pub use facts::{Fact, FactKey, FactSource, Facts, Learnt, Tri};
pub use gpu::Gpu;
pub use kinds::{Exclusivity, PriceKind, StoppedBilling};
pub use misreading::{Misread, Misreading};
pub use observed::{Freshness, FreshnessLimits, Observed, Precision};
pub use offer::Offer;
pub use past::{PastPrice, PastSeries};
pub use platform::{Persistence, Platform};
pub use query::{Notice, Query, Reason};
pub use scheduled::Scheduled;
pub use select::{Selection, select};
pub use snapshot::CatalogSnapshot;
pub use tally::Tally;

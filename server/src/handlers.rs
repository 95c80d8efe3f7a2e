//! One file a page or API resource: query → snapshot or store → domain → page or JSON.
pub mod about;
pub mod admin;
pub mod against;
pub mod api;
pub mod catalogue;
pub mod gpus;
pub mod health;
pub mod offer;
pub mod plan;
pub mod plan_compare;
pub mod plan_csv;
pub mod plan_pictures;
pub mod platforms;
pub mod report;
pub mod search_engines;
pub mod shared_plan;
pub mod size;

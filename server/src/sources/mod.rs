//! Live sources: platforms and feeds that are asked for their prices over the network.
//!
//! Reading order: [`source`] (what one is), [`registry`] (all of them), [`web`] (how they are asked), [`sync`] (from an
//! answer to a change), [`schedule`] (when), [`review`] and [`overview`] (what a person sees). One file a source; a source never writes, its `parse` is pure.
mod autodl;
mod azure;
mod ecb;
mod failure;
mod gpu_price_feed;
mod lambda;
pub mod overview;
pub mod registry;
pub mod review;
mod rows;
mod runpod;
pub mod schedule;
mod skypilot;
pub mod source;
pub mod sync;
mod vast;
mod verda;
mod vultr;
pub mod web;

pub use failure::{Failure, sentence as failure_words};
pub use registry::Sources;
pub use source::{About, Known, Page, Source};

//! Zuka's pure core: what can be rented, what it costs, and what a visitor chose.
//!
//! No I/O, no clock, no randomness: dates and exchange rates enter as arguments, so that the same function
//! answers a page, the API, the command line and the browser. Money is exact; unknown is `Option`, never 0.
//!
//! Reading order: [`units`], [`catalog`], [`pricing`], [`scenario`], [`quote`].
pub mod bottleneck;
pub mod catalog;
pub mod compat;
pub mod guides;
pub mod inspect;
pub mod people;
pub mod pricing;
pub mod quote;
pub mod scenario;
pub mod sizing;
pub mod units;

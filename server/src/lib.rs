//! Zuka's server: pages, API, store, import, editors.
//!
//! Reading order: [`config`], [`start`], [`state`], [`router`], [`page`], [`handlers`], [`store`], [`import`], [`auth`].
pub mod assets;
pub mod auth;
pub mod cli;
pub mod compat;
pub mod config;
pub mod documents;
pub mod error;
pub mod export;
pub mod guides;
pub mod handlers;
pub mod import;
pub mod inspect;
pub mod misreadings;
pub mod page;
pub mod pictures;
pub mod previews;
pub mod problem;
pub mod router;
pub mod sizer;
pub mod sources;
pub mod start;
pub mod state;
pub mod store;
pub mod views;

//! Zuka's pages, components, charts and islands.
//!
//! Pages are rendered on the server only (feature `ssr`) from ready values; the islands are all that reaches the
//! browser (feature `hydrate`). Reading order: [`frame`], [`shell`], [`components`], [`pages`], [`islands`].
#![recursion_limit = "256"]
// The wasm glue that the island macro writes is unsafe code by its nature; nothing else here is.
#![allow(unsafe_code)]

#[cfg(feature = "ssr")]
pub mod charts;
#[cfg(feature = "ssr")]
pub mod components;
#[cfg(feature = "ssr")]
pub mod embeds;
pub mod figures;
#[cfg(feature = "ssr")]
pub mod format;
#[cfg(feature = "ssr")]
pub mod frame;
pub mod islands;
#[cfg(feature = "ssr")]
pub mod pages;
#[cfg(feature = "ssr")]
pub mod pictures;
pub mod plan_offers;
#[cfg(feature = "ssr")]
pub mod shell;
#[cfg(feature = "ssr")]
pub mod text;

/// Wakes the islands of a page; called by `boot.js`.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    leptos::mount::hydrate_islands();
}

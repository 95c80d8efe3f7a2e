//! Live sources: what their answers mean, and what happens when they misbehave. Everything is asked on loopback.
#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]
mod failures;
mod held;
mod house;
mod manners;
mod pages;
mod parse;
mod saved;
#[path = "../site/mod.rs"]
mod site;
mod twin;

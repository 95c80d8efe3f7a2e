//! Live sources: what their answers mean, and what happens when they misbehave. Everything is asked on loopback.
mod failures;
mod held;
mod house;
mod manners;
mod pages;
mod parse;
mod saved;
mod twin;

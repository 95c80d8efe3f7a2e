//! How sources are asked: politely, within limits, and never into a private network.
mod client;
mod reach;
mod timing;

pub use client::{Answer, Ask, Expects, Limits, Validators, Web};
pub use reach::{Reach, is_public};
pub use timing::{Timing, WallClock};

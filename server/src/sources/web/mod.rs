//! How sources are asked: politely, within limits, and never into a private network.
mod ask;
mod checks;
mod client;
mod reach;
mod timing;

pub use ask::{Answer, Ask, Expects, Limits, Validators};
pub use client::Web;
pub use reach::{Reach, is_public};
pub use timing::{Timing, WallClock};

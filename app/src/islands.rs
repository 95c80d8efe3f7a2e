//! All that reaches the browser. An island upgrades markup that already works.
pub mod hand;
pub mod live_filter;

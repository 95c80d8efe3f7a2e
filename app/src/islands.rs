//! All that reaches the browser. An island upgrades markup that already works.
pub mod copy_button;
pub mod hand;
pub mod live_filter;
pub mod week_painter;

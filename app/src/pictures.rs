//! Pictures of answers for link previews, 1200 × 630: SVG with fixed colours, which the server turns into PNG.
//!
//! A picture travels without the style sheet and the page's fonts, so it names its colours ([`ink`]) and two families
//! that the server carries: `Zuka Latin` and `Zuka Hans`.
pub mod compare;
mod draw;
pub mod ink;
pub mod plan;

/// Width in pixels.
pub const WIDTH: u32 = 1200;
/// Height in pixels.
pub const HEIGHT: u32 = 630;

//! Charts as SVG text, drawn on the server from plain figures and ready translated words.
//!
//! Each chart has two drawings, wide and 358 px, never one scaled: the page shows the one that fits. All figures of a
//! chart also stand in a table on its page. Nothing here knows a platform, a currency or a language.
//!
//! Reading order: [`palette`], [`svg`], [`scale`], then one file a chart.
pub mod agreement;
pub mod breakeven;
pub mod cards;
mod labels;
pub mod memory;
pub mod palette;
mod panels;
pub mod peek;
pub mod price_history;
pub mod price_rows;
pub mod pull;
mod rewrite;
mod scale;
mod svg;
pub mod value;

pub use panels::Compute;
pub(crate) use svg::{fit, text_width};

#[cfg(test)]
mod tests;

/// Width of every narrow drawing, pixels.
pub const NARROW: u32 = 358;

/// Which of the two drawings of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// A wide drawing of so many pixels; give the width of the panel it stands in, so that 12 px text stays 12 px.
    Wide(u32),
    /// The 358 px drawing for phones.
    Narrow,
}

impl Width {
    /// Width in pixels, at least `least` for a wide drawing.
    fn pixels(self, least: u32) -> f64 {
        match self {
            Width::Wide(width) => f64::from(width.clamp(least, 4000)),
            Width::Narrow => f64::from(NARROW),
        }
    }
}

//! The chart above the table: the cards most offered.
use super::Catalogue;

/// Wide and narrow drawing; `None` when there is nothing to draw.
pub fn draw(_view: &Catalogue) -> Option<(String, String)> {
    None
}

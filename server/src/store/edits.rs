//! Edits by hand.

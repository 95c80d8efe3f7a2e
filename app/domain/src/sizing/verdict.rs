//! Whether a job fits on a card.
use super::units::Range;
use super::words::words;
use crate::catalog::Gpu;

words! {
    /// The judgement on one card.
    Verdict {
        /// Even the high end of the estimate fits.
        Fits = "fits",
        /// The estimate fits, its high end does not.
        Tight = "tight",
        /// The estimate does not fit.
        No = "no",
        /// The card's memory is unknown.
        Unknown = "unknown",
    }
}

/// Memory of one card, GiB. Makers' GB of graphics memory are GiB, short of some megabytes that the driver keeps.
pub fn capacity_gib(gpu: &Gpu) -> Option<f64> {
    gpu.vram_gb
}

/// Judges what a process needs, GiB, against a card's memory.
pub fn judge(need: Range, capacity: Option<f64>) -> Verdict {
    match capacity {
        None => Verdict::Unknown,
        Some(capacity) if need.high <= capacity => Verdict::Fits,
        Some(capacity) if need.mid <= capacity => Verdict::Tight,
        Some(_) => Verdict::No,
    }
}

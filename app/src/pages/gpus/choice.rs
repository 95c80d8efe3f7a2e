//! What can be chosen on the page: the order of the rows, the figure that money buys.
use domain::catalog::Gpu;

/// What the rows of the chart are sorted by; best first, unknown last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// Memory bandwidth.
    #[default]
    Bandwidth,
    /// Dense FP16 TFLOPS.
    Tflops,
    /// Median price, lowest first.
    Price,
    /// VRAM.
    Vram,
}

/// What a unit of money buys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// Memory bandwidth.
    #[default]
    Bandwidth,
    /// Dense FP16 TFLOPS.
    Tflops,
    /// VRAM.
    Vram,
}

impl Sort {
    pub(super) const ALL: [Self; 4] = [Self::Bandwidth, Self::Tflops, Self::Price, Self::Vram];

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Bandwidth => "bandwidth",
            Self::Tflops => "tflops",
            Self::Price => "price",
            Self::Vram => "vram",
        }
    }
}

impl Metric {
    pub(super) const ALL: [Self; 3] = [Self::Bandwidth, Self::Tflops, Self::Vram];

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Bandwidth => "bandwidth",
            Self::Tflops => "tflops",
            Self::Vram => "vram",
        }
    }

    /// The figure of a card and whether it is our estimate.
    pub(super) fn of(self, gpu: &Gpu) -> Option<(f64, bool)> {
        match self {
            Self::Bandwidth => gpu.bandwidth_gbps.map(|figure| (figure, false)),
            Self::Tflops => gpu.dense_tflops(),
            Self::Vram => gpu.vram_gb.map(|figure| (figure, false)),
        }
    }
}

//! A GPU model: chip, memory and form factor.
use serde::{Deserialize, Serialize};

/// One card of the catalogue. Figures without a source are `None`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gpu {
    /// Stable name in addresses, such as `rtx-4090`.
    pub slug: String,
    /// Full name, such as `GeForce RTX 4090`.
    pub name: String,
    /// Maker.
    pub vendor: String,
    /// Architecture.
    pub architecture: Option<String>,
    /// CUDA compute capability, or the gfx name.
    pub compute_capability: Option<String>,
    /// VRAM of one GPU, GB as the maker counts (24 GB = 24 GiB).
    pub vram_gb: Option<f64>,
    /// Memory type.
    pub memory_type: Option<String>,
    /// Memory bandwidth, GB/s.
    pub bandwidth_gbps: Option<f64>,
    /// FP32 outside the tensor cores, TFLOPS.
    pub fp32_tflops: Option<f64>,
    /// FP16 on tensor cores with FP32 accumulation, dense, as quoted.
    pub fp16_dense_tflops: Option<f64>,
    /// The same computed from the shader rate where nothing is quoted; an estimate.
    pub fp16_dense_derived_tflops: Option<f64>,
    /// BF16 on tensor cores, dense.
    pub bf16_dense_tflops: Option<f64>,
    /// FP8 dense.
    pub fp8_dense_tflops: Option<f64>,
    /// INT8 dense, TOPS.
    pub int8_dense_tops: Option<f64>,
    /// Board power, W.
    pub tdp_w: Option<f64>,
    /// Link to other cards or the host.
    pub interconnect: Option<String>,
    /// Its rate, GB/s, both directions.
    pub interconnect_gbps: Option<f64>,
    /// SXM, PCIe, …; `None` for an entry that names no form factor.
    pub form_factor: Option<String>,
    /// Year of release.
    pub release_year: Option<u16>,
    /// Oldest CUDA that runs it.
    pub min_cuda: Option<String>,
    /// Addresses, separated by `;`.
    pub source_url: String,
    /// Remarks.
    pub note: String,
}

impl Gpu {
    /// The name without the maker's family word, as people write it: `RTX 4090`, `A100 SXM4 80 GB`.
    pub fn short_name(&self) -> &str {
        self.name.strip_prefix("GeForce ").unwrap_or(&self.name)
    }

    /// Dense FP16 tensor TFLOPS and whether it is our estimate rather than a quoted figure.
    pub fn dense_tflops(&self) -> Option<(f64, bool)> {
        self.fp16_dense_tflops
            .map(|f| (f, false))
            .or(self.fp16_dense_derived_tflops.map(|f| (f, true)))
    }

    /// The addresses behind its figures.
    pub fn sources(&self) -> impl Iterator<Item = &str> {
        self.source_url
            .split(';')
            .map(str::trim)
            .filter(|url| !url.is_empty())
    }

    /// True for an entry that says "H100 80 GB" but not which form factor or edition.
    pub fn is_generic(&self) -> bool {
        self.name.contains("not stated")
            || self.note.contains("not stated")
            || self.name.contains("unspecified")
    }
}

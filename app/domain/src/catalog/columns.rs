//! What a price list shows: its columns, and the span of time that its prices are for.
use super::kinds::words;
use super::order::OrderBy;

words! {
    /// The span of time that shown prices are for.
    Period {
        /// One hour.
        Hour = "hour",
        /// 24 hours.
        Day = "day",
        /// As many hours as the visitor says a month has.
        Month = "month",
    }
}

/// Hours of a month where nobody says otherwise: 8,760 hours of a year over 12.
pub const MONTH_HOURS: u32 = 730;

impl Period {
    /// Its hours, where a month has `month_hours`.
    pub const fn hours(self, month_hours: u32) -> u32 {
        match self {
            Self::Hour => 1,
            Self::Day => 24,
            Self::Month => month_hours,
        }
    }
}

words! {
    /// A column of the price list. Where it can be sorted by, its word is that of the sort key.
    Column {
        /// Platform and tier; always there, always first.
        Platform = "platform",
        /// Card.
        Gpu = "gpu",
        /// How the price binds.
        PriceKind = "price_kind",
        /// Price of one GPU.
        PerGpu = "price_per_gpu_hour",
        /// Price of the whole offer.
        Whole = "price_per_hour",
        /// Price of one GPU for each GB of its VRAM.
        PerVramGb = "price_per_vram_gb",
        /// The same for each dense TFLOPS.
        PerTflops = "price_per_tflops",
        /// The same for each GB/s of memory bandwidth.
        PerBandwidth = "price_per_bandwidth",
        /// Price of the whole offer for each of its vCPUs.
        PerVcpu = "price_per_vcpu",
        /// Whole GPUs in the offer, or the share of one.
        GpuCount = "gpu_count",
        /// VRAM of one GPU.
        Vram = "vram",
        /// VRAM of the whole offer.
        TotalVram = "total_vram",
        /// Memory bandwidth of one GPU.
        Bandwidth = "bandwidth",
        /// Dense TFLOPS of one GPU.
        Tflops = "tflops",
        /// CUDA compute capability.
        ComputeCapability = "compute_capability",
        /// Form factor.
        FormFactor = "form_factor",
        /// By what steps time is billed.
        BillingIncrement = "billing_increment",
        /// Price of the mode without the GPU.
        NoGpuPrice = "no_gpu_price",
        /// What becomes of the data after a stop.
        StoppedBilling = "stopped_billing",
        /// Whether the card is the customer's alone.
        Exclusivity = "exclusivity",
        /// vCPU and RAM for each GPU.
        CpuRam = "cpu_ram",
        /// vCPUs of the whole offer.
        Vcpu = "vcpu",
        /// RAM of the whole offer.
        Ram = "ram",
        /// Disk of the whole offer.
        Disk = "disk",
        /// Price of more disk, and how much the price includes.
        StoragePrice = "storage_price",
        /// Network.
        Network = "network_mbps",
        /// Region.
        Region = "region",
        /// Country of the platform.
        Country = "country",
        /// When the price was seen; leads to where.
        ObservedAt = "observed_at",
    }
}

impl Column {
    /// What a list shows when nothing is asked; it fits 1,280 px.
    pub const DEFAULT: &'static [Self] = &[
        Self::Platform,
        Self::PerGpu,
        Self::Whole,
        Self::BillingIncrement,
        Self::NoGpuPrice,
        Self::StoppedBilling,
        Self::Exclusivity,
        Self::CpuRam,
        Self::StoragePrice,
        Self::ObservedAt,
    ];

    /// The key that sorts by what the column shows; `None` where it shows no single value.
    pub fn sort(self) -> Option<OrderBy> {
        OrderBy::from_word(self.word())
    }
}

//! Sort keys of the catalogue. Unknown sorts last both ways, stale prices after current ones, ties by id.
use super::kinds::words;
use super::select::figure;
use super::{CatalogSnapshot, FactKey, Offer, Tri};
use crate::units::{Currency, Money};
use std::cmp::Ordering;

words! {
    /// What rows are sorted by.
    OrderBy {
        /// Price of one GPU an hour.
        PricePerGpuHour = "price_per_gpu_hour",
        /// Price of the whole offer an hour.
        PricePerHour = "price_per_hour",
        /// Platform name.
        Platform = "platform",
        /// Card, in natural order.
        Gpu = "gpu",
        /// VRAM of one GPU.
        Vram = "vram",
        /// VRAM of the whole offer.
        TotalVram = "total_vram",
        /// Memory bandwidth of one GPU.
        Bandwidth = "bandwidth",
        /// Dense TFLOPS of one GPU.
        Tflops = "tflops",
        /// Virtual CPUs.
        Vcpu = "vcpu",
        /// RAM.
        Ram = "ram",
        /// Disk.
        Disk = "disk",
        /// Disk price.
        StoragePrice = "storage_price",
        /// Price by VRAM.
        PricePerVramGb = "price_per_vram_gb",
        /// Price by TFLOPS.
        PricePerTflops = "price_per_tflops",
        /// Price by bandwidth.
        PricePerBandwidth = "price_per_bandwidth",
        /// Price by virtual CPU.
        PricePerVcpu = "price_per_vcpu",
        /// GPUs of the offer.
        GpuCount = "gpu_count",
        /// CUDA compute capability.
        ComputeCapability = "compute_capability",
        /// By what steps time is billed.
        BillingIncrement = "billing_increment",
        /// Price of the mode without the GPU.
        NoGpuPrice = "no_gpu_price",
        /// Network.
        Network = "network_mbps",
        /// Date of the price.
        ObservedAt = "observed_at",
    }
}

words! {
    /// Which end comes first.
    Direction {
        /// Smallest first.
        Asc = "asc",
        /// Largest first.
        Desc = "desc",
    }
}

/// A row's place under one key.
#[derive(Clone, Debug, PartialEq)]
pub enum Key {
    /// A number.
    Number(f64),
    /// A word, compared without case.
    Word(String),
    /// Not known: last both ways.
    Unknown,
}

impl Key {
    fn of(number: Option<f64>) -> Self {
        number.map_or(Self::Unknown, Self::Number)
    }

    /// Total order in `direction`, unknown last in both.
    pub fn compare(&self, other: &Self, direction: Direction) -> Ordering {
        let known = match (self, other) {
            (Self::Unknown, Self::Unknown) => return Ordering::Equal,
            (Self::Unknown, _) => return Ordering::Greater,
            (_, Self::Unknown) => return Ordering::Less,
            (Self::Number(a), Self::Number(b)) => a.total_cmp(b),
            (Self::Word(a), Self::Word(b)) => a.cmp(b),
            (Self::Number(_), Self::Word(_)) => Ordering::Less,
            (Self::Word(_), Self::Number(_)) => Ordering::Greater,
        };
        match direction {
            Direction::Asc => known,
            Direction::Desc => known.reverse(),
        }
    }
}

/// Key of one offer, prices in the display currency so that the order is that of the numbers shown.
pub fn key(snapshot: &CatalogSnapshot, offer: &Offer, by: OrderBy, currency: Currency) -> Key {
    let gpu = &snapshot.gpus[offer.gpu];
    let platform = &snapshot.platforms[offer.platform];
    let shown = |money: Option<Money>| -> Option<f64> {
        Some(snapshot.shown(money?, currency)?.amount().to_f64())
    };
    let per_gpu = || shown(offer.price_per_gpu_hour());
    let ratio = |by: Option<f64>| Some(per_gpu()? / by.filter(|b| *b > 0.0)?);
    match by {
        OrderBy::PricePerGpuHour => Key::of(per_gpu()),
        OrderBy::PricePerHour => Key::of(shown(Some(offer.price_per_hour))),
        OrderBy::Platform => Key::Word(platform.name.to_lowercase()),
        OrderBy::Gpu => Key::Number(offer.gpu as f64),
        OrderBy::Vram => Key::of(gpu.vram_gb),
        OrderBy::TotalVram => Key::of(
            gpu.vram_gb
                .map(|v| v * offer.gpu_fraction.unwrap_or(f64::from(offer.gpu_count))),
        ),
        OrderBy::Bandwidth => Key::of(gpu.bandwidth_gbps),
        OrderBy::Tflops => Key::of(gpu.dense_tflops().map(|(f, _)| f)),
        OrderBy::Vcpu => Key::of(offer.vcpus),
        OrderBy::Ram => Key::of(offer.ram_gb),
        OrderBy::Disk => Key::of(offer.disk_gb),
        OrderBy::StoragePrice => Key::of(shown(offer.fact_money(platform, FactKey::StoragePrice))),
        OrderBy::PricePerVramGb => Key::of(ratio(gpu.vram_gb)),
        OrderBy::PricePerTflops => Key::of(ratio(gpu.dense_tflops().map(|(f, _)| f))),
        OrderBy::PricePerBandwidth => Key::of(ratio(gpu.bandwidth_gbps)),
        OrderBy::PricePerVcpu => {
            Key::of(ratio(offer.vcpus.map(|v| v / f64::from(offer.gpu_count))))
        }
        OrderBy::GpuCount => Key::of(figure(snapshot, offer, "gpu_count_min", currency)),
        OrderBy::ComputeCapability => {
            Key::of(figure(snapshot, offer, "compute_capability_min", currency))
        }
        // A term has no steps and no machine without its GPU: its cells show neither.
        OrderBy::BillingIncrement | OrderBy::NoGpuPrice if offer.kind.is_term() => Key::Unknown,
        OrderBy::BillingIncrement => {
            Key::of(figure(snapshot, offer, "billing_increment_max", currency))
        }
        OrderBy::NoGpuPrice => {
            let has_mode = matches!(
                offer.fact_tri(platform, FactKey::NoGpuMode),
                Some(Tri::Yes | Tri::Partial)
            );
            let price = offer.fact_money(platform, FactKey::NoGpuPrice);
            Key::of(shown(price.filter(|_| has_mode)))
        }
        OrderBy::Network => Key::of(figure(snapshot, offer, "network_mbps_min", currency)),
        OrderBy::ObservedAt => Key::Word(offer.observed.text()),
    }
}

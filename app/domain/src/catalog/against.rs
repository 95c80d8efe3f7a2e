//! Offers or platforms beside each other, each measured against one of them.
mod basis;
mod judge;
mod read;

use super::kinds::words;
use super::{CatalogSnapshot, Offer, Platform};
use crate::units::{Currency, Decimal, Money};
use chrono::NaiveDate;

pub use basis::{Basis, BasisKind, bases, is_estimated, of_fact};
pub(crate) use judge::grade;

words! {
    /// What is compared.
    Figure {
        /// Price of one GPU an hour.
        PricePerGpuHour = "price_per_gpu_hour",
        /// Price of the whole offer an hour.
        PricePerHour = "price_per_hour",
        /// Price of one GPU-hour by GB of VRAM.
        PricePerVramGb = "price_per_vram_gb",
        /// Price of one GPU-hour by dense TFLOPS.
        PricePerTflops = "price_per_tflops",
        /// Price of one GPU-hour by GB/s of memory bandwidth.
        PricePerBandwidth = "price_per_bandwidth",
        /// Price of the whole offer an hour by virtual CPU.
        PricePerVcpu = "price_per_vcpu",
        /// How the price binds.
        PriceKind = "price_kind",
        /// What is paid at once for a term.
        PricePerPeriod = "price_per_period",
        /// How old the price is.
        Freshness = "freshness",
        /// Day of the price.
        ObservedAt = "observed_at",
        /// The card.
        Gpu = "gpu",
        /// Cards in the offer.
        GpuCount = "gpu_count",
        /// Share of a card.
        GpuFraction = "gpu_fraction",
        /// VRAM of one card, GB.
        Vram = "vram_gb",
        /// VRAM of the offer, GB.
        TotalVram = "total_vram_gb",
        /// Memory bandwidth of one card, GB/s.
        Bandwidth = "bandwidth_gbps",
        /// Dense TFLOPS of one card.
        Tflops = "tflops",
        /// Virtual CPUs of the offer.
        Vcpus = "vcpus",
        /// RAM of the offer, GB.
        Ram = "ram_gb",
        /// Disk included, GB.
        Disk = "disk_gb",
        /// Kind of disk.
        DiskType = "disk_type",
        /// Network, Mbps.
        Network = "network_mbps",
        /// Is the card one customer's alone.
        Exclusivity = "exclusivity",
        /// Several cards in one machine.
        SameNode = "same_node_multi_gpu",
        /// NVLink.
        Nvlink = "nvlink",
        /// Time is rounded up to this many seconds.
        Increment = "billing_increment_s",
        /// Least time billed, seconds.
        Minimum = "minimum_charge_s",
        /// A mode without the GPU.
        NoGpuMode = "no_gpu_mode",
        /// Its price an hour.
        NoGpuPrice = "no_gpu_price_hour",
        /// What a stopped machine costs.
        Stopped = "stopped_billing",
        /// Is the card held while stopped.
        GpuKept = "gpu_kept_while_stopped",
        /// Do data survive a stop.
        Persistent = "persistent_storage",
        /// Days until they are deleted.
        Retention = "data_retention_days",
        /// Disk included by the platform, GB.
        FreeDisk = "free_disk_gb",
        /// Disk price per GB-month, running.
        StoragePrice = "storage_price_gb_month",
        /// The same, stopped.
        StoragePriceStopped = "storage_price_stopped_gb_month",
        /// Price per GB sent out.
        Egress = "egress_price_gb",
        /// Own images.
        CustomImage = "custom_image",
        /// Saving the machine as an image.
        Snapshot = "snapshot",
        /// Support round the clock.
        Support24h = "support_24h",
        /// Region.
        Region = "region",
        /// The platform's name of it.
        InstanceType = "instance_type",
        /// Current offers of a platform.
        Offers = "offers_current",
    }
}

/// Which side of a figure is the better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// Less is better.
    Less,
    /// More is better.
    More,
    /// Neither; it is only the same or different.
    Neither,
}

/// What stands in one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An amount in the display currency, and as it was listed.
    Money {
        /// For display and for the percent.
        shown: Money,
        /// As the platform states it.
        listed: Money,
    },
    /// A figure in the unit of its row.
    Number(Decimal),
    /// A word of the catalogue, or a name.
    Word(String),
    /// The question does not arise, such as the price of one GPU of a slice.
    NotApplicable,
}

/// A cell measured against the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The cell is the baseline's own.
    Baseline,
    /// Both say the same.
    Same,
    /// Better for the one who rents.
    Better,
    /// Worse.
    Worse,
    /// Different, without a better side.
    Other,
    /// One of the two is not known: never better, never worse.
    Unknown,
    /// Prices of two kinds: not the same promise.
    OtherKind,
    /// One of the two prices is stale: history is not "cheaper".
    Stale,
    /// Two currencies and no rate between them.
    NoRate,
}

impl Verdict {
    /// The word in a file.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Same => "same",
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Other => "other",
            Self::Unknown => "unknown",
            Self::OtherKind => "other_price_kind",
            Self::Stale => "stale_price",
            Self::NoRate => "no_exchange_rate",
        }
    }
}

/// One figure of one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// `None` = unknown.
    pub value: Option<Value>,
    /// Tenths of a percent above the baseline; `None` where no percent makes sense.
    pub percent_tenths: Option<i64>,
    /// Against the baseline.
    pub verdict: Verdict,
}

/// One figure over all columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which.
    pub figure: Figure,
    /// One a column, in the order given.
    pub cells: Vec<Cell>,
}

impl Row {
    /// True when every column says the same, or nobody knows any of them.
    pub fn is_same(&self) -> bool {
        self.cells
            .windows(2)
            .all(|pair| pair[0].value == pair[1].value)
    }

    /// True when no column is known.
    pub fn is_unknown(&self) -> bool {
        self.cells.iter().all(|cell| cell.value.is_none())
    }
}

/// One column: an offer with its platform, or a platform alone.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// `None` when platforms are compared.
    pub offer: Option<&'a Offer>,
    /// Whose rules hold.
    pub platform: &'a Platform,
}

/// What the figures are read with.
#[derive(Clone, Copy)]
pub struct Lens<'a> {
    /// The catalogue.
    pub snapshot: &'a CatalogSnapshot,
    /// Currency of display.
    pub currency: Currency,
    /// The day.
    pub today: NaiveDate,
}

/// Every figure of the columns in its natural order; `base` is the baseline's place and is clamped into the list.
///
/// Gives: no row for a figure that makes no sense for the columns (a platform has no price kind), and no rows without
/// columns.
pub fn rows(lens: Lens<'_>, columns: &[Subject<'_>], base: usize) -> Vec<Row> {
    let Some(last) = columns.len().checked_sub(1) else {
        return Vec::new();
    };
    let base = base.min(last);
    let of_offers = columns.iter().all(|column| column.offer.is_some());
    let any = |fits: fn(&Offer) -> bool| columns.iter().filter_map(|c| c.offer).any(fits);
    let figures = Figure::ALL.iter().filter(|figure| match figure {
        _ if !of_offers => figure.is_of_platforms(),
        Figure::Offers => false,
        // Questions that arise for slices and for terms alone.
        Figure::GpuFraction => any(|offer| offer.gpu_fraction.is_some()),
        Figure::PricePerPeriod => any(|offer| offer.kind.is_term()),
        _ => true,
    });
    figures
        .map(|figure| {
            let values: Vec<Option<Value>> = columns
                .iter()
                .map(|column| read::value(lens, *column, *figure))
                .collect();
            let cells = columns.iter().enumerate().map(|(place, column)| {
                let (percent_tenths, verdict) = if place == base {
                    (None, Verdict::Baseline)
                } else {
                    let pair = (values[base].as_ref(), values[place].as_ref());
                    judge::against(lens, *figure, (columns[base], *column), pair)
                };
                Cell {
                    value: values[place].clone(),
                    percent_tenths,
                    verdict,
                }
            });
            Row {
                figure: *figure,
                cells: cells.collect(),
            }
        })
        .collect()
}

impl Figure {
    /// Whether platforms are compared by it.
    pub fn is_of_platforms(self) -> bool {
        self == Self::Offers || read::fact_key(self).is_some()
    }

    /// Which side is the better one.
    pub const fn better(self) -> Better {
        match self {
            Self::PricePerGpuHour
            | Self::PricePerHour
            | Self::PricePerVramGb
            | Self::PricePerTflops
            | Self::PricePerBandwidth
            | Self::PricePerVcpu
            | Self::Increment
            | Self::Minimum
            | Self::NoGpuPrice
            | Self::StoragePrice
            | Self::StoragePriceStopped
            | Self::Egress => Better::Less,
            Self::Vram
            | Self::TotalVram
            | Self::Bandwidth
            | Self::Tflops
            | Self::Vcpus
            | Self::Ram
            | Self::Disk
            | Self::Network
            | Self::Exclusivity
            | Self::SameNode
            | Self::Nvlink
            | Self::NoGpuMode
            | Self::Stopped
            | Self::GpuKept
            | Self::Persistent
            | Self::Retention
            | Self::FreeDisk
            | Self::CustomImage
            | Self::Snapshot
            | Self::Support24h => Better::More,
            _ => Better::Neither,
        }
    }

    /// True for the price itself, which binds in kinds and grows stale.
    pub const fn is_price(self) -> bool {
        matches!(
            self,
            Self::PricePerGpuHour
                | Self::PricePerHour
                | Self::PricePerVramGb
                | Self::PricePerTflops
                | Self::PricePerBandwidth
                | Self::PricePerVcpu
        )
    }
}

//! What an offer says of its machine.
use crate::catalog::{FactKey, Offer, Platform, Tri};
use crate::sizing::transfer::Disk;

/// A machine as it is offered. `None` = nobody states it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Machine {
    /// Whole cards, at least 1.
    pub gpus: u32,
    /// Share of one card for a slice.
    pub share: Option<f64>,
    /// Virtual processors.
    pub vcpus: Option<f64>,
    /// Memory beside the cards, GB.
    pub ram_gb: Option<f64>,
    /// Disk, GB.
    pub disk_gb: Option<f64>,
    /// Kind of disk.
    pub disk: Option<Disk>,
    /// Line, Mbit/s.
    pub mbps: Option<f64>,
    /// Whether all cards are in one machine.
    pub one_machine: Option<bool>,
    /// Whether NVLink is there.
    pub nvlink: Option<bool>,
}

impl Machine {
    /// The offer's own figures, else what its platform says of its machines.
    pub fn of(offer: &Offer, platform: &Platform) -> Self {
        let stated = |key| match offer.fact_tri(platform, key) {
            Some(Tri::Yes) => Some(true),
            Some(Tri::No) => Some(false),
            Some(Tri::Partial) | None => None,
        };
        let line = offer.network_mbps;
        let line = line.or_else(|| offer.fact_whole(platform, FactKey::Network));
        Self {
            gpus: offer.gpu_count.max(1),
            share: offer.gpu_fraction,
            vcpus: offer.vcpus,
            ram_gb: offer.ram_gb,
            disk_gb: offer.disk_gb,
            disk: offer.disk_type.as_deref().and_then(Disk::from_text),
            mbps: line.map(f64::from),
            one_machine: stated(FactKey::SameNode),
            nvlink: stated(FactKey::Nvlink),
        }
    }
}

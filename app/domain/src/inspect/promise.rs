//! What was promised: an offer's claims, its platform's facts, and the card's nominal figures.
use crate::catalog::{CatalogSnapshot, FactKey, Gpu, Offer, Tri};
use serde::{Deserialize, Serialize};

/// The claims as they stood when the machine was checked; kept with a saved result, so that it says the same for ever.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Promise {
    /// The price plan that was chosen.
    pub offer: Option<i64>,
    /// Slug of its platform.
    pub platform: Option<String>,
    /// The card, with its nominal figures.
    pub gpu: Gpu,
    /// Cards; `None` when only a card was chosen.
    pub count: Option<u32>,
    /// The share of a card that is sold, for a slice.
    pub fraction: Option<f64>,
    /// vCPUs of the whole offer.
    pub vcpus: Option<f64>,
    /// RAM of the whole offer, GB.
    pub ram_gb: Option<f64>,
    /// Disk of the whole offer, GB.
    pub disk_gb: Option<f64>,
    /// Kind of disk.
    pub disk_type: Option<String>,
    /// Network, Mbps, of the offer or else of the platform.
    pub network_mbps: Option<f64>,
    /// NVLink, as the platform says.
    pub nvlink: Option<Tri>,
    /// Mounts that the platform says are lost with a stop or a release, with its words.
    pub lost: Vec<String>,
}

impl Promise {
    /// A card and nothing more.
    pub fn of_card(gpu: &Gpu) -> Self {
        Self {
            offer: None,
            platform: None,
            gpu: gpu.clone(),
            count: None,
            fraction: None,
            vcpus: None,
            ram_gb: None,
            disk_gb: None,
            disk_type: None,
            network_mbps: None,
            nvlink: None,
            lost: Vec::new(),
        }
    }

    /// An offer.
    pub fn of_offer(snapshot: &CatalogSnapshot, offer: &Offer) -> Self {
        let platform = &snapshot.platforms[offer.platform];
        let network = offer
            .network_mbps
            .or_else(|| offer.fact_whole(platform, FactKey::Network));
        let of_platform = snapshot
            .persistence
            .iter()
            .filter(|disk| disk.platform == platform.slug);
        // Lost with a mere stop; what a release deletes is everywhere's rule and no surprise.
        let lost = of_platform.filter(|disk| disk.survives[0].as_deref() == Some("no"));
        Self {
            offer: Some(offer.id),
            platform: Some(platform.slug.clone()),
            count: Some(offer.gpu_count),
            fraction: offer.gpu_fraction,
            vcpus: offer.vcpus,
            ram_gb: offer.ram_gb,
            disk_gb: offer.disk_gb,
            disk_type: offer.disk_type.clone(),
            network_mbps: network.map(f64::from),
            nvlink: offer.fact_tri(platform, FactKey::Nvlink),
            lost: lost.map(|disk| disk.volume.clone()).collect(),
            ..Self::of_card(&snapshot.gpus[offer.gpu])
        }
    }
}

//! What was promised: an offer's claims, its platform's facts, and the card's nominal figures.
use super::machine::Machine;
use super::same_card::{Same, same};
use crate::catalog::memory::nominal_gb;
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

/// The card that a machine itself names, when nobody said which was promised: by its driver's name and, where several
/// cards share one, by its memory.
pub fn guess<'a>(machine: &Machine, gpus: &'a [Gpu]) -> Option<&'a Gpu> {
    let card = machine.cards.as_ref()?.first()?;
    let name = card.name.as_deref()?;
    let fits_memory = |gpu: &&Gpu| match (card.memory_mib, gpu.vram_gb) {
        (Some(mib), Some(gb)) => nominal_gb(mib, &[gb]).is_some(),
        _ => true,
    };
    let named: Vec<&Gpu> = gpus
        .iter()
        .filter(|gpu| same(name, gpu, gpus) == Same::Yes)
        .collect();
    // One whose form factor is stated says more than one without.
    let mut fitting: Vec<&Gpu> = named.iter().copied().filter(fits_memory).collect();
    fitting.sort_by_key(|gpu| gpu.is_generic());
    fitting.first().or(named.first()).copied()
}

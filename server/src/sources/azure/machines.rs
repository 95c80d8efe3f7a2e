//! Which card a machine of Azure has, as the catalogue's own offers of it say.
use crate::sources::Known;
use domain::catalog::Gpu;
use std::collections::HashMap;

/// `Standard_NC24ads_A100_v4` and `NC24ads A100 v4` are one machine.
pub(super) fn machine(name: &str) -> String {
    name.trim_start_matches("Standard_")
        .replace('_', " ")
        .to_lowercase()
}

/// Machines of the catalogue with their card and count; where one offer names the form factor and another does not, the
/// one that does. `None` where offers contradict each other.
pub(super) fn machines<'a>(known: &Known<'a>) -> HashMap<String, Option<(&'a Gpu, u32)>> {
    let snapshot = known.snapshot;
    let mut machines: HashMap<String, Option<(&Gpu, u32)>> = HashMap::new();
    let azure =
        |offer: &&domain::catalog::Offer| snapshot.platforms[offer.platform].slug == "azure";
    for offer in snapshot.offers.iter().filter(azure) {
        let Some(name) = offer
            .instance_type
            .as_deref()
            .filter(|_| offer.gpu_fraction.is_none())
        else {
            continue;
        };
        let found = (&snapshot.gpus[offer.gpu], offer.gpu_count);
        let entry = machines.entry(machine(name)).or_insert(Some(found));
        *entry = entry.and_then(|(gpu, count)| {
            match (
                gpu.slug == found.0.slug,
                gpu.is_generic(),
                found.0.is_generic(),
            ) {
                _ if count != found.1 || gpu.vram_gb != found.0.vram_gb => None,
                (true, ..) | (_, false, true) => Some((gpu, count)),
                (_, true, false) => Some(found),
                _ => None,
            }
        });
    }
    machines
}

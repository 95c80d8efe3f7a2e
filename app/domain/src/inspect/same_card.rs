//! Whether the card that a driver names is the card that was promised.
use crate::catalog::Gpu;
use crate::catalog::names::words;
use std::collections::HashSet;

/// What a name says beside a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Same {
    /// It is the card.
    Yes,
    /// It is another.
    No,
    /// No card of the catalogue has such a name.
    Unknown,
}

/// Words of form and packing, which drivers write in their own way, and words that tell no two cards apart.
const FORM: [&str; 12] = [
    "pcie",
    "sxm",
    "hbm2",
    "hbm2e",
    "hbm3",
    "hbm3e",
    "rtx",
    "gtx",
    "generation",
    "edition",
    "blackwell",
    "workstation",
];

fn is_size(word: &str) -> bool {
    word.strip_suffix("gb")
        .is_some_and(|size| size.bytes().all(|b| b.is_ascii_digit()))
}

fn family(text: &str) -> HashSet<String> {
    words(&text.to_lowercase())
        .filter(|word| !is_size(word) && !FORM.contains(&word.as_str()))
        .collect()
}

/// Compares what the driver says with the promised card. A card whose form factor the offer does not state is any of its
/// forms; its memory is another question.
pub fn same(reported: &str, promised: &Gpu, gpus: &[Gpu]) -> Same {
    let said = family(reported);
    let fits = |gpu: &Gpu| {
        let own = family(&gpu.slug);
        !own.is_empty() && own.is_subset(&said)
    };
    // The most telling names that the driver's holds: of `4090` and `4090 D` the latter.
    let most = gpus
        .iter()
        .filter(|gpu| fits(gpu))
        .map(|gpu| family(&gpu.slug).len())
        .max();
    let Some(most) = most else {
        return Same::Unknown;
    };
    let own = family(&promised.slug);
    if !fits(promised) || (own.len() < most && !promised.is_generic()) {
        return Same::No;
    }
    let all: HashSet<String> = words(&reported.to_lowercase()).collect();
    // H100 with HBM3 that does not call itself PCIe or NVL is the SXM card.
    let is_sxm = all.contains("sxm")
        || (all.contains("hbm3") && !all.contains("pcie") && !all.contains("nvl"));
    let form = promised.form_factor.as_deref().unwrap_or_default();
    let is_other_form =
        (form.starts_with("SXM") && all.contains("pcie")) || (form == "PCIe" && is_sxm);
    if is_other_form { Same::No } else { Same::Yes }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gpu(slug: &str, form: Option<&str>) -> Gpu {
        let text = serde_json::json!({ "slug": slug, "name": slug, "vendor": "NVIDIA", "source_url": "", "note": "", "form_factor": form });
        serde_json::from_value(text).unwrap()
    }

    fn cards() -> Vec<Gpu> {
        let mut cards: Vec<Gpu> = [
            "rtx-4090",
            "rtx-4090-d",
            "rtx-4090-48gb",
            "quadro-rtx-6000",
            "rtx-6000-ada",
            "h100-pcie",
            "h100-nvl",
            "l40",
            "l40s",
        ]
        .iter()
        .map(|slug| gpu(slug, Some("PCIe")))
        .collect();
        cards.push(gpu("h100-sxm", Some("SXM5")));
        cards.push(gpu("a100-80gb-sxm", Some("SXM4")));
        let mut generic = gpu("h100-80gb", None);
        generic.note = "form factor not stated".to_owned();
        cards.push(generic);
        cards
    }

    #[test]
    fn drivers_names_are_the_cards_they_belong_to_and_no_others() {
        let cards = cards();
        let told = |reported: &str, promised: &str| {
            let promised = cards.iter().find(|gpu| gpu.slug == promised).unwrap();
            same(reported, promised, &cards)
        };
        for (reported, promised, same) in [
            ("NVIDIA GeForce RTX 4090", "rtx-4090", Same::Yes),
            ("NVIDIA GeForce RTX 4090", "rtx-4090-48gb", Same::Yes),
            ("NVIDIA GeForce RTX 4090 D", "rtx-4090-d", Same::Yes),
            ("NVIDIA GeForce RTX 4090 D", "rtx-4090", Same::No),
            ("NVIDIA GeForce RTX 4090", "rtx-4090-d", Same::No),
            ("NVIDIA RTX 6000 Ada Generation", "rtx-6000-ada", Same::Yes),
            (
                "NVIDIA RTX 6000 Ada Generation",
                "quadro-rtx-6000",
                Same::No,
            ),
            ("NVIDIA H100 80GB HBM3", "h100-sxm", Same::Yes),
            ("NVIDIA H100 80GB HBM3", "h100-80gb", Same::Yes),
            ("NVIDIA H100 80GB HBM3", "h100-pcie", Same::No),
            ("NVIDIA H100 PCIe", "h100-pcie", Same::Yes),
            ("NVIDIA H100 PCIe", "h100-sxm", Same::No),
            ("NVIDIA H100 NVL", "h100-nvl", Same::Yes),
            ("NVIDIA A100-SXM4-80GB", "a100-80gb-sxm", Same::Yes),
            ("NVIDIA L40S", "l40", Same::No),
            ("GRID T4-4Q", "rtx-4090", Same::Unknown),
            ("NVIDIA GeForce RTX 3060", "rtx-4090", Same::Unknown),
        ] {
            assert_eq!(told(reported, promised), same, "{reported} for {promised}");
        }
    }
}

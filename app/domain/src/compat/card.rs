//! Which card is asked about, and what of it the rules need.
use super::answer::{Evidence, Source};
use super::facts::Compat;
use super::version::capability;
use crate::catalog::Gpu;
use crate::catalog::names::{Named, card as named};

/// A longer name counts with its beginning.
const MOST_LETTERS: usize = 80;
/// Words of the driver that tell no two cards apart.
const OF_MEMORY: [&str; 4] = ["hbm2", "hbm2e", "hbm3", "hbm3e"];

/// What a card computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chip {
    /// CUDA of this compute capability.
    Cuda(u32, u32),
    /// Something else than CUDA.
    Other,
    /// Not known.
    Unknown,
}

/// The card asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// As people write it.
    pub name: String,
    /// Its entry in the catalogue, when exactly one is meant.
    pub slug: Option<String>,
    /// Its chip.
    pub chip: Chip,
    /// The first CUDA that runs it, where the catalogue says so.
    pub min_cuda: Option<String>,
    /// Where the chip's capability was read.
    pub source: Option<Source>,
}

/// Cards that are one module with an ARM processor.
const WITH_ARM: [&str; 4] = ["GH200", "GB200", "GB300", "GB10"];

/// True for a card that comes with an ARM processor only, for which other builds are published than for x86-64.
pub fn is_with_arm(name: &str) -> bool {
    let mut words = name.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| WITH_ARM.iter().any(|one| word.eq_ignore_ascii_case(one)))
}

/// The card that `text` names: by a name of the catalogue in any usual spelling, by the name that a driver prints, by
/// a name of the facts, or by its capability (`sm_120`, `12.0`). Several cards with one chip (`A100`) are as good as one.
/// Errors: the names that were meant, nearest first, with true when all of them fit.
pub fn resolve(compat: &Compat, gpus: &[Gpu], text: &str) -> Result<Card, (Vec<String>, bool)> {
    let text: String = text.trim().chars().take(MOST_LETTERS).collect();
    if let Some((major, minor)) = capability(&text.to_ascii_lowercase()) {
        return Ok(Card {
            name: format!("sm_{major}{minor}"),
            slug: None,
            chip: Chip::Cuda(major, minor),
            min_cuda: None,
            source: None,
        });
    }
    match of_catalogue(gpus, &text) {
        Named::One(place) => Ok(of_gpu(compat, &gpus[place])),
        Named::Several(places) => {
            let cards: Vec<Card> = places.iter().map(|p| of_gpu(compat, &gpus[*p])).collect();
            match cards.first() {
                Some(first) if cards.iter().all(|card| card.chip == first.chip) => Ok(Card {
                    name: text,
                    slug: None,
                    ..first.clone()
                }),
                _ => Err((slugs(gpus, &places), true)),
            }
        }
        Named::Nothing(near) => match of_facts(compat, &text) {
            Some(card) => Ok(card),
            None => Err((slugs(gpus, &near), false)),
        },
    }
}

fn slugs(gpus: &[Gpu], places: &[usize]) -> Vec<String> {
    let names = places.iter().map(|place| gpus[*place].slug.clone());
    names.take(6).collect()
}

/// By name as typed; else without the words for memory that drivers add, else without its size.
fn of_catalogue(gpus: &[Gpu], text: &str) -> Named {
    let found = named(gpus, text);
    if !matches!(found, Named::Nothing(_)) {
        return found;
    }
    let lower = text.to_lowercase();
    let is_size = |word: &str| {
        let digits = word.strip_suffix("gb").unwrap_or("x");
        digits.bytes().all(|b| b.is_ascii_digit())
    };
    let words: Vec<&str> = lower
        .split(|c: char| c.is_whitespace() || c == '-')
        .filter(|word| !OF_MEMORY.contains(word))
        .collect();
    let bare: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !is_size(word))
        .collect();
    for shorter in [words, bare] {
        let again = named(gpus, &shorter.join(" "));
        if !matches!(again, Named::Nothing(_)) {
            return again;
        }
    }
    found
}

fn of_gpu(compat: &Compat, gpu: &Gpu) -> Card {
    let known = gpu.compute_capability.as_deref();
    let chip = match known.and_then(capability) {
        Some((major, minor)) => Chip::Cuda(major, minor),
        None if gpu.vendor != "NVIDIA" => Chip::Other,
        None => Chip::Unknown,
    };
    let short = gpu.short_name();
    let fact = compat.fact("gpu_cc", short, "compute_capability");
    let first = gpu.source_url.split(';').next().unwrap_or_default();
    let of_catalogue = || Source {
        url: first.to_owned(),
        evidence: Evidence::Catalogue,
    };
    Card {
        name: short.split(" (").next().unwrap_or(short).to_owned(),
        slug: Some(gpu.slug.clone()),
        chip,
        min_cuda: gpu.min_cuda.clone(),
        source: Some(fact.map_or_else(of_catalogue, super::CompatFact::from)),
    }
}

/// A card that the facts know and the catalogue does not.
fn of_facts(compat: &Compat, text: &str) -> Option<Card> {
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_alphanumeric());
        let parts = parts.filter(|part| !part.is_empty() && !part.eq_ignore_ascii_case("nvidia"));
        parts.map(str::to_lowercase).collect()
    };
    let asked = words(text);
    let has_number = |word: &String| word.bytes().any(|b| b.is_ascii_digit());
    if asked.len() < 2 && !asked.iter().any(has_number) {
        return None;
    }
    let mut rows = compat.of("gpu_cc");
    let fact = rows.find(|fact| {
        let own = words(&fact.subject);
        asked.iter().all(|word| own.contains(word))
    })?;
    let (major, minor) = capability(&fact.value)?;
    Some(Card {
        name: fact.subject.clone(),
        slug: None,
        chip: Chip::Cuda(major, minor),
        min_cuda: None,
        source: Some(fact.from()),
    })
}

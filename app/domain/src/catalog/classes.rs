//! Offers that no condition but a number or a name of an instance tells apart, put together.
//!
//! A hundred thousand offers come from a few dozen platforms, cards, regions and days. What a question asks of those is
//! asked once a class, of one offer that stands for it; the meaning of every condition stays where it is written down,
//! for one offer.
use super::{Exclusivity, FactKey, Facts, Gpu, Observed, Offer, Platform, PriceKind};
use std::collections::HashMap;
use std::hash::Hash;

/// What offers of one class have in common.
#[derive(PartialEq, Eq, Hash)]
struct Traits<'a> {
    gpu: usize,
    platform: usize,
    region: Option<&'a str>,
    disk_type: Option<&'a str>,
    exclusivity: Option<Exclusivity>,
    slice: Option<u64>,
    kind: PriceKind,
    observed: Observed,
    facts: Vec<(FactKey, Option<&'a str>)>,
}

impl<'a> Traits<'a> {
    fn of(offer: &'a Offer) -> Self {
        let Facts(facts) = &offer.overrides;
        let facts = facts
            .iter()
            .map(|(key, fact)| (*key, fact.value.as_deref()));
        Self {
            gpu: offer.gpu,
            platform: offer.platform,
            region: offer.region.as_deref(),
            disk_type: offer.disk_type.as_deref(),
            exclusivity: offer.exclusivity,
            slice: offer.gpu_fraction.map(f64::to_bits),
            kind: offer.kind,
            observed: offer.observed,
            facts: facts.collect(),
        }
    }
}

/// The classes of a snapshot's offers, and the words that the search looks through.
#[derive(Debug)]
pub(super) struct Classes {
    /// Class of each row.
    pub of: Vec<u32>,
    /// For each class one of its rows, the first.
    pub first: Vec<u32>,
    /// Rows in each class.
    pub size: Vec<u32>,
    /// Card of each class.
    pub gpu: Vec<u32>,
    /// For each class what its card, platform and region are found by, in small letters.
    text: Vec<String>,
    /// Name of the instance of each row, by its place in `instances`.
    instance: Vec<u32>,
    instances: Dictionary,
}

impl Classes {
    pub fn new(gpus: &[Gpu], platforms: &[Platform], offers: &[Offer]) -> Self {
        let mut places: HashMap<Traits<'_>, u32> = HashMap::new();
        let mut names: HashMap<&str, u32> = HashMap::new();
        let (mut first, mut size) = (Vec::new(), Vec::new());
        let mut of = Vec::with_capacity(offers.len());
        let mut instance = Vec::with_capacity(offers.len());
        let mut instances = Dictionary::default();
        for (row, offer) in offers.iter().enumerate() {
            let class = *places.entry(Traits::of(offer)).or_insert_with(|| {
                first.push(row as u32);
                size.push(0);
                first.len() as u32 - 1
            });
            size[class as usize] += 1;
            of.push(class);
            let name = offer.instance_type.as_deref().unwrap_or_default();
            let place = names.entry(name).or_insert_with(|| instances.push(name));
            instance.push(*place);
        }
        let cards: Vec<String> = gpus.iter().map(card_text).collect();
        let houses: Vec<String> = platforms.iter().map(platform_text).collect();
        let text = first.iter().map(|row| {
            let offer = &offers[*row as usize];
            let region = offer.region.as_deref().unwrap_or_default().to_lowercase();
            [&cards[offer.gpu], &houses[offer.platform], &region]
                .map(String::as_str)
                .join(" ")
        });
        Self {
            gpu: first
                .iter()
                .map(|row| offers[*row as usize].gpu as u32)
                .collect(),
            text: text.collect(),
            of,
            first,
            size,
            instance,
            instances,
        }
    }

    /// One offer of each class.
    pub fn examples<'a>(&'a self, offers: &'a [Offer]) -> impl Iterator<Item = &'a Offer> {
        self.first.iter().map(|row| &offers[*row as usize])
    }

    /// A test of rows: do they have `word`, in small letters and without a blank, anywhere in their names?
    pub fn named(&self, word: &str) -> impl Fn(usize) -> bool + use<'_> {
        let in_class: Vec<bool> = self.text.iter().map(|text| text.contains(word)).collect();
        let in_name = self.instances.having(word);
        move |row| in_class[self.of[row] as usize] || in_name[self.instance[row] as usize]
    }
}

/// Distinct names in one text, one a line.
#[derive(Debug, Default)]
struct Dictionary {
    lines: String,
    /// Where each begins.
    starts: Vec<u32>,
}

impl Dictionary {
    fn push(&mut self, name: &str) -> u32 {
        self.starts.push(self.lines.len() as u32);
        // A line break inside a name is no more than a blank to a search.
        self.lines.push_str(&name.to_lowercase().replace('\n', " "));
        self.lines.push('\n');
        self.starts.len() as u32 - 1
    }

    /// For each name, whether it has `word` in it.
    fn having(&self, word: &str) -> Vec<bool> {
        let mut has = vec![false; self.starts.len()];
        let mut place = 0;
        for at in memchr::memmem::find_iter(self.lines.as_bytes(), word) {
            // Hits come in order, so that the walk over the names is one.
            while self
                .starts
                .get(place + 1)
                .is_some_and(|next| *next as usize <= at)
            {
                place += 1;
            }
            has[place] = true;
        }
        has
    }
}

/// What a card is found by.
fn card_text(gpu: &Gpu) -> String {
    let vram = gpu.vram_gb.map(|gb| format!("{gb}g {gb}gb"));
    let name = gpu.name.replace(' ', "");
    let parts = [
        &gpu.name,
        &gpu.slug,
        &name,
        vram.as_deref().unwrap_or_default(),
    ];
    parts.join(" ").to_lowercase()
}

/// What a platform is found by.
fn platform_text(platform: &Platform) -> String {
    let chinese = platform.name_zh.as_deref().unwrap_or_default();
    [&platform.name, chinese, &platform.slug]
        .join(" ")
        .to_lowercase()
}

//! Offers that no condition but a number or a name of an instance tells apart, put together.
//!
//! A hundred thousand offers come from a few dozen platforms, cards and regions, seen on a few dozen days. What a question
//! asks of those is asked once a class, of one offer that stands for it; the meaning of every condition stays where it is
//! written down, for one offer. Machines and times are two partitions: their product would have as many classes as rows.
use super::query::WORDS;
use super::select::word;
use super::{Exclusivity, FactKey, Facts, Gpu, Observed, Offer, Platform, PriceKind};
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

/// What machines of one class have in common.
#[derive(PartialEq, Eq, Hash)]
struct Traits<'a> {
    gpu: usize,
    platform: usize,
    region: Option<&'a str>,
    disk_type: Option<&'a str>,
    exclusivity: Option<Exclusivity>,
    slice: Option<u64>,
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
            facts: facts.collect(),
        }
    }
}

/// Rows in classes.
#[derive(Debug)]
pub(super) struct Partition {
    /// Class of each row.
    pub of: Vec<u32>,
    /// For each class one of its rows, the first.
    pub first: Vec<u32>,
}

impl Partition {
    fn new<'a, T: Eq + Hash>(offers: &'a [Offer], traits: impl Fn(&'a Offer) -> T) -> Self {
        let mut places: HashMap<T, u32> = HashMap::new();
        let mut first = Vec::new();
        let rows = offers.iter().enumerate();
        let of = rows.map(|(row, offer)| {
            *places.entry(traits(offer)).or_insert_with(|| {
                first.push(row as u32);
                first.len() as u32 - 1
            })
        });
        Self {
            of: of.collect(),
            first,
        }
    }

    /// One offer of each class.
    pub fn examples<'a>(&'a self, offers: &'a [Offer]) -> impl Iterator<Item = &'a Offer> {
        self.first.iter().map(|row| &offers[*row as usize])
    }

    /// `what` of the class that a row is in, from a list of one a class.
    pub fn at<T: Copy>(&self, what: &[T], row: usize) -> T {
        what[self.of[row] as usize]
    }
}

/// The classes of a snapshot's offers, and the words that the search looks through.
#[derive(Debug)]
pub(super) struct Classes {
    /// By what is rented, where and from whom.
    pub machines: Partition,
    /// By the kind of price and when it was seen.
    pub times: Partition,
    /// Card of each class of machines.
    pub gpu: Vec<u32>,
    /// For each of [`WORDS`] what the offers say, in the order of the alphabet.
    pub words: Vec<Vec<String>>,
    /// For each class of machines what its card, platform and region are found by, in small letters.
    text: Vec<String>,
    /// Name of the instance of each row, by its place in `names`.
    name: Partition,
    names: Dictionary,
}

impl Classes {
    pub fn new(gpus: &[Gpu], platforms: &[Platform], offers: &[Offer]) -> Self {
        let machines = Partition::new(offers, Traits::of);
        let times: Partition = Partition::new(offers, |offer| -> (PriceKind, Observed) {
            (offer.kind, offer.observed)
        });
        let words = WORDS.iter().map(|name| {
            let said = machines
                .examples(offers)
                .filter_map(|offer| word(gpus, platforms, offer, name));
            let distinct: BTreeSet<&str> = said.collect();
            distinct.into_iter().map(str::to_owned).collect()
        });
        let words = words.collect();
        let name = Partition::new(offers, |offer| offer.instance_type.as_deref());
        let cards: Vec<String> = gpus.iter().map(card_text).collect();
        let houses: Vec<String> = platforms.iter().map(platform_text).collect();
        let text = machines.examples(offers).map(|offer| {
            let region = offer.region.as_deref().unwrap_or_default().to_lowercase();
            [&cards[offer.gpu], &houses[offer.platform], &region]
                .map(String::as_str)
                .join(" ")
        });
        let text = text.collect();
        let names = name
            .examples(offers)
            .map(|offer| offer.instance_type.as_deref());
        Self {
            gpu: machines.examples(offers).map(|o| o.gpu as u32).collect(),
            names: Dictionary::new(names.map(Option::unwrap_or_default)),
            text,
            machines,
            words,
            times,
            name,
        }
    }

    /// Card of a row.
    pub fn gpu_of(&self, row: usize) -> usize {
        self.machines.at(&self.gpu, row) as usize
    }

    /// A test of rows: do they have `word`, in small letters and without a blank, anywhere in their names?
    pub fn named(&self, word: &str) -> impl Fn(usize) -> bool + use<'_> {
        let of_machine: Vec<bool> = self.text.iter().map(|text| text.contains(word)).collect();
        let in_name = self.names.having(word);
        move |row| self.machines.at(&of_machine, row) || self.name.at(&in_name, row)
    }
}

/// Distinct names in one text, one a line.
#[derive(Debug)]
struct Dictionary {
    lines: String,
    /// Where each begins.
    starts: Vec<u32>,
}

impl Dictionary {
    fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let (mut lines, mut starts) = (String::new(), Vec::new());
        for name in names {
            starts.push(lines.len() as u32);
            // A line break inside a name is no more than a blank to a search.
            lines.push_str(&name.to_lowercase().replace('\n', " "));
            lines.push('\n');
        }
        Self { lines, starts }
    }

    /// For each name, whether it has `word` in it.
    fn having(&self, word: &str) -> Vec<bool> {
        let mut has = vec![false; self.starts.len()];
        let mut place = 0;
        for (at, _) in self.lines.match_indices(word) {
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

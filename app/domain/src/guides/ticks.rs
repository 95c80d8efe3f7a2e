//! Which items are ticked, as an address says it: `pre-exclusive.pre-image`.
use super::{Guides, Item};

/// Between the names of two items; none of them contains it.
const BETWEEN: char = '.';
/// Longest name that is shown again when nobody knows it.
const MOST_SHOWN: usize = 40;
/// Unknown names that are told apart; a longer address is no honest one.
const MOST_UNKNOWN: usize = 5;

/// What is ticked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ticks {
    /// One flag an item, in the order of the guides.
    done: Vec<bool>,
}

impl Ticks {
    /// Reads what addresses and forms send: several texts, each one or several names. Gives back with it the names that
    /// nobody knows, shortened.
    pub fn read<'a>(
        texts: impl IntoIterator<Item = &'a str>,
        guides: &Guides,
    ) -> (Self, Vec<String>) {
        let mut done = vec![false; guides.items.len()];
        let mut unknown: Vec<String> = Vec::new();
        let names = texts.into_iter().flat_map(|text| text.split(BETWEEN));
        for name in names.map(str::trim).filter(|name| !name.is_empty()) {
            match guides.items.iter().position(|item| item.id == name) {
                Some(place) => done[place] = true,
                None => {
                    let name: String = name.chars().take(MOST_SHOWN).collect();
                    if unknown.len() < MOST_UNKNOWN && !unknown.contains(&name) {
                        unknown.push(name);
                    }
                }
            }
        }
        (Self { done }, unknown)
    }

    /// The form in an address; empty when nothing is ticked.
    pub fn word(&self, guides: &Guides) -> String {
        self.word_of(guides, |_| true)
    }

    /// The same of the items that `keep` takes.
    pub fn word_of(&self, guides: &Guides, keep: impl Fn(&Item) -> bool) -> String {
        let ticked = guides.items.iter().zip(&self.done);
        let names = ticked.filter(|(item, done)| **done && keep(item));
        let names: Vec<&str> = names.map(|(item, _)| item.id.as_str()).collect();
        names.join(&BETWEEN.to_string())
    }

    /// Whether an item is ticked.
    pub fn has(&self, guides: &Guides, id: &str) -> bool {
        let mut all = guides.items.iter().zip(&self.done);
        all.any(|(item, done)| *done && item.id == id)
    }

    /// How many items of a section are ticked, and how many there are.
    pub fn progress(&self, guides: &Guides, section: &str) -> (usize, usize) {
        let items = guides.items.iter().zip(&self.done);
        items
            .filter(|(item, _)| item.section == section)
            .fold((0, 0), |(ticked, all), (_, done)| {
                (ticked + usize::from(*done), all + 1)
            })
    }

    /// True when nothing is ticked.
    pub fn is_empty(&self) -> bool {
        !self.done.contains(&true)
    }
}

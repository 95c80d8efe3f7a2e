//! Checklists for people who rent: what to ask before paying, what to look at first, what to try in which order.
//!
//! A list is data; which of its items somebody has ticked is [`Ticks`], and travels in an address.
mod ticks;

pub use ticks::Ticks;

use serde::Deserialize;

/// A text in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// In English.
    pub en: String,
    /// In simplified Chinese.
    pub zh: String,
}

/// What a statement rests on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub enum Ground {
    /// A page that states it.
    Page(String),
    /// Our own measured runs.
    Measured,
    /// Figures of this catalogue, which name their sources themselves.
    Catalogue,
    /// Worked out from the figures in the sentence.
    Arithmetic,
    /// Engineering judgement: nobody was found who states it.
    Judgement,
}

impl From<String> for Ground {
    fn from(text: String) -> Self {
        match text.as_str() {
            "measured" => Self::Measured,
            "catalogue" => Self::Catalogue,
            "arithmetic" => Self::Arithmetic,
            "judgement" => Self::Judgement,
            _ => Self::Page(text),
        }
    }
}

/// Something that popular articles say and that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// What they say.
    pub claim: Words,
    /// What holds.
    pub right: Words,
    /// What that rests on.
    pub source: Ground,
}

/// One thing to check.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Stable name: letters, digits and `-`.
    pub id: String,
    /// Name of its section.
    pub section: String,
    /// Place in its section, from 1.
    pub order: usize,
    /// What it is about, in a few words.
    pub title: Words,
    /// Why it matters.
    pub why: Words,
    /// What to do, where the command does not say it.
    pub look: Option<Words>,
    /// What to type.
    pub command: Option<String>,
    /// What to ask a platform.
    pub ask: Option<Words>,
    /// When it is passed.
    pub pass: Words,
    /// What to do when it is not.
    pub fix: Words,
    /// What all this rests on.
    pub sources: Vec<Ground>,
    /// Where articles are wrong about it.
    #[serde(default)]
    pub corrects: Vec<Correction>,
    /// Where to go on: names of items, or words for pages of the site.
    #[serde(default)]
    pub see: Vec<String>,
    /// Which article raised the topic, or `new`.
    pub origin: String,
}

/// A checklist.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Stable name.
    pub id: String,
    /// Its heading.
    pub title: Words,
    /// One or two sentences above it.
    pub lead: Words,
}

/// All checklists, in the order in which they are met.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guides {
    /// Version of the file's form.
    pub schema: String,
    /// The lists.
    pub sections: Vec<Section>,
    /// Their items, section by section.
    pub items: Vec<Item>,
}

impl Guides {
    /// A section by its name.
    pub fn section(&self, id: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == id)
    }

    /// An item by its name.
    pub fn item(&self, id: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
    }

    /// The items of a section, in order.
    pub fn of<'a>(&'a self, section: &'a str) -> impl Iterator<Item = &'a Item> {
        self.items
            .iter()
            .filter(move |item| item.section == section)
    }
}

//! What was found so far, each with the line that it came from; at the end it becomes a draft.
use super::errors::Trouble;
use crate::catalog::Gpu;
use crate::compat::card::resolve;
use crate::compat::draft::{Draft, Flaw, FlawKind};
use crate::compat::facts::Compat;
use crate::compat::version::{Line, Version};

/// Letters of a line that are shown again.
const SHOWN: usize = 160;
/// Values kept for one item; junk may hold thousands.
const MOST: usize = 6;

/// What a line may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// A card's name.
    Gpu,
    /// Its driver.
    Driver,
    /// The newest CUDA that the driver can serve, not an installed toolkit.
    Serves,
    /// The system.
    Os,
    /// PyTorch.
    Torch,
    /// The CUDA line of its build.
    Line,
    /// Python.
    Python,
    /// A library, as `name version`.
    Library,
    /// The installed toolkit.
    Nvcc,
}

impl Item {
    /// The field that it fills.
    pub const fn field(self) -> Option<&'static str> {
        match self {
            Self::Gpu => Some("gpu"),
            Self::Driver => Some("driver"),
            Self::Serves => None,
            Self::Os => Some("os"),
            Self::Torch => Some("torch"),
            Self::Line => Some("cuda_line"),
            Self::Python => Some("python"),
            Self::Library => Some("libraries"),
            Self::Nvcc => Some("nvcc"),
        }
    }
}

/// Something that a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What.
    pub item: Item,
    /// Its value.
    pub value: String,
    /// Number of the line, from 1.
    pub line: usize,
    /// The line, short.
    pub text: String,
    /// True when this value stands in the form; another was found first otherwise.
    pub is_used: bool,
}

/// What a text says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pasted {
    /// Everything found, in the order of the form, then of the text.
    pub found: Vec<Finding>,
    /// Errors that were recognised, with the line.
    pub troubles: Vec<(Trouble, usize, String)>,
    /// The fields, filled.
    pub draft: Draft,
    /// A card's name that nobody knows, with the nearest.
    pub unknown_card: Option<Flaw>,
    /// Items that are needed for an answer and were not found.
    pub missing: Vec<Item>,
}

impl Pasted {
    /// True when nothing in the text was understood.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.troubles.is_empty()
    }
}

/// The state of a reading.
#[derive(Default)]
pub(super) struct Reading {
    number: usize,
    text: String,
    found: Vec<Finding>,
    guessed_line: Option<Finding>,
    troubles: Vec<(Trouble, usize, String)>,
}

impl Reading {
    /// Goes to a line.
    pub(super) fn at(&mut self, number: usize, line: &str) {
        self.number = number;
        self.text.clear();
        self.text.extend(line.trim().chars().take(SHOWN));
    }

    fn finding(&self, item: Item, value: &str) -> Finding {
        Finding {
            item,
            value: value.trim().chars().take(SHOWN).collect(),
            line: self.number,
            text: self.text.clone(),
            is_used: false,
        }
    }

    /// Notes a value of the line; one that is known already adds nothing.
    pub(super) fn note(&mut self, item: Item, value: &str) {
        let value = value.trim();
        if value.is_empty() {
            return;
        }
        let same: Vec<&Finding> = self.found.iter().filter(|f| f.item == item).collect();
        let most = if item == Item::Library {
            4 * MOST
        } else {
            MOST
        };
        if same.len() >= most || same.iter().any(|f| f.value == value) {
            return;
        }
        let finding = self.finding(item, value);
        self.found.push(finding);
    }

    /// Notes a line of CUDA that only follows from another package.
    pub(super) fn guess_line(&mut self, line: Line) {
        if self.guessed_line.is_none() {
            self.guessed_line = Some(self.finding(Item::Line, &line.word()));
        }
    }

    /// Notes an error of the line, once.
    pub(super) fn trouble(&mut self, trouble: Trouble) {
        if self.troubles.iter().all(|(known, ..)| *known != trouble) {
            let entry = (trouble, self.number, self.text.clone());
            self.troubles.push(entry);
        }
    }

    /// The draft that the findings make of `draft`.
    pub(super) fn finish(mut self, draft: &Draft, facts: &Compat, gpus: &[Gpu]) -> Pasted {
        let has_line = self.found.iter().any(|f| f.item == Item::Line);
        let has_torch = self.found.iter().any(|f| f.item == Item::Torch);
        if !has_line && has_torch {
            self.found.extend(self.guessed_line.take());
        }
        self.found
            .sort_by_key(|finding| (finding.item, !is_wsl(finding), finding.line));
        let mut draft = draft.clone();
        let unknown_card = self.cards(&mut draft, facts, gpus);
        self.fields(&mut draft);
        self.libraries(&mut draft);
        let needed = [Item::Gpu, Item::Driver, Item::Torch, Item::Line];
        let missing = needed.into_iter().filter(|item| {
            let field = item.field().unwrap_or_default();
            draft.get(field).is_empty() && !(*item == Item::Gpu && unknown_card.is_some())
        });
        Pasted {
            missing: missing.collect(),
            found: self.found,
            troubles: self.troubles,
            draft,
            unknown_card,
        }
    }

    /// The first card that is known fills the field. When none is, the first one stays there with the nearest names.
    fn cards(&mut self, draft: &mut Draft, facts: &Compat, gpus: &[Gpu]) -> Option<Flaw> {
        let mut refused = None;
        let cards = self.found.iter_mut().filter(|f| f.item == Item::Gpu);
        for card in cards {
            match resolve(facts, gpus, &card.value) {
                Ok(known) => {
                    draft.set("gpu", known.slug.as_deref().unwrap_or(&card.value));
                    card.is_used = true;
                    return None;
                }
                Err((names, all_fit)) => {
                    let kind = if all_fit {
                        FlawKind::SeveralCards(names)
                    } else {
                        FlawKind::UnknownCard(names)
                    };
                    let flaw = Flaw::new("gpu", &card.value, kind);
                    refused.get_or_insert(flaw);
                }
            }
        }
        if let Some(flaw) = &refused {
            draft.set("gpu", &flaw.value);
        }
        refused
    }

    fn fields(&mut self, draft: &mut Draft) {
        let mut filled: Vec<Item> = vec![Item::Gpu, Item::Library];
        for finding in &mut self.found {
            let Some(field) = finding.item.field() else {
                finding.is_used = true;
                continue;
            };
            if !filled.contains(&finding.item) {
                filled.push(finding.item);
                draft.set(field, &finding.value);
                finding.is_used = true;
            }
        }
        // The line of an earlier form is not that of a build that the text names.
        if filled.contains(&Item::Torch) && !filled.contains(&Item::Line) {
            draft.set("cuda_line", "");
        }
    }

    /// Libraries of the text stand before those that were typed, one version each.
    fn libraries(&mut self, draft: &mut Draft) {
        let mut names: Vec<String> = Vec::new();
        let mut parts: Vec<String> = Vec::new();
        let name_of = |text: &str| {
            text.split_whitespace()
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        for finding in self.found.iter_mut().filter(|f| f.item == Item::Library) {
            let name = name_of(&finding.value);
            if !names.contains(&name) {
                names.push(name);
                parts.push(finding.value.clone());
                finding.is_used = true;
            }
        }
        if parts.is_empty() {
            return;
        }
        let typed = draft.get("libraries").to_owned();
        for one in typed.split([',', ';', '\n']).map(str::trim) {
            let head = one.split(['=', ' ']).next().unwrap_or_default();
            if !one.is_empty() && !names.contains(&crate::compat::draft::pip_name(head)) {
                parts.push(one.to_owned());
            }
        }
        draft.set("libraries", &parts.join(", "));
    }
}

/// `collect_env` calls the system inside Windows a Linux first; that it is inside Windows says more.
fn is_wsl(finding: &Finding) -> bool {
    finding.item == Item::Os && finding.value == "wsl"
}

/// A version at the beginning of a text, when it looks like a driver's.
pub(super) fn driver(text: &str) -> Option<String> {
    let word = super::lines::word(text);
    let version = Version::strict(word)?;
    let is_driver = (300..1000).contains(&version.major()) && word.contains('.');
    is_driver.then(|| word.to_owned())
}

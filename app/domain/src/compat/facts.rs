//! The facts as they were read, and how each sort is found.
use super::answer::{Evidence, Source};
use super::question::Os;
use super::version::{Line, Version, capability};
use serde::Deserialize;

/// A row of `compat.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CompatFact {
    /// What sort of fact.
    pub kind: String,
    /// What it is about.
    pub subject: String,
    /// Which property.
    pub key: String,
    /// Its value.
    pub value: String,
    /// Remarks.
    pub detail: String,
    /// Where it was read.
    pub source: String,
    /// Whether the text was seen, or is general knowledge.
    pub evidence: String,
}

impl CompatFact {
    /// Where it was read, and how surely.
    pub fn from(&self) -> Source {
        Source {
            url: self.source.clone(),
            evidence: Evidence::read(&self.evidence),
        }
    }
}

/// All facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compat {
    facts: Vec<CompatFact>,
}

impl Compat {
    /// Of rows in any order.
    pub const fn new(facts: Vec<CompatFact>) -> Self {
        Self { facts }
    }

    /// All rows of a sort.
    pub fn of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a CompatFact> {
        self.facts.iter().filter(move |fact| fact.kind == kind)
    }

    /// A fact, if it was read.
    pub fn fact(&self, kind: &str, subject: &str, key: &str) -> Option<&CompatFact> {
        let is_it =
            |fact: &&CompatFact| fact.kind == kind && fact.subject == subject && fact.key == key;
        self.facts.iter().find(is_it)
    }

    /// True when the library runs on the card, false when it is known not to; none without a fact.
    pub fn allows(&self, library: &str, key: &str, card: &str) -> Option<bool> {
        let least = self.fact("lib_min", library, key)?;
        Some(capability(&least.value)? <= capability(card)?)
    }

    /// The row that says for which cards the build `line` of a release has code. A row may stand for several releases
    /// (`torch 2.12-2.14`, `torch 2.6 and older`) and for several lines (`cu118 cu121 cu124`).
    pub(super) fn built_for(&self, torch: (u32, u32), line: Line) -> Option<&CompatFact> {
        let word = line.word();
        self.of("torch_arch").find(|fact| {
            let releases = fact.subject.strip_prefix("torch ");
            releases.is_some_and(|releases| stands_for(releases, torch))
                && fact.key.split_whitespace().any(|one| one == word)
        })
    }

    /// The builds of a release: their lines, with their rows. Empty when the release is in no list.
    pub(super) fn wheels(&self, torch: (u32, u32)) -> Vec<(Line, &CompatFact)> {
        let found = self.all_wheels().into_iter();
        found
            .filter(|(release, ..)| *release == torch)
            .map(|(_, line, fact)| (line, fact))
            .collect()
    }

    /// Releases of PyTorch that are listed, the newest first.
    pub fn releases(&self) -> Vec<String> {
        let mut all: Vec<(u32, u32)> = self.all_wheels().iter().map(|wheel| wheel.0).collect();
        all.sort_unstable();
        all.dedup();
        let words = all
            .iter()
            .rev()
            .map(|(major, minor)| format!("{major}.{minor}"));
        words.collect()
    }

    /// All builds that are listed.
    pub(super) fn all_wheels(&self) -> Vec<((u32, u32), Line, &CompatFact)> {
        self.of("torch_wheel")
            .filter_map(|fact| {
                let release = Version::strict(fact.subject.strip_prefix("torch ")?)?;
                Some((release.series(), Line::read(&fact.key)?, fact))
            })
            .collect()
    }

    /// First and last Python of a release, with the row; the ends are none where the row's beginning was not seen.
    pub(super) fn pythons(&self, torch: (u32, u32)) -> Option<(&CompatFact, Option<Pythons>)> {
        let subject = format!("torch {}.{}", torch.0, torch.1);
        let fact = self.fact("torch_python", &subject, "python")?;
        let ends = fact.value.split_once('-').and_then(|(first, last)| {
            let both = (Version::strict(first)?, Version::strict(last)?);
            Some((both.0.series(), both.1.series()))
        });
        Some((fact, ends))
    }

    /// Toolkits with the driver that fully serves each; updates within a toolkit are left out.
    pub(super) fn toolkits(&self, os: Os) -> Vec<(Version, Version, &CompatFact)> {
        let key = os.driver_key();
        self.of("cuda_toolkit_driver")
            .filter(|fact| fact.key == key)
            .filter_map(|fact| {
                let cuda = Version::strict(fact.subject.strip_prefix("CUDA ")?)?;
                Some((cuda, Version::strict(&fact.value)?, fact))
            })
            .collect()
    }

    /// The oldest driver that runs any build of this major version of CUDA.
    pub(super) fn floor(&self, major: u32, os: Os) -> Option<(Version, &CompatFact)> {
        let subject = format!("CUDA {major}.x");
        let fact = self.fact("cuda_minor_compat", &subject, os.driver_key())?;
        Some((Version::strict(&fact.value)?, fact))
    }

    /// The first CUDA whose compiler knows a capability.
    pub(super) fn first_cuda(&self, card: (u32, u32)) -> Option<(Version, &CompatFact)> {
        let subject = format!("sm_{}{}", card.0, card.1);
        let fact = self.fact("arch_min_cuda", &subject, "min_cuda_toolkit")?;
        Some((Version::strict(&fact.value)?, fact))
    }
}

/// First and last Python.
pub(super) type Pythons = ((u32, u32), (u32, u32));

/// True when `releases` (`2.7`, `2.12-2.14`, `2.6 and older`) holds the release.
fn stands_for(releases: &str, torch: (u32, u32)) -> bool {
    let series = |text: &str| Version::strict(text).map(|version| version.series());
    if let Some(last) = releases.strip_suffix(" and older") {
        return series(last).is_some_and(|last| torch <= last);
    }
    let (first, last) = releases.split_once('-').unwrap_or((releases, releases));
    let ends = series(first).zip(series(last));
    ends.is_some_and(|(first, last)| first <= torch && torch <= last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_stands_for_the_releases_that_it_names() {
        assert!(stands_for("2.12-2.14", (2, 13)) && !stands_for("2.12-2.14", (2, 2)));
        assert!(stands_for("2.6 and older", (2, 0)) && !stands_for("2.6 and older", (2, 10)));
        assert!(stands_for("2.7", (2, 7)) && !stands_for("about 2.7", (2, 7)));
    }
}

//! Which software runs on which card: facts that were read, and what follows from them.
//!
//! A fact that is missing gives `None`, never a guess. A card of compute capability M.m runs code built for M.k with
//! k ≤ m, and by compilation at run time what a build marks as `X.Y+PTX` with X.Y ≤ M.m.
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

/// All facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compat {
    facts: Vec<CompatFact>,
}

/// A build of PyTorch that has code for a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wheel {
    /// Release, such as `2.14`.
    pub torch: String,
    /// Its CUDA line, such as `cu126`.
    pub line: String,
    /// Where pip finds it.
    pub index: String,
    /// The Linux driver that fully serves this line.
    pub driver: String,
    /// Pythons that it was built for, such as `3.10-3.14`.
    pub python: Option<String>,
    /// Where the build's list of cards was read.
    pub source: String,
}

/// `8.9` as (8, 9).
fn capability(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.trim().split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// Numbers of a version, compared part by part.
fn version(text: &str) -> Vec<u32> {
    text.split('.')
        .map_while(|part| part.parse().ok())
        .collect()
}

/// True when code for one of `built` runs on a card of `card`.
fn runs(built: &str, card: (u32, u32)) -> bool {
    built
        .split_whitespace()
        .any(|one| match one.strip_suffix("+PTX") {
            Some(least) => capability(least).is_some_and(|least| least <= card),
            None => {
                capability(one).is_some_and(|(major, minor)| major == card.0 && minor <= card.1)
            }
        })
}

/// `cu126` as `12.6`.
fn cuda(line: &str) -> Option<String> {
    let digits = line.strip_prefix("cu")?;
    let (major, minor) = digits.split_at_checked(digits.len().checked_sub(1)?)?;
    Some(format!("{major}.{minor}"))
}

impl Compat {
    /// Of rows in any order.
    pub const fn new(facts: Vec<CompatFact>) -> Self {
        Self { facts }
    }

    fn of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a CompatFact> {
        self.facts.iter().filter(move |fact| fact.kind == kind)
    }

    /// A fact, if it was read.
    pub fn fact(&self, kind: &str, subject: &str, key: &str) -> Option<&CompatFact> {
        let is_it =
            |fact: &&CompatFact| fact.kind == kind && fact.subject == subject && fact.key == key;
        self.facts.iter().find(is_it)
    }

    /// Cards that the build `line` of `torch` has code for; a list may stand for several releases (`torch 2.12-2.14`).
    fn built_for(&self, torch: &str, line: &str) -> Option<&CompatFact> {
        let wanted = version(torch);
        self.of("torch_arch").find(|fact| {
            let Some(releases) = fact.subject.strip_prefix("torch ") else {
                return false;
            };
            let (first, last) = releases.split_once('-').unwrap_or((releases, releases));
            fact.key == line && version(first) <= wanted && wanted <= version(last)
        })
    }

    /// The stable build for a card of compute capability `card`: of those with code for it, that with the oldest CUDA
    /// line (the most drivers serve it), and of these the newest release. None when no fact says that one runs.
    pub fn wheel(&self, card: &str) -> Option<Wheel> {
        let card = capability(card)?;
        let stable = self.of("torch_wheel").filter(|fact| fact.value == "stable");
        let found = stable.filter_map(|fact| {
            let torch = fact.subject.strip_prefix("torch ")?;
            // What is older than this has no maintained tools around it.
            if version(torch) < vec![2, 9] {
                return None;
            }
            let built = self.built_for(torch, &fact.key)?;
            let toolkit = format!("CUDA {}", cuda(&fact.key)?);
            let driver = self.fact("cuda_toolkit_driver", &toolkit, "linux_min_driver")?;
            runs(&built.value, card).then(|| Wheel {
                torch: torch.to_owned(),
                line: fact.key.clone(),
                index: fact.detail.clone(),
                driver: driver.value.clone(),
                python: self
                    .fact("torch_python", &fact.subject, "python")
                    .map(|fact| fact.value.clone()),
                source: built.source.clone(),
            })
        });
        found
            .filter(|wheel| wheel.index.starts_with("https://"))
            .min_by_key(|wheel| {
                let newest = std::cmp::Reverse(version(&wheel.torch));
                (version(&cuda(&wheel.line).unwrap_or_default()), newest)
            })
    }

    /// True when the library runs on the card, false when it is known not to; none without a fact.
    pub fn allows(&self, library: &str, key: &str, card: &str) -> Option<bool> {
        let least = self.fact("lib_min", library, key)?;
        Some(capability(&least.value)? <= capability(card)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_runs_within_a_major_version_and_by_compilation_above() {
        assert!(runs("7.5 8.0 8.6 9.0", (8, 9)));
        assert!(!runs("7.5 8.0 8.6 9.0", (12, 0)));
        assert!(!runs("7.5 8.6", (8, 0)));
        assert!(runs("7.5 12.0+PTX", (12, 1)));
        assert_eq!(cuda("cu126").as_deref(), Some("12.6"));
        assert!(version("570.124.06") > version("570.26"));
    }
}

//! The build of PyTorch that a card is advised.
use super::card::is_with_arm;
use super::facts::Compat;
use super::listed::{Reach, reach};
use super::question::Os;
use super::version::{Version, capability};
use crate::catalog::Gpu;
use std::cmp::Reverse;

/// What is older than this has no maintained tools around it.
pub(super) const OLDEST: (u32, u32) = (2, 9);

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

impl Compat {
    /// The stable build for a card: of those with code for it, that with the oldest CUDA line (the most drivers serve
    /// it), and of these the newest release. None when no fact says that one runs, as for cards beside an ARM processor:
    /// what was read are the builds for x86-64.
    pub fn wheel(&self, gpu: &Gpu) -> Option<Wheel> {
        let card = capability(gpu.compute_capability.as_deref()?)?;
        if is_with_arm(&gpu.name) {
            return None;
        }
        let toolkits = self.toolkits(Os::Linux);
        let found = self
            .all_wheels()
            .into_iter()
            .filter_map(|(torch, line, fact)| {
                let is_listed = fact.value == "stable" && fact.detail.starts_with("https://");
                if torch < OLDEST || !is_listed {
                    return None;
                }
                let built = self.built_for(torch, line)?;
                let cuda = line.cuda()?;
                let of_line = |entry: &&(Version, Version, _)| entry.0 == cuda;
                let (_, driver, _) = toolkits.iter().find(of_line)?;
                let runs = reach(&built.value, card, true) != Reach::Nothing;
                let python = self.fact("torch_python", &fact.subject, "python");
                let wheel = Wheel {
                    torch: format!("{}.{}", torch.0, torch.1),
                    line: line.word(),
                    index: fact.detail.clone(),
                    driver: driver.text().to_owned(),
                    python: python.map(|fact| fact.value.clone()),
                    source: built.source.clone(),
                };
                runs.then_some(((line, Reverse(torch)), wheel))
            });
        found.min_by_key(|(key, _)| *key).map(|(_, wheel)| wheel)
    }
}

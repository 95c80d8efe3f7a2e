//! Runs that somebody measured: what an estimate is compared with.
//!
//! A case file is read as the document of the same job: `quant` is our `weights`, `rank` our `lora_rank`, `smi` our
//! `process`. Rows about a model that is in no list, or a task that is not ours, are kept out.
use super::format::*;
use super::lora::Targets;
use super::request::{ModelChoice, Request};
use super::run_fields::RunFields;
use super::run_read::{own_run, published_run};
use super::words::*;
use crate::pricing::raw::Raw;
use serde::{Deserialize, Serialize};

/// Where a run is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Published by somebody else.
    Published,
    /// Ours, on H200 cards.
    Own,
}

/// A measured run.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Name of the row; for our own runs `h` and its place.
    pub id: String,
    /// The job, as a request.
    pub request: Request,
    /// GiB on one card.
    pub measured_gib: f64,
    /// Which memory was measured; none = the source does not say.
    pub metric: Option<Metric>,
    /// Seconds of one training step, if measured.
    pub step_s: Option<f64>,
    /// The card, as the source calls it.
    pub gpu: String,
    /// The software, as the source calls it.
    pub framework: String,
    /// Where it is from.
    pub origin: Origin,
    /// Its address; empty for our own.
    pub source: String,
    /// Remarks of the source.
    pub note: String,
    /// True for a measurement, not a vendor's or project's claim.
    pub is_measured: bool,
}

/// A case file as it came.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct RunFile(Raw);

impl RunFile {
    /// Its rows, under `cases` or `rows`.
    pub(super) fn rows(&self) -> &[Raw] {
        let cases = self.0.rows("cases");
        if cases.is_empty() {
            self.0.rows("rows")
        } else {
            cases
        }
    }
}

/// All measured runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Runs {
    /// In the order of the files.
    pub runs: Vec<Run>,
}

impl Runs {
    /// From `vram.json` and `measured_h200.json`. Rows that name no job of ours are left out.
    pub fn read(published: &RunFile, own: &RunFile) -> Self {
        let published = published.rows().iter().filter_map(published_run);
        let own = own.rows().iter().enumerate();
        let own = own.filter_map(|(index, row)| own_run(index + 1, row));
        Self {
            runs: published.chain(own).collect(),
        }
    }
}

impl Run {
    /// The job in a few words of the document, such as `qlora llama-2-7b nf4-dq 4 × 512`.
    pub fn job(&self) -> String {
        let request = &self.request;
        let mut words: Vec<String> = Vec::new();
        let mut word = |text: Option<&str>| words.extend(text.map(str::to_owned));
        word(request.task.map(Task::word));
        if let Some(ModelChoice::Named(name)) = &request.model {
            word(Some(name));
        }
        word(request.weights.map(Weights::word));
        word(
            request
                .precision
                .filter(|_| request.task == Some(Task::Full))
                .map(Precision::word),
        );
        word(
            request
                .optimizer
                .filter(|one| *one != Optimizer::AdamwTorch)
                .map(Optimizer::word),
        );
        word(
            request
                .attention
                .filter(|one| *one == Attention::Eager)
                .map(Attention::word),
        );
        let length = request
            .seq
            .or(request.prompt)
            .or(request.px)
            .or(request.width);
        if let Some(length) = length {
            words.push(format!("{} × {length}", request.batch.unwrap_or(1)));
        }
        if let Some(frames) = request.frames {
            words.push(format!("{frames} frames"));
        }
        if let Some(rank) = request.lora_rank {
            words.push(format!("r={rank}"));
        }
        if let Some(targets) = request.lora_targets.filter(|one| *one != Targets::ALL) {
            words.push(targets.word());
        }
        if request.gradient_checkpointing == Some(true) {
            words.push("checkpointing".to_owned());
        }
        if let (Some(n), Some(strategy)) = (request.n_gpu, request.strategy) {
            words.push(format!("{n} cards {}", strategy.word()));
        }
        words.join(" ")
    }
}

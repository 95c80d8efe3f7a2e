//! A workload with every field filled.
use super::diffusion_model::DiffusionModel;
use super::format::*;
use super::lora::Targets;
use super::model::Model;
use super::words::*;
use serde::Serialize;

/// Rank of adapters when none is given.
pub(super) const DEFAULT_RANK: u32 = 16;

/// A field that was not given, and the value it took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assumption {
    /// The key of the document.
    pub field: &'static str,
    /// Its value, as it would be written there.
    pub value: String,
}

/// What the job works on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Subject<'a> {
    /// A language model.
    Llm(&'a Model),
    /// A diffusion model.
    Diffusion(&'a DiffusionModel),
}

/// A workload with nothing left open. `Copy`, so that questions such as "with half the batch?" are cheap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(
    missing_docs,
    reason = "the fields are those of the document, described there"
)]
pub struct Job<'a> {
    pub task: Task,
    pub subject: Subject<'a>,
    pub weights: Weights,
    pub engine: Engine,
    pub batch: u32,
    pub attention: Attention,
    pub n_gpu: u32,
    pub strategy: Strategy,
    pub metric: Metric,
    pub kv: KvFormat,
    pub prompt: u32,
    pub gen_tokens: u32,
    pub seq: u32,
    pub gradient_checkpointing: bool,
    pub loss: Loss,
    pub optimizer: Optimizer,
    pub precision: Precision,
    pub tokens: Option<u64>,
    pub lora_rank: u32,
    pub lora_targets: Targets,
    pub width: u32,
    pub height: u32,
    pub frames: u32,
    pub vae: Vae,
    pub controlnets: u32,
    pub resident: Resident,
    pub cfg: bool,
}

impl<'a> Job<'a> {
    /// Tokens on one card at once.
    pub fn tokens_per_step(&self) -> f64 {
        f64::from(self.batch) * f64::from(self.seq)
    }

    /// The language model, if it is one.
    pub const fn llm(&self) -> Option<&'a Model> {
        match self.subject {
            Subject::Llm(model) => Some(model),
            Subject::Diffusion(_) => None,
        }
    }

    /// Its stable name.
    pub fn model_id(&self) -> &'a str {
        match self.subject {
            Subject::Llm(model) => &model.id,
            Subject::Diffusion(model) => &model.id,
        }
    }
}

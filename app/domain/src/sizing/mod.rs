//! Which memory a workload needs, on which card it fits, and how long it takes.
pub mod accuracy;
mod activations;
mod diffusion;
mod diffusion_model;
mod error;
mod estimate;
mod format;
mod inference;
mod job;
mod kv;
mod logits;
mod lora;
mod memory;
mod model;
mod models;
mod overhead;
mod parallel;
mod parts;
mod picture_facts;
mod request;
mod run_fields;
mod runs;
mod shape;
mod states;
mod table;
mod training;
mod units;
mod weights;

pub use diffusion_model::{Component, DiffusionModel, Stage};
pub use estimate::estimate_memory;
pub use error::{SizingError, SizingErrorKind};
pub use format::{
    Attention, Engine, KvFormat, Loss, Metric, Optimizer, Precision, Resident, Strategy, Task, Vae, Weights,
};
pub use job::{Assumption, Job, Subject};
pub use lora::Targets;
pub use model::{Mla, Model};
pub use models::Models;
pub use parts::{Memory, Part, PartSize};
pub use request::{MAX_BATCH, MAX_TOKENS, ModelChoice, Request};
pub use runs::{Origin, Run, RunFile, Runs};
pub use shape::Shape;
pub use units::{GIB, Range};
pub use weights::file_gb;

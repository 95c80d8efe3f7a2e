//! Which memory a workload needs, on which card it fits, and how long it takes.
//!
//! The way of one answer:
//!
//! 1. A [`Request`] (a [`SizeDocument`], or the fields of a form) is filled into a [`Job`]; what was not given is an
//!    [`Assumption`] of the answer.
//! 2. The job's [`Memory`] on one card is computed from the shape of its [`Model`]: `weights`, `kv`, `activations`,
//!    `logits`, `states`, put together by `inference`, `training` (with `parallel` for several cards) and `diffusion`.
//!    It is a peak: moments that exclude each other are not added up.
//! 3. Every card gets a [`Verdict`], a [`Remedy`] when it is too small, and times from [`decode`] and [`train_time`]; the
//!    [`Neighbours`] name the measured run that is nearest.
//!
//! [`accuracy`] and [`speeds`] hold all this against every run that was measured. A constant stands beside the runs it
//! is from; none is from a single one.
//!
//! Floats are fine here: nothing is money.
pub mod accuracy;
mod activations;
mod answer;
pub mod cards;
mod choices;
pub mod config;
pub mod decode;
mod diffusion;
mod diffusion_model;
mod document;
mod error;
mod estimate;
mod fill;
mod format;
pub mod host;
mod inference;
pub mod inverse;
mod job;
mod keys;
mod kv;
mod logits;
mod lora;
mod memory;
mod model;
mod models;
mod nearest;
mod overhead;
mod pace;
mod parallel;
mod parts;
mod picture_facts;
mod remedy;
mod remedy_steps;
mod request;
mod run_fields;
mod run_read;
mod runs;
mod shape;
pub mod speeds;
mod states;
mod table;
pub mod train_time;
mod training;
pub mod transfer;
mod units;
mod values;
mod verdict;
mod weights;
mod words;

pub use answer::{CardAnswer, Estimate, Seconds};
pub use diffusion_model::{Component, DiffusionModel, Stage};
pub use document::{SizeDocument, size};
pub use error::{SizingError, SizingErrorKind};
pub use estimate::{Library, estimate, estimate_memory};
pub use format::{KvFormat, Weights};
pub use job::{Assumption, Job, Subject};
pub use lora::Targets;
pub use model::{Mla, Model};
pub use models::Models;
pub use nearest::{Neighbour, Neighbours};
pub use pace::{Pace, pace};
pub use parts::{Memory, Part, PartSize};
pub use remedy::{Change, Remedies, Remedy};
pub use request::{MAX_BATCH, MAX_TOKENS, ModelChoice, Request};
pub use runs::{Origin, Run, RunFile, Runs};
pub use shape::Shape;
pub use units::{GIB, Range};
pub use verdict::{Verdict, capacity_gib, judge};
pub use weights::file_gb;
pub use words::{
    Attention, Engine, Loss, Metric, Optimizer, Precision, Resident, Strategy, Task, Vae,
};

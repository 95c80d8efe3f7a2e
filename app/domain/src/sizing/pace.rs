//! What a card does for one token, beside what it can do: the arithmetic behind a speed.
use super::estimate::{Library, shape_of};
use super::job::Job;
use super::request::Request;
use super::words::{Strategy, Task};
use super::{SizingError, decode, train_time};
use crate::catalog::Gpu;
use serde::Serialize;

/// The work of one step or token, and the figure of the card that it is done at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Pace {
    /// Text is generated: each step reads weights and cache.
    Reads {
        /// What one card reads in a step, GB of 10^9 bytes.
        gb: f64,
        /// What the card reads, GB/s.
        gb_per_s: Option<f64>,
    },
    /// A model is trained: each token takes arithmetic.
    Computes {
        /// Operations of one token, 10^9.
        gflop: f64,
        /// Dense tensor rate of the card, TFLOPS.
        tflops: Option<f64>,
    },
    /// Pictures: no speed was measured.
    Unmeasured,
}

/// The pace of a request on a card. Errors: as [`estimate`](super::estimate()).
pub fn pace(request: &Request, library: &Library, gpu: &Gpu) -> Result<Pace, SizingError> {
    let shape = shape_of(request)?;
    let (job, _) = Job::fill(request, shape.as_ref(), &library.models)?;
    let Some(model) = job.llm() else {
        return Ok(Pace::Unmeasured);
    };
    Ok(match job.task {
        Task::Inference => {
            // Each of the cards that divide a layer reads its part of it; layers after each other are read by turns.
            let readers = match job.strategy {
                Strategy::Tp => f64::from(job.n_gpu),
                _ => 1.0,
            };
            Pace::Reads {
                gb: decode::step_bytes(&job, model) / readers / 1e9,
                gb_per_s: gpu.bandwidth_gbps,
            }
        }
        _ => Pace::Computes {
            gflop: train_time::flops_per_token(&job, model) / 1e9,
            tflops: gpu.dense_tflops().map(|(tflops, _)| tflops),
        },
    })
}

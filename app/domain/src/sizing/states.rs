//! Bytes of what is trained: weights, gradients, states of the optimizer.
use super::job::Job;
use super::model::Model;
use super::units::Range;
use super::words::{Metric, Optimizer, Precision, Task};

/// Bytes of one whole set, before it is divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct States {
    /// What is trained.
    pub weights: f64,
    /// Its gradients.
    pub gradients: f64,
    /// States that stay from step to step.
    pub optimizer: Range,
    /// What the optimizer needs beside them while it steps.
    pub passing: f64,
}

/// Parameters that the job trains.
pub(super) fn trained(job: &Job<'_>, model: &Model) -> f64 {
    match job.task {
        Task::Full => model.params as f64,
        _ => job.lora_targets.params(model, job.lora_rank),
    }
}

/// Bytes of the states of one parameter: two of the parameter's own size for AdamW (arXiv 1910.02054), two of one byte
/// with 8-bit states.
const fn state_bytes(optimizer: Optimizer, bytes: f64) -> f64 {
    match optimizer {
        Optimizer::AdamwTorch => 2.0 * bytes,
        Optimizer::Adamw8bit | Optimizer::PagedAdamw8bit | Optimizer::PagedAdamw8bitInBackward => {
            2.0
        }
        Optimizer::Sgd => 0.0,
    }
}

/// The job's states. Adapters are fp32; everything else as the precision says.
///
/// PyTorch's AdamW steps over all tensors at once and needs one passing copy of the parameters: our nine full runs whose
/// peak the step is take 10.0 bytes a parameter in 16 bits (2 + 2 + 4 + 2) and 20.0 in 32 (4 + 4 + 8 + 4), with 8-bit
/// states 6.04 (2 + 2 + 2, no copy).
pub(super) fn of(job: &Job<'_>, model: &Model) -> States {
    let count = trained(job, model);
    let bytes = match (job.task, job.precision) {
        (Task::Full, Precision::Bf16) => 2.0,
        _ => 4.0,
    };
    let is_paged = matches!(
        job.optimizer,
        Optimizer::PagedAdamw8bit | Optimizer::PagedAdamw8bitInBackward
    );
    let states = count * state_bytes(job.optimizer, bytes);
    let optimizer = match (is_paged, job.metric) {
        // Paged states are not the allocator's, and leave the card when memory is short.
        (true, Metric::Allocated) => Range::new(0.0, 0.0, states),
        (true, Metric::Process) => Range::new(0.0, states, states),
        (false, _) => Range::exact(states),
    };
    let passing = if job.optimizer == Optimizer::AdamwTorch {
        count * bytes
    } else {
        0.0
    };
    States {
        weights: count * bytes,
        gradients: count * bytes,
        optimizer,
        passing,
    }
}

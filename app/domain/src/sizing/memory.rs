//! The memory of one card, whatever the task.
use super::job::{Job, Subject};
use super::parts::Memory;
use super::words::Task;
use super::{SizingError, diffusion, inference, training};

/// Memory of one card. Errors: what nobody measured, of diffusion models only.
pub(super) fn of(job: &Job<'_>) -> Result<Memory, SizingError> {
    match job.subject {
        Subject::Diffusion(model) => diffusion::memory(job, model),
        Subject::Llm(model) if job.task == Task::Inference => Ok(inference::memory(job, model)),
        Subject::Llm(model) => Ok(training::memory(job, model)),
    }
}

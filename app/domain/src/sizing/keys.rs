//! Which keys a sizing document has, and which of them a task uses.
use super::SizingError;
use super::error::{SizingErrorKind, short};
use super::words::Task;

/// Keys of every task.
const COMMON: &[&str] = &[
    "task",
    "model",
    "weights",
    "engine",
    "batch",
    "attention",
    "n_gpu",
    "strategy",
    "metric",
    "gpus",
];
const INFERENCE: &[&str] = &["kv", "prompt", "gen"];
const TRAINING: &[&str] = &[
    "seq",
    "gradient_checkpointing",
    "loss",
    "optimizer",
    "precision",
    "tokens",
    "samples",
    "epochs",
];
const ADAPTERS: &[&str] = &["lora_rank", "lora_targets"];
const PICTURES: &[&str] = &[
    "px",
    "width",
    "height",
    "frames",
    "vae",
    "vae_tiling",
    "controlnets",
    "resident",
    "cfg",
];
const PICTURE_LORA: &[&str] = &[
    "px",
    "resident",
    "gradient_checkpointing",
    "optimizer",
    "lora_rank",
    "lora_targets",
];

/// Groups of keys that a task uses.
fn used(task: Task) -> [&'static [&'static str]; 3] {
    match task {
        Task::Inference => [COMMON, INFERENCE, &[]],
        Task::Full => [COMMON, TRAINING, &[]],
        Task::Lora | Task::Qlora => [COMMON, TRAINING, ADAPTERS],
        Task::DiffusionInference => [COMMON, PICTURES, &[]],
        Task::DiffusionLora => [COMMON, PICTURE_LORA, &[]],
    }
}

/// Refuses a key that nobody knows, or that `task` does not use; both by name.
pub(super) fn check_key(key: &str, task: Option<Task>) -> Result<(), SizingError> {
    let groups = [COMMON, INFERENCE, TRAINING, ADAPTERS, PICTURES];
    if !groups.iter().any(|group| group.contains(&key)) {
        let message = format!(
            "`{}` is not a known field; known: {}",
            short(key),
            groups.concat().join(", ")
        );
        return Err(SizingError::new(
            SizingErrorKind::UnknownField,
            short(key),
            message,
        ));
    }
    let Some(task) = task else { return Ok(()) };
    if used(task).iter().any(|group| group.contains(&key)) {
        return Ok(());
    }
    let message = format!("task `{}` does not use `{key}`", task.word());
    Err(SizingError::new(SizingErrorKind::UnusedField, key, message))
}

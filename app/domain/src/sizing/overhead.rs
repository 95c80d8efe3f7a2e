//! What lies beside tensors: libraries' workspaces, the driver's context, blocks that the allocator keeps.
use super::job::Job;
use super::parts::{Memory, Part};
use super::units::Range;
use super::words::{Engine, Metric, Task};

/// Workspaces inside the allocator, GiB: our runs show 0.03 to 0.07 above their weights before the first step.
const WORKSPACES: Range = Range::new(0.0, 0.05, 0.4);

/// Context and libraries outside the allocator, GiB. Our runs: 0.68 to 1.79 (H200); published process figures lie
/// 0.4 to 2.0 above tensors for training, 0.3 to 1.2 for inference.
const TRAINING_CONTEXT: Range = Range::new(0.4, 0.9, 2.0);
const INFERENCE_CONTEXT: Range = Range::new(0.3, 0.6, 1.2);
/// Servers add captured graphs and workers.
const SERVER_CONTEXT: Range = Range::new(0.5, 1.2, 2.5);

/// Adds the overhead of the job's metric.
pub(super) fn add(job: &Job<'_>, memory: &mut Memory) {
    memory.add(Part::Overhead, WORKSPACES);
    if job.metric == Metric::Allocated {
        return;
    }
    let context = match (job.task, job.engine) {
        (Task::Inference, engine) if engine.is_server() => SERVER_CONTEXT,
        (Task::Inference | Task::DiffusionInference, _) => INFERENCE_CONTEXT,
        (_, Engine::Comfyui) => INFERENCE_CONTEXT,
        _ => TRAINING_CONTEXT,
    };
    memory.add(Part::Overhead, context);
    memory.add(Part::Overhead, kept_blocks(memory));
}

/// Blocks that the allocator keeps: of what comes and goes, 4 % and at worst 15 %. Our runs keep 1 to 40 % of it; the
/// larger shares were given back when memory was short.
fn kept_blocks(memory: &Memory) -> Range {
    let passing = [
        Part::Workspace,
        Part::Gradients,
        Part::KvCache,
        Part::Activations,
        Part::Logits,
    ];
    let passing: Range = passing.iter().map(|part| memory.part(*part)).sum();
    Range::new(0.0, 0.04 * passing.mid, 0.15 * passing.high)
}

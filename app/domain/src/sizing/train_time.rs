//! How long training takes.
use super::job::Job;
use super::model::Model;
use super::states;
use super::units::Range;
use super::words::{Strategy, Task};
use crate::catalog::Gpu;

/// Floating point operations of one token: twice the parameters forward, as much again backward to the inputs, and to
/// the weights where they are trained; checkpointing goes forward a second time. Scores of attention apart.
pub(super) fn flops_per_token(job: &Job<'_>, model: &Model) -> f64 {
    let passes = if job.task == Task::Full { 3.0 } else { 2.0 };
    let recompute = if job.gradient_checkpointing { 1.0 } else { 0.0 };
    let params = model.params_active as f64 - model.params_looked_up();
    let scores = 2.0 * f64::from(model.layers) * model.query_width() * f64::from(job.seq);
    let adapters = match job.task {
        Task::Full => 0.0,
        _ => 6.0 * states::trained(job, model),
    };
    (passes + recompute) * (2.0 * params + scores) + adapters
}

/// Share of the dense rate that long steps reach, what is computed twice included. Our H200 runs of 8,192 tokens and
/// more: LoRA 0.37 to 0.38, QLoRA 0.28 to 0.36, full 0.34 to 0.43; published runs with PEFT on an A100 0.38 to 0.52 and
/// 0.17 to 0.46, with LLaMA-Factory 0.30 to 0.60.
fn utilisation(task: Task) -> Range {
    match task {
        Task::Full => Range::new(0.25, 0.41, 0.60),
        Task::Qlora => Range::new(0.17, 0.35, 0.55),
        _ => Range::new(0.22, 0.39, 0.55),
    }
}

/// Seconds a layer and step that starting kernels takes, whatever the card: our runs of 512 to 2,048 tokens on small
/// models (3 to 8 runs a case).
fn layer_s(job: &Job<'_>) -> f64 {
    let ms = match (job.task, job.gradient_checkpointing) {
        (Task::Full, false) => 3.7,
        (Task::Full, true) => 8.5,
        (Task::Qlora, false) => 8.5,
        (Task::Qlora, true) => 13.0,
        (_, false) => 5.5,
        (_, true) => 9.5,
    };
    let fewer = if job.lora_targets.has_mlp() {
        1.0
    } else {
        0.65
    };
    let share = if job.task == Task::Full { 1.0 } else { fewer };
    ms * 1e-3 * share
}

/// Share of n times one card's rate that is left after the exchange. Without measurements beside our two-card runs:
/// a wide range.
fn scaling(job: &Job<'_>) -> Range {
    if job.n_gpu == 1 {
        return Range::exact(1.0);
    }
    match (job.strategy, job.task) {
        (Strategy::Ddp, Task::Lora | Task::Qlora) => Range::new(0.85, 0.95, 1.0),
        (Strategy::Tp | Strategy::Pp, _) => Range::new(0.4, 0.7, 0.95),
        _ => Range::new(0.5, 0.8, 0.97),
    }
}

/// Seconds of one step of one card's batch. None when the card's dense rate is unknown.
pub fn step_s(job: &Job<'_>, model: &Model, gpu: &Gpu) -> Option<Range> {
    let (tflops, _) = gpu.dense_tflops()?;
    let mut flops = flops_per_token(job, model) * job.tokens_per_step();
    if matches!(job.strategy, Strategy::Tp | Strategy::Pp) {
        flops /= f64::from(job.n_gpu);
    }
    let share = utilisation(job.task);
    let floor = layer_s(job) * f64::from(model.layers);
    let scale = scaling(job);
    let at =
        |share: f64, floor: f64, scale: f64| (flops / (share * tflops * 1e12)).max(floor) / scale;
    Some(Range::new(
        at(share.high, floor * 0.65, scale.high),
        at(share.mid, floor, scale.mid),
        at(share.low, floor * 1.6, scale.low),
    ))
}

/// Tokens a second of the whole job, padding counted as tokens.
pub fn tokens_per_s(job: &Job<'_>, model: &Model, gpu: &Gpu) -> Option<Range> {
    let step = step_s(job, model, gpu)?;
    let copies = if job.strategy.is_data_parallel() {
        f64::from(job.n_gpu)
    } else {
        1.0
    };
    let tokens = job.tokens_per_step() * copies;
    Some(Range::new(
        tokens / step.high,
        tokens / step.mid,
        tokens / step.low,
    ))
}

/// Seconds of the whole training. None when its tokens or the card's dense rate are unknown.
pub fn total_s(job: &Job<'_>, model: &Model, gpu: &Gpu) -> Option<Range> {
    let tokens = job.tokens? as f64;
    let rate = tokens_per_s(job, model, gpu)?;
    Some(Range::new(
        tokens / rate.high,
        tokens / rate.mid,
        tokens / rate.low,
    ))
}

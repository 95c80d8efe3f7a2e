//! What layers keep for the way back, and what they pass on.
use super::job::Job;
use super::model::Model;
use super::words::{Attention, Engine, Precision, Task};

/// Bytes of scores per token, head and token looked at: 4 of an fp32 softmax and 2 of its 16-bit copy, by arithmetic. Our
/// pair of runs without checkpointing, eager against sdpa, agrees (6.06).
const EAGER_BYTES: f64 = 6.0;

/// Bytes that one block keeps for one token, 16-bit stream, fused attention: inputs of norms and projections, rotated
/// queries, keys, values and output, fp32 copies in two norms, and four tensors of the MLP.
///
/// `2·(4h + 2·a·d + 2·g·d + h) + 8h + 8·I` for a gated MLP; for a plain one Korthikanti et al. (arXiv 2205.05198)
/// count 34·h where I = 4h and d·a = h, which is the second form without its parts for eager attention.
fn kept(model: &Model) -> f64 {
    let h = f64::from(model.hidden);
    let (q, kv) = (model.query_width(), model.kv_width());
    if !model.is_gated() {
        return 2.0 * (3.0 * h + 2.0 * q + 2.0 * kv) + 4.0 * h + 4.0 * model.mlp_width();
    }
    let mut bytes = 2.0 * (5.0 * h + 2.0 * q + 2.0 * kv) + 8.0 * h + 8.0 * model.mlp_width();
    if model.has_qk_norm {
        // Two more norms with their fp32 copies.
        bytes += 4.0 * (q + kv);
    }
    bytes + 4.0 * h * (f64::from(model.norms) - 2.0).max(0.0)
}

/// True when the stream between blocks is fp32: a bitsandbytes model prepared for training, whose norms and embeddings
/// were raised, or fp32 weights under autocast.
pub(super) fn has_wide_stream(job: &Job<'_>) -> bool {
    match job.task {
        Task::Qlora => job.weights.is_bitsandbytes(),
        Task::Full => job.precision == Precision::MixedBf16,
        _ => false,
    }
}

/// Bytes that one block keeps for one token of the job's training.
///
/// Without an adapter on the MLP's last layer its input is not kept. On a wide stream the MLP's tensors are fp32: 14
/// bytes a width with such an adapter, 10 without; our five QLoRA runs without checkpointing on all layers give 14.0 to
/// 14.6, litgpt's and ours on q and v 9.9 to 11.3.
pub(super) fn block(job: &Job<'_>, model: &Model) -> f64 {
    let mut bytes = kept(model);
    let width = model.mlp_width();
    if job.task.has_adapters() {
        if has_wide_stream(job) {
            bytes += 6.0 * width;
        }
        if !job.lora_targets.has_down() {
            bytes -= if has_wide_stream(job) { 4.0 } else { 2.0 } * width;
        }
    }
    if job.attention == Attention::Eager {
        bytes += EAGER_BYTES * f64::from(model.heads) * f64::from(job.seq);
    }
    bytes
}

/// Bytes of the stream that checkpointing keeps for one token and block.
pub(super) fn checkpoint(job: &Job<'_>, model: &Model) -> f64 {
    let bytes = if has_wide_stream(job) { 4.0 } else { 2.0 };
    bytes * f64::from(model.hidden)
}

/// Prompt tokens that go through the model at once: servers and llama.cpp work in chunks (their defaults).
fn prompt_tokens(job: &Job<'_>) -> f64 {
    let all = f64::from(job.prompt) * f64::from(job.batch);
    match job.engine {
        Engine::Vllm | Engine::Sglang => all.min(2048.0),
        Engine::LlamaCpp => all.min(512.0),
        _ => all,
    }
}

/// Bytes that pass through one block while the prompt is read: `2·(3I + 5h)` a token, which is the slope of Qwen2.5's
/// table within 6 % and of our long-prompt runs within 7 %.
pub(super) fn prefill(job: &Job<'_>, model: &Model) -> f64 {
    let h = f64::from(model.hidden);
    let mut per_token = 2.0 * (3.0 * model.mlp_width() + 5.0 * h);
    if job.attention == Attention::Eager {
        per_token += EAGER_BYTES * f64::from(model.heads) * f64::from(job.prompt);
    }
    per_token * prompt_tokens(job)
}

/// Bytes that pass through one block while one token a sequence is made.
pub(super) fn decode(job: &Job<'_>, model: &Model) -> f64 {
    let h = f64::from(model.hidden);
    2.0 * (3.0 * model.mlp_width() + 5.0 * h) * f64::from(job.batch)
}

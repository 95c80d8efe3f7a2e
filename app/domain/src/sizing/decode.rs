//! Tokens a second while text is generated, and seconds until the first one.
//!
//! One step reads every weight that a token passes through and every cached key and value: its time is bytes over
//! bandwidth. Small models are held up by starting kernels instead, layer by layer.
use super::format::Weights;
use super::job::Job;
use super::kv;
use super::model::Model;
use super::units::Range;
use super::words::{Engine, Strategy};
use crate::catalog::Gpu;

/// Seconds a layer that servers with captured graphs need at least: what is left of vLLM's published times on an A100
/// after reading (24 to 80 layers: 0.09 to 0.13 ms).
const SERVER_LAYER_S: f64 = 0.11e-3;
/// The same where Python starts every kernel: transformers on an A100, 0.8 to 1.15 ms a layer from 0.5B to 72B.
const EAGER_LAYER_S: f64 = 0.95e-3;
/// Share of the bandwidth that servers and transformers reach; vLLM's slope from 0.5B to 72B.
const SERVER_BANDWIDTH: f64 = 0.85;

/// Bytes that one step of `batch` sequences reads of the weights. The table that tokens are looked up in is not read;
/// of experts, those that the batch happens to need.
fn weight_bytes(model: &Model, weights: Weights, batch: f64) -> f64 {
    let active = model.params_active as f64;
    let all = model.params as f64;
    let share = active / all;
    let hit = 1.0 - (1.0 - share).powf(batch);
    let params = all * hit.max(share) - model.params_looked_up();
    let head = model.params_head();
    (params - head) * weights.bytes() + head * weights.embedding_bytes()
}

/// Cards that read at the same time: layers divided between cards wait for each other.
fn readers(job: &Job<'_>) -> f64 {
    match job.strategy {
        Strategy::Tp | Strategy::Ddp => f64::from(job.n_gpu),
        _ => 1.0,
    }
}

/// Share of the bandwidth that llama.cpp reaches: on cards with HBM it is held up by its kernels.
///
/// Ends are those of the published runs: GDDR cards 16 bit 0.73 to 0.89, 4 bit 0.57 to 0.87; A100 and H100 16 bit 0.40
/// to 0.67, 4 bit 0.31 to 0.53.
fn llama_cpp_share(weights: Weights, has_hbm: bool) -> Range {
    match (weights.class() == 4, has_hbm) {
        (false, false) => Range::new(0.70, 0.82, 0.92),
        (true, false) => Range::new(0.55, 0.74, 0.88),
        (false, true) => Range::new(0.37, 0.52, 0.70),
        (true, true) => Range::new(0.28, 0.42, 0.57),
    }
}

/// Bytes that one step of one copy of the model reads, half of what is to be generated being there.
pub(super) fn step_bytes(job: &Job<'_>, model: &Model) -> f64 {
    let batch = f64::from(job.batch);
    let length = f64::from(job.prompt) + f64::from(job.gen_tokens) / 2.0;
    let cached = kv::bytes(model, job.engine, job.kv, length) * batch;
    weight_bytes(model, job.weights, batch) + cached
}

/// Tokens a second of the whole job, all sequences together, half of what is to be generated being there. None when the
/// card's bandwidth is unknown.
pub fn tokens_per_s(job: &Job<'_>, model: &Model, gpu: &Gpu) -> Option<Range> {
    let bandwidth = gpu.bandwidth_gbps? * 1e9 * readers(job);
    let copies = if job.strategy == Strategy::Ddp {
        f64::from(job.n_gpu)
    } else {
        1.0
    };
    let batch = f64::from(job.batch);
    let bytes = step_bytes(job, model) * copies;
    let compute = compute_s(job, model, gpu);
    let rate = |seconds: f64| batch * copies / seconds.max(compute);
    let layers = f64::from(model.layers);
    let range = match job.engine {
        Engine::LlamaCpp => {
            let share = llama_cpp_share(job.weights, has_hbm(gpu));
            let at = |share: f64| rate(bytes / (bandwidth * share));
            Range::new(at(share.low), at(share.mid), at(share.high))
        }
        Engine::Vllm | Engine::Sglang => {
            let seconds = bytes / (bandwidth * SERVER_BANDWIDTH) + layers * SERVER_LAYER_S;
            Range::around(rate(seconds), 0.75, 1.25)
        }
        _ => {
            let seconds = (bytes / (bandwidth * SERVER_BANDWIDTH)).max(layers * EAGER_LAYER_S);
            Range::around(rate(seconds), 0.6, 1.35)
        }
    };
    Some(range)
}

/// Seconds that the arithmetic of one step takes at half of the card's dense rate; 0 when that is unknown.
fn compute_s(job: &Job<'_>, model: &Model, gpu: &Gpu) -> f64 {
    let flops = 2.0 * model.params_active as f64 * f64::from(job.batch);
    gpu.dense_tflops()
        .map_or(0.0, |(tflops, _)| flops / (0.5 * tflops * 1e12))
}

/// Share of the dense rate that reading a prompt reaches.
///
/// Published runs of llama.cpp: GDDR cards 0.35 to 0.95 (half-precision accumulation runs above the rate that is
/// quoted), A100 and H100 0.10 to 0.40; transformers on an A100 0.19 to 0.72. Servers: between the two, as no run of
/// theirs says.
fn prefill_share(job: &Job<'_>, gpu: &Gpu) -> Range {
    match job.engine {
        Engine::LlamaCpp if has_hbm(gpu) => Range::new(0.10, 0.22, 0.42),
        Engine::LlamaCpp => Range::new(0.30, 0.60, 1.0),
        Engine::Vllm | Engine::Sglang => Range::new(0.25, 0.45, 0.70),
        _ => Range::new(0.19, 0.42, 0.72),
    }
}

/// Seconds until the prompt of the whole batch has been read. None when the card's rate is unknown.
pub fn prefill_s(job: &Job<'_>, model: &Model, gpu: &Gpu) -> Option<Range> {
    let (tflops, _) = gpu.dense_tflops()?;
    let share = prefill_share(job, gpu);
    let tokens = f64::from(job.prompt) * f64::from(job.batch);
    // Scores of each token with half of those before it, in every layer: 2·h for queries and keys, 2·h for values.
    let scores = 2.0 * model.query_width() * f64::from(job.prompt) * f64::from(model.layers);
    let flops = (2.0 * model.params_active as f64 + scores) * tokens;
    let n = f64::from(job.n_gpu);
    // Chunks of a prompt follow each other through the cards of a pipeline; how well is between not at all and all.
    let (slow, usual, fast) = match job.strategy {
        Strategy::Tp => (0.6 * n, 0.8 * n, n),
        Strategy::Pp => (1.0, n.sqrt(), n),
        _ => (1.0, 1.0, 1.0),
    };
    let at = |share: f64, cards: f64| flops / (share * tflops * 1e12 * cards);
    // Python starts kernels no faster for a short prompt.
    let floor = match job.engine {
        Engine::Transformers => f64::from(model.layers) * EAGER_LAYER_S,
        _ => 0.0,
    };
    Some(Range::new(
        at(share.high, fast).max(floor * 0.7),
        at(share.mid, usual).max(floor),
        at(share.low, slow).max(floor * 1.6),
    ))
}

fn has_hbm(gpu: &Gpu) -> bool {
    gpu.memory_type
        .as_deref()
        .is_some_and(|kind| kind.starts_with("HBM"))
}

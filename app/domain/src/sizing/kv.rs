//! The cache of keys and values.
use super::format::KvFormat;
use super::job::Job;
use super::model::Model;
use super::words::{Engine, Strategy};

/// Values that one layer caches for one token.
fn values_per_layer(model: &Model, engine: Engine) -> f64 {
    match model.mla {
        // transformers caches the unfolded heads; servers and llama.cpp the compressed vector.
        Some(mla) if engine == Engine::Transformers => {
            let width = mla.qk_nope_head_dim + mla.qk_rope_head_dim + mla.v_head_dim;
            f64::from(model.heads) * f64::from(width)
        }
        Some(mla) => f64::from(mla.kv_lora_rank + mla.qk_rope_head_dim),
        None => 2.0 * model.kv_width(),
    }
}

/// Bytes that one sequence of `tokens` caches in all layers. Layers with a sliding window stop at the window.
pub fn bytes(model: &Model, engine: Engine, kv: KvFormat, tokens: f64) -> f64 {
    let per_layer = values_per_layer(model, engine) * kv.bytes();
    let global = f64::from(model.global_layers());
    let sliding = f64::from(model.layers) - global;
    let window = model.sliding_window.map_or(tokens, f64::from);
    per_layer * (global * tokens + sliding * tokens.min(window))
}

/// Bytes on one card for the job's whole batch at `tokens` each.
pub(super) fn on_card(job: &Job<'_>, model: &Model, tokens: f64) -> f64 {
    let whole = bytes(model, job.engine, job.kv, tokens) * f64::from(job.batch);
    let n = f64::from(job.n_gpu);
    match job.strategy {
        // Past one head a card, heads are copied; a compressed cache has a single one.
        Strategy::Tp if model.mla.is_some() && job.engine != Engine::Transformers => whole,
        Strategy::Tp => whole / n.min(f64::from(model.kv_heads)),
        Strategy::Pp => whole * (f64::from(model.layers) / n).ceil() / f64::from(model.layers),
        _ => whole,
    }
}

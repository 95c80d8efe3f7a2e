//! What parameters weigh, and what a card holds of them.
use super::format::Weights;
use super::job::Job;
use super::model::Model;
use super::units::{GIB, Range};
use super::words::Strategy;

/// Bytes of all parameters: linear layers in `weights`, the rest with `rest` bytes each.
fn bytes(model: &Model, weights: Weights, rest: f64) -> f64 {
    let linear = model.params_linear as f64;
    linear * weights.bytes() + (model.params as f64 - linear) * rest
}

/// Size of a model as its file or folder, GB (10^9 bytes): what is downloaded and loaded.
pub fn file_gb(model: &Model, weights: Weights) -> f64 {
    bytes(model, weights, weights.embedding_bytes()) / 1e9
}

/// Bytes of the whole model as inference keeps it.
pub(super) fn stored(model: &Model, weights: Weights) -> f64 {
    bytes(model, weights, weights.embedding_bytes())
}

/// Bytes of the frozen model that adapters are trained on. Before training on a bitsandbytes model PEFT raises what is
/// not quantised to fp32.
pub(super) fn frozen(model: &Model, weights: Weights) -> f64 {
    let rest = if weights.is_bitsandbytes() {
        4.0
    } else {
        weights.embedding_bytes()
    };
    bytes(model, weights, rest)
}

/// Of `whole` bytes, what one of the cards holds when each layer or each group of layers lies on one of them.
pub(super) fn divided(job: &Job<'_>, model: &Model, whole: f64) -> f64 {
    let n = f64::from(job.n_gpu);
    match job.strategy {
        Strategy::Tp => whole / n,
        Strategy::Pp => {
            // The first card has the embeddings, the last the head; the fullest has one of the two tables.
            let share = model.params_embed as f64 / model.params as f64;
            let tables = whole * share;
            let table = if model.is_tied { tables } else { tables / 2.0 };
            (whole - tables) / n + table
        }
        _ => whole,
    }
}

/// Bytes of one dequantised matrix of the MLP, the largest in a block.
pub(super) fn largest_matrix(model: &Model) -> f64 {
    2.0 * f64::from(model.hidden) * f64::from(model.intermediate)
}

/// What is uncertain about stored parameters: padding and formats that keep a layer or two in 16 bits.
pub(super) fn range(bytes: f64, weights: Weights) -> Range {
    let (low, high) = if weights.is_quantised() {
        (0.97, 1.03)
    } else {
        (0.98, 1.02)
    };
    Range::around(bytes / GIB, low, high)
}

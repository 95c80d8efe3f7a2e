//! Logits and their loss.
use super::job::Job;
use super::model::Model;
use super::units::{GIB, Range};
use super::words::{Loss, Strategy};

/// Bytes of one logit of a training step at its peak.
///
/// fp32 logits, their log-softmax and their gradient: 12. Our 30 checkpointed LoRA and QLoRA runs whose peak this is
/// give 11.2 to 12.6. Gemma 2's tanh keeps one more 16-bit tensor (5 runs: 13.9 to 14.1). Kernels that work in chunks
/// or never write logits: as their projects state.
fn bytes(job: &Job<'_>, model: &Model) -> Range {
    match job.loss {
        Loss::Full if model.has_softcap => Range::new(10.0, 14.0, 18.0),
        Loss::Full => Range::new(8.0, 12.0, 15.0),
        Loss::Chunked => Range::new(1.0, 2.5, 4.0),
        Loss::Fused => Range::new(0.0, 0.5, 1.0),
    }
}

/// Logits of one training step on one card, GiB.
pub(super) fn training(job: &Job<'_>, model: &Model) -> Range {
    let logits = job.tokens_per_step() * f64::from(model.vocab);
    let n = if job.strategy == Strategy::Tp {
        f64::from(job.n_gpu)
    } else {
        1.0
    };
    let bytes = bytes(job, model);
    let scale = logits / GIB / n;
    Range::new(bytes.low * scale, bytes.mid * scale, bytes.high * scale)
}

/// Logits of the last token of each sequence, GiB: 16-bit ones, their fp32 copy, and at worst two sorted copies.
pub(super) fn sampling(job: &Job<'_>, model: &Model) -> Range {
    let logits = f64::from(job.batch) * f64::from(model.vocab) / GIB;
    Range::new(2.0 * logits, 6.0 * logits, 16.0 * logits)
}

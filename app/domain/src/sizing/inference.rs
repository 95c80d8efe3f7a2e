//! Memory of text generation on one card.
use super::activations;
use super::job::Job;
use super::kv;
use super::logits;
use super::model::Model;
use super::overhead;
use super::parts::{Memory, Part};
use super::units::{GIB, Range};
use super::weights;
use super::words::Strategy;

/// The larger of two moments: the prompt has been read, or the last token is made.
pub(super) fn memory(job: &Job<'_>, model: &Model) -> Memory {
    let prompt = f64::from(job.prompt);
    let prefill = moment(job, model, prompt, activations::prefill(job, model));
    let last = moment(
        job,
        model,
        prompt + f64::from(job.gen_tokens),
        activations::decode(job, model),
    );
    let mut memory = prefill.peak(last, Part::Activations);
    overhead::add(job, &mut memory);
    memory
}

fn moment(job: &Job<'_>, model: &Model, tokens: f64, activations: f64) -> Memory {
    let mut memory = Memory::default();
    let stored = weights::stored(model, job.weights);
    let held = weights::divided(job, model, stored);
    memory.add(Part::Weights, weights::range(held, job.weights));
    memory.add(
        Part::KvCache,
        Range::around(kv::on_card(job, model, tokens) / GIB, 0.9, 1.1),
    );
    let n = if job.strategy == Strategy::Tp {
        f64::from(job.n_gpu)
    } else {
        1.0
    };
    memory.add(
        Part::Activations,
        Range::around(activations / GIB / n, 0.5, 2.0),
    );
    memory.add(Part::Logits, logits::sampling(job, model));
    if job.weights.is_bitsandbytes() {
        // bitsandbytes writes a layer out in 16 bits before it multiplies; GPTQ, AWQ and GGUF kernels do not.
        let matrix = weights::largest_matrix(model) / GIB / n;
        memory.add(Part::Workspace, Range::new(0.0, matrix, 2.0 * matrix));
    }
    if job.n_gpu > 1 && job.strategy == Strategy::Tp {
        memory.add(Part::Communication, Range::new(0.0, 0.2, 0.6));
    }
    memory
}

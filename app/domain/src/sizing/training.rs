//! Memory of a training step on one card.
//!
//! The peak is not the sum of everything: three moments exclude each other.
//!
//! 1. The loss is computed: all kept activations, and the logits.
//! 2. Backward recomputes a block: what checkpointing kept, and one block's activations.
//! 3. Backward is done and the optimizer steps: all gradients, and the optimizer's passing copy.
use super::activations;
use super::job::Job;
use super::logits;
use super::model::Model;
use super::overhead;
use super::parallel::Shares;
use super::parts::{Memory, Part};
use super::states::{self, States};
use super::units::{GIB, Range};
use super::weights;
use super::words::{Optimizer, Precision, Task};

/// Adapters and their states at worst: trainers such as DeepSpeed keep flat fp32 copies of them beside the originals
/// (Qwen's ten published runs at rank 64 hold 1.6 to 1.8 times what the parameters need).
const ADAPTER_COPIES: f64 = 2.0;

/// The largest of the three moments.
pub(super) fn memory(job: &Job<'_>, model: &Model) -> Memory {
    let step = Step::new(job, model);
    let loss = step.loss();
    let peak = loss.peak(step.recompute(), Part::Activations);
    let mut memory = peak.peak(step.update(), Part::Activations);
    overhead::add(job, &mut memory);
    memory
}

struct Step<'a> {
    job: &'a Job<'a>,
    model: &'a Model,
    states: States,
    shares: Shares,
}

impl<'a> Step<'a> {
    fn new(job: &'a Job<'a>, model: &'a Model) -> Self {
        Self {
            job,
            model,
            states: states::of(job, model),
            shares: Shares::of(job),
        }
    }

    /// What lies there at every moment: weights, adapters, states.
    fn standing(&self) -> Memory {
        let (job, model, shares) = (self.job, self.model, &self.shares);
        let mut memory = Memory::default();
        let whole = match job.task {
            Task::Full => self.states.weights,
            _ => weights::frozen(model, job.weights),
        };
        let held = weights::divided(job, model, whole * shares.weights);
        memory.add(Part::Weights, weights::range(held, job.weights));
        if job.task != Task::Full {
            let held = self.states.weights * shares.adapters / GIB;
            memory.add(Part::Adapters, Range::around(held, 0.6, ADAPTER_COPIES));
        }
        let held = self.states.optimizer;
        let scale = shares.states / GIB;
        let most = if job.task == Task::Full {
            held.high
        } else {
            held.high * ADAPTER_COPIES
        };
        memory.add(
            Part::Optimizer,
            Range::new(held.low * scale, held.mid * scale, most * scale),
        );
        memory.add(
            Part::Communication,
            shares.buffers(self.states.gradients, model),
        );
        memory
    }

    /// Activations with their uncertainty.
    fn activations(&self, bytes: f64) -> Range {
        Range::around(bytes * self.shares.activations / GIB, 0.7, 1.45)
    }

    /// Bytes that stay for backward on one card.
    fn kept(&self) -> f64 {
        let (job, model) = (self.job, self.model);
        let per_block = if job.gradient_checkpointing {
            activations::checkpoint(job, model)
        } else {
            activations::block(job, model)
        };
        per_block * job.tokens_per_step() * f64::from(model.layers)
    }

    /// Moment 1.
    fn loss(&self) -> Memory {
        let (job, model) = (self.job, self.model);
        let mut memory = self.standing();
        memory.add(Part::Activations, self.activations(self.kept()));
        memory.add(Part::Logits, logits::training(job, model));
        let mut copies = self.shares.gathered_tables(model) + self.shares.gathered_weights(model);
        if activations::has_wide_stream(job) {
            // Autocast makes a 16-bit copy of the fp32 head; without checkpointing of every other weight too.
            copies += 2.0 * model.params_head();
            if job.task == Task::Full && !job.gradient_checkpointing {
                copies += 2.0 * model.params_linear as f64;
            }
        }
        memory.add(Part::Workspace, Range::exact(copies / GIB));
        memory
    }

    /// Moment 2.
    fn recompute(&self) -> Memory {
        let (job, model) = (self.job, self.model);
        let mut memory = self.standing();
        let block = activations::block(job, model) * job.tokens_per_step();
        let block = if job.gradient_checkpointing {
            block
        } else {
            0.0
        };
        memory.add(Part::Activations, self.activations(self.kept() + block));
        let mut copies = self.shares.gathered_block(model) + self.shares.gathered_weights(model);
        if job.task == Task::Qlora {
            copies += weights::largest_matrix(model);
        }
        if activations::has_wide_stream(job) {
            copies += 2.0 * model.params_head();
        }
        memory.add(Part::Workspace, Range::exact(copies / GIB));
        if job.task != Task::Full {
            // Adapters' gradients fill while the kept activations go.
            let gradients = self.states.gradients * self.shares.gradients / GIB;
            memory.add(Part::Gradients, Range::new(0.0, 0.5 * gradients, gradients));
        }
        memory
    }

    /// Moment 3.
    fn update(&self) -> Memory {
        let (job, model) = (self.job, self.model);
        let mut memory = self.standing();
        let gradients = self.states.gradients * self.shares.gradients;
        if job.optimizer == Optimizer::PagedAdamw8bitInBackward {
            let block = gradients / f64::from(model.layers);
            memory.add(Part::Gradients, Range::exact(block / GIB));
            return memory;
        }
        memory.add(Part::Gradients, Range::exact(gradients / GIB));
        // A tied table gets a gradient from the head and one from the lookup, and autograd sums them into a third.
        let bytes = if job.precision == Precision::MixedBf16 {
            4.0
        } else {
            2.0
        };
        let is_tied = job.task == Task::Full && model.is_tied;
        let sums = if is_tied {
            2.0 * bytes * model.params_head()
        } else {
            0.0
        };
        let passing = (self.states.passing * self.shares.states).max(sums);
        memory.add(Part::Optimizer, Range::exact(passing / GIB));
        memory
    }
}

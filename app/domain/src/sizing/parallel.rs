//! What of a training step one of several cards holds.
use super::job::Job;
use super::model::Model;
use super::units::{GIB, Range};
use super::words::{Strategy, Task};

/// Factors on whole sets, for one card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    strategy: Strategy,
    /// Of the weights; layers divided by `tp` and `pp` are [`super::weights::divided`].
    pub weights: f64,
    /// Of the adapters' weights.
    pub adapters: f64,
    /// Of the gradients.
    pub gradients: f64,
    /// Of the optimizer's states.
    pub states: f64,
    /// Of the activations.
    pub activations: f64,
}

impl Shares {
    /// ZeRO-1 divides states, ZeRO-2 also gradients, ZeRO-3 and FSDP also weights (arXiv 1910.02054). Data parallel
    /// divides nothing. `tp` divides most activations; a stage of `pp` keeps those of as many batches as there are
    /// stages, which is all of them again.
    pub fn of(job: &Job<'_>) -> Self {
        let part = 1.0 / f64::from(job.n_gpu);
        let all = Self {
            strategy: job.strategy,
            weights: 1.0,
            adapters: 1.0,
            gradients: 1.0,
            states: 1.0,
            activations: 1.0,
        };
        match job.strategy {
            Strategy::None | Strategy::Ddp => all,
            Strategy::Zero1 => Self {
                states: part,
                ..all
            },
            // The shard stays beside the gathered weights, as our FSDP2 run without resharding shows.
            Strategy::Zero2 => Self {
                weights: if job.task == Task::Full { part } else { 1.0 },
                gradients: part,
                states: part,
                ..all
            },
            Strategy::Zero3 | Strategy::Fsdp => Self {
                weights: part,
                adapters: part,
                gradients: part,
                states: part,
                ..all
            },
            Strategy::Tp => Self {
                adapters: part,
                gradients: part,
                states: part,
                activations: part,
                ..all
            },
            Strategy::Pp => Self {
                adapters: part,
                gradients: part,
                states: part,
                ..all
            },
        }
    }

    /// Bytes of the 16-bit tables that are gathered while the loss is computed.
    pub fn gathered_tables(&self, model: &Model) -> f64 {
        if self.strategy.shards_weights() {
            2.0 * model.params_embed as f64
        } else {
            0.0
        }
    }

    /// Bytes of two gathered blocks: the one at work and the next, fetched ahead.
    pub fn gathered_block(&self, model: &Model) -> f64 {
        if self.strategy.shards_weights() {
            2.0 * 2.0 * model.params_linear as f64 / f64::from(model.layers)
        } else {
            0.0
        }
    }

    /// Bytes of all weights in 16 bits, which ZeRO-2 gathers for the whole step.
    pub fn gathered_weights(&self, model: &Model) -> f64 {
        if self.strategy == Strategy::Zero2 && self.weights < 1.0 {
            2.0 * model.params as f64
        } else {
            0.0
        }
    }

    /// Buffers of the exchange, GiB. DDP keeps a second copy of the gradients in its buckets (our two runs: 12.0 bytes a
    /// parameter instead of 10.0). The others: a bucket of 5e8 elements and up to 1e9 live parameters in DeepSpeed's
    /// defaults (EleutherAI's cookbook) as the high end; our FSDP2 runs show next to none.
    pub fn buffers(&self, gradients: f64, model: &Model) -> Range {
        match self.strategy {
            Strategy::None => Range::ZERO,
            Strategy::Ddp => Range::exact(gradients / GIB),
            Strategy::Tp | Strategy::Pp => Range::new(0.0, 0.2, 1.0),
            _ => {
                let live = (model.params as f64).min(1.0e9);
                Range::new(0.0, 0.1, 2.0 * live / GIB)
            }
        }
    }
}

//! The measured run that is nearest to a job.
use super::job::{Job, Subject};
use super::runs::{Origin, Run};
use super::units::{Range, rounded};
use super::words::*;
use super::{Models, accuracy, memory};
use serde::Serialize;

/// Farthest distance at which a run still says something: a model 2.7 times the size, or 7 times the tokens.
const FARTHEST: f64 = 1.0;

/// What a run is compared by. Two jobs whose words differ are not neighbours at any distance.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mark {
    words: Words,
    ln_params: f64,
    ln_tokens: f64,
    ln_rank: f64,
    has_mlp_adapters: bool,
}

/// Choices that change what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Words {
    task: Task,
    weight_class: u8,
    is_checkpointed: bool,
    is_eager: bool,
    loss: Loss,
    optimizer: Optimizer,
    precision: Precision,
    n_gpu: u32,
    strategy: Strategy,
    /// Of pictures: what is on the card and how it is decoded.
    picture: (Resident, Vae, u32),
}

fn mark(job: &Job<'_>) -> Mark {
    let is_full = job.task == Task::Full;
    let (params, tokens) = match job.subject {
        Subject::Llm(model) if job.task == Task::Inference => {
            let tokens = f64::from(job.batch) * (f64::from(job.prompt) + f64::from(job.gen_tokens));
            (model.params as f64, tokens)
        }
        Subject::Llm(model) => (model.params as f64, job.tokens_per_step()),
        Subject::Diffusion(_) => {
            let pixels = f64::from(job.width) * f64::from(job.height) * f64::from(job.frames);
            (1.0, pixels * f64::from(job.batch))
        }
    };
    let pictures = job.task.is_diffusion();
    Mark {
        words: Words {
            task: job.task,
            weight_class: job.weights.class(),
            is_checkpointed: job.gradient_checkpointing,
            // With checkpointing scores come and go; our runs show no difference.
            is_eager: job.attention == Attention::Eager && !job.gradient_checkpointing,
            loss: job.loss,
            optimizer: if is_full {
                job.optimizer
            } else {
                Optimizer::AdamwTorch
            },
            precision: if is_full {
                job.precision
            } else {
                Precision::Bf16
            },
            n_gpu: job.n_gpu,
            strategy: if job.strategy == Strategy::Fsdp {
                Strategy::Zero3
            } else {
                job.strategy
            },
            picture: if pictures {
                (job.resident, job.vae, job.controlnets)
            } else {
                (Resident::All, Vae::Plain, 0)
            },
        },
        ln_params: params.ln(),
        ln_tokens: tokens.max(1.0).ln(),
        ln_rank: f64::from(job.lora_rank.max(1)).ln(),
        has_mlp_adapters: job.lora_targets.has_mlp(),
    }
}

/// How far two jobs are apart; none when they are not comparable. Parameters count most, tokens half as much, the rank a
/// tenth: so much do they move the memory.
fn distance(a: &Mark, b: &Mark) -> Option<f64> {
    if a.words != b.words {
        return None;
    }
    let adapters = if a.has_mlp_adapters == b.has_mlp_adapters {
        0.0
    } else {
        0.25
    };
    Some(
        (a.ln_params - b.ln_params).abs()
            + 0.5 * (a.ln_tokens - b.ln_tokens).abs()
            + 0.1 * (a.ln_rank - b.ln_rank).abs()
            + adapters,
    )
}

/// A run that was measured near a job.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Neighbour {
    /// Name of the run.
    pub id: String,
    /// Its job in a few words.
    pub job: String,
    /// What was measured, GiB.
    pub measured_gib: f64,
    /// Which memory; null = the source does not say.
    pub metric: Option<Metric>,
    /// What is estimated for that very run, GiB.
    pub estimate_gib: Range,
    /// The card, as the source calls it.
    pub gpu: String,
    /// The software, as the source calls it.
    pub framework: String,
    /// Ours, or published by somebody else.
    pub origin: Origin,
    /// Its address; empty for our own.
    pub source: String,
    /// 0 = the same job; 1 = hardly comparable.
    pub distance: f64,
}

struct Place {
    model_id: String,
    mark: Mark,
    neighbour: Neighbour,
}

/// Measured runs, ready to be asked for neighbours.
#[derive(Default)]
pub struct Neighbours {
    places: Vec<Place>,
}

impl Neighbours {
    /// Takes the runs that were measured, can be looked up, and are about a model of the list.
    pub fn new(runs: &[Run], models: &Models) -> Self {
        let known = runs.iter().filter(|run| {
            let has_source = run.origin == Origin::Own || run.source.starts_with("http");
            run.is_measured && has_source
        });
        let places = known.filter_map(|run| {
            let request = accuracy::as_asked(run);
            let (job, _) = Job::fill(&request, None, models).ok()?;
            let total = memory::of(&job).ok()?.total();
            Some(Place {
                model_id: job.model_id().to_owned(),
                mark: mark(&job),
                neighbour: Neighbour {
                    id: run.id.clone(),
                    job: run.job(),
                    measured_gib: run.measured_gib,
                    metric: run.metric,
                    estimate_gib: total,
                    gpu: run.gpu.clone(),
                    framework: run.framework.clone(),
                    origin: run.origin,
                    source: run.source.clone(),
                    distance: 0.0,
                },
            })
        });
        Self {
            places: places.collect(),
        }
    }

    /// The nearest run; none when every one is too far. Of two as near, ours: its settings are known in full.
    pub fn nearest(&self, job: &Job<'_>) -> Option<Neighbour> {
        let wanted = mark(job);
        let model = job.model_id();
        let far = |place: &Place| {
            if job.task.is_diffusion() && place.model_id != model {
                return None;
            }
            let other = if place.model_id == model { 0.0 } else { 0.1 };
            let published = if place.neighbour.origin == Origin::Own {
                0.0
            } else {
                0.05
            };
            distance(&wanted, &place.mark)
                .map(|distance| (distance + other + published, distance + other))
        };
        let ranked = self
            .places
            .iter()
            .filter_map(|place| far(place).map(|far| (far, place)));
        let nearest = ranked.min_by(|a, b| a.0.0.total_cmp(&b.0.0));
        nearest
            .filter(|(far, _)| far.1 <= FARTHEST)
            .map(|(far, place)| Neighbour {
                distance: rounded(far.1),
                ..place.neighbour.clone()
            })
    }
}

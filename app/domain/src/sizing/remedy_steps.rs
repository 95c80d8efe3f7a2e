//! What can be switched on to save memory, and what that costs in time.
use super::format::*;
use super::job::{DEFAULT_RANK, Job};
use super::lora::Targets;
use super::words::*;

/// One thing that can be changed.
pub(super) struct Step {
    pub field: &'static str,
    pub value: String,
    pub time_factor: f64,
    pub apply: fn(&mut Job<'_>),
}

/// What can still be changed, the cheapest in time and quality first.
pub(super) fn steps(job: &Job<'_>) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut step = |is_open: bool, field, value: &str, time_factor, apply: fn(&mut Job<'_>)| {
        if is_open {
            steps.push(Step {
                field,
                value: value.to_owned(),
                time_factor,
                apply,
            });
        }
    };
    let is_training = job.task.is_llm_training();
    if !job.task.is_diffusion() {
        step(
            job.attention == Attention::Eager,
            "attention",
            "sdpa",
            0.8,
            |job| job.attention = Attention::Sdpa,
        );
    }
    if is_training {
        step(job.loss != Loss::Fused, "loss", "fused", 1.0, |job| {
            job.loss = Loss::Fused
        });
    }
    // A forward pass more: 8 instead of 6 units of work, or 6 instead of 4 with adapters.
    let again = if job.task == Task::Full {
        8.0 / 6.0
    } else {
        1.5
    };
    let trains = is_training || job.task == Task::DiffusionLora;
    step(
        trains && !job.gradient_checkpointing,
        "gradient_checkpointing",
        "true",
        again,
        |job| {
            job.gradient_checkpointing = true;
        },
    );
    if trains && job.optimizer == Optimizer::AdamwTorch {
        step(true, "optimizer", "paged_adamw_8bit", 1.05, |job| {
            job.optimizer = Optimizer::PagedAdamw8bit
        });
    }
    step(
        is_training && job.precision == Precision::MixedBf16,
        "precision",
        "bf16",
        0.9,
        |job| {
            job.precision = Precision::Bf16;
        },
    );
    if job.task == Task::DiffusionInference {
        let decodes = job.resident != Resident::Transformer;
        step(
            decodes && job.vae == Vae::Plain && job.batch > 1,
            "vae",
            "slicing",
            1.05,
            |job| job.vae = Vae::Slicing,
        );
        step(
            decodes && job.vae != Vae::Tiling,
            "vae",
            "tiling",
            1.1,
            |job| job.vae = Vae::Tiling,
        );
    }
    // Text encoders go to the host and come back for each prompt.
    step(
        job.task == Task::DiffusionInference && job.resident == Resident::All,
        "resident",
        "transformer+vae",
        1.15,
        |job| {
            job.resident = Resident::TransformerVae;
        },
    );
    step(
        job.task == Task::DiffusionLora && job.resident != Resident::Transformer,
        "resident",
        "transformer",
        1.0,
        |job| {
            job.resident = Resident::Transformer;
        },
    );
    if job.task == Task::Inference {
        step(job.kv == KvFormat::Bf16, "kv", "fp8", 1.0, |job| {
            job.kv = KvFormat::Fp8
        });
    }
    // Weights are gathered layer by layer instead of being kept whole.
    let is_whole = matches!(
        job.strategy,
        Strategy::Ddp | Strategy::Zero1 | Strategy::Zero2
    );
    step(is_training && is_whole, "strategy", "zero3", 1.15, |job| {
        job.strategy = Strategy::Zero3;
    });
    // Smaller batches use a card a little worse; gradients are accumulated over them instead.
    step(job.batch > 1, "batch", "1", 1.15, |job| job.batch = 1);
    // Dequantising costs time in training; in decoding fewer bytes are read.
    step(job.task == Task::Lora, "task", "qlora", 1.3, |job| {
        job.task = Task::Qlora;
        job.weights = Weights::Nf4Dq;
    });
    if job.task == Task::Inference && !job.weights.is_quantised() {
        let (word, apply): (_, fn(&mut Job<'_>)) = match job.engine {
            Engine::LlamaCpp => ("q4_k_m", |job| job.weights = Weights::Q4KM),
            Engine::Transformers => ("nf4-dq", |job| job.weights = Weights::Nf4Dq),
            _ => ("awq-int4", |job| job.weights = Weights::AwqInt4),
        };
        let time_factor = if job.engine == Engine::Transformers {
            1.2
        } else {
            0.6
        };
        step(true, "weights", word, time_factor, apply);
    }
    step(
        job.task == Task::DiffusionInference && !job.weights.is_quantised(),
        "weights",
        "nf4",
        1.3,
        |job| {
            job.weights = Weights::Nf4;
        },
    );
    // Another method altogether, and so the last resort.
    step(job.task == Task::Full, "task", "lora", 0.8, to_lora);
    step(job.task == Task::Full, "task", "qlora", 1.3, |job| {
        to_lora(job);
        job.task = Task::Qlora;
        job.weights = Weights::Nf4Dq;
    });
    steps
}

fn to_lora(job: &mut Job<'_>) {
    job.task = Task::Lora;
    job.lora_rank = DEFAULT_RANK;
    job.lora_targets = Targets::ALL;
}

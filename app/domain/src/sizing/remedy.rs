//! What to switch on so that a job fits, and what that costs in time.
use super::format::*;
use super::inverse;
use super::job::Job;
use super::memory;
use super::units::{Range, rounded, three};
use super::verdict::{Verdict, judge};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A field to change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The key of the document.
    pub field: &'static str,
    /// Its new value.
    pub value: String,
}

/// Changes that make a job fit a card.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Remedy {
    /// What to change, all of it.
    #[serde(serialize_with = "as_object")]
    pub set: Vec<Change>,
    /// What the process then needs, GiB.
    #[serde(rename = "low_gib", serialize_with = "three")]
    pub low: f64,
    /// The estimate.
    #[serde(rename = "mid_gib", serialize_with = "three")]
    pub mid: f64,
    /// The high end.
    #[serde(rename = "high_gib", serialize_with = "three")]
    pub high: f64,
    /// The verdict after the changes.
    pub verdict: Verdict,
    /// How many times as long the job takes.
    pub time_factor: f64,
}

fn as_object<S: Serializer>(changes: &[Change], serializer: S) -> Result<S::Ok, S::Error> {
    struct Typed<'a>(&'a str);
    impl Serialize for Typed<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0 {
                "true" => serializer.serialize_bool(true),
                "false" => serializer.serialize_bool(false),
                text => match text.parse::<u32>() {
                    Ok(number) => serializer.serialize_u32(number),
                    Err(_) => serializer.serialize_str(text),
                },
            }
        }
    }
    let mut map = serializer.serialize_map(Some(changes.len()))?;
    for change in changes {
        map.serialize_entry(change.field, &Typed(&change.value))?;
    }
    map.end()
}

/// One thing that can be changed.
struct Step {
    field: &'static str,
    value: String,
    time_factor: f64,
    apply: fn(&mut Job<'_>),
}

/// A set of changes with what the job then needs.
struct Variant<'a> {
    changes: Vec<Change>,
    job: Job<'a>,
    need: Range,
    time_factor: f64,
}

/// Every remedy of one job, ready to be asked for many cards.
pub struct Remedies<'a> {
    variants: Vec<Variant<'a>>,
    tried_all: Option<Variant<'a>>,
}

impl<'a> Remedies<'a> {
    /// Works out what each change alone, and one after the other, would save.
    pub fn of(job: &Job<'a>) -> Self {
        let steps = steps(job);
        let process = Job {
            metric: Metric::Process,
            ..*job
        };
        let mut variants: Vec<Variant<'a>> =
            steps.iter().filter_map(|step| variant(&process, std::slice::from_ref(step))).collect();
        variants.extend((2..=steps.len()).filter_map(|count| variant(&process, &steps[..count])));
        Self {
            tried_all: variant(&process, &steps),
            variants,
        }
    }

    /// The first change, or the first few together, with which the job fits `capacity`; else those with which it is
    /// tight; else a shorter context as well. None when nothing helps.
    pub fn for_card(&self, capacity: f64) -> Option<Remedy> {
        let with = |wanted: Verdict| {
            let found = self.variants.iter().find(|variant| judge(variant.need, Some(capacity)) == wanted);
            found.map(|variant| remedy(variant, wanted))
        };
        with(Verdict::Fits).or_else(|| with(Verdict::Tight)).or_else(|| self.shorter(capacity))
    }

    fn shorter(&self, capacity: f64) -> Option<Remedy> {
        let all = self.tried_all.as_ref()?;
        let longest = inverse::max_context(&all.job, capacity)?.tokens;
        let mut job = all.job;
        let mut changes = all.changes.clone();
        let (field, value) = if job.task == Task::Inference {
            job.prompt = longest.saturating_sub(job.gen_tokens);
            ("prompt", job.prompt)
        } else {
            job.seq = longest;
            ("seq", job.seq)
        };
        // A context of a few words is no remedy.
        if value < 128 {
            return None;
        }
        changes.push(Change {
            field,
            value: value.to_string(),
        });
        let need = memory::of(&job).ok()?.total();
        let variant = Variant {
            changes,
            job,
            need,
            time_factor: all.time_factor,
        };
        Some(remedy(&variant, judge(need, Some(capacity))))
    }
}

fn remedy(variant: &Variant<'_>, verdict: Verdict) -> Remedy {
    Remedy {
        set: variant.changes.clone(),
        low: variant.need.low,
        mid: variant.need.mid,
        high: variant.need.high,
        verdict,
        time_factor: rounded(variant.time_factor),
    }
}

fn variant<'a>(job: &Job<'a>, steps: &[Step]) -> Option<Variant<'a>> {
    let mut job = *job;
    let mut changes: Vec<Change> = Vec::new();
    let mut time_factor = 1.0;
    for step in steps {
        (step.apply)(&mut job);
        time_factor *= step.time_factor;
        // A later value of the same field replaces the earlier one.
        changes.retain(|change| change.field != step.field);
        changes.push(Change {
            field: step.field,
            value: step.value.clone(),
        });
    }
    let need = memory::of(&job).ok()?.total();
    (!changes.is_empty()).then_some(Variant {
        changes,
        job,
        need,
        time_factor,
    })
}

/// What can still be changed, the cheapest in time and quality first.
fn steps(job: &Job<'_>) -> Vec<Step> {
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
        step(job.attention == Attention::Eager, "attention", "sdpa", 0.8, |job| job.attention = Attention::Sdpa);
    }
    if is_training {
        step(job.loss != Loss::Fused, "loss", "fused", 1.0, |job| job.loss = Loss::Fused);
    }
    // A forward pass more: 8 instead of 6 units of work, or 6 instead of 4 with adapters.
    let again = if job.task == Task::Full { 8.0 / 6.0 } else { 1.5 };
    let trains = is_training || job.task == Task::DiffusionLora;
    step(trains && !job.gradient_checkpointing, "gradient_checkpointing", "true", again, |job| {
        job.gradient_checkpointing = true;
    });
    if trains && job.optimizer == Optimizer::AdamwTorch {
        step(true, "optimizer", "paged_adamw_8bit", 1.05, |job| job.optimizer = Optimizer::PagedAdamw8bit);
    }
    step(is_training && job.precision == Precision::MixedBf16, "precision", "bf16", 0.9, |job| {
        job.precision = Precision::Bf16;
    });
    if job.task == Task::DiffusionInference {
        let decodes = job.resident != Resident::Transformer;
        step(decodes && job.vae == Vae::Plain && job.batch > 1, "vae", "slicing", 1.05, |job| job.vae = Vae::Slicing);
        step(decodes && job.vae != Vae::Tiling, "vae", "tiling", 1.1, |job| job.vae = Vae::Tiling);
    }
    // Text encoders go to the host and come back for each prompt.
    step(job.task == Task::DiffusionInference && job.resident == Resident::All, "resident", "transformer+vae", 1.15, |job| {
        job.resident = Resident::TransformerVae;
    });
    step(job.task == Task::DiffusionLora && job.resident != Resident::Transformer, "resident", "transformer", 1.0, |job| {
        job.resident = Resident::Transformer;
    });
    if job.task == Task::Inference {
        step(job.kv == KvFormat::Bf16, "kv", "fp8", 1.0, |job| job.kv = KvFormat::Fp8);
    }
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
        let time_factor = if job.engine == Engine::Transformers { 1.2 } else { 0.6 };
        step(true, "weights", word, time_factor, apply);
    }
    step(job.task == Task::DiffusionInference && !job.weights.is_quantised(), "weights", "nf4", 1.3, |job| {
        job.weights = Weights::Nf4;
    });
    step(job.task == Task::Full, "task", "lora", 0.8, |job| job.task = Task::Lora);
    steps
}

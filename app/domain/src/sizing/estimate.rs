//! Answers a request.
use super::answer::{CardAnswer, Estimate, Seconds};
use super::inverse;
use super::job::Job;
use super::nearest::Neighbours;
use super::parts::Memory;
use super::remedy::{Remedies, Remedy};
use super::request::{ModelChoice, Request};
use super::runs::Runs;
use super::units::{Range, rounded};
use super::verdict::{Verdict, capacity_gib, judge};
use super::words::{Metric, Task};
use super::{Model, Models, SizingError, cards, decode, memory, train_time, weights};
use crate::catalog::Gpu;

/// Models and measured runs: what estimates are made from and compared with.
#[derive(Default)]
pub struct Library {
    /// The models that are known.
    pub models: Models,
    /// Every measured run.
    pub runs: Runs,
    neighbours: Neighbours,
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (models, runs) = (self.models.llms.len(), self.runs.runs.len());
        write!(f, "Library({models} models, {runs} runs)")
    }
}

impl Library {
    /// Prepares the runs for questions of nearness.
    pub fn new(models: Models, runs: Runs) -> Self {
        let neighbours = Neighbours::new(&runs.runs, &models);
        Self {
            models,
            runs,
            neighbours,
        }
    }
}

/// The model of a request that gives a shape.
pub(super) fn shape_of(request: &Request) -> Result<Option<Model>, SizingError> {
    match &request.model {
        Some(ModelChoice::Shape(shape)) => shape.model().map(Some),
        Some(ModelChoice::Config(read)) => Ok(Some(read.model.clone())),
        Some(ModelChoice::Named(_)) | None => Ok(None),
    }
}

/// Memory of one card, without cards and times. Errors: as [`estimate`].
pub fn estimate_memory(request: &Request, models: &Models) -> Result<Memory, SizingError> {
    let shape = shape_of(request)?;
    let (job, _) = Job::fill(request, shape.as_ref(), models)?;
    memory::of(&job)
}

/// Answers a request: memory with its parts, the nearest measured run, and a verdict and times for each card (those of
/// the request, else all of `gpus`).
///
/// Errors: a field that is missing or that the task does not use, an unknown model or card, and for diffusion models
/// what nobody measured.
pub fn estimate(
    request: &Request,
    library: &Library,
    gpus: &[Gpu],
) -> Result<Estimate, SizingError> {
    let shape = shape_of(request)?;
    let (job, assumptions) = Job::fill(request, shape.as_ref(), &library.models)?;
    let memory = memory::of(&job)?;
    let process = memory::of(&Job {
        metric: Metric::Process,
        ..job
    })?;
    let judged = judged(request, gpus)?;
    let need = process.total();
    let mut remedies = RemedyCache::default();
    let is_named = request.gpus.is_some();
    let answers: Vec<CardAnswer> = judged
        .iter()
        .map(|gpu| {
            let mut answer = card(&job, need, gpu);
            if answer.verdict == Verdict::No {
                answer.fix = capacity_gib(gpu).and_then(|capacity| remedies.of(&job, capacity));
            }
            if is_named {
                answer.max_context = capacity_gib(gpu).and_then(|c| inverse::max_context(&job, c));
                answer.max_batch = capacity_gib(gpu).and_then(|c| inverse::max_batch(&job, c));
            }
            answer
        })
        .collect();
    let by_memory = |place: &&usize| {
        let memory = capacity_gib(judged[**place]);
        (
            memory.map_or(u64::MAX, |gib| (gib * 1024.0) as u64),
            **place,
        )
    };
    let places: Vec<usize> = (0..judged.len()).collect();
    let smallest = places
        .iter()
        .filter(|place| capacity_gib(judged[**place]).is_some())
        .min_by_key(by_memory);
    let smallest = smallest.and_then(|place| answers.get(*place));
    let fitting = places
        .iter()
        .filter(|place| answers[**place].verdict == Verdict::Fits)
        .min_by_key(by_memory);
    let total = memory.total();
    let config = match &request.model {
        Some(ModelChoice::Config(read)) => Some(read),
        _ => None,
    };
    Ok(Estimate {
        model: job.model_id().to_owned(),
        low_gib: rounded(total.low),
        mid_gib: rounded(total.mid),
        high_gib: rounded(total.high),
        parts: memory.parts().collect(),
        assumptions,
        unknown_config_fields: config.map(|read| read.unknown.clone()).unwrap_or_default(),
        config_notes: config.map(|read| read.notes.clone()).unwrap_or_default(),
        nearest_measured: library.neighbours.nearest(&job),
        max_context: smallest
            .and_then(|answer| answer.max_context)
            .map(|max| max.tokens),
        max_batch: smallest.and_then(|answer| answer.max_batch),
        smallest_card: fitting.map(|place| answers[*place].gpu.clone()),
        download_gb: download_gb(&job),
        cards: answers,
    })
}

/// Remedies by capacity: many cards have the same.
#[derive(Default)]
struct RemedyCache<'a> {
    remedies: Option<Remedies<'a>>,
    known: Vec<(f64, Option<Remedy>)>,
}

impl<'a> RemedyCache<'a> {
    fn of(&mut self, job: &Job<'a>, capacity: f64) -> Option<Remedy> {
        if let Some((_, remedy)) = self.known.iter().find(|(gib, _)| *gib == capacity) {
            return remedy.clone();
        }
        let remedies = self.remedies.get_or_insert_with(|| Remedies::of(job));
        let remedy = remedies.for_card(capacity);
        self.known.push((capacity, remedy.clone()));
        remedy
    }
}

fn judged<'a>(request: &Request, gpus: &'a [Gpu]) -> Result<Vec<&'a Gpu>, SizingError> {
    if let Some(names) = &request.gpus {
        return names.iter().map(|name| cards::find(gpus, name)).collect();
    }
    let mut all: Vec<&Gpu> = gpus.iter().collect();
    all.sort_by(|a, b| {
        let memory = |gpu: &Gpu| capacity_gib(gpu).unwrap_or(f64::INFINITY);
        memory(a).total_cmp(&memory(b))
    });
    Ok(all)
}

/// What is fetched before the job starts: quantised while loading, a bitsandbytes model is fetched in 16 bits.
fn download_gb(job: &Job<'_>) -> Option<f64> {
    use super::format::Weights;
    let model = job.llm()?;
    let stored = if job.weights.is_bitsandbytes() {
        Weights::Bf16
    } else {
        job.weights
    };
    Some(rounded(weights::file_gb(model, stored)))
}

fn card(job: &Job<'_>, need: Range, gpu: &Gpu) -> CardAnswer {
    let capacity = capacity_gib(gpu);
    let mut answer = CardAnswer {
        gpu: gpu.slug.clone(),
        verdict: judge(need, capacity),
        headroom_gib: capacity.map(|capacity| rounded(capacity - need.mid)),
        // vLLM's `gpu_memory_utilization` and SGLang's fraction are 0.9 unless told otherwise.
        reserves_gib: capacity
            .filter(|_| job.engine.is_server())
            .map(|capacity| rounded(0.9 * capacity)),
        fix: None,
        time: None,
        prefill: None,
        decode_tokens_per_s: None,
        train_tokens_per_s: None,
        max_context: None,
        max_batch: None,
    };
    let Some(model) = job.llm() else {
        return answer;
    };
    if job.task == Task::Inference {
        answer.decode_tokens_per_s = decode::tokens_per_s(job, model, gpu);
        answer.prefill = decode::prefill_s(job, model, gpu).map(Seconds);
    } else {
        answer.train_tokens_per_s = train_time::tokens_per_s(job, model, gpu);
        answer.time = train_time::total_s(job, model, gpu).map(Seconds);
    }
    answer
}

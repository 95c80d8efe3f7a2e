//! What a job asks of a machine, as the sizer says it.
use crate::catalog::Gpu;
use crate::sizing::{
    Library, Metric, Pace, Range, Request, SizingError, Strategy, Task, estimate, pace,
};

/// What a job asks on one kind of card.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// What is fetched and loaded, GB of 10^9 bytes.
    pub gb: f64,
    /// Cards that work together.
    pub n_gpu: u32,
    /// GiB that the process needs of one card.
    pub need: Range,
    /// The arithmetic of one step.
    pub pace: Pace,
    /// Tokens a second: of one sequence while generating, of the whole job while training.
    pub tokens_per_s: Option<Range>,
    /// Seconds until the first token.
    pub first_token_s: Option<Range>,
    /// Whether somebody reads along, so that a rate can be too slow for them.
    pub is_read: bool,
    /// Whether the model is written again while the job runs.
    pub keeps_checkpoints: bool,
    /// Whether the cards exchange much in every step.
    pub exchanges: bool,
    /// Seconds of work: the training, or the hours of use. None = the card's rate is unknown.
    pub work: Option<Range>,
}

impl Load {
    /// Asks the sizer. `hours` is the use of what has no length of its own. Errors: as the sizer's.
    pub fn of(
        request: &Request,
        hours: u32,
        library: &Library,
        gpu: &Gpu,
    ) -> Result<Self, SizingError> {
        let asked = Request {
            gpus: Some(vec![gpu.slug.clone()]),
            metric: Some(Metric::Process),
            ..request.clone()
        };
        let answer = estimate(&asked, library, std::slice::from_ref(gpu))?;
        let task = request.task.unwrap_or(Task::Inference);
        let n_gpu = request.n_gpu.unwrap_or(1);
        let card = answer.cards.first();
        let assumed = |field: &str| {
            let mut all = answer.assumptions.iter();
            all.find(|one| one.field == field)
                .map(|one| one.value.as_str())
        };
        let batch = request
            .batch
            .or_else(|| assumed("batch")?.parse().ok())
            .unwrap_or(1);
        let strategy = request
            .strategy
            .or_else(|| Strategy::from_word(assumed("strategy")?));
        let generated = card
            .and_then(|card| card.decode_tokens_per_s)
            .map(|all| all.over(f64::from(batch)));
        let work = if task.is_llm_training() {
            card.and_then(|card| card.time).map(|time| time.0)
        } else {
            Some(Range::exact(f64::from(hours) * 3600.0))
        };
        Ok(Self {
            gb: answer.fetched_gb(),
            n_gpu,
            need: Range::new(answer.low_gib, answer.mid_gib, answer.high_gib),
            pace: pace(request, library, gpu)?,
            tokens_per_s: generated.or_else(|| card.and_then(|card| card.train_tokens_per_s)),
            first_token_s: card.and_then(|card| card.prefill).map(|seconds| seconds.0),
            is_read: task == Task::Inference,
            keeps_checkpoints: task == Task::Full,
            exchanges: exchanges(task, strategy),
            work,
        })
    }
}

/// Adapters are small, and copies that answer apart exchange nothing.
const fn exchanges(task: Task, strategy: Option<Strategy>) -> bool {
    match strategy {
        Some(Strategy::None | Strategy::Pp) | None => false,
        Some(Strategy::Ddp) => matches!(task, Task::Full),
        Some(_) => true,
    }
}

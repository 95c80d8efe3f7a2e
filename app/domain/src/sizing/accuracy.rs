//! How far estimates are from measured runs, group by group.
use super::format::Weights;
use super::request::Request;
use super::runs::{Origin, Run, Runs};
use super::units::{Range, rounded};
use super::words::{Metric, Task};
use super::{Models, estimate_memory};
use serde::Serialize;

/// One run against its estimate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Name of the run.
    pub id: String,
    /// The job in a few words.
    pub job: String,
    /// The card, as the source calls it.
    pub gpu: String,
    /// What was measured, in the unit of the group.
    pub measured: f64,
    /// What is estimated.
    pub estimate: Range,
    /// `mid ÷ measured − 1`.
    pub error: f64,
    /// True when the measured value lies inside the range.
    pub is_inside: bool,
    /// Address of the source; empty for our own runs.
    pub source: String,
}

impl Row {
    pub(super) fn new(run: (&str, String, &str, &str), measured: f64, estimate: Range) -> Self {
        let (id, job, gpu, source) = run;
        Self {
            id: id.to_owned(),
            job,
            gpu: gpu.to_owned(),
            measured,
            estimate,
            error: estimate.mid / measured - 1.0,
            is_inside: estimate.contains(measured),
            source: source.to_owned(),
        }
    }
}

/// What a group must reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bar {
    /// Largest median of the absolute error; none = not judged.
    pub median_error: Option<f64>,
    /// Smallest share of rows inside the range.
    pub inside: f64,
}

/// Rows that belong together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// Stable name.
    pub name: &'static str,
    /// `GiB` or `tokens/s`.
    pub unit: &'static str,
    /// Its runs.
    pub rows: Vec<Row>,
    /// What it must reach; none for groups that are only shown.
    pub bar: Option<Bar>,
}

/// Fewest rows of a group that is judged.
pub const JUDGED_FROM: usize = 5;

impl Group {
    /// Median of the absolute relative error of `mid`; 0 without rows.
    pub fn median_error(&self) -> f64 {
        let mut errors: Vec<f64> = self.rows.iter().map(|row| row.error.abs()).collect();
        errors.sort_by(f64::total_cmp);
        let middle = errors.len() / 2;
        match errors.len() {
            0 => 0.0,
            odd if odd % 2 == 1 => errors[middle],
            _ => (errors[middle - 1] + errors[middle]) / 2.0,
        }
    }

    /// Rows inside their range.
    pub fn inside(&self) -> usize {
        self.rows.iter().filter(|row| row.is_inside).count()
    }

    /// True when the group is judged.
    pub fn is_judged(&self) -> bool {
        self.bar.is_some() && self.rows.len() >= JUDGED_FROM
    }

    /// True unless the group is judged and misses its bar.
    pub fn passes(&self) -> bool {
        let Some(bar) = self.bar.filter(|_| self.is_judged()) else {
            return true;
        };
        let share = self.inside() as f64 / self.rows.len() as f64;
        bar.median_error
            .is_none_or(|most| self.median_error() <= most)
            && share >= bar.inside
    }
}

type Belongs = fn(&Run) -> bool;

const fn bar(median_error: f64, inside: f64) -> Option<Bar> {
    Some(Bar {
        median_error: Some(median_error),
        inside,
    })
}

fn task(run: &Run) -> Option<Task> {
    run.request.task
}

fn is_published(run: &Run) -> bool {
    run.origin == Origin::Published && run.is_measured
}

fn is_swift(run: &Run) -> bool {
    run.framework == "ms-swift"
}

fn is_single(run: &Run, wanted: Task) -> bool {
    run.origin == Origin::Own && run.request.n_gpu.is_none() && task(run) == Some(wanted)
}

fn is_checkpointed(run: &Run) -> bool {
    run.request.gradient_checkpointing == Some(true)
}

fn is_quantised(run: &Run) -> bool {
    run.request.weights.is_some_and(Weights::is_quantised)
}

fn trains(run: &Run) -> bool {
    task(run).is_some_and(Task::is_llm_training)
}

/// The groups of memory, with their bars.
const GROUPS: &[(&str, Belongs, Option<Bar>)] = &[
    (
        "published inference",
        |run| is_published(run) && task(run) == Some(Task::Inference),
        bar(0.06, 0.85),
    ),
    (
        "published training",
        |run| is_published(run) && trains(run) && !is_swift(run),
        bar(0.12, 0.85),
    ),
    (
        "published training, ms-swift",
        |run| is_published(run) && trains(run) && is_swift(run),
        None,
    ),
    (
        "published diffusion",
        |run| is_published(run) && task(run).is_some_and(Task::is_diffusion),
        None,
    ),
    (
        "H200 inference, 16 bit",
        |run| is_single(run, Task::Inference) && !is_quantised(run),
        bar(0.08, 0.85),
    ),
    (
        "H200 inference, 4 bit",
        |run| is_single(run, Task::Inference) && is_quantised(run),
        bar(0.08, 0.85),
    ),
    (
        "H200 LoRA, checkpointing",
        |run| is_single(run, Task::Lora) && is_checkpointed(run),
        bar(0.08, 0.85),
    ),
    (
        "H200 LoRA",
        |run| is_single(run, Task::Lora) && !is_checkpointed(run),
        bar(0.08, 0.85),
    ),
    (
        "H200 QLoRA, checkpointing",
        |run| is_single(run, Task::Qlora) && is_checkpointed(run),
        bar(0.08, 0.85),
    ),
    (
        "H200 QLoRA",
        |run| is_single(run, Task::Qlora) && !is_checkpointed(run),
        bar(0.08, 0.85),
    ),
    (
        "H200 full, checkpointing",
        |run| is_single(run, Task::Full) && is_checkpointed(run),
        bar(0.08, 0.85),
    ),
    (
        "H200 full",
        |run| is_single(run, Task::Full) && !is_checkpointed(run),
        bar(0.08, 0.85),
    ),
    (
        "H200 diffusion",
        |run| is_single(run, Task::DiffusionInference),
        bar(0.08, 0.85),
    ),
    (
        "H200 diffusion LoRA",
        |run| is_single(run, Task::DiffusionLora),
        bar(0.08, 0.85),
    ),
    (
        "2 × H200 training",
        |run| run.origin == Origin::Own && run.request.n_gpu.is_some(),
        bar(0.12, 0.80),
    ),
];

/// Every group of memory. A run whose model or size is unknown is in none.
pub fn memory(runs: &Runs, models: &Models) -> Vec<Group> {
    let groups = GROUPS.iter().map(|(name, belongs, bar)| Group {
        name,
        unit: "GiB",
        rows: runs
            .runs
            .iter()
            .filter(|run| belongs(run))
            .filter_map(|run| row(run, models))
            .collect(),
        bar: *bar,
    });
    groups.collect()
}

/// The run's job, with the metric that was measured. What a source does not name is read off the card, as a rule.
pub(super) fn as_asked(run: &Run) -> Request {
    Request {
        metric: Some(run.metric.unwrap_or(Metric::Process)),
        ..run.request.clone()
    }
}

fn row(run: &Run, models: &Models) -> Option<Row> {
    let memory = estimate_memory(&as_asked(run), models).ok()?;
    let total = memory.total();
    let total = Range::new(rounded(total.low), rounded(total.mid), rounded(total.high));
    Some(Row::new(
        (&run.id, run.job(), &run.gpu, &run.source),
        run.measured_gib,
        total,
    ))
}

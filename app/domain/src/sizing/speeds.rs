//! Published speeds: what times are compared with.
use super::accuracy::{Bar, Group, Row};
use super::decode;
use super::format::Weights;
use super::job::Job;
use super::request::{ModelChoice, Request};
use super::run_fields::RunFields;
use super::runs::{Origin, RunFile, Runs};
use super::units::{Range, rounded};
use super::words::{Engine, Strategy, Task};
use super::{Models, train_time};
use crate::catalog::Gpu;
use crate::pricing::raw::Raw;

/// The cards of the sources, by our slugs.
const CARDS: &[(&str, &str)] = &[
    ("3070 8GB", "rtx-3070"),
    ("3080 10GB", "rtx-3080-10gb"),
    ("3080 Ti 12GB", "rtx-3080-ti"),
    ("4070 Ti 12GB", "rtx-4070-ti"),
    ("4080 16GB", "rtx-4080"),
    ("3090 24GB", "rtx-3090"),
    ("4090 24GB", "rtx-4090"),
    ("RTX 4090", "rtx-4090"),
    ("5090 32GB", "rtx-5090"),
    ("RTX 4060 8GB", "rtx-4060"),
    ("RTX 4000 Ada 20GB", "rtx-4000-ada"),
    ("RTX 5000 Ada 32GB", "rtx-5000-ada"),
    ("RTX 6000 Ada 48GB", "rtx-6000-ada"),
    ("RTX A6000 48GB", "rtx-a6000"),
    ("RTX A6000", "rtx-a6000"),
    ("RTX PRO 6000 Blackwell SE", "rtx-pro-6000-blackwell-server"),
    ("A40 48GB", "a40"),
    ("L40S 48GB", "l40s"),
    ("A100 PCIe 80GB", "a100-80gb-pcie"),
    ("A100 SXM 80GB", "a100-80gb-sxm"),
    ("A100 80GB", "a100-80gb"),
    ("A100 40GB", "a100-40gb"),
    ("H100 PCIe 80GB", "h100-pcie"),
    ("H200 141GB", "h200-sxm"),
];

/// Left out: an upper bound worked back from an article, and a card whose label cannot be true (0.7 to 0.8 of its
/// peak).
const DOUBTFUL: &[&str] = &["t402", "t358"];

fn card<'a>(gpus: &'a [Gpu], name: &str) -> Option<&'a Gpu> {
    let (_, slug) = CARDS.iter().find(|(label, _)| *label == name)?;
    gpus.iter().find(|gpu| gpu.slug == *slug)
}

/// Groups of speed: decoding, prompts, training as published, training as we measured.
pub fn groups(published: &RunFile, runs: &Runs, models: &Models, gpus: &[Gpu]) -> Vec<Group> {
    let rows = |phase: &str| {
        let cases = published.rows().iter();
        let cases = cases.filter(|row| row.text("phase") == Some(phase));
        cases
            .filter_map(|row| speed(row, phase, models, gpus))
            .collect()
    };
    let shown = |name: &'static str, rows: Vec<Row>| Group {
        name,
        unit: "tokens/s",
        rows,
        bar: None,
    };
    vec![
        Group {
            bar: Some(Bar {
                median_error: None,
                inside: 0.80,
            }),
            ..shown("decode", rows("decode"))
        },
        shown("prefill", rows("prefill")),
        shown("published training speed", rows("train")),
        shown("H200 training speed", own(runs, models, gpus)),
    ]
}

fn engine(text: &str) -> Engine {
    if text.starts_with("llama.cpp") {
        Engine::LlamaCpp
    } else if text.starts_with("vLLM") {
        Engine::Vllm
    } else {
        Engine::Transformers
    }
}

fn speed(row: &Raw, phase: &str, models: &Models, gpus: &[Gpu]) -> Option<Row> {
    let id = row.text("id").filter(|id| !DOUBTFUL.contains(id))?;
    let gpu = card(gpus, row.text("gpu")?)?;
    let measured = row.number("value")?;
    let mut request = Request {
        model: Some(ModelChoice::Named(row.text("model")?.to_owned())),
        batch: row.count("batch"),
        n_gpu: row.count("n_gpu"),
        ..Request::default()
    };
    if phase == "train" {
        request.task = Task::from_word(row.text("method")?);
        // A row without its length says samples, not tokens.
        request.seq = Some(row.count("length")?);
    } else {
        let engine = engine(row.text("engine")?);
        request.task = Some(Task::Inference);
        request.engine = Some(engine);
        request.weights = row.text("quant").and_then(Weights::from_word);
        request.prompt = Some(row.count("length").unwrap_or(512));
        // Qwen's runs made 2,048 tokens; the others' lengths count what is there.
        request.gen_tokens = Some(if row.text("source")?.contains("QwenLM") {
            2048
        } else {
            0
        });
        if engine == Engine::LlamaCpp && request.n_gpu.is_some_and(|n| n > 1) {
            request.strategy = Some(Strategy::Pp);
        }
    }
    let (job, _) = Job::fill(&request, None, models).ok()?;
    let model = job.llm()?;
    let estimate = match phase {
        "decode" => decode::tokens_per_s(&job, model, gpu)?,
        "prefill" => {
            let seconds = decode::prefill_s(&job, model, gpu)?;
            let tokens = f64::from(job.prompt) * f64::from(job.batch);
            Range::new(
                tokens / seconds.high,
                tokens / seconds.mid,
                tokens / seconds.low,
            )
        }
        _ => train_time::tokens_per_s(&job, model, gpu)?,
    };
    let words = ["method", "model", "quant", "engine", "framework"];
    let mut words: Vec<String> = words
        .iter()
        .filter_map(|key| row.text(key))
        .map(str::to_owned)
        .collect();
    words.push(format!(
        "{} × {}",
        job.batch,
        row.count("length").unwrap_or(0)
    ));
    if job.n_gpu > 1 {
        words.push(format!("{} cards", job.n_gpu));
    }
    let source = row.text("source").unwrap_or_default();
    Some(Row::new(
        (id, words.join(" "), &gpu.slug, source),
        measured,
        tidy(estimate),
    ))
}

fn own(runs: &Runs, models: &Models, gpus: &[Gpu]) -> Vec<Row> {
    let runs = runs.runs.iter().filter(|run| run.origin == Origin::Own);
    let rows = runs.filter_map(|run| {
        let step = run.step_s?;
        let (job, _) = Job::fill(&run.request, None, models).ok()?;
        let (model, gpu) = (job.llm()?, card(gpus, &run.gpu)?);
        let copies = f64::from(job.n_gpu);
        let measured = job.tokens_per_step() * copies / step;
        let estimate = train_time::tokens_per_s(&job, model, gpu)?;
        Some(Row::new(
            (&run.id, run.job(), &gpu.slug, ""),
            rounded(measured),
            tidy(estimate),
        ))
    });
    rows.collect()
}

fn tidy(range: Range) -> Range {
    Range::new(rounded(range.low), rounded(range.mid), rounded(range.high))
}

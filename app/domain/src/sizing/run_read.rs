//! A row of a case file as a run: its job in our words.
use super::format::*;
use super::lora::Targets;
use super::request::{ModelChoice, Request};
use super::run_fields::RunFields;
use super::runs::{Origin, Run};
use super::words::*;
use crate::pricing::raw::Raw;

pub(super) fn published_run(row: &Raw) -> Option<Run> {
    let mut request = Request {
        task: Task::from_word(row.text("task")?),
        model: Some(ModelChoice::Named(row.text("model")?.to_owned())),
        ..Request::default()
    };
    let task = request.task?;
    request.weights = row.text("quant").and_then(quantisation);
    request.batch = row.count("batch").or(row.count("images"));
    match task {
        Task::Inference => {
            request.prompt = row.count("prompt");
            request.gen_tokens = row.count("gen");
        }
        Task::Full | Task::Lora | Task::Qlora => {
            request.seq = Some(row.count("seq")?);
            request.gradient_checkpointing = row.flag("grad_ckpt");
            request.optimizer = row.text("optimizer").map(optimizer);
            // torchtune's recipes compute the loss in chunks (`CEWithChunkedOutputLoss`).
            request.loss = (row.text("framework") == Some("torchtune")).then_some(Loss::Chunked);
            if task.has_adapters() {
                request.lora_rank = row.count("lora_rank");
                request.lora_targets = row.text("lora_targets").and_then(|t| Targets::read(t).ok());
            }
        }
        // Offloading whole models leaves one part on the card at a time; the denoiser is the largest.
        Task::DiffusionInference if row.flag("cpu_offload") == Some(true) => {
            request.resident = Some(Resident::Transformer);
        }
        Task::DiffusionInference => {}
        Task::DiffusionLora => {
            request.px = Some(512);
            request.gradient_checkpointing =
                row.text("note").map(|note| note.contains("checkpointing"));
        }
    }
    Some(Run {
        id: row.text("id")?.to_owned(),
        request,
        measured_gib: row.number("measured_gib")?,
        metric: match row.text("metric") {
            Some("allocated") => Some(Metric::Allocated),
            Some("smi") => Some(Metric::Process),
            _ => None,
        },
        step_s: None,
        gpu: row.text("gpu").unwrap_or_default().to_owned(),
        framework: row.text("framework").unwrap_or_default().to_owned(),
        origin: Origin::Published,
        source: row.text("source").unwrap_or_default().to_owned(),
        note: row.text("note").unwrap_or_default().to_owned(),
        is_measured: row.text("basis") == Some("measured"),
    })
}

pub(super) fn own_run(place: usize, row: &Raw) -> Option<Run> {
    let kind = row.text("kind")?;
    let name = row.text("model")?;
    let (name, is_alone) = match name.strip_suffix(" transformer only") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let task = match kind {
        "training" | "training_multi" => Task::from_word(row.text("method")?)?,
        other => Task::from_word(other)?,
    };
    let mut request = Request {
        task: Some(task),
        model: Some(ModelChoice::Named(name.to_owned())),
        batch: row.count("batch").or(row.count("batch_per_gpu")),
        attention: row.text("attention").and_then(Attention::from_word),
        n_gpu: row.count("n_gpu"),
        strategy: row.text("strategy").and_then(Strategy::from_word),
        ..Request::default()
    };
    match task {
        Task::Inference => {
            // The runs quantised the scales too, as their weights' sizes show.
            request.weights =
                row.text("weights")
                    .and_then(quantisation)
                    .map(|weights| match weights {
                        Weights::Nf4 => Weights::Nf4Dq,
                        other => other,
                    });
            request.prompt = row.count("context");
            request.gen_tokens = row.count("new_tokens");
        }
        Task::Full | Task::Lora | Task::Qlora => {
            request.seq = Some(row.count("seq")?);
            request.gradient_checkpointing = row.flag("gradient_checkpointing");
            request.optimizer = row.text("optimizer").map(optimizer);
            request.precision = row.text("precision").and_then(Precision::from_word);
            if task.has_adapters() {
                request.lora_rank = row.count("lora_rank");
                request.lora_targets = row.text("lora_targets").and_then(|t| Targets::read(t).ok());
            }
        }
        Task::DiffusionInference | Task::DiffusionLora => {
            pictures(row, task, is_alone, &mut request)
        }
    }
    Some(Run {
        id: format!("h{place}"),
        request,
        measured_gib: row.number("peak_allocated_gib")?,
        metric: Some(Metric::Allocated),
        step_s: row.number("step_s"),
        gpu: "H200 141GB".to_owned(),
        framework: row
            .text("engine")
            .unwrap_or("transformers 5.17.0")
            .to_owned(),
        origin: Origin::Own,
        source: String::new(),
        note: String::new(),
        is_measured: true,
    })
}

fn pictures(row: &Raw, task: Task, is_alone: bool, request: &mut Request) {
    request.weights = row.text("dtype").and_then(quantisation);
    request.px = row.count("px");
    request.width = row.count("width");
    request.height = row.count("height");
    request.frames = row.count("frames");
    let resident = row.text("resident").unwrap_or_default();
    request.resident = if is_alone || resident.starts_with("transformer only") {
        Some(Resident::Transformer)
    } else if resident.starts_with("transformer and vae") {
        Some(Resident::TransformerVae)
    } else {
        None
    };
    if task == Task::DiffusionLora {
        request.lora_rank = row.count("rank");
        request.gradient_checkpointing = row.flag("gradient_checkpointing");
        return;
    }
    request.cfg = row.flag("cfg");
    request.controlnets = row.count("controlnets");
    let tiling = row
        .flag("vae_tiling")
        .map(|is_on| if is_on { Vae::Tiling } else { Vae::Plain });
    request.vae = row.text("vae").and_then(Vae::from_word).or(tiling);
}

fn quantisation(text: &str) -> Option<Weights> {
    match text {
        "fp8-e4m3" => Some(Weights::Fp8),
        "8-bit" => Some(Weights::Int8),
        "4-bit" => Some(Weights::Nf4),
        // llama.cpp's Q4_1 has 5 bits a weight; the nearest of our formats.
        "Q4_1" => Some(Weights::Q4_0),
        other => Weights::from_word(&other.to_ascii_lowercase()),
    }
}

fn optimizer(text: &str) -> Optimizer {
    if text.contains("optimizer-in-backward") {
        return Optimizer::PagedAdamw8bitInBackward;
    }
    // `adamw` and the paged 32-bit one keep the states of PyTorch's.
    Optimizer::from_word(text).unwrap_or(Optimizer::AdamwTorch)
}

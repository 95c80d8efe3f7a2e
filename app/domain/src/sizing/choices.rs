//! Choices that belong together: which model, engine, format and way of sharing a task can have.
use super::fill::Filler;
use super::format::*;
use super::job::{Job, Subject};
use super::model::Model;
use super::request::{ModelChoice, Request};
use super::words::*;
use super::{Models, SizingError, error::SizingErrorKind};

pub(super) fn subject<'a>(
    request: &Request,
    task: Task,
    shape: Option<&'a Model>,
    models: &'a Models,
) -> Result<Subject<'a>, SizingError> {
    match (&request.model, shape) {
        (None, _) => Err(SizingError::missing("model")),
        (Some(ModelChoice::Named(name)), _) if task.is_diffusion() => {
            models.diffusion(name).map(Subject::Diffusion)
        }
        (Some(ModelChoice::Named(name)), _) => models.llm(name).map(Subject::Llm),
        (Some(_), _) if task.is_diffusion() => {
            let message = "a shape describes a language model; name a diffusion model";
            Err(SizingError::bad("model", message))
        }
        (Some(_), Some(model)) => Ok(Subject::Llm(model)),
        (Some(_), None) => Err(SizingError::missing("model")),
    }
}

pub(super) fn engine(
    request: &Request,
    task: Task,
    fill: &mut Filler,
) -> Result<Engine, SizingError> {
    let default = if task.is_diffusion() {
        Engine::Diffusers
    } else {
        Engine::Transformers
    };
    let engine = fill.or("engine", request.engine, default, |v| v.word().to_owned());
    let fits = match task {
        Task::Inference => !matches!(engine, Engine::Comfyui | Engine::Diffusers),
        Task::Full | Task::Lora | Task::Qlora => engine == Engine::Transformers,
        Task::DiffusionInference => matches!(engine, Engine::Comfyui | Engine::Diffusers),
        Task::DiffusionLora => engine == Engine::Diffusers,
    };
    if fits {
        return Ok(engine);
    }
    let message = format!("`{}` does not do task `{}`", engine.word(), task.word());
    Err(SizingError::bad("engine", message))
}

pub(super) fn weights(
    request: &Request,
    task: Task,
    fill: &mut Filler,
) -> Result<Weights, SizingError> {
    let default = match (&request.model, task) {
        (_, Task::Qlora) => Weights::Nf4Dq,
        // A quantised file is served as it is.
        (Some(ModelChoice::Config(read)), Task::Inference) => read.weights.unwrap_or(Weights::Bf16),
        _ => Weights::Bf16,
    };
    let weights = fill.or("weights", request.weights, default, |v| v.word().to_owned());
    let refuse = |why: &str| {
        let message = format!("`{}`: {why}", weights.word());
        Err(SizingError::bad("weights", message))
    };
    match task {
        Task::Full if weights.is_quantised() => {
            refuse("full training needs bf16, fp16 or fp32 weights")
        }
        Task::Lora if weights.is_quantised() => {
            refuse("adapters on a quantised model are task qlora")
        }
        Task::Qlora if !weights.is_quantised() => {
            refuse("qlora needs a quantised model; without one it is task lora")
        }
        Task::Qlora if weights.is_gguf() => refuse("GGUF files cannot be trained on"),
        _ => Ok(weights),
    }
}

pub(super) fn strategy(
    request: &Request,
    job: &Job<'_>,
    fill: &mut Filler,
) -> Result<Strategy, SizingError> {
    let usual = match job.task {
        _ if job.n_gpu == 1 => Strategy::None,
        Task::Inference if job.engine.is_server() => Strategy::Tp,
        // transformers and llama.cpp lay whole layers on each card.
        Task::Inference => Strategy::Pp,
        Task::Full => Strategy::Zero3,
        Task::Lora | Task::Qlora | Task::DiffusionInference | Task::DiffusionLora => Strategy::Ddp,
    };
    let strategy = fill.or("strategy", request.strategy, usual, |v| v.word().to_owned());
    let refuse = |why: &str| {
        let message = format!("`{}`: {why}", strategy.word());
        Err(SizingError::new(
            SizingErrorKind::BadValue,
            "strategy",
            message,
        ))
    };
    let divides_training = matches!(
        strategy,
        Strategy::Zero1 | Strategy::Zero2 | Strategy::Zero3 | Strategy::Fsdp
    );
    if job.n_gpu > 1 && strategy == Strategy::None {
        return refuse("uses one card; say how the others share the work");
    }
    match job.task {
        Task::Inference if divides_training => {
            refuse("divides what training keeps; inference uses tp, pp or ddp")
        }
        Task::DiffusionInference | Task::DiffusionLora
            if !matches!(strategy, Strategy::None | Strategy::Ddp) =>
        {
            refuse("was not measured for diffusion models; ddp gives each card a whole copy")
        }
        _ => Ok(strategy),
    }
}

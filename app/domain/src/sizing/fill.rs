//! Fills a request: what was not given takes a default, and the answer says so.
use super::choices::{engine, strategy, subject, weights};
use super::diffusion_model::{DiffusionModel, Stage};
use super::format::*;
use super::job::{Assumption, DEFAULT_RANK, Job, Subject};
use super::lora::Targets;
use super::model::Model;
use super::request::Request;
use super::words::*;
use super::{Models, SizingError};

/// Collects what was assumed.
pub(super) struct Filler {
    assumptions: Vec<Assumption>,
}

impl Filler {
    /// `given`, or `default` and a line that says so.
    pub fn or<T: Copy>(
        &mut self,
        field: &'static str,
        given: Option<T>,
        default: T,
        text: impl Fn(T) -> String,
    ) -> T {
        given.unwrap_or_else(|| {
            let value = text(default);
            self.assumptions.push(Assumption { field, value });
            default
        })
    }

    fn number(&mut self, field: &'static str, given: Option<u32>, default: u32) -> u32 {
        self.or(field, given, default, |value| value.to_string())
    }

    fn flag(&mut self, field: &'static str, given: Option<bool>, default: bool) -> bool {
        self.or(field, given, default, |value| value.to_string())
    }
}

impl<'a> Job<'a> {
    /// Fills a request. `shape` is the model of a request that gave a shape. Errors: a field that is missing or that
    /// the task does not use, an unknown model, values that contradict each other.
    pub(super) fn fill(
        request: &Request,
        shape: Option<&'a Model>,
        models: &'a Models,
    ) -> Result<(Self, Vec<Assumption>), SizingError> {
        let task = request.task.ok_or_else(|| SizingError::missing("task"))?;
        request.check_used(task)?;
        let subject = subject(request, task, shape, models)?;
        let mut fill = Filler {
            assumptions: Vec::new(),
        };
        let (engine, weights) = (
            engine(request, task, &mut fill)?,
            weights(request, task, &mut fill)?,
        );
        let mut job = Self {
            task,
            subject,
            weights,
            engine,
            batch: fill.number("batch", request.batch, 1),
            attention: fill.or("attention", request.attention, Attention::Sdpa, |v| {
                v.word().to_owned()
            }),
            n_gpu: fill.number("n_gpu", request.n_gpu, 1),
            strategy: Strategy::None,
            metric: fill.or("metric", request.metric, Metric::Process, |v| {
                v.word().to_owned()
            }),
            kv: KvFormat::Bf16,
            prompt: 0,
            gen_tokens: 0,
            seq: 0,
            gradient_checkpointing: false,
            loss: Loss::Full,
            optimizer: Optimizer::AdamwTorch,
            precision: Precision::Bf16,
            tokens: None,
            lora_rank: 0,
            lora_targets: Targets::ALL,
            width: 0,
            height: 0,
            frames: 1,
            vae: Vae::Plain,
            controlnets: 0,
            resident: Resident::All,
            cfg: false,
        };
        job.strategy = strategy(request, &job, &mut fill)?;
        match subject {
            Subject::Llm(_) if task == Task::Inference => job.fill_inference(request, &mut fill),
            Subject::Llm(_) => job.fill_training(request, &mut fill),
            Subject::Diffusion(model) => job.fill_pictures(request, model, &mut fill)?,
        }
        if task.has_adapters() {
            job.lora_rank = fill.number("lora_rank", request.lora_rank, DEFAULT_RANK);
            job.lora_targets = fill.or(
                "lora_targets",
                request.lora_targets,
                Targets::ALL,
                Targets::word,
            );
        }
        Ok((job, fill.assumptions))
    }

    fn fill_inference(&mut self, request: &Request, fill: &mut Filler) {
        self.kv = fill.or("kv", request.kv, KvFormat::Bf16, |v| v.word().to_owned());
        self.prompt = fill.number("prompt", request.prompt, 2048);
        self.gen_tokens = fill.number("gen", request.gen_tokens, 512);
    }

    fn fill_training(&mut self, request: &Request, fill: &mut Filler) {
        self.seq = fill.number("seq", request.seq, 2048);
        self.gradient_checkpointing = fill.flag(
            "gradient_checkpointing",
            request.gradient_checkpointing,
            true,
        );
        self.loss = fill.or("loss", request.loss, Loss::Full, |v| v.word().to_owned());
        self.optimizer = fill.or("optimizer", request.optimizer, Optimizer::AdamwTorch, |v| {
            v.word().to_owned()
        });
        self.precision = fill.or("precision", request.precision, Precision::Bf16, |v| {
            v.word().to_owned()
        });
        let epochs = request.epochs.unwrap_or(1.0);
        let of_samples = |samples: u64| (samples as f64 * f64::from(self.seq) * epochs) as u64;
        self.tokens = match (request.tokens, request.samples) {
            (Some(tokens), _) => Some((tokens as f64 * epochs) as u64),
            (None, Some(samples)) => Some(of_samples(samples)),
            (None, None) => None,
        };
    }

    fn fill_pictures(
        &mut self,
        request: &Request,
        model: &DiffusionModel,
        fill: &mut Filler,
    ) -> Result<(), SizingError> {
        let (width, height) = match (request.px, request.width, request.height) {
            (Some(px), None, None) => (px, px),
            (None, Some(width), Some(height)) => (width, height),
            (None, None, None) if model.is_video() => (
                fill.number("width", None, 832),
                fill.number("height", None, 480),
            ),
            (None, None, None) => {
                let px = fill.number("px", None, if model.id == "sd15" { 512 } else { 1024 });
                (px, px)
            }
            (None, ..) => {
                return Err(SizingError::missing(if request.width.is_none() {
                    "width"
                } else {
                    "height"
                }));
            }
            (Some(_), ..) => {
                return Err(SizingError::bad(
                    "px",
                    "stands beside `width` or `height`; give one or the other",
                ));
            }
        };
        (self.width, self.height) = (width, height);
        if model.is_video() {
            self.frames = fill.number("frames", request.frames, 81);
        } else if request.frames.is_some_and(|frames| frames > 1) {
            return Err(SizingError::bad(
                "frames",
                format!("`{}` makes single images", model.id),
            ));
        }
        let all_known =
            model.stage_gib(Stage::Prompt).is_some() && model.stage_gib(Stage::Decode).is_some();
        let trains = self.task == Task::DiffusionLora;
        // Trainers cache texts and latents of the large transformers beforehand; the small U-Nets stay whole.
        let has_unet = model.parts.iter().any(|part| part.name == "unet");
        let whole = all_known && (!trains || has_unet);
        let resident = if whole {
            Resident::All
        } else {
            Resident::Transformer
        };
        self.resident = fill.or("resident", request.resident, resident, |v| {
            v.word().to_owned()
        });
        if trains {
            self.gradient_checkpointing = fill.flag(
                "gradient_checkpointing",
                request.gradient_checkpointing,
                true,
            );
            self.optimizer = fill.or("optimizer", request.optimizer, Optimizer::AdamwTorch, |v| {
                v.word().to_owned()
            });
            return Ok(());
        }
        // ComfyUI and most front ends decode image by image.
        let vae = if self.engine == Engine::Comfyui {
            Vae::Slicing
        } else {
            Vae::Plain
        };
        if self.resident != Resident::Transformer {
            self.vae = fill.or("vae", request.vae, vae, |v| v.word().to_owned());
        }
        self.controlnets = fill.number("controlnets", request.controlnets, 0);
        // Flux carries its guidance inside; our Wan runs had no second pass.
        self.cfg = fill.flag("cfg", request.cfg, has_unet);
        Ok(())
    }
}

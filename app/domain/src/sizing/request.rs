//! A workload as it was asked for: every field may be absent.
use super::SizingError;
use super::config::ConfigModel;
use super::format::*;
use super::keys::check_key;
use super::lora::Targets;
use super::shape::Shape;
use super::values::{count, epochs, flag, whole, word_of};
use super::words::*;

/// The model of a request.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelChoice {
    /// By a name people type.
    Named(String),
    /// By its shape.
    Shape(Shape),
    /// By its `config.json`, read.
    Config(Box<ConfigModel>),
}

/// The sizing document, typed. What is `None` takes a default that the answer states.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(
    missing_docs,
    reason = "the fields are those of the document, described there"
)]
pub struct Request {
    pub task: Option<Task>,
    pub model: Option<ModelChoice>,
    pub weights: Option<Weights>,
    pub engine: Option<Engine>,
    pub batch: Option<u32>,
    pub attention: Option<Attention>,
    pub n_gpu: Option<u32>,
    pub strategy: Option<Strategy>,
    pub metric: Option<Metric>,
    /// Slugs of the cards to judge; none = all.
    pub gpus: Option<Vec<String>>,
    pub kv: Option<KvFormat>,
    /// Tokens of a prompt.
    pub prompt: Option<u32>,
    /// Tokens to generate.
    pub gen_tokens: Option<u32>,
    /// Tokens of a sample.
    pub seq: Option<u32>,
    pub gradient_checkpointing: Option<bool>,
    pub loss: Option<Loss>,
    pub optimizer: Option<Optimizer>,
    pub precision: Option<Precision>,
    /// Tokens of the whole training; of one epoch where epochs are given.
    pub tokens: Option<u64>,
    pub samples: Option<u64>,
    pub epochs: Option<f64>,
    pub lora_rank: Option<u32>,
    pub lora_targets: Option<Targets>,
    /// Side of a square image.
    pub px: Option<u32>,
    pub width: Option<u32>,
    pub height: Option<u32>,
    pub frames: Option<u32>,
    pub vae: Option<Vae>,
    pub controlnets: Option<u32>,
    pub resident: Option<Resident>,
    /// Guidance by a second, unconditional pass.
    pub cfg: Option<bool>,
}

/// Longest context or sample, tokens: past what any model reads.
pub const MAX_TOKENS: u32 = 10_000_000;
/// Largest batch.
pub const MAX_BATCH: u32 = 65_536;

impl Request {
    /// Sets the field `key` from its text, as in an address or a form. Errors: a key that nobody knows or a value that
    /// cannot be; whether the task uses the field is judged when the request is [answered](super::estimate).
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), SizingError> {
        if let Some(key) = key.strip_prefix("model.") {
            return self.set_shape(key, text);
        }
        check_key(key, None)?;
        match key {
            "task" => self.task = word_of!(key, text, Task),
            "model" => self.model = Some(ModelChoice::Named(text.to_owned())),
            "weights" => self.weights = word_of!(key, text, Weights),
            "engine" => self.engine = word_of!(key, text, Engine),
            "batch" => self.batch = count(key, text, 1, MAX_BATCH)?,
            "attention" => self.attention = word_of!(key, text, Attention),
            "n_gpu" => self.n_gpu = count(key, text, 1, 4096)?,
            "strategy" => self.strategy = word_of!(key, text, Strategy),
            "metric" => self.metric = word_of!(key, text, Metric),
            "gpus" => self.gpus = Some(text.split(',').map(|s| s.trim().to_owned()).collect()),
            "kv" => self.kv = word_of!(key, text, KvFormat),
            "prompt" => self.prompt = count(key, text, 1, MAX_TOKENS)?,
            "gen" => self.gen_tokens = count(key, text, 0, MAX_TOKENS)?,
            "seq" => self.seq = count(key, text, 1, MAX_TOKENS)?,
            "gradient_checkpointing" => self.gradient_checkpointing = flag(key, text)?,
            "loss" => self.loss = word_of!(key, text, Loss),
            "optimizer" => self.optimizer = word_of!(key, text, Optimizer),
            "precision" => self.precision = word_of!(key, text, Precision),
            "tokens" => self.tokens = Some(whole(key, text, 1, 1_000_000_000_000_000)?),
            "samples" => self.samples = Some(whole(key, text, 1, 1_000_000_000_000)?),
            "epochs" => self.epochs = Some(epochs(text)?),
            "lora_rank" => self.lora_rank = count(key, text, 1, 65_536)?,
            "lora_targets" => self.lora_targets = Some(Targets::read(text)?),
            "px" => self.px = count(key, text, 64, 16_384)?,
            "width" => self.width = count(key, text, 64, 16_384)?,
            "height" => self.height = count(key, text, 64, 16_384)?,
            "frames" => self.frames = count(key, text, 1, 10_000)?,
            "vae" => self.vae = word_of!(key, text, Vae),
            "vae_tiling" => {
                let tiling = flag(key, text)? == Some(true);
                self.vae = Some(if tiling { Vae::Tiling } else { Vae::Plain });
            }
            "controlnets" => self.controlnets = count(key, text, 0, 16)?,
            "resident" => self.resident = word_of!(key, text, Resident),
            _ => self.cfg = flag(key, text)?,
        }
        Ok(())
    }

    fn set_shape(&mut self, key: &str, text: &str) -> Result<(), SizingError> {
        let mut shape = match self.model.take() {
            Some(ModelChoice::Shape(shape)) => shape,
            _ => Shape::default(),
        };
        let done = shape.set(key, text);
        self.model = Some(ModelChoice::Shape(shape));
        done
    }

    /// The fields that are given, as [`Self::set`] reads them; a shape's have `model.` before their names. A model read
    /// from its `config.json` has no text and is left out.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        macro_rules! give {
            ($($key:literal: $field:ident),+ $(,)?) => {
                $(if let Some(value) = self.$field { pairs.push(($key, value.to_string())); })+
            };
        }
        macro_rules! give_words {
            ($($key:literal: $field:ident),+ $(,)?) => {
                $(if let Some(value) = self.$field { pairs.push(($key, value.word().to_string())); })+
            };
        }
        give_words!("task": task, "weights": weights, "engine": engine);
        match &self.model {
            Some(ModelChoice::Named(name)) => pairs.push(("model", name.clone())),
            Some(ModelChoice::Shape(shape)) => pairs.extend(shape.pairs()),
            Some(ModelChoice::Config(_)) | None => {}
        }
        give!("batch": batch, "n_gpu": n_gpu);
        give_words!("attention": attention, "strategy": strategy, "metric": metric);
        if let Some(gpus) = &self.gpus {
            pairs.push(("gpus", gpus.join(",")));
        }
        give_words!("kv": kv);
        give!("prompt": prompt, "gen": gen_tokens, "seq": seq, "gradient_checkpointing": gradient_checkpointing);
        give_words!("loss": loss, "optimizer": optimizer, "precision": precision);
        give!("tokens": tokens, "samples": samples, "epochs": epochs, "lora_rank": lora_rank);
        give_words!("lora_targets": lora_targets);
        give!("px": px, "width": width, "height": height, "frames": frames);
        give_words!("vae": vae);
        give!("controlnets": controlnets);
        give_words!("resident": resident);
        give!("cfg": cfg);
        pairs
    }

    /// Refuses fields that are given and that `task` does not use.
    pub(super) fn check_used(&self, task: Task) -> Result<(), SizingError> {
        let pairs = self.pairs();
        let mut own = pairs.iter().filter(|(key, _)| !key.starts_with("model."));
        own.try_for_each(|(key, _)| check_key(key, Some(task)))
    }
}

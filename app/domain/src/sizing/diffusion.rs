//! Memory of making pictures and video, and of training adapters for it.
//!
//! Weights of what is on the card, and the larger of two moments: noise is removed, or the picture is decoded.
use super::diffusion_model::{DiffusionModel, Stage};
use super::job::Job;
use super::overhead;
use super::parts::{Memory, Part};
use super::picture_facts::{self, LoraRun};
use super::units::{GIB, Range};
use super::words::{Optimizer, Resident, Task, Vae};
use super::{SizingError, error::SizingErrorKind};

fn unmeasured(field: &str, message: String) -> SizingError {
    SizingError::new(SizingErrorKind::NotMeasured, field, message)
}

/// The job's memory. Errors: a part whose size, or a step whose activations, nobody measured.
pub(super) fn memory(job: &Job<'_>, model: &DiffusionModel) -> Result<Memory, SizingError> {
    let mut memory = standing(job, model)?;
    if job.task == Task::DiffusionLora {
        train(job, model, &mut memory)?;
    } else {
        let denoise = denoise(job, model)?;
        let decode = if job.resident == Resident::Transformer {
            Range::ZERO
        } else {
            decode(job)
        };
        let mut other = memory.clone();
        memory.add(Part::Activations, denoise);
        other.add(Part::Activations, decode);
        memory = memory.peak(other, Part::Activations);
    }
    overhead::add(job, &mut memory);
    Ok(memory)
}

/// Weights on the card. The format is the denoiser's; encoders and decoder stay in 16 bits, or all in 32.
fn standing(job: &Job<'_>, model: &DiffusionModel) -> Result<Memory, SizingError> {
    let mut memory = Memory::default();
    let size = |stage: Stage, name: &str| {
        model.stage_gib(stage).ok_or_else(|| {
            let message = format!(
                "the {name} of `{}` was not measured; `transformer` is known",
                model.id
            );
            unmeasured("resident", message)
        })
    };
    let rest = job.weights.bytes().max(2.0) / 2.0;
    let denoiser = size(Stage::Denoise, "denoiser")? * job.weights.bytes() / 2.0;
    memory.add(Part::Weights, Range::around(denoiser, 0.98, 1.03));
    if job.resident == Resident::All {
        let gib = size(Stage::Prompt, "text encoder")? * rest;
        memory.add(Part::TextEncoders, Range::around(gib, 0.98, 1.02));
    }
    if job.resident != Resident::Transformer {
        let gib = size(Stage::Decode, "decoder")? * rest;
        memory.add(Part::VaeWeights, Range::around(gib, 0.98, 1.02));
    }
    if job.controlnets > 0 {
        let each = model.controlnet_gib.ok_or_else(|| {
            unmeasured(
                "controlnets",
                format!("no ControlNet of `{}` was measured", model.id),
            )
        })?;
        let gib = each * f64::from(job.controlnets) * rest;
        memory.add(Part::Controlnets, Range::around(gib, 0.98, 1.02));
    }
    Ok(memory)
}

/// Pixels in units of 1024², of one image.
fn megapixels(job: &Job<'_>) -> f64 {
    f64::from(job.width) * f64::from(job.height) / (1024.0 * 1024.0)
}

/// Activations while noise is removed, GiB.
fn denoise(job: &Job<'_>, model: &DiffusionModel) -> Result<Range, SizingError> {
    let unknown = || {
        unmeasured(
            "model",
            format!("no picture of `{}` was measured", model.id),
        )
    };
    let images = f64::from(job.batch) * if job.cfg { 2.0 } else { 1.0 };
    let gib = if model.is_video() {
        picture_facts::video_token_gib(&model.id).ok_or_else(unknown)? * video_tokens(job) * images
    } else {
        let per_image = picture_facts::denoise_gib(&model.id).ok_or_else(unknown)?;
        let nets = f64::from(job.controlnets) * picture_facts::CONTROLNET_DENOISE_GIB;
        (per_image + nets) * megapixels(job) * images
    };
    // fp32 doubles every tensor.
    let gib = gib * job.weights.bytes().max(2.0) / 2.0;
    Ok(Range::around(gib, 0.8, 1.25))
}

/// Tokens of a video: the decoder makes 4 frames of one and 8 × 8 pixels of one, and the transformer takes 2 × 2 of
/// those at once.
fn video_tokens(job: &Job<'_>) -> f64 {
    let frames = (f64::from(job.frames) - 1.0) / 4.0 + 1.0;
    frames.floor() * (f64::from(job.width) / 16.0).floor() * (f64::from(job.height) / 16.0).floor()
}

/// Activations of the decoder, GiB.
fn decode(job: &Job<'_>) -> Range {
    let pixels = megapixels(job);
    let single = picture_facts::DECODE_ALONE_GIB * pixels;
    let gib = match job.vae {
        Vae::Plain => single.max(picture_facts::DECODE_BATCH_GIB * pixels * f64::from(job.batch)),
        Vae::Slicing => single,
        // A tile is as large as the images that the model was trained on.
        Vae::Tiling => single.min(picture_facts::DECODE_ALONE_GIB),
    };
    let gib = gib * job.weights.bytes().max(2.0) / 2.0;
    // Older libraries choose convolutions with larger workspaces: published Flux runs take 4.5 to 4.8 instead of 2.4.
    Range::around(gib, 0.8, 2.0)
}

/// Adds what training adapters takes: adapters with their states, and activations.
fn train(job: &Job<'_>, model: &DiffusionModel, memory: &mut Memory) -> Result<(), SizingError> {
    let facts = picture_facts::lora(&model.id).ok_or_else(|| {
        unmeasured(
            "model",
            format!("no LoRA training of `{}` was measured", model.id),
        )
    })?;
    let trained = facts.params_per_rank * f64::from(job.lora_rank);
    let states = match job.optimizer {
        Optimizer::AdamwTorch => 8.0,
        Optimizer::Sgd => 0.0,
        _ => 2.0,
    };
    let of = |bytes: f64| Range::around(trained * bytes / GIB, 0.6, 1.3);
    memory.add(Part::Adapters, of(4.0));
    memory.add(Part::Gradients, of(4.0));
    memory.add(Part::Optimizer, of(states));
    let pixels = megapixels(job);
    let run: &LoraRun = if job.gradient_checkpointing {
        &facts.with_checkpointing
    } else {
        facts.without.as_ref().ok_or_else(|| {
            let message = format!(
                "LoRA training of `{}` was measured with checkpointing only",
                model.id
            );
            unmeasured("gradient_checkpointing", message)
        })?
    };
    let is_other_size = (pixels / run.megapixels - 1.0).abs() > 0.05;
    if is_other_size && !run.scales {
        let message = format!(
            "LoRA training of `{}` was measured at one size only ({} MP); other sizes are unknown",
            model.id, run.megapixels
        );
        return Err(unmeasured("px", message));
    }
    let wide = job.weights.bytes().max(2.0) / 2.0;
    let gib = run.gib_per_image_mp * pixels * f64::from(job.batch) * wide;
    memory.add(Part::Activations, Range::around(gib, run.low, run.high));
    Ok(())
}

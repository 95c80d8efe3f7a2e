//! Measured constants of diffusion models, each with the runs that it is from (`measured_h200.json` unless named).

/// Decoding a single image, GiB per 1024² pixels. SDXL at 1024², 1536², 2048² (2.378, 2.376, 2.376), Flux at 1024²
/// (2.377): one decoder shape.
pub(super) const DECODE_ALONE_GIB: f64 = 2.377;

/// Decoding a batch, GiB per image and 1024² pixels. SDXL in batches of 4 and 8, SD 1.5 at 512² in batches of 4 and 8:
/// 2.00 each.
pub(super) const DECODE_BATCH_GIB: f64 = 2.0;

/// What a ControlNet adds to denoising, GiB per image pass and 1024² pixels: 0.15, 0.25 for two and, in a batch of 4,
/// 0.25 for two, each for two passes.
pub(super) const CONTROLNET_DENOISE_GIB: f64 = 0.065;

/// Denoising, GiB per image pass and 1024² pixels; guidance makes two passes.
pub(super) fn denoise_gib(model: &str) -> Option<f64> {
    match model {
        // Batches of 4 and 8 at 512²: 0.509 for two passes.
        "sd15" => Some(0.2545),
        // Batches of 1, 4, 8 at 1024², single images at 1536² and 2048²: 0.314 to 0.32 for two passes.
        "sdxl" => Some(0.1575),
        // As Wan's: bytes a token by width. 4,608 tokens at 1024², width 3072, at 32 bytes; a batch of 4 gave 0.454.
        "flux.1-dev" => Some(0.43),
        _ => None,
    }
}

/// Denoising of video, GiB per token and pass.
pub(super) fn video_token_gib(model: &str) -> Option<f64> {
    match model {
        // 33 and 81 frames at 480p: 49.2 and 50.0 kB.
        "wan2.1-1.3b" => Some(4.62e-5),
        // 81 frames at 480p, and the 34.7 GiB that are stated for 720p: 113.6 kB and 114 kB.
        "wan2.1-14b" => Some(1.058e-4),
        _ => None,
    }
}

/// Activations of one kind of LoRA training.
pub(super) struct LoraRun {
    /// GiB per image and 1024² pixels.
    pub gib_per_image_mp: f64,
    /// Size that was measured.
    pub megapixels: f64,
    /// True when two sizes agree on the constant.
    pub scales: bool,
    /// Ends of the range as factors; wide where a single setting was measured.
    pub low: f64,
    pub high: f64,
}

/// LoRA training of one model.
pub(super) struct LoraFacts {
    /// Adapter parameters for each step of the rank (attention projections).
    pub params_per_rank: f64,
    pub with_checkpointing: LoraRun,
    /// None where nobody measured it.
    pub without: Option<LoraRun>,
}

const fn run(gib_per_image_mp: f64, megapixels: f64, low: f64, high: f64) -> LoraRun {
    LoraRun {
        gib_per_image_mp,
        megapixels,
        scales: false,
        low,
        high,
    }
}

/// What was measured, in 16 bits. A size that was measured alone is an anchor, not a fit: it answers for that size in any
/// batch, and other sizes stay unknown.
pub(super) fn lora(model: &str) -> Option<LoraFacts> {
    match model {
        // PEFT's two runs at 512², batch 1 (8.12 and 15.5 GB), text encoder trained, precision not stated: half of what
        // fp32 would leave beside the weights, with ends for both. Parameters: 797,184 at rank 4.
        "sd15" => Some(LoraFacts {
            params_per_rank: 797_184.0 / 4.0,
            with_checkpointing: run(7.2, 0.25, 0.35, 2.1),
            without: Some(run(20.8, 0.25, 0.35, 2.1)),
        }),
        // 1024²: a batch of 4 with checkpointing, a batch of 1 without.
        "sdxl" => Some(LoraFacts {
            params_per_rank: 23_224_320.0 / 16.0,
            with_checkpointing: run(1.51, 1.0, 0.75, 1.35),
            without: Some(run(7.3, 1.0, 0.75, 1.35)),
        }),
        // 512² and 1024², batches of 1 and 4: 2.23 to 2.26, 2.8 at the smallest.
        "flux.1-dev" => Some(LoraFacts {
            params_per_rank: 18_677_760.0 / 16.0,
            with_checkpointing: LoraRun {
                scales: true,
                ..run(2.25, 1.0, 0.8, 1.35)
            },
            without: None,
        }),
        // Batches of 1 and 4 at 1024²: 0.69 and 0.74; without checkpointing 13.7 GiB in all are stated.
        "sd3.5-medium" => Some(LoraFacts {
            params_per_rank: 7_274_496.0 / 16.0,
            with_checkpointing: run(0.735, 1.0, 0.8, 1.35),
            without: Some(run(8.9, 1.0, 0.75, 1.35)),
        }),
        _ => None,
    }
}

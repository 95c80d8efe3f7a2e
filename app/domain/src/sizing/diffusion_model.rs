//! The parts of a diffusion model and what they weigh.
use super::table::Table;
use super::{SizingError, units::GIB};

/// When a part works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reads the prompt.
    Prompt,
    /// Removes noise.
    Denoise,
    /// Makes pixels.
    Decode,
}

/// A part of a diffusion model.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// Name, such as `unet` or `vae`.
    pub name: String,
    /// When it works.
    pub stage: Stage,
    /// Its parameters; none where only its size was measured.
    pub params: Option<u64>,
    /// Its size in 16 bits, GiB.
    pub gib: f64,
    /// Where that is from.
    pub source: String,
}

/// A diffusion model.
#[derive(Clone, Debug, PartialEq)]
pub struct DiffusionModel {
    /// Stable name, such as `sdxl`.
    pub id: String,
    /// Its parts; ControlNets apart.
    pub parts: Vec<Component>,
    /// Size of one ControlNet, GiB; none where none was measured.
    pub controlnet_gib: Option<f64>,
}

/// Sizes that were measured where no parameter count is known, GiB in 16 bits.
///
/// SD3.5-medium's transformer: weights of our LoRA runs without the adapter (two runs, 4.67). SDXL's ControlNet: 2.38
/// each, the steps between our runs with none, one and two.
const MEASURED: &[(&str, &str, f64)] = &[
    ("sd3.5-medium", "transformer", 4.67),
    ("sdxl", "controlnet", 2.38),
];

impl DiffusionModel {
    /// Reads `diffusion.csv`. Errors: a stage that nobody knows, a number that is none.
    pub(super) fn read_all(text: &str) -> Result<Vec<Self>, SizingError> {
        let mut models: Vec<Self> = Vec::new();
        for row in Table::read(text).rows() {
            let (id, name) = (row.text("model"), row.text("part"));
            let params = row.whole("params")?;
            let measured = MEASURED
                .iter()
                .find(|(m, part, _)| *m == id && *part == name);
            let bytes = row.needed("bytes_per_param")? as f64;
            let gib = match (params, measured) {
                (Some(params), _) => params as f64 * bytes / GIB,
                (None, Some((_, _, gib))) => *gib,
                (None, None) => {
                    let message = format!("{id} {name} has neither parameters nor a size");
                    return Err(SizingError::bad("params", message));
                }
            };
            let stage = match row.text("needed_for") {
                "prompt" => Stage::Prompt,
                "denoise" => Stage::Denoise,
                "decode" => Stage::Decode,
                other => return Err(SizingError::bad("needed_for", format!("`{other}`"))),
            };
            if !models.iter().any(|model| model.id == id) {
                models.push(Self {
                    id: id.to_owned(),
                    parts: Vec::new(),
                    controlnet_gib: None,
                });
            }
            let Some(model) = models.iter_mut().find(|model| model.id == id) else {
                continue;
            };
            if name == "controlnet" {
                model.controlnet_gib = Some(gib);
                continue;
            }
            model.parts.push(Component {
                name: name.to_owned(),
                stage,
                params,
                gib,
                source: row.text("source").to_owned(),
            });
        }
        Ok(models)
    }

    /// Size of the parts of one stage in 16 bits, GiB; none when no such part is known.
    pub fn stage_gib(&self, stage: Stage) -> Option<f64> {
        let parts = || self.parts.iter().filter(|part| part.stage == stage);
        parts().next()?;
        Some(parts().map(|part| part.gib).sum())
    }

    /// True for video.
    pub fn is_video(&self) -> bool {
        self.id.starts_with("wan")
    }
}

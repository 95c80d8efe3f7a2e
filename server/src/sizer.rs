//! What the sizer works from: models, measured runs and published speeds inside the binary.
//!
//! The runs are the case files that the domain's accuracy is judged by, so the site shows the same rows.
use crate::import::{Files, ImportError, starting_gpus};
use domain::catalog::Gpu;
use domain::sizing::{Library, Models, RunFile, Runs};
use std::sync::LazyLock;

const MODELS: &str = include_str!("../catalogue/models.csv");
const DIFFUSION: &str = include_str!("../catalogue/diffusion.csv");
const PUBLISHED: &str = include_str!("../../app/domain/tests/cases/vram.json");
const OWN: &str = include_str!("../../app/domain/tests/cases/measured_h200.json");
const SPEEDS: &str = include_str!("../../app/domain/tests/cases/throughput.json");

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let models = Models::read(MODELS, DIFFUSION).expect("a test reads the models in the binary");
    Library::new(models, Runs::read(&file(PUBLISHED), &file(OWN)))
});

static PUBLISHED_SPEEDS: LazyLock<RunFile> = LazyLock::new(|| file(SPEEDS));

fn file(text: &str) -> RunFile {
    serde_json::from_str(text).expect("a test reads the case files in the binary")
}

/// Models and measured runs.
pub fn library() -> &'static Library {
    &LIBRARY
}

/// Published speeds.
pub fn speeds() -> &'static RunFile {
    &PUBLISHED_SPEEDS
}

/// The cards of the starting catalogue, for a command that opens no database. Errors: as an import.
pub fn gpus() -> Result<Vec<Gpu>, ImportError> {
    starting_gpus(&Files::Starting)
}

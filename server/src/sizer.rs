//! What the sizer works from: models, measured runs and published speeds inside the binary.
//!
//! The runs are the case files that the domain's accuracy is judged by, so the site shows the same rows.
use crate::import::{Files, ImportError, starting_gpus};
use domain::catalog::Gpu;
use domain::compat::{Compat, CompatFact};
use domain::sizing::accuracy::{self, Group};
use domain::sizing::{Library, Models, RunFile, Runs, speeds as pace};
use std::sync::LazyLock;

const MODELS: &str = include_str!("../catalogue/models.csv");
const DIFFUSION: &str = include_str!("../catalogue/diffusion.csv");
const COMPAT: &str = include_str!("../catalogue/compat.csv");
const PUBLISHED: &str = include_str!("../../app/domain/tests/cases/vram.json");
const OWN: &str = include_str!("../../app/domain/tests/cases/measured_h200.json");
const SPEEDS: &str = include_str!("../../app/domain/tests/cases/throughput.json");

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let models = Models::read(MODELS, DIFFUSION).expect("a test reads the models in the binary");
    Library::new(models, Runs::read(&file(PUBLISHED), &file(OWN)))
});

static PUBLISHED_SPEEDS: LazyLock<RunFile> = LazyLock::new(|| file(SPEEDS));

static FACTS: LazyLock<Compat> = LazyLock::new(|| {
    let rows = csv::Reader::from_reader(COMPAT.as_bytes()).into_deserialize::<CompatFact>();
    let facts: Result<Vec<CompatFact>, csv::Error> = rows.collect();
    Compat::new(facts.expect("a test reads the facts in the binary"))
});

// Worked out at the first question, and never typed in.
static MEMORY_GROUPS: LazyLock<Vec<Group>> =
    LazyLock::new(|| accuracy::memory(&LIBRARY.runs, &LIBRARY.models));

static SPEED_GROUPS: LazyLock<Vec<Group>> = LazyLock::new(|| {
    let gpus = gpus().expect("a test reads the cards in the binary");
    pace::groups(speeds(), &LIBRARY.runs, &LIBRARY.models, &gpus)
});

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

/// Which software runs on which card.
pub fn compat() -> &'static Compat {
    &FACTS
}

/// Every measured run of memory against its estimate.
pub fn memory_groups() -> &'static [Group] {
    &MEMORY_GROUPS
}

/// Every measured speed against its estimate.
pub fn speed_groups() -> &'static [Group] {
    &SPEED_GROUPS
}

/// The cards of the starting catalogue, for a command that opens no database. Errors: as an import.
pub fn gpus() -> Result<Vec<Gpu>, ImportError> {
    starting_gpus(&Files::Starting)
}

//! What the sizer works from: models, measured runs and published speeds inside the binary.
//!
//! The runs are the case files that the domain's accuracy is judged by, so the site shows the same rows.
use crate::import::{Files, ImportError, starting_gpus};
use domain::catalog::Gpu;
use domain::compat::{Compat, CompatFact};
use domain::sizing::accuracy::{self, Group};
use domain::sizing::{Library, Model, Models, RunFile, Runs, speeds as pace};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

const MODELS: &str = include_str!("../catalogue/models.csv");
const DIFFUSION: &str = include_str!("../catalogue/diffusion.csv");
const COMPAT: &str = include_str!("../catalogue/compat.csv");
const PUBLISHED: &str = include_str!("../../app/domain/tests/cases/vram.json");
const OWN: &str = include_str!("../../app/domain/tests/cases/measured_h200.json");
const SPEEDS: &str = include_str!("../../app/domain/tests/cases/throughput.json");

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let models = Models::read(MODELS, DIFFUSION).expect("a test reads the models in the binary");
    Arc::new(Library::new(models, runs()))
});

/// The library that was made last of models that an editor changed.
static CHANGED: Mutex<Option<Arc<Library>>> = Mutex::new(None);

/// The library that was judged last, and how it did; worked out at the first question, and never typed in.
static JUDGED: Mutex<Option<(Arc<Library>, Arc<Accuracy>)>> = Mutex::new(None);

static PUBLISHED_SPEEDS: LazyLock<RunFile> = LazyLock::new(|| file(SPEEDS));

static FACTS: LazyLock<Compat> = LazyLock::new(|| {
    let rows = csv::Reader::from_reader(COMPAT.as_bytes()).into_deserialize::<CompatFact>();
    let facts: Result<Vec<CompatFact>, csv::Error> = rows.collect();
    Compat::new(facts.expect("a test reads the facts in the binary"))
});

/// Every measured run against its estimate.
pub struct Accuracy {
    /// Memory.
    pub memory: Arc<[Group]>,
    /// Speed.
    pub speeds: Arc<[Group]>,
}

fn runs() -> Runs {
    Runs::read(&file(PUBLISHED), &file(OWN))
}

fn file(text: &str) -> RunFile {
    serde_json::from_str(text).expect("a test reads the case files in the binary")
}

/// The models in the binary, and measured runs.
pub fn library() -> Arc<Library> {
    LIBRARY.clone()
}

/// The same with other language models: those of a store. Models of pictures are those in the binary.
pub fn library_of(models: Vec<Model>) -> Arc<Library> {
    let mut changed = CHANGED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = changed.as_ref().filter(|l| l.models.llms == models) {
        return known.clone();
    }
    let models = Models {
        llms: models,
        diffusion: LIBRARY.models.diffusion.clone(),
    };
    let made = Arc::new(Library::new(models, runs()));
    *changed = Some(made.clone());
    made
}

/// Published speeds.
pub fn speeds() -> &'static RunFile {
    &PUBLISHED_SPEEDS
}

/// Which software runs on which card.
pub fn compat() -> &'static Compat {
    &FACTS
}

/// How a library's estimates compare with what was measured.
pub fn accuracy(library: &Arc<Library>) -> Arc<Accuracy> {
    let mut judged = JUDGED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((of, known)) = judged.as_ref()
        && Arc::ptr_eq(of, library)
    {
        return known.clone();
    }
    let gpus = gpus().expect("a test reads the cards in the binary");
    let made = Arc::new(Accuracy {
        memory: accuracy::memory(&library.runs, &library.models).into(),
        speeds: pace::groups(speeds(), &library.runs, &library.models, &gpus).into(),
    });
    *judged = Some((library.clone(), made.clone()));
    made
}

/// The cards of the starting catalogue, for a command that opens no database. Errors: as an import.
pub fn gpus() -> Result<Vec<Gpu>, ImportError> {
    starting_gpus(&Files::Starting)
}

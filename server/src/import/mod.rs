//! Import: parse, normalise, check. Pure; the store is told what to do by whoever calls.
//!
//! Every row is either accepted or refused by name; a refused row never stops the others.
pub mod encoding;
pub mod files;
pub mod format;
pub mod gpu_price_feed;
pub mod platforms;
pub mod skypilot;
pub mod tables;

use chrono::NaiveDate;
use domain::catalog::draft::{self, FieldError, OfferDraft, OfferRecord, Problem};
use domain::catalog::fields::Fields;
use domain::catalog::names::{self, Named};
use domain::catalog::texts::Texts;
use domain::catalog::{CatalogSnapshot, Gpu, Observed, Persistence, Platform, PriceKind};
use domain::units::{FxRate, Money};
use std::collections::{HashMap, HashSet};

pub use files::Files;
pub use format::{Format, Origin};

/// A dated price of the past, of the whole offer for one hour.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryPoint {
    pub platform: String,
    pub gpu: String,
    pub gpu_count: u32,
    pub kind: PriceKind,
    pub observed: Observed,
    /// Whole offer, one hour: the file's price per GPU times the count.
    pub price_per_hour: Money,
    pub source: String,
    pub source_url: String,
    pub note: String,
}

/// Shape of a language model, as its file states it.
#[derive(Clone, Debug, serde::Deserialize)]
pub struct Model {
    pub id: String,
    pub family: String,
    pub hf_repo: String,
    pub kind: String,
    pub layers: i64,
    pub hidden: i64,
    pub heads: i64,
    pub kv_heads: i64,
    pub head_dim: i64,
    pub intermediate: i64,
    pub experts: i64,
    pub experts_active: i64,
    pub vocab: i64,
    pub tied_embeddings: i64,
    pub context: i64,
    pub sliding_window: Option<i64>,
    pub sliding_layers: Option<i64>,
    pub params: i64,
    pub params_active: i64,
    pub params_linear: i64,
    pub params_embed: i64,
    pub kv_bytes_per_token_16bit: Option<i64>,
    pub source: String,
    pub note: String,
}

impl Model {
    /// Its figures as a form has them, to be checked alike.
    pub fn fields(&self) -> Fields {
        let optional = |value: Option<i64>| value.map(|v| v.to_string()).unwrap_or_default();
        let figures = [
            ("params", self.params),
            ("params_active", self.params_active),
            ("params_linear", self.params_linear),
            ("params_embed", self.params_embed),
            ("layers", self.layers),
            ("hidden", self.hidden),
            ("heads", self.heads),
            ("kv_heads", self.kv_heads),
            ("head_dim", self.head_dim),
            ("intermediate", self.intermediate),
            ("experts", self.experts),
            ("experts_active", self.experts_active),
            ("vocab", self.vocab),
            ("tied_embeddings", self.tied_embeddings),
            ("context", self.context),
            // A file that leaves it out has none.
            ("sliding_layers", self.sliding_layers.unwrap_or(0)),
        ];
        let mut fields: Vec<(String, String)> = figures
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.to_string()))
            .collect();
        fields.push(("sliding_window".to_owned(), optional(self.sliding_window)));
        Fields::new(fields)
    }
}

/// One row that was not taken, and why.
#[derive(Clone, Debug)]
pub struct Refused {
    pub file: &'static str,
    /// Line in the file, the header being 1.
    pub line: u64,
    /// What the row is about, for a person.
    pub row: String,
    pub errors: Vec<FieldError>,
    /// What may be meant instead; empty when nothing can be said.
    pub hint: String,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let errors: Vec<String> = self.errors.iter().map(ToString::to_string).collect();
        write!(
            f,
            "{} line {} ({}): {}",
            self.file,
            self.line,
            self.row,
            errors.join("; ")
        )?;
        if !self.hint.is_empty() {
            write!(f, " ({})", self.hint)?;
        }
        Ok(())
    }
}

/// Everything that an import brings, checked.
#[derive(Default)]
pub struct Import {
    pub gpus: Vec<Gpu>,
    pub platforms: Vec<Platform>,
    pub persistence: Vec<Persistence>,
    pub fx: Vec<FxRate>,
    pub models: Vec<Model>,
    pub offers: Vec<OfferRecord>,
    pub history: Vec<HistoryPoint>,
    pub refused: Vec<Refused>,
    /// Rows without a card, which no catalogue of cards needs.
    pub skipped: usize,
}

impl Import {
    /// True when it brings more than offers.
    pub fn has_tables(&self) -> bool {
        !(self.gpus.is_empty()
            && self.platforms.is_empty()
            && self.persistence.is_empty()
            && self.fx.is_empty()
            && self.models.is_empty()
            && self.history.is_empty())
    }

    /// The rows that it brings beside offers, counted.
    pub fn tables_in_words(&self) -> String {
        let counts = [
            (self.gpus.len(), "cards"),
            (self.platforms.len(), "platforms"),
            (self.persistence.len(), "disks"),
            (self.fx.len(), "rates"),
            (self.models.len(), "models"),
            (self.history.len(), "dated prices"),
        ];
        let stated = counts.iter().filter(|(count, _)| *count > 0);
        let words: Vec<String> = stated
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        words.join(", ")
    }
}

/// An import that cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("cannot read {file}: {source}")]
    Io {
        file: String,
        source: std::io::Error,
    },
    #[error("{file} is no table that can be read: {message}")]
    Table { file: String, message: String },
    /// The format does not say something that the caller did not say either.
    #[error("a file of this format does not say its {0}")]
    Missing(&'static str),
}

/// Reads Zuka's own files. Missing files are as if empty, so a folder with offers alone is an import too.
///
/// `known` names the cards and platforms that exist already, beside those that the import brings.
pub fn read_zuka(
    files: &Files,
    known_gpus: &HashSet<String>,
    known_platforms: &HashSet<String>,
    today: NaiveDate,
) -> Result<Import, ImportError> {
    let mut import = Import::default();
    tables::gpus(files, &mut import)?;
    platforms::platforms(files, &mut import)?;
    platforms::persistence(files, &mut import)?;
    tables::fx(files, &mut import)?;
    tables::models(files, &mut import)?;
    let gpus: HashSet<String> = known_gpus
        .iter()
        .cloned()
        .chain(import.gpus.iter().map(|g| g.slug.clone()))
        .collect();
    let platforms: HashSet<String> = known_platforms
        .iter()
        .cloned()
        .chain(import.platforms.iter().map(|p| p.slug.clone()))
        .collect();
    offers(files, &gpus, &platforms, today, &mut import)?;
    tables::history(files, &gpus, &platforms, today, &mut import)?;
    Ok(import)
}

/// The card that a file's name means; a name that several cards have may be settled by the VRAM that the row reports.
///
/// Errors: what is wrong, and the names that may be meant.
pub(crate) fn named_card<'a>(
    gpus: &'a [Gpu],
    name: &str,
    vram_gb: Option<u64>,
) -> Result<&'a Gpu, (Problem, String)> {
    let listed = |places: &[usize]| {
        let slugs: Vec<&str> = places
            .iter()
            .map(|place| gpus[*place].slug.as_str())
            .collect();
        slugs.join(", ")
    };
    let sized = vram_gb.map(|gb| names::card(gpus, &format!("{name} {gb}GB")));
    match (names::card(gpus, name), sized) {
        (Named::One(place), _) | (Named::Several(_), Some(Named::One(place))) => Ok(&gpus[place]),
        (Named::Several(places), _) => Err((
            Problem::SeveralGpus,
            format!("it may be {}", listed(&places)),
        )),
        (Named::Nothing(near), _) => {
            Err((Problem::UnknownGpu, format!("nearest: {}", listed(&near))))
        }
    }
}

/// Where a row names a chip without its form factor and the catalogue knows which card that very machine has, the
/// known card stays: what is known does not become unknown because a file says less.
pub fn keep_known_cards(offers: &mut [OfferRecord], snapshot: &CatalogSnapshot) {
    // Which machine: platform, place, name, cards.
    type Machine<'a> = (&'a str, &'a str, &'a str, u32);
    fn machine<'a>(
        platform: &'a str,
        region: Option<&'a str>,
        name: Option<&'a str>,
        count: u32,
    ) -> Option<Machine<'a>> {
        Some((platform, region.unwrap_or_default(), name?, count))
    }
    let known: HashMap<Machine<'_>, usize> = snapshot
        .offers
        .iter()
        .filter_map(|offer| {
            let platform = &snapshot.platforms[offer.platform].slug;
            let (region, name) = (offer.region.as_deref(), offer.instance_type.as_deref());
            Some((machine(platform, region, name, offer.gpu_count)?, offer.gpu))
        })
        .collect();
    for record in offers {
        let stated = snapshot
            .gpu_by_slug(&record.gpu)
            .map(|gpu| &snapshot.gpus[gpu]);
        let (region, name) = (record.region.as_deref(), record.instance_type.as_deref());
        let found = machine(&record.platform, region, name, record.gpu_count)
            .and_then(|key| known.get(&key))
            .map(|gpu| &snapshot.gpus[*gpu]);
        if let (Some(stated), Some(found)) = (stated, found)
            && stated.is_generic()
            && stated.vram_gb == found.vram_gb
            && found.slug.split('-').next() == stated.slug.split('-').next()
        {
            record.gpu = found.slug.as_str().into();
        }
    }
}

fn offers(
    files: &Files,
    gpus: &HashSet<String>,
    platforms: &HashSet<String>,
    today: NaiveDate,
    import: &mut Import,
) -> Result<(), ImportError> {
    const FILE: &str = "offerings.csv";
    let mut texts = Texts::default();
    let mut take = |line: u64, row: Result<OfferDraft, String>| {
        let row = match row {
            Ok(row) => row,
            Err(message) => return import.refused.push(unreadable(FILE, line, message)),
        };
        match draft::check(&row, |g| gpus.contains(g), |p| platforms.contains(p), today) {
            Ok(record) => import.offers.push(texts.shared(record)),
            Err(errors) => {
                let row = format!("{} {} {}", row.platform_slug, row.gpu_slug, row.price_kind);
                import.refused.push(Refused {
                    file: FILE,
                    line,
                    row,
                    errors,
                    hint: String::new(),
                });
            }
        }
    };
    files.each(FILE, &mut take)
}

/// The cards of `files` alone; refused rows are left out.
pub fn starting_gpus(files: &Files) -> Result<Vec<Gpu>, ImportError> {
    let mut import = Import::default();
    tables::gpus(files, &mut import)?;
    Ok(import.gpus)
}

/// A row whose columns do not even parse.
pub(crate) fn unreadable(file: &'static str, line: u64, message: String) -> Refused {
    let errors = vec![FieldError {
        field: "row".to_owned(),
        value: message,
        problem: Problem::Unreadable,
    }];
    Refused {
        file,
        line,
        row: "unreadable".to_owned(),
        errors,
        hint: String::new(),
    }
}

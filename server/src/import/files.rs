//! Where an import's tables come from: the starting catalogue inside the binary, or a folder.
use super::ImportError;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::path::PathBuf;

/// A set of CSV files by name.
pub enum Files {
    /// The starting catalogue, compiled into the binary.
    Starting,
    /// A folder with files of the same names.
    Folder(PathBuf),
    /// One table by itself.
    One(&'static str, String),
}

/// A table's rows with their line numbers; a row that does not fit its columns is an `Err` with the reason.
pub type Rows<T> = Vec<(u64, Result<T, String>)>;

const STARTING: &[(&str, &str)] = &[
    ("gpus.csv", include_str!("../../catalogue/gpus.csv")),
    (
        "platforms.csv",
        include_str!("../../catalogue/platforms.csv"),
    ),
    (
        "persistence.csv",
        include_str!("../../catalogue/persistence.csv"),
    ),
    ("fx.csv", include_str!("../../catalogue/fx.csv")),
    ("models.csv", include_str!("../../catalogue/models.csv")),
    (
        "offerings.csv",
        include_str!("../../catalogue/offerings.csv"),
    ),
    ("history.csv", include_str!("../../catalogue/history.csv")),
];

impl Files {
    fn text(&self, name: &str) -> Result<Option<Cow<'static, str>>, ImportError> {
        match self {
            Self::Starting => Ok(STARTING
                .iter()
                .find(|(n, _)| *n == name)
                .map(|(_, text)| Cow::Borrowed(*text))),
            Self::One(known, text) => Ok((*known == name).then(|| Cow::Owned(text.clone()))),
            Self::Folder(folder) => match std::fs::read_to_string(folder.join(name)) {
                Ok(text) => Ok(Some(Cow::Owned(text))),
                Err(source) if source.kind() == std::io::ErrorKind::NotFound => Ok(None),
                Err(source) => Err(ImportError::Io {
                    file: name.to_owned(),
                    source,
                }),
            },
        }
    }

    /// The rows of one table; none when the file is absent.
    pub fn rows<T: DeserializeOwned>(&self, name: &str) -> Result<Rows<T>, ImportError> {
        let Some(text) = self.text(name)? else {
            return Ok(Vec::new());
        };
        rows_of(name, &text, &[])
    }
}

/// The rows of a table's text; a byte order mark and either kind of line end are fine.
///
/// Errors: no table, or one that lacks a column of `needed`.
pub fn rows_of<T: DeserializeOwned>(
    name: &str,
    text: &str,
    needed: &[&str],
) -> Result<Rows<T>, ImportError> {
    let table = |message: String| ImportError::Table {
        file: name.to_owned(),
        message,
    };
    let mut reader =
        csv::ReaderBuilder::new().from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let headers = reader
        .headers()
        .map_err(|error| table(error.to_string()))?
        .clone();
    let missing: Vec<&str> = needed
        .iter()
        .copied()
        .filter(|column| headers.iter().all(|known| known != *column))
        .collect();
    if !missing.is_empty() {
        return Err(table(format!("it has no column {}", missing.join(", "))));
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let line = record
            .as_ref()
            .ok()
            .and_then(|r| r.position())
            .map_or(0, csv::Position::line);
        let row = record
            .and_then(|r| r.deserialize::<T>(Some(&headers)))
            .map_err(|error| error.to_string());
        rows.push((line, row));
    }
    Ok(rows)
}

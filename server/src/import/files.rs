//! Where an import's tables come from: the starting catalogue inside the binary, or a folder.
use super::ImportError;
use csv::StringRecord;
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
    fn text(&self, name: &str) -> Result<Option<Cow<'_, str>>, ImportError> {
        match self {
            Self::Starting => Ok(STARTING
                .iter()
                .find(|(n, _)| *n == name)
                .map(|(_, text)| Cow::Borrowed(*text))),
            Self::One(known, text) => Ok((*known == name).then_some(Cow::Borrowed(text.as_str()))),
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
        let mut rows = Vec::new();
        self.each(name, |line, row| rows.push((line, row)))?;
        Ok(rows)
    }

    /// Hands each row of one table to `take`, so that a large table is never in memory twice.
    pub fn each<T: DeserializeOwned>(
        &self,
        name: &str,
        take: impl FnMut(u64, Result<T, String>),
    ) -> Result<(), ImportError> {
        match self.text(name)? {
            Some(text) => each_row(name, &text, &[], take),
            None => Ok(()),
        }
    }
}

/// Hands each row of a table's text to `take`, with its line; a byte order mark and any kind of line end are fine.
///
/// Errors: no table, or one that lacks a column of `needed`.
pub fn each_row<T: DeserializeOwned>(
    name: &str,
    text: &str,
    needed: &[&str],
    mut take: impl FnMut(u64, Result<T, String>),
) -> Result<(), ImportError> {
    each_record(name, text, needed, |line, record, headers| {
        let row = record.and_then(|record| {
            let row = record.deserialize::<T>(Some(headers));
            row.map_err(|error| error.to_string())
        });
        take(line, row);
    })
}

/// The same with each row as its fields, for one that borrows them: nothing is allocated for a row.
pub fn each_record(
    name: &str,
    text: &str,
    needed: &[&str],
    mut take: impl FnMut(u64, Result<&StringRecord, String>, &StringRecord),
) -> Result<(), ImportError> {
    let table = |message: String| ImportError::Table {
        file: name.to_owned(),
        message,
    };
    let text = text.trim_start_matches('\u{feff}').as_bytes();
    // The reader leaves the second half of a CRLF to the next row and counts its line late.
    let line_of = |position: Option<&csv::Position>| {
        position.map_or(0, |position| {
            let at = usize::try_from(position.byte()).unwrap_or(usize::MAX);
            position.line() + u64::from(text.get(at) == Some(&b'\n'))
        })
    };
    let mut reader = csv::ReaderBuilder::new().from_reader(text);
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
    let mut record = StringRecord::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(false) => return Ok(()),
            Ok(true) => {
                let line = line_of(record.position());
                take(line, Ok(&record), &headers);
            }
            Err(error) => {
                let line = line_of(error.position());
                take(line, Err(in_words(&error)), &headers);
            }
        }
    }
}

/// A row of another length than the header, without the reader's own counts of records and bytes.
fn in_words(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("{len} fields where the header has {expected_len}"),
        _ => error.to_string(),
    }
}

//! The public catalogue in the forms in which it leaves the house.
use crate::store::StoreError;
use crate::store::export::Table;
use axum::body::Bytes;
use serde_json::{Map, Value, json};
use std::io::{Cursor, Write};
use tokio::sync::Mutex;

/// The two files of the newest revision that was asked for, SQLite and ZIP: made once, given to everybody.
#[derive(Default)]
pub struct Exports {
    /// The revision and its files; locked while they are made.
    pub made: Mutex<Option<(i64, Bytes, Bytes)>>,
}

/// One table as CSV: unknown is an empty cell.
pub fn csv(table: &Table) -> Result<Vec<u8>, StoreError> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| StoreError::Written(error.to_string());
    if !table.columns.is_empty() {
        out.write_record(&table.columns).map_err(failed)?;
    }
    for row in &table.rows {
        out.write_record(row.iter().map(cell)).map_err(failed)?;
    }
    out.into_inner()
        .map_err(|error| StoreError::Written(error.to_string()))
}

/// Free text that a spreadsheet would run as a formula gets an apostrophe before it.
pub fn defuse(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => defuse(text),
        other => other.to_string(),
    }
}

/// All tables as one JSON document.
pub fn json(tables: &[Table]) -> Value {
    let rows = |table: &Table| {
        let rows = table.rows.iter().map(|row| {
            let pairs = table.columns.iter().cloned().zip(row.iter().cloned());
            Value::Object(pairs.collect::<Map<_, _>>())
        });
        Value::Array(rows.collect())
    };
    let all = tables
        .iter()
        .map(|table| (table.name.to_owned(), rows(table)));
    json!({ "tables": Value::Object(all.collect()) })
}

/// All tables as CSV files in one ZIP; the same bytes for the same catalogue.
pub fn zip(tables: &[Table]) -> Result<Vec<u8>, StoreError> {
    let failed = |error: &dyn std::fmt::Display| StoreError::Written(error.to_string());
    let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated);
    for table in tables {
        out.start_file(format!("{}.csv", table.name), options)
            .map_err(|error| failed(&error))?;
        out.write_all(&csv(table)?)
            .map_err(|error| failed(&error))?;
    }
    let done = out.finish().map_err(|error| failed(&error))?;
    Ok(done.into_inner())
}

//! CSV answers: columns by name, unknown empty, nothing that a spreadsheet would run.
pub(in crate::handlers) use crate::export::defuse;

use super::view_row::ViewRow;
use crate::problem::Problem;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

/// An answer that could not be written.
pub(super) fn failed(error: impl std::fmt::Display) -> Problem {
    Problem::from(crate::error::ServerError::Internal(error.to_string()))
}

/// The file that a writer made.
pub(super) fn csv_answer(writer: csv::Writer<Vec<u8>>) -> Result<Response, Problem> {
    let body = writer.into_inner().map_err(failed)?;
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/csv; charset=utf-8"),
    );
    headers.insert(
        header::CONTENT_DISPOSITION,
        HeaderValue::from_static("attachment; filename=\"offerings.csv\""),
    );
    Ok(response)
}

/// Rows of a view; the names of their columns are those of `example`, so that an empty answer has them too.
pub(super) fn view_rows(
    example: Option<ViewRow>,
    rows: impl Iterator<Item = ViewRow>,
) -> Result<Response, Problem> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    if let Some(example) = example {
        let names = example.0.iter().map(|(name, _)| name);
        writer.write_record(names).map_err(failed)?;
    }
    for row in rows {
        let cells = row.0.iter().map(|(_, value)| match value {
            Value::Null => String::new(),
            Value::String(text) => defuse(text),
            other => other.to_string(),
        });
        writer.write_record(cells).map_err(failed)?;
    }
    csv_answer(writer)
}

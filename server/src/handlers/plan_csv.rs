//! An answer as CSV: one row an offer in the page's order, the bill's lines as columns. `/plan.csv`, `/p/{slug}.csv`.
use super::plan::Asked;
use crate::error::ServerError;
use crate::page::Request;
use crate::problem::Problem;
use crate::state::AppState;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::pricing::LineKind;
use domain::quote::{Answer, AnswerRow};
use domain::units::Decimal;

/// Columns before the lines; amounts of lines are in the listed currency, unknown facts at their best.
const COLUMNS: [&str; 15] = [
    "rank",
    "offer",
    "platform",
    "gpu",
    "gpu_count",
    "price_kind",
    "total_low",
    "total_high",
    "currency",
    "listed_low",
    "listed_high",
    "listed_currency",
    "unknown",
    "observed_at",
    "source_url",
];

/// The plan of the query, billed now.
pub async fn get(State(state): State<AppState>, request: Request) -> Response {
    let (currency, today) = (request.frame.currency, request.frame.today());
    match Asked::of(&state, &request.frame.query, today).answer(currency, today) {
        Ok(answer) => respond(&request, &answer, "plan"),
        Err(error) => {
            Problem::bad_request(error.code(), error.to_string(), Some(error.field.clone()))
                .into_response()
        }
    }
}

/// An answer as a file called `NAME.csv`.
pub fn respond(request: &Request, answer: &Answer, name: &str) -> Response {
    match table(answer) {
        Ok(body) => {
            let file = format!("attachment; filename=\"{name}.csv\"");
            let headers = [
                (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
                (header::CONTENT_DISPOSITION, file),
            ];
            (headers, body).into_response()
        }
        Err(error) => ServerError::Internal(error.to_string()).page(request),
    }
}

fn table(answer: &Answer) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let lines = LineKind::ALL.map(|kind| format!("line_{}", kind.key()));
    writer.write_record(COLUMNS.map(str::to_owned).into_iter().chain(lines))?;
    for (place, row) in answer.ranked.iter().chain(&answer.floors).enumerate() {
        writer.write_record(record(answer, row, place))?;
    }
    writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()))
}

fn record(answer: &Answer, row: &AnswerRow, place: usize) -> Vec<String> {
    let text = |value: Option<Decimal>| value.map(|v| v.to_string()).unwrap_or_default();
    let rank = row.high.map(|_| (place + 1).to_string());
    let unknown: Vec<_> = row.ask.iter().map(|key| key.word()).collect();
    let first = [
        rank.unwrap_or_default(),
        row.offer.to_string(),
        row.platform.clone(),
        row.gpu.clone(),
        row.gpu_count.to_string(),
        row.kind.word().to_owned(),
        row.low.to_string(),
        text(row.high),
        answer.currency.to_string(),
        row.listed_low.to_string(),
        text(row.listed_high),
        row.price_per_hour.currency.to_string(),
        unknown.join(" "),
        row.observed.text(),
        row.source_url.clone(),
    ];
    // A line that a bill does not have costs nothing: it is zero and not unknown.
    let lines = LineKind::ALL.map(|kind| {
        let line = row.lines.iter().find(|(known, _)| *known == kind);
        line.map_or(Decimal::ZERO, |(_, amount)| *amount)
            .to_string()
    });
    first.into_iter().chain(lines).collect()
}

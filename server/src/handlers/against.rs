//! `/compare`, `/compare.csv`: offers or platforms against a baseline.
use crate::error::ServerError;
use crate::handlers::api::defuse;
use crate::page::{self, Request};
use crate::problem::Problem;
use crate::state::AppState;
use app::frame::Frame;
use app::pages::against::{self, Against, Group, MOST, Of, Trouble, figure};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Longest value of an address that is quoted.
const QUOTED: usize = 60;

/// The page; whatever the address holds, what can be compared is.
pub async fn get(State(state): State<AppState>, request: Request) -> Response {
    let view = read(&state, &request.frame);
    request.tagged(|| page::page(&request.frame, StatusCode::OK, || against::page(&view)))
}

/// The same rows in the same order as a table.
pub async fn csv(State(state): State<AppState>, request: Request) -> Response {
    let view = read(&state, &request.frame);
    if view.columns.is_empty() {
        let detail = "name offers by `o` or platforms by `p`";
        return Problem::bad_request("missing_field", detail, Some("o".to_owned())).into_response();
    }
    match table(&view) {
        Ok(body) => {
            let headers = [
                (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
                (
                    header::CONTENT_DISPOSITION,
                    "attachment; filename=\"compare.csv\"",
                ),
            ];
            request.signed((headers, body).into_response())
        }
        Err(message) => Problem::from(ServerError::Internal(message)).into_response(),
    }
}

fn table(view: &Against) -> Result<Vec<u8>, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut head = vec!["group".to_owned(), "figure".to_owned(), "unit".to_owned()];
    for column in 0..view.columns.len() {
        let id = view.id(column);
        for part in ["value", "listed", "percent", "verdict"] {
            head.push(format!("{id} {part}"));
        }
    }
    // After all of them, so that a program that counts columns finds them where they were.
    for column in 0..view.columns.len() {
        let id = view.id(column);
        for part in ["observed_at", "sources", "is_estimated"] {
            head.push(format!("{id} {part}"));
        }
    }
    writer.write_record(&head).map_err(|e| e.to_string())?;
    for row in view.rows() {
        let group = Group::of(&row).word();
        let unit = figure::unit(row.figure, view.frame.currency.code());
        let mut record = vec![group.to_owned(), row.figure.word().to_owned(), unit];
        for cell in &row.cells {
            let [value, listed] = figure::plain(cell.value.as_ref());
            let percent = cell.percent_tenths.map(|tenths| {
                let sign = if tenths < 0 { "-" } else { "" };
                format!(
                    "{sign}{}.{}",
                    tenths.unsigned_abs() / 10,
                    tenths.unsigned_abs() % 10
                )
            });
            record.push(defuse(&value));
            record.push(listed);
            record.push(percent.unwrap_or_default());
            record.push(cell.verdict.word().to_owned());
        }
        for (column, cell) in row.cells.iter().enumerate() {
            let bases = view.bases(column, row.figure, cell);
            let days = bases.iter().filter_map(|basis| basis.observed);
            let oldest = days.min().map(|day| day.text());
            let sources: Vec<&str> = bases.iter().flat_map(|b| b.sources.clone()).collect();
            let is_estimated = cell.value.is_some() && view.is_estimated(column, row.figure);
            record.push(oldest.unwrap_or_default());
            record.push(defuse(&sources.join(" ")));
            record.push(if is_estimated { "yes" } else { "" }.to_owned());
        }
        writer.write_record(&record).map_err(|e| e.to_string())?;
    }
    writer.into_inner().map_err(|e| e.to_string())
}

/// An offer's number, or the last part of its address.
fn number(text: &str) -> Option<i64> {
    let path = text.split(['?', '#']).next().unwrap_or_default();
    let last = path.trim_end_matches('/').rsplit('/').next()?;
    last.parse().ok()
}

/// The selection that an address names, and what of it could not be followed.
pub(super) fn read(state: &AppState, frame: &Arc<Frame>) -> Against {
    let snapshot = state.snapshot();
    let values = |name: &str| -> Vec<String> {
        let all = frame.query.iter().filter(|(n, _)| n == name);
        all.map(|(_, value)| value.trim().chars().take(200).collect::<String>())
            .filter(|value| !value.is_empty())
            .collect()
    };
    let (offers, platforms) = (values("o"), values("p"));
    let mut troubles = Vec::new();
    if !offers.is_empty() && !platforms.is_empty() {
        troubles.push(Trouble::Mixed);
    }
    let of = if offers.is_empty() && !platforms.is_empty() {
        Of::Platforms
    } else {
        Of::Offers
    };
    let place = |text: &str| -> Option<usize> {
        match of {
            Of::Offers => {
                let id = number(text)?;
                snapshot.offers.binary_search_by_key(&id, |o| o.id).ok()
            }
            Of::Platforms => snapshot.platform_by_slug(text),
        }
    };
    let cut = |text: &str| text.chars().take(QUOTED).collect::<String>();
    let mut columns = Vec::new();
    let mut beyond: Vec<String> = Vec::new();
    for text in if of == Of::Offers { offers } else { platforms } {
        match place(&text) {
            None => troubles.push(Trouble::Unknown(cut(&text))),
            Some(place) if columns.contains(&place) => {
                troubles.push(Trouble::Repeated(cut(&text)));
            }
            Some(_) if columns.len() == MOST => beyond.push(cut(&text)),
            Some(place) => columns.push(place),
        }
    }
    if !beyond.is_empty() {
        troubles.push(Trouble::TooMany(beyond));
    }
    let asked = frame.param("base").map(str::trim).filter(|b| !b.is_empty());
    let base = asked.and_then(|text| {
        let base = place(text);
        columns.iter().position(|column| Some(*column) == base)
    });
    if let (Some(text), None) = (asked, base)
        && !columns.is_empty()
    {
        troubles.push(Trouble::BadBase(cut(text)));
    }
    Against {
        frame: frame.clone(),
        snapshot,
        of,
        columns,
        base: base.unwrap_or(0),
        troubles,
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn an_offer_is_named_by_its_number_or_by_its_address() {
        for text in [
            "12",
            "/offerings/12",
            "https://zuka.example/offerings/12?lang=zh",
            "https://zuka.example/offerings/12/#history",
        ] {
            assert_eq!(number(text), Some(12), "{text}");
        }
        for text in ["", "twelve", "/offerings/", "12.csv"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}

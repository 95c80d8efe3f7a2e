//! `GET /api/v1/offerings/{id}`: one offer with its dated prices; with `.csv` or `Accept: text/csv` those alone.
use super::csv_text::defuse;
use super::offerings::{Row, row};
use crate::error::ServerError;
use crate::handlers::offer::{Found, find};
use crate::handlers::size::read_config;
use crate::page::Request;
use crate::problem::Problem;
use crate::state::AppState;
use app::pages::offer;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use domain::bottleneck::Bottleneck;
use domain::catalog::history::{PricePoint, price_type, unchecked};
use domain::units::Currency;
use serde::Serialize;

/// One dated price.
#[derive(Serialize)]
struct Point<'a> {
    observed_at: String,
    observed_precision: &'static str,
    price_per_hour: String,
    price_per_gpu_hour: Option<String>,
    currency: Currency,
    /// `current`, `former`, or `collected` of the same platform, card, count, kind and source.
    origin: &'static str,
    source_url: &'a str,
    note: &'a str,
}

/// A period in which nobody looked.
#[derive(Serialize)]
struct Gap {
    from: String,
    to: String,
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    offer: Row<'a>,
    /// False when its source no longer lists it.
    active: bool,
    /// `fixed`, `dynamic`, `bid`; null where no source says.
    price_type: Option<&'static str>,
    history: Vec<Point<'a>>,
    not_checked: Vec<Gap>,
    revision: i64,
}

fn per_gpu(found: &Found, point: &PricePoint) -> Option<String> {
    let each = match found.offer.gpu_fraction {
        Some(_) => None,
        None => point.price_per_hour.share(found.offer.gpu_count),
    };
    each.map(|money| money.amount().to_string())
}

fn point<'a>(found: &Found, point: &'a PricePoint) -> Point<'a> {
    Point {
        observed_at: point.observed.text(),
        observed_precision: point.observed.precision.word(),
        price_per_hour: point.price_per_hour.amount().to_string(),
        price_per_gpu_hour: per_gpu(found, point),
        currency: point.price_per_hour.currency,
        origin: point.origin.word(),
        source_url: &point.source_url,
        note: &point.note,
    }
}

/// The document, or the file.
pub async fn one(
    State(state): State<AppState>,
    Path(name): Path<String>,
    request: Request,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let wants_csv = headers
        .get(header::ACCEPT)
        .and_then(|v| v.to_str().ok())
        .is_some_and(|v| v.contains("text/csv"));
    let (number, is_file) = match name.strip_suffix(".csv") {
        Some(number) => (number, true),
        None => (name.as_str(), wants_csv),
    };
    let Some(found) = find(&state, number).await? else {
        return Err(Problem::from(ServerError::NotFound));
    };
    if is_file {
        let file = history_csv(&found).map_err(|e| Problem::from(ServerError::Internal(e)))?;
        return Ok(request.signed(file));
    }
    let today = request.frame.today();
    let days: Vec<_> = found.points.iter().map(|p| p.observed.date).collect();
    let gaps = unchecked(&days, found.offer.kind, found.snapshot.limits, today);
    let document = Document {
        offer: row(&found.snapshot, &found.offer, request.frame.currency, today),
        active: !found.withdrawn,
        price_type: price_type(&found.offer).map(|kind| kind.word()),
        history: found.points.iter().map(|p| point(&found, p)).collect(),
        not_checked: gaps
            .into_iter()
            .map(|(from, to)| Gap {
                from: from.to_string(),
                to: to.to_string(),
            })
            .collect(),
        revision: found.snapshot.revision,
    };
    let response = Json(document).into_response();
    Ok(request.tagged(|| response))
}

/// Which part of the offer's machine holds a job up.
#[derive(Serialize)]
struct Slow<'a> {
    offering: i64,
    gpu: &'a str,
    #[serde(flatten)]
    answer: Bottleneck,
    revision: i64,
}

/// `GET /api/v1/offerings/{id}/bottleneck`: the parts of the machine judged for the job that the parameters name, as the
/// offer's page shows them. Without a job it is the page's first. Errors: 400 with the field of the job at fault.
pub async fn bottleneck(
    State(state): State<AppState>,
    Path(number): Path<String>,
    request: Request,
) -> Result<Response, Problem> {
    let Some(found) = find(&state, &number).await? else {
        return Err(Problem::from(ServerError::NotFound));
    };
    let (frame, library) = (&request.frame, &found.snapshot.library);
    let slow = offer::Slow::of(frame, library, &read_config, &found.snapshot, &found.offer);
    if let Some(notice) = slow.ask.notices.first() {
        let detail = format!("`{}` is no field of a job", notice.param);
        let field = Some(notice.param.clone());
        return Err(Problem::bad_request("unknown_field", detail, field));
    }
    if let Some(error) = slow.ask.errors.first() {
        let field = Some(error.field.clone());
        return Err(Problem::bad_request(error.code(), error.to_string(), field));
    }
    let answer = slow.answer.map_err(|error| {
        Problem::bad_request(error.code(), error.to_string(), Some(error.field.clone()))
    })?;
    let document = Slow {
        offering: found.offer.id,
        gpu: &found.snapshot.gpus[found.offer.gpu].slug,
        answer,
        revision: found.snapshot.revision,
    };
    let response = Json(document).into_response();
    Ok(request.tagged(|| response))
}

/// The dated prices as a table, oldest first.
pub fn history_csv(found: &Found) -> Result<Response, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = [
        "observed_at",
        "observed_precision",
        "price_per_hour",
        "price_per_gpu_hour",
        "currency",
        "origin",
        "source_url",
        "note",
    ];
    writer.write_record(head).map_err(|e| e.to_string())?;
    for one in &found.points {
        let p = point(found, one);
        let record = [
            p.observed_at,
            p.observed_precision.to_owned(),
            p.price_per_hour,
            p.price_per_gpu_hour.unwrap_or_default(),
            p.currency.to_string(),
            p.origin.to_owned(),
            p.source_url.to_owned(),
            defuse(p.note),
        ];
        writer.write_record(record).map_err(|e| e.to_string())?;
    }
    let body = writer.into_inner().map_err(|e| e.to_string())?;
    let name = format!("attachment; filename=\"offering-{}.csv\"", found.offer.id);
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, body).into_response())
}

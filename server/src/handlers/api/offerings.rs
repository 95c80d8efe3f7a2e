//! `GET /api/v1/offerings` and its CSV: the rows that the catalogue page shows.
use crate::handlers::catalogue::read;
use crate::page::Request;
use crate::problem::Problem;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use domain::catalog::{CatalogSnapshot, Notice, Offer, Reason, select};
use domain::units::Currency;
use serde::Serialize;

/// Money in the display currency.
#[derive(Serialize)]
struct Converted {
    price_per_hour: String,
    price_per_gpu_hour: Option<String>,
    currency: Currency,
    rate: String,
    rate_date: String,
}

/// One offer as programs read it; money is decimal text, unknown is null.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    id: i64,
    platform: &'a str,
    region: Option<&'a str>,
    gpu: &'a str,
    gpu_count: u32,
    gpu_fraction: Option<f64>,
    vram_gb: Option<f64>,
    total_vram_gb: Option<f64>,
    price_kind: &'static str,
    price_period_hours: u32,
    price_per_period: Option<String>,
    price_per_hour: String,
    price_per_gpu_hour: Option<String>,
    currency: Currency,
    converted: Option<Converted>,
    vcpus: Option<f64>,
    ram_gb: Option<f64>,
    disk_gb: Option<f64>,
    disk_type: Option<&'a str>,
    network_mbps: Option<u32>,
    instance_type: Option<&'a str>,
    exclusivity: Option<&'static str>,
    freshness: &'static str,
    observed_at: String,
    observed_precision: &'static str,
    source_url: &'a str,
    note: &'a str,
}

pub(super) fn row<'a>(
    snapshot: &'a CatalogSnapshot,
    offer: &'a Offer,
    currency: Currency,
    today: NaiveDate,
) -> Row<'a> {
    let gpu = &snapshot.gpus[offer.gpu];
    let per_gpu = offer.price_per_gpu_hour();
    let converted = snapshot
        .convert(offer.price_per_hour, currency, today)
        .map(|(money, rate)| Converted {
            price_per_hour: money.amount().to_string(),
            price_per_gpu_hour: per_gpu
                .and_then(|p| rate.convert(p))
                .map(|p| p.amount().to_string()),
            currency,
            rate: rate.rate.to_string(),
            rate_date: rate.date.to_string(),
        });
    Row {
        id: offer.id,
        platform: &snapshot.platforms[offer.platform].slug,
        region: offer.region.as_deref(),
        gpu: &gpu.slug,
        gpu_count: offer.gpu_count,
        gpu_fraction: offer.gpu_fraction,
        vram_gb: gpu.vram_gb,
        total_vram_gb: gpu
            .vram_gb
            .map(|v| v * offer.gpu_fraction.unwrap_or(f64::from(offer.gpu_count))),
        price_kind: offer.kind.word(),
        price_period_hours: offer.period_hours,
        price_per_period: offer.price_per_period.map(|m| m.amount().to_string()),
        price_per_hour: offer.price_per_hour.amount().to_string(),
        price_per_gpu_hour: per_gpu.map(|m| m.amount().to_string()),
        currency: offer.price_per_hour.currency,
        converted,
        vcpus: offer.vcpus,
        ram_gb: offer.ram_gb,
        disk_gb: offer.disk_gb,
        disk_type: offer.disk_type.as_deref(),
        network_mbps: offer.network_mbps,
        instance_type: offer.instance_type.as_deref(),
        exclusivity: offer.exclusivity.map(|e| e.word()),
        freshness: snapshot.freshness(offer, today).word(),
        observed_at: offer.observed.text(),
        observed_precision: offer.observed.precision.word(),
        source_url: &offer.source_url,
        note: &offer.note,
    }
}

#[derive(Serialize)]
struct List<'a> {
    items: Vec<Row<'a>>,
    total: usize,
    page: u32,
    limit: u32,
    revision: i64,
    observed_newest: Option<String>,
}

/// JSON, or CSV when asked for by `Accept: text/csv`.
pub async fn list(
    State(state): State<AppState>,
    request: Request,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let wants_csv = headers
        .get(header::ACCEPT)
        .and_then(|v| v.to_str().ok())
        .is_some_and(|v| v.contains("text/csv"));
    answer(&state, &request, wants_csv)
}

/// CSV with every row that matches, `limit` or no `limit`.
pub async fn csv(State(state): State<AppState>, request: Request) -> Result<Response, Problem> {
    answer(&state, &request, true)
}

/// The first parameter that could not be read, as a problem; `prefix` stands before its name.
pub(super) fn refuse(notices: &[Notice], prefix: &str) -> Result<(), Problem> {
    let Some(notice) = notices.first() else {
        return Ok(());
    };
    let reason = match notice.reason {
        Reason::UnknownParam => "is no parameter of this resource",
        Reason::NotANumber => "is not a number such as 24, 24..80 or >=24",
        Reason::NotAWord => "is not one of its values",
        Reason::NotFound => "names nothing in the catalogue",
        Reason::OutOfRange => "is out of range",
    };
    let field = format!("{prefix}{}", notice.param);
    let detail = format!("{field}: `{}` {reason}", notice.value);
    Err(Problem::bad_request(
        notice.reason.word(),
        detail,
        Some(field),
    ))
}

fn answer(state: &AppState, request: &Request, as_csv: bool) -> Result<Response, Problem> {
    let snapshot = state.snapshot();
    let frame = &request.frame;
    let (query, notices) = read(&frame.query, &snapshot);
    refuse(&notices, "")?;
    let today = frame.today();
    let render = || -> Result<Response, Problem> {
        let selection = select(&snapshot, &query, frame.currency, today);
        let rows = |from: usize, count: usize| {
            selection
                .rows
                .iter()
                .skip(from)
                .take(count)
                .map(|r| row(&snapshot, &snapshot.offers[*r], frame.currency, today))
        };
        if as_csv {
            let all = if frame.param("limit").is_some() {
                query.limit as usize
            } else {
                usize::MAX
            };
            return write_csv(rows(0, all));
        }
        let from = (query.page as usize - 1).saturating_mul(query.limit as usize);
        let list = List {
            items: rows(from, query.limit as usize).collect(),
            total: selection.rows.len(),
            page: query.page,
            limit: query.limit,
            revision: snapshot.revision,
            observed_newest: snapshot.observed_newest().map(|day| day.to_string()),
        };
        Ok(Json(list).into_response())
    };
    let mut failed = None;
    let response = request.tagged(|| {
        render().unwrap_or_else(|problem| {
            failed = Some(problem);
            ().into_response()
        })
    });
    failed.map_or(Ok(response), Err)
}

const COLUMNS: [&str; 31] = [
    "id",
    "platform",
    "region",
    "gpu",
    "gpu_count",
    "gpu_fraction",
    "vram_gb",
    "total_vram_gb",
    "price_kind",
    "price_period_hours",
    "price_per_period",
    "price_per_hour",
    "price_per_gpu_hour",
    "currency",
    "converted_price_per_hour",
    "converted_price_per_gpu_hour",
    "converted_currency",
    "converted_rate",
    "converted_rate_date",
    "vcpus",
    "ram_gb",
    "disk_gb",
    "disk_type",
    "network_mbps",
    "instance_type",
    "exclusivity",
    "freshness",
    "observed_at",
    "observed_precision",
    "source_url",
    "note",
];

fn write_csv<'a>(rows: impl Iterator<Item = Row<'a>>) -> Result<Response, Problem> {
    let failed = |error: &dyn std::fmt::Display| {
        Problem::from(crate::error::ServerError::Internal(error.to_string()))
    };
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS).map_err(|e| failed(&e))?;
    let number = |value: Option<f64>| value.map(|v| v.to_string()).unwrap_or_default();
    let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
    for r in rows {
        let c = r.converted.as_ref();
        let record: [String; 31] = [
            r.id.to_string(),
            r.platform.to_owned(),
            text(r.region),
            r.gpu.to_owned(),
            r.gpu_count.to_string(),
            number(r.gpu_fraction),
            number(r.vram_gb),
            number(r.total_vram_gb),
            r.price_kind.to_owned(),
            r.price_period_hours.to_string(),
            r.price_per_period.unwrap_or_default(),
            r.price_per_hour,
            r.price_per_gpu_hour.unwrap_or_default(),
            r.currency.to_string(),
            c.map(|c| c.price_per_hour.clone()).unwrap_or_default(),
            c.and_then(|c| c.price_per_gpu_hour.clone())
                .unwrap_or_default(),
            c.map(|c| c.currency.to_string()).unwrap_or_default(),
            c.map(|c| c.rate.clone()).unwrap_or_default(),
            c.map(|c| c.rate_date.clone()).unwrap_or_default(),
            number(r.vcpus),
            number(r.ram_gb),
            number(r.disk_gb),
            text(r.disk_type),
            r.network_mbps.map(|n| n.to_string()).unwrap_or_default(),
            text(r.instance_type),
            text(r.exclusivity),
            r.freshness.to_owned(),
            r.observed_at,
            r.observed_precision.to_owned(),
            r.source_url.to_owned(),
            defuse(r.note),
        ];
        writer.write_record(&record).map_err(|e| failed(&e))?;
    }
    let body = writer.into_inner().map_err(|e| failed(&e))?;
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

/// Free text that a spreadsheet would run as a formula gets an apostrophe before it.
pub(in crate::handlers) fn defuse(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

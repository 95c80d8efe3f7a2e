//! `GET /api/v1/offerings` and its CSV: the rows that the catalogue page shows.
use super::csv_text::{csv_answer, defuse, failed};
use super::offer_groups::{CardGroup, Ordered, ordered};
use super::view_row::{ViewRow, view_row};
use crate::handlers::catalogue::{Asked, read};
use crate::page::Request;
use crate::problem::Problem;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use domain::catalog::{CatalogSnapshot, Notice, Offer, Reason};
use domain::units::Currency;
use serde::Serialize;
use std::collections::BTreeMap;

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

/// A row in full, or with the columns that were asked for.
#[derive(Serialize)]
#[serde(untagged)]
enum Item<'a> {
    Full(Box<Row<'a>>),
    View(ViewRow),
}

#[derive(Serialize)]
struct List<'a> {
    items: Vec<Item<'a>>,
    total: usize,
    page: u32,
    limit: u32,
    revision: i64,
    observed_newest: Option<String>,
    /// With `columns`, `period` or `month_hours`: how the rows are to be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<ViewOf>,
    /// With `group=gpu`.
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<Vec<CardGroup<'a>>>,
    /// Offers that are in no page because what a condition asks is not known of them, by parameter.
    left_out: BTreeMap<&'static str, usize>,
}

#[derive(Serialize)]
struct ViewOf {
    columns: Vec<&'static str>,
    period: &'static str,
    period_hours: u32,
    currency: Currency,
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

/// Names that name no single card are refused as other parameters are, with what may be meant.
pub(super) fn refuse_all(
    asked: &Asked,
    snapshot: &CatalogSnapshot,
    prefix: &str,
) -> Result<(), Problem> {
    refuse(&asked.notices, prefix)?;
    let Some(name) = asked.misnamed.first() else {
        return Ok(());
    };
    let slugs: Vec<&str> = name
        .cards
        .iter()
        .map(|gpu| snapshot.gpus[*gpu].slug.as_str())
        .collect();
    let what = if name.is_several {
        "fits several cards"
    } else {
        "names no card of the catalogue; the nearest"
    };
    let field = format!("{prefix}gpu");
    let detail = format!("{field}: `{}` {what}: {}", name.text, slugs.join(", "));
    Err(Problem::bad_request(
        Reason::NotFound.word(),
        detail,
        Some(field),
    ))
}

fn answer(state: &AppState, request: &Request, as_csv: bool) -> Result<Response, Problem> {
    let snapshot = state.snapshot();
    let frame = &request.frame;
    let asked = read(&frame.query, &snapshot);
    refuse_all(&asked, &snapshot, "")?;
    let query = asked.query;
    let (currency, today) = (frame.currency, frame.today());
    // Programs get a flat list unless they ask; the page's own links say what the page shows.
    let is_grouped = frame.param("group") == Some("gpu");
    let is_view = ["columns", "period", "month_hours"]
        .iter()
        .any(|name| frame.param(name).is_some());
    let render = || -> Result<Response, Problem> {
        let Ordered {
            rows: all,
            groups,
            left_out,
        } = ordered(&snapshot, &query, is_grouped, currency, today);
        let from = (query.page as usize - 1).saturating_mul(query.limit as usize);
        let page = |from: usize, count: usize| all.iter().skip(from).take(count);
        let view =
            |row: &usize| view_row(&snapshot, &snapshot.offers[*row], &query, currency, today);
        let full = |r: &usize| row(&snapshot, &snapshot.offers[*r], currency, today);
        if as_csv {
            // The whole answer, unless a page of it is asked for.
            let (from, count) = if frame.param("limit").is_some() {
                (from, query.limit as usize)
            } else {
                (0, usize::MAX)
            };
            return if is_view {
                let names = snapshot
                    .offers
                    .first()
                    .map(|o| view_row(&snapshot, o, &query, currency, today));
                super::csv_text::view_rows(names, page(from, count).map(view))
            } else {
                write_csv(page(from, count).map(full))
            };
        }
        let items = page(from, query.limit as usize);
        let list = List {
            items: if is_view {
                items.map(|r| Item::View(view(r))).collect()
            } else {
                items.map(|r| Item::Full(Box::new(full(r)))).collect()
            },
            total: all.len(),
            page: query.page,
            limit: query.limit,
            revision: snapshot.revision,
            observed_newest: snapshot.tally(today).newest.map(|day| day.to_string()),
            view: is_view.then(|| ViewOf {
                columns: query.shown_columns().iter().map(|c| c.word()).collect(),
                period: query.period.word(),
                period_hours: query.period_hours(),
                currency,
            }),
            groups,
            left_out,
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
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS).map_err(failed)?;
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
        writer.write_record(&record).map_err(failed)?;
    }
    csv_answer(writer)
}

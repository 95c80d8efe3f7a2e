//! `GET /api/v1/gpus` and its CSV: every card with its figures and the span of its on-demand prices.
use super::paging::{List, newest, paged, paging};
use crate::page::Request;
use crate::problem::Problem;
use crate::state::AppState;
use app::pages::gpus::{Card, cards};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::catalog::CatalogSnapshot;
use domain::units::{Currency, Decimal};
use serde::Serialize;

/// One card; money is decimal text, unknown is null.
#[derive(Serialize)]
struct CardRow<'a> {
    slug: &'a str,
    name: &'a str,
    vendor: &'a str,
    architecture: Option<&'a str>,
    compute_capability: Option<&'a str>,
    vram_gb: Option<f64>,
    memory_type: Option<&'a str>,
    bandwidth_gbps: Option<f64>,
    fp32_tflops: Option<f64>,
    fp16_dense_tflops: Option<f64>,
    fp16_dense_derived_tflops: Option<f64>,
    bf16_dense_tflops: Option<f64>,
    fp8_dense_tflops: Option<f64>,
    int8_dense_tops: Option<f64>,
    tdp_w: Option<f64>,
    interconnect: Option<&'a str>,
    interconnect_gbps: Option<f64>,
    form_factor: Option<&'a str>,
    form_factor_stated: bool,
    release_year: Option<u16>,
    min_cuda: Option<&'a str>,
    sources: Vec<&'a str>,
    note: &'a str,
    on_demand_offers: usize,
    on_demand_lowest: Option<String>,
    on_demand_median: Option<String>,
    currency: Currency,
}

fn card<'a>(snapshot: &'a CatalogSnapshot, card: &Card, currency: Currency) -> CardRow<'a> {
    let gpu = &snapshot.gpus[card.gpu];
    let money = |nanos: Option<i64>| nanos.map(|n| Decimal::from_nanos(i128::from(n)).to_string());
    CardRow {
        slug: &gpu.slug,
        name: &gpu.name,
        vendor: &gpu.vendor,
        architecture: gpu.architecture.as_deref(),
        compute_capability: gpu.compute_capability.as_deref(),
        vram_gb: gpu.vram_gb,
        memory_type: gpu.memory_type.as_deref(),
        bandwidth_gbps: gpu.bandwidth_gbps,
        fp32_tflops: gpu.fp32_tflops,
        fp16_dense_tflops: gpu.fp16_dense_tflops,
        fp16_dense_derived_tflops: gpu.fp16_dense_derived_tflops,
        bf16_dense_tflops: gpu.bf16_dense_tflops,
        fp8_dense_tflops: gpu.fp8_dense_tflops,
        int8_dense_tops: gpu.int8_dense_tops,
        tdp_w: gpu.tdp_w,
        interconnect: gpu.interconnect.as_deref(),
        interconnect_gbps: gpu.interconnect_gbps,
        form_factor: gpu.form_factor.as_deref(),
        form_factor_stated: !gpu.is_generic(),
        release_year: gpu.release_year,
        min_cuda: gpu.min_cuda.as_deref(),
        sources: app::pages::gpus::sources(gpu).collect(),
        note: &gpu.note,
        on_demand_offers: card.span.count,
        on_demand_lowest: money(card.span.lowest),
        on_demand_median: money(card.span.median),
        currency,
    }
}

/// `GET /api/v1/gpus`
pub async fn list(State(state): State<AppState>, request: Request) -> Result<Response, Problem> {
    let (page, limit) = paging(&request)?;
    let snapshot = state.snapshot();
    let (currency, today) = (request.frame.currency, request.frame.today());
    Ok(request.tagged(|| {
        let all = cards(&snapshot, currency, today);
        let list = List {
            items: paged(
                all.iter().map(|one| card(&snapshot, one, currency)),
                page,
                limit,
            ),
            total: all.len(),
            page,
            limit,
            revision: snapshot.revision,
            observed_newest: newest(&snapshot),
        };
        Json(list).into_response()
    }))
}

/// `GET /api/v1/gpus.csv`: every card.
pub async fn csv(State(state): State<AppState>, request: Request) -> Result<Response, Problem> {
    paging(&request)?;
    let snapshot = state.snapshot();
    let (currency, today) = (request.frame.currency, request.frame.today());
    let all = cards(&snapshot, currency, today);
    let body = write_csv(all.iter().map(|one| card(&snapshot, one, currency)))
        .map_err(|error| Problem::from(crate::error::ServerError::Internal(error.to_string())))?;
    Ok(request.tagged(|| {
        let mut response = body.into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/csv; charset=utf-8"),
        );
        headers.insert(
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"gpus.csv\""),
        );
        response
    }))
}

const COLUMNS: [&str; 27] = [
    "slug",
    "name",
    "vendor",
    "architecture",
    "compute_capability",
    "vram_gb",
    "memory_type",
    "bandwidth_gbps",
    "fp32_tflops",
    "fp16_dense_tflops",
    "fp16_dense_derived_tflops",
    "bf16_dense_tflops",
    "fp8_dense_tflops",
    "int8_dense_tops",
    "tdp_w",
    "interconnect",
    "interconnect_gbps",
    "form_factor",
    "form_factor_stated",
    "release_year",
    "min_cuda",
    "sources",
    "note",
    "on_demand_offers",
    "on_demand_lowest",
    "on_demand_median",
    "currency",
];

fn write_csv<'a>(
    rows: impl Iterator<Item = CardRow<'a>>,
) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    let number = |value: Option<f64>| value.map(|v| v.to_string()).unwrap_or_default();
    let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
    for r in rows {
        let record: [String; 27] = [
            r.slug.to_owned(),
            r.name.to_owned(),
            r.vendor.to_owned(),
            text(r.architecture),
            text(r.compute_capability),
            number(r.vram_gb),
            text(r.memory_type),
            number(r.bandwidth_gbps),
            number(r.fp32_tflops),
            number(r.fp16_dense_tflops),
            number(r.fp16_dense_derived_tflops),
            number(r.bf16_dense_tflops),
            number(r.fp8_dense_tflops),
            number(r.int8_dense_tops),
            number(r.tdp_w),
            text(r.interconnect),
            number(r.interconnect_gbps),
            text(r.form_factor),
            r.form_factor_stated.to_string(),
            r.release_year
                .map(|year| year.to_string())
                .unwrap_or_default(),
            text(r.min_cuda),
            r.sources.join(";"),
            super::csv_text::defuse(r.note),
            r.on_demand_offers.to_string(),
            r.on_demand_lowest.unwrap_or_default(),
            r.on_demand_median.unwrap_or_default(),
            r.currency.to_string(),
        ];
        writer.write_record(&record)?;
    }
    Ok(writer.into_inner()?)
}

//! `GET /api/v1/platforms` and `GET /api/v1/gpus` (and its CSV): the catalogue without its offers.
use crate::page::Request;
use crate::problem::Problem;
use crate::state::AppState;
use app::pages::gpus::{Card, cards};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use domain::catalog::{CatalogSnapshot, Fact, FactKey, Freshness, Persistence, Platform};
use domain::units::{Currency, Decimal};
use serde::Serialize;
use std::collections::BTreeMap;

/// Rows a page when nothing is asked, and at most.
const LIMITS: (u32, u32) = (100, 1000);

#[derive(Serialize)]
struct List<T> {
    items: Vec<T>,
    total: usize,
    page: u32,
    limit: u32,
    revision: i64,
    observed_newest: Option<String>,
}

/// `page` and `limit` of the address. Errors: 400 for anything else but language, currency and theme.
fn paging(request: &Request) -> Result<(u32, u32), Problem> {
    let (mut page, mut limit) = (1, LIMITS.0);
    for (name, value) in &request.frame.query {
        let slot = match name.as_str() {
            "page" => &mut page,
            "limit" => &mut limit,
            "lang" | "theme" | "currency" => continue,
            other => {
                let detail = format!("{other}: is no parameter of this resource");
                return Err(Problem::bad_request(
                    "unknown_param",
                    detail,
                    Some(name.clone()),
                ));
            }
        };
        match value.trim().parse::<u32>() {
            Ok(number) if number > 0 => *slot = number,
            _ => {
                let shown: String = value.chars().take(60).collect();
                let detail = format!("{name}: `{shown}` is not a whole number above zero");
                return Err(Problem::bad_request(
                    "not_a_number",
                    detail,
                    Some(name.clone()),
                ));
            }
        }
    }
    Ok((page, limit.min(LIMITS.1)))
}

fn paged<T>(all: impl Iterator<Item = T>, page: u32, limit: u32) -> Vec<T> {
    let from = (page as usize - 1).saturating_mul(limit as usize);
    all.skip(from).take(limit as usize).collect()
}

fn newest(snapshot: &CatalogSnapshot) -> Option<String> {
    snapshot.observed_newest().map(|day| day.to_string())
}

#[derive(Serialize)]
struct SourceRow<'a> {
    url: &'a str,
    exact: bool,
}

/// A fact; `value` is null when it was looked for and not found.
#[derive(Serialize)]
struct FactRow<'a> {
    value: Option<&'a str>,
    observed_at: Option<String>,
    observed_precision: Option<&'static str>,
    quote: Option<&'a str>,
    sources: Vec<SourceRow<'a>>,
}

#[derive(Serialize)]
struct VolumeRow<'a> {
    volume: &'a str,
    survives_stop: Option<&'a str>,
    survives_image_save: Option<&'a str>,
    survives_migration: Option<&'a str>,
    survives_release: Option<&'a str>,
    deleted_after_days: Option<u32>,
    billed_while_stopped: Option<&'a str>,
    source_url: &'a str,
    observed_at: Option<String>,
    note: &'a str,
}

#[derive(Serialize)]
struct PlatformRow<'a> {
    slug: &'a str,
    name: &'a str,
    name_zh: Option<&'a str>,
    homepage: Option<&'a str>,
    country: Option<&'a str>,
    currency: Option<Currency>,
    docs_url: Option<&'a str>,
    note: &'a str,
    offers_current: usize,
    offers_stale: usize,
    /// Every key; null where nobody looked yet.
    facts: BTreeMap<&'static str, Option<FactRow<'a>>>,
    persistence: Vec<VolumeRow<'a>>,
}

fn fact(fact: &Fact) -> FactRow<'_> {
    FactRow {
        value: fact.value.as_deref(),
        observed_at: fact.observed.map(|day| day.text()),
        observed_precision: fact.observed.map(|day| day.precision.word()),
        quote: fact.quote.as_deref(),
        sources: fact
            .sources
            .iter()
            .map(|source| SourceRow {
                url: &source.url,
                exact: source.exact,
            })
            .collect(),
    }
}

fn volume(volume: &Persistence) -> VolumeRow<'_> {
    let [stop, image, migration, release] =
        volume.survives.each_ref().map(|answer| answer.as_deref());
    VolumeRow {
        volume: &volume.volume,
        survives_stop: stop,
        survives_image_save: image,
        survives_migration: migration,
        survives_release: release,
        deleted_after_days: volume.deleted_after_days,
        billed_while_stopped: volume.billed_while_stopped.as_deref(),
        source_url: &volume.source_url,
        observed_at: volume.as_of.map(|day| day.text()),
        note: &volume.note,
    }
}

fn platform<'a>(
    snapshot: &'a CatalogSnapshot,
    place: usize,
    platform: &'a Platform,
    today: NaiveDate,
) -> PlatformRow<'a> {
    let of_it = || {
        snapshot
            .offers
            .iter()
            .filter(|offer| offer.platform == place)
    };
    let stale = of_it()
        .filter(|offer| snapshot.freshness(offer, today) == Freshness::Stale)
        .count();
    PlatformRow {
        slug: &platform.slug,
        name: &platform.name,
        name_zh: platform.name_zh.as_deref(),
        homepage: platform.homepage.as_deref(),
        country: platform.country.as_deref(),
        currency: platform.currency,
        docs_url: platform.docs_url.as_deref(),
        note: &platform.note,
        offers_current: of_it().count() - stale,
        offers_stale: stale,
        facts: FactKey::ALL
            .iter()
            .map(|key| (key.word(), platform.facts.get(*key).map(fact)))
            .collect(),
        persistence: snapshot
            .persistence
            .iter()
            .filter(|row| row.platform == platform.slug)
            .map(volume)
            .collect(),
    }
}

/// `GET /api/v1/platforms`
pub async fn platforms(
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, Problem> {
    let (page, limit) = paging(&request)?;
    let snapshot = state.snapshot();
    let today = request.frame.today();
    Ok(request.tagged(|| {
        let rows = snapshot
            .platforms
            .iter()
            .enumerate()
            .map(|(place, row)| platform(&snapshot, place, row, today));
        let list = List {
            items: paged(rows, page, limit),
            total: snapshot.platforms.len(),
            page,
            limit,
            revision: snapshot.revision,
            observed_newest: newest(&snapshot),
        };
        Json(list).into_response()
    }))
}

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
pub async fn gpus(State(state): State<AppState>, request: Request) -> Result<Response, Problem> {
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
pub async fn gpus_csv(
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, Problem> {
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
            super::offerings::defuse(r.note),
            r.on_demand_offers.to_string(),
            r.on_demand_lowest.unwrap_or_default(),
            r.on_demand_median.unwrap_or_default(),
            r.currency.to_string(),
        ];
        writer.write_record(&record)?;
    }
    Ok(writer.into_inner()?)
}

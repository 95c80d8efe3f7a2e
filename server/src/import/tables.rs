//! Cards, exchange rates, models and the history of prices.
use super::{Files, HistoryPoint, Import, ImportError, Model, Refused, unreadable};
use chrono::NaiveDate;
use domain::catalog::draft::{FieldError, Problem, source_key};
use domain::catalog::model_edit::wrong_figures;
use domain::catalog::{Gpu, Observed, PriceKind};
use domain::units::{Currency, Decimal, FxRate, Money};
use serde::Deserialize;
use std::collections::HashSet;

/// A non-empty text, or not stated.
pub(super) fn stated(text: String) -> Option<String> {
    let text = text.trim();
    (!text.is_empty() && text != "unknown").then(|| text.to_owned())
}

pub(super) fn refuse(
    import: &mut Import,
    file: &'static str,
    line: u64,
    row: &str,
    errors: &[(&str, &str, Problem)],
) {
    let errors = errors
        .iter()
        .map(|(field, value, problem)| FieldError {
            field: (*field).into(),
            value: (*value).into(),
            problem: *problem,
        })
        .collect();
    import.refused.push(Refused {
        file,
        line,
        row: row.to_owned(),
        errors,
        hint: String::new(),
    });
}

#[derive(Deserialize)]
struct GpuRow {
    slug: String,
    name: String,
    vendor: String,
    architecture: String,
    compute_capability: String,
    memory_gb: Option<f64>,
    memory_type: String,
    memory_bandwidth_gbps: Option<f64>,
    fp32_tflops: Option<f64>,
    fp16_tensor_dense_tflops: Option<f64>,
    bf16_tensor_dense_tflops: Option<f64>,
    fp8_dense_tflops: Option<f64>,
    int8_dense_tops: Option<f64>,
    tdp_w: Option<f64>,
    interconnect: String,
    interconnect_gbps: Option<f64>,
    form_factor: String,
    release_year: Option<u16>,
    min_cuda: String,
    source_url: String,
    note: String,
    fp16_tensor_dense_derived_tflops: Option<f64>,
}

/// What a card's figures can be, in the unit of their column: 24,576 is MB, 1.008 is TB/s, 82,580 is GFLOPS.
const PLAUSIBLE: [(&str, f64, f64); 5] = [
    ("memory_gb", 1.0, 2_048.0),
    ("memory_bandwidth_gbps", 20.0, 100_000.0),
    ("fp32_tflops", 0.5, 10_000.0),
    ("fp16_tensor_dense_tflops", 1.0, 50_000.0),
    ("tdp_w", 10.0, 10_000.0),
];

pub(super) fn gpus(files: &Files, import: &mut Import) -> Result<(), ImportError> {
    const FILE: &str = "gpus.csv";
    let mut seen = HashSet::new();
    for (line, row) in files.rows::<GpuRow>(FILE)? {
        let row = match row {
            Ok(row) => row,
            Err(message) => {
                import.refused.push(unreadable(FILE, line, message));
                continue;
            }
        };
        let figures = [
            row.memory_gb,
            row.memory_bandwidth_gbps,
            row.fp32_tflops,
            row.fp16_tensor_dense_tflops,
            row.tdp_w,
        ];
        let mut errors = Vec::new();
        if row.slug.is_empty() || !seen.insert(row.slug.clone()) {
            errors.push(("slug", row.slug.as_str(), Problem::NotAWord));
        }
        if row.source_url.is_empty() {
            errors.push(("source_url", "", Problem::Missing));
        }
        if figures
            .iter()
            .flatten()
            .any(|figure| *figure <= 0.0 || !figure.is_finite())
        {
            errors.push(("figures", "zero or below", Problem::NotPositive));
        }
        let said: Vec<(&str, String)> = PLAUSIBLE
            .iter()
            .zip(figures)
            .filter_map(|((field, least, most), figure)| {
                let figure = figure.filter(|figure| *figure < *least || *figure > *most)?;
                Some((*field, figure.to_string()))
            })
            .collect();
        errors.extend(
            said.iter()
                .map(|(field, value)| (*field, value.as_str(), Problem::Implausible)),
        );
        if !errors.is_empty() {
            refuse(import, FILE, line, &row.slug, &errors);
            continue;
        }
        import.gpus.push(Gpu {
            slug: row.slug,
            name: row.name,
            vendor: row.vendor,
            architecture: stated(row.architecture),
            compute_capability: stated(row.compute_capability),
            vram_gb: row.memory_gb,
            memory_type: stated(row.memory_type),
            bandwidth_gbps: row.memory_bandwidth_gbps,
            fp32_tflops: row.fp32_tflops,
            fp16_dense_tflops: row.fp16_tensor_dense_tflops,
            fp16_dense_derived_tflops: row.fp16_tensor_dense_derived_tflops,
            bf16_dense_tflops: row.bf16_tensor_dense_tflops,
            fp8_dense_tflops: row.fp8_dense_tflops,
            int8_dense_tops: row.int8_dense_tops,
            tdp_w: row.tdp_w,
            interconnect: stated(row.interconnect),
            interconnect_gbps: row.interconnect_gbps,
            form_factor: stated(row.form_factor),
            release_year: row.release_year,
            min_cuda: stated(row.min_cuda),
            source_url: row.source_url,
            note: row.note,
        });
    }
    Ok(())
}

#[derive(Deserialize)]
struct FxRow {
    base: String,
    quote: String,
    rate: String,
    date: String,
    source: String,
    note: String,
}

pub(super) fn fx(files: &Files, import: &mut Import) -> Result<(), ImportError> {
    const FILE: &str = "fx.csv";
    for (line, row) in files.rows::<FxRow>(FILE)? {
        let row = match row {
            Ok(row) => row,
            Err(message) => {
                import.refused.push(unreadable(FILE, line, message));
                continue;
            }
        };
        let parsed = (
            row.base.parse::<Currency>(),
            row.quote.parse::<Currency>(),
            row.rate.parse::<Decimal>(),
            row.date.parse(),
        );
        match parsed {
            (Ok(base), Ok(quote), Ok(rate), Ok(date)) if rate.nanos() > 0 && base != quote => {
                import.fx.push(FxRate {
                    base,
                    quote,
                    rate,
                    date,
                    source: row.source,
                    note: row.note,
                    hops: 1,
                });
            }
            _ => {
                let pair = format!("{}/{}", row.base, row.quote);
                refuse(
                    import,
                    FILE,
                    line,
                    &pair,
                    &[("rate", &row.rate, Problem::NotANumber)],
                );
            }
        }
    }
    Ok(())
}

pub(super) fn models(files: &Files, import: &mut Import) -> Result<(), ImportError> {
    const FILE: &str = "models.csv";
    for (line, row) in files.rows::<Model>(FILE)? {
        match row {
            Ok(model) => {
                let mut wrong = wrong_figures(&model.fields());
                if model.source.is_empty() {
                    wrong.push(("source", Problem::Missing));
                }
                if wrong.is_empty() {
                    import.models.push(model);
                    continue;
                }
                let fields = model.fields();
                let wrong: Vec<_> = wrong
                    .into_iter()
                    .map(|(field, problem)| (field, fields.get(field), problem))
                    .collect();
                refuse(import, FILE, line, &model.id, &wrong);
            }
            Err(message) => import.refused.push(unreadable(FILE, line, message)),
        }
    }
    Ok(())
}

#[derive(Deserialize)]
struct HistoryRow {
    platform_slug: String,
    gpu_slug: String,
    gpu_count: u32,
    price_kind: String,
    date: String,
    price_per_gpu_hour: String,
    currency: String,
    source_url: String,
    note: String,
}

pub(super) fn history(
    files: &Files,
    gpus: &HashSet<String>,
    platforms: &HashSet<String>,
    today: NaiveDate,
    import: &mut Import,
) -> Result<(), ImportError> {
    const FILE: &str = "history.csv";
    for (line, row) in files.rows::<HistoryRow>(FILE)? {
        let row = match row {
            Ok(row) => row,
            Err(message) => {
                import.refused.push(unreadable(FILE, line, message));
                continue;
            }
        };
        match history_point(&row, gpus, platforms, today) {
            Ok(point) => import.history.push(point),
            Err((field, value, problem)) => {
                let name = format!("{} {} {}", row.platform_slug, row.gpu_slug, row.date);
                refuse(import, FILE, line, &name, &[(field, &value, problem)]);
            }
        }
    }
    Ok(())
}

type Wrong = (&'static str, String, Problem);

fn history_point(
    row: &HistoryRow,
    gpus: &HashSet<String>,
    platforms: &HashSet<String>,
    today: NaiveDate,
) -> Result<HistoryPoint, Wrong> {
    if !gpus.contains(&row.gpu_slug) {
        return Err(("gpu_slug", row.gpu_slug.clone(), Problem::UnknownGpu));
    }
    if !platforms.contains(&row.platform_slug) {
        return Err((
            "platform_slug",
            row.platform_slug.clone(),
            Problem::UnknownPlatform,
        ));
    }
    let wrong_price = || {
        (
            "price_per_gpu_hour",
            row.price_per_gpu_hour.clone(),
            Problem::NotANumber,
        )
    };
    let price = row
        .price_per_gpu_hour
        .parse::<Decimal>()
        .map_err(|_| wrong_price())?;
    if price.nanos() <= 0 || row.gpu_count == 0 {
        return Err((
            "price_per_gpu_hour",
            row.price_per_gpu_hour.clone(),
            Problem::NotPositive,
        ));
    }
    let currency = row
        .currency
        .parse::<Currency>()
        .map_err(|_| ("currency", row.currency.clone(), Problem::NotAWord))?;
    let whole = price
        .nanos()
        .checked_mul(i128::from(row.gpu_count))
        .ok_or_else(wrong_price)?;
    let price_per_hour =
        Money::from_decimal(Decimal::from_nanos(whole), currency).map_err(|_| wrong_price())?;
    let observed =
        Observed::parse(&row.date).ok_or(("date", row.date.clone(), Problem::BadDate))?;
    if observed.date > today {
        return Err(("date", row.date.clone(), Problem::FutureDate));
    }
    Ok(HistoryPoint {
        platform: row.platform_slug.clone(),
        gpu: row.gpu_slug.clone(),
        gpu_count: row.gpu_count,
        kind: PriceKind::from_word(&row.price_kind).ok_or((
            "price_kind",
            row.price_kind.clone(),
            Problem::NotAWord,
        ))?,
        observed,
        price_per_hour,
        source: source_key(&row.source_url),
        source_url: row.source_url.clone(),
        note: row.note.clone(),
    })
}

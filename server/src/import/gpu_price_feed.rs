//! gpu-price-feed: one JSON document with the offers of many platforms, collected daily.
use super::{Import, ImportError, Refused, named_card};
use chrono::NaiveDate;
use domain::catalog::draft::{self, FieldError, OfferDraft, Problem};
use domain::catalog::{Gpu, Platform, PriceKind};
use serde::Deserialize;

const FILE: &str = "prices.json";
/// Where the public document lies.
pub const PUBLIC_ADDRESS: &str =
    "https://raw.githubusercontent.com/toolshedlabs-hash/gpu-price-feed/main/data/prices.json";

#[derive(Deserialize)]
struct Feed {
    collected_at: String,
    offers: Vec<serde_json::Value>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Row {
    provider: String,
    gpu_model_raw: String,
    gpu_key: String,
    gpu_count: Option<serde_json::Number>,
    vram_gb: Option<f64>,
    currency: String,
    price_total_hr: Option<serde_json::Number>,
    pricing_type: String,
    vcpu: Option<serde_json::Number>,
    ram_gb: Option<serde_json::Number>,
    disk_gb: Option<serde_json::Number>,
    region: Option<String>,
    notes: Option<String>,
}

fn text<T: ToString>(value: &Option<T>) -> String {
    value.as_ref().map(ToString::to_string).unwrap_or_default()
}

fn kind(word: &str) -> Option<PriceKind> {
    let plain = word.to_lowercase().replace(['-', ' '], "_");
    match plain.as_str() {
        "ondemand" => Some(PriceKind::OnDemand),
        "interruptible" | "preemptible" => Some(PriceKind::Spot),
        other => PriceKind::from_word(other),
    }
}

/// Our name of a platform of the feed.
fn platform(provider: &str) -> String {
    match provider {
        "vastai" => "vast-ai".to_owned(),
        "datacrunch" => "verda".to_owned(),
        "lambdalabs" => "lambda".to_owned(),
        other => other.to_lowercase().replace(['_', ' ', '.'], "-"),
    }
}

/// The card that the platform's name for it or the row's own key means.
fn card<'a>(gpus: &'a [Gpu], row: &Row) -> Result<&'a Gpu, (Problem, String)> {
    let vram_gb = row.vram_gb.map(|gb| gb.round() as u64);
    let names = [&row.gpu_model_raw, &row.gpu_key];
    let mut stated = names.into_iter().filter(|name| !name.trim().is_empty());
    let first = stated.next().ok_or((Problem::Missing, String::new()))?;
    named_card(gpus, first, vram_gb).or_else(|wrong| {
        stated
            .next()
            .map_or(Err(wrong), |key| named_card(gpus, key, vram_gb))
    })
}

/// Reads the document; a row that breaks a rule is refused by name, with its place in the list as its line.
///
/// Errors: a text that is no such document.
pub fn read(
    json: &str,
    source_url: &str,
    gpus: &[Gpu],
    platforms: &[Platform],
    today: NaiveDate,
) -> Result<Import, ImportError> {
    let feed: Feed =
        serde_json::from_str(json.trim_start_matches('\u{feff}')).map_err(|error| {
            ImportError::Table {
                file: FILE.to_owned(),
                message: error.to_string(),
            }
        })?;
    let observed = feed.collected_at.chars().take(10).collect::<String>();
    let mut import = Import::default();
    for (place, value) in feed.offers.into_iter().enumerate() {
        let line = place as u64 + 1;
        let row: Row = match serde_json::from_value(value) {
            Ok(row) => row,
            Err(error) => {
                import
                    .refused
                    .push(super::unreadable(FILE, line, error.to_string()));
                continue;
            }
        };
        let mut refuse = |errors: Vec<FieldError>, hint: String| {
            let row = format!("{} {}", row.provider, row.gpu_model_raw);
            import.refused.push(Refused {
                file: FILE,
                line,
                row,
                errors,
                hint,
            });
        };
        let wrong = |field: &str, value: &str, problem| {
            vec![FieldError {
                field: field.to_owned(),
                value: value.to_owned(),
                problem,
            }]
        };
        let gpu = match card(gpus, &row) {
            Ok(gpu) => gpu,
            Err((problem, hint)) => {
                refuse(wrong("gpu_model_raw", &row.gpu_model_raw, problem), hint);
                continue;
            }
        };
        let Some(kind) = kind(&row.pricing_type) else {
            refuse(
                wrong("pricing_type", &row.pricing_type, Problem::NotAWord),
                String::new(),
            );
            continue;
        };
        let slug = platform(&row.provider);
        let offer = OfferDraft {
            platform_slug: slug,
            region: row.region.clone().unwrap_or_default(),
            gpu_slug: gpu.slug.clone(),
            gpu_count: text(&row.gpu_count),
            price_per_hour: text(&row.price_total_hr),
            currency: row.currency.to_uppercase(),
            price_kind: kind.word().to_owned(),
            vcpus: text(&row.vcpu),
            ram_gb: text(&row.ram_gb),
            disk_gb: text(&row.disk_gb),
            source_url: source_url.to_owned(),
            source_date: observed.clone(),
            note: row.notes.clone().unwrap_or_default(),
            ..OfferDraft::default()
        };
        let is_known = |slug: &str| platforms.iter().any(|platform| platform.slug == slug);
        match draft::check(&offer, |_| true, is_known, today) {
            Ok(record) => import.offers.push(record),
            Err(errors) => refuse(errors, String::new()),
        }
    }
    Ok(import)
}

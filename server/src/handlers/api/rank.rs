//! `POST /api/v1/rank`: every offer that a filter takes, billed for one use and ranked.
use super::document::{bad_value, currency, object, parameters};
use super::offerings::{self, Row};
use super::paging::newest;
use crate::handlers::catalogue::read;
use crate::page::Request;
use crate::problem::Problem;
use crate::state::AppState;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::catalog::{CatalogSnapshot, Freshness, Offer, PriceKind, Query, Selection, select};
use domain::pricing::{Lines, PricingError, Usage};
use domain::quote::{Exclusion, Most, Prepared, Quote, Ranking};
use domain::scenario::WithoutNoGpu;
use domain::units::Currency;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Rows when nothing is asked, and at most.
const LIMITS: (usize, usize) = (50, 1000);
/// Fields of the document.
const FIELDS: [&str; 5] = ["usage", "filter", "limit", "currency", "no_gpu"];

/// A document that has been understood.
struct Asked {
    prepared: Prepared,
    query: Query,
    limit: usize,
    currency: Currency,
}

/// One offer's bill; money is decimal text.
#[derive(Serialize)]
struct Item<'a> {
    /// As in `/api/v1/offerings`; `currency` is that of the listed amounts and of the lines.
    #[serde(flatten)]
    offer: Row<'a>,
    /// Every unknown fact at its best, in `display_currency`.
    total: String,
    /// Every unknown fact at its worst; null where an unknown price leaves the bill open.
    total_high: Option<String>,
    display_currency: Currency,
    listed_total: String,
    listed_total_high: Option<String>,
    /// The nine lines of the lower end.
    lines: Lines,
    /// Of the lower end, in `display_currency`; null without a useful second.
    effective_per_useful_gpu_hour: Option<String>,
    /// Facts that widen or open the bill.
    unknown: Vec<&'static str>,
}

/// Offers that the filter takes and the ranking does not.
#[derive(Serialize)]
struct Left {
    reason: &'static str,
    /// The condition whose figure is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    parameter: Option<&'static str>,
    count: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ids: Vec<i64>,
}

#[derive(Serialize)]
struct List<'a> {
    /// Closed bills by upper end, then lower end, then id.
    items: Vec<Item<'a>>,
    /// Closed bills in all.
    total: usize,
    limit: usize,
    /// Open bills by lower end; they never win.
    floors: Vec<Item<'a>>,
    /// Open bills in all.
    floors_total: usize,
    excluded: Vec<Left>,
    currency: Currency,
    revision: i64,
    observed_newest: Option<String>,
    day: String,
}

/// Takes `{"usage": …, "filter"?: {parameters of /}, "limit"?: 50, "currency"?: "CNY", "no_gpu"?: "keep" | "stop"}`.
///
/// Order and paging inside the filter play no part. Spot prices take part where the filter's `price_kind` asks for them.
pub async fn post(
    State(state): State<AppState>,
    request: Request,
    body: Bytes,
) -> Result<Response, Problem> {
    let (snapshot, today) = (state.snapshot(), request.frame.today());
    let asked = asked(&object(&body)?, &snapshot, &request)?;
    let selection = select(&snapshot, &asked.query, asked.currency, today);
    let mut is_selected = vec![false; snapshot.offers.len()];
    selection
        .rows
        .iter()
        .for_each(|row| is_selected[*row] = true);
    let choice = |index: usize, offer: &Offer| {
        is_selected[index].then(|| {
            if offer.gpu_fraction.is_some() {
                Err(Exclusion::Slice)
            } else if offer.kind == PriceKind::Spot
                && !asked.query.price_kind.contains(&PriceKind::Spot)
            {
                Err(Exclusion::Spot)
            } else if snapshot.freshness(offer, today) == Freshness::Stale {
                Err(Exclusion::Stale)
            } else {
                Ok(())
            }
        })
    };
    let most = Most {
        ranked: asked.limit,
        floors: asked.limit,
    };
    let ranking = state
        .table(&snapshot, asked.currency, today)
        .rank(&snapshot, &asked.prepared, choice, most)
        .map_err(|error| refused(&error, ""))?;
    let items = |rows: &[(usize, Quote)]| -> Vec<Item<'_>> {
        rows.iter()
            .map(|(index, quote)| {
                let offer = &snapshot.offers[*index];
                item(
                    offerings::row(&snapshot, offer, asked.currency, today),
                    quote,
                )
            })
            .collect()
    };
    let list = List {
        items: items(&ranking.ranked),
        total: ranking.ranked_count,
        limit: asked.limit,
        floors: items(&ranking.floors),
        floors_total: ranking.floors_count,
        excluded: left_out(&snapshot, &ranking, &selection),
        currency: asked.currency,
        revision: snapshot.revision,
        observed_newest: newest(&snapshot),
        day: today.to_string(),
    };
    Ok(Json(list).into_response())
}

fn asked(
    document: &Value,
    snapshot: &CatalogSnapshot,
    request: &Request,
) -> Result<Asked, Problem> {
    let Some(fields) = document.as_object() else {
        let detail = "the body is no object with `usage` and `filter`";
        return Err(Problem::bad_request("bad_value", detail, None));
    };
    if let Some(name) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        let name: String = name.chars().take(60).collect();
        let detail = format!("{name}: known here are {}", FIELDS.join(", "));
        return Err(Problem::bad_request("unknown_field", detail, Some(name)));
    }
    let given = |name: &str| fields.get(name).filter(|value| !value.is_null());
    let nothing = Map::new();
    let filter = match given("filter") {
        None => &nothing,
        Some(Value::Object(filter)) => filter,
        Some(other) => return Err(bad_value("filter", format!("`{other}` is no object"))),
    };
    let read = read(&parameters(filter, "filter")?, snapshot);
    offerings::refuse_all(&read, snapshot, "filter.")?;
    let query = read.query;
    let limit = match given("limit") {
        None => LIMITS.0,
        Some(value) => match value.as_u64() {
            Some(limit) if limit > 0 => limit.min(LIMITS.1 as u64) as usize,
            _ => {
                let detail = format!("`{value}` is not a whole number above zero");
                return Err(bad_value("limit", detail));
            }
        },
    };
    let no_gpu = match given("no_gpu") {
        None => WithoutNoGpu::default(),
        Some(value) => WithoutNoGpu::deserialize(value)
            .map_err(|_| bad_value("no_gpu", format!("`{value}` is neither keep nor stop")))?,
    };
    let Some(usage) = given("usage") else {
        let detail = "usage: is missing; it is the usage part of a billing input";
        let field = Some("usage".to_owned());
        return Err(Problem::bad_request("missing_field", detail, field));
    };
    let usage = Usage::deserialize(usage).map_err(|error| {
        // The text begins with the field's path.
        let text = error.to_string();
        let path = text.split_once(": ").map_or("", |(path, _)| path);
        let field = match path {
            "" | "input" => "usage".to_owned(),
            path => format!("usage.{path}"),
        };
        let detail = text.split_once(": ").map_or(text.as_str(), |(_, why)| why);
        bad_value(&field, detail)
    })?;
    Ok(Asked {
        prepared: Prepared::of_usage(usage, no_gpu).map_err(|error| refused(&error, "usage."))?,
        currency: currency(given("currency"))?
            .or(query.currency)
            .unwrap_or(request.frame.currency),
        query,
        limit,
    })
}

fn refused(error: &PricingError, prefix: &str) -> Problem {
    let field = format!("{prefix}{}", error.field);
    let detail = format!("{field}: {}", error.message);
    Problem::bad_request(error.code(), detail, Some(field))
}

fn item<'a>(offer: Row<'a>, quote: &Quote) -> Item<'a> {
    let (low, high) = (&quote.low, quote.high.as_ref());
    Item {
        offer,
        total: low.total_display_text(),
        total_high: high.map(|bill| bill.total_display_text()),
        display_currency: low.display_currency,
        listed_total: low.total_text(),
        listed_total_high: high.map(|bill| bill.total_text()),
        lines: low.lines.clone(),
        effective_per_useful_gpu_hour: low
            .effective_per_useful_gpu_hour
            .map(|price| price.to_string()),
        unknown: quote.ask.iter().map(|key| key.word()).collect(),
    }
}

/// By reason, then what the filter itself left out for want of a figure.
fn left_out(snapshot: &CatalogSnapshot, ranking: &Ranking, selection: &Selection) -> Vec<Left> {
    let mut left: Vec<Left> = Vec::new();
    for (index, reason) in &ranking.excluded {
        let id = snapshot.offers[*index].id;
        match left.last_mut().filter(|last| last.reason == reason.word()) {
            Some(last) => {
                last.count += 1;
                last.ids.push(id);
            }
            None => left.push(Left {
                reason: reason.word(),
                parameter: None,
                count: 1,
                ids: vec![id],
            }),
        }
    }
    left.extend(selection.left_out.iter().map(|(parameter, count)| Left {
        reason: "unknown_figure",
        parameter: Some(parameter),
        count: *count,
        ids: Vec::new(),
    }));
    left
}

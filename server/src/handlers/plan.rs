//! `/plan`, `/plan.csv`, `/plan/share`, `/p/{slug}`.

use crate::error::ServerError;
use crate::page::{self, Request};
use crate::problem::Problem;
use crate::state::AppState;
use app::frame::address;
use app::pages::plan::{self, PlanView};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use chrono::NaiveDate;
use domain::catalog::{CatalogSnapshot, Notice, PriceKind, Reason};
use domain::quote::{answer, answer_from, table_for};
use domain::scenario::{CardChoice, Cell, Scenario, encode, parse};
use std::sync::Arc;

/// The page, or with `part=results` the part that a stroke changes; its short address stands in `x-address`.
pub async fn get(State(state): State<AppState>, request: Request) -> Response {
    let is_part = request.frame.param("part") == Some("results");
    let make = || {
        let view = view(&state, &request);
        if is_part {
            let mut scenario = Scenario::clone(&view.scenario);
            as_default(&mut scenario, request.frame.today());
            let short = short_address(&scenario, &request);
            let mut response = page::part(move || plan::results(&view));
            if let Ok(short) = HeaderValue::from_str(&short) {
                response
                    .headers_mut()
                    .insert(HeaderName::from_static("x-address"), short);
            }
            response
        } else {
            page::page(&request.frame, StatusCode::OK, || plan::page(&view))
        }
    };
    if is_part {
        make()
    } else {
        request.tagged(make)
    }
}

/// A scenario from parameters; a card or platform that does not exist becomes the default and a notice.
pub fn read(pairs: &[(String, String)], snapshot: &CatalogSnapshot) -> (Scenario, Vec<Notice>) {
    let (mut scenario, mut notices) = parse(pairs);
    let mut missing = |param: &str, value: &str| {
        notices.push(Notice {
            param: param.to_owned(),
            value: value.to_owned(),
            reason: Reason::NotFound,
        });
    };
    if let CardChoice::Model(slug) = &scenario.gpu
        && snapshot.gpu_by_slug(slug).is_none()
    {
        // A catalogue without the usual card takes any.
        if *slug != "rtx-4090" {
            missing("gpu", slug);
        }
        scenario.gpu = CardChoice::Any;
    }
    scenario.platform.retain(|slug| {
        let known = snapshot.platform_by_slug(slug).is_some();
        if !known {
            missing("platform", slug);
        }
        known
    });
    (scenario, notices)
}

fn view(state: &AppState, request: &Request) -> PlanView {
    let snapshot = state.snapshot();
    let frame = request.frame.clone();
    let (scenario, notices) = read(&frame.query, &snapshot);
    let (currency, today) = (frame.currency, frame.today());
    let table = state.table(&snapshot, currency, today);
    let answer = answer_from(&table, &snapshot, &scenario, currency, today)
        .map(Arc::new)
        .map_err(|error| error.to_string());
    let hourly_or_prepaid = answer
        .as_ref()
        .ok()
        .and_then(|answer| plan::hourly::chart(&frame, &snapshot, &scenario, answer));
    PlanView {
        frame,
        snapshot,
        scenario: Arc::new(scenario),
        notices,
        answer,
        hourly_or_prepaid,
    }
}

/// The page's address in its short form, with language, currency and theme as they stood.
fn short_address(scenario: &Scenario, request: &Request) -> String {
    let mut pairs = encode(scenario);
    pairs.extend(request.frame.kept());
    address("/plan", &pairs)
}

pub(super) fn form_pairs(body: &Bytes) -> Vec<(String, String)> {
    page::pairs(std::str::from_utf8(body).ok())
}

pub(super) fn kept(pairs: &[(String, String)]) -> Vec<(String, String)> {
    pairs
        .iter()
        .filter(|(name, _)| matches!(name.as_str(), "lang" | "currency" | "theme"))
        .cloned()
        .collect()
}

/// The form: paints the ticked cells or a preset, and leads to the short address.
pub async fn post(State(state): State<AppState>, body: Bytes) -> Response {
    let pairs = form_pairs(&body);
    let snapshot = state.snapshot();
    let today = state.config.now().date_naive();
    let (mut scenario, _) = read(&pairs, &snapshot);
    as_default(&mut scenario, today);
    paint(&mut scenario, &pairs);
    let mut short = encode(&scenario);
    // What could not be read is named on the page that follows.
    let (_, notices) = parse(&pairs);
    short.extend(
        notices
            .into_iter()
            .filter(|n| n.reason != Reason::UnknownParam)
            .map(|n| (n.param, n.value)),
    );
    short.extend(kept(&pairs));
    Redirect::to(&address("/plan", &short)).into_response()
}

/// What the form sends although nobody chose it becomes the default again, so that the address stays short and a link
/// "from today" is not frozen to this day.
fn as_default(scenario: &mut Scenario, today: NaiveDate) {
    if scenario.from == Some(today) {
        scenario.from = None;
    }
    if scenario.price_kind == [PriceKind::OnDemand, PriceKind::Monthly] {
        scenario.price_kind = Vec::new();
    }
}

fn paint(scenario: &mut Scenario, pairs: &[(String, String)]) {
    let value = |name: &str| {
        pairs
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, v)| v.as_str())
    };
    let preset = match value("preset") {
        Some("evenings") => Some("1-5.19-23g~6-7.14-23g"),
        Some("code") => Some("1-5.9-12n.14-18n.20-24g"),
        Some("weekends") => Some("6-7.9-23g"),
        Some("all") => Some("1-7.0-24g"),
        _ => None,
    };
    if let Some(Ok(week)) = preset.map(str::parse) {
        scenario.week = week;
        return;
    }
    let cell = match value("set") {
        Some("gpu") => Some(Cell::Gpu),
        Some("nogpu") => Some(Cell::NoGpu),
        Some("off") => None,
        _ => return,
    };
    for (_, place) in pairs.iter().filter(|(name, _)| name == "c") {
        let numbers = place
            .split_once('-')
            .and_then(|(day, hour)| Some((day.parse::<usize>().ok()?, hour.parse::<u16>().ok()?)));
        if let Some((day @ 1..=7, hour @ 0..=23)) = numbers {
            scenario.week.paint(day - 1, hour, cell);
        }
    }
}

/// The offers that the scenario's filter takes, for the painter: number, terms and row, postcard.
///
/// The address holds revision and day, so an answer that fits them never changes.
pub async fn offers(State(state): State<AppState>, request: Request) -> Response {
    let snapshot = state.snapshot();
    let frame = &request.frame;
    let asked: Vec<_> = frame
        .query
        .iter()
        .filter(|(name, _)| name != "revision" && name != "day")
        .cloned()
        .collect();
    let (scenario, _) = read(&asked, &snapshot);
    let today = frame.today();
    let table = table_for(&snapshot, &scenario, frame.currency, today);
    let sent = match plan::offers::sent(frame, &snapshot, &scenario, &table, page::html) {
        Ok(sent) => sent,
        Err(error) => {
            return Problem::bad_request(error.code(), error.to_string(), None).into_response();
        }
    };
    let fits = frame.param("revision") == Some(snapshot.revision.to_string().as_str())
        && frame.param("day") == Some(today.to_string().as_str());
    let cache = if fits {
        "private, max-age=86400, immutable"
    } else {
        "no-store"
    };
    match postcard::to_allocvec(&sent) {
        Ok(body) => (
            [
                (header::CONTENT_TYPE, "application/octet-stream"),
                (header::CACHE_CONTROL, cache),
            ],
            body,
        )
            .into_response(),
        Err(error) => Problem::from(ServerError::Internal(error.to_string())).into_response(),
    }
}

/// The ranking as CSV: the same rows as the page.
pub async fn csv(State(state): State<AppState>, request: Request) -> Response {
    let snapshot = state.snapshot();
    let (scenario, _) = read(&request.frame.query, &snapshot);
    let answer = match answer(
        &snapshot,
        &scenario,
        request.frame.currency,
        request.frame.today(),
    ) {
        Ok(answer) => answer,
        Err(error) => {
            return crate::problem::Problem::bad_request(
                error.code(),
                error.to_string(),
                Some(error.field.clone()),
            )
            .into_response();
        }
    };
    let mut writer = csv::Writer::from_writer(Vec::new());
    let header = [
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
    let mut wrote = writer.write_record(header);
    for (place, row) in answer.ranked.iter().chain(&answer.floors).enumerate() {
        let rank = if row.high.is_some() {
            (place + 1).to_string()
        } else {
            String::new()
        };
        let text = |value: Option<domain::units::Decimal>| {
            value.map(|v| v.to_string()).unwrap_or_default()
        };
        wrote = wrote.and_then(|()| {
            writer.write_record([
                rank,
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
                row.ask
                    .iter()
                    .map(|key| key.word())
                    .collect::<Vec<_>>()
                    .join(" "),
                row.observed.text(),
                row.source_url.clone(),
            ])
        });
    }
    match wrote
        .map_err(|e| e.to_string())
        .and_then(|()| writer.into_inner().map_err(|e| e.to_string()))
    {
        Ok(body) => {
            let headers = [
                (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
                (
                    header::CONTENT_DISPOSITION,
                    "attachment; filename=\"plan.csv\"",
                ),
            ];
            (headers, body).into_response()
        }
        Err(message) => ServerError::Internal(message).page(&request),
    }
}

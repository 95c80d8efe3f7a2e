//! `/plan`, `/plan/offers`.

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
use domain::pricing::PricingError;
use domain::quote::{Answer, answer, answer_from, table_for, with_own};
use domain::scenario::own::OTHER;
use domain::scenario::{CardChoice, Cell, Scenario, encode, parse};
use domain::units::Currency;
use std::borrow::Cow;
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
    let mut known = |param: &str, slug: &str| {
        let known = snapshot.platform_by_slug(slug).is_some();
        if !known {
            missing(param, slug);
        }
        known
    };
    scenario.platform.retain(|slug| known("platform", slug));
    scenario.off.retain(|off| known("off", &off.platform));
    for own in scenario.own.iter_mut().filter(|own| own.platform != OTHER) {
        if !known("own", &own.platform) {
            own.platform = OTHER.to_owned();
        }
    }
    (scenario, notices)
}

/// A plan as parameters ask for it.
pub(super) struct Asked {
    /// What was chosen.
    pub scenario: Scenario,
    /// What could not be read.
    pub notices: Vec<Notice>,
    /// The catalogue with the visitor's own quotes and discounts, where there are any.
    pub snapshot: Arc<CatalogSnapshot>,
    /// Where the snapshot is the stored one, whose tables are kept.
    tables: Option<AppState>,
}

impl Asked {
    /// Reads the parameters against the catalogue in force.
    pub fn of(state: &AppState, pairs: &[(String, String)], today: NaiveDate) -> Self {
        let snapshot = state.snapshot();
        let (scenario, notices) = read(pairs, &snapshot);
        let own = match with_own(&snapshot, &scenario, today) {
            Cow::Borrowed(_) => None,
            Cow::Owned(own) => Some(Arc::new(own)),
        };
        Self {
            scenario,
            notices,
            tables: own.is_none().then(|| state.clone()),
            snapshot: own.unwrap_or(snapshot),
        }
    }

    /// Bills and ranks it. Errors: as [`domain::quote::answer`].
    pub fn answer(&self, currency: Currency, today: NaiveDate) -> Result<Answer, PricingError> {
        let (snapshot, scenario) = (&self.snapshot, &self.scenario);
        match &self.tables {
            Some(state) => {
                let table = state.table(snapshot, currency, today);
                answer_from(&table, snapshot, scenario, currency, today)
            }
            None => answer(snapshot, scenario, currency, today),
        }
    }
}

fn view(state: &AppState, request: &Request) -> PlanView {
    let frame = request.frame.clone();
    let asked = Asked::of(state, &frame.query, frame.today());
    let answer = asked
        .answer(frame.currency, frame.today())
        .map(Arc::new)
        .map_err(|error| error.to_string());
    let hourly_or_prepaid = answer
        .as_ref()
        .ok()
        .and_then(|answer| plan::hourly::chart(&frame, &asked.snapshot, &asked.scenario, answer));
    PlanView {
        frame,
        snapshot: asked.snapshot,
        scenario: Arc::new(asked.scenario),
        notices: asked.notices,
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
        .filter(|(name, _)| matches!(name.as_str(), "lang" | "currency" | "theme" | "period"))
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
    if let Some(Ok(days)) = value("span").map(str::parse)
        && (1..=domain::pricing::MAX_HORIZON_DAYS).contains(&days)
    {
        scenario.days = days;
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
    let frame = &request.frame;
    let asked: Vec<_> = frame
        .query
        .iter()
        .filter(|(name, _)| name != "revision" && name != "day")
        .cloned()
        .collect();
    let today = frame.today();
    let Asked {
        scenario, snapshot, ..
    } = Asked::of(&state, &asked, today);
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

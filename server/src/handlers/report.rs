//! `/report`: a visitor says what is wrong.
use super::offer::find;
use crate::auth::client::{ClientAddress, from_this_site};
use crate::auth::limit::WINDOW;
use crate::error::{ServerError, failure_page};
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::proposals;
use app::frame::Frame;
use app::pages::errors::Failure;
use app::pages::report::{self, Report, Subject};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use domain::catalog::FactKey;
use domain::catalog::proposal::{About, Typed, check};
use std::time::Instant;

fn field<'a>(pairs: &'a [(String, String)], name: &str) -> &'a str {
    let found = pairs.iter().find(|(n, _)| n == name);
    found.map_or("", |(_, value)| value.as_str())
}

/// The offer, or the platform with or without a fact, that the pairs name.
async fn subject(
    state: &AppState,
    request: &Request,
    pairs: &[(String, String)],
) -> Result<Option<Subject>, ServerError> {
    let locale = request.frame.locale;
    let number = field(pairs, "offering");
    if !number.is_empty() {
        let found = find(state, number).await?;
        return Ok(found.map(|found| Subject::of_offer(locale, &found.snapshot, &found.offer)));
    }
    let snapshot = state.snapshot();
    let place = snapshot.platform_by_slug(field(pairs, "platform"));
    let fact = FactKey::from_word(field(pairs, "fact"));
    Ok(place.map(|place| Subject::of_platform(locale, &snapshot, place, fact)))
}

fn show(request: &Request, status: StatusCode, view: &Report) -> Response {
    let mut response = page::page(&request.frame, status, || report::page(view));
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The form as it starts: what the link that led here brings along, such as a machine's check, else its first answers.
fn filled(frame: &Frame, subject: Option<&Subject>) -> Typed {
    let brought = |name: &str| frame.param(name).map(str::to_owned);
    let about = brought("about").filter(|word| About::from_word(word).is_some());
    let usual = subject.map(|subject| subject.about.word().to_owned());
    Typed {
        about: about.or(usual).unwrap_or_default(),
        value: brought("value").unwrap_or_default(),
        evidence: brought("evidence").unwrap_or_default(),
        seen_on: brought("seen_on").unwrap_or_else(|| frame.today().to_string()),
        remark: brought("remark").unwrap_or_default(),
    }
}

/// The form, filled in with what the page shows.
pub async fn get(State(state): State<AppState>, request: Request) -> Response {
    let frame = request.frame.clone();
    let subject = match subject(&state, &request, &frame.query).await {
        Ok(subject) => subject,
        Err(error) => return error.page(&request),
    };
    let status = match (&subject, frame.query.is_empty()) {
        (None, false)
            if frame
                .param("offering")
                .or(frame.param("platform"))
                .is_some() =>
        {
            StatusCode::NOT_FOUND
        }
        _ => StatusCode::OK,
    };
    let view = Report {
        typed: filled(&frame, subject.as_ref()),
        sent: frame.param("sent").and_then(|number| number.parse().ok()),
        frame,
        subject,
        flaws: Vec::new(),
    };
    show(&request, status, &view)
}

/// Keeps a report, or says what is missing and keeps everything typed.
pub async fn post(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    request: Request,
    headers: HeaderMap,
    body: String,
) -> Response {
    if !from_this_site(&headers, &state.config) {
        return failure_page(&request, StatusCode::FORBIDDEN, &Failure::Forbidden);
    }
    let pairs = page::pairs(Some(&body));
    let subject = match subject(&state, &request, &pairs).await {
        Ok(Some(subject)) => subject,
        Ok(None) => return ServerError::NotFound.page(&request),
        Err(error) => return error.page(&request),
    };
    let text = |name: &str| field(&pairs, name).to_owned();
    let typed = Typed {
        about: text("about"),
        value: text("value"),
        evidence: text("evidence"),
        seen_on: text("seen_on"),
        remark: text("remark"),
    };
    let said = match check(&typed, request.frame.today()) {
        Ok(said) => said,
        Err(flaws) => {
            let view = Report {
                frame: request.frame.clone(),
                subject: Some(subject),
                typed,
                flaws,
                sent: None,
            };
            return show(&request, StatusCode::UNPROCESSABLE_ENTITY, &view);
        }
    };
    if !state.reports.begin(address, "report", Instant::now()) {
        tracing::warn!("reports from one address are refused for a while");
        let mut response = ServerError::TooMany.page(&request);
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from(WINDOW.as_secs()));
        return response;
    }
    let (line, now) = (subject.line(), state.config.now());
    let revision = state.snapshot().revision;
    match proposals::add(&state.pool, &subject.target, &line, &said, revision, now).await {
        Ok(number) => {
            tracing::info!(report = number, "a report was kept");
            let mut back: Vec<(String, String)> = ["offering", "platform", "fact"]
                .iter()
                .map(|name| ((*name).to_owned(), text(name)))
                .collect();
            back.push(("sent".to_owned(), number.to_string()));
            let path = app::frame::address("/report", &back);
            Redirect::to(&request.frame.link(&path)).into_response()
        }
        Err(error) => ServerError::from(error).page(&request),
    }
}

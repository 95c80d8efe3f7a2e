//! `/check`: will a stack run on a card. What the form sends leads to the short address; a pasted text is read and not kept.
mod sent;

use crate::auth::client::ClientAddress;
use crate::auth::limit::WINDOW;
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::sizer;
use crate::state::AppState;
use app::frame::address;
use app::pages::check::{CheckView, Outcome, PasteFlaw, page as whole, results};
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use domain::catalog::{Notice, Reason};
use domain::compat::{Draft, FIELDS, judge, paste};
use sent::Sent;
use std::sync::Arc;
use std::time::Instant;

/// Most bytes of a posted form: the text with its form around it.
pub const MOST_BODY: usize = paste::MOST_BYTES + 64 * 1024;

/// Parameters that every page has, and the form's own.
const OTHERS: [&str; 8] = [
    "lang",
    "currency",
    "theme",
    "period",
    "month_hours",
    "go",
    "part",
    "text",
];

/// The fields, and what nobody reads. The last of several values counts.
fn draft(pairs: &[(String, String)]) -> (Draft, Vec<Notice>) {
    let mut draft = Draft::default();
    let mut notices = Vec::new();
    for (name, value) in pairs {
        if FIELDS.contains(&name.as_str()) {
            let usual = match name.as_str() {
                "os" => ["linux", ""],
                "compiles" => ["false", ""],
                _ => ["", ""],
            };
            draft.set(
                name,
                if usual.contains(&value.as_str()) {
                    ""
                } else {
                    value
                },
            );
        } else if !OTHERS.contains(&name.as_str()) {
            notices.push(Notice {
                param: name.chars().take(60).collect(),
                value: String::new(),
                reason: Reason::UnknownParam,
            });
        }
    }
    (draft, notices)
}

fn outcome(state: &AppState, draft: &Draft) -> Outcome {
    if draft.is_empty() {
        return Outcome::Empty;
    }
    let facts = sizer::compat();
    match draft.check(facts, &state.snapshot().gpus) {
        Ok(question) => {
            let answer = judge(facts, &question);
            Outcome::Answered(question.card.name, Box::new(answer))
        }
        Err(flaws) => Outcome::Flawed(flaws),
    }
}

fn view(state: &AppState, request: &Request, draft: Draft, notices: Vec<Notice>) -> CheckView {
    CheckView {
        frame: request.frame.clone(),
        snapshot: state.snapshot(),
        compat: sizer::compat(),
        outcome: outcome(state, &draft),
        draft,
        pasted: None,
        text: String::new(),
        paste_flaw: None,
        notices,
    }
}

/// The page; with `part=results` the part that a change of the form replaces, its short address in `x-address`.
pub async fn get(State(state): State<AppState>, request: Request) -> Response {
    let frame = request.frame.clone();
    let (draft, notices) = draft(&frame.query);
    let mut pairs = draft.pairs();
    pairs.extend(frame.kept());
    let short = address("/check", &pairs);
    if frame.param("part") == Some("results") {
        let view = view(&state, &request, draft, notices);
        let mut response = page::part(move || results(&view));
        if let Ok(said) = HeaderValue::from_str(&short) {
            let name = HeaderName::from_static("x-address");
            response.headers_mut().insert(name, said);
        }
        return response;
    }
    if frame.param("go").is_some() {
        return Redirect::to(&short).into_response();
    }
    request.tagged(|| {
        let view = view(&state, &request, draft, notices);
        page::page(&frame, StatusCode::OK, || whole(&view))
    })
}

/// A pasted text: what is found in it fills the form. Nothing is kept.
pub async fn post(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    request: Request,
    sent: Sent,
) -> Response {
    let (typed, notices) = draft(&sent.pairs);
    if !state.pastes.begin(client, "check", Instant::now()) {
        let mut response = ServerError::TooMany.page(&request);
        let wait = HeaderValue::from(WINDOW.as_secs());
        response.headers_mut().insert(header::RETRY_AFTER, wait);
        return response;
    }
    let flaw = match &sent.text {
        None => Some((PasteFlaw::TooLarge, StatusCode::PAYLOAD_TOO_LARGE)),
        Some(text) if text.trim().is_empty() => {
            Some((PasteFlaw::Empty, StatusCode::UNPROCESSABLE_ENTITY))
        }
        Some(_) => None,
    };
    let text = sent.text.unwrap_or_default();
    if let Some((flaw, status)) = flaw {
        let mut view = view(&state, &request, typed, notices);
        view.paste_flaw = Some(flaw);
        return show(&request, status, &view);
    }
    // Megabytes are not read on the thread of other visitors.
    let snapshot = state.snapshot();
    let before = typed.clone();
    let task = tokio::task::spawn_blocking(move || {
        let found = paste::read(&text, &typed, sizer::compat(), &snapshot.gpus);
        (found, text)
    });
    let Ok((found, text)) = task.await else {
        return ServerError::Internal("reading a pasted text stopped".to_owned()).page(&request);
    };
    if found.is_empty() {
        let mut view = view(&state, &request, before, notices);
        view.text = text;
        view.paste_flaw = Some(PasteFlaw::Nothing);
        return show(&request, StatusCode::UNPROCESSABLE_ENTITY, &view);
    }
    let (draft, _) = draft(&found.draft.pairs());
    let mut view = view(&state, &request, draft, notices);
    // An error alone leaves nothing to check; a form without a card is not refused for it.
    if found.draft.get("gpu").is_empty() {
        view.outcome = Outcome::Empty;
    }
    view.pasted = Some(Arc::new(found));
    view.text = text;
    show(&request, StatusCode::OK, &view)
}

fn show(request: &Request, status: StatusCode, view: &CheckView) -> Response {
    let mut response = page::page(&request.frame, status, || whole(view));
    let kept = HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, kept);
    response
}

//! `/plan.png`, `/p/{slug}.png`, `/plan/compare.png`: pictures for link previews.
use super::plan::Asked;
use super::plan_compare;
use crate::error::ServerError;
use crate::page::Request;
use crate::pictures::PictureError;
use crate::state::AppState;
use app::pictures;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::quote::Answer;
use std::sync::Arc;

/// The plan of the query.
pub async fn plan(State(state): State<AppState>, request: Request) -> Response {
    if request.is_known() {
        return not_modified(&request);
    }
    let (currency, today) = (request.frame.currency, request.frame.today());
    match Asked::of(&state, &request.frame.query, today).answer(currency, today) {
        Ok(answer) => of_answer(&state, &request, Arc::new(answer)).await,
        Err(error) => (StatusCode::BAD_REQUEST, format!("{error}\n")).into_response(),
    }
}

/// A saved plan's picture.
pub async fn saved(state: &AppState, request: &Request, saved: Answer) -> Response {
    if request.is_known() {
        return not_modified(request);
    }
    of_answer(state, request, Arc::new(saved)).await
}

/// Two plans side by side; without both there is none.
pub async fn compare(State(state): State<AppState>, request: Request) -> Response {
    let view = match plan_compare::load(&state, &request.frame).await {
        Ok(view) => view,
        Err(error) => return error.page(&request),
    };
    let (Ok(a), Ok(b)) = (view.a.plan, view.b.plan) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if request.is_known() {
        return not_modified(&request);
    }
    let frame = request.frame.clone();
    let drawn = state
        .pictures
        .png(move || pictures::compare::svg(&frame, &a, &b))
        .await;
    respond(&request, drawn)
}

async fn of_answer(state: &AppState, request: &Request, answer: Arc<Answer>) -> Response {
    let frame = request.frame.clone();
    let drawn = state
        .pictures
        .png(move || pictures::plan::svg(&frame, &answer))
        .await;
    respond(request, drawn)
}

fn not_modified(request: &Request) -> Response {
    signed(request, StatusCode::NOT_MODIFIED.into_response())
}

/// With its tag; kept for an hour where the address says all that the picture depends on beside the data.
fn signed(request: &Request, response: Response) -> Response {
    let says_all = ["lang", "currency"]
        .iter()
        .all(|name| request.frame.param(name).is_some());
    let cache = if says_all {
        "public, max-age=3600"
    } else {
        "private, no-cache"
    };
    let mut response = request.signed(response);
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    response
}

fn respond(request: &Request, drawn: Result<Vec<u8>, PictureError>) -> Response {
    match drawn {
        Ok(png) => signed(
            request,
            ([(header::CONTENT_TYPE, "image/png")], png).into_response(),
        ),
        Err(PictureError::Busy) => (
            StatusCode::SERVICE_UNAVAILABLE,
            [(header::RETRY_AFTER, "2")],
            "Many pictures are being drawn. Try again in a moment.\n",
        )
            .into_response(),
        Err(error) => ServerError::Internal(error.to_string()).page(request),
    }
}

//! `/coverage`
use crate::page::{self, Request};
use crate::state::AppState;
use app::pages::coverage::{Coverage, page as coverage_page};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

/// What is covered, and how fresh it is.
pub async fn get(State(state): State<AppState>, request: Request) -> Response {
    let view = Coverage {
        frame: request.frame.clone(),
        snapshot: state.snapshot(),
    };
    request.tagged(|| page::page(&request.frame, StatusCode::OK, || coverage_page(&view)))
}

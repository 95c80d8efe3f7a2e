//! `/gpus`
use crate::page::{self, Request};
use crate::state::AppState;
use app::pages::gpus::{self, Gpus};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

/// Cards side by side.
pub async fn get(State(state): State<AppState>, request: Request) -> Response {
    request.tagged(|| {
        let view = Gpus::read(request.frame.clone(), state.snapshot());
        page::page(&request.frame, StatusCode::OK, || gpus::page(&view))
    })
}

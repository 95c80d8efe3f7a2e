//! `/about`
use crate::page::{self, Request};
use crate::sizer;
use crate::state::AppState;
use app::pages::about::{self, About};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

/// Coverage, method, accuracy, sources.
pub async fn get(State(state): State<AppState>, request: Request) -> Response {
    request.tagged(|| {
        let view = About {
            frame: request.frame.clone(),
            snapshot: state.snapshot(),
            memory: sizer::memory_groups(),
            speeds: sizer::speed_groups(),
        };
        page::page(&request.frame, StatusCode::OK, || about::page(&view))
    })
}

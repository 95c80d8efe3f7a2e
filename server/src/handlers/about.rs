//! `/about`
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::sizer;
use crate::sources::overview;
use crate::state::AppState;
use app::pages::about::{self, About};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

/// Coverage, method, accuracy, sources.
pub async fn get(State(state): State<AppState>, request: Request) -> Response {
    let live = match overview::list(&state).await {
        Ok(live) => live,
        Err(error) => return ServerError::from(error).page(&request),
    };
    // A source may fail without a new revision.
    let request = request.marked(format!("{live:?}"));
    request.tagged(|| {
        let view = About {
            frame: request.frame.clone(),
            snapshot: state.snapshot(),
            live,
            memory: sizer::memory_groups(),
            speeds: sizer::speed_groups(),
        };
        page::page(&request.frame, StatusCode::OK, || about::page(&view))
    })
}

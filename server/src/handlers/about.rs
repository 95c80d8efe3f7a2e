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
        let snapshot = state.snapshot();
        let accuracy = sizer::accuracy(&snapshot.library);
        let view = About {
            frame: request.frame.clone(),
            snapshot,
            live,
            memory: accuracy.memory.clone(),
            speeds: accuracy.speeds.clone(),
        };
        page::page(&request.frame, StatusCode::OK, || about::page(&view))
    })
}

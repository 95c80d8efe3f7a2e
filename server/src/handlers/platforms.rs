//! `/platforms` and `/platforms/{slug}`
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use app::pages::platforms::{self, Platforms};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

/// All platforms.
pub async fn list(State(state): State<AppState>, request: Request) -> Response {
    let view = view(&state, &request);
    request.tagged(|| page::page(&request.frame, StatusCode::OK, || platforms::list(&view)))
}

/// One platform.
pub async fn one(
    State(state): State<AppState>,
    Path(slug): Path<String>,
    request: Request,
) -> Response {
    let view = view(&state, &request);
    let Some(place) = view.snapshot.platform_by_slug(&slug) else {
        return ServerError::NotFound.page(&request);
    };
    request.tagged(|| {
        page::page(&request.frame, StatusCode::OK, || {
            platforms::detail(&view, place)
        })
    })
}

fn view(state: &AppState, request: &Request) -> Platforms {
    Platforms {
        frame: request.frame.clone(),
        snapshot: state.snapshot(),
    }
}

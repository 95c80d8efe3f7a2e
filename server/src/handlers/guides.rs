//! `/guides` and `/guides/{section}`: ticks lead to the short address that holds them.
use crate::error::failure_page;
use crate::guides;
use crate::page::{self, Request};
use crate::state::AppState;
use app::pages::errors::Failure;
use app::pages::guides::{self as pages, GuideView};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};

/// All lists.
pub async fn all(State(_): State<AppState>, request: Request) -> Response {
    let view = GuideView::read(request.frame.clone(), guides::all());
    request.tagged(|| page::page(&request.frame, StatusCode::OK, || pages::overview(&view)))
}

/// One list. What the form sends leads to the short address.
pub async fn one(
    State(_): State<AppState>,
    Path(name): Path<String>,
    request: Request,
) -> Response {
    let Some(section) = guides::all().section(&name) else {
        return failure_page(&request, StatusCode::NOT_FOUND, &Failure::NotFound);
    };
    let view = GuideView::read(request.frame.clone(), guides::all());
    if request.frame.param("go").is_some() {
        return Redirect::to(&view.short(&request.frame.path)).into_response();
    }
    request.tagged(|| {
        page::page(&request.frame, StatusCode::OK, || {
            pages::list(&view, section)
        })
    })
}

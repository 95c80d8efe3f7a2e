//! `/admin/reports`
use super::unstored;
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::proposals;
use app::pages::admin::reports::{Reports, Said, page as reports_page};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use domain::catalog::proposal::Status;

/// The open reports, or those of another status.
pub async fn get(signed_in: SignedIn, State(state): State<AppState>, request: Request) -> Response {
    let frame = request.frame.clone();
    let status = frame.param("status").and_then(Status::from_word);
    let status = status.unwrap_or(Status::Open);
    let number = |name: &str| frame.param(name).and_then(|id| id.parse().ok());
    let said = number("closed")
        .map(Said::Closed)
        .or(number("late").map(Said::Late));
    let (list, open) = match load(&state, status).await {
        Ok(loaded) => loaded,
        Err(error) => return error.page(&request),
    };
    let view = Reports {
        frame,
        csrf: signed_in.csrf,
        status,
        list,
        open,
        said,
    };
    unstored(page::page(&request.frame, StatusCode::OK, || {
        reports_page(&view)
    }))
}

async fn load(
    state: &AppState,
    status: Status,
) -> Result<(Vec<domain::catalog::proposal::Proposal>, i64), ServerError> {
    let list = proposals::list(&state.pool, status).await?;
    Ok((list, proposals::open_count(&state.pool).await?))
}

/// Closes one.
pub async fn post(State(state): State<AppState>, request: Request, form: EditorForm) -> Response {
    let id = form.get("id").and_then(|id| id.parse::<i64>().ok());
    let status = form
        .get("status")
        .and_then(Status::from_word)
        .filter(|status| *status != Status::Open);
    let (Some(id), Some(status)) = (id, status) else {
        return ServerError::NotFound.page(&request);
    };
    let (editor, now) = (&form.signed_in.editor.name, state.config.now());
    match proposals::close(&state.pool, id, status, editor, now).await {
        Ok(closed) => {
            let said = if closed { "closed" } else { "late" };
            tracing::info!(report = id, editor = %editor, status = status.word(), closed, "a report");
            let path = format!("/admin/reports?{said}={id}");
            Redirect::to(&request.frame.link(&path)).into_response()
        }
        Err(error) => ServerError::from(error).page(&request),
    }
}

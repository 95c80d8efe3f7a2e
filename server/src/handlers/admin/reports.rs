//! `/admin/reports`
use super::unstored;
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::StoreError;
use crate::store::edits::{EditError, Saved};
use crate::store::proposals;
use app::pages::admin::reports::{Refusal, Reports, Said, page as reports_page};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use domain::catalog::acceptance::{Hurdle, edit_of};
use domain::catalog::edit::Edit;
use domain::catalog::proposal::Status;

/// The open reports, or those of another status.
pub async fn get(signed_in: SignedIn, State(state): State<AppState>, request: Request) -> Response {
    let number = |name: &str| request.frame.param(name).and_then(|id| id.parse().ok());
    let said = match (number("accepted"), number("as")) {
        (Some(id), Some(revision)) => Some(Said::Accepted(id, revision)),
        _ => number("closed")
            .map(Said::Closed)
            .or(number("late").map(Said::Late)),
    };
    show(&state, &request, signed_in.csrf, StatusCode::OK, said).await
}

async fn show(
    state: &AppState,
    request: &Request,
    csrf: String,
    code: StatusCode,
    said: Option<Said>,
) -> Response {
    match load(state, request, csrf, said).await {
        Ok(view) => unstored(page::page(&request.frame, code, || reports_page(&view))),
        Err(error) => error.page(request),
    }
}

async fn load(
    state: &AppState,
    request: &Request,
    csrf: String,
    said: Option<Said>,
) -> Result<Reports, ServerError> {
    let frame = request.frame.clone();
    let status = frame.param("status").and_then(Status::from_word);
    let status = status.unwrap_or(Status::Open);
    let list = proposals::list(&state.pool, status).await?;
    let open = proposals::open_count(&state.pool).await?;
    let snapshot = state.snapshot();
    let hurdles = match status {
        Status::Open => list
            .iter()
            .map(|report| edit_of(report, &snapshot, frame.today()).err())
            .collect(),
        _ => Vec::new(),
    };
    Ok(Reports {
        frame,
        csrf,
        status,
        list,
        hurdles,
        open,
        said,
    })
}

/// Accepts or closes one.
pub async fn post(State(state): State<AppState>, request: Request, form: EditorForm) -> Response {
    let Some(id) = form.get("id").and_then(|id| id.parse::<i64>().ok()) else {
        return ServerError::NotFound.page(&request);
    };
    if form.get("status") == Some("accept") {
        return match accept(&state, &request, &form, id).await {
            Ok(response) => response,
            Err(error) => error.page(&request),
        };
    }
    let status = form
        .get("status")
        .and_then(Status::from_word)
        .filter(|status| *status != Status::Open);
    let Some(status) = status else {
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

async fn accept(
    state: &AppState,
    request: &Request,
    form: &EditorForm,
    id: i64,
) -> Result<Response, ServerError> {
    let report = proposals::one(&state.pool, id)
        .await?
        .ok_or(ServerError::NotFound)?;
    let snapshot = state.snapshot();
    let refusal = if report.status != Status::Open {
        Refusal::Late
    } else {
        match edit_of(&report, &snapshot, request.frame.today()) {
            Err(hurdle) => Refusal::Hurdle(hurdle),
            Ok((offer, edit)) => {
                let editor = form.signed_in.editor.name.clone();
                match store(state, id, offer.id, offer.version, edit, editor).await {
                    Ok(saved) => {
                        let path = format!("/admin/reports?accepted={id}&as={}", saved.revision);
                        return Ok(Redirect::to(&request.frame.link(&path)).into_response());
                    }
                    Err(EditError::Store(StoreError::Conflict)) => Refusal::Late,
                    Err(EditError::SamePlan | EditError::SameOffering) => Refusal::Clash,
                    Err(EditError::Store(error)) => return Err(error.into()),
                }
            }
        }
    };
    let code = match refusal {
        Refusal::Hurdle(Hurdle::Gone) | Refusal::Late | Refusal::Clash => StatusCode::CONFLICT,
        Refusal::Hurdle(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let csrf = form.signed_in.csrf.clone();
    let said = Some(Said::Refused(id, refusal));
    Ok(show(state, request, csrf, code, said).await)
}

/// Stores the edit and closes the report, also when the editor goes away meanwhile.
async fn store(
    state: &AppState,
    report: i64,
    plan: i64,
    version: i64,
    edit: Edit,
    editor: String,
) -> Result<Saved, EditError> {
    let state = state.clone();
    let work = tokio::spawn(async move {
        let _turn = state.writing.lock().await;
        let now = state.config.now();
        let saved =
            proposals::accept(&state.pool, report, plan, version, &edit, &editor, now).await;
        if let Err(error) = state.refresh().await {
            tracing::error!(cause = %error, "the catalogue could not be read anew after a report");
        }
        if let Ok(saved) = &saved {
            tracing::info!(editor = %editor, report, revision = saved.revision, "accepted a report");
        }
        saved
    });
    work.await.unwrap_or_else(|error| {
        Err(StoreError::Sql(sqlx::Error::Protocol(error.to_string())).into())
    })
}

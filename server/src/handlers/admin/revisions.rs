//! `/admin/revisions`: what was changed, by whom, and taking it back.
use super::unstored;
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::undo::{self, UndoError};
use crate::store::{StoreError, revisions};
use app::pages::admin::changes::{One, Revisions, Undo, list_page, one_page};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};

/// Changed things a page.
const PAGE: i64 = 100;

fn number(request: &Request, pages: i64) -> i64 {
    let asked = request
        .frame
        .param("page")
        .and_then(|page| page.parse().ok());
    asked.unwrap_or(1).clamp(1, pages)
}

/// All of them.
pub async fn list(_: SignedIn, State(state): State<AppState>, request: Request) -> Response {
    match all(&state, &request).await {
        Ok(view) => unstored(page::page(&request.frame, StatusCode::OK, || {
            list_page(&view)
        })),
        Err(error) => ServerError::from(error).page(&request),
    }
}

async fn all(state: &AppState, request: &Request) -> Result<Revisions, StoreError> {
    let (_, total) = revisions::list(&state.pool, i64::MAX).await?;
    let pages = (total + revisions::PAGE - 1) / revisions::PAGE;
    let number = number(request, pages.max(1));
    let (list, total) = revisions::list(&state.pool, number).await?;
    Ok(Revisions {
        frame: request.frame.clone(),
        list,
        total,
        number,
        pages: pages.max(1),
    })
}

/// One of them.
pub async fn one(
    signed_in: SignedIn,
    State(state): State<AppState>,
    Path(revision): Path<String>,
    request: Request,
) -> Response {
    match load(&state, &request, &revision, signed_in.csrf).await {
        Ok(view) => unstored(page::page(&request.frame, StatusCode::OK, || {
            one_page(&view)
        })),
        Err(error) => error.page(&request),
    }
}

async fn load(
    state: &AppState,
    request: &Request,
    revision: &str,
    csrf: String,
) -> Result<One, ServerError> {
    let revision: i64 = revision.parse().map_err(|_| ServerError::NotFound)?;
    let snapshot = state.snapshot();
    let connection = state.pool.acquire().await;
    let mut connection = connection.map_err(|error| ServerError::Store(error.into()))?;
    let head = revisions::head(&mut connection, revision)
        .await?
        .ok_or(ServerError::NotFound)?;
    let counts = revisions::counts(&mut connection, revision).await?;
    let pages = ((counts.lines() + PAGE - 1) / PAGE).max(1);
    let number = number(request, pages);
    let from = (number - 1) * PAGE;
    let touched = revisions::touched(&mut connection, revision, &counts, from, PAGE).await?;
    Ok(One {
        frame: request.frame.clone(),
        snapshot,
        csrf,
        is_made: request.frame.param("made").is_some(),
        head,
        touched,
        lines: counts.lines(),
        dated: counts.dated,
        number,
        pages,
        undo: None,
    })
}

/// Takes it back.
pub async fn undo(
    State(state): State<AppState>,
    Path(revision): Path<String>,
    request: Request,
    form: EditorForm,
) -> Response {
    let csrf = form.signed_in.csrf.clone();
    let mut view = match load(&state, &request, &revision, csrf).await {
        Ok(view) => view,
        Err(error) => return error.page(&request),
    };
    let undo = match take_back(&state, view.head.number, form.signed_in.editor.name).await {
        Ok(made) => {
            let path = format!("/admin/revisions/{made}?made=1");
            return Redirect::to(&request.frame.link(&path)).into_response();
        }
        Err(UndoError::Changed(blockers)) => Undo::Blocked(blockers),
        Err(UndoError::Already(by)) => Undo::Already(by),
        Err(UndoError::TooOld) => Undo::TooOld,
        Err(UndoError::NotFound) => return ServerError::NotFound.page(&request),
        Err(UndoError::Store(error)) => return ServerError::from(error).page(&request),
    };
    view.undo = Some(undo);
    unstored(page::page(&request.frame, StatusCode::CONFLICT, || {
        one_page(&view)
    }))
}

/// Takes a revision back and reads the catalogue anew, also when the editor goes away meanwhile.
async fn take_back(state: &AppState, revision: i64, editor: String) -> Result<i64, UndoError> {
    let state = state.clone();
    let work = tokio::spawn(async move {
        let _turn = state.writing.lock().await;
        let made = undo::undo(&state.pool, revision, &editor, state.config.now()).await;
        if let Err(error) = state.refresh().await {
            tracing::error!(cause = %error, "the catalogue could not be read anew after an undo");
        }
        if let Ok(made) = &made {
            tracing::info!(editor = %editor, revision, made, "took a revision back");
        }
        made
    });
    work.await.unwrap_or_else(|error| {
        Err(StoreError::Sql(sqlx::Error::Protocol(error.to_string())).into())
    })
}

//! `/admin/rates`
use super::{persevere, unstored};
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::{audit, rates};
use app::pages::admin::rates::{Line, Rates, page as rates_page};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use domain::catalog::rate_edit::{RateTyped, check};

/// Revisions shown beside the form.
const SHOWN_REVISIONS: i64 = 12;

/// The rates, and an empty form.
pub async fn get(signed_in: SignedIn, State(state): State<AppState>, request: Request) -> Response {
    match view(&state, &request, signed_in.csrf).await {
        Ok(mut view) => {
            let saved = request.frame.param("saved").and_then(|n| n.parse().ok());
            view.saved = saved.filter(|number| *number <= request.frame.revision);
            show(&request, StatusCode::OK, &view)
        }
        Err(error) => error.page(&request),
    }
}

/// Stores a rate, or comes back with every fault and everything that was typed.
pub async fn post(State(state): State<AppState>, request: Request, sent: EditorForm) -> Response {
    match save(&state, &request, sent).await {
        Ok(response) => response,
        Err(error) => error.page(&request),
    }
}

async fn save(
    state: &AppState,
    request: &Request,
    sent: EditorForm,
) -> Result<Response, ServerError> {
    let typed = RateTyped::of_pairs(&sent.pairs);
    let rate = match check(&typed, request.frame.today()) {
        Ok(rate) => rate,
        Err(errors) => {
            let mut view = view(state, request, sent.signed_in.csrf.clone()).await?;
            (view.typed, view.errors) = (typed, errors);
            return Ok(show(request, StatusCode::UNPROCESSABLE_ENTITY, &view));
        }
    };
    let (pool, now) = (state.pool.clone(), state.config.now());
    let editor = sent.signed_in.editor.name.clone();
    let revision = persevere(state, async move {
        rates::save(&pool, &rate, &editor, now).await
    })
    .await?;
    tracing::info!(revision, "saved an exchange rate");
    let to = request
        .frame
        .link(&format!("/admin/rates?saved={revision}"));
    Ok(Redirect::to(&to).into_response())
}

async fn view(state: &AppState, request: &Request, csrf: String) -> Result<Rates, ServerError> {
    let stored = rates::list(&state.pool).await?;
    let mut connection = state
        .pool
        .acquire()
        .await
        .map_err(|error| ServerError::Store(error.into()))?;
    let history = audit::history(&mut connection, rates::SUBJECT, SHOWN_REVISIONS).await?;
    let lines = stored.into_iter().map(|rate| Line {
        pair: rate.pair,
        rate: rate.rate,
        date: rate.date,
        source: rate.source,
        note: rate.note,
    });
    Ok(Rates {
        frame: request.frame.clone(),
        csrf,
        typed: RateTyped::default(),
        errors: Vec::new(),
        lines: lines.collect(),
        history,
        saved: None,
    })
}

fn show(request: &Request, status: StatusCode, view: &Rates) -> Response {
    unstored(page::page(&request.frame, status, || rates_page(view)))
}

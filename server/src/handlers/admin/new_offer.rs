//! `/admin/offers/new`
use super::edit::{confirmed, median};
use super::{persevere, unstored};
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::edits::EditError;
use crate::store::offer_edits::{self, NewOffer};
use app::pages::admin::new_offer::{NewOfferForm, page as new_page};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use domain::catalog::draft::warnings;
use domain::catalog::new_offer::{NewTyped, check};

/// The empty form; `?platform=` and `?gpu=` choose.
pub async fn get(signed_in: SignedIn, State(state): State<AppState>, request: Request) -> Response {
    let chosen = |name: &str| request.frame.param(name).unwrap_or_default();
    let typed = NewTyped::empty(chosen("platform"), chosen("gpu"));
    show(
        &request,
        StatusCode::OK,
        &form(&state, &request, signed_in.csrf, typed),
    )
}

fn form(state: &AppState, request: &Request, csrf: String, typed: NewTyped) -> NewOfferForm {
    NewOfferForm {
        frame: request.frame.clone(),
        snapshot: state.editors_snapshot(),
        csrf,
        typed,
        errors: Vec::new(),
        is_known: false,
        warnings: Vec::new(),
        median: None,
    }
}

/// Stores the offer, or comes back with every fault and everything that was typed.
pub async fn post(State(state): State<AppState>, request: Request, sent: EditorForm) -> Response {
    match save(sent, &state, &request).await {
        Ok(response) => response,
        Err(error) => error.page(&request),
    }
}

async fn save(
    sent: EditorForm,
    state: &AppState,
    request: &Request,
) -> Result<Response, ServerError> {
    let typed = NewTyped::of_pairs(&sent.pairs);
    let mut view = form(state, request, sent.signed_in.csrf.clone(), typed);
    let today = request.frame.today();
    let record = match check(&view.typed, &view.snapshot, today) {
        Ok(record) => record,
        Err(errors) => {
            view.errors = errors;
            return Ok(show(request, StatusCode::UNPROCESSABLE_ENTITY, &view));
        }
    };
    // Medians are those that visitors see.
    let public = state.snapshot();
    for warning in warnings(&record, None, &public, today) {
        let confirmed = sent.get(&format!("confirm_{}", warning.word())) == Some("1");
        view.warnings.push((warning, confirmed));
    }
    view.median = median(&public, &record, None, request);
    if view.warnings.iter().any(|(_, confirmed)| !confirmed) {
        return Ok(show(request, StatusCode::UNPROCESSABLE_ENTITY, &view));
    }
    let new = NewOffer {
        record,
        is_private: view.typed.is_private(),
        confirmed: confirmed(view.warnings.iter().map(|(warning, _)| *warning)),
    };
    let (pool, now) = (state.pool.clone(), state.config.now());
    let editor = sent.signed_in.editor.name.clone();
    let stored = persevere(state, async move {
        offer_edits::create(&pool, &new, &editor, now).await
    })
    .await;
    match stored {
        Ok(saved) => {
            tracing::info!(plan = saved.plan, revision = saved.revision, "a new offer");
            let to = format!("/admin/offers/{}?created={}", saved.plan, saved.revision);
            Ok(Redirect::to(&request.frame.link(&to)).into_response())
        }
        Err(EditError::SamePlan | EditError::SameOffering) => {
            view.is_known = true;
            Ok(show(request, StatusCode::UNPROCESSABLE_ENTITY, &view))
        }
        Err(EditError::Store(error)) => Err(error.into()),
    }
}

fn show(request: &Request, status: StatusCode, view: &NewOfferForm) -> Response {
    unstored(page::page(&request.frame, status, || new_page(view)))
}

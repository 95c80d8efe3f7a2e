//! `/admin/sources` and `/admin/sources/{id}`
use super::unstored;
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::sources::{overview, registry, review};
use crate::state::AppState;
use crate::store::held::Decision;
use crate::store::sources as stored;
use app::pages::admin::sources::{Did, Review, SourceList, page as list_page, review_page};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};

/// Every source with its state.
pub async fn get(signed_in: SignedIn, State(state): State<AppState>, request: Request) -> Response {
    let list = match overview::list(&state).await {
        Ok(list) => list,
        Err(error) => return ServerError::from(error).page(&request),
    };
    let frame = request.frame.clone();
    let did = frame.param("did").and_then(Did::from_word);
    let name = frame
        .param("source")
        .and_then(registry::by_id)
        .map(|source| source.about().name);
    let view = SourceList {
        did: did.zip(name),
        csrf: signed_in.csrf,
        list,
        frame,
    };
    unstored(page::page(&request.frame, StatusCode::OK, || {
        list_page(&view)
    }))
}

/// Switches a source on or off, or has it asked.
pub async fn post(State(state): State<AppState>, request: Request, form: EditorForm) -> Response {
    let source = form.get("source").and_then(registry::by_id);
    let did = form.get("do").and_then(Did::from_word);
    let (Some(source), Some(did)) = (source, did) else {
        return ServerError::NotFound.page(&request);
    };
    let (id, now) = (source.about().id, state.config.now());
    let done = match did {
        Did::On => stored::switch(&state.pool, id, true, now).await,
        Did::Off => stored::switch(&state.pool, id, false, now).await,
        Did::Fetch => stored::ask_now(&state.pool, id, now).await,
        _ => return ServerError::NotFound.page(&request),
    };
    if let Err(error) = done {
        return ServerError::from(error).page(&request);
    }
    state.sources.wake.notify_one();
    tracing::info!(source = id, editor = %form.signed_in.editor.name, did = did.word(), "a live source");
    gone(&request, did, id)
}

/// The change of a source that waits.
pub async fn change(
    signed_in: SignedIn,
    State(state): State<AppState>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let loaded = async {
        let source = overview::list(&state)
            .await?
            .into_iter()
            .find(|source| source.id == id);
        let waiting = review::held(&state, &id).await?;
        Ok::<_, crate::store::StoreError>((source, waiting))
    };
    let (source, waiting) = match loaded.await {
        Ok((Some(source), waiting)) => (source, waiting),
        Ok((None, _)) => return ServerError::NotFound.page(&request),
        Err(error) => return ServerError::from(error).page(&request),
    };
    let view = Review {
        frame: request.frame.clone(),
        snapshot: state.snapshot(),
        csrf: signed_in.csrf,
        source,
        waiting,
    };
    unstored(page::page(&request.frame, StatusCode::OK, || {
        review_page(&view)
    }))
}

/// Takes or refuses it.
pub async fn decide(
    State(state): State<AppState>,
    Path(id): Path<String>,
    request: Request,
    form: EditorForm,
) -> Response {
    let held = form.get("held").and_then(|held| held.parse::<i64>().ok());
    let decision = match form.get("do") {
        Some("accept") => Some((Decision::Accepted, Did::Accept)),
        Some("reject") => Some((Decision::Rejected, Did::Reject)),
        _ => None,
    };
    let (Some(source), Some(held), Some((decision, did))) = (registry::by_id(&id), held, decision)
    else {
        return ServerError::NotFound.page(&request);
    };
    let editor = &form.signed_in.editor.name;
    match review::decide(&state, source, held, decision, editor).await {
        Ok(done) => {
            tracing::info!(source = %id, held, editor = %editor, did = did.word(), done, "a held change");
            gone(
                &request,
                if done { did } else { Did::Late },
                source.about().id,
            )
        }
        Err(error) => ServerError::from(error).page(&request),
    }
}

fn gone(request: &Request, did: Did, id: &str) -> Response {
    let path = format!("/admin/sources?did={}&source={id}", did.word());
    Redirect::to(&request.frame.link(&path)).into_response()
}

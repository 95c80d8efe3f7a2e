//! `/admin/cards` and `/admin/cards/{slug}`
use super::{persevere, unstored};
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::misreadings;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::{StoreError, audit, card_edits};
use app::pages::admin::card::{self, CardForm, CardList};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use domain::catalog::card_edit::{CardTyped, Proof, check};
use domain::catalog::revision::Change;

/// Revisions shown beside the form.
const SHOWN_REVISIONS: i64 = 12;

/// All cards, with how many figures of each are unknown.
pub async fn list(
    signed_in: SignedIn,
    State(state): State<AppState>,
    request: Request,
) -> Response {
    let view = CardList {
        frame: request.frame.clone(),
        snapshot: state.snapshot(),
        csrf: signed_in.csrf,
    };
    unstored(page::page(&request.frame, StatusCode::OK, || {
        card::list(&view)
    }))
}

/// The form with the card as it stands.
pub async fn get(
    signed_in: SignedIn,
    State(state): State<AppState>,
    Path(slug): Path<String>,
    request: Request,
) -> Response {
    match form(&state, &request, &slug, signed_in.csrf).await {
        Ok((mut view, _)) => {
            let saved = request.frame.param("saved").and_then(|n| n.parse().ok());
            view.saved = saved.filter(|number: &i64| *number <= request.frame.revision);
            show(&request, StatusCode::OK, &view)
        }
        Err(error) => error.page(&request),
    }
}

/// Saves, or comes back with every fault and everything that was typed.
pub async fn post(
    State(state): State<AppState>,
    Path(slug): Path<String>,
    request: Request,
    sent: EditorForm,
) -> Response {
    match save(&state, &request, &slug, sent).await {
        Ok(response) => response,
        Err(error) => error.page(&request),
    }
}

async fn save(
    state: &AppState,
    request: &Request,
    slug: &str,
    sent: EditorForm,
) -> Result<Response, ServerError> {
    let csrf = sent.signed_in.csrf.clone();
    let (mut view, proofs) = form(state, request, slug, csrf.clone()).await?;
    let stands = view.typed.clone();
    let seen = sent.get("seen").unwrap_or_default().to_owned();
    view.typed = CardTyped::of_pairs(&sent.pairs, &stands);
    view.unsaved = stands.changes_to(&view.typed);
    if seen != view.seen {
        view.theirs = Some(stands);
        return Ok(show(request, StatusCode::CONFLICT, &view));
    }
    let known = misreadings::all();
    let edit = match check(
        &view.typed,
        &view.gpu,
        &proofs,
        known,
        request.frame.today(),
    ) {
        Ok(edit) => edit,
        Err(errors) => {
            view.errors = errors;
            return Ok(show(request, StatusCode::UNPROCESSABLE_ENTITY, &view));
        }
    };
    let own = format!("/admin/cards/{slug}");
    if edit.changes.is_empty() {
        let to = request.frame.link(&format!("{own}?saved=0"));
        return Ok(Redirect::to(&to).into_response());
    }
    for name in &edit.sparse {
        let confirmed = sent.get(&format!("confirm_sparse_{name}")) == Some("1");
        view.sparse.push((name, confirmed));
    }
    if view.sparse.iter().any(|(_, confirmed)| !confirmed) {
        return Ok(show(request, StatusCode::UNPROCESSABLE_ENTITY, &view));
    }
    let confirmed: Vec<Change> = edit
        .sparse
        .iter()
        .map(|name| Change {
            field: "confirmed".to_owned(),
            before: None,
            after: Some(format!("sparse {name}")),
        })
        .collect();
    let (pool, now) = (state.pool.clone(), state.config.now());
    let editor = sent.signed_in.editor.name.clone();
    let stored = persevere(state, async move {
        card_edits::save(&pool, &edit, &confirmed, &seen, &editor, now).await
    })
    .await;
    match stored {
        Ok(revision) => {
            tracing::info!(card = slug, revision, "saved an edit");
            let to = request.frame.link(&format!("{own}?saved={revision}"));
            Ok(Redirect::to(&to).into_response())
        }
        Err(StoreError::Conflict) => {
            let (now, _) = form(state, request, slug, csrf).await?;
            let mine = CardForm {
                unsaved: now.typed.changes_to(&view.typed),
                theirs: Some(now.typed.clone()),
                typed: view.typed,
                ..now
            };
            Ok(show(request, StatusCode::CONFLICT, &mine))
        }
        Err(error) => Err(error.into()),
    }
}

async fn form(
    state: &AppState,
    request: &Request,
    slug: &str,
    csrf: String,
) -> Result<(CardForm, Vec<Proof>), ServerError> {
    let snapshot = state.snapshot();
    let place = snapshot.gpu_by_slug(slug).ok_or(ServerError::NotFound)?;
    let gpu = snapshot.gpus[place].clone();
    let mut connection = state
        .pool
        .acquire()
        .await
        .map_err(|error| ServerError::Store(error.into()))?;
    let proofs = card_edits::proofs(&mut connection, slug).await?;
    let subject = card_edits::subject(slug);
    let history = audit::history(&mut connection, &subject, SHOWN_REVISIONS).await?;
    let view = CardForm {
        frame: request.frame.clone(),
        csrf,
        seen: card_edits::fingerprint(&gpu, &proofs),
        typed: CardTyped::of_card(&gpu, &proofs),
        gpu,
        errors: Vec::new(),
        sparse: Vec::new(),
        theirs: None,
        unsaved: Vec::new(),
        history,
        saved: None,
    };
    Ok((view, proofs))
}

fn show(request: &Request, status: StatusCode, view: &CardForm) -> Response {
    unstored(page::page(&request.frame, status, || card::page(view)))
}

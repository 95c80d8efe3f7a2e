//! `/admin/cards` and `/admin/cards/{slug}`
use super::{answer, connection, just_made, persevere, see_other, show};
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::misreadings;
use crate::page::Request;
use crate::state::AppState;
use crate::store::figures::{self, OF_CARDS};
use crate::store::{StoreError, audit, card_edits};
use app::pages::admin::card::{CardForm, CardList, list as list_page, page};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use domain::catalog::card_edit::{check, fields_of};
use domain::catalog::fields::Fields;
use domain::catalog::proof::Proof;
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
    show(&request, StatusCode::OK, || list_page(&view))
}

/// The form with the card as it stands.
pub async fn get(
    signed_in: SignedIn,
    State(state): State<AppState>,
    Path(slug): Path<String>,
    request: Request,
) -> Response {
    let form = form(&state, &request, &slug, signed_in.csrf).await;
    let opened = form.map(|(mut view, _)| {
        view.saved = just_made(&request, "saved");
        show(&request, StatusCode::OK, || page(&view))
    });
    answer(&request, opened)
}

/// Saves, or comes back with every fault and everything that was typed.
pub async fn post(
    State(state): State<AppState>,
    Path(slug): Path<String>,
    request: Request,
    sent: EditorForm,
) -> Response {
    let saved = save(&state, &request, &slug, sent).await;
    answer(&request, saved)
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
    view.typed = Fields::of_pairs(&sent.pairs, &stands);
    view.unsaved = stands.changes_to(&view.typed);
    if seen != view.seen {
        view.theirs = Some(stands);
        return Ok(show(request, StatusCode::CONFLICT, || page(&view)));
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
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return Ok(show(request, status, || page(&view)));
        }
    };
    let own = format!("/admin/cards/{slug}");
    if edit.changes.is_empty() {
        return Ok(see_other(request, &format!("{own}?saved=0")));
    }
    for name in &edit.sparse {
        let confirmed = sent.get(&format!("confirm_sparse_{name}")) == Some("1");
        view.sparse.push((name, confirmed));
    }
    if view.sparse.iter().any(|(_, confirmed)| !confirmed) {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return Ok(show(request, status, || page(&view)));
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
            Ok(see_other(request, &format!("{own}?saved={revision}")))
        }
        Err(StoreError::Conflict) => {
            let (now, _) = form(state, request, slug, csrf).await?;
            let mine = CardForm {
                unsaved: now.typed.changes_to(&view.typed),
                theirs: Some(now.typed.clone()),
                typed: view.typed,
                ..now
            };
            Ok(show(request, StatusCode::CONFLICT, || page(&mine)))
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
    let mut connection = connection(state).await?;
    let proofs = figures::proofs(&mut connection, OF_CARDS, slug).await?;
    let subject = card_edits::subject(slug);
    let history = audit::history(&mut connection, &subject, SHOWN_REVISIONS).await?;
    let view = CardForm {
        frame: request.frame.clone(),
        csrf,
        seen: card_edits::fingerprint(&gpu, &proofs),
        typed: fields_of(&gpu, &proofs),
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

//! `/admin/models`, `/admin/models/new` and `/admin/models/{id}`
use super::{answer, connection, just_made, persevere, see_other, show};
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::page::Request;
use crate::state::AppState;
use crate::store::figures::{self, OF_MODELS};
use crate::store::{StoreError, audit, model_edits};
use app::pages::admin::model::{ModelForm, page};
use app::pages::admin::models::{ModelList, page as list_page};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use domain::catalog::fields::Fields;
use domain::catalog::model_edit::{check, fields_of};
use domain::catalog::proof::Proof;

/// Revisions shown beside the form.
const SHOWN_REVISIONS: i64 = 12;

/// All models.
pub async fn list(
    signed_in: SignedIn,
    State(state): State<AppState>,
    request: Request,
) -> Response {
    let view = ModelList {
        frame: request.frame.clone(),
        snapshot: state.snapshot(),
        csrf: signed_in.csrf,
    };
    show(&request, StatusCode::OK, || list_page(&view))
}

/// The form of a new model.
pub async fn new(signed_in: SignedIn, State(state): State<AppState>, request: Request) -> Response {
    let opened = open(&state, &request, None, signed_in.csrf).await;
    answer(&request, opened)
}

/// The form with the model as it stands.
pub async fn get(
    signed_in: SignedIn,
    State(state): State<AppState>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let opened = open(&state, &request, Some(&id), signed_in.csrf).await;
    answer(&request, opened)
}

async fn open(
    state: &AppState,
    request: &Request,
    id: Option<&str>,
    csrf: String,
) -> Result<Response, ServerError> {
    let (mut view, _) = form(state, request, id, csrf).await?;
    let made = just_made(request, "created");
    view.is_made = made.is_some();
    view.saved = made.or(just_made(request, "saved"));
    Ok(show(request, StatusCode::OK, || page(&view)))
}

/// Stores a new model, or comes back with every fault and everything that was typed.
pub async fn create(State(state): State<AppState>, request: Request, sent: EditorForm) -> Response {
    let saved = save(&state, &request, None, sent).await;
    answer(&request, saved)
}

/// Saves, or comes back with every fault and everything that was typed.
pub async fn post(
    State(state): State<AppState>,
    Path(id): Path<String>,
    request: Request,
    sent: EditorForm,
) -> Response {
    let saved = save(&state, &request, Some(&id), sent).await;
    answer(&request, saved)
}

async fn save(
    state: &AppState,
    request: &Request,
    id: Option<&str>,
    sent: EditorForm,
) -> Result<Response, ServerError> {
    let csrf = sent.signed_in.csrf.clone();
    let (mut view, proofs) = form(state, request, id, csrf.clone()).await?;
    let stands = view.typed.clone();
    let seen = sent.get("seen").unwrap_or_default().to_owned();
    view.typed = Fields::of_pairs(&sent.pairs, &stands);
    view.unsaved = stands.changes_to(&view.typed);
    if seen != view.seen {
        view.theirs = Some(stands);
        return Ok(show(request, StatusCode::CONFLICT, || page(&view)));
    }
    let snapshot = state.snapshot();
    let known = &snapshot.library.models;
    let is_taken = |id: &str| known.llm(id).is_ok() || known.diffusion(id).is_ok();
    let today = request.frame.today();
    let edit = match check(&view.typed, view.model.as_ref(), &proofs, is_taken, today) {
        Ok(edit) => edit,
        Err(errors) => {
            view.errors = errors;
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return Ok(show(request, status, || page(&view)));
        }
    };
    let own = format!("/admin/models/{}", edit.model.id);
    if edit.changes.is_empty() {
        return Ok(see_other(request, &format!("{own}?saved=0")));
    }
    let (pool, now) = (state.pool.clone(), state.config.now());
    let editor = sent.signed_in.editor.name.clone();
    let stored = persevere(state, async move {
        model_edits::save(&pool, &edit, &seen, &editor, now).await
    })
    .await;
    match stored {
        Ok(revision) => {
            tracing::info!(model = own, revision, "saved a model");
            let word = if id.is_some() { "saved" } else { "created" };
            Ok(see_other(request, &format!("{own}?{word}={revision}")))
        }
        Err(StoreError::Conflict) => {
            let (now, _) = form(state, request, id, csrf).await?;
            let mine = ModelForm {
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

/// The form as things stand; with no name, that of a new model.
async fn form(
    state: &AppState,
    request: &Request,
    id: Option<&str>,
    csrf: String,
) -> Result<(ModelForm, Vec<Proof>), ServerError> {
    let snapshot = state.snapshot();
    let (mut model, mut proofs, mut history) = (None, Vec::new(), Vec::new());
    if let Some(id) = id {
        let mut models = snapshot.library.models.llms.iter();
        let known = models.find(|model| model.id == id);
        model = Some(known.cloned().ok_or(ServerError::NotFound)?);
        let mut connection = connection(state).await?;
        proofs = figures::proofs(&mut connection, OF_MODELS, id).await?;
        let subject = model_edits::subject(id);
        history = audit::history(&mut connection, &subject, SHOWN_REVISIONS).await?;
    }
    let view = ModelForm {
        frame: request.frame.clone(),
        csrf,
        seen: model_edits::fingerprint(model.as_ref(), &proofs),
        typed: fields_of(model.as_ref(), &proofs),
        model,
        errors: Vec::new(),
        theirs: None,
        unsaved: Vec::new(),
        history,
        saved: None,
        is_made: false,
    };
    Ok((view, proofs))
}

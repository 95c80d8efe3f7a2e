//! `/admin/platforms/{slug}/disks`
use super::{persevere, unstored};
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::{StoreError, disks};
use app::pages::admin::disks::{DiskForm, Disks, page as disks_page};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use domain::catalog::disk_edit::{DiskTyped, check};

/// A form for each known disk, and an empty one.
pub async fn get(
    signed_in: SignedIn,
    State(state): State<AppState>,
    Path(slug): Path<String>,
    request: Request,
) -> Response {
    match view(&state, &request, &slug, signed_in.csrf) {
        Ok(mut view) => {
            let saved = request.frame.param("saved").and_then(|n| n.parse().ok());
            view.saved = saved.filter(|number| *number <= request.frame.revision);
            show(&request, StatusCode::OK, &view)
        }
        Err(error) => error.page(&request),
    }
}

/// Saves one disk, or comes back with every fault and everything that was typed.
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
    let known = view(state, request, slug, csrf.clone())?;
    let seen = sent.get("seen").unwrap_or_default().to_owned();
    let typed = DiskTyped::of_pairs(&sent.pairs);
    let disk = match check(&typed, slug, request.frame.today()) {
        Ok(disk) => disk,
        Err(errors) => {
            let mine = DiskForm {
                seen,
                typed,
                errors,
                theirs: None,
            };
            let view = with(known, mine);
            return Ok(show(request, StatusCode::UNPROCESSABLE_ENTITY, &view));
        }
    };
    let stands = known.forms.iter().find(|form| form.seen == seen);
    let path = format!("/admin/platforms/{slug}/disks");
    if !seen.is_empty() && stands.is_some_and(|form| form.typed == typed) {
        return Ok(Redirect::to(&request.frame.link(&path)).into_response());
    }
    let (pool, now) = (state.pool.clone(), state.config.now());
    let editor = sent.signed_in.editor.name.clone();
    let stored = persevere(state, async move {
        disks::save(&pool, &disk, &seen, &editor, now).await
    })
    .await;
    match stored {
        Ok(revision) => {
            tracing::info!(platform = slug, revision, "saved a disk");
            let to = request.frame.link(&format!("{path}?saved={revision}"));
            Ok(Redirect::to(&to).into_response())
        }
        Err(StoreError::Conflict) => {
            let now = view(state, request, slug, csrf)?;
            let volume = typed.get("volume").to_owned();
            let theirs = now
                .forms
                .iter()
                .find(|form| form.typed.get("volume") == volume);
            let (seen, values) = theirs
                .map(|form| (form.seen.clone(), form.typed.clone()))
                .unwrap_or_default();
            let mine = DiskForm {
                seen,
                typed,
                errors: Vec::new(),
                theirs: Some(values),
            };
            Ok(show(request, StatusCode::CONFLICT, &with(now, mine)))
        }
        Err(error) => Err(error.into()),
    }
}

/// The page with `mine` in the place of the disk that it is about.
fn with(mut view: Disks, mine: DiskForm) -> Disks {
    let volume = mine.typed.get("volume");
    let is_own = |form: &DiskForm| {
        !mine.seen.is_empty() && (form.seen == mine.seen || form.typed.get("volume") == volume)
    };
    let place = view.forms.iter().position(is_own);
    let last = view.forms.len().saturating_sub(1);
    view.forms[place.unwrap_or(last)] = mine;
    view
}

fn view(
    state: &AppState,
    request: &Request,
    slug: &str,
    csrf: String,
) -> Result<Disks, ServerError> {
    let snapshot = state.editors_snapshot();
    let place = snapshot
        .platform_by_slug(slug)
        .ok_or(ServerError::NotFound)?;
    let own = snapshot
        .persistence
        .iter()
        .filter(|disk| disk.platform == slug);
    let mut forms: Vec<DiskForm> = own
        .map(|disk| DiskForm {
            seen: disks::fingerprint(Some(disk)),
            typed: DiskTyped::of_disk(disk),
            ..DiskForm::default()
        })
        .collect();
    forms.push(DiskForm::default());
    Ok(Disks {
        frame: request.frame.clone(),
        platform: snapshot.platforms[place].clone(),
        csrf,
        forms,
        saved: None,
    })
}

fn show(request: &Request, status: StatusCode, view: &Disks) -> Response {
    unstored(page::page(&request.frame, status, || disks_page(view)))
}

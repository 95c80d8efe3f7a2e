//! `/admin/platforms`, `/admin/platforms/{slug}` and its "checked again".
use super::{answer, connection, just_made, persevere, see_other, show};
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::page::Request;
use crate::state::AppState;
use crate::store::{StoreError, audit, offer_edits, platform_edits};
use app::pages::admin::platform::{PlatformForm, Said, page as form_page};
use app::pages::admin::platforms::{PlatformList, page as list_page};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use domain::catalog::fields::Fields;
use domain::catalog::keeping;
use domain::catalog::platform_edit::{check, fields_of};

/// Revisions shown beside the form.
const SHOWN_REVISIONS: i64 = 12;

/// Every platform, with what is unknown and what is old.
pub async fn list(
    signed_in: SignedIn,
    State(state): State<AppState>,
    request: Request,
) -> Response {
    let snapshot = state.editors_snapshot();
    let rows = keeping::platforms(&snapshot, request.frame.today());
    let view = PlatformList {
        frame: request.frame.clone(),
        snapshot,
        csrf: signed_in.csrf,
        rows,
    };
    show(&request, StatusCode::OK, || list_page(&view))
}

/// The form with the platform as it stands.
pub async fn get(
    signed_in: SignedIn,
    State(state): State<AppState>,
    Path(slug): Path<String>,
    request: Request,
) -> Response {
    let mut view = match form(&state, &request, &slug, signed_in.csrf).await {
        Ok(view) => view,
        Err(error) => return error.page(&request),
    };
    let made = |name: &str| just_made(&request, name);
    view.said = made("saved")
        .map(Said::Saved)
        .or(made("created").map(Said::Created))
        .or(made("checked").map(Said::Checked))
        .or(request.frame.param("unchanged").map(|_| Said::Unchanged));
    show(&request, StatusCode::OK, || form_page(&view))
}

/// Saves, or comes back with every fault and everything that was typed.
pub async fn post(
    State(state): State<AppState>,
    Path(slug): Path<String>,
    request: Request,
    form: EditorForm,
) -> Response {
    let saved = save(form, &state, &request, &slug).await;
    answer(&request, saved)
}

async fn save(
    sent: EditorForm,
    state: &AppState,
    request: &Request,
    slug: &str,
) -> Result<Response, ServerError> {
    let mut view = form(state, request, slug, sent.signed_in.csrf.clone()).await?;
    let stands = view.typed.clone();
    let seen = sent.get("seen").unwrap_or_default().to_owned();
    view.typed = Fields::of_pairs(&sent.pairs, &stands);
    view.unsaved = stands.changes_to(&view.typed);
    // Who was overtaken sees that first: their own faults may be of the other's making.
    if seen != view.seen {
        return Ok(conflict(request, view, stands));
    }
    let platform = &view.snapshot.platforms[view.place];
    let edit = match check(&view.typed, platform, request.frame.today()) {
        Ok(edit) => edit,
        Err(errors) => {
            view.errors = errors;
            return Ok(show(request, StatusCode::UNPROCESSABLE_ENTITY, || {
                form_page(&view)
            }));
        }
    };
    let own = format!("/admin/platforms/{slug}");
    if edit.changes.is_empty() {
        return Ok(see_other(request, &format!("{own}?unchanged=1")));
    }
    let editor = sent.signed_in.editor.name.clone();
    let (name, pool, now) = (slug.to_owned(), state.pool.clone(), state.config.now());
    let saved = persevere(state, async move {
        platform_edits::save(&pool, &name, &seen, &edit, &editor, now).await
    })
    .await;
    match saved {
        Ok(revision) => {
            tracing::info!(platform = slug, revision, "saved an edit");
            Ok(see_other(request, &format!("{own}?saved={revision}")))
        }
        Err(StoreError::Conflict) => {
            let csrf = sent.signed_in.csrf.clone();
            let now = form(state, request, slug, csrf).await?;
            let theirs = now.typed.clone();
            let mine = PlatformForm {
                unsaved: theirs.changes_to(&view.typed),
                typed: view.typed,
                ..now
            };
            Ok(conflict(request, mine, theirs))
        }
        Err(error) => Err(error.into()),
    }
}

/// Somebody was faster: their values beside the typed ones, and the mark that a second save overwrites knowingly.
fn conflict(request: &Request, mut view: PlatformForm, theirs: Fields) -> Response {
    view.theirs = Some(theirs);
    show(request, StatusCode::CONFLICT, || form_page(&view))
}

/// "Checked again today, unchanged": all known facts, or all offers of the platform.
pub async fn checked(
    State(state): State<AppState>,
    Path(slug): Path<String>,
    request: Request,
    sent: EditorForm,
) -> Response {
    let snapshot = state.editors_snapshot();
    let Some(place) = snapshot.platform_by_slug(&slug) else {
        return ServerError::NotFound.page(&request);
    };
    let (pool, now) = (state.pool.clone(), state.config.now());
    let (editor, name) = (sent.signed_in.editor.name.clone(), slug.clone());
    let done = match sent.get("what") {
        Some("facts") => {
            persevere(&state, async move {
                platform_edits::checked_again(&pool, &name, &editor, now).await
            })
            .await
        }
        Some("offers") => {
            let offers = snapshot.offers.iter().filter(|o| o.platform == place);
            let plans: Vec<i64> = offers.map(|offer| offer.id).collect();
            persevere(&state, async move {
                offer_edits::checked_again(&pool, &plans, &editor, now).await
            })
            .await
        }
        _ => return ServerError::NotFound.page(&request),
    };
    match done {
        Ok((revision, count)) => {
            tracing::info!(platform = slug, revision, count, "checked again");
            see_other(
                &request,
                &format!("/admin/platforms/{slug}?checked={revision}"),
            )
        }
        Err(error) => ServerError::from(error).page(&request),
    }
}

async fn form(
    state: &AppState,
    request: &Request,
    slug: &str,
    csrf: String,
) -> Result<PlatformForm, ServerError> {
    let snapshot = state.editors_snapshot();
    let place = snapshot
        .platform_by_slug(slug)
        .ok_or(ServerError::NotFound)?;
    let platform = &snapshot.platforms[place];
    let mut connection = connection(state).await?;
    let subject = platform_edits::subject(slug);
    let history = audit::history(&mut connection, &subject, SHOWN_REVISIONS).await?;
    let (seen, typed) = (platform_edits::fingerprint(platform), fields_of(platform));
    Ok(PlatformForm {
        frame: request.frame.clone(),
        snapshot,
        place,
        csrf,
        seen,
        typed,
        errors: Vec::new(),
        theirs: None,
        unsaved: Vec::new(),
        history,
        said: None,
    })
}

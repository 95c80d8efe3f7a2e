//! `/admin/import/{token}`: the review, its ticks, and applying them.
use super::look;
use super::rows::{counts, line, places, refused_line};
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::handlers::admin::unstored;
use crate::import::Import;
use crate::page::{self, Request};
use crate::previews::{Preview, Reviewed};
use crate::state::AppState;
use crate::store::apply::{Batch, apply_batch};
use crate::store::{StoreError, revisions};
use app::pages::admin::import::{Group, Review, review_page};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use domain::catalog::review;
use std::collections::HashSet;
use std::sync::Arc;

/// Rows a page; a form's fields are read up to 400.
const PAGE: usize = 100;

/// What of a review is shown.
#[derive(Clone, Copy)]
struct Shown {
    group: Group,
    number: usize,
}

impl Shown {
    fn of(request: &Request) -> Self {
        let frame = &request.frame;
        let group = frame.param("show").and_then(Group::from_word);
        let number = frame.param("page").and_then(|page| page.parse().ok());
        Self {
            group: group.unwrap_or(Group::All),
            number: number.unwrap_or(1),
        }
    }

    fn path(self, token: &str) -> String {
        format!(
            "/admin/import/{token}?show={}&page={}",
            self.group.word(),
            self.number
        )
    }
}

/// What was looked at is kept no longer.
pub(super) fn expired(request: &Request) -> Response {
    Redirect::to(&request.frame.link("/admin/import?expired=1")).into_response()
}

/// The review as it stands.
pub async fn get(
    signed_in: SignedIn,
    State(state): State<AppState>,
    Path(token): Path<String>,
    request: Request,
) -> Response {
    let preview = state.previews.get(&token, &signed_in.editor.name);
    let Some((preview, reviewed)) = preview.and_then(|p| Some((p.clone(), p.reviewed?))) else {
        return expired(&request);
    };
    // The catalogue moved since: the look is made anew at once, so that nothing else is ever shown than would be applied.
    let (reviewed, ticks, has_moved) = if reviewed.revision == state.snapshot().revision {
        (reviewed, preview.ticks.clone(), false)
    } else {
        match fresh(&state, &token, &preview, &request).await {
            Some((reviewed, ticks)) => (reviewed, ticks, true),
            None => return expired(&request),
        }
    };
    let about = About {
        token: &token,
        csrf: &signed_in.csrf,
        name: &preview.sent.name,
        has_moved,
        is_empty: false,
    };
    show(
        &state,
        &request,
        StatusCode::OK,
        &about,
        &reviewed,
        &ticks,
        Shown::of(&request),
    )
    .await
}

/// Holds the file against the catalogue in force and keeps the outcome under the same token.
async fn fresh(
    state: &AppState,
    token: &str,
    preview: &Preview,
    request: &Request,
) -> Option<(Arc<Reviewed>, Vec<bool>)> {
    let reviewed = look::at(state, &preview.sent, request.frame.today())
        .await
        .ok()?;
    let reviewed = Arc::new(reviewed);
    let ticks = reviewed.safe();
    state
        .previews
        .set(token, Some(reviewed.clone()), ticks.clone());
    Some((reviewed, ticks))
}

struct About<'a> {
    token: &'a str,
    csrf: &'a str,
    name: &'a str,
    has_moved: bool,
    is_empty: bool,
}

#[allow(clippy::too_many_arguments)] // one value a part of the page, named at the only call sites
async fn show(
    state: &AppState,
    request: &Request,
    code: StatusCode,
    about: &About<'_>,
    reviewed: &Reviewed,
    ticks: &[bool],
    shown: Shown,
) -> Response {
    let last = match revisions::last_import(&state.pool).await {
        Ok(last) => last,
        Err(error) => return ServerError::from(error).page(request),
    };
    let snapshot = state.snapshot();
    let counts = counts(reviewed);
    let rows = places(reviewed, shown.group);
    let refused = match shown.group {
        Group::All | Group::Refused => reviewed.refused.len() + reviewed.changes.collisions.len(),
        Group::Of(_) => 0,
    };
    let total = rows.len() + refused;
    let pages = total.div_ceil(PAGE).max(1);
    let number = shown.number.clamp(1, pages);
    let from = (number - 1) * PAGE;
    let lines = (from..total.min(from + PAGE)).filter_map(|at| match rows.get(at) {
        Some(row) => line(&snapshot, reviewed, *row, ticks[*row]),
        None => Some(refused_line(reviewed, at - rows.len())),
    });
    let view = Review {
        frame: request.frame.clone(),
        csrf: about.csrf.to_owned(),
        token: about.token.to_owned(),
        name: about.name.to_owned(),
        counts,
        group: shown.group,
        lines: lines.collect(),
        number,
        pages,
        ticked: ticks.iter().filter(|tick| **tick).count(),
        has_moved: about.has_moved,
        is_empty: about.is_empty,
        last,
        snapshot,
    };
    unstored(page::page(&request.frame, code, || review_page(&view)))
}

/// Keeps the ticks of the page that was sent, then does what its button says.
pub async fn post(
    State(state): State<AppState>,
    Path(token): Path<String>,
    request: Request,
    form: EditorForm,
) -> Response {
    let editor = form.signed_in.editor.name.clone();
    let preview = state.previews.get(&token, &editor);
    let Some((preview, reviewed)) = preview.and_then(|p| Some((p.clone(), p.reviewed?))) else {
        return expired(&request);
    };
    let shown = Shown::of(&request);
    let mut ticks = preview.ticks.clone();
    let places_in = |name: &str| -> HashSet<usize> {
        let sent = form.pairs.iter().filter(|(n, _)| n == name);
        sent.filter_map(|(_, at)| at.parse().ok()).collect()
    };
    let (on_page, ticked) = (places_in("shown"), places_in("tick"));
    for at in on_page {
        if let Some(tick) = ticks.get_mut(at) {
            *tick = ticked.contains(&at);
        }
    }
    let action = form.get("do").unwrap_or("save");
    for at in places(&reviewed, shown.group) {
        match action {
            "tick_all" => ticks[at] = true,
            "untick" => ticks[at] = false,
            "tick_safe" => ticks[at] = reviewed.rows[at].doubts.is_empty(),
            _ => {}
        }
    }
    state
        .previews
        .set(&token, Some(reviewed.clone()), ticks.clone());
    match action {
        "discard" => {
            state.previews.remove(&token);
            Redirect::to(&request.frame.link("/admin/import")).into_response()
        }
        "apply" => {
            let csrf = form.signed_in.csrf;
            apply(
                &state, &request, &token, &csrf, &editor, &preview, &reviewed, ticks,
            )
            .await
        }
        other => {
            let mut parts = other.split(':').skip(1);
            let to = match (parts.next().and_then(Group::from_word), parts.next()) {
                (Some(group), Some(number)) => Shown {
                    group,
                    number: number.parse().unwrap_or(1),
                },
                _ => shown,
            };
            Redirect::to(&request.frame.link(&to.path(&token))).into_response()
        }
    }
}

#[allow(clippy::too_many_arguments)] // what a request brought, named at the only call site
async fn apply(
    state: &AppState,
    request: &Request,
    token: &str,
    csrf: &str,
    editor: &str,
    preview: &Preview,
    reviewed: &Arc<Reviewed>,
    ticks: Vec<bool>,
) -> Response {
    let mut about = About {
        token,
        csrf,
        name: &preview.sent.name,
        has_moved: false,
        is_empty: false,
    };
    let shown = Shown::of(request);
    if !ticks.contains(&true) {
        about.is_empty = true;
        let code = StatusCode::UNPROCESSABLE_ENTITY;
        return show(state, request, code, &about, reviewed, &ticks, shown).await;
    }
    match store(state, preview, reviewed.clone(), ticks, editor.to_owned()).await {
        Ok(Some(revision)) => {
            state.previews.remove(token);
            let path = format!("/admin/revisions/{revision}?made=1");
            Redirect::to(&request.frame.link(&path)).into_response()
        }
        Ok(None) => {
            state.previews.remove(token);
            Redirect::to(&request.frame.link("/admin/import")).into_response()
        }
        Err(StoreError::Conflict) => {
            about.has_moved = true;
            let Some((reviewed, ticks)) = fresh(state, token, preview, request).await else {
                return expired(request);
            };
            show(
                state,
                request,
                StatusCode::CONFLICT,
                &about,
                &reviewed,
                &ticks,
                shown,
            )
            .await
        }
        Err(error) => ServerError::from(error).page(request),
    }
}

/// Applies what is ticked as one revision, also when the editor goes away meanwhile.
async fn store(
    state: &AppState,
    preview: &Preview,
    reviewed: Arc<Reviewed>,
    ticks: Vec<bool>,
    editor: String,
) -> Result<Option<i64>, StoreError> {
    let (state, sent) = (state.clone(), preview.sent.clone());
    let work = tokio::spawn(async move {
        let _turn = state.writing.lock().await;
        let part = review::part(&reviewed.changes, &reviewed.rows, |at| ticks[at]);
        let summary = format!(
            "{} {}: {} added, {} changed, {} vanished, {} dated",
            sent.format.word(),
            sent.name,
            part.added.len(),
            part.changed.len(),
            part.vanished.len(),
            part.older.len(),
        );
        let batch = Batch {
            import: &Import::default(),
            changes: &part,
            author: &editor,
            summary: &summary,
            now: state.config.now(),
            seen: Some(reviewed.revision),
        };
        let made = apply_batch(&state.pool, &batch).await;
        // After a conflict too: what moved may have come from another process.
        if let Err(error) = state.refresh().await {
            tracing::error!(cause = %error, "the catalogue could not be read anew after an import");
        }
        if let Ok(Some(revision)) = &made {
            tracing::info!(editor = %editor, revision, "applied an import");
        }
        made
    });
    work.await
        .unwrap_or_else(|error| Err(StoreError::Sql(sqlx::Error::Protocol(error.to_string()))))
}

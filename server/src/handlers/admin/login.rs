//! `/login`, `/logout`
use super::{field, too_many, unstored};
use crate::auth::client::{ClientAddress, from_this_site};
use crate::auth::guard::{EditorForm, safe_next};
use crate::auth::{self, SessionError, password, pending};
use crate::error::{ServerError, failure_page};
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::deeds::{self, NewDeed};
use crate::store::editors::{self, Stored};
use crate::store::people;
use app::pages::admin::login::{Login, page as login_page};
use app::pages::errors::Failure;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use domain::people::Deed;
use std::time::Instant;
use tower_sessions::Session;

/// The form; who is signed in already goes on.
pub async fn get(request: Request) -> Response {
    let next = safe_next(request.frame.param("next"));
    if request.frame.editor.is_some() {
        return Redirect::to(&request.frame.link(next)).into_response();
    }
    let view = Login {
        next: next.to_owned(),
        signed_out: request.frame.param("signed_out").is_some(),
        too_late: request.frame.param("too_late").is_some(),
        ..Login::default()
    };
    show(&request, StatusCode::OK, &view)
}

/// Signs in, or asks for a code. Words, status, length and time of the answer are the same for a wrong password, a
/// name that does not exist and one that was deactivated.
pub async fn post(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    session: Session,
    request: Request,
    headers: HeaderMap,
    body: String,
) -> Response {
    // Nobody is signed in yet, so no session has a token: the browser says where the form was.
    if !from_this_site(&headers, &state.config) {
        return failure_page(&request, StatusCode::FORBIDDEN, &Failure::Forbidden);
    }
    let pairs = page::pairs(Some(&body));
    let name = field(&pairs, "name").trim();
    let next = safe_next(Some(field(&pairs, "next"))).to_owned();
    if let Err(wait) = state.passwords.begin(address, name, Instant::now()) {
        return too_many(&request, wait);
    }
    let stored = match find(&state, name).await {
        Ok(stored) => stored,
        Err(error) => return error.page(&request),
    };
    let hash = stored.as_ref().map(|editor| editor.password_hash.clone());
    let right = password::verify(field(&pairs, "password").to_owned(), hash).await;
    let known = stored.as_ref().map(|editor| editor.name.clone());
    let Some(editor) = stored.filter(|editor| right && editor.is_active) else {
        if let Err(error) = failed(&state, known.as_deref()).await {
            return error.page(&request);
        }
        let view = Login {
            next,
            name: name.to_owned(),
            failed: true,
            ..Login::default()
        };
        return show(&request, StatusCode::UNPROCESSABLE_ENTITY, &view);
    };
    state.passwords.succeeded(address, name);
    let done = if editor.totp_secret.is_some() {
        let begun = pending::begin(&session, &editor, &next).await;
        begun.map(|()| "/login/code".to_owned())
    } else {
        enter(&state, &session, &editor).await.map(|()| next)
    };
    match done {
        Ok(next) => Redirect::to(&request.frame.link(&next)).into_response(),
        Err(error) => ServerError::Internal(error.to_string()).page(&request),
    }
}

/// Writes down a failure; what was typed as a name that does not exist may be a password, and is not kept.
pub(super) async fn failed(state: &AppState, known: Option<&str>) -> Result<(), ServerError> {
    tracing::warn!("a sign-in failed");
    let deed = NewDeed {
        deed: Deed::SignInFailed,
        by: None,
        of: known,
        detail: "",
    };
    let mut connection = acquire(state).await?;
    Ok(deeds::add(&mut connection, &deed, state.config.now()).await?)
}

/// Signs in, after whatever was asked for.
pub(super) async fn enter(
    state: &AppState,
    session: &Session,
    editor: &Stored,
) -> Result<(), SessionError> {
    people::signed_in(&state.pool, &editor.name, state.config.now()).await?;
    auth::sign_in(state, session, editor).await?;
    tracing::info!(editor = %editor.name, "signed in");
    Ok(())
}

/// Ends the session.
pub async fn logout(
    State(state): State<AppState>,
    session: Session,
    request: Request,
    form: EditorForm,
) -> Response {
    if let Err(error) = session.flush().await {
        return ServerError::Internal(error.to_string()).page(&request);
    }
    let name = &form.signed_in.editor.name;
    let own = NewDeed::own(Deed::SignOut, name);
    let kept = match acquire(&state).await {
        Ok(mut connection) => deeds::add(&mut connection, &own, state.config.now()).await,
        Err(error) => return error.page(&request),
    };
    if let Err(error) = kept {
        return ServerError::from(error).page(&request);
    }
    tracing::info!(editor = %name, "signed out");
    Redirect::to(&request.frame.link("/login?signed_out=1")).into_response()
}

pub(super) async fn acquire(
    state: &AppState,
) -> Result<sqlx::pool::PoolConnection<sqlx::Sqlite>, ServerError> {
    let connection = state.pool.acquire().await;
    connection.map_err(|error| ServerError::Store(error.into()))
}

/// The editor of that name.
pub(super) async fn find(state: &AppState, name: &str) -> Result<Option<Stored>, ServerError> {
    let mut connection = acquire(state).await?;
    Ok(editors::find(&mut connection, name).await?)
}

fn show(request: &Request, status: StatusCode, view: &Login) -> Response {
    unstored(page::page(&request.frame, status, || {
        login_page(&request.frame, view)
    }))
}

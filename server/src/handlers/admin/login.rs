//! `/login`, `/logout`
use super::unstored;
use crate::auth::client::{ClientAddress, from_this_site};
use crate::auth::guard::{EditorForm, safe_next};
use crate::auth::limit::WINDOW;
use crate::auth::{self, password};
use crate::error::{ServerError, failure_page};
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::editors;
use app::pages::admin::login::{Login, page as login_page};
use app::pages::errors::Failure;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
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
        ..Login::default()
    };
    show(&request, StatusCode::OK, &view)
}

/// Signs in. The answer and its time are the same for a wrong password and for a name that does not exist.
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
    let field = |name: &str| {
        pairs
            .iter()
            .find(|(n, _)| n == name)
            .map_or("", |(_, value)| value.as_str())
    };
    let name = field("name").trim();
    let next = safe_next(Some(field("next"))).to_owned();
    if !state.attempts.begin(address, name, Instant::now()) {
        tracing::warn!("sign-ins from one address are refused for a while");
        let mut response = ServerError::TooMany.page(&request);
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from(WINDOW.as_secs()));
        return response;
    }
    let stored = match find(&state, name).await {
        Ok(stored) => stored,
        Err(error) => return error.page(&request),
    };
    let hash = stored.as_ref().map(|editor| editor.password_hash.clone());
    let right = password::verify(field("password").to_owned(), hash).await;
    let Some(editor) = stored.filter(|_| right) else {
        tracing::warn!("a sign-in failed");
        let view = Login {
            next,
            name: name.to_owned(),
            failed: true,
            signed_out: false,
        };
        return show(&request, StatusCode::UNPROCESSABLE_ENTITY, &view);
    };
    if let Err(error) = auth::sign_in(&session, &editor).await {
        return ServerError::Internal(error.to_string()).page(&request);
    }
    state.attempts.succeeded(address, name);
    tracing::info!(editor = %editor.name, "signed in");
    Redirect::to(&request.frame.link(&next)).into_response()
}

/// Ends the session.
pub async fn logout(session: Session, request: Request, form: EditorForm) -> Response {
    if let Err(error) = session.flush().await {
        return ServerError::Internal(error.to_string()).page(&request);
    }
    tracing::info!(editor = %form.signed_in.editor.name, "signed out");
    Redirect::to(&request.frame.link("/login?signed_out=1")).into_response()
}

async fn find(state: &AppState, name: &str) -> Result<Option<editors::Stored>, ServerError> {
    let mut connection = state
        .pool
        .acquire()
        .await
        .map_err(|error| ServerError::Store(error.into()))?;
    Ok(editors::find(&mut connection, name).await?)
}

fn show(request: &Request, status: StatusCode, view: &Login) -> Response {
    unstored(page::page(&request.frame, status, || {
        login_page(&request.frame, view)
    }))
}

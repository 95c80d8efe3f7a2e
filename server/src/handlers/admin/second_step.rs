//! `/login/code`: the second step of signing in.
use super::login::{acquire, enter, failed};
use super::{field, too_many, unstored};
use crate::auth::client::{ClientAddress, from_this_site};
use crate::auth::pending::{self, Owing};
use crate::auth::second_factor;
use crate::error::{ServerError, failure_page};
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::deeds::{self, NewDeed};
use crate::store::second_factor as store;
use app::pages::admin::second_step::{SecondStep, page as step_page};
use app::pages::errors::Failure;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use domain::people::Deed;
use std::time::Instant;
use subtle::ConstantTimeEq;
use tower_sessions::Session;

/// The form; who owes no code begins at the beginning.
pub async fn get(State(state): State<AppState>, session: Session, request: Request) -> Response {
    match pending::owing(&state, &session).await {
        Ok(Some(owing)) => show(&request, StatusCode::OK, owing.csrf, false),
        Ok(None) => from_the_start(&request),
        Err(error) => ServerError::Internal(error.to_string()).page(&request),
    }
}

/// Takes a code of the app, or a recovery code, once.
pub async fn post(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    session: Session,
    request: Request,
    headers: HeaderMap,
    body: String,
) -> Response {
    if !from_this_site(&headers, &state.config) {
        return failure_page(&request, StatusCode::FORBIDDEN, &Failure::Forbidden);
    }
    let owing = match pending::owing(&state, &session).await {
        Ok(Some(owing)) => owing,
        Ok(None) => return from_the_start(&request),
        Err(error) => return ServerError::Internal(error.to_string()).page(&request),
    };
    let pairs = page::pairs(Some(&body));
    let sent = field(&pairs, "csrf").as_bytes();
    if !bool::from(sent.ct_eq(owing.csrf.as_bytes())) {
        return failure_page(&request, StatusCode::FORBIDDEN, &Failure::Forbidden);
    }
    let name = owing.editor.name.clone();
    if let Err(wait) = state.codes.begin(address, &name, Instant::now()) {
        return too_many(&request, wait);
    }
    match is_taken(&state, &owing, field(&pairs, "code")).await {
        Ok(true) => {}
        Ok(false) => {
            if let Err(error) = failed(&state, Some(&name)).await {
                return error.page(&request);
            }
            return show(&request, StatusCode::UNPROCESSABLE_ENTITY, owing.csrf, true);
        }
        Err(error) => return error.page(&request),
    }
    state.codes.succeeded(address, &name);
    match enter(&state, &session, &owing.editor).await {
        Ok(()) => Redirect::to(&request.frame.link(&owing.next)).into_response(),
        Err(error) => ServerError::Internal(error.to_string()).page(&request),
    }
}

/// Whether the code is right and was not used before; it is used now.
async fn is_taken(state: &AppState, owing: &Owing, code: &str) -> Result<bool, ServerError> {
    let (name, now) = (&owing.editor.name, state.config.now());
    let secret = owing.editor.totp_secret.as_deref().unwrap_or_default();
    let mut connection = acquire(state).await?;
    if let Some(step) = second_factor::step_of(secret, code, now) {
        return Ok(store::take_step(&mut connection, name, step).await?);
    }
    let hash = second_factor::code_hash(code);
    if !store::take_code(&mut connection, name, &hash, now).await? {
        return Ok(false);
    }
    let used = NewDeed::own(Deed::RecoveryCodeUsed, name);
    deeds::add(&mut connection, &used, now).await?;
    Ok(true)
}

fn from_the_start(request: &Request) -> Response {
    Redirect::to(&request.frame.link("/login?too_late=1")).into_response()
}

fn show(request: &Request, status: StatusCode, csrf: String, failed: bool) -> Response {
    let view = SecondStep { csrf, failed };
    unstored(page::page(&request.frame, status, || {
        step_page(&request.frame, &view)
    }))
}

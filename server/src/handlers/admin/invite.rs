//! `/invite/{token}`: who was invited chooses a name and a password.
use super::login::{acquire, enter, find};
use super::{field, unstored};
use crate::auth::client::from_this_site;
use crate::auth::{password, token_hash};
use crate::error::{ServerError, failure_page};
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::invites::{self, Invite};
use crate::store::people::{Joined, join};
use app::pages::admin::invite::{Join, page as join_page, worthless};
use app::pages::errors::Failure;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use domain::people::{Field, Flaw, check_name, check_password};
use tower_sessions::Session;

/// The form, as long as the link is worth something.
pub async fn get(
    State(state): State<AppState>,
    Path(token): Path<String>,
    request: Request,
) -> Response {
    match open(&state, &token).await {
        Ok(Some(invite)) => show(&request, StatusCode::OK, &form(&request, &token, &invite)),
        Ok(None) => used_up(&request),
        Err(error) => error.page(&request),
    }
}

/// Makes an editor and signs them in, or says what is wrong and keeps the name that was typed.
pub async fn post(
    State(state): State<AppState>,
    Path(token): Path<String>,
    session: Session,
    request: Request,
    headers: HeaderMap,
    body: String,
) -> Response {
    // Nobody is signed in yet: the secret address stands for the token, and the browser says where the form was.
    if !from_this_site(&headers, &state.config) {
        return failure_page(&request, StatusCode::FORBIDDEN, &Failure::Forbidden);
    }
    let pairs = page::pairs(Some(&body));
    accept(&state, &request, &session, &token, &pairs)
        .await
        .unwrap_or_else(|error| error.page(&request))
}

async fn accept(
    state: &AppState,
    request: &Request,
    session: &Session,
    token: &str,
    pairs: &[(String, String)],
) -> Result<Response, ServerError> {
    let Some(invite) = open(state, token).await? else {
        return Ok(used_up(request));
    };
    let (name, secret) = (field(pairs, "name").trim(), field(pairs, "password"));
    let mut view = form(request, token, &invite);
    view.name = name.to_owned();
    view.flaws = check_name(name)
        .err()
        .map(|flaw| (Field::Name, flaw))
        .into_iter()
        .chain(check_password(name, secret, field(pairs, "again")))
        .collect();
    if !view.flaws.is_empty() {
        return Ok(show(request, StatusCode::UNPROCESSABLE_ENTITY, &view));
    }
    let hash = password::hash_in_turn(secret.to_owned()).await;
    let hash = hash.map_err(|error| ServerError::Internal(error.to_string()))?;
    match join(&state.pool, &invite, name, &hash, state.config.now()).await? {
        Joined::TooLate => return Ok(used_up(request)),
        Joined::NameTaken => {
            view.flaws = vec![(Field::Name, Flaw::Taken)];
            return Ok(show(request, StatusCode::UNPROCESSABLE_ENTITY, &view));
        }
        Joined::Yes => tracing::info!(editor = %name, role = invite.role.word(), "joined"),
    }
    let editor = find(state, name).await?.ok_or(ServerError::NotFound)?;
    let entered = enter(state, session, &editor).await;
    entered.map_err(|error| ServerError::Internal(error.to_string()))?;
    Ok(Redirect::to(&request.frame.link("/admin/account?joined=1")).into_response())
}

async fn open(state: &AppState, token: &str) -> Result<Option<Invite>, ServerError> {
    let mut connection = acquire(state).await?;
    let now = state.config.now();
    Ok(invites::find(&mut connection, &token_hash(token), now).await?)
}

fn form(request: &Request, token: &str, invite: &Invite) -> Join {
    Join {
        frame: request.frame.clone(),
        path: format!("/invite/{token}"),
        role: invite.role,
        made_by: invite.made_by.clone(),
        name: String::new(),
        flaws: Vec::new(),
    }
}

fn used_up(request: &Request) -> Response {
    let frame = &request.frame;
    secret(page::page(frame, StatusCode::NOT_FOUND, || {
        worthless(frame)
    }))
}

fn show(request: &Request, status: StatusCode, view: &Join) -> Response {
    secret(page::page(&request.frame, status, || join_page(view)))
}

/// The address is a secret: it is not stored, and no page that is opened from here learns it.
fn secret(mut response: Response) -> Response {
    response.headers_mut().insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    unstored(response)
}

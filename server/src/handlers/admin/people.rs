//! `/admin/people`: who may sign in, with which role; invitations.
use super::login::acquire;
use super::{field, unstored};
use crate::auth::client::site_of;
use crate::auth::guard::{Admin, AdminForm};
use crate::auth::{random_token, token_hash};
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::deeds::{self, NewDeed};
use crate::store::people::{Act, Outcome, act};
use crate::store::{StoreError, editors, invites};
use app::pages::admin::people::{Invitation, NewLink, People, Person, Said, page as people_page};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use chrono::TimeDelta;
use domain::people::{Deed, Field, Flaw, Role};
use sqlx::Connection;

/// An invitation is worth something for this long.
const DAYS: i64 = 7;

/// Most characters of whom an invitation is for.
const LONGEST_REMARK: usize = 200;

/// Everybody, and the invitations that are open.
pub async fn get(admin: Admin, State(state): State<AppState>, request: Request) -> Response {
    let said = request.frame.param("said").and_then(Said::from_word);
    match load(&state, &request, admin.signed_in.csrf).await {
        Ok(view) => show(&request, StatusCode::OK, &People { said, ..view }),
        Err(error) => error.page(&request),
    }
}

/// Invites, takes an invitation back, changes a role, lets in or shuts out, resets a second factor.
pub async fn post(
    State(state): State<AppState>,
    request: Request,
    headers: HeaderMap,
    form: AdminForm,
) -> Response {
    let done = match field(&form.0.pairs, "action") {
        "invite" => invite(&state, &request, &headers, &form).await,
        "withdraw" => withdraw(&state, &request, &form).await,
        _ => change(&state, &request, &form).await,
    };
    done.unwrap_or_else(|error| error.page(&request))
}

/// Makes a link and shows it, this once.
async fn invite(
    state: &AppState,
    request: &Request,
    headers: &HeaderMap,
    form: &AdminForm,
) -> Result<Response, ServerError> {
    let (pairs, by) = (&form.0.pairs, &form.0.signed_in.editor.name);
    let remark = field(pairs, "remark").trim();
    let role = Role::from_word(field(pairs, "role")).ok_or(ServerError::NotFound)?;
    let csrf = form.0.signed_in.csrf.clone();
    if remark.chars().count() > LONGEST_REMARK {
        let view = People {
            remark: remark.to_owned(),
            role,
            flaws: vec![(Field::Remark, Flaw::TooLong)],
            ..load(state, request, csrf).await?
        };
        return Ok(show(request, StatusCode::UNPROCESSABLE_ENTITY, &view));
    }
    let (token, now) = (random_token(), state.config.now());
    let new = invites::NewInvite {
        token_hash: &token_hash(&token),
        role,
        remark,
        made_by: by,
        expires_at: now + TimeDelta::days(DAYS),
    };
    let mut connection = acquire(state).await?;
    let mut tx = connection
        .begin_with("begin immediate")
        .await
        .map_err(StoreError::from)?;
    let number = invites::add(&mut tx, &new, now).await?;
    let deed = NewDeed {
        deed: Deed::Invite,
        by: Some(by),
        of: None,
        detail: remark,
    };
    deeds::add(&mut tx, &deed, now).await?;
    tx.commit().await.map_err(StoreError::from)?;
    drop(connection);
    tracing::info!(invite = number, editor = %by, role = role.word(), "made an invitation");
    let link = NewLink {
        number,
        address: format!("{}/invite/{token}", site_of(headers, &state.config)),
    };
    let view = People {
        new_link: Some(link),
        ..load(state, request, csrf).await?
    };
    Ok(show(request, StatusCode::OK, &view))
}

async fn withdraw(
    state: &AppState,
    request: &Request,
    form: &AdminForm,
) -> Result<Response, ServerError> {
    let id = field(&form.0.pairs, "id").parse::<i64>();
    let id = id.map_err(|_| ServerError::NotFound)?;
    let (by, now) = (&form.0.signed_in.editor.name, state.config.now());
    let mut connection = acquire(state).await?;
    let is_withdrawn = invites::withdraw(&mut connection, id, now).await?;
    if is_withdrawn {
        let deed = NewDeed {
            deed: Deed::InviteWithdrawn,
            by: Some(by),
            of: None,
            detail: "",
        };
        deeds::add(&mut connection, &deed, now).await?;
        tracing::info!(invite = id, editor = %by, "withdrew an invitation");
    }
    let said = if is_withdrawn {
        Said::Withdrawn
    } else {
        Said::AsBefore
    };
    Ok(back(request, said))
}

async fn change(
    state: &AppState,
    request: &Request,
    form: &AdminForm,
) -> Result<Response, ServerError> {
    let (pairs, editor) = (&form.0.pairs, &form.0.signed_in.editor);
    let name = field(pairs, "name");
    let what = match field(pairs, "action") {
        "role" => Role::from_word(field(pairs, "role")).map(Act::SetRole),
        "deactivate" => Some(Act::Deactivate),
        "reactivate" => Some(Act::Reactivate),
        "reset" => Some(Act::ResetSecondFactor),
        _ => None,
    };
    let what = what.ok_or(ServerError::NotFound)?;
    let by = Some(editor.name.as_str());
    let outcome = act(&state.pool, name, what, by, state.config.now()).await?;
    tracing::info!(editor = %editor.name, of = %name, act = ?what, ?outcome, "changed somebody");
    match outcome {
        Outcome::Unknown => Err(ServerError::NotFound),
        Outcome::LastAdmin => {
            let view = People {
                said: Some(Said::LastAdmin),
                ..load(state, request, form.0.signed_in.csrf.clone()).await?
            };
            Ok(show(request, StatusCode::UNPROCESSABLE_ENTITY, &view))
        }
        Outcome::AsBefore => Ok(back(request, Said::AsBefore)),
        Outcome::Done => Ok(back(request, Said::Changed)),
    }
}

fn back(request: &Request, said: Said) -> Response {
    let path = format!("/admin/people?said={}", said.word());
    Redirect::to(&request.frame.link(&path)).into_response()
}

async fn load(state: &AppState, request: &Request, csrf: String) -> Result<People, ServerError> {
    let mut connection = acquire(state).await?;
    let people = editors::list(&mut connection).await?.into_iter();
    let open = invites::open(&mut connection, state.config.now()).await?;
    Ok(People {
        frame: request.frame.clone(),
        csrf,
        list: people
            .map(|editor| Person {
                name: editor.name,
                role: editor.role,
                is_active: editor.is_active,
                has_second_factor: editor.totp_secret.is_some(),
                last_sign_in: editor.last_sign_in,
            })
            .collect(),
        invitations: open
            .into_iter()
            .map(|invite| Invitation {
                id: invite.id,
                role: invite.role,
                remark: invite.remark,
                made_by: invite.made_by,
                expires_at: invite.expires_at.to_rfc3339(),
            })
            .collect(),
        remark: String::new(),
        role: Role::Editor,
        flaws: Vec::new(),
        new_link: None,
        said: None,
    })
}

fn show(request: &Request, status: StatusCode, view: &People) -> Response {
    unstored(page::page(&request.frame, status, || people_page(view)))
}

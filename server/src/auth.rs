//! Who may change what: passwords, sessions, the guard of every editor's page.
//!
//! A request with a session cookie is looked up once, by [`identify`]; one without never touches the session table.
pub mod accounts;
pub mod client;
pub mod guard;
pub mod limit;
pub mod password;
pub mod pending;
pub mod second_factor;

use crate::state::AppState;
use crate::store::{StoreError, editors, sessions::Sessions};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use domain::people::Role;
use tower_sessions::cookie::SameSite;
use tower_sessions::cookie::time::Duration;
use tower_sessions::{Expiry, Session, SessionManagerLayer};

/// Name of the session cookie.
pub const COOKIE: &str = "zuka_session";

/// A session that is not used for this long ends.
const IDLE: Duration = Duration::hours(12);

/// A session ends after this long even when it is used all the time.
const LONGEST_SECONDS: i64 = 7 * 24 * 60 * 60;

/// A session in use is written again after this many seconds, not at each request.
const TOUCH_SECONDS: i64 = 600;

/// The editor who is signed in, as found by the session layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editor {
    /// Name.
    pub name: String,
    /// What they may change.
    pub role: Role,
}

/// The session's token, which every form of an editor carries.
#[derive(Clone)]
pub struct CsrfToken(pub String);

/// The layer that reads and sets the session cookie.
pub fn layer(state: &AppState) -> SessionManagerLayer<Sessions> {
    SessionManagerLayer::new(Sessions::new(state.pool.clone()))
        .with_name(COOKIE)
        .with_http_only(true)
        .with_same_site(SameSite::Lax)
        .with_secure(state.config.is_https())
        .with_expiry(Expiry::OnInactivity(IDLE))
}

/// Puts the signed-in [`Editor`] and the session's [`CsrfToken`] into the request.
pub async fn identify(
    State(state): State<AppState>,
    session: Session,
    mut request: Request,
    next: Next,
) -> Response {
    // A request without the cookie has no number here, and assets do not depend on who asks.
    if session.id().is_some() && !request.uri().path().starts_with("/pkg/") {
        match signed_in(&state, &session).await {
            Ok(Some((editor, token))) => {
                request.extensions_mut().insert(editor);
                request.extensions_mut().insert(token);
            }
            Ok(None) => {}
            // The visitor is served as a stranger; what they may not see stays closed.
            Err(error) => tracing::error!(cause = %error, "a session could not be read"),
        }
    }
    next.run(request).await
}

/// Why a session could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error(transparent)]
    Session(#[from] tower_sessions::session::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Sql(#[from] sqlx::Error),
}

async fn signed_in(
    state: &AppState,
    session: &Session,
) -> Result<Option<(Editor, CsrfToken)>, SessionError> {
    let (Some(name), Some(tag), Some(token)) = (
        session.get::<String>("editor").await?,
        session.get::<String>("tag").await?,
        session.get::<String>("csrf").await?,
    ) else {
        return Ok(None);
    };
    let stored = editors::find(&mut *state.pool.acquire().await?, &name).await?;
    let now = state.config.now().timestamp();
    let since = session.get::<i64>("since").await?.unwrap_or(0);
    // Who was removed or deactivated, or whose password or role was changed, is out at once.
    let stored = stored.filter(|stored| {
        stored.is_active && password::tag(stored) == tag && now - since < LONGEST_SECONDS
    });
    let Some(stored) = stored else {
        session.flush().await?;
        return Ok(None);
    };
    if session
        .get::<i64>("seen")
        .await?
        .is_none_or(|seen| now - seen >= TOUCH_SECONDS)
    {
        session.insert("seen", now).await?;
    }
    let role = stored.role;
    Ok(Some((Editor { name, role }, CsrfToken(token))))
}

/// Signs `editor` in: a session with a new number, so that one that was planted before is worth nothing.
///
/// Also after each change of one's own password or second factor: the old number is worth nothing either.
pub async fn sign_in(
    state: &AppState,
    session: &Session,
    editor: &editors::Stored,
) -> Result<(), SessionError> {
    let now = state.config.now().timestamp();
    session.clear().await;
    session.cycle_id().await?;
    session.set_expiry(Some(Expiry::OnInactivity(IDLE)));
    session.insert("editor", &editor.name).await?;
    session.insert("tag", password::tag(editor)).await?;
    session.insert("csrf", random_token()).await?;
    session.insert("since", now).await?;
    session.insert("seen", now).await?;
    Ok(())
}

/// 256 random bits as hexadecimal digits.
pub fn random_token() -> String {
    rand::random::<[u8; 32]>()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// What is stored of a token.
pub fn token_hash(token: &str) -> String {
    blake3::hash(token.as_bytes()).to_hex().to_string()
}

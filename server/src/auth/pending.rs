//! Between the right password and the code: a session that may do one thing, for five minutes.
use super::{SessionError, password, random_token};
use crate::state::AppState;
use crate::store::editors::{self, Stored};
use serde::{Deserialize, Serialize};
use tower_sessions::cookie::time::Duration;
use tower_sessions::{Expiry, Session};

/// A code has to be entered within this time.
const FOR_CODE: Duration = Duration::minutes(5);

/// What the session holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Pending {
    name: String,
    tag: String,
    csrf: String,
    next: String,
}

/// Who gave the right password and owes a code.
pub struct Owing {
    /// The editor.
    pub editor: Stored,
    /// Token of the form.
    pub csrf: String,
    /// Path to go on to.
    pub next: String,
}

/// Begins the wait for a code, in a session with a new number; nobody is signed in by it.
pub async fn begin(session: &Session, editor: &Stored, next: &str) -> Result<(), SessionError> {
    session.clear().await;
    session.cycle_id().await?;
    session.set_expiry(Some(Expiry::OnInactivity(FOR_CODE)));
    let pending = Pending {
        name: editor.name.clone(),
        tag: password::tag(editor),
        csrf: random_token(),
        next: next.to_owned(),
    };
    session.insert("pending", pending).await?;
    Ok(())
}

/// Who owes a code in this session; `None` when the time is up, or the password was changed meanwhile.
pub async fn owing(state: &AppState, session: &Session) -> Result<Option<Owing>, SessionError> {
    if session.id().is_none() {
        return Ok(None);
    }
    let Some(pending) = session.get::<Pending>("pending").await? else {
        return Ok(None);
    };
    let stored = editors::find(&mut *state.pool.acquire().await?, &pending.name).await?;
    let stored = stored.filter(|stored| stored.is_active && password::tag(stored) == pending.tag);
    Ok(stored.map(|editor| Owing {
        editor,
        csrf: pending.csrf,
        next: pending.next,
    }))
}

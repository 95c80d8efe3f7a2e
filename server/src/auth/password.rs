//! Password hashes: argon2id, each with its own salt.
use crate::store::editors::Stored;
use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use std::sync::OnceLock;
use tokio::sync::Semaphore;

pub use domain::people::{LONGEST_BYTES, SHORTEST};

/// A hash takes some 20 MB and all of a core: sign-ins take turns so that many of them cannot stop the server.
static TURNS: Semaphore = Semaphore::const_new(2);

/// A password could not be hashed: a mistake of ours, never of who typed it.
#[derive(Debug, thiserror::Error)]
#[error("the password could not be hashed: {0}")]
pub struct HashError(String);

/// Hashes a password for the store. Slow by intention.
pub fn hash(password: &str) -> Result<String, HashError> {
    let salt = SaltString::encode_b64(&rand::random::<[u8; 16]>())
        .map_err(|error| HashError(error.to_string()))?;
    let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
    hash.map(|hash| hash.to_string())
        .map_err(|error| HashError(error.to_string()))
}

/// Whether `password` is the one behind `stored`; without a stored hash the same work is done and the answer is no,
/// so that the time of an answer does not tell which names exist.
pub async fn verify(password: String, stored: Option<String>) -> bool {
    let Ok(_turn) = TURNS.acquire().await else {
        return false;
    };
    let work = tokio::task::spawn_blocking(move || {
        // Made before either branch, so that its first use costs both the same.
        let stand_in = STAND_IN.get_or_init(|| hash("nobody's password").unwrap_or_default());
        let known = stored.is_some();
        let phc = stored.as_deref().unwrap_or(stand_in);
        let fits = password.len() <= LONGEST_BYTES;
        let matches = PasswordHash::new(phc).is_ok_and(|parsed| {
            Argon2::default()
                .verify_password(password.as_bytes(), &parsed)
                .is_ok()
        });
        known && fits && matches
    });
    work.await.unwrap_or(false)
}

static STAND_IN: OnceLock<String> = OnceLock::new();

/// Hashes a new password in its turn, away from the threads that answer.
pub async fn hash_in_turn(password: String) -> Result<String, HashError> {
    let turn = TURNS.acquire().await;
    let turn = turn.map_err(|error| HashError(error.to_string()))?;
    let work = tokio::task::spawn_blocking(move || hash(&password)).await;
    drop(turn);
    work.map_err(|error| HashError(error.to_string()))?
}

/// Changes with the password and with each "end all sessions"; a session holds it, and ends when it differs.
pub fn tag(editor: &Stored) -> String {
    let known = format!("{} {}", editor.generation, editor.password_hash);
    blake3::hash(known.as_bytes()).to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_of_a_known_name_passes() {
        let stored = hash("correct horse").unwrap();
        assert!(stored.starts_with("$argon2id$"));
        assert!(verify("correct horse".into(), Some(stored.clone())).await);
        assert!(!verify("wrong horse".into(), Some(stored)).await);
        assert!(!verify("nobody's password".into(), None).await);
    }
}

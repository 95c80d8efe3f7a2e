//! What a file would change, worked out away from the threads that answer.
use crate::import::{self, ImportError};
use crate::previews::{Reviewed, Sent};
use crate::state::AppState;
use app::pages::admin::import::Flaw;
use chrono::NaiveDate;
use domain::catalog::diff::diff;
use domain::catalog::review;

/// Holds a file against the catalogue in force. Errors: a text that the format cannot read.
pub(super) async fn at(state: &AppState, sent: &Sent, today: NaiveDate) -> Result<Reviewed, Flaw> {
    let (snapshot, sent) = (state.snapshot(), sent.clone());
    let work = tokio::task::spawn_blocking(move || {
        let text = sent.text.as_str().to_owned();
        let mut import = import::format::read(sent.format, text, &sent.origin, &snapshot, today)?;
        import::keep_known_cards(&mut import.offers, &snapshot);
        let changes = diff(&snapshot, std::mem::take(&mut import.offers), true);
        let rows = review::rows(&snapshot, &changes);
        Ok(Reviewed {
            revision: snapshot.revision,
            changes,
            rows,
            refused: import.refused,
            skipped: import.skipped,
        })
    });
    let looked: Result<Reviewed, ImportError> = match work.await {
        Ok(looked) => looked,
        Err(error) => {
            tracing::error!(cause = %error, "an import could not be looked at");
            return Err(Flaw::Unreadable("–".to_owned()));
        }
    };
    looked.map_err(|error| match error {
        ImportError::Missing(field) => Flaw::Missing(field),
        ImportError::Table { message, .. } => Flaw::Unreadable(message),
        error @ ImportError::Io { .. } => Flaw::Unreadable(error.to_string()),
    })
}

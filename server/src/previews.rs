//! Imports that were looked at and not yet applied: what is applied is what was shown. Kept in memory, few and not long;
//! whoever comes too late chooses the file again.
use crate::import::{Format, Origin, Refused};
use domain::catalog::diff::ChangeSet;
use domain::catalog::review::Row;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Imports kept at once; a further one takes the place of the oldest.
const MOST: usize = 4;
/// How long one is kept after it was last looked at.
const KEPT: Duration = Duration::from_secs(30 * 60);

/// A text that was sent, and what was said of it.
#[derive(Clone)]
pub struct Sent {
    /// Name of the file.
    pub name: String,
    /// Its text.
    pub text: Arc<String>,
    /// Its format.
    pub format: Format,
    /// What it does not say itself.
    pub origin: Origin,
}

/// What the catalogue of one revision makes of it.
pub struct Reviewed {
    /// The revision that it was held against.
    pub revision: i64,
    /// What would change.
    pub changes: ChangeSet,
    /// The same, row by row.
    pub rows: Vec<Row>,
    /// Rows that cannot be taken.
    pub refused: Vec<Refused>,
    /// Rows without a card.
    pub skipped: usize,
}

impl Reviewed {
    /// What is applied unless an editor says otherwise: the rows without a doubt.
    pub fn safe(&self) -> Vec<bool> {
        self.rows.iter().map(|row| row.doubts.is_empty()).collect()
    }
}

/// One import under way.
#[derive(Clone)]
pub struct Preview {
    /// Whose it is; others do not see it.
    pub editor: String,
    /// What was sent.
    pub sent: Sent,
    /// What it would do; `None` where the form still lacks something.
    pub reviewed: Option<Arc<Reviewed>>,
    /// Which of its rows are to be applied.
    pub ticks: Vec<bool>,
}

struct Kept {
    token: String,
    seen: Instant,
    preview: Preview,
}

/// All imports under way.
#[derive(Default)]
pub struct Previews(Mutex<Vec<Kept>>);

impl Previews {
    fn with<T>(&self, now: Instant, work: impl FnOnce(&mut Vec<Kept>) -> T) -> T {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|one| now.duration_since(one.seen) < KEPT);
        work(&mut kept)
    }

    /// Keeps an import; gives its token.
    pub fn put(&self, preview: Preview) -> String {
        self.put_at(preview, Instant::now())
    }

    fn put_at(&self, preview: Preview, now: Instant) -> String {
        let token = blake3::hash(&rand::random::<[u8; 32]>()).to_hex()[..32].to_owned();
        self.with(now, |kept| {
            if kept.len() >= MOST {
                kept.remove(0);
            }
            kept.push(Kept {
                token: token.clone(),
                seen: now,
                preview,
            });
        });
        token
    }

    /// The import of that token, if `editor` made it.
    pub fn get(&self, token: &str, editor: &str) -> Option<Preview> {
        self.get_at(token, editor, Instant::now())
    }

    fn get_at(&self, token: &str, editor: &str, now: Instant) -> Option<Preview> {
        self.with(now, |kept| {
            let one = kept
                .iter_mut()
                .find(|one| one.token == token && one.preview.editor == editor)?;
            one.seen = now;
            Some(one.preview.clone())
        })
    }

    /// Sets what it would do and which rows are ticked.
    pub fn set(&self, token: &str, reviewed: Option<Arc<Reviewed>>, ticks: Vec<bool>) {
        self.with(Instant::now(), |kept| {
            if let Some(one) = kept.iter_mut().find(|one| one.token == token) {
                one.preview.reviewed = reviewed;
                one.preview.ticks = ticks;
            }
        });
    }

    /// Forgets one.
    pub fn remove(&self, token: &str) {
        self.with(Instant::now(), |kept| kept.retain(|one| one.token != token));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preview(editor: &str) -> Preview {
        Preview {
            editor: editor.into(),
            sent: Sent {
                name: "a.csv".into(),
                text: Arc::default(),
                format: Format::Zuka,
                origin: Origin::default(),
            },
            reviewed: None,
            ticks: Vec::new(),
        }
    }

    #[test]
    fn an_import_is_its_editor_s_for_half_an_hour_and_few_are_kept() {
        let (previews, now) = (Previews::default(), Instant::now());
        let first = previews.put_at(preview("lin"), now);
        assert!(
            previews.get_at(&first, "wei", now).is_none(),
            "another editor's"
        );
        let later = now + Duration::from_secs(29 * 60);
        assert!(previews.get_at(&first, "lin", later).is_some());
        let again = later + Duration::from_secs(29 * 60);
        assert!(
            previews.get_at(&first, "lin", again).is_some(),
            "since it was last looked at"
        );
        let much_later = again + Duration::from_secs(31 * 60);
        assert!(previews.get_at(&first, "lin", much_later).is_none());
        let tokens: Vec<String> = (0..=MOST)
            .map(|_| previews.put_at(preview("lin"), now))
            .collect();
        assert!(
            previews.get_at(&tokens[0], "lin", now).is_none(),
            "the oldest made room"
        );
        assert!(previews.get_at(&tokens[MOST], "lin", now).is_some());
        previews.remove(&tokens[MOST]);
        assert!(previews.get_at(&tokens[MOST], "lin", now).is_none());
    }
}

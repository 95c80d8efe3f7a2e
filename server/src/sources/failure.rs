//! Why a source could not be read, for people and for the schedule.
use crate::import::ImportError;
use domain::catalog::live::Trouble;
use std::time::Duration;

/// One failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its kind.
    pub trouble: Trouble,
    /// What exactly: a status, a host, a place in a document. Never a key.
    pub detail: String,
    /// How long the source asks to be left alone.
    pub after: Option<Duration>,
}

impl Failure {
    /// A failure with its detail.
    pub fn new(trouble: Trouble, detail: impl Into<String>) -> Self {
        Self {
            trouble,
            detail: detail.into(),
            after: None,
        }
    }

    /// Data that are not as documented.
    pub fn unreadable(detail: impl ToString) -> Self {
        Self::new(
            Trouble::Unreadable,
            detail.to_string().chars().take(300).collect::<String>(),
        )
    }

    /// Whether asking again in a moment may help.
    pub fn may_pass(&self) -> bool {
        match self.trouble {
            Trouble::Timeout | Trouble::Unreachable | Trouble::Cut | Trouble::Busy => true,
            Trouble::Status => self.detail.starts_with('5'),
            _ => false,
        }
    }
}

impl From<ImportError> for Failure {
    fn from(error: ImportError) -> Self {
        Self::unreadable(error)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&sentence(self.trouble, &self.detail))
    }
}

/// The failure in words, as the command line and the log have it.
pub fn sentence(trouble: Trouble, detail: &str) -> String {
    match trouble {
        Trouble::Timeout => format!("no answer in time from {detail}"),
        Trouble::Unreachable => format!("cannot connect to {detail}"),
        Trouble::Cut => format!("the connection to {detail} ended in the middle of the answer"),
        Trouble::Status => format!("the source answered {detail}"),
        Trouble::Busy => format!("the source asks to come back later ({detail})"),
        Trouble::WrongType => format!("the source sent {detail} instead of data"),
        Trouble::TooLarge => format!("the answer is larger than {detail}; reading was stopped"),
        Trouble::PrivateAddress => {
            format!("`{detail}` is in a private network, where sources are not asked")
        }
        Trouble::Redirect => format!("the source redirects to {detail}, which is not followed"),
        Trouble::NoKey => format!("the source wants a key; set {detail}"),
        Trouble::KeyRefused => format!("the source does not accept the key ({detail})"),
        Trouble::Unreadable => format!("the answer is not in the documented shape: {detail}"),
        Trouble::Empty => format!("the answer holds no price that can be used ({detail})"),
        Trouble::Internal => format!("a fault on our side: {detail}"),
    }
}

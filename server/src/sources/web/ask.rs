//! A question, its answer, and how far the client goes for it.
use reqwest::Url;
use std::time::Duration;

/// How far the client goes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Until a connection stands.
    pub connect: Duration,
    /// Until the whole answer is there.
    pub total: Duration,
    /// Bytes of an answer, unpacked.
    pub body: usize,
    /// Tries of one request.
    pub tries: u32,
    /// Wait before the second try; doubled for each one after, and up to half of it added by chance.
    pub first_wait: Duration,
    /// The longest wait, also where a source asks for more.
    pub longest_wait: Duration,
    /// Wait between two requests to one host.
    pub gap: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            total: Duration::from_secs(120),
            body: 64 * 1024 * 1024,
            tries: 4,
            first_wait: Duration::from_secs(2),
            longest_wait: Duration::from_secs(60),
            gap: Duration::from_millis(250),
        }
    }
}

/// What an answer has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expects {
    /// A JSON document.
    Json,
    /// An XML document.
    Xml,
    /// A table.
    Csv,
}

/// What a source said of an earlier answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validators {
    /// Its tag.
    pub etag: Option<String>,
    /// Its date.
    pub last_modified: Option<String>,
}

/// One request.
#[derive(Clone)]
pub struct Ask {
    /// Where.
    pub url: Url,
    /// JSON to post; a GET without.
    pub post: Option<String>,
    /// What has to come.
    pub expects: Expects,
    /// Value of the `Authorization` header; never logged.
    pub key: Option<String>,
    /// What is known of the last answer.
    pub known: Validators,
}

/// What came.
pub enum Answer {
    /// A body, with what the source says of it.
    Fresh(String, Validators),
    /// Nothing new since the answer that is known.
    Same,
}

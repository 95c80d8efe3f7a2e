//! What a source is.
use super::Failure;
use super::web::{Answer, Ask, Expects, Validators, Web};
use crate::import::Import;
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::catalog::CatalogSnapshot;
use domain::catalog::live::Trouble;
use reqwest::Url;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// What a source says of itself.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its word on the command line.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// Where it is asked; also the address that its prices carry, unless they have a better one.
    pub address: &'static str,
    /// Hours between two readings.
    pub every_hours: u32,
    /// The setting with its key, for a source that wants one.
    pub key: Option<&'static str>,
}

impl About {
    /// A source that wants no key.
    pub const fn new(
        id: &'static str,
        name: &'static str,
        address: &'static str,
        every_hours: u32,
    ) -> Self {
        Self {
            id,
            name,
            address,
            every_hours,
            key: None,
        }
    }

    /// The same, with the setting that holds its key.
    pub const fn with_key(mut self, setting: &'static str) -> Self {
        self.key = Some(setting);
        self
    }
}

/// One answer, as it came.
#[derive(Clone, Debug)]
pub struct Page {
    /// What it is of, where a source asks several questions; else its address.
    pub of: String,
    /// Its text.
    pub body: String,
}

/// What `parse` may look at besides the answers.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// The catalogue in force.
    pub snapshot: &'a CatalogSnapshot,
    /// Today.
    pub today: NaiveDate,
}

/// A live source: how to ask, and what an answer means.
#[async_trait]
pub trait Source: Send + Sync {
    /// What it says of itself.
    fn about(&self) -> About;

    /// Asks. No page = nothing new since the last time.
    async fn fetch(&self, visit: &Visit<'_>) -> Result<Vec<Page>, Failure>;

    /// Reads the answers. Pure: the same pages give the same rows, every one accepted or refused by name.
    fn parse(&self, pages: &[Page], known: &Known<'_>) -> Result<Import, Failure>;
}

/// One visit to a source: the client, with this source's key and what is known of its last answers.
pub struct Visit<'a> {
    web: &'a Web,
    about: About,
    key: Option<String>,
    known: HashMap<String, Validators>,
    seen: Mutex<HashMap<String, Validators>>,
}

impl<'a> Visit<'a> {
    /// A visit; `known` is what was stored of the answers of the last good one.
    pub fn new(
        web: &'a Web,
        about: About,
        key: Option<String>,
        known: HashMap<String, Validators>,
    ) -> Self {
        Self {
            web,
            about,
            key,
            known,
            seen: Mutex::default(),
        }
    }

    /// What the source said of its answers, by request.
    pub fn seen(self) -> HashMap<String, Validators> {
        self.seen
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The source's key.
    ///
    /// Errors: none is set.
    pub fn key(&self) -> Result<&str, Failure> {
        let setting = self.about.key.unwrap_or_default();
        self.key
            .as_deref()
            .ok_or_else(|| Failure::new(Trouble::NoKey, setting))
    }

    /// The answer of an address, or nothing when it has not changed.
    pub async fn changed(&self, url: &str, expects: Expects) -> Result<Option<String>, Failure> {
        let known = self.known.get(url).cloned().unwrap_or_default();
        match self.ask(url, None, expects, None, known).await? {
            Answer::Same => Ok(None),
            Answer::Fresh(body, validators) => {
                let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
                seen.insert(url.to_owned(), validators);
                Ok(Some(body))
            }
        }
    }

    /// As [`Self::changed`], as the source's only page.
    pub async fn single(&self, url: &str, expects: Expects) -> Result<Vec<Page>, Failure> {
        let body = self.changed(url, expects).await?;
        Ok(body
            .map(|body| Page {
                of: url.to_owned(),
                body,
            })
            .into_iter()
            .collect())
    }

    /// The answer of an address that is one of several, whether it changed or not.
    pub async fn get(&self, url: &str, expects: Expects) -> Result<String, Failure> {
        fresh(
            self.ask(url, None, expects, None, Validators::default())
                .await?,
        )
    }

    /// The same with the value of an `Authorization` header.
    pub async fn get_with(&self, url: &str, key: String) -> Result<String, Failure> {
        fresh(
            self.ask(url, None, Expects::Json, Some(key), Validators::default())
                .await?,
        )
    }

    /// The answer to a posted JSON document.
    pub async fn post(
        &self,
        url: &str,
        body: String,
        key: Option<String>,
    ) -> Result<String, Failure> {
        fresh(
            self.ask(url, Some(body), Expects::Json, key, Validators::default())
                .await?,
        )
    }

    async fn ask(
        &self,
        url: &str,
        post: Option<String>,
        expects: Expects,
        key: Option<String>,
        known: Validators,
    ) -> Result<Answer, Failure> {
        let bad = || Failure::unreadable(format!("`{url}` is no address"));
        let url: Url = url.parse().map_err(|_| bad())?;
        // An answer that names the next address must not send us, or a key, elsewhere.
        let home: Url = self.about.address.parse().map_err(|_| bad())?;
        if url.origin() != home.origin() {
            return Err(Failure::new(
                Trouble::Redirect,
                url.host_str().unwrap_or_default(),
            ));
        }
        let ask = Ask {
            url,
            post,
            expects,
            key,
            known,
        };
        self.web.ask(&ask).await
    }
}

fn fresh(answer: Answer) -> Result<String, Failure> {
    match answer {
        Answer::Fresh(body, _) => Ok(body),
        Answer::Same => Err(Failure::unreadable(
            "it says that nothing changed, which was not asked",
        )),
    }
}

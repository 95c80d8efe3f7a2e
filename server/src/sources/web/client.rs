//! The client: one request at a time a host, bounded in time, size and tries.
use super::checks::{accepted, check_status, check_type, cut, named, next, text};
use super::{Answer, Ask, Expects, Limits, Reach, Timing, Validators};
use crate::sources::Failure;
use domain::catalog::live::Trouble;
use reqwest::header::{self, HeaderValue};
use reqwest::{Client, Method, Response, StatusCode, Url};
use std::collections::HashMap;
use std::sync::{Arc, Mutex as Lock, OnceLock, PoisonError};
use std::time::Duration;
use tokio::sync::Mutex;

/// Redirects that are followed at most.
const MOST_REDIRECTS: usize = 5;

/// The client.
pub struct Web {
    limits: Limits,
    reach: Reach,
    timing: Arc<dyn Timing>,
    agent: String,
    client: OnceLock<Result<Client, String>>,
    hosts: Lock<HashMap<String, Arc<Mutex<bool>>>>,
}

impl Web {
    /// A client that calls itself `zuka/VERSION (+public_url)`.
    pub fn new(limits: Limits, reach: Reach, timing: Arc<dyn Timing>, public_url: &str) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        let agent = if public_url.is_empty() {
            format!("zuka/{version}")
        } else {
            format!("zuka/{version} (+{public_url})")
        };
        Self {
            limits,
            reach,
            timing,
            agent,
            client: OnceLock::new(),
            hosts: Lock::default(),
        }
    }

    /// Time, as the client has it.
    pub fn timing(&self) -> &dyn Timing {
        self.timing.as_ref()
    }

    /// Asks until there is an answer or it is no use; waits its turn at the host.
    pub async fn ask(&self, ask: &Ask) -> Result<Answer, Failure> {
        let place = self.reach.place(&ask.url);
        let host = place.host_str().unwrap_or_default().to_owned();
        let turn = {
            let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(hosts.entry(host).or_default())
        };
        let mut was_asked = turn.lock().await;
        if *was_asked && !self.limits.gap.is_zero() {
            self.timing.wait(self.limits.gap).await;
        }
        *was_asked = true;
        let mut tried = 1;
        loop {
            let failure = match self.once(ask, place.clone()).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            let wait = failure.after.unwrap_or_else(|| self.backoff(tried));
            if !failure.may_pass() || tried >= self.limits.tries || wait > self.limits.longest_wait
            {
                return Err(failure);
            }
            self.timing.wait(wait).await;
            tried += 1;
        }
    }

    fn backoff(&self, tried: u32) -> Duration {
        let doubled = self
            .limits
            .first_wait
            .saturating_mul(1 << tried.saturating_sub(1).min(16));
        let spread = doubled.mul_f64(self.timing.chance() / 2.0);
        (doubled + spread).min(self.limits.longest_wait)
    }

    fn client(&self) -> Result<&Client, Failure> {
        let made = self
            .client
            .get_or_init(|| build(&self.limits, &self.reach, &self.agent));
        made.as_ref()
            .map_err(|error| Failure::new(Trouble::Internal, error.clone()))
    }

    async fn once(&self, ask: &Ask, place: Url) -> Result<Answer, Failure> {
        let mut url = place.clone();
        for _ in 0..=MOST_REDIRECTS {
            if let Some(host) = self.reach.forbidden_host(&url) {
                return Err(Failure::new(Trouble::PrivateAddress, host));
            }
            let response = self.send(ask, &url, url.origin() == place.origin()).await?;
            let status = response.status();
            if status == StatusCode::NOT_MODIFIED && ask.known != Validators::default() {
                return Ok(Answer::Same);
            }
            if !status.is_redirection() {
                check_status(status, response.headers(), self.timing.now())?;
                check_type(ask.expects, response.headers())?;
                return self.read(ask.expects, response, &url).await;
            }
            url = next(ask, &url, response.headers())?;
        }
        Err(Failure::new(Trouble::Redirect, "too many places"))
    }

    async fn send(&self, ask: &Ask, url: &Url, is_home: bool) -> Result<Response, Failure> {
        let method = if ask.post.is_some() {
            Method::POST
        } else {
            Method::GET
        };
        let mut request = self.client()?.request(method, url.clone());
        request = request.header(header::ACCEPT, accepted(ask.expects));
        if let Some(body) = &ask.post {
            request = request
                .header(header::CONTENT_TYPE, "application/json")
                .body(body.clone());
        }
        // A key belongs to the source that gave it, and to nobody that it redirects to.
        if let Some(key) = ask.key.as_ref().filter(|_| is_home) {
            let mut value = HeaderValue::from_str(key).map_err(|_| {
                Failure::new(Trouble::KeyRefused, "it holds characters that no key has")
            })?;
            value.set_sensitive(true);
            request = request.header(header::AUTHORIZATION, value);
        }
        for (name, value) in [
            (header::IF_NONE_MATCH, &ask.known.etag),
            (header::IF_MODIFIED_SINCE, &ask.known.last_modified),
        ] {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        request.send().await.map_err(|error| named(&error, url))
    }

    async fn read(
        &self,
        expects: Expects,
        mut response: Response,
        url: &Url,
    ) -> Result<Answer, Failure> {
        let most = self.limits.body;
        let too_large = || {
            Failure::new(
                Trouble::TooLarge,
                format!("{} MiB", most.div_ceil(1024 * 1024)),
            )
        };
        if response
            .content_length()
            .is_some_and(|length| length > most as u64)
        {
            return Err(too_large());
        }
        let validators = Validators {
            etag: text(response.headers(), header::ETAG),
            last_modified: text(response.headers(), header::LAST_MODIFIED),
        };
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| cut(&error, url))? {
            if body.len() + chunk.len() > most {
                return Err(too_large());
            }
            body.extend_from_slice(&chunk);
        }
        let body = String::from_utf8(body).map_err(|_| Failure::unreadable("it is not UTF-8"))?;
        let start = body.trim_start_matches('\u{feff}').trim_start();
        if expects != Expects::Xml && start.starts_with('<') {
            return Err(Failure::new(Trouble::WrongType, "a page"));
        }
        Ok(Answer::Fresh(body, validators))
    }
}

fn build(limits: &Limits, reach: &Reach, agent: &str) -> Result<Client, String> {
    // Its own certificates: the binary needs nothing beside it. No proxy: behind one, addresses could not be checked.
    let roots = rustls::RootCertStore {
        roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
    };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Client::builder()
        .tls_backend_preconfigured(tls)
        .user_agent(agent)
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .dns_resolver(Arc::new(reach.clone()))
        .connect_timeout(limits.connect)
        .timeout(limits.total)
        .pool_max_idle_per_host(1)
        .build()
        .map_err(|error| error.to_string())
}

//! The one way to a page or a part of one, and what a request says about language, currency and theme.
use crate::state::AppState;
use app::frame::{Frame, Strip, Theme};
use app::shell::{Document, document};
use app::text::{Locale, LocaleExt, locale_from};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use chrono::{DateTime, Utc};
use domain::people::Role;
use domain::units::Currency;
use hydration_context::SsrSharedContext;
use leptos::prelude::*;
use std::convert::Infallible;
use std::sync::Arc;

/// Renders a view to HTML. Synchronous: load the data first.
pub fn html<V: IntoView + 'static>(view: impl FnOnce() -> V) -> String {
    let owner = Owner::new_root(Some(Arc::new(SsrSharedContext::new_islands())));
    let html = owner.with(|| view().to_html());
    owner.unset_with_forced_cleanup();
    html.replace(PLACE_OF_A_VIEW, "")
}

/// Marks where a view that may change stands, for the code that makes a page live. Our islands are one element each
/// around what the server made and look for none: in a page of 1,000 cells every fifth node was such a mark. Written
/// text never holds it, as `<` is escaped there.
const PLACE_OF_A_VIEW: &str = "<!>";

/// A whole page as an answer.
pub fn page(frame: &Frame, status: StatusCode, make: impl FnOnce() -> Document) -> Response {
    let body = html(|| document(frame, make()));
    (status, Html(body)).into_response()
}

/// A part of a page: never stored, so that Back does not show it in the page's place.
pub fn part(make: impl FnOnce() -> AnyView) -> Response {
    let mut response = Html(html(make)).into_response();
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The decoded `name=value` pairs of a query.
pub fn pairs(query: Option<&str>) -> Vec<(String, String)> {
    form_urlencoded::parse(query.unwrap_or_default().as_bytes())
        .into_owned()
        .take(400)
        .collect()
}

/// The request as pages see it; extracting it never fails.
#[derive(Clone)]
pub struct Request {
    /// For the page.
    pub frame: Arc<Frame>,
    /// For 304 answers.
    if_none_match: Option<String>,
    /// What the page shows besides the catalogue; part of its tag.
    mark: String,
}

impl FromRequestParts<AppState> for Request {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        let query = pairs(parts.uri.query());
        let param = |name: &str| {
            query
                .iter()
                .find(|(n, _)| n == name)
                .map(|(_, v)| v.as_str())
        };
        let locale = param("lang")
            .and_then(locale_from)
            .or_else(|| cookie(&parts.headers, "lang").and_then(|v| locale_from(&v)))
            .or_else(|| accepted(&parts.headers))
            .unwrap_or(Locale::en);
        let theme = param("theme")
            .and_then(Theme::from_word)
            .or_else(|| cookie(&parts.headers, "theme").and_then(|v| Theme::from_word(&v)))
            .unwrap_or_default();
        let currency = param("currency")
            .and_then(|v| v.parse::<Currency>().ok())
            .unwrap_or_else(|| locale.home_currency());
        let editor = parts.extensions.get::<crate::auth::Editor>();
        let is_admin = editor.is_some_and(|editor| editor.role == Role::Admin);
        let editor = editor.map(|editor| editor.name.clone());
        let mut frame = frame(
            state,
            locale,
            currency,
            theme,
            parts.uri.path(),
            query,
            editor,
        );
        frame.is_admin = is_admin;
        let if_none_match = parts
            .headers
            .get(header::IF_NONE_MATCH)
            .and_then(|v| v.to_str().ok())
            .map(str::to_owned);
        Ok(Self {
            frame: Arc::new(frame),
            if_none_match,
            mark: String::new(),
        })
    }
}

/// The frame of a page.
#[allow(clippy::too_many_arguments)] // one value a field, named at the only call sites
pub fn frame(
    state: &AppState,
    locale: Locale,
    currency: Currency,
    theme: Theme,
    path: &str,
    query: Vec<(String, String)>,
    editor: Option<String>,
) -> Frame {
    let snapshot = state.snapshot();
    let now: DateTime<Utc> = state.config.now();
    let today = now.date_naive();
    // The strip shows the rate between yuan and dollar, or from dollar to a third currency that was chosen.
    let quote = if currency == Currency::USD {
        Currency::CNY
    } else {
        currency
    };
    let tally = snapshot.tally(today);
    let strip = Strip {
        offers: snapshot.offers.len(),
        platforms: tally.platforms(),
        stale: tally.stale,
        newest: tally.newest,
        rate: snapshot.fx.rate(Currency::USD, quote, today),
        fixed_clock: state.config.now.map(|now| now.to_rfc3339()),
    };
    Frame {
        locale,
        currency,
        theme,
        path: path.to_owned(),
        query,
        strip,
        assets: crate::assets::folder(),
        editor,
        is_admin: false,
        now,
        public_url: state.config.public_url().to_owned(),
        revision: snapshot.revision,
        limits: snapshot.limits,
    }
}

impl Request {
    /// The same request as its address alone says it, without cookies and the browser's wishes: English, light, and the
    /// language's own currency unless the address says otherwise. For answers that any cache may keep.
    pub fn by_address(self, state: &AppState) -> Self {
        let asked = &self.frame;
        let locale = asked.param("lang").and_then(locale_from);
        let locale = locale.unwrap_or(Locale::en);
        let theme = asked.param("theme").and_then(Theme::from_word);
        let currency = asked.param("currency").and_then(|word| word.parse().ok());
        let frame = frame(
            state,
            locale,
            currency.unwrap_or_else(|| locale.home_currency()),
            theme.unwrap_or(Theme::Light),
            &asked.path,
            asked.query.clone(),
            None,
        );
        Self {
            frame: Arc::new(frame),
            ..self
        }
    }

    /// The same request for a page that also shows `mark`, which its tag then covers.
    pub fn marked(self, mark: String) -> Self {
        Self { mark, ..self }
    }

    /// The strong tag of a page that is made of the catalogue and the address alone.
    pub fn etag(&self) -> String {
        let f = &self.frame;
        let mut hasher = blake3::Hasher::new();
        let known = [
            crate::assets::HASH,
            &f.revision.to_string(),
            f.locale.word(),
            f.currency.code(),
            f.theme.word(),
            &f.today().to_string(),
            f.editor.as_deref().unwrap_or(""),
            &format!("{:?}", f.limits),
            &f.path,
            &self.mark,
        ];
        for part in known
            .into_iter()
            .map(str::to_owned)
            .chain(f.query.iter().map(|(n, v)| format!("{n}={v}")))
        {
            hasher.update(part.as_bytes());
            hasher.update(&[0]);
        }
        format!("\"{}\"", &hasher.finalize().to_hex()[..24])
    }

    /// True when the client has this page already.
    pub fn is_known(&self) -> bool {
        let tag = self.etag();
        self.if_none_match
            .as_deref()
            .is_some_and(|list| list.split(',').any(|t| t.trim() == tag))
    }

    /// Answers 304 when the client has this page already, else makes it; either way with tag and cookies.
    pub fn tagged(&self, make: impl FnOnce() -> Response) -> Response {
        let response = if self.is_known() {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            make()
        };
        let mut response = self.signed(response);
        self.remember(response.headers_mut());
        response
    }

    /// An answer with its tag and what it varies by.
    pub fn signed(&self, mut response: Response) -> Response {
        let headers = response.headers_mut();
        if let Ok(tag) = HeaderValue::from_str(&self.etag()) {
            headers.insert(header::ETAG, tag);
        }
        headers
            .entry(header::CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("private, no-cache"));
        headers.insert(
            header::VARY,
            HeaderValue::from_static("accept-encoding, accept-language, cookie"),
        );
        response
    }

    /// A choice in the address is remembered for the next visit.
    fn remember(&self, headers: &mut HeaderMap) {
        for name in ["lang", "theme"] {
            let value = match name {
                "lang" => self
                    .frame
                    .param(name)
                    .and_then(locale_from)
                    .map(LocaleExt::word),
                _ => self
                    .frame
                    .param(name)
                    .and_then(Theme::from_word)
                    .map(Theme::word),
            };
            let cookie = value
                .map(|value| format!("{name}={value}; Path=/; Max-Age=31536000; SameSite=Lax"));
            if let Some(Ok(cookie)) = cookie.map(|text| HeaderValue::from_str(&text)) {
                headers.append(header::SET_COOKIE, cookie);
            }
        }
    }
}

/// Value of a cookie.
pub fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|v| v.to_str().ok())
        .flat_map(|v| v.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(n, _)| *n == name)
        .map(|(_, value)| value.to_owned())
}

/// The first language of Accept-Language that we have, by its weight.
fn accepted(headers: &HeaderMap) -> Option<Locale> {
    let list = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    let weight = |item: &str| {
        item.split(';')
            .find_map(|p| p.trim().strip_prefix("q="))
            .and_then(|q| q.parse::<f32>().ok())
            .unwrap_or(1.0)
    };
    let mut known: Vec<(f32, Locale)> = list
        .split(',')
        .filter_map(|item| Some((weight(item), locale_from(item)?)))
        .filter(|(w, _)| *w > 0.0)
        .collect();
    known.sort_by(|a, b| b.0.total_cmp(&a.0));
    known.first().map(|(_, locale)| *locale)
}

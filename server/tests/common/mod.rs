//! A router in process on a real SQLite file with the starting catalogue.
#![allow(dead_code)] // each test file uses its part

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use http_body_util::BodyExt;
use server::config::Config;
use server::state::AppState;
use server::{router, start};
use tempfile::TempDir;
use tower::ServiceExt;

/// The clock of the tests.
pub const NOW: &str = "2026-11-30T09:00:00Z";

/// A site with its own database.
pub struct Site {
    pub state: AppState,
    pub app: Router,
    _folder: TempDir,
}

/// Settings of a test site in `folder`.
pub fn config(folder: &TempDir, now: &str) -> Config {
    Config {
        addr: "127.0.0.1:0".parse().unwrap(),
        database_url: format!("sqlite://{}", folder.path().join("zuka.db").display()),
        public_url: String::new(),
        trusted_proxies: Vec::new(),
        now: Some(now.parse().unwrap()),
        log: "off".to_owned(),
        freshness: server::config::Freshness::default(),
        keys: server::config::Keys::default(),
    }
}

/// A fresh site at the tests' clock.
pub async fn site() -> Site {
    site_at(NOW).await
}

/// A fresh site at another clock.
pub async fn site_at(now: &str) -> Site {
    let folder = TempDir::new().unwrap();
    let state = start::open(config(&folder, now)).await.unwrap();
    Site {
        app: router::router(state.clone()),
        state,
        _folder: folder,
    }
}

/// Status, headers and text of an answer.
pub struct Answer {
    pub status: StatusCode,
    pub head: Response<()>,
    pub text: String,
}

impl Answer {
    pub fn header(&self, name: header::HeaderName) -> &str {
        self.head
            .headers()
            .get(name)
            .and_then(|v| v.to_str().ok())
            .unwrap_or("")
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.text).unwrap()
    }
}

impl Site {
    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.app.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer {
            status: parts.status,
            head: Response::from_parts(parts, ()),
            text,
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).unwrap())
            .await
    }

    pub async fn get_with(&self, path: &str, name: header::HeaderName, value: &str) -> Answer {
        self.send(
            Request::get(path)
                .header(name, value)
                .body(Body::empty())
                .unwrap(),
        )
        .await
    }

    pub async fn post_form(&self, path: &str, body: &str) -> Answer {
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(body.to_owned()))
            .unwrap();
        self.send(request).await
    }

    pub async fn post_json(&self, path: &str, body: &str) -> Answer {
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_owned()))
            .unwrap();
        self.send(request).await
    }
}

/// What stands between two marks.
pub fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let start = text
        .find(from)
        .unwrap_or_else(|| panic!("`{from}` is not in the page"))
        + from.len();
    let rest = &text[start..];
    &rest[..rest.find(to).unwrap_or(rest.len())]
}

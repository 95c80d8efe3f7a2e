//! The site in process: the router over a database of its own, and a visitor with cookies.
#![allow(dead_code, reason = "each file of tests uses a part")]
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use domain::catalog::{Offer, PriceKind};
use http_body_util::BodyExt;
use server::config::Config;
use server::state::AppState;
use server::{auth, router, start, store};
use tempfile::TempDir;
use tower::ServiceExt;

pub const PASSWORD: &str = "a password for tests";

pub struct Site {
    pub state: AppState,
    router: Router,
    _folder: TempDir,
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }
}

impl Site {
    pub async fn open(public_url: &str) -> Self {
        Self::open_with(|config| config.public_url = public_url.to_owned()).await
    }

    /// A site with other settings.
    pub async fn open_with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config {
            addr: "127.0.0.1:0".parse().unwrap(),
            database_url: format!("sqlite://{}", folder.path().join("zuka.db").display()),
            public_url: String::new(),
            trusted_proxies: Vec::new(),
            now: Some("2026-11-30T09:00:00Z".parse().unwrap()),
            log: "off".to_owned(),
            freshness: server::config::Freshness::default(),
            keys: server::config::Keys::default(),
        };
        change(&mut config);
        let state = start::open(config).await.unwrap();
        Self {
            router: router::router(state.clone()),
            state,
            _folder: folder,
        }
    }

    /// A site with the editor `lin`, and a visitor signed in as them.
    pub async fn with_editor() -> (Self, Visitor) {
        let site = Self::open("").await;
        site.add_editor("lin").await;
        let mut visitor = Visitor::default();
        let answer = visitor.sign_in(&site, "lin", PASSWORD).await;
        assert_eq!(
            (answer.status, answer.header("location")),
            (StatusCode::SEE_OTHER, "/admin")
        );
        (site, visitor)
    }

    pub async fn add_editor(&self, name: &str) {
        let hash = auth::password::hash(PASSWORD).unwrap();
        let mut connection = self.state.pool.acquire().await.unwrap();
        assert!(
            store::editors::add(&mut connection, name, &hash, self.state.config.now())
                .await
                .unwrap()
        );
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = String::from_utf8(body.collect().await.unwrap().to_bytes().to_vec()).unwrap();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    }

    /// Head and bytes of an answer that is no text.
    pub async fn bytes(
        &self,
        path: &str,
        known: Option<&str>,
    ) -> (axum::http::Response<()>, Vec<u8>) {
        let mut request = Request::builder().uri(path);
        if let Some(tag) = known {
            request = request.header(header::IF_NONE_MATCH, tag);
        }
        let request = request.body(Body::empty()).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        (axum::http::Response::from_parts(parts, ()), body)
    }

    pub async fn count(&self, table: &str) -> i64 {
        let sql = sqlx::AssertSqlSafe(format!("select count(*) from {table}"));
        sqlx::query_scalar(sql)
            .fetch_one(&self.state.pool)
            .await
            .unwrap()
    }
}

#[derive(Clone, Default)]
pub struct Visitor {
    pub cookie: Option<String>,
}

impl Visitor {
    pub async fn get(&mut self, site: &Site, path: &str) -> Answer {
        self.send(site, Method::GET, path, None, &[]).await
    }

    pub async fn post(&mut self, site: &Site, path: &str, pairs: &[(&str, &str)]) -> Answer {
        self.send(site, Method::POST, path, Some(pairs), &[]).await
    }

    pub async fn sign_in(&mut self, site: &Site, name: &str, password: &str) -> Answer {
        self.post(
            site,
            "/login",
            &[("name", name), ("password", password), ("next", "/admin")],
        )
        .await
    }

    pub async fn send(
        &mut self,
        site: &Site,
        method: Method,
        path: &str,
        pairs: Option<&[(&str, &str)]>,
        headers: &[(&str, &str)],
    ) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "zuka.test");
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = match pairs {
            Some(pairs) => {
                request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
                Body::from(
                    form_urlencoded::Serializer::new(String::new())
                        .extend_pairs(pairs)
                        .finish(),
                )
            }
            None => Body::empty(),
        };
        let answer = site.send(request.body(body).unwrap()).await;
        for cookie in answer.headers.get_all(header::SET_COOKIE) {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            if let Some(value) = pair.strip_prefix("zuka_session=") {
                self.cookie = (!value.is_empty()).then(|| pair.to_owned());
            }
        }
        answer
    }

    /// The token of this visitor's forms.
    pub async fn csrf(&mut self, site: &Site) -> String {
        let page = self.get(site, "/admin").await;
        assert_eq!(page.status, StatusCode::OK);
        hidden(&page.body, "csrf")
    }
}

/// The value of an input, as its page has it.
pub fn hidden(html: &str, name: &str) -> String {
    let from = html
        .find(&format!("name=\"{name}\""))
        .unwrap_or_else(|| panic!("no field {name}"));
    let value = &html[from..];
    let value = &value[value.find("value=\"").unwrap() + 7..];
    value[..value.find('"').unwrap()].to_owned()
}

/// An on-demand offer in yuan of several whole cards, with its form's path.
pub fn some_offer(site: &Site) -> (Offer, String) {
    let snapshot = site.state.snapshot();
    let fits = |o: &&Offer| {
        o.kind == PriceKind::OnDemand
            && o.gpu_fraction.is_none()
            && o.price_per_hour.currency.code() == "CNY"
            && o.gpu_count == 2
    };
    let offer = snapshot.offers.iter().find(fits).unwrap().clone();
    let path = format!("/admin/offers/{}", offer.id);
    (offer, path)
}

/// What a browser sends for the offer's form, changed by `changes`.
pub async fn filled<'a>(
    site: &Site,
    visitor: &mut Visitor,
    path: &str,
    changes: &[(&'a str, &'a str)],
) -> Vec<(&'a str, String)> {
    let page = visitor.get(site, path).await;
    let mut pairs: Vec<(&str, String)> = ["csrf", "version", "price"]
        .map(|name| (name, hidden(&page.body, name)))
        .into();
    pairs.push(("source_url", "https://prices.example.com/4090".into()));
    pairs.push(("source_date", "2026-11-29".into()));
    for (name, value) in changes {
        pairs.retain(|(n, _)| n != name);
        pairs.push((name, (*value).to_owned()));
    }
    pairs
}

pub async fn post(
    site: &Site,
    visitor: &mut Visitor,
    path: &str,
    pairs: &[(&str, String)],
) -> Answer {
    let pairs: Vec<(&str, &str)> = pairs.iter().map(|(n, v)| (*n, v.as_str())).collect();
    visitor.post(site, path, &pairs).await
}

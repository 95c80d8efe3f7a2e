//! A site whose sources are asked at a twin, with a clock that nobody waits for.
use super::saved::Saved;
use super::twin::Twin;
use crate::site::{Site, Visitor};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use server::config::{Key, Keys};
use server::sources::web::{Limits, Reach, Timing, Web};
use server::sources::{Sources, overview, source::About};
use server::state::AppState;
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub const NOW: &str = "2026-11-30T09:00:00Z";

/// Notes what is waited for; the clock can be moved.
pub struct Clock {
    pub now: Mutex<DateTime<Utc>>,
    pub waits: Mutex<Vec<Duration>>,
}

impl Clock {
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            now: Mutex::new(NOW.parse().unwrap()),
            waits: Mutex::default(),
        })
    }

    pub fn waits(&self) -> Vec<f64> {
        let waits = std::mem::take(&mut *self.waits.lock().unwrap());
        waits.iter().map(Duration::as_secs_f64).collect()
    }

    pub fn pass(&self, hours: i64) {
        *self.now.lock().unwrap() += chrono::TimeDelta::hours(hours);
    }
}

#[async_trait]
impl Timing for Clock {
    fn now(&self) -> DateTime<Utc> {
        *self.now.lock().unwrap()
    }

    async fn wait(&self, time: Duration) {
        self.waits.lock().unwrap().push(time);
    }

    fn chance(&self) -> f64 {
        0.5
    }
}

pub fn limits() -> Limits {
    Limits {
        body: 1024 * 1024,
        gap: Duration::ZERO,
        total: Duration::from_secs(20),
        ..Limits::default()
    }
}

pub fn web(twin: &Twin, clock: &Arc<Clock>, limits: Limits) -> Web {
    let reach = Reach {
        loopback: true,
        instead: Some(twin.address.clone()),
    };
    Web::new(
        limits,
        reach,
        Arc::clone(clock) as Arc<dyn Timing>,
        "https://zuka.example",
    )
}

pub struct House {
    pub site: Site,
    pub editor: Visitor,
    pub state: AppState,
    pub clock: Arc<Clock>,
}

impl House {
    pub async fn open() -> Self {
        let (site, editor) = Site::with_editor().await;
        let mut state = site.state.clone();
        let mut config = (*state.config).clone();
        config.keys = Keys {
            lambda_key: Some(Key("secret-of-lambda".to_owned())),
            autodl_key: Some(Key("secret-of-autodl".to_owned())),
        };
        state.config = Arc::new(config);
        Self {
            site,
            editor,
            state,
            clock: Clock::new(),
        }
    }

    /// Has sources asked at this twin.
    pub fn face(&mut self, twin: &Twin, limits: Limits) {
        self.state.sources = Arc::new(Sources::new(web(twin, &self.clock, limits)));
    }

    /// A twin of these answers, which sources are asked at.
    pub async fn twin(&mut self, saved: &'static Saved) -> Twin {
        let twin = Twin::start(saved).await;
        self.face(&twin, limits());
        twin
    }

    /// What an editor, `--list` and everybody read of a source.
    pub async fn said(&mut self, about: About) -> (String, String, String) {
        let part = |html: &str| {
            let mark = format!("data-source=\"{}\"", about.id);
            let from = html
                .find(&mark)
                .unwrap_or_else(|| panic!("{} is not shown", about.id));
            html[from..]
                .split("</li>")
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        let admin = self.editor.get(&self.site, "/admin/sources?lang=en").await;
        let everybody = self.editor.get(&self.site, "/about?lang=en").await;
        let list = overview::list(&self.state).await.unwrap();
        let source = list.iter().find(|source| source.id == about.id).unwrap();
        (
            part(&admin.body),
            server::cli::sync::line(source),
            part(&everybody.body),
        )
    }

    /// Everything that the catalogue says, to be the same later.
    pub async fn catalogue(&self) -> (i64, i64, i64) {
        let site = &self.site;
        (
            site.count("price").await,
            site.count("revision").await,
            site.count("price_plan where active = 1").await,
        )
    }
}

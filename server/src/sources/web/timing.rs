//! Time, waiting and chance, so that a test waits for nothing and knows what was waited for.
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use std::time::Duration;

/// What the client and the schedule ask of time.
#[async_trait]
pub trait Timing: Send + Sync {
    /// The instant of now.
    fn now(&self) -> DateTime<Utc>;
    /// Waits.
    async fn wait(&self, time: Duration);
    /// A number from 0 up to, not including, 1.
    fn chance(&self) -> f64;
}

/// Real time; with a fixed instant, the site's clock stands still and waiting still takes its time.
pub struct WallClock {
    /// The site's fixed instant.
    pub fixed: Option<DateTime<Utc>>,
}

#[async_trait]
impl Timing for WallClock {
    fn now(&self) -> DateTime<Utc> {
        self.fixed.unwrap_or_else(Utc::now)
    }

    async fn wait(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }

    fn chance(&self) -> f64 {
        rand::random()
    }
}

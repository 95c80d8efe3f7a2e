//! Settings: command line over environment over defaults, checked once at the start.
use chrono::{DateTime, Utc};
use std::net::{IpAddr, SocketAddr};

/// What `zuka serve` is told; `zuka serve --help` shows this text.
#[derive(Clone, Debug, clap::Args)]
pub struct Config {
    /// Address to listen on.
    #[arg(
        long,
        env = "ZUKA_ADDR",
        default_value = "127.0.0.1:8080",
        global = true
    )]
    pub addr: SocketAddr,
    /// SQLite database; created when it does not exist.
    #[arg(
        long,
        env = "ZUKA_DATABASE_URL",
        default_value = "sqlite://zuka.db",
        global = true
    )]
    pub database_url: String,
    /// Address that visitors use, such as https://zuka.example; https makes the session cookie Secure.
    #[arg(long, env = "ZUKA_PUBLIC_URL", default_value = "", global = true)]
    pub public_url: String,
    /// Addresses of reverse proxies whose X-Forwarded-For is believed, separated by commas.
    #[arg(
        long,
        env = "ZUKA_TRUSTED_PROXIES",
        value_delimiter = ',',
        global = true
    )]
    pub trusted_proxies: Vec<IpAddr>,
    /// A fixed RFC 3339 instant instead of the clock, for tests and screenshots; shown in the data strip.
    #[arg(long, env = "ZUKA_NOW", global = true)]
    pub now: Option<DateTime<Utc>>,
    /// What to log, in the syntax of tracing's EnvFilter.
    #[arg(
        long,
        env = "ZUKA_LOG",
        default_value = "info,sqlx=warn",
        global = true
    )]
    pub log: String,
}

impl Config {
    /// The instant of now: the fixed one, or the clock.
    pub fn now(&self) -> DateTime<Utc> {
        self.now.unwrap_or_else(Utc::now)
    }

    /// The public address without a trailing slash.
    pub fn public_url(&self) -> &str {
        self.public_url.trim_end_matches('/')
    }

    /// Whether visitors come over TLS.
    pub fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

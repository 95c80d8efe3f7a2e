//! Settings: command line over environment over defaults, checked once at the start.
use chrono::{DateTime, Utc};
use domain::catalog::FreshnessLimits;
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
    #[command(flatten)]
    pub freshness: Freshness,
    #[command(flatten)]
    pub keys: Keys,
    /// What to log, in the syntax of tracing's EnvFilter.
    #[arg(
        long,
        env = "ZUKA_LOG",
        default_value = "info,sqlx=warn",
        global = true
    )]
    pub log: String,
}

/// How old a price may be; counted in days from the day it was seen.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Freshness {
    /// On-demand prices are fresh up to this age, in days.
    #[arg(long, env = "ZUKA_FRESH_DAYS", default_value_t = 30, global = true)]
    pub fresh_days: u32,
    /// … ageing up to this one, then stale.
    #[arg(long, env = "ZUKA_AGEING_DAYS", default_value_t = 180, global = true)]
    pub ageing_days: u32,
    /// Spot prices are fresh up to this age, in days.
    #[arg(long, env = "ZUKA_SPOT_FRESH_DAYS", default_value_t = 7, global = true)]
    pub spot_fresh_days: u32,
    /// … ageing up to this one, then stale.
    #[arg(
        long,
        env = "ZUKA_SPOT_AGEING_DAYS",
        default_value_t = 30,
        global = true
    )]
    pub spot_ageing_days: u32,
    /// Prices of a prepaid day, week, month or longer term are fresh up to this age, in days.
    #[arg(
        long,
        env = "ZUKA_TERM_FRESH_DAYS",
        default_value_t = 30,
        global = true
    )]
    pub term_fresh_days: u32,
    /// … ageing up to this one, then stale.
    #[arg(
        long,
        env = "ZUKA_TERM_AGEING_DAYS",
        default_value_t = 180,
        global = true
    )]
    pub term_ageing_days: u32,
}

/// Keys of sources that want one. The environment and `zuka.toml` keep them better than a command line.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Keys {
    /// Key of Lambda's API, for its live prices.
    #[arg(
        long,
        env = "ZUKA_LAMBDA_KEY",
        hide_env_values = true,
        hide_default_value = true,
        global = true
    )]
    pub lambda_key: Option<Key>,
    /// Token of AutoDL's API, for its live prices.
    #[arg(
        long,
        env = "ZUKA_AUTODL_KEY",
        hide_env_values = true,
        hide_default_value = true,
        global = true
    )]
    pub autodl_key: Option<Key>,
}

impl Keys {
    /// The key of a setting, where it is set.
    pub fn of(&self, setting: &str) -> Option<&str> {
        let key = match setting {
            "ZUKA_LAMBDA_KEY" => &self.lambda_key,
            "ZUKA_AUTODL_KEY" => &self.autodl_key,
            _ => &None,
        };
        key.as_ref()
            .map(|key| key.0.trim())
            .filter(|key| !key.is_empty())
    }
}

/// A secret: it is never printed.
#[derive(Clone)]
pub struct Key(pub String);

impl std::str::FromStr for Key {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.to_owned()))
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

impl Default for Freshness {
    fn default() -> Self {
        Self {
            fresh_days: 30,
            ageing_days: 180,
            spot_fresh_days: 7,
            spot_ageing_days: 30,
            term_fresh_days: 30,
            term_ageing_days: 180,
        }
    }
}

impl Freshness {
    /// As the domain counts.
    pub fn limits(self) -> FreshnessLimits {
        FreshnessLimits {
            fresh_days: self.fresh_days.into(),
            ageing_days: self.ageing_days.into(),
            spot_fresh_days: self.spot_fresh_days.into(),
            spot_ageing_days: self.spot_ageing_days.into(),
            term_fresh_days: self.term_fresh_days.into(),
            term_ageing_days: self.term_ageing_days.into(),
        }
    }
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

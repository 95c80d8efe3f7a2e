//! What every page knows of its request: language, currency, theme, address, the state of the data.
use crate::text::{Locale, LocaleExt};
use chrono::{DateTime, NaiveDate, Utc};
use domain::catalog::FreshnessLimits;
use domain::units::{Currency, FxRate};

/// Light, dark, or as the system says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// The word in addresses and cookies.
    pub fn word(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// From the word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::System, Self::Light, Self::Dark]
            .into_iter()
            .find(|theme| theme.word() == word)
    }
}

/// The data strip under the header.
#[derive(Clone, Debug, Default)]
pub struct Strip {
    /// Current price plans.
    pub offers: usize,
    /// Platforms among them.
    pub platforms: usize,
    /// Stale ones.
    pub stale: usize,
    /// Newest day a price was seen.
    pub newest: Option<NaiveDate>,
    /// The rate between yuan and dollar that conversions use.
    pub rate: Option<FxRate>,
    /// A clock that was set by hand, as text.
    pub fixed_clock: Option<String>,
}

/// The request as pages see it.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Language of the page.
    pub locale: Locale,
    /// Currency that prices are shown and ranked in.
    pub currency: Currency,
    /// Colours.
    pub theme: Theme,
    /// Path of the address, such as `/gpus`.
    pub path: String,
    /// Its parameters, decoded, in order.
    pub query: Vec<(String, String)>,
    /// State of the data.
    pub strip: Strip,
    /// Folder of scripts and styles, with their content hash.
    pub assets: String,
    /// Who is signed in.
    pub editor: Option<String>,
    /// Whether they are an admin.
    pub is_admin: bool,
    /// The instant of the request.
    pub now: DateTime<Utc>,
    /// Address of the site without a trailing slash, for absolute links; empty when not configured.
    pub public_url: String,
    /// Number of the catalogue's revision.
    pub revision: i64,
    /// Ages at which prices turn.
    pub limits: FreshnessLimits,
}

/// Parameters that survive every link.
pub const KEPT: [&str; 5] = ["lang", "currency", "theme", "period", "month_hours"];

impl Frame {
    /// Today in UTC: freshness turns at midnight.
    pub fn today(&self) -> NaiveDate {
        self.now.date_naive()
    }

    /// Value of a parameter of this request.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.query
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, v)| v.as_str())
    }

    /// Language, currency, theme and the span of time of prices as they stand in this address, for hidden fields and links.
    ///
    /// A plan has hours of a month of its own, so that its pages leave them to their form and address.
    pub fn kept(&self) -> Vec<(String, String)> {
        let has_own = |name: &str| name == "month_hours" && self.path.starts_with("/plan");
        let mut kept = self.context();
        kept.retain(|(name, _)| !has_own(name));
        kept
    }

    /// What every link carries on.
    fn context(&self) -> Vec<(String, String)> {
        KEPT.iter()
            .filter_map(|name| Some(((*name).to_owned(), self.param(name)?.to_owned())))
            .collect()
    }

    /// A link to `path` (which may have a query of its own) that keeps what [`Self::kept`] names.
    pub fn link(&self, path: &str) -> String {
        let (base, fragment) = path
            .split_once('#')
            .map_or((path, String::new()), |(b, f)| (b, format!("#{f}")));
        let (route, own) = base.split_once('?').unwrap_or((base, ""));
        let mut parts: Vec<String> = if own.is_empty() {
            Vec::new()
        } else {
            vec![own.to_owned()]
        };
        let own_has = |name: &str| {
            own.split('&')
                .any(|pair| pair.split('=').next() == Some(name))
        };
        parts.extend(
            self.context()
                .iter()
                .filter(|(n, _)| !own_has(n))
                .map(|(n, v)| format!("{n}={}", encode(v))),
        );
        if parts.is_empty() {
            format!("{route}{fragment}")
        } else {
            format!("{route}?{}{fragment}", parts.join("&"))
        }
    }

    /// This address with some parameters replaced (`Some`) or dropped (`None`); all values of a name are replaced.
    pub fn here(&self, changes: &[(&str, Option<&str>)]) -> String {
        let mut pairs: Vec<(String, String)> = self
            .query
            .iter()
            .filter(|(n, _)| n != "part" && !changes.iter().any(|(c, _)| c == n))
            .cloned()
            .collect();
        pairs.extend(
            changes
                .iter()
                .filter_map(|(n, v)| Some(((*n).to_owned(), (*v)?.to_owned()))),
        );
        address(&self.path, &pairs)
    }

    /// This address with one of several values of a parameter dropped.
    pub fn here_without(&self, name: &str, value: &str) -> String {
        let pairs: Vec<_> = self
            .query
            .iter()
            .filter(|(n, v)| n != "part" && n != "page" && !(n == name && v == value))
            .cloned()
            .collect();
        address(&self.path, &pairs)
    }

    /// The absolute form of a path, when the site's address is configured.
    pub fn absolute(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    /// True on Chinese pages.
    pub fn is_zh(&self) -> bool {
        self.locale.is_zh()
    }
}

/// A path with a query.
pub fn address(path: &str, pairs: &[(String, String)]) -> String {
    let query: Vec<String> = pairs
        .iter()
        .filter(|(_, v)| !v.is_empty())
        .map(|(n, v)| format!("{}={}", encode(n), encode(v)))
        .collect();
    if query.is_empty() {
        path.to_owned()
    } else {
        format!("{path}?{}", query.join("&"))
    }
}

/// Percent-encodes all but unreserved characters (RFC 3986) and the harmless `,` and `:`.
pub fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b',' | b':' => {
                out.push(char::from(byte))
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn frame(path: &str, query: &[(&str, &str)]) -> Frame {
        Frame {
            locale: Locale::en,
            currency: Currency::USD,
            theme: Theme::System,
            path: path.into(),
            query: query
                .iter()
                .map(|(n, v)| ((*n).into(), (*v).into()))
                .collect(),
            strip: Strip::default(),
            assets: "/pkg/x".into(),
            editor: None,
            is_admin: false,
            now: "2026-11-30T12:00:00Z".parse().unwrap(),
            public_url: String::new(),
            revision: 1,
            limits: FreshnessLimits::default(),
        }
    }

    #[test]
    fn b79_language_currency_theme_and_period_survive_every_link() {
        let frame = frame("/", &[("lang", "zh"), ("q", "4090 48G"), ("theme", "dark")]);
        assert_eq!(frame.link("/gpus"), "/gpus?lang=zh&theme=dark");
        let monthly = super::tests::frame(
            "/",
            &[("period", "month"), ("month_hours", "720"), ("q", "x")],
        );
        assert_eq!(
            monthly.link("/platforms/autodl"),
            "/platforms/autodl?period=month&month_hours=720"
        );
        assert_eq!(frame.link("/?gpu=a#x"), "/?gpu=a&lang=zh&theme=dark#x");
        assert_eq!(
            frame.here(&[("lang", Some("en")), ("page", None)]),
            "/?q=4090%2048G&theme=dark&lang=en"
        );
    }
}

//! What an answer's head says, and what went wrong where there is none.
use super::{Ask, Expects};
use crate::sources::Failure;
use chrono::{DateTime, Utc};
use domain::catalog::live::Trouble;
use reqwest::header::{self, HeaderMap, HeaderName};
use reqwest::{StatusCode, Url};
use std::error::Error;
use std::time::Duration;

pub(super) const fn accepted(expects: Expects) -> &'static str {
    match expects {
        Expects::Json => "application/json",
        Expects::Xml => "application/xml, text/xml",
        Expects::Csv => "text/csv, text/plain",
    }
}

pub(super) fn text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}

/// Where a redirect leads, when it is one that is followed.
pub(super) fn next(ask: &Ask, from: &Url, headers: &HeaderMap) -> Result<Url, Failure> {
    let place = text(headers, header::LOCATION).unwrap_or_default();
    let refused = || {
        Failure::new(
            Trouble::Redirect,
            place.chars().take(200).collect::<String>(),
        )
    };
    let to = from.join(&place).map_err(|_| refused())?;
    let is_web = matches!(to.scheme(), "https" | "http");
    let is_downgrade = from.scheme() == "https" && to.scheme() == "http";
    // A question that is posted is meant for one place.
    if ask.post.is_some() || place.is_empty() || !is_web || is_downgrade {
        return Err(refused());
    }
    Ok(to)
}

pub(super) fn check_status(
    status: StatusCode,
    headers: &HeaderMap,
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    if status.is_success() {
        return Ok(());
    }
    let trouble = match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Trouble::KeyRefused,
        StatusCode::TOO_MANY_REQUESTS => Trouble::Busy,
        _ => Trouble::Status,
    };
    Err(Failure {
        after: text(headers, header::RETRY_AFTER).and_then(|said| pause(&said, now)),
        ..Failure::new(trouble, status.as_u16().to_string())
    })
}

/// `Retry-After`: seconds, or a date.
fn pause(said: &str, now: DateTime<Utc>) -> Option<Duration> {
    match said.trim().parse::<u64>() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        Err(_) => {
            let then = DateTime::parse_from_rfc2822(said.trim()).ok()?;
            Some((then.to_utc() - now).to_std().unwrap_or_default())
        }
    }
}

pub(super) fn check_type(expects: Expects, headers: &HeaderMap) -> Result<(), Failure> {
    let Some(said) = text(headers, header::CONTENT_TYPE) else {
        return Ok(());
    };
    let kind = said
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    // Files of repositories are sent as plain text or bytes, whatever they hold.
    let fine = match expects {
        _ if matches!(kind.as_str(), "text/plain" | "application/octet-stream") => true,
        Expects::Json => kind.ends_with("json"),
        Expects::Xml => kind.ends_with("xml"),
        Expects::Csv => kind.ends_with("csv"),
    };
    if fine {
        Ok(())
    } else {
        Err(Failure::new(Trouble::WrongType, kind))
    }
}

/// A request without an answer.
pub(super) fn named(error: &reqwest::Error, url: &Url) -> Failure {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(one) = cause {
        if let Some(private) = one.downcast_ref::<super::reach::Private>() {
            return Failure::new(Trouble::PrivateAddress, private.0.clone());
        }
        cause = one.source();
    }
    match (error.is_timeout(), error.is_connect()) {
        (false, true) => Failure::new(Trouble::Unreachable, place(url)),
        _ => cut(error, url),
    }
}

/// An answer without an end.
pub(super) fn cut(error: &reqwest::Error, url: &Url) -> Failure {
    let trouble = if error.is_timeout() {
        Trouble::Timeout
    } else {
        Trouble::Cut
    };
    Failure::new(trouble, place(url))
}

fn place(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(post: Option<&str>) -> Ask {
        Ask {
            url: "https://prices.example/a".parse().unwrap(),
            post: post.map(str::to_owned),
            expects: Expects::Json,
            key: None,
            known: Default::default(),
        }
    }

    fn to(place: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::LOCATION, place.parse().unwrap())])
    }

    #[test]
    fn a_redirect_never_leaves_tls_or_the_web_and_never_takes_a_posted_question_along() {
        let from = "https://prices.example/a".parse().unwrap();
        let fine = next(&ask(None), &from, &to("/b")).unwrap();
        assert_eq!(fine.as_str(), "https://prices.example/b");
        for place in ["http://prices.example/a", "file:///etc/passwd", ""] {
            let failure = next(&ask(None), &from, &to(place)).unwrap_err();
            assert_eq!(failure.trouble, Trouble::Redirect, "{place}");
        }
        assert!(next(&ask(Some("{}")), &from, &to("/b")).is_err());
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = "2026-11-30T09:00:00Z".parse().unwrap();
        for (said, seconds) in [
            ("7", Some(7)),
            ("Mon, 30 Nov 2026 09:00:09 GMT", Some(9)),
            ("Mon, 30 Nov 2026 08:00:00 GMT", Some(0)),
            ("soon", None),
        ] {
            assert_eq!(pause(said, now), seconds.map(Duration::from_secs), "{said}");
        }
    }
}

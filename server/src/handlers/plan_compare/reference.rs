//! What somebody pasted into the comparison: a saved plan, a scenario, or the address of either. Nothing is fetched.
use crate::page::pairs;
use domain::catalog::Reason;
use domain::scenario::parse;

/// A plan by its name or by its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// The slug of a saved plan.
    Saved(String),
    /// Parameters of the plan page.
    Scenario(Vec<(String, String)>),
}

/// Reads `p/SLUG`, `/p/SLUG`, a query of `/plan`, or a full address of either. `None` for anything else.
pub fn read(text: &str) -> Option<Reference> {
    let text = text.trim();
    let text = text.split('#').next().unwrap_or_default();
    let (path, query) = match text.split_once('?') {
        Some((path, query)) => (path_of(path), query),
        // Pairs alone are a query; anything else is a path.
        None if text.contains('=') && !text.contains("://") => ("", text),
        None => (path_of(text), ""),
    };
    match path.split('/').collect::<Vec<_>>()[..] {
        ["p", slug] if is_slug(slug) => Some(Reference::Saved(slug.to_owned())),
        ["plan"] => Some(Reference::Scenario(pairs(Some(query)))),
        [""] if !query.is_empty() => scenario(query),
        _ => None,
    }
}

/// The path without scheme, host and slashes at its ends.
fn path_of(address: &str) -> &str {
    let rest = match address.split_once("://") {
        Some((_, rest)) => rest.split_once('/').map_or("", |(_, path)| path),
        // A host that was copied without its scheme.
        None => match address.split_once('/') {
            Some((host, path)) if host.contains(['.', ':']) => path,
            _ => address,
        },
    };
    rest.trim_matches('/')
}

fn is_slug(text: &str) -> bool {
    (1..=32).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
}

/// A bare query must say at least one thing about a plan, else any text with `=` would be the default plan.
fn scenario(query: &str) -> Option<Reference> {
    let pairs = pairs(Some(query));
    let (_, notices) = parse(&pairs);
    let strange = notices.iter().filter(|n| n.reason == Reason::UnknownParam);
    let given = pairs.iter().filter(|(_, value)| !value.trim().is_empty());
    (given.count() > strange.count()).then_some(Reference::Scenario(pairs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_plan_is_known_by_its_path_with_or_without_a_host() {
        let saved = Some(Reference::Saved("abcdefgh23".to_owned()));
        for text in [
            "p/abcdefgh23",
            "/p/abcdefgh23",
            " https://zuka.example/p/abcdefgh23?lang=zh#top ",
            "http://127.0.0.1:8080/p/abcdefgh23/",
            "zuka.example/p/abcdefgh23",
            "localhost:8080/p/abcdefgh23",
        ] {
            assert_eq!(read(text), saved, "{text}");
        }
    }

    #[test]
    fn a_scenario_is_a_query_or_the_plan_page_s_address() {
        let week = |text: &str| match read(text) {
            Some(Reference::Scenario(pairs)) => parse(&pairs).0,
            other => panic!("{text}: {other:?}"),
        };
        for text in [
            "v=1&days=7&week=1.9-11g",
            "?v=1&days=7&week=1.9-11g",
            "/plan?v=1&days=7&week=1.9-11g&lang=zh",
            "https://zuka.example/plan?days=7&week=1.9-11g",
        ] {
            let scenario = week(text);
            assert_eq!(
                (scenario.days, scenario.week.to_string()),
                (7, "1.9-11g".into()),
                "{text}"
            );
        }
        assert_eq!(week("/plan"), domain::scenario::Scenario::default());
        assert_eq!(week("v=1"), domain::scenario::Scenario::default());
    }

    #[test]
    fn anything_else_is_no_plan() {
        for text in [
            "",
            "  ",
            "?",
            "hello",
            "https://zuka.example/",
            "https://zuka.example",
            "/gpus",
            "a=b",
            "/plan/compare?a=v%3D1",
            "https://zuka.example/p/",
            "/p/../plan",
            "/p/UPPER",
            "javascript:alert(1)",
            "https://evil.example/x?days=7",
            "p/abc/def",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}

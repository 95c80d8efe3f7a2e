//! Every route of the router's own table: whoever may not, cannot; a new route that forgets its guard fails here.
use crate::people::with_admin;
use crate::site::{Answer, Site, Visitor, some_offer};
use axum::http::{Method, StatusCode};

/// Pages that editors may not open. Everything else under `/admin` is for editors and admins.
const ADMINS_ONLY: [&str; 2] = ["/admin/people", "/admin/audit"];

/// Whether a public form minds where it was sent from.
#[derive(Clone, Copy, PartialEq)]
enum Foreign {
    /// Refused: it sets a cookie, or is kept under somebody's eyes.
    Refused,
    /// No cookie matters to it, and its answer is the same for everybody.
    Harmless,
}
use Foreign::{Harmless, Refused};

/// What anybody may send, and why.
const PUBLIC: [(&str, Foreign, &str); 16] = [
    ("/login", Refused, "the way in"),
    (
        "/login/code",
        Refused,
        "the second step of the way in; has a token of its own",
    ),
    (
        "/invite/{token}",
        Refused,
        "the way in for who was invited; the address is the secret",
    ),
    ("/report", Refused, "visitors say what is wrong"),
    (
        "/plan",
        Harmless,
        "redirects to the short address of what was filled in",
    ),
    (
        "/size",
        Harmless,
        "redirects to the short address of what was filled in",
    ),
    (
        "/plan/share",
        Harmless,
        "keeps a plan; visitors have no account that it would belong to",
    ),
    ("/api/v1/plans", Harmless, "the same for programs"),
    ("/api/v1/price", Harmless, "computes, keeps nothing"),
    ("/api/v1/rank", Harmless, "computes, keeps nothing"),
    ("/api/v1/size", Harmless, "computes, keeps nothing"),
    ("/api/v1/compat", Harmless, "computes, keeps nothing"),
    ("/check", Harmless, "reads a pasted text, keeps nothing"),
    ("/api/v1/inspect", Harmless, "computes, keeps nothing"),
    ("/check/machine", Harmless, "computes, keeps nothing"),
    (
        "/check/machine/share",
        Harmless,
        "keeps a check; visitors have no account that it would belong to",
    ),
];

const CHANGING: [Method; 4] = [Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

/// The routes, with a path that exists for each.
fn routes(site: &Site) -> Vec<(&'static str, String)> {
    let (offer, _) = some_offer(site);
    let fill = |route: &str| {
        let path = route.replace("{id}", &offer.id.to_string());
        let parts = path
            .split('/')
            .map(|part| if part.starts_with('{') { "1" } else { part });
        parts.collect::<Vec<_>>().join("/")
    };
    server::router::routes()
        .into_iter()
        .map(|(route, _)| (route, fill(route)))
        .collect()
}

fn public(route: &str) -> Option<Foreign> {
    let found = PUBLIC.iter().find(|(known, ..)| *known == route);
    found.map(|(_, foreign, _)| *foreign)
}

fn is_turned_away(answer: &Answer) -> bool {
    match answer.status {
        StatusCode::SEE_OTHER => answer.header("location").starts_with("/login?next="),
        status => [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&status),
    }
}

/// How many rows everything has that a form could change.
async fn counts(site: &Site) -> Vec<i64> {
    let mut counts = Vec::new();
    for table in [
        "revision",
        "audit",
        "editor",
        "invite",
        "deed",
        "proposal",
        "share",
        "session",
        "machine_check",
    ] {
        counts.push(site.count(table).await);
    }
    counts
}

#[tokio::test]
async fn nothing_is_changed_by_who_may_not_or_without_the_sessions_token_or_from_another_site() {
    let (site, mut lin, mut wei) = with_admin().await;
    let (lin_csrf, wei_csrf) = (lin.csrf(&site).await, wei.csrf(&site).await);
    let before = counts(&site).await;
    let mut guarded = Vec::new();
    for (route, path) in routes(&site) {
        for method in CHANGING {
            if method == Method::POST && public(route).is_some() {
                continue;
            }
            let case = format!("{method} {route}");
            let token = |csrf| [("csrf", csrf), ("version", "1"), ("action", "everywhere")];
            let signed_out = Visitor::default()
                .send(&site, method.clone(), &path, Some(&token("")), &[])
                .await;
            if signed_out.status == StatusCode::METHOD_NOT_ALLOWED {
                continue;
            }
            guarded.push(case.clone());
            assert!(
                is_turned_away(&signed_out),
                "{case} answered {}",
                signed_out.status
            );
            // No token, a wrong one, another session's.
            for csrf in ["", "0", &lin_csrf[1..], &wei_csrf] {
                let answer = lin
                    .send(&site, method.clone(), &path, Some(&token(csrf)), &[])
                    .await;
                assert_eq!(
                    answer.status,
                    StatusCode::FORBIDDEN,
                    "{case} with the token `{csrf}`"
                );
            }
            let answer = lin.send(&site, method.clone(), &path, None, &[]).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{case} with nothing");
            // The right token, but from a page of another site.
            for foreign in [
                ("sec-fetch-site", "cross-site"),
                ("sec-fetch-site", "same-site"),
                ("origin", "https://evil.example"),
                ("origin", "null"),
            ] {
                let answer = lin
                    .send(
                        &site,
                        method.clone(),
                        &path,
                        Some(&token(&lin_csrf)),
                        &[foreign],
                    )
                    .await;
                assert_eq!(
                    answer.status,
                    StatusCode::FORBIDDEN,
                    "{case} with {foreign:?}"
                );
            }
            if ADMINS_ONLY.contains(&route) {
                let answer = wei
                    .send(&site, method.clone(), &path, Some(&token(&wei_csrf)), &[])
                    .await;
                assert_eq!(answer.status, StatusCode::FORBIDDEN, "{case} by an editor");
                assert!(answer.body.contains("This page is for admins"), "{case}");
            }
        }
    }
    assert!(guarded.len() >= 5, "the table is walked: {guarded:?}");
    assert_eq!(counts(&site).await, before);
}

#[tokio::test]
async fn every_page_of_editors_is_closed_to_others_and_those_of_admins_to_editors() {
    let (site, mut lin, mut wei) = with_admin().await;
    let routes = routes(&site);
    for route in ADMINS_ONLY {
        assert!(
            routes.iter().any(|(known, _)| *known == route),
            "{route} is gone"
        );
    }
    let closed = routes
        .iter()
        .filter(|(route, _)| route.starts_with("/admin") || route.starts_with("/api/v1/admin"));
    for (route, path) in closed {
        let answer = Visitor::default().get(&site, path).await;
        assert!(
            is_turned_away(&answer) || answer.status == StatusCode::METHOD_NOT_ALLOWED,
            "{route} answered {}",
            answer.status
        );
        assert!(!answer.body.contains("csrf"), "{route}");
        let answer = wei.get(&site, path).await;
        if ADMINS_ONLY.contains(route) {
            assert_eq!(
                answer.status,
                StatusCode::FORBIDDEN,
                "{route} for an editor"
            );
        } else {
            assert_ne!(
                answer.status,
                StatusCode::FORBIDDEN,
                "{route} for an editor"
            );
        }
        let answer = lin.get(&site, path).await;
        assert!(!is_turned_away(&answer), "{route} for an admin");
        assert!(
            answer.status != StatusCode::OK || answer.header("cache-control") == "no-store",
            "{route} is kept nowhere"
        );
    }
}

#[tokio::test]
async fn public_forms_that_mind_refuse_other_sites_and_the_list_names_what_exists() {
    let (site, mut lin, _) = with_admin().await;
    let before = counts(&site).await;
    let routes = routes(&site);
    for (route, foreign, why) in PUBLIC {
        let found = routes.iter().find(|(known, _)| *known == route);
        let (_, path) = found.unwrap_or_else(|| panic!("{route} ({why}) is gone"));
        if foreign == Harmless {
            continue;
        }
        for header in [
            ("sec-fetch-site", "cross-site"),
            ("origin", "https://evil.example"),
        ] {
            let pairs = [("name", "lin"), ("password", crate::site::PASSWORD)];
            for visitor in [&mut lin, &mut Visitor::default()] {
                let answer = visitor
                    .send(&site, Method::POST, path, Some(&pairs), &[header])
                    .await;
                assert_eq!(
                    answer.status,
                    StatusCode::FORBIDDEN,
                    "{route} with {header:?}"
                );
                assert_eq!(answer.header("set-cookie"), "", "{route}");
            }
        }
    }
    assert_eq!(counts(&site).await, before);
}

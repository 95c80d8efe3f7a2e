//! Editors: who comes in, and who does not. The whole router over a real database.

use crate::site::{PASSWORD, Site, Visitor, filled, post, some_offer};
use axum::http::{Method, StatusCode};

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_get_the_same_answer() {
    let site = Site::open("").await;
    site.add_editor("lin").await;
    let mut visitor = Visitor::default();
    let wrong = visitor.sign_in(&site, "lin", "not the password").await;
    let unknown = visitor.sign_in(&site, "wei", "not the password").await;
    assert_eq!(
        (wrong.status, unknown.status),
        (
            StatusCode::UNPROCESSABLE_ENTITY,
            StatusCode::UNPROCESSABLE_ENTITY
        )
    );
    assert_eq!(wrong.body.replace("\"lin\"", "\"wei\""), unknown.body);
    assert!(
        wrong
            .body
            .contains("Name and password do not belong together")
    );
    assert!(!wrong.body.contains("not the password"));
    assert!(visitor.cookie.is_none());
    assert_eq!(site.count("session").await, 0);
}

#[tokio::test]
async fn the_sixth_failure_for_a_name_has_to_wait() {
    let site = Site::open("").await;
    site.add_editor("lin").await;
    let mut visitor = Visitor::default();
    for _ in 0..5 {
        assert_eq!(
            visitor
                .sign_in(&site, "lin", "guess after guess")
                .await
                .status,
            StatusCode::UNPROCESSABLE_ENTITY
        );
    }
    let refused = visitor.sign_in(&site, "lin", PASSWORD).await;
    assert_eq!(
        (refused.status, refused.header("retry-after")),
        (StatusCode::TOO_MANY_REQUESTS, "900")
    );
    assert!(visitor.cookie.is_none());
}

#[tokio::test]
async fn the_cookie_is_closed_to_scripts_and_new_at_each_sign_in() {
    for (public_url, secure) in [("", false), ("https://zuka.example", true)] {
        let site = Site::open(public_url).await;
        site.add_editor("lin").await;
        let mut visitor = Visitor {
            cookie: Some("zuka_session=AAAAAAAAAAAAAAAAAAAAAA".into()),
        };
        let answer = visitor.sign_in(&site, "lin", PASSWORD).await;
        let cookie = answer.header("set-cookie");
        for flag in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=43200"] {
            assert!(cookie.contains(flag), "{flag} in {cookie}");
        }
        assert_eq!(cookie.contains("Secure"), secure, "{cookie}");
        let first = visitor.cookie.clone();
        assert_ne!(
            first.as_deref(),
            Some("zuka_session=AAAAAAAAAAAAAAAAAAAAAA")
        );
        visitor.sign_in(&site, "lin", PASSWORD).await;
        assert_ne!(visitor.cookie, first);
        assert_eq!(
            Visitor { cookie: first }.get(&site, "/admin").await.status,
            StatusCode::SEE_OTHER
        );
    }
}

#[tokio::test]
async fn a_sign_in_sent_from_another_site_is_refused_and_next_stays_here() {
    let site = Site::open("").await;
    site.add_editor("lin").await;
    let pairs = [
        ("name", "lin"),
        ("password", PASSWORD),
        ("next", "//evil.example"),
    ];
    let mut visitor = Visitor::default();
    for foreign in [
        ("sec-fetch-site", "cross-site"),
        ("origin", "https://evil.example"),
    ] {
        let answer = visitor
            .send(&site, Method::POST, "/login", Some(&pairs), &[foreign])
            .await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
    }
    let answer = visitor
        .send(
            &site,
            Method::POST,
            "/login",
            Some(&pairs),
            &[("origin", "http://zuka.test")],
        )
        .await;
    assert_eq!(
        (answer.status, answer.header("location")),
        (StatusCode::SEE_OTHER, "/admin")
    );
}

#[tokio::test]
async fn a_form_without_the_sessions_token_changes_nothing() {
    let (site, mut visitor) = Site::with_editor().await;
    let (_, path) = some_offer(&site);
    let mut pairs = filled(&site, &mut visitor, &path, &[("price", "4.5")]).await;
    let mut other = Visitor::default();
    other.sign_in(&site, "lin", PASSWORD).await;
    for token in ["", "00", &other.csrf(&site).await] {
        pairs.retain(|(name, _)| *name != "csrf");
        pairs.push(("csrf", token.to_owned()));
        assert_eq!(
            post(&site, &mut visitor, &path, &pairs).await.status,
            StatusCode::FORBIDDEN
        );
        assert_eq!(
            visitor
                .post(&site, "/logout", &[("csrf", token)])
                .await
                .status,
            StatusCode::FORBIDDEN
        );
    }
    assert_eq!(
        (site.count("revision").await, site.count("audit").await),
        (1, 0)
    );
    assert_eq!(visitor.get(&site, "/admin").await.status, StatusCode::OK);
}

#[tokio::test]
async fn signing_out_removing_and_a_new_password_end_sessions() {
    let (site, mut visitor) = Site::with_editor().await;
    let csrf = visitor.csrf(&site).await;
    let kept = visitor.clone();
    assert_eq!(
        visitor
            .post(&site, "/logout", &[("csrf", &csrf)])
            .await
            .header("location"),
        "/login?signed_out=1"
    );
    assert!(visitor.cookie.is_none());
    assert_eq!(
        kept.clone().get(&site, "/admin").await.status,
        StatusCode::SEE_OTHER
    );
    visitor.sign_in(&site, "lin", PASSWORD).await;
    let hash = server::auth::password::hash("another password").unwrap();
    let mut connection = site.state.pool.acquire().await.unwrap();
    assert!(
        server::store::editors::set_password(&mut connection, "lin", &hash)
            .await
            .unwrap()
    );
    drop(connection);
    assert_eq!(
        visitor.clone().get(&site, "/admin").await.status,
        StatusCode::SEE_OTHER
    );
    visitor.sign_in(&site, "lin", "another password").await;
    assert_eq!(
        visitor.get(&site, "/admin?q=4090&page=2").await.status,
        StatusCode::OK
    );
    let mut connection = site.state.pool.acquire().await.unwrap();
    assert!(
        server::store::editors::remove(&mut connection, "lin")
            .await
            .unwrap()
    );
    drop(connection);
    assert_eq!(
        visitor.get(&site, "/admin").await.status,
        StatusCode::SEE_OTHER
    );
}

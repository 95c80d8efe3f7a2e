//! One's own password and sessions.
use crate::people::{send, with_admin};
use crate::site::{PASSWORD, Visitor};
use axum::http::StatusCode;

const NEW: &str = "quite another password";

#[tokio::test]
async fn a_new_password_needs_the_old_one_and_ends_all_other_sessions() {
    let (site, _, mut wei) = with_admin().await;
    let mut other = Visitor::default();
    other.sign_in(&site, "wei", PASSWORD).await;
    for (old, new, again, says) in [
        ("", NEW, NEW, "Please enter something."),
        (
            "not the old one",
            NEW,
            NEW,
            "This is not your present password.",
        ),
        (PASSWORD, "short", "short", "At least 10 characters."),
        (PASSWORD, NEW, "something else", "The two passwords differ."),
    ] {
        let pairs = [
            ("action", "password"),
            ("old", old),
            ("password", new),
            ("again", again),
        ];
        let answer = send(&site, &mut wei, "/admin/account", &pairs).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{says}");
        assert!(answer.body.contains(says), "{says}");
        assert!(
            !answer.body.contains(NEW) && !answer.body.contains(PASSWORD),
            "{says}"
        );
    }
    let (before, csrf) = (wei.clone(), wei.csrf(&site).await);
    let pairs = [
        ("action", "password"),
        ("old", PASSWORD),
        ("password", NEW),
        ("again", NEW),
    ];
    let answer = send(&site, &mut wei, "/admin/account", &pairs).await;
    assert_eq!(answer.header("location"), "/admin/account?said=password");
    // This session goes on under another number and with another token.
    assert_eq!(
        wei.get(&site, "/admin/account").await.status,
        StatusCode::OK
    );
    assert_ne!(wei.cookie, before.cookie);
    assert_ne!(wei.csrf(&site).await, csrf);
    for mut ended in [before, other] {
        assert_eq!(
            ended.get(&site, "/admin").await.status,
            StatusCode::SEE_OTHER
        );
    }
    let mut anew = Visitor::default();
    let old = anew.sign_in(&site, "wei", PASSWORD).await;
    assert_eq!(old.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        anew.sign_in(&site, "wei", NEW).await.status,
        StatusCode::SEE_OTHER
    );
}

#[tokio::test]
async fn a_session_that_was_stolen_does_not_guess_the_password_for_long() {
    let (site, _, mut wei) = with_admin().await;
    let mut statuses = Vec::new();
    for _ in 0..6 {
        let pairs = [
            ("action", "password"),
            ("old", "a guess"),
            ("password", NEW),
            ("again", NEW),
        ];
        statuses.push(send(&site, &mut wei, "/admin/account", &pairs).await.status);
    }
    assert_eq!(statuses[4], StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(statuses[5], StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn signing_out_everywhere_ends_every_session_of_ones_own_alone() {
    let (site, mut lin, mut wei) = with_admin().await;
    let mut other = Visitor::default();
    other.sign_in(&site, "wei", PASSWORD).await;
    let answer = send(
        &site,
        &mut wei,
        "/admin/account",
        &[("action", "everywhere")],
    )
    .await;
    assert_eq!(answer.header("location"), "/login?signed_out=1");
    for visitor in [&mut wei, &mut other] {
        assert_eq!(
            visitor.get(&site, "/admin").await.status,
            StatusCode::SEE_OTHER
        );
    }
    assert_eq!(lin.get(&site, "/admin").await.status, StatusCode::OK);
}

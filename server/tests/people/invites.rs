//! A link lets one person in, once, for a week.
use crate::people::{send, with_admin};
use crate::site::{Site, Visitor, hidden};
use axum::http::{Method, StatusCode};

const NEW: &str = "a password of one's own";

/// Path of a new invitation, as the page shows it.
async fn invite(site: &Site, admin: &mut Visitor, role: &str) -> String {
    let pairs = [
        ("action", "invite"),
        ("role", role),
        ("remark", "for 王 of the night shift"),
    ];
    let answer = send(site, admin, "/admin/people", &pairs).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert!(answer.body.contains("It is shown only now."));
    let from = answer.body.find("http://zuka.test/invite/").unwrap();
    let path = &answer.body[from + "http://zuka.test".len()..];
    path[..path.find('"').unwrap()].to_owned()
}

#[tokio::test]
async fn who_is_invited_chooses_name_and_password_and_the_link_is_used_up() {
    let (site, mut lin, _) = with_admin().await;
    let path = invite(&site, &mut lin, "editor").await;
    let token = path.strip_prefix("/invite/").unwrap();
    assert_eq!(token.len(), 64);
    let page = lin.get(&site, "/admin/people").await;
    assert!(page.body.contains("for 王 of the night shift") && !page.body.contains(token));
    let stored: String = sqlx::query_scalar("select token_hash from invite")
        .fetch_one(&site.state.pool)
        .await
        .unwrap();
    assert_ne!(stored, token);

    let mut wang = Visitor::default();
    let form = wang.get(&site, &path).await;
    assert_eq!(form.status, StatusCode::OK);
    assert!(form.body.contains("lin invites you"));
    assert_eq!(
        (form.header("referrer-policy"), form.header("cache-control")),
        ("no-referrer", "no-store")
    );

    // Every flaw is said, the name is kept, the passwords are not.
    for (name, password, again, says) in [
        ("", NEW, NEW, "Please enter something."),
        (" ", NEW, NEW, "Please enter something."),
        ("li\u{200b}n", NEW, NEW, "characters that cannot be seen"),
        ("wang", "too short", "too short", "At least 10 characters."),
        (
            "wang",
            NEW,
            "another one entirely",
            "The two passwords differ.",
        ),
        (
            "wang-wang-wang",
            "wang-wang-wang",
            "wang-wang-wang",
            "must not be the name",
        ),
        ("wei", NEW, NEW, "Somebody has this name."),
        ("WEI", NEW, NEW, "Somebody has this name."),
    ] {
        let pairs = [("name", name), ("password", password), ("again", again)];
        let answer = wang.post(&site, &path, &pairs).await;
        assert_eq!(
            answer.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{name} {password}"
        );
        assert!(answer.body.contains(says), "{says}");
        assert_eq!(hidden(&answer.body, "name"), name.trim());
        assert!(!answer.body.contains(&format!("value=\"{NEW}\"")));
    }

    let pairs = [("name", "wang"), ("password", NEW), ("again", NEW)];
    let foreign = [("sec-fetch-site", "cross-site")];
    let answer = wang
        .send(&site, Method::POST, &path, Some(&pairs), &foreign)
        .await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    let answer = wang.post(&site, &path, &pairs).await;
    assert_eq!(
        (answer.status, answer.header("location")),
        (StatusCode::SEE_OTHER, "/admin/account?joined=1")
    );
    let page = wang.get(&site, "/admin/account?joined=1").await;
    assert!(page.status == StatusCode::OK && page.body.contains("You have joined"));
    assert_eq!(
        wang.get(&site, "/admin/people").await.status,
        StatusCode::FORBIDDEN
    );

    let mut late = Visitor::default();
    assert_eq!(late.get(&site, &path).await.status, StatusCode::NOT_FOUND);
    let pairs = [("name", "late"), ("password", NEW), ("again", NEW)];
    assert_eq!(
        late.post(&site, &path, &pairs).await.status,
        StatusCode::NOT_FOUND
    );
    let signed_in = late.sign_in(&site, "wang", NEW).await;
    assert_eq!(signed_in.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_link_that_ran_out_was_taken_back_or_never_was_lets_nobody_in() {
    let (site, mut lin, _) = with_admin().await;
    let (old, withdrawn) = (
        invite(&site, &mut lin, "admin").await,
        invite(&site, &mut lin, "admin").await,
    );
    let week = site.state.config.now().timestamp() + 7 * 24 * 60 * 60;
    let ends: Vec<i64> = sqlx::query_scalar("select expires_at from invite")
        .fetch_all(&site.state.pool)
        .await
        .unwrap();
    assert_eq!(ends, [week, week]);
    sqlx::query("update invite set expires_at = $1 where id = 1")
        .bind(site.state.config.now().timestamp())
        .execute(&site.state.pool)
        .await
        .unwrap();
    let pairs = [("action", "withdraw"), ("id", "2")];
    let answer = send(&site, &mut lin, "/admin/people", &pairs).await;
    assert_eq!(answer.header("location"), "/admin/people?said=withdrawn");
    assert!(
        !lin.get(&site, "/admin/people")
            .await
            .body
            .contains("night shift")
    );
    let never = format!("/invite/{}", "0".repeat(64));
    for path in [old, withdrawn, never] {
        let mut visitor = Visitor::default();
        let answer = visitor.get(&site, &path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        assert!(answer.body.contains("This invitation is no longer valid"));
        let pairs = [("name", "wang"), ("password", NEW), ("again", NEW)];
        let answer = visitor.post(&site, &path, &pairs).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        assert!(visitor.cookie.is_none());
    }
    assert_eq!(site.count("editor").await, 2);
}

#[tokio::test]
async fn two_who_use_a_link_at_once_are_one() {
    let (site, mut lin, _) = with_admin().await;
    let path = invite(&site, &mut lin, "editor").await;
    let [mut one, mut two] = [Visitor::default(), Visitor::default()];
    let first = [("name", "one"), ("password", NEW), ("again", NEW)];
    let second = [("name", "two"), ("password", NEW), ("again", NEW)];
    let (first, second) = tokio::join!(
        one.post(&site, &path, &first),
        two.post(&site, &path, &second)
    );
    let mut statuses = [first.status, second.status];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::SEE_OTHER, StatusCode::NOT_FOUND]);
    assert_eq!(site.count("editor").await, 3);
}

#[tokio::test]
async fn a_configured_address_stands_in_the_link_and_too_long_a_note_is_said() {
    let (site, mut lin, _) = with_admin().await;
    let long = "x".repeat(201);
    let pairs = [("action", "invite"), ("role", "editor"), ("remark", &long)];
    let answer = send(&site, &mut lin, "/admin/people", &pairs).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("At most 200 characters.") && answer.body.contains(&long));
    assert_eq!(site.count("invite").await, 0);

    let site = Site::open("https://zuka.example/").await;
    site.add_editor("lin").await;
    crate::people::make_admin(&site, "lin").await;
    let mut lin = Visitor::default();
    lin.sign_in(&site, "lin", crate::site::PASSWORD).await;
    let pairs = [("action", "invite"), ("role", "editor"), ("remark", "")];
    let answer = send(&site, &mut lin, "/admin/people", &pairs).await;
    assert!(answer.body.contains("value=\"https://zuka.example/invite/"));
}

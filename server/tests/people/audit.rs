//! The list of who did what.
use crate::people::factor::turn_on;
use crate::people::{send, with_admin};
use crate::site::{PASSWORD, Visitor, filled, post, some_offer};
use axum::http::StatusCode;

#[tokio::test]
async fn it_names_what_people_did_and_the_revisions_with_their_numbers() {
    let (site, mut lin, mut wei) = with_admin().await;
    for _ in 0..3 {
        Visitor::default()
            .sign_in(&site, "wei", "a guess at it")
            .await;
    }
    turn_on(&site, &mut wei).await;
    let pairs = [
        ("action", "invite"),
        ("role", "editor"),
        ("remark", "the new one"),
    ];
    send(&site, &mut lin, "/admin/people", &pairs).await;
    let (_, path) = some_offer(&site);
    let edit = filled(&site, &mut wei, &path, &[("price", "4.5")]).await;
    let edit: Vec<_> = edit
        .into_iter()
        .chain([("confirm_far_from_median", "1".to_owned())])
        .collect();
    assert_eq!(
        post(&site, &mut wei, &path, &edit).await.status,
        StatusCode::SEE_OTHER
    );
    let pairs = [("action", "role"), ("name", "wei"), ("role", "admin")];
    send(&site, &mut lin, "/admin/people", &pairs).await;

    let page = lin.get(&site, "/admin/audit").await.body;
    for says in [
        "Signed in",
        "Failed to sign in · wei × 3",
        "Turned two-step sign-in on",
        "Made an invitation",
        "the new one",
        "Set a role · wei",
        "href=\"/admin/revisions/2\"",
        "href=\"/admin/revisions/1\"",
        ">2026-11-30 09:00</th>",
    ] {
        assert!(page.contains(says), "{says}");
    }
    let of_wei = lin.get(&site, "/admin/audit?person=wei").await.body;
    assert!(of_wei.contains("Set a role · wei") && of_wei.contains("/admin/revisions/2"));
    assert!(!of_wei.contains("Made an invitation") && !of_wei.contains("/admin/revisions/1\""));
    let nobody = lin
        .get(&site, "/admin/audit?person=nobody&page=9&lang=zh")
        .await;
    assert!(nobody.status == StatusCode::OK && nobody.body.contains("没有这个人的记录"));
}

#[tokio::test]
async fn it_has_pages_of_fifty() {
    let (site, mut lin, _) = with_admin().await;
    for _ in 0..60 {
        lin.sign_in(&site, "lin", PASSWORD).await;
    }
    let rows = |html: &str| html.matches("<th scope=\"row\"").count();
    let first = lin.get(&site, "/admin/audit").await.body;
    let second = lin.get(&site, "/admin/audit?page=2&person=lin").await.body;
    assert_eq!((rows(&first), rows(&second)), (50, 12));
    assert!(first.contains("page=2") && second.contains("page=1"));
}

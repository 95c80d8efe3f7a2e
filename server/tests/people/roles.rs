//! What an admin does to others, and what they cannot do.
use crate::people::{row, send, with_admin};
use crate::site::{PASSWORD, Visitor};
use axum::http::StatusCode;

#[tokio::test]
async fn an_editor_is_told_that_a_page_is_for_admins_and_sees_no_link_to_it() {
    let (site, mut lin, mut wei) = with_admin().await;
    let page = wei.get(&site, "/admin").await.body;
    assert!(page.contains("href=\"/admin/account\"") && !page.contains("href=\"/admin/people\""));
    let refused = wei.get(&site, "/admin/people?lang=zh").await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(refused.body.contains("这一页只给管理员") && refused.body.contains("你的角色是编辑"));
    let page = lin.get(&site, "/admin").await.body;
    assert!(page.contains("href=\"/admin/people\"") && page.contains("href=\"/admin/audit\""));
}

#[tokio::test]
async fn a_new_role_ends_the_sessions_and_holds_after_signing_in_again() {
    let (site, mut lin, mut wei) = with_admin().await;
    let pairs = [("action", "role"), ("name", "wei"), ("role", "admin")];
    let answer = send(&site, &mut lin, "/admin/people", &pairs).await;
    assert_eq!(answer.header("location"), "/admin/people?said=changed");
    assert_eq!(wei.get(&site, "/admin").await.status, StatusCode::SEE_OTHER);
    wei.sign_in(&site, "wei", PASSWORD).await;
    assert_eq!(wei.get(&site, "/admin/people").await.status, StatusCode::OK);
    // Both are admins now: one may step back, the last one may not.
    let pairs = [("action", "role"), ("name", "lin"), ("role", "editor")];
    send(&site, &mut wei, "/admin/people", &pairs).await;
    assert_eq!(lin.get(&site, "/admin").await.status, StatusCode::SEE_OTHER);
    for pairs in [
        [("action", "role"), ("name", "wei"), ("role", "editor")],
        [("action", "deactivate"), ("name", "wei"), ("role", "")],
    ] {
        let answer = send(&site, &mut wei, "/admin/people", &pairs).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(
            answer
                .body
                .contains("this is the last admin who can sign in")
        );
        assert_eq!(wei.get(&site, "/admin/people").await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn who_is_shut_out_is_out_at_once_and_can_be_let_in_again() {
    let (site, mut lin, mut wei) = with_admin().await;
    let pairs = [("action", "deactivate"), ("name", "wei")];
    send(&site, &mut lin, "/admin/people", &pairs).await;
    assert_eq!(wei.get(&site, "/admin").await.status, StatusCode::SEE_OTHER);
    let page = lin.get(&site, "/admin/people").await.body;
    assert!(row(&page, "wei").contains("Shut out") && row(&page, "wei").contains("Let in"));
    assert!(row(&page, "lin").contains("May sign in"));
    let answer = Visitor::default().sign_in(&site, "wei", PASSWORD).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let again = send(&site, &mut lin, "/admin/people", &pairs).await;
    assert_eq!(again.header("location"), "/admin/people?said=same");
    let pairs = [("action", "reactivate"), ("name", "wei")];
    send(&site, &mut lin, "/admin/people", &pairs).await;
    let answer = wei.sign_in(&site, "wei", PASSWORD).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn who_is_no_admin_any_more_cannot_come_back_by_a_link_of_their_own() {
    let (site, mut lin, mut wei) = with_admin().await;
    for (action, role) in [("role", "editor"), ("deactivate", "")] {
        crate::people::make_admin(&site, "wei").await;
        wei.sign_in(&site, "wei", PASSWORD).await;
        let pairs = [("action", "invite"), ("role", "admin"), ("remark", "")];
        let made = send(&site, &mut wei, "/admin/people", &pairs).await;
        let from = made.body.find("/invite/").unwrap();
        let path = &made.body[from..from + "/invite/".len() + 64];
        assert_eq!(wei.get(&site, path).await.status, StatusCode::OK);
        let pairs = [("action", action), ("name", "wei"), ("role", role)];
        send(&site, &mut lin, "/admin/people", &pairs).await;
        let answer = Visitor::default().get(&site, path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{action}");
    }
}

#[tokio::test]
async fn what_names_nobody_or_does_nothing_is_not_found() {
    let (site, mut lin, _) = with_admin().await;
    for pairs in [
        [("action", "deactivate"), ("name", "nobody"), ("role", "")],
        [("action", "role"), ("name", "wei"), ("role", "king")],
        [("action", "promote"), ("name", "wei"), ("role", "admin")],
        [("action", "invite"), ("name", ""), ("role", "king")],
        [("action", "withdraw"), ("name", ""), ("role", "")],
    ] {
        let answer = send(&site, &mut lin, "/admin/people", &pairs).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{pairs:?}");
    }
    assert_eq!(site.count("invite").await, 0);
}

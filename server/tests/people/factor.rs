//! The second factor: on, asked for, lost, reset.
use crate::people::{row, send, with_admin};
use crate::site::{Answer, PASSWORD, Site, Visitor, hidden};
use axum::http::StatusCode;
use totp_rs::{Builder, Secret};

/// The code of the step that lies `shift` steps from now.
fn code(site: &Site, secret: &str, shift: i64) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let time = site.state.config.now().timestamp() + 30 * shift;
    let totp = Builder::new().with_secret(secret).build().unwrap();
    totp.generate(u64::try_from(time).unwrap()).to_string()
}

fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let start = text.find(from).unwrap() + from.len();
    &text[start..start + text[start..].find(to).unwrap()]
}

/// Turns it on with the code of the step before now; the secret and the recovery codes.
pub async fn turn_on(site: &Site, visitor: &mut Visitor) -> (String, Vec<String>) {
    let pairs = [("action", "set_up"), ("old", PASSWORD)];
    let begun = send(site, visitor, "/admin/account", &pairs).await;
    assert_eq!(begun.status, StatusCode::SEE_OTHER);
    let page = visitor.get(site, "/admin/account").await.body;
    assert!(page.contains("class=\"qr\""));
    let secret = between(&page, "data-secret=\"", "\"").to_owned();
    let answer = prove(site, visitor, &code(site, &secret, -1)).await;
    assert_eq!(answer.status, StatusCode::OK);
    let list = between(&answer.body, "<ul class=\"codes\">", "</ul>");
    let codes = list.split("<code>").skip(1);
    let codes: Vec<String> = codes
        .map(|rest| rest[..rest.find('<').unwrap()].to_owned())
        .collect();
    assert_eq!(codes.len(), 10);
    (secret, codes)
}

async fn prove(site: &Site, visitor: &mut Visitor, code: &str) -> Answer {
    let pairs = [("action", "turn_on"), ("code", code)];
    send(site, visitor, "/admin/account", &pairs).await
}

/// Gives the right password; the code is owed.
async fn first_step(site: &Site) -> Visitor {
    let mut visitor = Visitor::default();
    let answer = visitor.sign_in(site, "wei", PASSWORD).await;
    assert_eq!(
        (answer.status, answer.header("location")),
        (StatusCode::SEE_OTHER, "/login/code")
    );
    visitor
}

async fn second_step(site: &Site, visitor: &mut Visitor, code: &str) -> Answer {
    let page = visitor.get(site, "/login/code").await;
    let csrf = hidden(&page.body, "csrf");
    let pairs = [("csrf", csrf.as_str()), ("code", code)];
    visitor.post(site, "/login/code", &pairs).await
}

#[tokio::test]
async fn it_is_on_when_a_code_proves_it_and_then_every_sign_in_needs_one() {
    let (site, _, mut wei) = with_admin().await;
    // Setting it up needs the password, and a right code.
    let answer = send(
        &site,
        &mut wei,
        "/admin/account",
        &[("action", "set_up"), ("old", "no")],
    )
    .await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    send(
        &site,
        &mut wei,
        "/admin/account",
        &[("action", "set_up"), ("old", PASSWORD)],
    )
    .await;
    let answer = prove(&site, &mut wei, "000 000").await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("This code is not valid."));
    let answer = Visitor::default().sign_in(&site, "wei", PASSWORD).await;
    assert_eq!(answer.header("location"), "/admin", "not on yet");

    let mut other = Visitor::default();
    other.sign_in(&site, "wei", PASSWORD).await;
    let before = wei.clone();
    let (secret, codes) = turn_on(&site, &mut wei).await;
    for mut ended in [before, other] {
        assert_eq!(
            ended.get(&site, "/admin").await.status,
            StatusCode::SEE_OTHER
        );
    }
    let page = wei.get(&site, "/admin/account").await.body;
    assert!(page.contains("Recovery codes left: 10") && !page.contains(&secret));
    assert!(codes.iter().all(|code| !page.contains(code)));

    let mut visitor = first_step(&site).await;
    let owing = visitor.cookie.clone();
    assert_eq!(
        visitor.get(&site, "/admin").await.status,
        StatusCode::SEE_OTHER
    );
    // The code that turned it on was used.
    for wrong in [
        "",
        "000000",
        &code(&site, &secret, -1),
        &code(&site, &secret, -2),
    ] {
        let answer = second_step(&site, &mut visitor, wrong).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
        assert!(answer.body.contains("This code is not valid."));
    }
    let now = code(&site, &secret, 0);
    let answer = second_step(&site, &mut visitor, &format!("{} {}", &now[..3], &now[3..])).await;
    assert_eq!(
        (answer.status, answer.header("location")),
        (StatusCode::SEE_OTHER, "/admin")
    );
    assert_ne!(visitor.cookie, owing, "a new number with the new right");
    assert_eq!(visitor.get(&site, "/admin").await.status, StatusCode::OK);
    assert_eq!(
        Visitor { cookie: owing }
            .get(&site, "/login/code")
            .await
            .status,
        StatusCode::SEE_OTHER
    );

    // The same code again, within its time.
    let mut replay = first_step(&site).await;
    let answer = second_step(&site, &mut replay, &now).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let answer = second_step(&site, &mut replay, &code(&site, &secret, 1)).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn each_recovery_code_works_once_and_new_ones_replace_the_old() {
    let (site, _, mut wei) = with_admin().await;
    let (_, codes) = turn_on(&site, &mut wei).await;
    let mut visitor = first_step(&site).await;
    let answer = second_step(&site, &mut visitor, &codes[0].to_uppercase()).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert!(
        visitor
            .get(&site, "/admin/account")
            .await
            .body
            .contains("Recovery codes left: 9")
    );
    let mut again = first_step(&site).await;
    let answer = second_step(&site, &mut again, &codes[0]).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let pairs = [("action", "new_codes"), ("old", PASSWORD)];
    let answer = send(&site, &mut visitor, "/admin/account", &pairs).await;
    assert!(answer.body.contains("Recovery codes left: 10"));
    let answer = second_step(&site, &mut again, &codes[1]).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let stored: Vec<String> = sqlx::query_scalar("select code_hash from recovery_code")
        .fetch_all(&site.state.pool)
        .await
        .unwrap();
    assert!(stored.len() == 10 && stored.iter().all(|hash| hash.len() == 64));
}

#[tokio::test]
async fn guessing_codes_has_to_wait_and_does_not_keep_the_password_from_others() {
    let (site, _, mut wei) = with_admin().await;
    let (secret, _) = turn_on(&site, &mut wei).await;
    let mut visitor = first_step(&site).await;
    for _ in 0..5 {
        let answer = second_step(&site, &mut visitor, "000000").await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let answer = second_step(&site, &mut visitor, &code(&site, &secret, 0)).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    // A right password again does not bring new guesses.
    let mut anew = first_step(&site).await;
    let answer = second_step(&site, &mut anew, &code(&site, &secret, 0)).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn the_second_step_needs_the_first_and_its_own_token() {
    let (site, _, mut wei) = with_admin().await;
    let (secret, _) = turn_on(&site, &mut wei).await;
    let right = code(&site, &secret, 0);
    let mut stranger = Visitor::default();
    for visitor in [&mut stranger, &mut wei] {
        let answer = visitor.get(&site, "/login/code").await;
        assert_eq!(answer.header("location"), "/login?too_late=1");
        let answer = visitor
            .post(&site, "/login/code", &[("code", &right)])
            .await;
        assert_eq!(answer.header("location"), "/login?too_late=1");
    }
    let mut visitor = first_step(&site).await;
    let answer = visitor
        .post(&site, "/login/code", &[("code", &right), ("csrf", "0")])
        .await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    // The password is changed between the steps.
    let pairs = [
        ("action", "password"),
        ("old", PASSWORD),
        ("password", "a new password"),
        ("again", "a new password"),
    ];
    send(&site, &mut wei, "/admin/account", &pairs).await;
    let answer = visitor.get(&site, "/login/code").await;
    assert_eq!(answer.header("location"), "/login?too_late=1");
}

#[tokio::test]
async fn turning_it_off_needs_the_password_and_an_admin_can_reset_it() {
    let (site, mut lin, mut wei) = with_admin().await;
    turn_on(&site, &mut wei).await;
    let pairs = [("action", "turn_off"), ("old", "not this")];
    let answer = send(&site, &mut wei, "/admin/account", &pairs).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let pairs = [("action", "turn_off"), ("old", PASSWORD)];
    let answer = send(&site, &mut wei, "/admin/account", &pairs).await;
    assert_eq!(answer.header("location"), "/admin/account?said=off");
    assert_eq!(site.count("recovery_code").await, 0);
    assert_eq!(wei.get(&site, "/admin").await.status, StatusCode::OK);

    turn_on(&site, &mut wei).await;
    let page = lin.get(&site, "/admin/people").await.body;
    assert!(row(&page, "wei").contains("Reset two-step sign-in of wei"));
    assert!(!row(&page, "lin").contains("Reset"));
    let pairs = [("action", "reset"), ("name", "wei")];
    send(&site, &mut lin, "/admin/people", &pairs).await;
    assert_eq!(wei.get(&site, "/admin").await.status, StatusCode::SEE_OTHER);
    let answer = wei.sign_in(&site, "wei", PASSWORD).await;
    assert_eq!(answer.header("location"), "/admin");
    assert_eq!(site.count("recovery_code").await, 0);
}

//! Guessing passwords: from many addresses, for many accounts, and what the answers give away.
use crate::people::make_admin;
use crate::site::{Answer, PASSWORD, Site, Visitor};
use axum::http::{Method, StatusCode};
use server::store::people::{Act, Outcome, act};
use std::time::{Duration, Instant};

/// A site behind a proxy, which says who asks.
async fn behind_a_proxy() -> Site {
    let site = Site::open_with(|config| {
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    for name in ["lin", "wei", "old"] {
        site.add_editor(name).await;
    }
    make_admin(&site, "lin").await;
    site
}

async fn attempt(site: &Site, from: usize, name: &str, password: &str) -> Answer {
    let address = format!("198.51.{}.{}", from / 200, from % 200);
    let pairs = [("name", name), ("password", password), ("next", "/admin")];
    let mut visitor = Visitor::default();
    let headers = [("x-forwarded-for", address.as_str())];
    visitor
        .send(site, Method::POST, "/login", Some(&pairs), &headers)
        .await
}

#[tokio::test]
async fn many_addresses_get_ten_guesses_at_one_account_whether_it_exists_or_not() {
    let site = behind_a_proxy().await;
    for (start, name) in [(0, "lin"), (500, "nobody")] {
        let mut answers = Vec::new();
        for n in 0..30 {
            answers.push(attempt(&site, start + n, name, "guess after guess").await);
        }
        for answer in &answers[..10] {
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
        }
        for answer in &answers[10..] {
            let waits: u64 = answer.header("retry-after").parse().unwrap();
            assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS, "{name}");
            assert!((1..=15).contains(&waits), "{name} waits {waits} s");
        }
    }
    // A guess that would be right has to wait like the others; other accounts do not.
    let right = attempt(&site, 900, "lin", PASSWORD).await;
    assert_eq!(right.status, StatusCode::TOO_MANY_REQUESTS);
    let other = attempt(&site, 0, "wei", PASSWORD).await;
    assert_eq!(other.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn one_address_gets_twenty_guesses_at_all_accounts_together() {
    let site = behind_a_proxy().await;
    for n in 0..20 {
        let answer = attempt(&site, 7, &format!("name {n}"), "guess after guess").await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{n}");
    }
    let refused = attempt(&site, 7, "lin", PASSWORD).await;
    assert_eq!(
        (refused.status, refused.header("retry-after")),
        (StatusCode::TOO_MANY_REQUESTS, "900")
    );
    assert_eq!(
        attempt(&site, 8, "lin", PASSWORD).await.status,
        StatusCode::SEE_OTHER
    );
}

#[tokio::test]
async fn the_answer_does_not_tell_a_wrong_password_from_an_unknown_or_a_deactivated_name() {
    let site = behind_a_proxy().await;
    let (pool, now) = (&site.state.pool, site.state.config.now());
    let done = act(pool, "old", Act::Deactivate, Some("lin"), now).await;
    assert_eq!(done.unwrap(), Outcome::Done);
    let wrong = attempt(&site, 1, "lin", "guess after guess").await;
    let unknown = attempt(&site, 2, "zoe", "guess after guess").await;
    let shut_out = attempt(&site, 3, "old", PASSWORD).await;
    for (answer, name) in [(&unknown, "zoe"), (&shut_out, "old")] {
        assert_eq!(answer.status, wrong.status, "{name}");
        assert_eq!(answer.body.len(), wrong.body.len(), "{name}");
        assert_eq!(answer.body.replace(name, "lin"), wrong.body, "{name}");
        let named = |answer: &Answer| {
            let names = answer.headers.keys().map(ToString::to_string);
            names.collect::<Vec<_>>()
        };
        assert_eq!(named(answer), named(&wrong), "{name}");
        assert_eq!(answer.header("set-cookie"), "", "{name}");
    }
    // The list of deeds names those who exist, and never what was typed for one who does not.
    let names: Vec<Option<String>> =
        sqlx::query_scalar("select subject from deed where kind = 'sign_in_failed' order by 1")
            .fetch_all(pool)
            .await
            .unwrap();
    assert_eq!(
        names,
        [None, Some("lin".to_owned()), Some("old".to_owned())]
    );
}

async fn takes(site: &Site, from: usize, name: &str) -> Duration {
    let began = Instant::now();
    let answer = attempt(site, from, name, "guess after guess").await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    began.elapsed()
}

#[tokio::test]
async fn an_unknown_name_costs_the_same_hashing() {
    let site = behind_a_proxy().await;
    takes(&site, 0, "the first makes the stand-in").await;
    // The shortest of several, in turns: what an attacker would look at, on a machine that does other things too.
    let (mut known, mut unknown) = (Duration::MAX, Duration::MAX);
    for n in 0..10 {
        known = known.min(takes(&site, 10 + n, "lin").await);
        unknown = unknown.min(takes(&site, 50 + n, &format!("nobody {n}")).await);
    }
    // Hashing is most of the time; without it an answer would be many times as quick.
    assert!(
        unknown * 3 > known && known * 3 > unknown,
        "{known:?} {unknown:?}"
    );
}

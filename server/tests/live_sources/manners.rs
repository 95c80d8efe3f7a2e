//! How sources are asked: one at a time, by name, not again for what is known, and nowhere private.
use super::house::{Clock, House, limits, web};
use super::saved;
use super::twin::{Twin, Way};
use domain::catalog::live::Trouble;
use server::sources::registry;
use server::sources::sync::{self, Outcome};
use server::sources::web::{Ask, Expects, Reach, Timing, Validators, Web};
use std::sync::Arc;

fn ask(url: &str) -> Ask {
    Ask {
        url: url.parse().unwrap(),
        post: None,
        expects: Expects::Json,
        key: None,
        known: Validators::default(),
    }
}

#[tokio::test]
async fn one_request_at_a_time_reaches_a_host_and_it_says_who_asks() {
    let twin = Twin::start(saved::of("verda")).await;
    let web = web(&twin, &Clock::new(), limits());
    let asks: Vec<Ask> = (0..5)
        .map(|n| ask(&format!("https://api.example/{n}")))
        .collect();
    let (a, b, c, d, e) = tokio::join!(
        web.ask(&asks[0]),
        web.ask(&asks[1]),
        web.ask(&asks[2]),
        web.ask(&asks[3]),
        web.ask(&asks[4])
    );
    assert!([a, b, c, d, e].iter().all(Result::is_ok));
    assert_eq!(twin.script.lock().unwrap().busy.1, 1);
    let agent = format!(
        "user-agent: zuka/{} (+https://zuka.example)",
        env!("CARGO_PKG_VERSION")
    );
    assert!(
        twin.asked().iter().all(|request| request.contains(&agent)),
        "{:?}",
        twin.asked()
    );
}

#[tokio::test]
async fn a_private_address_is_refused_by_number_by_name_and_by_redirect() {
    let clock = Clock::new();
    let strict = Web::new(
        limits(),
        Reach::public(),
        Arc::clone(&clock) as Arc<dyn Timing>,
        "",
    );
    let twin = Twin::start(saved::of("verda")).await;
    let port = twin.address.port().unwrap();
    // A name that a name server points at this machine is no better than the number.
    for host in [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "10.0.0.1",
        "169.254.169.254",
    ] {
        let failure = strict
            .ask(&ask(&format!("http://{host}:{port}/")))
            .await
            .err()
            .unwrap();
        assert_eq!(
            failure.trouble,
            Trouble::PrivateAddress,
            "{host}: {failure}"
        );
    }
    assert!(twin.asked().is_empty(), "nothing was sent");
    let loose = web(&twin, &clock, limits());
    for place in [
        "http://10.0.0.1/",
        "http://[fd00::1]/",
        "http://2852039166/",
    ] {
        twin.answer(Way::Away(place), 1);
        let failure = loose.ask(&ask("https://api.example/")).await.err().unwrap();
        assert_eq!(
            failure.trouble,
            Trouble::PrivateAddress,
            "{place}: {failure}"
        );
    }
    // A redirect within the source is followed, one in a circle is not.
    twin.answer(Way::Away("/v2/instance-types"), 1);
    assert!(loose.ask(&ask("https://api.example/")).await.is_ok());
    twin.answer(Way::Away("/again"), usize::MAX);
    assert_eq!(
        loose
            .ask(&ask("https://api.example/"))
            .await
            .err()
            .unwrap()
            .trouble,
        Trouble::Redirect
    );
}

#[tokio::test]
async fn a_host_that_nobody_answers_at_is_tried_four_times() {
    let clock = Clock::new();
    // A port that was free a moment ago.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    let reach = Reach {
        loopback: true,
        instead: Some(address.parse().unwrap()),
    };
    let web = Web::new(limits(), reach, Arc::clone(&clock) as Arc<dyn Timing>, "");
    let failure = web.ask(&ask("https://api.example/")).await.err().unwrap();
    assert_eq!(failure.trouble, Trouble::Unreachable, "{failure}");
    assert_eq!(clock.waits(), [2.5, 5.0, 10.0]);
}

#[tokio::test]
async fn what_has_not_changed_is_not_sent_again_for_a_week() {
    let mut house = House::open().await;
    let twin = house.twin(saved::of("verda")).await;
    let source = registry::by_id("verda").unwrap();
    let first = sync::sync(&house.state, source, false).await.unwrap();
    assert!(matches!(first, Outcome::Made(_)));
    let before = house.catalogue().await;
    house.clock.pass(24);
    let second = sync::sync(&house.state, source, false).await.unwrap();
    assert!(matches!(second, Outcome::Same));
    assert!(
        twin.asked()[1].contains("if-none-match: "),
        "{:?}",
        twin.asked()
    );
    assert_eq!(house.catalogue().await, before);
    let (admin, ..) = house.said(source.about()).await;
    assert!(
        admin.contains("Read at 2026-12-01 09:00 UTC"),
        "it is known to be good at this time: {admin}"
    );
    house.clock.pass(24 * 7);
    let third = sync::sync(&house.state, source, false).await.unwrap();
    assert!(
        matches!(third, Outcome::Made(_)),
        "after a week it is read in full"
    );
}

#[tokio::test]
async fn a_source_that_wants_a_key_says_which_and_the_key_goes_to_it_alone() {
    let mut house = House::open().await;
    for (id, setting, header) in [
        (
            "lambda",
            "ZUKA_LAMBDA_KEY",
            "authorization: Bearer secret-of-lambda",
        ),
        (
            "autodl",
            "ZUKA_AUTODL_KEY",
            "authorization: secret-of-autodl",
        ),
    ] {
        let source = registry::by_id(id).unwrap();
        let twin = house.twin(saved::of(id)).await;
        sync::sync(&house.state, source, false).await.unwrap();
        assert!(
            twin.asked().iter().all(|request| request.contains(header)),
            "{:?}",
            twin.asked()
        );
        let mut keyless = house.state.clone();
        keyless.config = Arc::clone(&house.site.state.config);
        twin.answer(Way::Fine, 0);
        let Outcome::Failed(failure) = sync::sync(&keyless, source, false).await.unwrap() else {
            panic!("{id} was read without a key");
        };
        assert!(failure.to_string().contains(setting), "{failure}");
        assert!(twin.asked().is_empty(), "it is not asked without one");
    }
    assert!(
        !format!("{:?}", house.state.config).contains("secret-of"),
        "a key is never printed"
    );
}

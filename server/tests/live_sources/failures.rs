//! Every source in every failure: what is there is kept, the state is shown, tries are as many as stated.
use super::house::{House, limits};
use super::saved::{self, Saved};
use super::twin::{Twin, Way};
use server::sources::Source;
use server::sources::sync::{self, Outcome};
use server::sources::web::Limits;
use std::time::Duration;

/// A failure that lasts, the tries it gets, and the words that people read.
const LASTING: [(Way, usize, &str); 9] = [
    (Way::Busy("5"), 4, "asks to come back later"),
    (Way::Busy("86400"), 1, "asks to come back later"),
    (Way::Broken, 4, "answered 503"),
    (Way::Cut, 4, "ended in the middle"),
    (Way::Html, 1, "text/html instead of data"),
    (Way::Huge, 1, "larger than 1 MiB"),
    (Way::Packed, 1, "larger than 1 MiB"),
    (
        Way::Away("http://169.254.169.254/latest/meta-data"),
        1,
        "169.254.169.254",
    ),
    (Way::Silent, 2, "no answer in time"),
];

/// A failure that passes, how often it happens, and what is waited for.
const PASSING: [(Way, usize, &[f64]); 4] = [
    (Way::Busy("7"), 1, &[7.0]),
    (Way::Busy("Mon, 30 Nov 2026 09:00:09 GMT"), 1, &[9.0]),
    (Way::Broken, 3, &[2.5, 5.0, 10.0]),
    (Way::Cut, 1, &[2.5]),
];

async fn lasts(
    house: &mut House,
    source: &dyn Source,
    twin: &Twin,
    way: Way,
    tries: usize,
    words: &str,
) {
    let about = source.about();
    let what = format!("{} answers {way:?}", about.id);
    let bounds = match way {
        Way::Silent => Limits {
            total: Duration::from_millis(150),
            tries: 2,
            ..limits()
        },
        _ => limits(),
    };
    house.face(twin, bounds);
    twin.answer(way, usize::MAX);
    let before = house.catalogue().await;
    let outcome = sync::sync(&house.state, source, false).await.unwrap();
    let Outcome::Failed(failure) = outcome else {
        panic!("{what} and did not fail");
    };
    assert_eq!(twin.asked().len(), tries, "{what}: {failure}");
    assert_eq!(house.clock.waits().len(), tries - 1, "{what}");
    assert_eq!(
        house.catalogue().await,
        before,
        "{what}: the last good data stay"
    );
    let has_prices = !saved::of(about.id).offers.is_empty();
    let kept = if has_prices {
        "prices are kept"
    } else {
        " is kept"
    };
    let (admin, line, everybody) = house.said(about).await;
    for (place, text) in [("admin", &admin), ("list", &line), ("about", &everybody)] {
        assert!(text.contains(words), "{what}: {words} in {place}: {text}");
        assert!(
            text.to_lowercase().contains("failing since 2026-11-30"),
            "{what}, {place}: {text}"
        );
        assert!(text.contains(kept), "{what}, {place}: {text}");
    }
    for text in [admin, line, everybody] {
        assert!(!text.contains("secret-of"), "{what}: a key is shown");
    }
}

async fn passes(
    house: &mut House,
    source: &dyn Source,
    twin: &Twin,
    (way, times, waits): (Way, usize, &[f64]),
) {
    let about = source.about();
    let what = format!("{} answers {way:?} and then well", about.id);
    house.face(twin, limits());
    twin.answer(way, times);
    let outcome = sync::sync(&house.state, source, false).await.unwrap();
    assert!(
        matches!(outcome, Outcome::Made(_) | Outcome::Same),
        "{what}"
    );
    assert_eq!(house.clock.waits(), waits, "{what}");
    let (admin, line, everybody) = house.said(about).await;
    assert!(
        admin.contains("Fine") && admin.contains("Read at 2026-11-30"),
        "{what}: {admin}"
    );
    assert!(line.contains("fine at 2026-11-30"), "{what}: {line}");
    assert!(
        everybody.contains("Read at 2026-11-30"),
        "{what}: {everybody}"
    );
}

async fn whole(house: &mut House, source: &dyn Source, saved: &'static Saved) {
    let about = source.about();
    let twin = house.twin(saved).await;
    let first = sync::sync(&house.state, source, false).await.unwrap();
    assert!(
        matches!(first, Outcome::Made(_)),
        "{}: the first reading",
        about.id
    );
    assert_eq!(twin.asked().len(), saved.asks, "{}", about.id);
    for (way, tries, words) in LASTING {
        lasts(house, source, &twin, way, tries, words).await;
    }
    for passing in PASSING {
        passes(house, source, &twin, passing).await;
    }
}

#[tokio::test]
async fn every_source_keeps_its_last_prices_in_every_failure_and_says_so() {
    let mut house = House::open().await;
    for (source, saved) in saved::each() {
        whole(&mut house, source, saved).await;
    }
}

#[tokio::test]
async fn a_failing_source_is_asked_less_often_and_never_before_it_allows() {
    let mut house = House::open().await;
    let source = server::sources::registry::by_id("verda").unwrap();
    let twin = house.twin(saved::of("verda")).await;
    server::store::sources::switch(
        &house.state.pool,
        "verda",
        true,
        super::house::NOW.parse().unwrap(),
    )
    .await
    .unwrap();
    let mut due = Vec::new();
    for (way, times) in [
        (Way::Html, 9),
        (Way::Html, 9),
        (Way::Html, 9),
        (Way::Busy("86400"), 9),
        (Way::Fine, 0),
    ] {
        twin.answer(way, times);
        sync::sync(&house.state, source, false).await.unwrap();
        let state = server::store::sources::state(&house.state.pool, "verda")
            .await
            .unwrap();
        due.push(
            (state.next_due.unwrap()
                - super::house::NOW
                    .parse::<chrono::DateTime<chrono::Utc>>()
                    .unwrap())
            .num_hours(),
        );
    }
    assert_eq!(due, [1, 2, 4, 24, 24], "hours until it is asked again");
}

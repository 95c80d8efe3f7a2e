//! Offers made by hand, public and negotiated; taken off the list and put back; prices that wait for their day; offers
//! found unchanged again.

use crate::site::{Answer, Site, Visitor, filled, post, some_offer};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use server::{router, start};
use tower::ServiceExt;

const NEW: &str = "/admin/offers/new";

/// A price far below every other one, so that it would lead each ranking that took it in.
const SECRET_PRICE: &str = "0.013579";
const SECRET_TYPE: &str = "negotiated-zq-7";

async fn typed<'a>(
    site: &Site,
    visitor: &mut Visitor,
    changes: &[(&'a str, &'a str)],
) -> Vec<(&'a str, String)> {
    let csrf = visitor.csrf(site).await;
    let mut pairs: Vec<(&str, String)> = [
        ("platform_slug", "autodl"),
        ("gpu_slug", "rtx-4090"),
        ("price_kind", "on_demand"),
        ("instance_type", "made by hand"),
        ("gpu_count", "1"),
        ("currency", "CNY"),
        ("price_basis", "offer"),
        ("price", "2.01"),
        ("source_url", "https://prices.example.com/new"),
        ("source_date", "2026-11-29"),
    ]
    .map(|(name, value)| (name, value.to_owned()))
    .into();
    pairs.push(("csrf", csrf));
    for (name, value) in changes {
        pairs.retain(|(n, _)| n != name);
        pairs.push((name, (*value).to_owned()));
    }
    pairs
}

async fn make(site: &Site, visitor: &mut Visitor, changes: &[(&str, &str)]) -> Answer {
    let pairs = typed(site, visitor, changes).await;
    post(site, visitor, NEW, &pairs).await
}

/// The number in the address that a new offer leads to.
fn number(answer: &Answer) -> i64 {
    let location = answer.header("location");
    let tail = location
        .strip_prefix("/admin/offers/")
        .unwrap_or_else(|| panic!("{} leads to `{location}`: {}", answer.status, answer.body));
    tail.split('?').next().unwrap().parse().unwrap()
}

const CONFIRMED: [(&str, &str); 4] = [
    ("confirm_far_from_median", "1"),
    ("confirm_not_growing", "1"),
    ("confirm_spot_above_on_demand", "1"),
    ("confirm_term_above_meter", "1"),
];

#[tokio::test]
async fn a_new_offer_is_public_at_once_and_the_same_one_is_refused() {
    let (site, mut visitor) = Site::with_editor().await;
    let mut monthly = vec![
        ("price_kind", "monthly"),
        ("price", ""),
        ("price_per_period", "1080"),
        ("note", "made by hand"),
    ];
    monthly.extend(CONFIRMED);
    let answer = make(&site, &mut visitor, &monthly).await;
    let id = number(&answer);
    let snapshot = site.state.snapshot();
    let offer = snapshot.offer(id).unwrap();
    assert_eq!(
        (
            offer.period_hours,
            offer.price_per_hour.nanos,
            offer.price_per_period.unwrap().nanos
        ),
        (720, 1_500_000_000, 1_080_000_000_000)
    );
    let shown = Visitor::default()
        .get(&site, &format!("/offerings/{id}"))
        .await;
    assert!(
        shown.status == StatusCode::OK && shown.body.contains("https://prices.example.com/new")
    );
    let form = visitor.get(&site, answer.header("location")).await.body;
    assert!(form.contains("Created as revision 2"));
    let again = make(&site, &mut visitor, &monthly).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(again.body.contains("has this offer already"));
    assert_eq!(site.count("revision").await, 2);
}

#[tokio::test]
async fn a_new_offer_with_faults_names_them_and_keeps_what_was_typed() {
    let (site, mut visitor) = Site::with_editor().await;
    let wrong = [
        ("gpu_slug", ""),
        ("gpu_count", "two"),
        ("price", "cheap"),
        ("source_date", "2026-12-24"),
        ("note", "typed & kept"),
        ("private", "1"),
    ];
    let answer = make(&site, &mut visitor, &wrong).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    for field in ["gpu_slug", "gpu_count", "price", "source_date"] {
        assert!(
            answer.body.contains(&format!("href=\"#{field}\"")),
            "{field}"
        );
    }
    for kept in ["two", "cheap", "typed &amp; kept"] {
        assert!(answer.body.contains(&format!("value=\"{kept}\"")), "{kept}");
    }
    let tick = &answer.body[answer.body.find("name=\"private\"").unwrap()..];
    assert!(
        tick[..tick.find('>').unwrap()].contains("checked"),
        "the tick stays"
    );
    let reserved = make(&site, &mut visitor, &[("price_kind", "reserved")]).await;
    assert!(reserved.body.contains("href=\"#price_period_hours\""));
    assert_eq!(site.count("revision").await, 1);
}

#[tokio::test]
async fn b05_what_was_odd_and_confirmed_is_kept_in_the_audit() {
    let (site, mut visitor) = Site::with_editor().await;
    let odd = [("price", "0.02")];
    let refused = make(&site, &mut visitor, &odd).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.body.contains("name=\"confirm_far_from_median\""));
    assert!(refused.body.contains(" times)"), "the factor is stated");
    let mut pairs = odd.to_vec();
    pairs.extend(CONFIRMED);
    let id = number(&make(&site, &mut visitor, &pairs).await);
    let changes: String = sqlx::query_scalar("select changes from audit where plan = $1")
        .bind(id)
        .fetch_one(&site.state.pool)
        .await
        .unwrap();
    let changes: serde_json::Value = serde_json::from_str(&changes).unwrap();
    let confirmed: Vec<&str> = changes
        .as_array()
        .unwrap()
        .iter()
        .filter(|change| change["field"] == "confirmed")
        .map(|change| change["after"].as_str().unwrap())
        .collect();
    assert!(confirmed.contains(&"far_from_median"), "{confirmed:?}");
}

/// Bytes of a page as a passer-by gets it, whatever they are.
async fn public(site: &Site, path: &str) -> String {
    let request = Request::builder()
        .uri(path)
        .header(header::HOST, "zuka.test")
        .body(Body::empty())
        .unwrap();
    let answer = router::router(site.state.clone())
        .oneshot(request)
        .await
        .unwrap();
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    String::from_utf8_lossy(&body).into_owned()
}

#[tokio::test]
async fn a_negotiated_offer_is_on_no_public_surface() {
    let (site, mut visitor) = Site::with_editor().await;
    let listed = public(&site, "/api/v1/offerings?limit=1").await;
    let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
    let mut secret = vec![
        ("private", "1"),
        ("price", SECRET_PRICE),
        ("instance_type", SECRET_TYPE),
        ("region", "a secret place"),
        ("source_url", "https://secret.example.com/contract"),
        ("note", "between us"),
    ];
    secret.extend(CONFIRMED);
    let id = number(&make(&site, &mut visitor, &secret).await);

    // Editors have it.
    let list = visitor
        .get(&site, &format!("/admin?q={SECRET_TYPE}"))
        .await
        .body;
    assert!(list.contains(&format!("data-offer=\"{id}\"")) && list.contains("editors only"));
    let form = visitor
        .get(&site, &format!("/admin/offers/{id}"))
        .await
        .body;
    assert!(form.contains(SECRET_PRICE) && form.contains(SECRET_TYPE));

    // Nobody else: every route that can be asked for, with the parameters that would lead to it.
    let share = Visitor::default()
        .post(
            &site,
            "/plan/share",
            &[("v", "1"), ("gpu", "rtx-4090"), ("platform", "autodl")],
        )
        .await;
    let shared = share.header("location").to_owned();
    assert_eq!(share.status, StatusCode::SEE_OTHER);
    let slug = shared.trim_start_matches("/p/").split('?').next().unwrap();
    let mut asked = 0;
    for (route, _) in router::routes() {
        if route.starts_with("/admin") || route.starts_with("/pkg/") {
            continue;
        }
        let name = match route {
            r if r.starts_with("/p/") => slug.to_owned(),
            r if r.starts_with("/gpus/") => "rtx-4090".to_owned(),
            _ => "autodl".to_owned(),
        };
        let files = ["rtx-4090.svg", "rtx-4090.html"];
        let tails = ["", ".csv", ".png"];
        let mut paths = vec![route.to_owned()];
        if route.contains("{slug}") {
            paths = tails
                .iter()
                .map(|tail| route.replace("{slug}", &format!("{name}{tail}")))
                .collect();
        } else if route.contains("{id}") {
            paths = tails
                .iter()
                .map(|tail| route.replace("{id}", &format!("{id}{tail}")))
                .collect();
        } else if route.contains("{file}") {
            paths = files
                .iter()
                .map(|file| route.replace("{file}", file))
                .collect();
        }
        for path in paths {
            for query in [
                "",
                "?limit=1000&group=none&freshness=any",
                "?gpu=rtx-4090&platform=autodl&limit=1000&group=none&currency=CNY",
                "?price_max=0.02&currency=CNY&group=none&limit=1000",
                "?order_by=price_per_gpu_hour&columns=region,instance_type,price_per_hour&group=none&limit=1000",
                "?o=1&p=autodl&a=v%3D1&b=v%3D1",
            ] {
                let address = format!("{path}{query}");
                let body = public(&site, &address).await;
                for told in [
                    SECRET_PRICE,
                    SECRET_TYPE,
                    "a secret place",
                    "secret.example.com",
                    "between us",
                ] {
                    assert!(!body.contains(told), "{address} tells `{told}`");
                }
                asked += 1;
            }
        }
    }
    assert!(asked > 200, "{asked}");
    for path in [
        format!("/offerings/{id}"),
        format!("/api/v1/offerings/{id}"),
    ] {
        let answer = Visitor::default().get(&site, &path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
    let rank = Visitor::default();
    let body = public(&site, &format!("/compare?o={id}")).await;
    assert!(!body.contains(SECRET_TYPE) && rank.cookie.is_none());
    let now = public(&site, "/api/v1/offerings?limit=1").await;
    let now: serde_json::Value = serde_json::from_str(&now).unwrap();
    assert_eq!(now["total"], listed["total"], "counts leave it out");
    assert!(!public(&site, &shared).await.contains(SECRET_TYPE));

    // Not even when it is off the list.
    let csrf = visitor.csrf(&site).await;
    let version = site
        .state
        .editors_snapshot()
        .offer(id)
        .unwrap()
        .version
        .to_string();
    let off = [
        ("csrf", csrf),
        ("version", version),
        ("action", "off".to_owned()),
    ];
    let answer = post(
        &site,
        &mut visitor,
        &format!("/admin/offers/{id}/state"),
        &off,
    )
    .await;
    assert!(
        answer.header("location").contains("?off="),
        "{}",
        answer.header("location")
    );
    for path in [
        format!("/offerings/{id}"),
        "/gpus/rtx-4090".to_owned(),
        format!("/api/v1/offerings/{id}"),
    ] {
        assert!(!public(&site, &path).await.contains(SECRET_PRICE), "{path}");
    }
}

#[tokio::test]
async fn a_negotiated_offer_can_be_edited_beside_a_public_one_with_the_same_properties() {
    let (site, mut visitor) = Site::with_editor().await;
    let shown = number(&make(&site, &mut visitor, &CONFIRMED).await);
    let mut secret = vec![("private", "1"), ("price", "1.5")];
    secret.extend(CONFIRMED);
    let hidden = number(&make(&site, &mut visitor, &secret).await);
    assert_ne!(shown, hidden);
    let path = format!("/admin/offers/{hidden}");
    let mut changes = vec![("price", "1.4")];
    changes.extend(CONFIRMED);
    let pairs = filled(&site, &mut visitor, &path, &changes).await;
    let answer = post(&site, &mut visitor, &path, &pairs).await;
    assert_eq!(
        answer.header("location"),
        format!("{path}?saved=4"),
        "{}",
        answer.body
    );
    let public = site.state.snapshot();
    assert!(public.offer(hidden).is_none());
    assert_eq!(
        public.offer(shown).unwrap().price_per_hour.nanos,
        2_010_000_000
    );
    let all = site.state.editors_snapshot();
    assert_eq!(
        all.offer(hidden).unwrap().price_per_hour.nanos,
        1_400_000_000
    );
}

#[tokio::test]
async fn an_offer_goes_off_the_list_and_comes_back_with_its_price() {
    let (site, mut visitor) = Site::with_editor().await;
    let (offer, path) = some_offer(&site);
    let state = format!("{path}/state");
    let csrf = visitor.csrf(&site).await;
    let pairs = |action: &str, version: i64| {
        [
            ("csrf", csrf.clone()),
            ("version", version.to_string()),
            ("action", action.to_owned()),
        ]
    };
    let late = post(
        &site,
        &mut visitor,
        &state,
        &pairs("off", offer.version + 5),
    )
    .await;
    assert_eq!(late.header("location"), format!("{path}?late=1"));
    let off = post(&site, &mut visitor, &state, &pairs("off", offer.version)).await;
    assert_eq!(off.header("location"), format!("{path}?off=2"));
    assert!(site.state.snapshot().offer(offer.id).is_none());
    let page = visitor.get(&site, off.header("location")).await;
    assert!(
        page.status == StatusCode::OK && page.body.contains("Taken off the list as revision 2")
    );
    let list = visitor.get(&site, "/admin?listed=no").await.body;
    assert!(list.contains(&format!("data-offer=\"{}\"", offer.id)));
    let public = Visitor::default()
        .get(&site, &format!("/offerings/{}", offer.id))
        .await;
    assert_eq!(public.status, StatusCode::OK, "its history stays readable");
    let on = post(&site, &mut visitor, &state, &pairs("on", offer.version + 1)).await;
    assert_eq!(on.header("location"), format!("{path}?listed=3"));
    let now = site.state.snapshot();
    let now = now.offer(offer.id).unwrap();
    assert_eq!(
        (now.price_per_hour, now.observed),
        (offer.price_per_hour, offer.observed)
    );
    assert_eq!(
        site.count(&format!("audit where plan = {}", offer.id))
            .await,
        2
    );
}

#[tokio::test]
async fn a_price_to_come_waits_for_its_day_and_takes_over_by_itself() {
    let (site, mut visitor) = Site::with_editor().await;
    let (offer, path) = some_offer(&site);
    let mut changes = vec![("price", "4.4"), ("effective_from", "2026-12-05")];
    changes.extend(CONFIRMED);
    let pairs = filled(&site, &mut visitor, &path, &changes).await;
    let answer = post(&site, &mut visitor, &path, &pairs).await;
    assert_eq!(
        answer.header("location"),
        format!("{path}?scheduled=2"),
        "{}",
        answer.body
    );
    let now = site.state.snapshot();
    assert_eq!(
        now.offer(offer.id).unwrap().price_per_hour,
        offer.price_per_hour
    );
    let page = Visitor::default()
        .get(&site, &format!("/offerings/{}", offer.id))
        .await
        .body;
    assert!(page.contains("data-scheduled=\"2026-12-05\"") && page.contains("¥4.40"));
    assert!(
        page.contains("https://prices.example.com/4090"),
        "with its source"
    );
    assert_eq!(
        start::apply_due(&site.state).await.unwrap(),
        0,
        "its day has not come"
    );

    // The same database on a later day.
    let mut config = (*site.state.config).clone();
    config.now = Some("2026-12-05T00:00:01Z".parse().unwrap());
    let later = start::open(config).await.unwrap();
    let snapshot = later.snapshot();
    let then = snapshot.offer(offer.id).unwrap();
    assert_eq!(
        (then.price_per_hour.nanos, snapshot.revision),
        (4_400_000_000, 3)
    );
    assert_eq!(then.observed.text(), "2026-12-05");
    assert!(then.note.contains("announced 2026-11-29"));
    let open = "scheduled_price where until_revision is null";
    assert_eq!(
        (
            site.count(open).await,
            start::apply_due(&later).await.unwrap()
        ),
        (0, 0)
    );
}

#[tokio::test]
async fn a_price_to_come_stands_alone_is_not_in_the_past_and_can_be_taken_back() {
    let (site, mut visitor) = Site::with_editor().await;
    let (offer, path) = some_offer(&site);
    for (changes, said) in [
        (vec![("effective_from", "2026-11-01")], "This day is past"),
        (vec![("effective_from", "soon")], "is not a date"),
        (
            vec![("effective_from", "2026-12-05"), ("region", "elsewhere")],
            "Only a price can wait",
        ),
    ] {
        let mut changes = changes;
        changes.push(("price", "4.4"));
        changes.extend(CONFIRMED);
        let pairs = filled(&site, &mut visitor, &path, &changes).await;
        let answer = post(&site, &mut visitor, &path, &pairs).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{said}");
        assert!(
            answer.body.contains(said) && answer.body.contains("href=\"#effective_from\""),
            "{said}"
        );
    }
    for price in ["4.4", "4.3"] {
        let mut changes = vec![("price", price), ("effective_from", "2026-12-05")];
        changes.extend(CONFIRMED);
        let pairs = filled(&site, &mut visitor, &path, &changes).await;
        assert_eq!(
            post(&site, &mut visitor, &path, &pairs).await.status,
            StatusCode::SEE_OTHER
        );
    }
    assert_eq!(
        site.count("scheduled_price where outcome = 'replaced'")
            .await,
        1
    );
    let csrf = visitor.csrf(&site).await;
    let back = [("csrf", csrf), ("action", "take_back".to_owned())];
    let answer = post(&site, &mut visitor, &format!("{path}/state"), &back).await;
    assert_eq!(answer.header("location"), format!("{path}?taken_back=4"));
    let page = Visitor::default()
        .get(&site, &format!("/offerings/{}", offer.id))
        .await
        .body;
    assert!(!page.contains("data-scheduled"));
}

#[tokio::test]
async fn ticked_offers_are_checked_again_in_one_revision() {
    let (site, mut visitor) = Site::with_editor().await;
    let before = site.state.snapshot();
    let day = "2026-11-30".parse().unwrap();
    let old = before
        .offers
        .iter()
        .filter(|offer| offer.observed.date < day);
    let ids: Vec<i64> = old.take(3).map(|offer| offer.id).collect();
    let csrf = visitor.csrf(&site).await;
    let mut pairs = vec![("csrf", csrf.clone())];
    pairs.extend(ids.iter().map(|id| ("plan", id.to_string())));
    pairs.push(("plan", "999999".to_owned()));
    let answer = post(&site, &mut visitor, "/admin", &pairs).await;
    assert_eq!(answer.header("location"), "/admin?checked=2&count=3");
    let page = visitor.get(&site, "/admin?checked=2&count=3").await.body;
    assert!(page.contains("3 offers checked again today"));
    let after = site.state.snapshot();
    assert_eq!(after.revision, 2);
    for id in &ids {
        let (was, is) = (before.offer(*id).unwrap(), after.offer(*id).unwrap());
        assert_eq!(
            (
                is.price_per_hour,
                is.observed.text().as_str(),
                &is.source_url
            ),
            (was.price_per_hour, "2026-11-30", &was.source_url)
        );
    }
    let nothing = post(&site, &mut visitor, "/admin", &[("csrf", csrf)]).await;
    assert_eq!(nothing.header("location"), "/admin?nothing=1");
    assert_eq!(site.count("revision").await, 2);
}

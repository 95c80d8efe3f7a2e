//! Edits by hand through the whole router: what is saved, what is refused and how, what is shown of others' work.

use crate::site::{PASSWORD, Site, Visitor, filled, hidden, post, some_offer};
use axum::http::StatusCode;
use domain::catalog::{FactKey, Offer, PriceKind};

#[tokio::test]
async fn an_edit_is_on_the_page_and_in_the_interface_at_once_and_audited() {
    let (site, mut visitor) = Site::with_editor().await;
    let (offer, path) = some_offer(&site);
    let changes = [
        ("price_basis", "gpu"),
        ("price", "2.25"),
        ("no_gpu_price_hour", "0.17"),
        ("no_gpu_mode", "yes"),
        ("region", "西北 <2>"),
        ("confirm_far_from_median", "1"),
    ];
    let pairs = filled(&site, &mut visitor, &path, &changes).await;
    let answer = post(&site, &mut visitor, &path, &pairs).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    assert_eq!(answer.header("location"), format!("{path}?saved=2"));
    let snapshot = site.state.snapshot();
    let now = snapshot.offer(offer.id).unwrap();
    let platform = &snapshot.platforms[now.platform];
    assert_eq!(
        (snapshot.revision, now.price_per_hour.nanos, now.version),
        (2, 4_500_000_000, offer.version + 1)
    );
    assert_eq!(
        (now.region.as_deref(), now.observed.text().as_str()),
        (Some("西北 <2>"), "2026-11-29")
    );
    assert_eq!(
        (now.source.as_str(), now.gpu_count),
        ("prices.example.com", 2)
    );
    let fact = now.overrides.get(FactKey::NoGpuPrice).unwrap();
    assert_eq!(
        (
            now.fact_value(platform, FactKey::NoGpuPrice),
            fact.sources.len(),
            fact.sources[0].exact
        ),
        (Some("0.17"), 1, true)
    );
    let page = visitor.get(&site, &format!("{path}?saved=2")).await.body;
    assert!(
        page.contains("Saved as revision 2")
            && page.contains("西北 &lt;2&gt;")
            && page.contains("data-revision=\"2\"")
    );
    assert!(
        page.contains("¥2.25 /GPU·h, whole offer ¥4.50 /h"),
        "the public wording"
    );
    let slug = &snapshot.gpus[now.gpu].slug;
    let api = Visitor::default()
        .get(
            &site,
            &format!(
                "/api/v1/offerings?gpu={slug}&platform={}&limit=1000",
                platform.slug
            ),
        )
        .await
        .body;
    let api: serde_json::Value = serde_json::from_str(&api).unwrap();
    let item = api["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["id"] == offer.id)
        .unwrap();
    assert_eq!(
        (&item["price_per_hour"], &item["price_per_gpu_hour"]),
        (&"4.5".into(), &"2.25".into())
    );
    let public = Visitor::default()
        .get(
            &site,
            &format!(
                "/?gpu={slug}&platform={}&group=none&limit=1000&currency=CNY",
                platform.slug
            ),
        )
        .await
        .body;
    assert!(public.contains("2.25"));
    let (editor, plan, changes): (String, i64, String) =
        sqlx::query_as("select editor, plan, changes from audit where revision = 2")
            .fetch_one(&site.state.pool)
            .await
            .unwrap();
    assert_eq!((editor.as_str(), plan), ("lin", offer.id));
    let changes: serde_json::Value = serde_json::from_str(&changes).unwrap();
    let price = changes
        .as_array()
        .unwrap()
        .iter()
        .find(|change| change["field"] == "price")
        .unwrap();
    assert_eq!(
        (&price["before"], &price["after"]),
        (
            &offer.price_per_hour.amount().to_string().into(),
            &"4.5".into()
        )
    );
    let open = format!(
        "price where plan = {} and until_revision is null and since_revision = 2",
        offer.id
    );
    let closed = format!("price where plan = {} and until_revision = 2", offer.id);
    assert_eq!((site.count(&open).await, site.count(&closed).await), (1, 1));
}

#[tokio::test]
async fn an_unchanged_form_saves_nothing_and_makes_no_own_facts() {
    let (site, mut visitor) = Site::with_editor().await;
    let (offer, path) = some_offer(&site);
    let date = offer.observed.text();
    let pairs = filled(
        &site,
        &mut visitor,
        &path,
        &[("source_url", &offer.source_url), ("source_date", &date)],
    )
    .await;
    let answer = post(&site, &mut visitor, &path, &pairs).await;
    assert_eq!(answer.header("location"), format!("{path}?unchanged=1"));
    assert_eq!(
        (
            site.count("revision").await,
            site.count("platform_fact where offering is not null").await
        ),
        (1, 0)
    );
    let pairs = filled(
        &site,
        &mut visitor,
        &path,
        &[("confirm_far_from_median", "1")],
    )
    .await;
    assert_eq!(
        post(&site, &mut visitor, &path, &pairs)
            .await
            .header("location"),
        format!("{path}?saved=2")
    );
    assert_eq!(
        site.count("platform_fact where offering is not null").await,
        0
    );
}

#[tokio::test]
async fn b26_a_refused_form_names_every_fault_and_keeps_what_was_typed() {
    let (site, mut visitor) = Site::with_editor().await;
    let (_, path) = some_offer(&site);
    let changes = [
        ("price", "two fifty"),
        ("source_url", ""),
        ("source_date", "2026-12-01"),
        ("gpu_count", "0"),
        ("data_retention_days", "a week"),
        ("note", "typed & kept \"so\""),
    ];
    let pairs = filled(&site, &mut visitor, &path, &changes).await;
    let answer = post(&site, &mut visitor, &path, &pairs).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    for field in [
        "price",
        "source_url",
        "source_date",
        "gpu_count",
        "data_retention_days",
    ] {
        assert!(
            answer.body.contains(&format!("href=\"#{field}\"")),
            "{field} in the summary"
        );
        assert!(
            answer.body.contains(&format!("id=\"m-{field}\"")),
            "{field} has its fault beside it"
        );
        assert!(
            answer.body.contains(&format!("id=\"{field}\"")),
            "the link leads to {field}"
        );
    }
    for kept in [
        "two fifty",
        "2026-12-01",
        "a week",
        "typed &amp; kept &quot;so&quot;",
    ] {
        assert!(answer.body.contains(&format!("value=\"{kept}\"")), "{kept}");
    }
    assert_eq!(site.count("revision").await, 1);
}

#[tokio::test]
async fn a_stale_form_shows_what_the_other_published_and_can_be_sent_again() {
    let (site, mut visitor) = Site::with_editor().await;
    let (offer, path) = some_offer(&site);
    site.add_editor("wei").await;
    let mut other = Visitor::default();
    other.sign_in(&site, "wei", PASSWORD).await;
    let mut mine = filled(
        &site,
        &mut visitor,
        &path,
        &[("price", "4.4"), ("confirm_far_from_median", "1")],
    )
    .await;
    let theirs = filled(
        &site,
        &mut other,
        &path,
        &[("price", "4.6"), ("confirm_far_from_median", "1")],
    )
    .await;
    assert_eq!(
        post(&site, &mut other, &path, &theirs).await.status,
        StatusCode::SEE_OTHER
    );
    let answer = post(&site, &mut visitor, &path, &mine).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    assert_eq!(hidden(&answer.body, "price"), "4.4");
    assert!(
        answer.body.contains("Revision 2 by wei.") && answer.body.contains("Published now: 4.6")
    );
    assert_eq!(
        site.state
            .snapshot()
            .offer(offer.id)
            .unwrap()
            .price_per_hour
            .nanos,
        4_600_000_000
    );
    mine.retain(|(name, _)| *name != "version");
    mine.push(("version", hidden(&answer.body, "version")));
    assert_eq!(
        post(&site, &mut visitor, &path, &mine)
            .await
            .header("location"),
        format!("{path}?saved=3")
    );
    assert_eq!(
        site.state
            .snapshot()
            .offer(offer.id)
            .unwrap()
            .price_per_hour
            .nanos,
        4_400_000_000
    );
}

#[tokio::test]
async fn b05_an_odd_price_needs_its_tick_and_a_look_saves_nothing() {
    let (site, mut visitor) = Site::with_editor().await;
    let (_, path) = some_offer(&site);
    let mut pairs = filled(&site, &mut visitor, &path, &[("price", "0.02")]).await;
    let answer = post(&site, &mut visitor, &path, &pairs).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        answer.body.contains("name=\"confirm_far_from_median\"")
            && answer.body.contains("below the card&#x27;s median")
            || answer.body.contains("below the card's median")
    );
    pairs.push(("confirm_far_from_median", "1".into()));
    pairs.push(("action", "preview".into()));
    let look = post(&site, &mut visitor, &path, &pairs).await;
    assert_eq!(look.status, StatusCode::OK);
    assert!(look.body.contains("¥0.010 /GPU·h, whole offer ¥0.020 /h"));
    assert_eq!(site.count("revision").await, 1);
    pairs.retain(|(name, _)| *name != "action");
    assert_eq!(
        post(&site, &mut visitor, &path, &pairs).await.status,
        StatusCode::SEE_OTHER
    );
}

#[tokio::test]
async fn specifications_of_another_offer_are_refused_and_a_new_currency_makes_another_price_plan() {
    let (site, mut visitor) = Site::with_editor().await;
    let snapshot = site.state.snapshot();
    let (offer, path) = some_offer(&site);
    let twin = |o: &&Offer| {
        o.platform == offer.platform
            && o.gpu == offer.gpu
            && o.gpu_fraction.is_none()
            && o.offering_id != offer.offering_id
    };
    if let Some(twin) = snapshot.offers.iter().find(twin) {
        let text = |value: Option<f64>| value.map(|v| v.to_string()).unwrap_or_default();
        let (count, vcpus, ram, disk) = (
            twin.gpu_count.to_string(),
            text(twin.vcpus),
            text(twin.ram_gb),
            text(twin.disk_gb),
        );
        let changes = [
            ("gpu_count", count.as_str()),
            ("vcpus", &vcpus),
            ("ram_gb", &ram),
            ("disk_gb", &disk),
            ("region", twin.region.as_deref().unwrap_or("")),
            ("instance_type", twin.instance_type.as_deref().unwrap_or("")),
            ("disk_type", twin.disk_type.as_deref().unwrap_or("")),
            ("exclusivity", twin.exclusivity.map_or("", |e| e.word())),
            ("confirm_far_from_median", "1"),
        ];
        let pairs = filled(&site, &mut visitor, &path, &changes).await;
        let answer = post(&site, &mut visitor, &path, &pairs).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.body.contains("has exactly these properties"));
    } else {
        panic!("the starting catalogue has no second offer of this card on this platform");
    }
    let pairs = filled(
        &site,
        &mut visitor,
        &path,
        &[
            ("currency", "USD"),
            ("price", "0.6"),
            ("confirm_far_from_median", "1"),
        ],
    )
    .await;
    let answer = post(&site, &mut visitor, &path, &pairs).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert!(!answer.header("location").starts_with(&format!("{path}?")));
    assert!(
        site.state.snapshot().offer(offer.id).is_none(),
        "the plan in yuan is history"
    );
    let followed = visitor.get(&site, answer.header("location")).await;
    assert!(followed.body.contains("Saved as revision 2"));
}

#[tokio::test]
async fn what_is_said_of_an_offering_holds_for_each_of_its_prices() {
    let (site, mut visitor) = Site::with_editor().await;
    let snapshot = site.state.snapshot();
    let shared = |spot: &&Offer| {
        let other = |o: &Offer| o.offering_id == spot.offering_id && o.id < spot.id;
        spot.kind == PriceKind::Spot && snapshot.offers.iter().any(other)
    };
    let spot = snapshot.offers.iter().find(shared).unwrap();
    let path = format!("/admin/offers/{}", spot.id);
    let changes = [
        ("data_retention_days", "77"),
        ("confirm_far_from_median", "1"),
        ("confirm_spot_above_on_demand", "1"),
    ];
    let pairs = filled(&site, &mut visitor, &path, &changes).await;
    let answer = post(&site, &mut visitor, &path, &pairs).await;
    assert_eq!(answer.header("location"), format!("{path}?saved=2"));
    let now = site.state.snapshot();
    let plans: Vec<&Offer> = now
        .offers
        .iter()
        .filter(|o| o.offering_id == spot.offering_id)
        .collect();
    assert!(plans.len() >= 2);
    for plan in plans {
        assert_eq!(
            plan.overrides.whole(FactKey::RetentionDays),
            Some(77),
            "price plan {}",
            plan.id
        );
        assert_eq!(plan.version, spot.version + 1);
    }
}

//! Saved answers: what they bring, what is refused and why.
use super::house::House;
use super::saved;
use domain::units::Currency;
use server::import::Import;
use server::sources::sync::{self, Outcome};
use server::sources::{Known, Page, registry};

fn read(id: &str, body: &str, house: &House) -> Result<Import, server::sources::Failure> {
    let snapshot = house.state.snapshot();
    let known = Known {
        snapshot: &snapshot,
        today: "2026-11-30".parse().unwrap(),
    };
    let page = Page {
        of: "https://example.org/".to_owned(),
        body: body.to_owned(),
    };
    registry::by_id(id).unwrap().parse(&[page], &known)
}

#[tokio::test]
async fn every_source_reads_its_answers_all_pages_of_them_and_refuses_by_name() {
    let mut house = House::open().await;
    for (source, saved) in saved::each() {
        let about = source.about();
        let twin = house.twin(saved).await;
        let reading = sync::read(&house.state, source, None).await;
        let reading = reading
            .unwrap_or_else(|failure| panic!("{}: {failure}", about.id))
            .unwrap();
        let refused: Vec<String> = reading
            .import
            .refused
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            reading.counts.to_string(),
            saved.counts,
            "{}: {refused:#?}",
            about.id
        );
        assert_eq!(twin.asked().len(), saved.asks, "{}", about.id);
        for (platform, gpu, count, kind, price) in saved.offers {
            let fits = reading.import.offers.iter().any(|offer| {
                (offer.platform.as_str(), offer.gpu.as_str(), offer.gpu_count)
                    == (*platform, *gpu, *count)
                    && (
                        offer.kind.word(),
                        offer.price_per_hour.amount().to_string().as_str(),
                    ) == (*kind, *price)
            });
            assert!(
                fits,
                "{}: {platform} {count} x {gpu} {kind} {price} in {:#?}",
                about.id, reading.import.offers
            );
        }
        for words in saved.refused {
            assert!(
                refused.iter().any(|row| row.contains(words)),
                "{}: {words} in {refused:#?}",
                about.id
            );
        }
        // Every price says where and when it was read.
        for offer in &reading.import.offers {
            assert!(offer.source_url.starts_with("https://"), "{offer:?}");
            assert!(offer.observed.text().starts_with("2026-11-"), "{offer:?}");
        }
    }
}

#[tokio::test]
async fn details_of_answers_mean_what_their_documents_say() {
    let house = House::open().await;
    let vultr = read("vultr", saved::of("vultr").pages[1].1, &house).unwrap();
    let share = vultr
        .offers
        .iter()
        .find(|offer| offer.gpu == "a16")
        .unwrap();
    assert_eq!((share.gpu_fraction, share.ram_gb), (Some(0.125), Some(8.0)));
    let vast = read("vast-ai", saved::of("vast-ai").pages[0].1, &house).unwrap();
    let lowest = vast
        .offers
        .iter()
        .find(|offer| offer.gpu == "rtx-4090" && offer.gpu_count == 1)
        .unwrap();
    assert!(
        lowest
            .note
            .starts_with("the lowest of 2 asks of verified hosts"),
        "{}",
        lowest.note
    );
    let autodl = read("autodl", saved::of("autodl").otherwise, &house).unwrap();
    assert_eq!(
        autodl.offers.len(),
        1,
        "the lowest ask of a card and region"
    );
    assert_eq!(autodl.offers[0].price_per_hour.currency.code(), "CNY");
    assert_eq!(autodl.offers[0].region.as_deref(), Some("西北B区"));
    // A dollar is worth as many yuan as both are worth in euros, on that day.
    let ecb = read("ecb", saved::of("ecb").otherwise, &house).unwrap();
    let yuan: Currency = "CNY".parse().unwrap();
    let rate = ecb
        .fx
        .iter()
        .find(|rate| rate.base == Currency::USD && rate.quote == yuan)
        .unwrap();
    assert_eq!(
        (
            rate.rate.to_string().as_str(),
            rate.date.to_string().as_str()
        ),
        ("7", "2026-11-27")
    );
    // A row in another shape is refused and stops no other.
    let odd = saved::of("runpod").otherwise.replacen(
        "\"secureCloud\": true",
        "\"secureCloud\": \"yes\"",
        1,
    );
    let odd = read("runpod", &odd, &house).unwrap();
    assert_eq!(
        (odd.offers.len(), odd.refused.len()),
        (1, 2),
        "{:?}",
        odd.refused
    );
    // What is in another shape is said to be so, and no row of it is taken.
    for (source, _) in saved::each() {
        let id = source.about().id;
        let answer = read(id, "{\"error\": \"nothing here\"}", &house);
        assert!(
            answer.is_err() || answer.is_ok_and(|import| import.offers.is_empty()),
            "{id}"
        );
    }
}

#[tokio::test]
async fn the_feed_names_platforms_in_its_own_way_and_a_market_by_its_lowest_ask() {
    let house = House::open().await;
    let row = |provider: &str, price: &str, vcpu: u32| {
        format!(
            r#"{{"provider":"{provider}","gpu_model_raw":"RTX 4090","gpu_key":"rtx-4090","gpu_count":1,"vram_gb":24,
            "currency":"USD","price_total_hr":{price},"pricing_type":"on-demand","vcpu":{vcpu},"region":null}}"#
        )
    };
    let rows = [
        row("vastai", "0.42", 8),
        row("vastai", "0.4", 16),
        row("datacrunch", "0.5", 8),
        row("lambdalabs", "0.6", 8),
    ];
    let text = format!(
        r#"{{"collected_at":"2026-11-29T06:00:00Z","offers":[{}]}}"#,
        rows.join(",")
    );
    let import = read("gpu-price-feed", &text, &house).unwrap();
    let found: Vec<_> = import
        .offers
        .iter()
        .map(|o| (o.platform.as_str(), o.price_per_hour.amount().to_string()))
        .collect();
    assert_eq!(
        found,
        [
            ("vast-ai", "0.4".to_owned()),
            ("verda", "0.5".to_owned()),
            ("lambda", "0.6".to_owned())
        ]
    );
    assert_eq!(
        import.offers[0].vcpus, None,
        "the machine of the lowest ask is another one tomorrow"
    );
}

#[tokio::test]
async fn rates_of_the_central_bank_are_in_force_at_once() {
    let mut house = House::open().await;
    house.twin(saved::of("ecb")).await;
    let outcome = sync::sync(&house.state, registry::by_id("ecb").unwrap(), false)
        .await
        .unwrap();
    assert!(matches!(outcome, Outcome::Made(_)));
    let page = house.editor.get(&house.site, "/?lang=en").await;
    assert!(
        page.body.contains("1 USD = 7 CNY"),
        "the strip shows the new rate"
    );
}

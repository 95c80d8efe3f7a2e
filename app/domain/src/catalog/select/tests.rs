use super::*;
use crate::catalog::order::{Direction, OrderBy};
use crate::catalog::{
    Exclusivity, Fact, FactKey, Facts, Freshness, FreshnessLimits, Gpu, Observed, Offer, Platform,
    PriceKind, Tri, query::FACT_FLAGS, query::NUMBERS, query::Range,
};
use crate::units::{Decimal, FxRate, FxTable, Money};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select as one_of, subsequence};

const CARDS: [(&str, &str, Option<f64>, Option<f64>); 6] = [
    ("rtx-4090", "GeForce RTX 4090", Some(24.0), Some(165.2)),
    (
        "h100-80gb",
        "H100 80 GB (form factor not stated)",
        Some(80.0),
        None,
    ),
    ("h100-sxm", "H100 SXM5 80 GB", Some(80.0), Some(989.0)),
    ("h100-nvl", "H100 NVL", Some(94.0), Some(835.0)),
    (
        "a100-80gb",
        "A100 80 GB (form factor not stated)",
        None,
        Some(312.0),
    ),
    ("a100-80gb-sxm", "A100 SXM4 80 GB", Some(80.0), Some(312.0)),
];
const REGIONS: [&str; 4] = ["us-east-1", "eu-west-1", "Nei Meng B", "us-west-2"];
const NAMES: [&str; 5] = ["p5.48xlarge", "gpu_8x_H100", "Compute 4x", "北京 B", "p4d"];
const DAYS: [&str; 6] = [
    "2026-11-29",
    "2026-11-01",
    "2026-08",
    "2026-05-01",
    "2025",
    "2026-10-30",
];
const CODES: [&str; 4] = ["CNY", "USD", "EUR", "JPY"];
const WORDS: [&str; 10] = [
    "RTX_4090",
    "",
    "h100",
    "4090",
    "east",
    "P5",
    "80gb cloud",
    "us- 8x",
    "北京",
    "x",
];

fn gpus() -> Vec<Gpu> {
    let gpu = |(slug, name, vram_gb, tflops): &(&str, &str, Option<f64>, Option<f64>)| Gpu {
        slug: (*slug).into(),
        name: (*name).into(),
        vendor: "NVIDIA".into(),
        architecture: None,
        compute_capability: tflops.map(|_| "9.0".into()),
        vram_gb: *vram_gb,
        memory_type: None,
        bandwidth_gbps: tflops.map(|t| t * 3.0),
        fp32_tflops: None,
        fp16_dense_tflops: *tflops,
        fp16_dense_derived_tflops: None,
        bf16_dense_tflops: None,
        fp8_dense_tflops: None,
        int8_dense_tops: None,
        tdp_w: None,
        interconnect: None,
        interconnect_gbps: None,
        form_factor: slug.rsplit_once('-').map(|(_, form)| form.to_owned()),
        release_year: None,
        min_cuda: None,
        source_url: String::new(),
        note: String::new(),
    };
    CARDS.iter().map(gpu).collect()
}

fn facts(said: &[(FactKey, &str)]) -> Facts {
    let fact = |value: &str| Fact {
        value: Some(value.into()),
        observed: None,
        quote: None,
        sources: Vec::new(),
        learnt: None,
    };
    Facts(
        said.iter()
            .map(|(key, value)| (*key, fact(value)))
            .collect(),
    )
}

fn platforms() -> Vec<Platform> {
    let platform = |slug: &str, name: &str, said: &[(FactKey, &str)]| Platform {
        slug: slug.into(),
        name: name.into(),
        name_zh: (slug == "auto").then(|| "北京云".into()),
        homepage: None,
        country: (slug != "zeta").then(|| "CN".into()),
        currency: Some(Currency::USD),
        docs_url: None,
        note: String::new(),
        facts: facts(said),
    };
    vec![
        platform(
            "auto",
            "AutoCloud",
            &[
                (FactKey::NoGpuMode, "yes"),
                (FactKey::StoppedBilling, "none"),
                (FactKey::BillingIncrement, "1"),
                (FactKey::StoragePrice, "0.1"),
            ],
        ),
        platform(
            "big",
            "Big cloud",
            &[
                (FactKey::PersistentStorage, "partial"),
                (FactKey::CardExclusivity, "dedicated"),
                (FactKey::BillingIncrement, "3600"),
            ],
        ),
        platform(
            "zeta",
            "zeta",
            &[
                (FactKey::PersistentStorage, "no"),
                (FactKey::StoppedBilling, "full"),
            ],
        ),
    ]
}

fn rates() -> FxTable {
    let rate = |base: &str, quote: &str, rate: &str| FxRate {
        base: base.parse().unwrap(),
        quote: quote.parse().unwrap(),
        rate: rate.parse().unwrap(),
        date: "2026-11-01".parse().unwrap(),
        source: String::new(),
        note: String::new(),
        hops: 1,
    };
    FxTable::new(vec![
        rate("USD", "CNY", "6.736913"),
        rate("EUR", "USD", "1.1761"),
    ])
}

/// Few values a field, so that ties and classes of many offers are met.
fn offer() -> impl Strategy<Value = Offer> {
    let place = (
        0..CARDS.len(),
        0..3_usize,
        option::of(one_of(&REGIONS[..])),
        option::of(one_of(&NAMES[..])),
    );
    let size = (
        1..4_u32,
        option::weighted(0.1, Just(0.5)),
        option::of(one_of(vec![8.0, 16.0, 32.0])),
    );
    let price = (
        one_of(&CODES[..]),
        1..40_i64,
        one_of(PriceKind::ALL),
        one_of(&DAYS[..]),
    );
    let rules = (
        option::of(one_of(Exclusivity::ALL)),
        option::weighted(0.2, one_of(vec!["yes", "partial", "no"])),
        option::of(one_of(vec!["nvme", "ssd"])),
        option::of(one_of(vec![100_u32, 1000])),
    );
    (place, size, price, rules).prop_map(|(place, size, price, rules)| Offer {
        id: 0,
        offering_id: 0,
        version: 1,
        gpu: place.0,
        platform: place.1,
        region: place.2.map(str::to_owned),
        instance_type: place.3.map(str::to_owned),
        gpu_count: size.0,
        gpu_fraction: size.1,
        vcpus: size.2,
        ram_gb: size.2.map(|cpus| cpus * 4.0),
        disk_gb: None,
        disk_type: rules.2.map(str::to_owned),
        network_mbps: rules.3,
        exclusivity: rules.0,
        kind: price.2,
        period_hours: 1,
        price_per_period: None,
        price_per_hour: Money {
            nanos: price.1 * 250_000_000,
            currency: price.0.parse().unwrap(),
        },
        observed: Observed::parse(price.3).unwrap(),
        source_url: String::new(),
        source: String::new(),
        note: String::new(),
        overrides: rules
            .1
            .map_or_else(Facts::default, |word| facts(&[(FactKey::NoGpuMode, word)])),
    })
}

fn catalogue() -> impl Strategy<Value = CatalogSnapshot> {
    vec(offer(), 0..150).prop_map(|mut offers| {
        for (index, offer) in offers.iter_mut().enumerate() {
            offer.id = index as i64 * 3 + 1;
        }
        CatalogSnapshot::new(1, gpus(), platforms(), offers, Vec::new(), rates())
    })
}

fn some_of(words: &[&str]) -> impl Strategy<Value = Vec<String>> + use<> {
    let words: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
    let none = Just(Vec::new());
    prop_oneof![3 => none, 1 => subsequence(words.clone(), 0..=words.len())]
}

fn question() -> impl Strategy<Value = Query> {
    let bound = || option::of(one_of(vec!["0.5", "1", "2", "8", "24", "80", "100", "500"]));
    let range = (one_of(NUMBERS), bound(), bound()).prop_map(|((name, _), min, max)| {
        let number = |text: &str| text.parse::<Decimal>().unwrap();
        let (min, max) = (min.map(number), max.map(number));
        (name, Range { min, max })
    });
    let slugs = CARDS.map(|card| card.0);
    let named = (
        some_of(&slugs),
        some_of(&["auto", "big", "zeta"]),
        some_of(&["cn", "us"]),
        some_of(&REGIONS),
    );
    let rest = (
        some_of(&["NVME"]),
        some_of(&["sxm", "nvl"]),
        some_of(&["none", "full"]),
        option::of(0..100_u32),
        prop_oneof![2 => Just(Vec::new()), 1 => subsequence(PriceKind::ALL, 1..3)],
        prop_oneof![2 => Just(Vec::new()), 1 => subsequence(Exclusivity::ALL, 1..2)],
    );
    let flags =
        prop_oneof![2 => Just(Vec::new()), 1 => vec((one_of(FACT_FLAGS), one_of(Tri::ALL)), 1..3)];
    let switches = (
        any::<bool>(),
        any::<bool>(),
        one_of(OrderBy::ALL),
        one_of(Direction::ALL),
        one_of(UnknownFacts::ALL),
    );
    let words = one_of(&WORDS[..]);
    (words, named, rest, vec(range, 0..3), flags, switches).prop_map(
        |(q, named, rest, numbers, flags, switches)| {
            let mut query = Query {
                q: q.into(),
                gpu: named.0,
                platform: named.1,
                country: named.2,
                region: named.3,
                disk_type: rest.0,
                form_factor: rest.1,
                stopped_billing: rest.2,
                observed_within_days: rest.3.filter(|days| days % 3 == 0),
                price_kind: rest.4,
                exclusivity: rest.5,
                current_only: switches.0,
                unknown: if switches.1 {
                    UnknownFacts::Include
                } else {
                    UnknownFacts::Exclude
                },
                unknown_figures: switches.4,
                order_by: switches.2,
                order_dir: switches.3,
                numbers,
                ..Query::default()
            };
            query.flags = flags
                .into_iter()
                .map(|((name, key), tri)| (name, key, tri))
                .collect();
            query.numbers.dedup_by(|a, b| a.0 == b.0);
            query
        },
    )
}

fn today() -> NaiveDate {
    "2026-11-30".parse().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 300 } else { 10_000 }))]

    #[test]
    fn the_answer_is_the_plain_one((snapshot, queries) in (catalogue(), vec(question(), 1..6)), code in one_of(&CODES[..])) {
        let (currency, today) = (code.parse().unwrap(), today());
        // One snapshot for several questions: what is kept from one must serve the next.
        for query in &queries {
            let answer = select(&snapshot, query, currency, today);
            prop_assert_eq!(&answer, &plain::select(&snapshot, query, currency, today), "{:?}", query);
            let groups = group(&snapshot, query, &answer);
            prop_assert_eq!(&groups, &plain::group(&snapshot, query, &answer, today));
            let span_of = |rows: &[usize], kind| plain::span(&snapshot, rows, kind, currency, today);
            for kind in PriceKind::ALL {
                prop_assert_eq!(span(&snapshot, &answer.rows, *kind, currency, today), span_of(&answer.rows, *kind));
            }
            let priced = priced_groups(&snapshot, query, &answer, currency, today);
            prop_assert_eq!(priced.len(), groups.len());
            for (priced, group) in priced.into_iter().zip(groups) {
                prop_assert_eq!(priced.span, span_of(&group.rows, query.headline_kind()));
                prop_assert_eq!((priced.gpu, priced.rows), (group.gpu, group.rows));
            }
        }
    }

    #[test]
    fn the_tally_counts_every_offer_once(snapshot in catalogue()) {
        let tally = snapshot.tally(today());
        let offers = &snapshot.offers;
        let is_stale = |offer: &Offer| snapshot.freshness(offer, today()) == Freshness::Stale;
        prop_assert_eq!(tally.stale, offers.iter().filter(|o| is_stale(o)).count());
        for gpu in 0..CARDS.len() {
            let of = || offers.iter().filter(|o| o.gpu == gpu);
            prop_assert_eq!(tally.of_gpu[gpu], of().count());
            prop_assert_eq!(tally.current_of_gpu[gpu], of().filter(|o| !is_stale(o)).count());
        }
        for platform in 0..3 {
            let count = offers.iter().filter(|o| o.platform == platform).count();
            prop_assert_eq!(tally.of_platform[platform], count);
        }
        for kind in PriceKind::ALL {
            let of = || offers.iter().filter(|o| o.kind == *kind);
            prop_assert_eq!(tally.of_kind(*kind), of().count());
            prop_assert_eq!(tally.current_of_kind(*kind), of().filter(|o| !is_stale(o)).count());
        }
        let newest = offers.iter().filter(|o| o.observed.text().len() == 10).map(|o| o.observed.date).max();
        prop_assert_eq!(tally.newest, newest);
        prop_assert_eq!(tally.platforms(), (0..3).filter(|p| offers.iter().any(|o| o.platform == *p)).count());
    }

    #[test]
    fn changed_age_limits_change_the_answer(mut snapshot in catalogue()) {
        let query = Query { current_only: true, ..Query::default() };
        let _ = select(&snapshot, &query, Currency::CNY, today());
        snapshot.limits = FreshnessLimits { fresh_days: 1, ageing_days: 1, spot_fresh_days: 1, spot_ageing_days: 1, ..FreshnessLimits::default() };
        let answer = select(&snapshot, &query, Currency::CNY, today());
        prop_assert_eq!(answer, plain::select(&snapshot, &query, Currency::CNY, today()));
    }
}

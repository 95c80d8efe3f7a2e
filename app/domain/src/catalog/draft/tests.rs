use super::*;

#[test]
fn all_errors_come_at_once_and_name_field_and_value() {
    let draft = OfferDraft {
        platform_slug: "nobody".into(),
        gpu_slug: "rtx-4090".into(),
        gpu_count: "0".into(),
        price_per_hour: "-1".into(),
        currency: "yuan".into(),
        price_kind: "sometimes".into(),
        source_url: "here".into(),
        source_date: "2026-12-01".into(),
        ..OfferDraft::default()
    };
    let errors = check(
        &draft,
        |g| g == "rtx-4090",
        |_| false,
        "2026-11-30".parse().unwrap(),
    )
    .unwrap_err();
    let fields: Vec<_> = errors
        .iter()
        .map(|e| (e.field.as_str(), e.problem))
        .collect();
    for wanted in [
        ("platform_slug", Problem::UnknownPlatform),
        ("gpu_count", Problem::NotPositive),
        ("price_per_hour", Problem::NotPositive),
        ("currency", Problem::NotAWord),
        ("price_kind", Problem::NotAWord),
        ("source_url", Problem::BadAddress),
        ("source_date", Problem::FutureDate),
    ] {
        assert!(fields.contains(&wanted), "{wanted:?} in {fields:?}");
    }
}

#[test]
fn a_source_is_its_repository_or_site() {
    for (url, key) in [
        ("https://github.com/a/b/blob/123/x.csv", "github.com/a/b"),
        (
            "https://raw.githubusercontent.com/a/b/123/x.csv",
            "github.com/a/b",
        ),
        ("https://www.coreweave.com/pricing", "coreweave.com"),
        (
            "https://huggingface.co/datasets/u/d/blob/x",
            "huggingface.co/datasets/u/d",
        ),
        ("seed:004", "seed:004"),
    ] {
        assert_eq!(source_key(url), key);
    }
}

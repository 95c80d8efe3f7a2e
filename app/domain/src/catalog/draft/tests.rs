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

fn fine() -> OfferDraft {
    OfferDraft {
        platform_slug: "autodl".into(),
        gpu_slug: "rtx-4090".into(),
        gpu_count: "2".into(),
        price_per_hour: "3.96".into(),
        currency: "CNY".into(),
        price_kind: "on_demand".into(),
        source_url: "https://example.org/prices".into(),
        source_date: "2026-11-29".into(),
        vcpus: "32".into(),
        ram_gb: "240".into(),
        disk_gb: "100".into(),
        network_mbps: "1000".into(),
        ..OfferDraft::default()
    }
}

fn checked(draft: &OfferDraft) -> Result<OfferRecord, Vec<FieldError>> {
    check(draft, |_| true, |_| true, "2026-11-30".parse().unwrap())
}

#[test]
fn b32_b39_a_slip_of_a_unit_is_refused_by_field_and_value() {
    assert!(checked(&fine()).is_ok());
    type Slip = (&'static str, &'static str, fn(&mut OfferDraft, String));
    let slips: [Slip; 5] = [
        ("ram_gb", "245760", |draft, value| draft.ram_gb = value),
        ("disk_gb", "102400000", |draft, value| draft.disk_gb = value),
        ("vcpus", "32000", |draft, value| draft.vcpus = value),
        ("network_mbps", "1000000000", |draft, value| {
            draft.network_mbps = value
        }),
        ("price_per_hour", "3960", |draft, value| {
            draft.price_per_hour = value
        }),
    ];
    for (field, value, set) in slips {
        let mut draft = fine();
        set(&mut draft, value.to_owned());
        let errors = checked(&draft).unwrap_err();
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert_eq!(
            (errors[0].field.as_str(), errors[0].value.as_str()),
            (field, value)
        );
        assert!(matches!(
            errors[0].problem,
            Problem::TooLarge | Problem::Implausible
        ));
    }
}

#[test]
fn b26_a_price_without_source_or_date_is_refused() {
    let bare = OfferDraft {
        source_url: String::new(),
        source_date: String::new(),
        ..fine()
    };
    let errors = checked(&bare).unwrap_err();
    let missing: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
    assert_eq!(missing, ["source_url", "source_date"]);
    assert!(errors.iter().all(|error| error.problem == Problem::Missing));
}

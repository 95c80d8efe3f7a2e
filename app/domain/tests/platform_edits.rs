//! Edits of a platform by hand: what the form's fields come to.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]
use domain::catalog::draft::Problem;
use domain::catalog::fields::Fields;
use domain::catalog::platform_edit::{PlatformEdit, check, fact_of, fields, fields_of};
use domain::catalog::{Fact, FactKey, FactSource, Facts, Learnt, Observed, Platform};
use domain::units::Currency;

fn platform() -> Platform {
    let read = Fact {
        value: Some("15".into()),
        observed: Observed::parse("2026-10-08"),
        quote: None,
        sources: vec![FactSource {
            url: "https://one.example.com/of/several".into(),
            exact: false,
        }],
        learnt: None,
    };
    let mut facts = Facts::default();
    facts.0.insert(FactKey::RetentionDays, read);
    Platform {
        slug: "cloud".into(),
        name: "Cloud".into(),
        name_zh: None,
        homepage: Some("https://cloud.example.com".into()),
        country: Some("CN".into()),
        currency: Some(Currency::CNY),
        docs_url: None,
        note: "kept".into(),
        facts,
    }
}

fn checked(changes: &[(&str, &str)]) -> Result<PlatformEdit, Vec<(String, Problem)>> {
    let platform = platform();
    let pairs: Vec<(String, String)> = changes
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let typed = Fields::of_pairs(&pairs, &fields_of(&platform));
    check(&typed, &platform, "2026-11-30".parse().unwrap())
        .map_err(|errors| errors.into_iter().map(|e| (e.field, e.problem)).collect())
}

#[test]
fn nothing_typed_changes_nothing() {
    let edit = checked(&[]).unwrap();
    assert!(edit.changes.is_empty() && edit.facts.is_empty());
    assert_eq!(edit.identity.name, "Cloud");
}

#[test]
fn a_value_needs_its_evidence_and_what_was_told_may_be_quoted_instead_of_linked() {
    let missing = checked(&[("nvlink", "yes")]).unwrap_err();
    assert_eq!(
        missing,
        ["date_nvlink", "learnt_nvlink", "url_nvlink"]
            .map(|field| (field.to_owned(), Problem::Missing))
    );
    let missing = checked(&[("nvlink", "yes"), ("date_nvlink", "2026-11-29")]).unwrap_err();
    assert_eq!(
        missing,
        [
            ("learnt_nvlink".to_owned(), Problem::Missing),
            ("url_nvlink".to_owned(), Problem::Missing)
        ]
    );
    let told = [
        ("nvlink", "yes"),
        ("date_nvlink", "2026-11-29"),
        ("learnt_nvlink", "support"),
        ("quote_nvlink", "支持 NVLink"),
    ];
    let edit = checked(&told).unwrap();
    let (key, fact) = &edit.facts[0];
    assert_eq!(
        (*key, fact.learnt),
        (FactKey::Nvlink, Some(Learnt::Support))
    );
    assert!(fact.sources.is_empty() && fact.quote.as_deref() == Some("支持 NVLink"));
    let mut read = told;
    read[2].1 = "docs";
    assert_eq!(
        checked(&read).unwrap_err(),
        [("url_nvlink".to_owned(), Problem::Missing)],
        "what was read has an address"
    );
}

#[test]
fn the_evidence_of_the_earlier_value_does_not_serve_the_new_one() {
    assert_eq!(
        checked(&[
            ("data_retention_days", "30"),
            ("learnt_data_retention_days", "docs")
        ])
        .unwrap_err(),
        [("date_data_retention_days".to_owned(), Problem::OldEvidence)]
    );
    let edit = checked(&[
        ("data_retention_days", "30"),
        ("learnt_data_retention_days", "docs"),
        (
            "url_data_retention_days",
            "https://cloud.example.com/docs/stop",
        ),
        ("date_data_retention_days", "2026-11-30"),
    ])
    .unwrap();
    let (_, fact) = &edit.facts[0];
    assert_eq!(fact.value.as_deref(), Some("30"));
    assert!(fact.sources.len() == 1 && fact.sources[0].exact);
    let value = &edit.changes[0];
    assert_eq!(
        (
            value.field.as_str(),
            value.before.as_deref(),
            value.after.as_deref()
        ),
        ("data_retention_days", Some("15"), Some("30"))
    );
}

#[test]
fn looked_for_and_not_found_keeps_where_was_looked() {
    let edit = checked(&[
        ("data_retention_days", ""),
        ("date_data_retention_days", "2026-11-30"),
    ])
    .unwrap();
    let (_, fact) = &edit.facts[0];
    assert_eq!((fact.value.as_deref(), fact.sources.len()), (None, 1));
}

#[test]
fn every_fault_is_named_at_once() {
    let errors = checked(&[
        ("name", ""),
        ("homepage", "cloud.example.com"),
        ("country", "cn"),
        ("currency", "yuan"),
        ("billing_increment_s", "a minute"),
        ("date_billing_increment_s", "2026-12-01"),
        ("learnt_billing_increment_s", "heard"),
        ("url_billing_increment_s", "https://cloud.example.com/docs"),
    ])
    .unwrap_err();
    let expected = [
        ("name", Problem::Missing),
        ("homepage", Problem::BadAddress),
        ("country", Problem::NotAWord),
        ("currency", Problem::NotAWord),
        ("billing_increment_s", Problem::NotANumber),
        ("learnt_billing_increment_s", Problem::NotAWord),
        ("date_billing_increment_s", Problem::FutureDate),
    ];
    let expected: Vec<(String, Problem)> = expected
        .iter()
        .map(|(field, problem)| ((*field).to_owned(), *problem))
        .collect();
    assert_eq!(errors, expected);
}

#[test]
fn each_field_belongs_to_one_fact_or_to_the_platform() {
    let all: Vec<String> = fields().collect();
    let mut unique = all.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), all.len());
    assert_eq!(fact_of("url_network_mbps"), Some(FactKey::Network));
    assert_eq!(fact_of("docs_url"), None);
}

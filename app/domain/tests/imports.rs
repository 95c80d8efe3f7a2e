//! What an import would change, held to a plain reading; which of its rows need a look.
#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]
mod listing;

use domain::catalog::acceptance::{Hurdle, edit_of};
use domain::catalog::diff::{ChangeSet, diff, plan_key, record_of};
use domain::catalog::draft::OfferRecord;
use domain::catalog::proposal::{About, Checked, Proposal, Status, Target};
use domain::catalog::review::{Doubt, Kind, part, percent, rows};
use domain::catalog::{CatalogSnapshot, Observed, Offer, PriceKind};
use listing::{TODAY, offer, snapshot};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The same by keys as text and lists in order.
fn plainly(snapshot: &CatalogSnapshot, incoming: &[OfferRecord]) -> ChangeSet {
    let known: BTreeMap<_, _> = snapshot
        .offers
        .iter()
        .map(|o| (plan_key(&record_of(snapshot, o)), o))
        .collect();
    let mut first: BTreeMap<_, OfferRecord> = BTreeMap::new();
    let mut changes = ChangeSet::default();
    for record in incoming {
        let key = plan_key(record);
        if let Some(first) = first.get(&key) {
            changes.collisions.push((first.clone(), record.clone()));
            continue;
        }
        let stored = known
            .get(&key)
            .map(|offer| (*offer, record_of(snapshot, offer)));
        match &stored {
            None => changes.added.push(record.clone()),
            Some((_, stored)) if stored == record => changes.unchanged += 1,
            Some((offer, _)) if record.observed.date < offer.observed.date => {
                changes.older.push((offer.id, record.clone()))
            }
            Some((offer, _)) => changes.changed.push((offer.id, record.clone())),
        }
        // An unchanged row is shown as it is stored.
        first.insert(key, record.clone());
    }
    let sources: BTreeSet<_> = incoming
        .iter()
        .map(|r| (r.platform.clone(), r.source.clone()))
        .collect();
    let gone = snapshot.offers.iter().filter(|o| {
        let record = record_of(snapshot, o);
        sources.contains(&(record.platform.clone(), record.source.clone()))
            && !first.contains_key(&plan_key(&record))
    });
    changes.vanished = gone.map(|o| o.id).collect();
    changes
}

fn some_offer() -> impl Strategy<Value = Offer> {
    let place = proptest::option::of("[ab]");
    (
        0..3_usize,
        place,
        1..3_u32,
        proptest::option::of(1..3_u8),
        0..2_u8,
        1..4_i64,
        0..3_u8,
        0..2_u8,
    )
        .prop_map(
            |(gpu, region, count, vcpus, kind, price, day, source)| Offer {
                region,
                gpu_count: count,
                vcpus: vcpus.map(f64::from),
                kind: [PriceKind::OnDemand, PriceKind::Spot][usize::from(kind)],
                observed: Observed::parse(&format!("2026-11-1{day}")).unwrap(),
                source: format!("source-{source}"),
                ..offer(0, gpu, price * 1_000_000_000)
            },
        )
}

proptest! {
    #[test]
    fn any_import_is_compared_as_by_a_plain_reading(
        stored in proptest::collection::vec(some_offer(), 0..12),
        sent in proptest::collection::vec(some_offer(), 0..12),
    ) {
        let mut keys = BTreeSet::new();
        let other = snapshot(Vec::new());
        let mut offers: Vec<Offer> = stored.into_iter().filter(|o| keys.insert(plan_key(&record_of(&other, o)))).collect();
        for (at, offer) in offers.iter_mut().enumerate() {
            offer.id = at as i64 + 1;
        }
        let snapshot = snapshot(offers);
        let incoming: Vec<OfferRecord> = sent.iter().map(|offer| record_of(&snapshot, offer)).collect();
        let changes = diff(&snapshot, incoming.clone(), true);
        prop_assert_eq!(&changes, &plainly(&snapshot, &incoming));
        let rows = rows(&snapshot, &changes);
        prop_assert_eq!(rows.len(), changes.added.len() + changes.changed.len() + changes.older.len() + changes.vanished.len());
        let all = part(&changes, &rows, |_| true);
        prop_assert_eq!(all, ChangeSet { collisions: Vec::new(), ..changes.clone() });
        prop_assert!(!part(&changes, &rows, |_| false).is_any());
    }
}

fn doubts(stored: Vec<Offer>, change: impl Fn(&mut OfferRecord)) -> Vec<(Kind, Vec<Doubt>)> {
    let snapshot = snapshot(stored);
    let incoming = snapshot.offers.iter().map(|offer| {
        let mut record = record_of(&snapshot, offer);
        record.observed = Observed::parse("2026-11-30").unwrap();
        change(&mut record);
        record
    });
    let changes = diff(&snapshot, incoming.collect(), true);
    rows(&snapshot, &changes)
        .into_iter()
        .map(|row| (row.kind, row.doubts))
        .collect()
}

#[test]
fn a_far_price_a_lost_fact_and_a_dear_term_are_in_doubt() {
    let one = || vec![offer(1, 0, 2_000_000_000)];
    let at = |nanos: i64| doubts(one(), |record| record.price_per_hour.nanos = nanos);
    assert_eq!(
        at(2_600_000_000),
        [(Kind::Changed, vec![])],
        "30 percent is fine"
    );
    assert_eq!(at(2_620_000_000), [(Kind::Changed, vec![Doubt::Jump])]);
    assert_eq!(at(1_380_000_000), [(Kind::Changed, vec![Doubt::Jump])]);
    assert_eq!(at(200_000_000), [(Kind::Changed, vec![Doubt::TenTimes])]);
    assert_eq!(at(20_000_000_000), [(Kind::Changed, vec![Doubt::TenTimes])]);
    let linked = vec![Offer {
        network_mbps: Some(1000),
        ..offer(1, 0, 1_000_000_000)
    }];
    let lost = doubts(linked, |record| record.network_mbps = None);
    assert_eq!(
        lost,
        [(
            Kind::Changed,
            vec![Doubt::BecomesUnknown(vec!["network_mbps"])]
        )]
    );
    let known = vec![Offer {
        disk_gb: Some(50.0),
        vcpus: Some(8.0),
        ..offer(1, 0, 1_000_000_000)
    }];
    let lost = doubts(known.clone(), |record| record.disk_gb = None);
    let doubt = vec![Doubt::BecomesUnknown(vec!["disk_gb"])];
    assert_eq!(lost, [(Kind::Added, doubt.clone()), (Kind::Missing, doubt)]);
    let other = doubts(known, |record| record.disk_gb = Some(60.0));
    assert_eq!(
        other,
        [(Kind::Added, vec![]), (Kind::Missing, vec![])],
        "another disk is another offer"
    );
    let month = Offer {
        kind: PriceKind::Monthly,
        period_hours: 720,
        ..offer(2, 0, 1_500_000_000)
    };
    let term = |nanos: i64| {
        let stored = vec![offer(1, 0, 2_000_000_000), month.clone()];
        doubts(stored, |record| {
            if record.kind == PriceKind::Monthly {
                record.price_per_hour.nanos = nanos;
            }
        })[1]
            .1
            .clone()
    };
    assert_eq!((term(1_600_000_000), term(1_900_000_000)), (vec![], vec![]));
    assert_eq!(term(2_010_000_000), [Doubt::Jump, Doubt::AboveMeter]);
}

#[test]
fn percents_are_rounded_half_away_from_zero() {
    for (before, after, moved) in [
        (200, 210, 5),
        (210, 200, -5),
        (200, 20, -90),
        (1000, 1004, 0),
        (1000, 1005, 1),
        (1000, 995, -1),
    ] {
        assert_eq!(percent(before, after), moved, "{before} to {after}");
    }
}

#[test]
fn a_report_is_an_edit_only_when_nothing_speaks_against_it() {
    let stored = (1..=9).map(|id| offer(id, 0, 2_000_000_000)).collect();
    let snapshot = snapshot(stored);
    let report = |about, value: &str, day: &str, target| Proposal {
        id: 1,
        target,
        shown: String::new(),
        said: Checked {
            about,
            value: value.into(),
            evidence: "https://example.org/new".into(),
            seen_on: day.parse().unwrap(),
            remark: String::new(),
        },
        status: Status::Open,
        created_at: String::new(),
        closed_by: None,
        applied: None,
    };
    let today = TODAY.parse().unwrap();
    let hurdle = |about, value: &str, day: &str, id| {
        edit_of(
            &report(about, value, day, Target::Offer(id)),
            &snapshot,
            today,
        )
        .err()
    };
    let good = report(About::Price, "2.1", "2026-11-29", Target::Offer(1));
    let (offer, edit) = edit_of(&good, &snapshot, today).unwrap();
    assert_eq!(
        (offer.id, edit.record.price_per_hour.nanos),
        (1, 2_100_000_000)
    );
    assert_eq!(
        (
            edit.record.observed.text().as_str(),
            edit.record.source_url.as_str()
        ),
        ("2026-11-29", "https://example.org/new")
    );
    assert_eq!(
        hurdle(About::Contents, "16 vCPU", "2026-11-29", 1),
        Some(Hurdle::NotAPrice)
    );
    assert_eq!(
        hurdle(About::Price, "2.1", "2026-11-29", 99),
        Some(Hurdle::Gone)
    );
    assert_eq!(
        hurdle(About::Price, "2.1", "2026-11-19", 1),
        Some(Hurdle::Older("2026-11-19".parse().unwrap()))
    );
    assert_eq!(
        hurdle(About::Price, "2.0", "2026-11-29", 1),
        Some(Hurdle::Same)
    );
    assert_eq!(
        hurdle(About::Price, "20", "2026-11-29", 1),
        Some(Hurdle::Odd)
    );
    assert!(
        matches!(hurdle(About::Price, "5000", "2026-11-29", 1), Some(Hurdle::Fields(fields)) if fields[0].field == "price")
    );
    let platform = Target::Platform {
        slug: "cloud".into(),
        fact: None,
    };
    let of_platform = report(About::Price, "2.1", "2026-11-29", platform);
    assert_eq!(
        edit_of(&of_platform, &snapshot, today).err(),
        Some(Hurdle::NotAPrice)
    );
}

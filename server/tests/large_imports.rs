//! A file of 100,000 rows, against a count of its own: all of it is taken once, and only what differs the next time.

use crate::common::{Site, site};
use crate::made::{MadeRow, Seeded, counted, rows, text};
use domain::catalog::diff::{ChangeSet, diff};
use server::import::{Format, Import, Origin, format};
use server::store::apply;

fn read(site: &Site, rows: &[MadeRow], observed: &str) -> (Import, ChangeSet) {
    let origin = Origin {
        platform: "verda".into(),
        observed: observed.into(),
        source_url: "https://example.org/made/vms.csv".into(),
        currency: "USD".into(),
    };
    let snapshot = site.state.snapshot();
    let today = "2026-11-30".parse().unwrap();
    let mut import = format::read(Format::Skypilot, text(rows), &origin, &snapshot, today).unwrap();
    let changes = diff(&snapshot, std::mem::take(&mut import.offers), true);
    (import, changes)
}

async fn make(site: &Site, read: &(Import, ChangeSet)) {
    let now = site.state.config.now();
    apply::apply(&site.state.pool, &read.0, &read.1, "test", "made up", now)
        .await
        .unwrap();
    site.state.refresh().await.unwrap();
}

#[tokio::test]
async fn a_hundred_thousand_rows_are_taken_once_and_then_only_what_differs() {
    let site = site().await;
    let before = site.state.snapshot();
    let first = rows(100_000);
    let (offers, refused, skipped) = counted(&first);
    let read_first = read(&site, &first, "2026-11-01");
    assert_eq!(read_first.1.added.len(), offers);
    assert_eq!(
        (read_first.0.refused.len(), read_first.0.skipped),
        (refused, skipped)
    );
    assert!(
        read_first.1.collisions.is_empty()
            && read_first.1.changed.is_empty()
            && read_first.1.vanished.is_empty()
    );
    make(&site, &read_first).await;
    assert_eq!(
        site.state.snapshot().offers.len(),
        before.offers.len() + offers
    );
    // The same again, seen on the same day.
    let again = read(&site, &first, "2026-11-01").1;
    assert!(!again.is_any());
    assert_eq!(again.unchanged, offers);
    // Later one in ten costs more, one in twenty is gone, some are new.
    let mut seeded = Seeded(7);
    let (mut second, mut dearer, mut gone, mut new) = (Vec::new(), 0, 0, 0);
    for row in &first {
        let one = counted(std::slice::from_ref(row)).0;
        match seeded.below(20) {
            0 => gone += one,
            at => {
                let mut row = row.clone();
                if at < 3 && row.price.is_some() && !row.card.is_empty() {
                    row.price = row.price.map(|price| price + 1);
                    dearer += usize::from(one > 0);
                }
                second.push(row);
            }
        }
    }
    for mut row in first.iter().take(500).cloned() {
        row.machine = format!("new-{}", row.machine);
        new += counted(std::slice::from_ref(&row)).0;
        second.push(row);
    }
    let read_second = read(&site, &second, "2026-11-01");
    let changes = &read_second.1;
    let counts = (
        changes.changed.len(),
        changes.vanished.len(),
        changes.added.len(),
    );
    assert_eq!(counts, (dearer, gone, new));
    make(&site, &read_second).await;
    let snapshot = site.state.snapshot();
    assert_eq!(
        snapshot.offers.len(),
        before.offers.len() + offers - gone + new
    );
    assert_eq!(snapshot.revision, 3, "one revision an import");
    // And all of it can be taken back.
    server::store::undo::undo(&site.state.pool, 3, "lin", site.state.config.now())
        .await
        .unwrap();
    site.state.refresh().await.unwrap();
    assert_eq!(
        site.state.snapshot().offers.len(),
        before.offers.len() + offers
    );
}

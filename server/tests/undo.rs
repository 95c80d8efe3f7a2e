//! Taking revisions back, on a real SQLite file: any sequence of edits, imports and undos equals a simple model.

use crate::common::{Site, site};
use domain::catalog::diff::{diff, offering_key, record_of};
use domain::catalog::draft::OfferRecord;
use domain::catalog::edit::Edit;
use domain::catalog::{FactKey, PriceKind};
use server::import::{Files, Import, read_zuka};
use server::store::undo::tables::TABLES;
use server::store::undo::{UndoError, undo};
use server::store::{apply, edits};
use sqlx::Row;
use std::collections::{BTreeMap, HashSet};
use tempfile::TempDir;

/// Numbers that look random and are the same each time (splitmix64).
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap()
    }
}

/// What the model knows of a price plan: whether it is offered, and its price in force.
#[derive(Clone, Debug, PartialEq, Default)]
struct Plan {
    active: bool,
    price: Option<(i64, String)>,
}

/// Plans by number, vCPUs by offering.
#[derive(Clone, Debug, PartialEq, Default)]
struct Model {
    plans: BTreeMap<i64, Plan>,
    vcpus: BTreeMap<i64, Option<f64>>,
}

async fn stored(site: &Site) -> Model {
    let mut model = Model::default();
    let rows = sqlx::query(
        "select p.id, p.active, p.offering, o.vcpus, c.hour_nanos, c.observed_at from price_plan p
         join offering o on o.id = p.offering
         left join price c on c.plan = p.id and c.until_revision is null where o.platform = 'autodl'",
    )
    .fetch_all(&site.state.pool)
    .await
    .unwrap();
    for row in rows {
        let hour: Option<i64> = row.get("hour_nanos");
        let plan = Plan {
            active: row.get::<i64, _>("active") == 1,
            price: hour.map(|hour| (hour, row.get("observed_at"))),
        };
        model.plans.insert(row.get("id"), plan);
        model.vcpus.insert(row.get("offering"), row.get("vcpus"));
    }
    model
}

/// `now` with everything that went from `before` to `after` as it was; `None` when some of it changed since.
fn taken_back(before: &Model, after: &Model, now: &Model) -> Option<Model> {
    let mut back = now.clone();
    for (id, then) in &after.plans {
        let was = before.plans.get(id).cloned().unwrap_or_default();
        let (now, back) = (&now.plans[id], back.plans.get_mut(id).unwrap());
        if was.active != then.active {
            (now.active == then.active).then_some(())?;
            back.active = was.active;
        }
        if was.price != then.price {
            (now.price == then.price).then_some(())?;
            back.price.clone_from(&was.price);
        }
    }
    for (id, then) in &after.vcpus {
        if let Some(was) = before.vcpus.get(id).filter(|was| *was != then) {
            (now.vcpus[id] == *then).then_some(())?;
            back.vcpus.insert(*id, *was);
        }
    }
    Some(back)
}

fn dearer(mut record: OfferRecord, seeded: &mut Seeded) -> OfferRecord {
    record.price_per_hour.nanos =
        1_000_000_000 + 1_000_000 * i64::try_from(seeded.below(4_000)).unwrap();
    record.price_per_period = None;
    record.observed = domain::catalog::Observed::parse("2026-11-29").unwrap();
    record
}

async fn import_some(site: &Site, seeded: &mut Seeded) {
    let snapshot = site.state.snapshot();
    let of_platform = |o: &&domain::catalog::Offer| snapshot.platforms[o.platform].slug == "autodl";
    let known: Vec<OfferRecord> = snapshot
        .offers
        .iter()
        .filter(of_platform)
        .map(|o| record_of(&snapshot, o))
        .collect();
    let mut incoming = Vec::new();
    for record in &known {
        match seeded.below(10) {
            0 => {}
            1..=3 => incoming.push(dearer(record.clone(), seeded)),
            _ => incoming.push(record.clone()),
        }
    }
    let one = known[seeded.below(known.len())].clone();
    incoming.push(match seeded.below(2) {
        0 => OfferRecord {
            instance_type: Some(format!("new-{}", seeded.below(5)).into()),
            ..dearer(one, seeded)
        },
        _ => OfferRecord {
            kind: PriceKind::Spot,
            period_hours: 1,
            ..dearer(one, seeded)
        },
    });
    let mut keys = HashSet::new();
    incoming.retain(|record| keys.insert(domain::catalog::diff::plan_key(record)));
    let changes = diff(&snapshot, incoming, true);
    apply::apply(
        &site.state.pool,
        &Import::default(),
        &changes,
        "test",
        "some",
        site.state.config.now(),
    )
    .await
    .unwrap();
}

async fn edit_some(site: &Site, seeded: &mut Seeded) {
    let snapshot = site.state.snapshot();
    let offers: Vec<_> = snapshot
        .offers
        .iter()
        .filter(|o| snapshot.platforms[o.platform].slug == "autodl")
        .collect();
    let offer = offers[seeded.below(offers.len())];
    let mut record = dearer(record_of(&snapshot, offer), seeded);
    if seeded.below(3) == 0 {
        record.vcpus = Some(1.0 + seeded.below(50) as f64);
    }
    let taken = snapshot.offers.iter().any(|o| {
        o.offering_id != offer.offering_id
            && offering_key(&record_of(&snapshot, o)) == offering_key(&record)
    });
    if taken {
        return;
    }
    let edit = Edit {
        record,
        facts: Vec::new(),
        changes: Vec::new(),
    };
    // Another offering that is not offered any more may have these properties.
    let _ = edits::save(
        &site.state.pool,
        offer.id,
        offer.version,
        &edit,
        "lin",
        site.state.config.now(),
    )
    .await;
}

#[tokio::test]
async fn any_sequence_of_edits_imports_and_undos_equals_the_model() {
    let site = site().await;
    let mut seeded = Seeded(20_261_130);
    let mut states = BTreeMap::from([(1, stored(&site).await)]);
    let (mut undone, mut refused, mut redone) = (0, 0, 0);
    for step in 0..120 {
        let newest = *states.keys().last().unwrap();
        let now = states[&newest].clone();
        match seeded.below(5) {
            0 => import_some(&site, &mut seeded).await,
            1 => edit_some(&site, &mut seeded).await,
            _ => {
                // Mostly one of the newest, so that chains of undos of undos come about.
                let back = if seeded.below(2) == 0 {
                    seeded.below(4)
                } else {
                    seeded.below(states.len())
                };
                let revision = (newest - i64::try_from(back).unwrap()).max(2);
                let model = states
                    .get(&revision)
                    .and_then(|after| taken_back(&states[&(revision - 1)], after, &now));
                match undo(&site.state.pool, revision, "lin", site.state.config.now()).await {
                    Ok(_) => {
                        undone += 1;
                        let is_undo: i64 = sqlx::query_scalar(
                            "select count(*) from revision where id = $1 and undoes is not null",
                        )
                        .bind(revision)
                        .fetch_one(&site.state.pool)
                        .await
                        .unwrap();
                        redone += is_undo;
                        assert_eq!(
                            model.as_ref(),
                            Some(&stored(&site).await),
                            "step {step}, undo of {revision}"
                        );
                    }
                    Err(UndoError::Changed(blockers)) => {
                        refused += 1;
                        assert!(
                            blockers
                                .iter()
                                .all(|b| b.by.number > revision && b.by.undone_by.is_none()),
                            "{blockers:?}"
                        );
                        assert!(blockers.iter().all(|b| !b.subjects.is_empty()));
                        assert_eq!(stored(&site).await, now, "step {step}: nothing half done");
                        assert_eq!(model, None, "step {step}, undo of {revision}: {blockers:?}");
                    }
                    Err(UndoError::Already(_) | UndoError::NotFound) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        }
        let made: i64 = sqlx::query_scalar("select max(id) from revision")
            .fetch_one(&site.state.pool)
            .await
            .unwrap();
        if made == newest {
            continue;
        }
        site.state.refresh().await.unwrap();
        let after = stored(&site).await;
        let revision = site.state.snapshot().revision;
        if revision != newest {
            states.insert(revision, after.clone());
        }
        // What a visitor sees is what the store has in force.
        let snapshot = site.state.snapshot();
        for (id, plan) in &after.plans {
            let seen = snapshot.offer(*id).map(|o| o.price_per_hour.nanos);
            let price = plan
                .price
                .as_ref()
                .filter(|_| plan.active)
                .map(|(nanos, _)| *nanos);
            assert_eq!(seen, price, "step {step}: plan {id}");
        }
    }
    assert!(
        undone > 20 && refused > 5 && redone > 3,
        "{undone} undone, {refused} refused, {redone} redone"
    );
    let lost: i64 = sqlx::query_scalar("select count(*) from price where since_revision = 1")
        .fetch_one(&site.state.pool)
        .await
        .unwrap();
    assert_eq!(lost, 1183, "no price is ever deleted");
}

fn folder(files: &[(&str, &str)]) -> (TempDir, Files) {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let files = Files::Folder(folder.path().to_owned());
    (folder, files)
}

#[tokio::test]
async fn tables_alone_are_applied_once_and_taken_back_whole() {
    let site = site().await;
    let first = site.state.snapshot();
    let gpus = include_str!("../catalogue/gpus.csv");
    let head = gpus.lines().next().unwrap();
    let card = gpus
        .lines()
        .find(|line| line.starts_with("rtx-4090,"))
        .unwrap();
    let (new, dearer) = (
        card.replacen("rtx-4090,", "rtx-4090-test,", 1),
        card.replace("450", "451"),
    );
    let fx = "base,quote,rate,date,source,note\nUSD,CNY,7.5,2026-11-29,https://example.org/fx,\n";
    let history = "platform_slug,region,gpu_slug,gpu_count,price_kind,price_per_gpu_hour,currency,date,source_url,note\n\
                   autodl,,rtx-4090,1,on_demand,1.5,CNY,2026-11-01,https://example.org/old,\n";
    let (_kept, files) = folder(&[
        ("gpus.csv", &format!("{head}\n{dearer}\n{new}\n")),
        ("fx.csv", fx),
        ("history.csv", history),
    ]);
    let slugs = first.gpus.iter().map(|g| g.slug.clone()).collect();
    let platforms = first.platforms.iter().map(|p| p.slug.clone()).collect();
    let import = read_zuka(&files, &slugs, &platforms, "2026-11-30".parse().unwrap()).unwrap();
    assert!(import.refused.is_empty(), "{:?}", import.refused);
    let batch = apply::Batch {
        import: &import,
        changes: &Default::default(),
        author: "test",
        summary: "tables",
        now: site.state.config.now(),
        seen: Some(1),
    };
    let revision = apply::apply_batch(&site.state.pool, &batch).await.unwrap();
    assert_eq!(revision, Some(2), "tables without offers are a change");
    let again = apply::Batch {
        seen: Some(2),
        ..batch
    };
    assert_eq!(
        apply::apply_batch(&site.state.pool, &again).await.unwrap(),
        None,
        "and none the second time"
    );
    let late = apply::Batch {
        seen: Some(1),
        ..again
    };
    assert!(
        apply::apply_batch(&site.state.pool, &late).await.is_err(),
        "the catalogue moved on"
    );
    site.state.refresh().await.unwrap();
    let after = site.state.snapshot();
    assert_eq!(
        (after.revision, after.gpus.len()),
        (2, first.gpus.len() + 1)
    );
    assert_ne!(after.gpus, first.gpus);
    assert_eq!(
        undo(&site.state.pool, 2, "lin", site.state.config.now())
            .await
            .unwrap(),
        3
    );
    site.state.refresh().await.unwrap();
    let back = site.state.snapshot();
    assert_eq!(
        (&back.gpus, &back.offers, &back.platforms),
        (&first.gpus, &first.offers, &first.platforms)
    );
    let open: i64 =
        sqlx::query_scalar("select count(*) from price_history where until_revision is null")
            .fetch_one(&site.state.pool)
            .await
            .unwrap();
    assert_eq!(open, 2213);
    assert_eq!(
        undo(&site.state.pool, 3, "lin", site.state.config.now())
            .await
            .unwrap(),
        4
    );
    site.state.refresh().await.unwrap();
    assert_eq!(
        site.state.snapshot().gpus,
        after.gpus,
        "an undo of the undo"
    );
}

#[tokio::test]
async fn a_fact_is_as_before_with_its_sources_and_a_revision_is_taken_back_once() {
    let site = site().await;
    let first = site.state.snapshot();
    let place = first.platform_by_slug("autodl").unwrap();
    let mut platform = first.platforms[place].clone();
    let mut fact = platform.facts.get(FactKey::RetentionDays).unwrap().clone();
    fact.value = Some("99".into());
    platform.facts.0.insert(FactKey::RetentionDays, fact);
    let import = Import {
        platforms: vec![platform],
        ..Import::default()
    };
    let now = site.state.config.now();
    apply::apply(
        &site.state.pool,
        &import,
        &Default::default(),
        "test",
        "a fact",
        now,
    )
    .await
    .unwrap();
    site.state.refresh().await.unwrap();
    assert_eq!(
        site.state.snapshot().platforms[place]
            .facts
            .value(FactKey::RetentionDays),
        Some("99")
    );
    undo(&site.state.pool, 2, "lin", now).await.unwrap();
    site.state.refresh().await.unwrap();
    let back = site.state.snapshot();
    assert_eq!(
        back.platforms[place].facts, first.platforms[place].facts,
        "value, date and sources"
    );
    assert!(matches!(
        undo(&site.state.pool, 2, "lin", now).await,
        Err(UndoError::Already(3))
    ));
    sqlx::query("update revision set journalled = 0 where id = 3")
        .execute(&site.state.pool)
        .await
        .unwrap();
    assert!(
        matches!(
            undo(&site.state.pool, 3, "lin", now).await,
            Err(UndoError::TooOld)
        ),
        "what it overwrote was not written down"
    );
    assert!(matches!(
        undo(&site.state.pool, 9, "lin", now).await,
        Err(UndoError::NotFound)
    ));
}

#[tokio::test]
async fn the_journal_keeps_every_column_and_no_row_can_be_deleted() {
    let site = site().await;
    for table in &TABLES {
        let mut columns: Vec<String> = sqlx::query_scalar("select name from pragma_table_info($1)")
            .bind(table.name)
            .fetch_all(&site.state.pool)
            .await
            .unwrap();
        let left_out: &[&str] = match table.name {
            "offering" => &["version", "since_revision"],
            "price_plan" => &["since_revision"],
            "price" | "platform_fact" | "card_figure" | "model_figure" => &["until_revision"],
            "scheduled_price" => &["until_revision", "outcome"],
            _ => &[],
        };
        columns.retain(|column| !left_out.contains(&column.as_str()));
        let kept: Vec<&str> = columns
            .iter()
            .map(String::as_str)
            .filter(|c| *c != table.key)
            .collect();
        let own: Vec<&str> = table
            .columns
            .iter()
            .copied()
            .filter(|c| *c != table.key)
            .collect();
        assert_eq!(
            kept, own,
            "{}: the list in store/undo/tables.rs",
            table.name
        );
        let trigger: String = sqlx::query_scalar(
            "select sql from sqlite_master where type = 'trigger' and name = $1",
        )
        .bind(format!("{}_changed", table.name))
        .fetch_one(&site.state.pool)
        .await
        .unwrap();
        for column in &columns {
            assert!(
                trigger.contains(&format!("'{column}', new.{column}")),
                "{}.{column} in the trigger",
                table.name
            );
        }
        // Tables that start without a row.
        let first = match table.name {
            "card_figure" => Some(
                "insert into card_figure (gpu, figure, value, source_url, observed_at, observed_precision, since_revision)
                 select slug, 'vram_gb', '24', 'https://example.org/', '2026-11-01', 'day', 1 from gpu limit 1",
            ),
            "model_figure" => Some(
                "insert into model_figure (model, figure, value, source_url, observed_at, observed_precision, since_revision)
                 select id, 'layers', '24', 'https://example.org/', '2026-11-01', 'day', 1 from model limit 1",
            ),
            "scheduled_price" => Some(
                "insert into scheduled_price (plan, hour_nanos, effective_on, source_url, observed_at, note, editor, since_revision)
                 select id, 1, '2026-12-05', 'https://example.org/', '2026-11-01', '', 'lin', 1 from price_plan limit 1",
            ),
            _ => None,
        };
        if let Some(sql) = first {
            sqlx::query(sql).execute(&site.state.pool).await.unwrap();
        }
        let delete = format!("delete from {} where true", table.name);
        let refused = sqlx::query(sqlx::AssertSqlSafe(delete))
            .execute(&site.state.pool)
            .await
            .unwrap_err();
        assert!(
            refused.to_string().contains("ended, never deleted"),
            "{}: {refused}",
            table.name
        );
    }
}

//! Platforms, their facts, and what survives on their disks.
use super::tables::{refuse, stated};
use super::{Files, Import, ImportError, unreadable};
use domain::catalog::draft::Problem;
use domain::catalog::{Fact, FactKey, FactSource, Facts, Observed, Persistence, Platform, Tri};
use domain::units::Currency;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// Column of `platforms.csv` and the fact that it states.
const FACT_COLUMNS: &[(&str, FactKey)] = &[
    ("billing_granularity_seconds", FactKey::BillingIncrement),
    ("minimum_charge_seconds", FactKey::MinimumCharge),
    ("card_exclusivity", FactKey::CardExclusivity),
    ("spot_available", FactKey::Spot),
    ("no_gpu_mode", FactKey::NoGpuMode),
    ("no_gpu_price_per_hour", FactKey::NoGpuPrice),
    ("stopped_billing", FactKey::StoppedBilling),
    ("gpu_kept_while_stopped", FactKey::GpuKeptStopped),
    ("storage_price_gb_month", FactKey::StoragePrice),
    (
        "storage_price_stopped_gb_month",
        FactKey::StoragePriceStopped,
    ),
    ("free_disk_gb", FactKey::FreeDisk),
    ("persistent_storage", FactKey::PersistentStorage),
    ("data_retention_days_after_stop", FactKey::RetentionDays),
    ("snapshot_or_image_save", FactKey::Snapshot),
    ("custom_image", FactKey::CustomImage),
    ("private_image_quota_gb", FactKey::ImageQuota),
    ("object_storage_mount", FactKey::ObjectStorage),
    ("same_node_multi_gpu", FactKey::SameNode),
    ("nvlink_available", FactKey::Nvlink),
    ("network_bandwidth_mbps", FactKey::Network),
    ("egress_price_gb", FactKey::EgressPrice),
    ("reservation_or_queue", FactKey::Reservation),
    ("daily_plan_discount", FactKey::DailyPlan),
    ("weekly_plan_discount", FactKey::WeeklyPlan),
    ("monthly_plan_discount", FactKey::MonthlyPlan),
    ("support_channels", FactKey::Support),
    ("support_24h", FactKey::Support24h),
];

/// Columns that were filled where a source happened to say so; nobody looked for them elsewhere.
const STATED_COLUMNS: &[(&str, FactKey)] = &[
    ("balance_zero", FactKey::BalanceZero),
    ("tax_included", FactKey::TaxIncluded),
];

pub(super) fn platforms(files: &Files, import: &mut Import) -> Result<(), ImportError> {
    const FILE: &str = "platforms.csv";
    for (line, row) in files.rows::<HashMap<String, String>>(FILE)? {
        let mut row = match row {
            Ok(row) => row,
            Err(message) => {
                import.refused.push(unreadable(FILE, line, message));
                continue;
            }
        };
        let mut take = |column: &str| stated(row.remove(column).unwrap_or_default());
        let slug = take("slug").unwrap_or_default();
        let (name, currency) = (take("name"), take("currency"));
        let sources: Vec<String> = take("source_urls")
            .unwrap_or_default()
            .split(';')
            .map(|s| s.trim().to_owned())
            .filter(|s| !s.is_empty())
            .collect();
        let observed_text = take("as_of_date");
        let observed = observed_text.as_deref().map(Observed::parse);
        let mut errors = Vec::new();
        let mut facts = BTreeMap::new();
        for (column, key) in FACT_COLUMNS.iter().chain(STATED_COLUMNS) {
            let value = take(column);
            let is_stated_only = STATED_COLUMNS.iter().any(|(stated, _)| stated == column);
            match &value {
                None if is_stated_only => {}
                Some(text) if !key.admits(text) => {
                    errors.push((*column, text.clone(), Problem::NotAWord))
                }
                // A platform without sources gets no facts: nobody looked.
                _ if sources.is_empty() => {}
                _ => {
                    let sources = sources
                        .iter()
                        .map(|url| FactSource {
                            url: url.clone(),
                            exact: false,
                        })
                        .collect();
                    facts.insert(
                        *key,
                        Fact {
                            value,
                            observed: observed.flatten(),
                            quote: None,
                            sources,
                            learnt: None,
                        },
                    );
                }
            }
        }
        if slug.is_empty() || import.platforms.iter().any(|p| p.slug == slug) {
            errors.push(("slug", slug.clone(), Problem::NotAWord));
        }
        if let Some(text) = observed_text.filter(|_| observed == Some(None)) {
            errors.push(("as_of_date", text, Problem::BadDate));
        }
        if let Some(text) = currency
            .as_ref()
            .filter(|text| text.parse::<Currency>().is_err())
        {
            errors.push(("currency", text.clone(), Problem::NotAWord));
        }
        let Some(name) = name.filter(|_| errors.is_empty()) else {
            let errors: Vec<_> = errors
                .iter()
                .map(|(field, value, problem)| (*field, value.as_str(), *problem))
                .collect();
            refuse(
                import,
                FILE,
                line,
                &slug,
                if errors.is_empty() {
                    &[("name", "", Problem::Missing)]
                } else {
                    &errors
                },
            );
            continue;
        };
        import.platforms.push(Platform {
            slug,
            name,
            name_zh: take("name_zh"),
            homepage: take("homepage"),
            country: take("country"),
            currency: currency.and_then(|text| text.parse().ok()),
            docs_url: take("docs_url"),
            note: take("note").unwrap_or_default(),
            facts: Facts(facts),
        });
    }
    Ok(())
}

#[derive(Deserialize)]
struct PersistenceRow {
    platform_slug: String,
    path_or_volume: String,
    survives_stop: String,
    survives_image_save: String,
    survives_migration: String,
    survives_release: String,
    deleted_after_days: Option<u32>,
    billed_while_stopped: String,
    source_url: String,
    as_of: String,
    note: String,
}

pub(super) fn persistence(files: &Files, import: &mut Import) -> Result<(), ImportError> {
    const FILE: &str = "persistence.csv";
    for (line, row) in files.rows::<PersistenceRow>(FILE)? {
        let row = match row {
            Ok(row) => row,
            Err(message) => {
                import.refused.push(unreadable(FILE, line, message));
                continue;
            }
        };
        let survives = [
            row.survives_stop,
            row.survives_image_save,
            row.survives_migration,
            row.survives_release,
        ]
        .map(stated);
        let billed = stated(row.billed_while_stopped);
        let words_fit = survives
            .iter()
            .chain([&billed])
            .flatten()
            .all(|word| Tri::from_word(word).is_some());
        let known = import.platforms.iter().any(|p| p.slug == row.platform_slug);
        if !words_fit || !known {
            let (field, value, problem) = if known {
                ("survives_…", "", Problem::NotAWord)
            } else {
                (
                    "platform_slug",
                    row.platform_slug.as_str(),
                    Problem::UnknownPlatform,
                )
            };
            refuse(
                import,
                FILE,
                line,
                &row.path_or_volume,
                &[(field, value, problem)],
            );
            continue;
        }
        import.persistence.push(Persistence {
            platform: row.platform_slug,
            volume: row.path_or_volume,
            survives,
            deleted_after_days: row.deleted_after_days,
            billed_while_stopped: billed,
            source_url: row.source_url,
            as_of: stated(row.as_of).and_then(|text| Observed::parse(&text)),
            note: row.note,
        });
    }
    Ok(())
}

//! What a change is about, and the names of fields, in words.
use crate::components::facts::fact_name;
use crate::components::{card_name, kind_word, platform_name};
use crate::text::{Locale, td_string};
use domain::catalog::revision::Subject;
use domain::catalog::{CatalogSnapshot, FactKey, PriceKind};

/// A platform's name by its slug; the slug where there is no such platform any more.
pub(super) fn platform_word(locale: Locale, snapshot: &CatalogSnapshot, slug: &str) -> String {
    snapshot.platform_by_slug(slug).map_or_else(
        || slug.to_owned(),
        |place| platform_name(locale, &snapshot.platforms[place]),
    )
}

/// A card's name by its slug.
pub(super) fn card_word(snapshot: &CatalogSnapshot, slug: &str) -> String {
    snapshot
        .gpu_by_slug(slug)
        .map_or_else(|| slug.to_owned(), |place| card_name(&snapshot.gpus[place]))
}

/// Card, count, type and place of an offer on its second line.
pub(super) fn offer_line(
    locale: Locale,
    snapshot: &CatalogSnapshot,
    gpu: &str,
    gpu_count: i64,
    place: &[String],
    kind: Option<PriceKind>,
) -> String {
    let card = card_word(snapshot, gpu);
    let card = if gpu_count > 1 {
        format!("{card} × {gpu_count}")
    } else {
        card
    };
    let mut parts = vec![card];
    parts.extend(place.iter().cloned());
    parts.extend(kind.map(|kind| kind_word(locale, kind).to_owned()));
    parts.join(" · ")
}

/// Head and second line of a subject.
pub(super) fn subject_words(
    locale: Locale,
    snapshot: &CatalogSnapshot,
    subject: &Subject,
) -> (String, String) {
    match subject {
        Subject::Offer {
            platform,
            gpu,
            gpu_count,
            place,
            kind,
            ..
        } => (
            platform_word(locale, snapshot, platform),
            offer_line(locale, snapshot, gpu, *gpu_count, place, *kind),
        ),
        Subject::Fact {
            platform,
            fact,
            of_offering,
        } => {
            let name = field_word(locale, fact);
            let second = if *of_offering {
                td_string!(locale, keeping.fact_of_offer, name = name)
            } else {
                name
            };
            (platform_word(locale, snapshot, platform), second)
        }
        Subject::Row { table, key } => (table_word(locale, table), key.clone()),
    }
}

fn table_word(locale: Locale, table: &str) -> String {
    match table {
        "gpu" => td_string!(locale, keeping.t_gpu),
        "platform" => td_string!(locale, keeping.t_platform),
        "persistence" => td_string!(locale, keeping.t_persistence),
        "model" => td_string!(locale, keeping.t_model),
        "fx_rate" => td_string!(locale, keeping.t_fx_rate),
        "price_history" => td_string!(locale, keeping.t_price_history),
        "model_figure" => td_string!(locale, editing.t_model_figure),
        "card_figure" => td_string!(locale, editing.t_card_figure),
        "scheduled_price" => td_string!(locale, keep.c_scheduled),
        other => return other.to_owned(),
    }
    .to_owned()
}

/// Name of a field or column.
pub(super) fn field_word(locale: Locale, field: &str) -> String {
    if let Some(key) = FactKey::from_word(field).filter(|_| field != "network_mbps") {
        return fact_name(locale, key).to_owned();
    }
    match field {
        "region" => td_string!(locale, admin.l_region),
        "instance_type" | "InstanceType" => td_string!(locale, admin.l_instance_type),
        "gpu_count" | "AcceleratorCount" => td_string!(locale, admin.l_gpu_count),
        "gpu_slug" | "gpu" | "AcceleratorName" | "gpu_model_raw" => td_string!(locale, admin.l_gpu),
        "platform_slug" | "platform" => td_string!(locale, admin.l_platform),
        "price_kind" | "pricing_type" => td_string!(locale, admin.l_kind),
        "vcpus" => td_string!(locale, admin.l_vcpus),
        "ram_gb" => td_string!(locale, admin.l_ram_gb),
        "disk_gb" => td_string!(locale, admin.l_disk_gb),
        "disk_type" => td_string!(locale, admin.l_disk_type),
        "network_mbps" => td_string!(locale, admin.l_network_mbps),
        "exclusivity" => td_string!(locale, admin.l_exclusivity),
        "currency" => td_string!(locale, admin.l_currency),
        "price" | "price_per_hour" | "Price" => td_string!(locale, admin.l_price),
        "price_per_period" => td_string!(locale, keeping.l_price_per_period),
        "source_url" => td_string!(locale, admin.l_source_url),
        "source_date" => td_string!(locale, admin.l_source_date),
        "note" => td_string!(locale, admin.l_note),
        "active" => td_string!(locale, keeping.l_active),
        "until_revision" => td_string!(locale, keeping.l_until),
        "private" => td_string!(locale, keep.l_private),
        "scheduled" => td_string!(locale, keep.c_scheduled),
        other => return super::model::label(locale, other),
    }
    .to_owned()
}

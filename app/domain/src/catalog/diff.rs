//! What applying an import would change.
use super::draft::OfferRecord;
use super::{CatalogSnapshot, Offer};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What makes two rows the same offering: everything but the price.
///
/// Source: the house's settled questions (2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OfferingKey(pub String);

/// What makes two rows the same price plan: offering, kind, period, currency and source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlanKey(pub String);

fn number(value: Option<f64>) -> String {
    value.map(|v| v.to_string()).unwrap_or_default()
}

/// Key of a record's offering.
pub fn offering_key(r: &OfferRecord) -> OfferingKey {
    OfferingKey(
        [
            r.platform.as_str(),
            r.region.as_deref().unwrap_or(""),
            &r.gpu,
            &r.gpu_count.to_string(),
            &number(r.gpu_fraction),
            r.instance_type.as_deref().unwrap_or(""),
            r.exclusivity.map_or("", |e| e.word()),
            &number(r.vcpus),
            &number(r.ram_gb),
            &number(r.disk_gb),
            r.disk_type.as_deref().unwrap_or(""),
        ]
        .join("\u{1f}"),
    )
}

/// Key of a record's price plan.
pub fn plan_key(r: &OfferRecord) -> PlanKey {
    let tail = format!(
        "{}\u{1f}{}\u{1f}{}\u{1f}{}",
        r.kind.word(),
        r.period_hours,
        r.price_per_hour.currency,
        r.source
    );
    PlanKey(format!("{}\u{1f}{tail}", offering_key(r).0))
}

/// A stored offer as a record, for keys and forms.
pub fn record_of(snapshot: &CatalogSnapshot, offer: &Offer) -> OfferRecord {
    OfferRecord {
        platform: snapshot.platforms[offer.platform].slug.clone(),
        gpu: snapshot.gpus[offer.gpu].slug.clone(),
        region: offer.region.clone(),
        gpu_count: offer.gpu_count,
        gpu_fraction: offer.gpu_fraction,
        vcpus: offer.vcpus,
        ram_gb: offer.ram_gb,
        disk_gb: offer.disk_gb,
        disk_type: offer.disk_type.clone(),
        network_mbps: offer.network_mbps,
        instance_type: offer.instance_type.clone(),
        exclusivity: offer.exclusivity,
        kind: offer.kind,
        period_hours: offer.period_hours,
        price_per_hour: offer.price_per_hour,
        price_per_period: offer.price_per_period,
        observed: offer.observed,
        source_url: offer.source_url.clone(),
        source: offer.source.clone(),
        note: offer.note.clone(),
    }
}

/// What an import would do. Every incoming row is in exactly one list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChangeSet {
    /// New price plans.
    pub added: Vec<OfferRecord>,
    /// Known plans with a newer observation, and the number of the offer that it replaces.
    pub changed: Vec<(i64, OfferRecord)>,
    /// Known plans seen before what is stored: history only.
    pub older: Vec<(i64, OfferRecord)>,
    /// The same observation again.
    pub unchanged: usize,
    /// Offers of an imported platform and source that the import no longer lists.
    pub vanished: Vec<i64>,
    /// Two incoming rows for one plan and day; the first is kept, the second refused.
    pub collisions: Vec<(OfferRecord, OfferRecord)>,
}

impl ChangeSet {
    /// True when applying it would change the catalogue or its history.
    pub const fn is_any(&self) -> bool {
        !(self.added.is_empty()
            && self.changed.is_empty()
            && self.older.is_empty()
            && self.vanished.is_empty())
    }
}

/// Compares checked rows with the catalogue.
///
/// A later observation replaces, an earlier one becomes history, an equal day with another price replaces too.
/// With `complete`, offers of the same platform and source that do not occur are vanished.
pub fn diff(snapshot: &CatalogSnapshot, incoming: Vec<OfferRecord>, complete: bool) -> ChangeSet {
    let known: HashMap<PlanKey, &Offer> = snapshot
        .offers
        .iter()
        .map(|offer| (plan_key(&record_of(snapshot, offer)), offer))
        .collect();
    let mut changes = ChangeSet::default();
    let mut seen: HashMap<PlanKey, OfferRecord> = HashMap::new();
    let mut touched: Vec<(String, String)> = Vec::new();
    for record in incoming {
        let key = plan_key(&record);
        match seen.entry(key.clone()) {
            Entry::Occupied(first) => {
                changes.collisions.push((first.get().clone(), record));
                continue;
            }
            Entry::Vacant(slot) => slot.insert(record.clone()),
        };
        let pair = (record.platform.clone(), record.source.clone());
        if !touched.contains(&pair) {
            touched.push(pair);
        }
        match known.get(&key) {
            None => changes.added.push(record),
            Some(offer) if same(offer, &record) => changes.unchanged += 1,
            Some(offer) if record.observed.date < offer.observed.date => {
                changes.older.push((offer.id, record))
            }
            Some(offer) => changes.changed.push((offer.id, record)),
        }
    }
    if complete {
        let mut vanished: Vec<i64> = known
            .iter()
            .filter(|(key, _)| !seen.contains_key(*key))
            .filter(|(_, offer)| {
                let slug = &snapshot.platforms[offer.platform].slug;
                touched
                    .iter()
                    .any(|(platform, source)| platform == slug && *source == offer.source)
            })
            .map(|(_, offer)| offer.id)
            .collect();
        vanished.sort_unstable();
        changes.vanished = vanished;
    }
    changes
}

fn same(offer: &Offer, record: &OfferRecord) -> bool {
    offer.price_per_hour == record.price_per_hour
        && offer.price_per_period == record.price_per_period
        && offer.observed == record.observed
        && offer.source_url == record.source_url
        && offer.network_mbps == record.network_mbps
        && offer.note == record.note
}

//! What applying an import would change.
use super::draft::OfferRecord;
use super::texts::Shared;
use super::{CatalogSnapshot, Offer};
use crate::units::Currency;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

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
            &*r.platform,
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

fn shared(text: &Option<String>) -> Option<Shared> {
    text.as_deref().map(Shared::from)
}

/// A stored offer as a record, for keys and forms.
pub fn record_of(snapshot: &CatalogSnapshot, offer: &Offer) -> OfferRecord {
    OfferRecord {
        platform: snapshot.platforms[offer.platform].slug.as_str().into(),
        gpu: snapshot.gpus[offer.gpu].slug.as_str().into(),
        region: shared(&offer.region),
        gpu_count: offer.gpu_count,
        gpu_fraction: offer.gpu_fraction,
        vcpus: offer.vcpus,
        ram_gb: offer.ram_gb,
        disk_gb: offer.disk_gb,
        disk_type: shared(&offer.disk_type),
        network_mbps: offer.network_mbps,
        instance_type: shared(&offer.instance_type),
        exclusivity: offer.exclusivity,
        kind: offer.kind,
        period_hours: offer.period_hours,
        price_per_hour: offer.price_per_hour,
        price_per_period: offer.price_per_period,
        observed: offer.observed,
        source_url: offer.source_url.as_str().into(),
        source: offer.source.as_str().into(),
        note: offer.note.as_str().into(),
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

/// A plan's key in 128 bits: 100,000 keys as text would take more memory than the rows themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Fingerprint(u64, u64);

/// What [`plan_key`] is made of, without the text.
struct PlanParts<'a> {
    platform: &'a str,
    gpu: &'a str,
    region: Option<&'a str>,
    instance_type: Option<&'a str>,
    disk_type: Option<&'a str>,
    source: &'a str,
    currency: Currency,
    numbers: [Option<u64>; 8],
}

impl PlanParts<'_> {
    fn fingerprint(&self) -> Fingerprint {
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            salt.hash(&mut hasher);
            (self.platform, self.gpu).hash(&mut hasher);
            // A column that says nothing and an empty one are the same offering.
            for text in [self.region, self.instance_type, self.disk_type] {
                text.unwrap_or_default().hash(&mut hasher);
            }
            (self.source, self.currency.code(), self.numbers).hash(&mut hasher);
            hasher.finish()
        };
        Fingerprint(half(0), half(1))
    }
}

fn of_record(r: &OfferRecord) -> Fingerprint {
    PlanParts {
        platform: &r.platform,
        gpu: &r.gpu,
        region: r.region.as_deref(),
        instance_type: r.instance_type.as_deref(),
        disk_type: r.disk_type.as_deref(),
        source: &r.source,
        currency: r.price_per_hour.currency,
        numbers: [
            Some(u64::from(r.gpu_count)),
            r.gpu_fraction.map(f64::to_bits),
            r.exclusivity.map(|e| e as u64),
            r.vcpus.map(f64::to_bits),
            r.ram_gb.map(f64::to_bits),
            r.disk_gb.map(f64::to_bits),
            Some(r.kind as u64),
            Some(u64::from(r.period_hours)),
        ],
    }
    .fingerprint()
}

fn of_offer(snapshot: &CatalogSnapshot, o: &Offer) -> Fingerprint {
    PlanParts {
        platform: &snapshot.platforms[o.platform].slug,
        gpu: &snapshot.gpus[o.gpu].slug,
        region: o.region.as_deref(),
        instance_type: o.instance_type.as_deref(),
        disk_type: o.disk_type.as_deref(),
        source: &o.source,
        currency: o.price_per_hour.currency,
        numbers: [
            Some(u64::from(o.gpu_count)),
            o.gpu_fraction.map(f64::to_bits),
            o.exclusivity.map(|e| e as u64),
            o.vcpus.map(f64::to_bits),
            o.ram_gb.map(f64::to_bits),
            o.disk_gb.map(f64::to_bits),
            Some(o.kind as u64),
            Some(u64::from(o.period_hours)),
        ],
    }
    .fingerprint()
}

/// Where the first row of a plan went, to show it beside a second one.
#[derive(Clone, Copy)]
enum Place {
    Added(usize),
    Changed(usize),
    Older(usize),
    Unchanged(usize),
}

/// Compares checked rows with the catalogue, in time that grows with both as their sum.
///
/// A later observation replaces, an earlier one becomes history, an equal day with another price replaces too.
/// With `complete`, offers of the same platform and source that do not occur are vanished.
pub fn diff(snapshot: &CatalogSnapshot, incoming: Vec<OfferRecord>, complete: bool) -> ChangeSet {
    let known: HashMap<Fingerprint, usize> = snapshot
        .offers
        .iter()
        .enumerate()
        .map(|(row, offer)| (of_offer(snapshot, offer), row))
        .collect();
    let mut changes = ChangeSet::default();
    let mut seen: HashMap<Fingerprint, Place> = HashMap::with_capacity(incoming.len());
    let mut listed = vec![false; snapshot.offers.len()];
    let mut touched: HashSet<(Shared, Shared)> = HashSet::new();
    let mut twice: Vec<(Place, OfferRecord)> = Vec::new();
    let mut new = 0;
    // Most rows of a large import are new: they stay in the memory that they came in.
    let added = incoming.into_iter().filter_map(|record| {
        let slot = match seen.entry(of_record(&record)) {
            Entry::Occupied(first) => {
                twice.push((*first.get(), record));
                return None;
            }
            Entry::Vacant(slot) => slot,
        };
        if complete && !is_among(&touched, &record) {
            touched.insert((record.platform.clone(), record.source.clone()));
        }
        let Some(row) = known.get(slot.key()).copied() else {
            slot.insert(Place::Added(new));
            new += 1;
            return Some(record);
        };
        listed[row] = true;
        let offer = &snapshot.offers[row];
        slot.insert(if same(offer, &record) {
            changes.unchanged += 1;
            Place::Unchanged(row)
        } else if record.observed.date < offer.observed.date {
            changes.older.push((offer.id, record));
            Place::Older(changes.older.len() - 1)
        } else {
            changes.changed.push((offer.id, record));
            Place::Changed(changes.changed.len() - 1)
        });
        None
    });
    let added = added.collect();
    changes.added = added;
    for (first, record) in twice {
        let first = changes.at(snapshot, first);
        changes.collisions.push((first, record));
    }
    let of_this_import: HashSet<(&str, &str)> = touched
        .iter()
        .map(|(platform, source)| (&**platform, &**source))
        .collect();
    changes.vanished = snapshot
        .offers
        .iter()
        .zip(&listed)
        .filter(|(offer, listed)| {
            let slug = snapshot.platforms[offer.platform].slug.as_str();
            !**listed && of_this_import.contains(&(slug, offer.source.as_str()))
        })
        .map(|(offer, _)| offer.id)
        .collect();
    changes
}

/// Files come in runs of one platform and source: most often the set has one entry, and no key has to be made.
fn is_among(touched: &HashSet<(Shared, Shared)>, record: &OfferRecord) -> bool {
    if touched.len() < 4 {
        return touched
            .iter()
            .any(|(platform, source)| *platform == record.platform && *source == record.source);
    }
    touched.contains(&(record.platform.clone(), record.source.clone()))
}

impl ChangeSet {
    fn at(&self, snapshot: &CatalogSnapshot, place: Place) -> OfferRecord {
        match place {
            Place::Added(at) => self.added[at].clone(),
            Place::Changed(at) => self.changed[at].1.clone(),
            Place::Older(at) => self.older[at].1.clone(),
            Place::Unchanged(row) => record_of(snapshot, &snapshot.offers[row]),
        }
    }
}

fn same(offer: &Offer, record: &OfferRecord) -> bool {
    offer.price_per_hour == record.price_per_hour
        && offer.price_per_period == record.price_per_period
        && offer.observed == record.observed
        && offer.source_url == *record.source_url
        && offer.network_mbps == record.network_mbps
        && offer.note == *record.note
}

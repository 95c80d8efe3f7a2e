//! What an import would change, row by row, with what makes a row doubtful. A doubtful row is applied only if an editor
//! says so.
use super::diff::{ChangeSet, record_of};
use super::draft::OfferRecord;
use super::kinds::words;
use super::{CatalogSnapshot, Offer, PriceKind};
use std::collections::HashMap;

words! {
    /// What a row of an import does.
    Kind {
        /// A known offer with a newer observation.
        Changed = "changed",
        /// A new offer.
        Added = "added",
        /// An offer that the file no longer lists.
        Missing = "missing",
        /// A known offer seen before what is stored: history only.
        Older = "older",
    }
}

/// Why a row needs a look.
#[derive(Clone, Debug, PartialEq)]
pub enum Doubt {
    /// The price moves by more than 30 percent.
    Jump,
    /// Ten times lower or higher, about: a slipped decimal point.
    TenTimes,
    /// Known fields would become unknown.
    BecomesUnknown(Vec<&'static str>),
    /// A term that costs more than its hours on the meter.
    AboveMeter,
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What it does.
    pub kind: Kind,
    /// Place in the change set's list of that kind.
    pub place: usize,
    /// What makes it doubtful; none = applied unless an editor takes it out.
    pub doubts: Vec<Doubt>,
}

/// A price that moves by more than so many percent is never taken unasked.
pub const MOST_PERCENT: i64 = 30;

/// Every row that `changes` has, the changed ones first, in the file's order.
pub fn rows(snapshot: &CatalogSnapshot, changes: &ChangeSet) -> Vec<Row> {
    let meters = meters(snapshot, changes);
    let lost = lost(snapshot, changes);
    let mut rows = Vec::new();
    for (place, (id, record)) in changes.changed.iter().enumerate() {
        let mut doubts = snapshot
            .offer(*id)
            .map(moved)
            .map_or_else(Vec::new, |f| f(record));
        doubts.extend(above_meter(&meters, record));
        rows.push(row(Kind::Changed, place, doubts));
    }
    for (place, record) in changes.added.iter().enumerate() {
        let mut doubts: Vec<Doubt> = above_meter(&meters, record).into_iter().collect();
        doubts.extend(lost.added.get(&place).cloned().map(Doubt::BecomesUnknown));
        rows.push(row(Kind::Added, place, doubts));
    }
    for (place, id) in changes.vanished.iter().enumerate() {
        let doubt = lost.vanished.get(id).cloned().map(Doubt::BecomesUnknown);
        rows.push(row(Kind::Missing, place, doubt.into_iter().collect()));
    }
    rows.extend((0..changes.older.len()).map(|place| row(Kind::Older, place, Vec::new())));
    rows
}

const fn row(kind: Kind, place: usize, doubts: Vec<Doubt>) -> Row {
    Row {
        kind,
        place,
        doubts,
    }
}

/// By how many percent a price moves, half away from zero.
pub fn percent(before: i64, after: i64) -> i64 {
    let (before, after) = (i128::from(before), i128::from(after));
    let half = if after < before { -before } else { before };
    let moved = ((after - before) * 200 + half) / (before * 2).max(1);
    i64::try_from(moved).unwrap_or(i64::MAX)
}

fn moved(offer: &Offer) -> impl Fn(&OfferRecord) -> Vec<Doubt> {
    |record| {
        let (before, after) = (offer.price_per_hour.nanos, record.price_per_hour.nanos);
        let mut doubts = Vec::new();
        let (low, high) = (before.min(after), before.max(after));
        let apart = i128::from(high) * 10;
        if (i128::from(low) * 80..=i128::from(low) * 125).contains(&apart) {
            doubts.push(Doubt::TenTimes);
        } else if i128::from((after - before).abs()) * 100
            > i128::from(before) * i128::from(MOST_PERCENT)
        {
            doubts.push(Doubt::Jump);
        }
        if offer.network_mbps.is_some() && record.network_mbps.is_none() {
            doubts.push(Doubt::BecomesUnknown(vec!["network_mbps"]));
        }
        doubts
    }
}

/// One machine, whatever its price: platform, region, card, count, type.
type Machine<'a> = (&'a str, &'a str, &'a str, u32, &'a str);

fn machine(record: &OfferRecord) -> Machine<'_> {
    (
        &record.platform,
        record.region.as_deref().unwrap_or_default(),
        &record.gpu,
        record.gpu_count,
        record.instance_type.as_deref().unwrap_or_default(),
    )
}

/// What an hour on the meter costs, by machine and currency: as the file says, else as is known.
type Meters = HashMap<(String, String, String, u32, String, String), i64>;

fn owned(machine: Machine<'_>, currency: &str) -> (String, String, String, u32, String, String) {
    let (a, b, c, count, d) = machine;
    (
        a.into(),
        b.into(),
        c.into(),
        count,
        d.into(),
        currency.into(),
    )
}

fn meters(snapshot: &CatalogSnapshot, changes: &ChangeSet) -> Meters {
    let incoming = || {
        let known = changes.changed.iter().map(|(_, record)| record);
        changes.added.iter().chain(known)
    };
    if !incoming().any(|record| record.kind.is_term()) {
        return Meters::new();
    }
    let mut meters = Meters::new();
    let mut keep = |record: &OfferRecord| {
        if record.kind == PriceKind::OnDemand && record.gpu_fraction.is_none() {
            let price = record.price_per_hour;
            meters.insert(owned(machine(record), price.currency.code()), price.nanos);
        }
    };
    let stored = snapshot
        .offers
        .iter()
        .filter(|o| o.kind == PriceKind::OnDemand);
    stored.for_each(|offer| keep(&record_of(snapshot, offer)));
    incoming().for_each(keep);
    meters
}

fn above_meter(meters: &Meters, record: &OfferRecord) -> Option<Doubt> {
    if !record.kind.is_term() || meters.is_empty() {
        return None;
    }
    let price = record.price_per_hour;
    let meter = meters.get(&owned(machine(record), price.currency.code()))?;
    (price.nanos > *meter).then_some(Doubt::AboveMeter)
}

#[derive(Default)]
struct Lost {
    added: HashMap<usize, Vec<&'static str>>,
    vanished: HashMap<i64, Vec<&'static str>>,
}

/// A row that says less of a machine than is known makes another offering of it, and the known one goes missing: both
/// halves of such a pair are in doubt.
fn lost(snapshot: &CatalogSnapshot, changes: &ChangeSet) -> Lost {
    let mut lost = Lost::default();
    if changes.added.is_empty() || changes.vanished.is_empty() {
        return lost;
    }
    let gone: Vec<(i64, OfferRecord)> = changes
        .vanished
        .iter()
        .filter_map(|id| Some((*id, record_of(snapshot, snapshot.offer(*id)?))))
        .collect();
    let mut by_machine: HashMap<(Machine<'_>, PriceKind), Vec<usize>> = HashMap::new();
    for (at, (_, record)) in gone.iter().enumerate() {
        by_machine
            .entry((machine(record), record.kind))
            .or_default()
            .push(at);
    }
    for (place, record) in changes.added.iter().enumerate() {
        let near = by_machine.get(&(machine(record), record.kind));
        // A machine with more namesakes than this is no machine that can be told by its name.
        for at in near.into_iter().flatten().take(16) {
            let (id, known) = &gone[*at];
            if let Some(fields) = says_less(known, record) {
                lost.vanished.insert(*id, fields.clone());
                lost.added.insert(place, fields);
                break;
            }
        }
    }
    lost
}

/// The fields that `known` states and `record` does not, if they agree in all others.
fn says_less(known: &OfferRecord, record: &OfferRecord) -> Option<Vec<&'static str>> {
    fn side<T: PartialEq>(known: &Option<T>, now: &Option<T>) -> Option<bool> {
        match (known, now) {
            (Some(_), None) => Some(true),
            _ if known == now => Some(false),
            _ => None,
        }
    }
    if known.source != record.source || known.period_hours != record.period_hours {
        return None;
    }
    let fields = [
        (
            "gpu_fraction",
            side(&known.gpu_fraction, &record.gpu_fraction)?,
        ),
        ("vcpus", side(&known.vcpus, &record.vcpus)?),
        ("ram_gb", side(&known.ram_gb, &record.ram_gb)?),
        ("disk_gb", side(&known.disk_gb, &record.disk_gb)?),
        ("disk_type", side(&known.disk_type, &record.disk_type)?),
        (
            "exclusivity",
            side(&known.exclusivity, &record.exclusivity)?,
        ),
    ];
    let lost: Vec<&str> = fields
        .into_iter()
        .filter_map(|(field, is_lost)| is_lost.then_some(field))
        .collect();
    (!lost.is_empty()).then_some(lost)
}

/// The part of `changes` whose rows are taken; `is_taken` is asked for each row's place in `rows`.
pub fn part(changes: &ChangeSet, rows: &[Row], is_taken: impl Fn(usize) -> bool) -> ChangeSet {
    let mut part = ChangeSet {
        unchanged: changes.unchanged,
        ..ChangeSet::default()
    };
    let taken = rows.iter().enumerate().filter(|(at, _)| is_taken(*at));
    for (_, row) in taken {
        match row.kind {
            Kind::Changed => part.changed.push(changes.changed[row.place].clone()),
            Kind::Added => part.added.push(changes.added[row.place].clone()),
            Kind::Missing => part.vanished.push(changes.vanished[row.place]),
            Kind::Older => part.older.push(changes.older[row.place].clone()),
        }
    }
    part
}

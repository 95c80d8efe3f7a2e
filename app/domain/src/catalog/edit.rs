//! An edit by hand: what the form's fields said, checked against the offer that they change. Pure.
use super::diff::record_of;
use super::draft::{self, FieldError, OfferDraft, OfferRecord, Problem};
use super::facts::FactShape;
use super::revision::Change;
use super::texts::Shared;
use super::{CatalogSnapshot, Fact, FactKey, FactSource, Offer, Platform};
use crate::units::{Currency, Decimal, Money, div_round_half_up};
use chrono::NaiveDate;
use std::collections::BTreeMap;

/// The facts that the form shows; an offer may state them differently from its platform.
pub const FACTS: [FactKey; 8] = [
    FactKey::BillingIncrement,
    FactKey::MinimumCharge,
    FactKey::NoGpuMode,
    FactKey::NoGpuPrice,
    FactKey::GpuKeptStopped,
    FactKey::RetentionDays,
    FactKey::FreeDisk,
    FactKey::StoragePrice,
];

/// The other fields, in the form's order.
pub const COLUMNS: [&str; 16] = [
    "region",
    "instance_type",
    "gpu_count",
    "vcpus",
    "ram_gb",
    "disk_gb",
    "disk_type",
    "network_mbps",
    "exclusivity",
    "currency",
    "price_basis",
    "price",
    "price_per_period",
    "source_url",
    "source_date",
    "note",
];

/// Fields whose absence from a request means empty: they must be stated each time.
const STATED: [&str; 3] = ["price", "source_url", "source_date"];

/// What the form's fields hold, as text; `""` = empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed(BTreeMap<&'static str, String>);

/// What happens to one fact of the offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactChange {
    /// The offer states this itself from now on.
    Set(FactKey, Fact),
    /// The offer goes by its platform again.
    End(FactKey),
}

/// A checked edit, not yet stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// The offer as it will be.
    pub record: OfferRecord,
    /// Its own facts that change.
    pub facts: Vec<FactChange>,
    /// Every field that changes, in the form's order; empty = nothing does.
    pub changes: Vec<Change>,
}

/// Every field of the form, in order.
pub fn fields() -> impl Iterator<Item = &'static str> {
    let (before, after) = COLUMNS.split_at(13);
    before
        .iter()
        .copied()
        .chain(FACTS.iter().map(|key| key.word()))
        .chain(after.iter().copied())
}

impl Typed {
    /// A field's text.
    pub fn get(&self, field: &str) -> &str {
        self.0.get(field).map_or("", String::as_str)
    }

    /// The offer as it stands, price for the whole offer.
    pub fn of_offer(snapshot: &CatalogSnapshot, offer: &Offer) -> Self {
        let platform = &snapshot.platforms[offer.platform];
        Self::of_record(&record_of(snapshot, offer), |key| {
            offer.fact_value(platform, key).map(str::to_owned)
        })
    }

    /// What a request sent, over `current` for the fields that it left out.
    ///
    /// Price, source and date are never taken over: whoever saves states them.
    pub fn of_pairs(pairs: &[(String, String)], current: &Self) -> Self {
        let typed = |field: &'static str| {
            let sent = pairs
                .iter()
                .find(|(name, _)| name == field)
                .map(|(_, value)| value.trim().to_owned());
            let kept = if STATED.contains(&field) {
                String::new()
            } else {
                current.get(field).to_owned()
            };
            (field, sent.unwrap_or(kept))
        };
        Self(fields().map(typed).collect())
    }

    fn of_record(record: &OfferRecord, fact: impl Fn(FactKey) -> Option<String>) -> Self {
        let number = |value: Option<f64>| value.map(|v| v.to_string()).unwrap_or_default();
        let text = |value: &Option<Shared>| value.as_deref().unwrap_or_default().to_owned();
        let column = |field: &'static str| match field {
            "region" => text(&record.region),
            "instance_type" => text(&record.instance_type),
            "gpu_count" => record.gpu_count.to_string(),
            "vcpus" => number(record.vcpus),
            "ram_gb" => number(record.ram_gb),
            "disk_gb" => number(record.disk_gb),
            "disk_type" => text(&record.disk_type),
            "network_mbps" => record
                .network_mbps
                .map(|n| n.to_string())
                .unwrap_or_default(),
            "exclusivity" => record
                .exclusivity
                .map(|e| e.word().to_owned())
                .unwrap_or_default(),
            "currency" => record.price_per_hour.currency.code().to_owned(),
            "price_basis" => "offer".to_owned(),
            "price" => record.price_per_hour.amount().to_string(),
            "price_per_period" => record
                .price_per_period
                .map(|m| m.amount().to_string())
                .unwrap_or_default(),
            "source_url" => record.source_url.to_string(),
            "source_date" => record.observed.text(),
            _ => record.note.to_string(),
        };
        let mut map: BTreeMap<&'static str, String> = COLUMNS
            .iter()
            .map(|field| (*field, column(field)))
            .collect();
        map.extend(
            FACTS
                .iter()
                .map(|key| (key.word(), fact(*key).unwrap_or_default())),
        );
        Self(map)
    }

    /// Every field that differs from `after`.
    pub fn changes_to(&self, after: &Self) -> Vec<Change> {
        let stated = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        fields()
            .filter(|field| *field != "price_basis" && self.get(field) != after.get(field))
            .map(|field| Change {
                field: field.to_owned(),
                before: stated(self.get(field)),
                after: stated(after.get(field)),
            })
            .collect()
    }

    /// The whole offer's price an hour as text: typed for the whole, for one card, or following from the term's sum.
    ///
    /// Text that is no number comes back as it is, for the check to refuse.
    fn price_per_hour(&self, offer: &Offer) -> String {
        let typed = self.get("price");
        if typed.is_empty() && offer.kind.is_term() {
            let sum = self.get("price_per_period").parse::<Decimal>().ok();
            let hourly =
                sum.and_then(|sum| div_round_half_up(sum.nanos(), i128::from(offer.period_hours)));
            return hourly
                .map(|nanos| Decimal::from_nanos(nanos).to_string())
                .unwrap_or_default();
        }
        if self.get("price_basis") != "gpu" {
            return typed.to_owned();
        }
        match (
            typed.parse::<Decimal>(),
            self.get("gpu_count").parse::<u32>(),
        ) {
            (Ok(price), Ok(count)) => {
                Decimal::from_nanos(price.nanos() * i128::from(count)).to_string()
            }
            _ => typed.to_owned(),
        }
    }

    /// What the public page will show: per card (`None` for a slice) and for the whole offer, per hour.
    /// `None` while price, currency or count cannot be read.
    pub fn shown(&self, offer: &Offer) -> Option<(Option<Money>, Money)> {
        let price: Decimal = self.price_per_hour(offer).parse().ok()?;
        let currency: Currency = self.get("currency").parse().ok()?;
        let count: u32 = self.get("gpu_count").parse().ok()?;
        let whole = Money::from_decimal(price, currency)
            .ok()
            .filter(|money| money.nanos > 0)?;
        let per_gpu = if offer.gpu_fraction.is_some() {
            None
        } else {
            Some(whole.share(count)?)
        };
        Some((per_gpu, whole))
    }

    fn draft(&self, snapshot: &CatalogSnapshot, offer: &Offer) -> OfferDraft {
        let stored = record_of(snapshot, offer);
        let text = |field: &str| self.get(field).to_owned();
        OfferDraft {
            platform_slug: stored.platform.into(),
            gpu_slug: stored.gpu.into(),
            gpu_fraction: stored
                .gpu_fraction
                .map(|f| f.to_string())
                .unwrap_or_default(),
            price_kind: stored.kind.word().to_owned(),
            price_period_hours: stored.period_hours.to_string(),
            region: text("region"),
            gpu_count: text("gpu_count"),
            price_per_hour: self.price_per_hour(offer),
            currency: text("currency"),
            vcpus: text("vcpus"),
            ram_gb: text("ram_gb"),
            disk_gb: text("disk_gb"),
            disk_type: text("disk_type"),
            network_mbps: text("network_mbps"),
            instance_type: text("instance_type"),
            exclusivity: text("exclusivity"),
            source_url: text("source_url"),
            source_date: text("source_date"),
            source_date_precision: String::new(),
            note: text("note"),
            price_per_period: text("price_per_period"),
        }
    }
}

/// Checks an edit of `offer`. Gives every wrong field at once, by the form's names, in the form's order.
pub fn check(
    typed: &Typed,
    snapshot: &CatalogSnapshot,
    offer: &Offer,
    today: NaiveDate,
) -> Result<Edit, Vec<FieldError>> {
    let draft = typed.draft(snapshot, offer);
    let gpu = |slug: &str| snapshot.gpu_by_slug(slug).is_some();
    let checked = draft::check(
        &draft,
        gpu,
        |slug| snapshot.platform_by_slug(slug).is_some(),
        today,
    );
    let mut errors = checked.as_ref().err().cloned().unwrap_or_default();
    for error in &mut errors {
        if error.field == "price_per_hour" {
            error.field = "price".to_owned();
            error.value = typed.get("price").chars().take(80).collect();
        }
    }
    if !["gpu", "offer"].contains(&typed.get("price_basis")) {
        errors.push(refused(
            "price_basis",
            typed.get("price_basis"),
            Problem::NotAWord,
        ));
    }
    for key in FACTS {
        let value = typed.get(key.word());
        if !value.is_empty() && !key.admits(value) {
            let word = matches!(key.shape(), FactShape::YesNo);
            let problem = if word {
                Problem::NotAWord
            } else {
                Problem::NotANumber
            };
            errors.push(refused(key.word(), value, problem));
        }
    }
    let place = |error: &FieldError| fields().position(|field| field == error.field);
    errors.sort_by_key(place);
    match checked {
        Ok(record) if errors.is_empty() => {
            let platform = &snapshot.platforms[offer.platform];
            let facts = facts(typed, offer, platform, &record);
            let after = Typed::of_record(&record, |key| effective(&facts, offer, platform, key));
            let changes = Typed::of_offer(snapshot, offer).changes_to(&after);
            Ok(Edit {
                record,
                facts,
                changes,
            })
        }
        _ => Err(errors),
    }
}

fn refused(field: &str, value: &str, problem: Problem) -> FieldError {
    FieldError {
        field: field.to_owned(),
        value: value.chars().take(80).collect(),
        problem,
    }
}

/// Numbers in their shortest form, so that `0.10` is no change of `0.1`.
fn plain(key: FactKey, value: &str) -> Option<String> {
    match (key.shape(), value.parse::<Decimal>()) {
        _ if value.is_empty() => None,
        (FactShape::Whole | FactShape::Amount, Ok(number)) => Some(number.to_string()),
        _ => Some(value.to_owned()),
    }
}

/// The offer's own facts that follow from the form.
///
/// An empty number means "as the platform" and ends what the offer said; "unknown" of a yes-or-no is an answer:
/// looked for, not found, whatever the platform says of its offers in general.
fn facts(
    typed: &Typed,
    offer: &Offer,
    platform: &Platform,
    record: &OfferRecord,
) -> Vec<FactChange> {
    let mut changes = Vec::new();
    for key in FACTS {
        let wanted = plain(key, typed.get(key.word()));
        let as_platform = platform
            .facts
            .value(key)
            .and_then(|value| plain(key, value));
        let now = offer
            .fact_value(platform, key)
            .and_then(|value| plain(key, value));
        let own = offer.overrides.get(key).is_some();
        let left_out = wanted.is_none() && key.shape() != FactShape::YesNo;
        if own && (left_out || wanted == as_platform) {
            changes.push(FactChange::End(key));
        } else if wanted != now && !left_out {
            let source = FactSource {
                url: record.source_url.to_string(),
                exact: true,
            };
            let fact = Fact {
                value: wanted,
                observed: Some(record.observed),
                quote: None,
                sources: vec![source],
                learnt: None,
            };
            changes.push(FactChange::Set(key, fact));
        }
    }
    changes
}

fn effective(
    changes: &[FactChange],
    offer: &Offer,
    platform: &Platform,
    key: FactKey,
) -> Option<String> {
    for change in changes {
        match change {
            FactChange::Set(k, fact) if *k == key => return fact.value.clone(),
            FactChange::End(k) if *k == key => return platform.facts.value(key).map(str::to_owned),
            _ => {}
        }
    }
    offer.fact_value(platform, key).map(str::to_owned)
}

//! A new offer by hand: what the form's fields said, checked. Pure.
use super::draft::{self, FieldError, OfferDraft, OfferRecord, Problem};
use super::{CatalogSnapshot, PriceKind};
use crate::units::{Currency, Decimal, Money, div_round_half_up};
use chrono::NaiveDate;
use std::collections::BTreeMap;

/// Every field of the form, in order.
pub const FIELDS: [&str; 22] = [
    "platform_slug",
    "gpu_slug",
    "price_kind",
    "region",
    "instance_type",
    "gpu_count",
    "gpu_fraction",
    "vcpus",
    "ram_gb",
    "exclusivity",
    "disk_gb",
    "disk_type",
    "network_mbps",
    "currency",
    "price_basis",
    "price",
    "price_period_hours",
    "price_per_period",
    "source_url",
    "source_date",
    "note",
    "private",
];

/// What the form's fields hold, as text; `""` = empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewTyped(BTreeMap<&'static str, String>);

impl NewTyped {
    /// An empty form; the price is that of the whole offer, of one card, by the hour.
    pub fn empty(platform: &str, gpu: &str) -> Self {
        let filled = [
            ("platform_slug", platform),
            ("gpu_slug", gpu),
            ("price_kind", PriceKind::OnDemand.word()),
            ("gpu_count", "1"),
            ("price_basis", "offer"),
        ];
        Self(
            filled
                .into_iter()
                .map(|(field, value)| (field, value.to_owned()))
                .collect(),
        )
    }

    /// What a request sent.
    pub fn of_pairs(pairs: &[(String, String)]) -> Self {
        let typed = |field: &'static str| {
            let sent = pairs.iter().find(|(name, _)| name == field);
            let text = sent.map(|(_, value)| value.trim().to_owned());
            (field, text.unwrap_or_default())
        };
        Self(FIELDS.into_iter().map(typed).collect())
    }

    /// A field's text.
    pub fn get(&self, field: &str) -> &str {
        self.0.get(field).map_or("", String::as_str)
    }

    /// The kind of price, where it can be read.
    pub fn kind(&self) -> Option<PriceKind> {
        PriceKind::from_word(self.get("price_kind"))
    }

    /// Whether it is negotiated: for editors' eyes alone.
    pub fn is_private(&self) -> bool {
        self.get("private") == "1"
    }

    /// Hours that the period's sum pays for: as typed, else what the kind says; a reservation has no usual length.
    fn period_hours(&self) -> String {
        let typed = self.get("price_period_hours");
        let usual = match self.kind() {
            Some(PriceKind::OnDemand | PriceKind::Spot) => return "1".to_owned(),
            Some(PriceKind::Daily) => "24",
            Some(PriceKind::Weekly) => "168",
            Some(PriceKind::Monthly) => "720",
            _ => "",
        };
        if typed.is_empty() { usual } else { typed }.to_owned()
    }

    /// The whole offer's price an hour as text: typed for the whole, for one card, or following from the term's sum.
    fn price_per_hour(&self) -> String {
        let typed = self.get("price");
        if typed.is_empty() && self.kind().is_some_and(PriceKind::is_term) {
            let sum = self.get("price_per_period").parse::<Decimal>().ok();
            let hours = self.period_hours().parse::<u32>().ok();
            let hourly = sum
                .zip(hours)
                .and_then(|(sum, hours)| div_round_half_up(sum.nanos(), i128::from(hours)));
            return hourly
                .map(|nanos| Decimal::from_nanos(nanos).to_string())
                .unwrap_or_default();
        }
        let count = self.get("gpu_count").parse::<u32>();
        match (self.get("price_basis"), typed.parse::<Decimal>(), count) {
            ("gpu", Ok(price), Ok(count)) => {
                Decimal::from_nanos(price.nanos() * i128::from(count)).to_string()
            }
            _ => typed.to_owned(),
        }
    }

    /// What the page will show: per card (`None` for a slice) and for the whole offer, per hour; `None` while it cannot
    /// be read.
    pub fn shown(&self) -> Option<(Option<Money>, Money)> {
        let price: Decimal = self.price_per_hour().parse().ok()?;
        let currency: Currency = self.get("currency").parse().ok()?;
        let whole = Money::from_decimal(price, currency)
            .ok()
            .filter(|money| money.nanos > 0)?;
        if !self.get("gpu_fraction").is_empty() {
            return Some((None, whole));
        }
        let count: u32 = self.get("gpu_count").parse().ok()?;
        Some((Some(whole.share(count)?), whole))
    }

    fn draft(&self) -> OfferDraft {
        let text = |field: &str| self.get(field).to_owned();
        OfferDraft {
            platform_slug: text("platform_slug"),
            region: text("region"),
            gpu_slug: text("gpu_slug"),
            gpu_count: text("gpu_count"),
            gpu_fraction: text("gpu_fraction"),
            price_per_hour: self.price_per_hour(),
            currency: text("currency"),
            price_kind: text("price_kind"),
            price_period_hours: self.period_hours(),
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

/// Checks a new offer. Gives every wrong field at once, by the form's names, in the form's order.
pub fn check(
    typed: &NewTyped,
    snapshot: &CatalogSnapshot,
    today: NaiveDate,
) -> Result<OfferRecord, Vec<FieldError>> {
    let checked = draft::check(
        &typed.draft(),
        |slug| snapshot.gpu_by_slug(slug).is_some(),
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
    let mut refuse = |field: &str, problem| {
        errors.push(FieldError {
            field: field.to_owned(),
            value: typed.get(field).chars().take(80).collect(),
            problem,
        });
    };
    if !["gpu", "offer"].contains(&typed.get("price_basis")) {
        refuse("price_basis", Problem::NotAWord);
    }
    if typed.kind() == Some(PriceKind::Reserved) && typed.get("price_period_hours").is_empty() {
        refuse("price_period_hours", Problem::Missing);
    }
    let place = |error: &FieldError| FIELDS.iter().position(|field| *field == error.field);
    errors.sort_by_key(place);
    match checked {
        Ok(record) if errors.is_empty() => Ok(record),
        _ => Err(errors),
    }
}

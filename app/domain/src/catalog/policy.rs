//! The platforms' rules as one table: its columns, what a visitor asked of it, which platforms answer.
use super::against::grade;
use super::kinds::words;
use super::order::{Direction, Key};
use super::query::UnknownFacts;
use super::{CatalogSnapshot, FactKey, Freshness, Notice, Platform, Reason};
use crate::units::{Currency, Decimal, Money};
use chrono::NaiveDate;
use std::cmp::Ordering;

words! {
    /// A column of the table.
    Policy {
        /// Is the card one customer's alone.
        Exclusivity = "exclusivity",
        /// Do data survive a stop.
        Persistent = "persistent_storage",
        /// A mode without the GPU.
        NoGpuMode = "no_gpu_mode",
        /// Time is rounded up to this many seconds.
        Increment = "billing_increment",
        /// What a stopped machine costs.
        Stopped = "stopped_billing",
        /// Days until the data of a stopped machine are deleted.
        Retention = "retention_days",
        /// Is the card held while stopped.
        GpuKept = "gpu_kept_while_stopped",
        /// Own images.
        Image = "custom_image",
        /// Several cards in one machine.
        Topology = "same_node_multi_gpu",
        /// Network, Mbps.
        Network = "network_mbps",
        /// Price per GB sent out.
        Egress = "egress_price",
        /// Support round the clock.
        Support = "support_24h",
    }
}

words! {
    /// What the rows are sorted by, beside the columns.
    PolicyOrder {
        /// Name in Latin letters.
        Name = "name",
        /// Current offers.
        Offers = "offers",
    }
}

/// How a column is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// One of these words, or `unknown`.
    Words(&'static [&'static str]),
    /// At most this much; the parameter's name.
    AtMost(&'static str),
    /// At least this much; the parameter's name.
    AtLeast(&'static str),
}

/// The word that asks for what nobody found.
pub const UNKNOWN: &str = "unknown";

const YES_NO: Ask = Ask::Words(&["yes", "partial", "no"]);

impl Policy {
    /// The fact that it shows.
    pub const fn fact(self) -> FactKey {
        match self {
            Self::Exclusivity => FactKey::CardExclusivity,
            Self::Persistent => FactKey::PersistentStorage,
            Self::NoGpuMode => FactKey::NoGpuMode,
            Self::Increment => FactKey::BillingIncrement,
            Self::Stopped => FactKey::StoppedBilling,
            Self::Retention => FactKey::RetentionDays,
            Self::GpuKept => FactKey::GpuKeptStopped,
            Self::Image => FactKey::CustomImage,
            Self::Topology => FactKey::SameNode,
            Self::Network => FactKey::Network,
            Self::Egress => FactKey::EgressPrice,
            Self::Support => FactKey::Support24h,
        }
    }

    /// How it is asked for.
    pub const fn ask(self) -> Ask {
        match self {
            Self::Exclusivity => Ask::Words(&["dedicated", "mixed", "shared"]),
            Self::Stopped => Ask::Words(&["none", "storage_only", "full"]),
            Self::Increment => Ask::AtMost("billing_increment_max"),
            Self::Retention => Ask::AtLeast("retention_days_min"),
            Self::Network => Ask::AtLeast("network_mbps_min"),
            Self::Egress => Ask::AtMost("egress_price_max"),
            _ => YES_NO,
        }
    }

    /// Name of its parameter.
    pub const fn param(self) -> &'static str {
        match self.ask() {
            Ask::Words(_) => self.word(),
            Ask::AtMost(name) | Ask::AtLeast(name) => name,
        }
    }
}

/// What the rows are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortBy {
    /// Name or offers.
    Row(PolicyOrder),
    /// A column.
    Column(Policy),
}

impl SortBy {
    /// The word in an address.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Row(order) => order.word(),
            Self::Column(policy) => policy.word(),
        }
    }
}

/// What a visitor asked of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyQuery {
    /// Words that a column may have; empty lists are left out.
    pub words: Vec<(Policy, Vec<String>)>,
    /// Bounds of a column.
    pub bounds: Vec<(Policy, Decimal)>,
    /// What a platform does whose fact nobody found.
    pub unknown: UnknownFacts,
    /// Leave out platforms without a current offer.
    pub with_offers: bool,
    /// Sort key.
    pub order_by: SortBy,
    /// Sort direction.
    pub order_dir: Direction,
}

impl Default for PolicyQuery {
    fn default() -> Self {
        Self {
            words: Vec::new(),
            bounds: Vec::new(),
            unknown: UnknownFacts::Exclude,
            with_offers: false,
            order_by: SortBy::Row(PolicyOrder::Name),
            order_dir: Direction::Asc,
        }
    }
}

/// Parameters of the page around the table.
const PAGE_PARAMS: &[&str] = &[
    "lang",
    "currency",
    "theme",
    // Carried on from the price list; no rule depends on them.
    "period",
    "month_hours",
    "part",
    "p",
];

impl PolicyQuery {
    /// Reads decoded `name=value` pairs. Gives: the question and a notice for each part that could not be read.
    pub fn parse(pairs: &[(String, String)]) -> (Self, Vec<Notice>) {
        let mut query = Self::default();
        let mut notices = Vec::new();
        for (name, value) in pairs {
            let value = value.trim();
            if value.is_empty() || PAGE_PARAMS.contains(&name.as_str()) {
                continue;
            }
            if let Err(reason) = query.take(name, value) {
                let cut = |text: &str| text.chars().take(60).collect();
                notices.push(Notice {
                    param: cut(name),
                    value: cut(value),
                    reason,
                });
            }
        }
        (query, notices)
    }

    fn take(&mut self, name: &str, value: &str) -> Result<(), Reason> {
        if let Some(policy) = Policy::ALL.iter().find(|p| p.param() == name) {
            return self.condition(*policy, value);
        }
        match name {
            "unknown" => self.unknown = UnknownFacts::from_word(value).ok_or(Reason::NotAWord)?,
            "offers" => match value {
                "current" => self.with_offers = true,
                "any" => self.with_offers = false,
                _ => return Err(Reason::NotAWord),
            },
            "order_by" => {
                self.order_by = PolicyOrder::from_word(value)
                    .map(SortBy::Row)
                    .or_else(|| Policy::from_word(value).map(SortBy::Column))
                    .ok_or(Reason::NotAWord)?;
            }
            "order_dir" => self.order_dir = Direction::from_word(value).ok_or(Reason::NotAWord)?,
            _ => return Err(Reason::UnknownParam),
        }
        Ok(())
    }

    fn condition(&mut self, policy: Policy, value: &str) -> Result<(), Reason> {
        match policy.ask() {
            // A form has one field a column: several answers in it are separated by commas.
            Ask::Words(words) => {
                let values: Vec<&str> = value.split(',').map(str::trim).collect();
                if values.iter().any(|v| *v != UNKNOWN && !words.contains(v)) {
                    return Err(Reason::NotAWord);
                }
                let place = self.words.iter().position(|(known, _)| *known == policy);
                let place = place.unwrap_or_else(|| {
                    self.words.push((policy, Vec::new()));
                    self.words.len() - 1
                });
                let chosen = &mut self.words[place].1;
                for value in values {
                    if !chosen.iter().any(|word| word == value) {
                        chosen.push(value.to_owned());
                    }
                }
            }
            Ask::AtMost(_) | Ask::AtLeast(_) => {
                let bound: Decimal = value.parse().map_err(|_| Reason::NotANumber)?;
                if bound.is_negative() {
                    return Err(Reason::OutOfRange);
                }
                self.bounds.retain(|(known, _)| *known != policy);
                self.bounds.push((policy, bound));
            }
        }
        Ok(())
    }

    /// Conditions set, for the phone's filter button.
    pub fn condition_count(&self) -> usize {
        self.words.len() + self.bounds.len() + usize::from(self.with_offers)
    }
}

/// The platforms that answer, and those that do not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyTable {
    /// Indexes into the snapshot's platforms, in order.
    pub rows: Vec<usize>,
    /// Left out because a fact that was asked for is not known.
    pub unknown: usize,
    /// Left out because a known fact, or their offers, do not answer.
    pub other: usize,
}

/// Current offers of each platform, by its index.
pub fn current_offers(snapshot: &CatalogSnapshot, today: NaiveDate) -> Vec<usize> {
    let mut counts = vec![0; snapshot.platforms.len()];
    for offer in &snapshot.offers {
        if snapshot.freshness(offer, today) != Freshness::Stale {
            counts[offer.platform] += 1;
        }
    }
    counts
}

/// A price per GB sent out, in `currency`.
fn egress(
    snapshot: &CatalogSnapshot,
    platform: &Platform,
    currency: Currency,
    today: NaiveDate,
) -> Option<Decimal> {
    let amount = platform.facts.amount(FactKey::EgressPrice)?;
    if amount.is_zero() {
        return Some(amount);
    }
    let listed = Money::from_decimal(amount, platform.currency?).ok()?;
    Some(snapshot.convert(listed, currency, today)?.0.amount())
}

/// Answers a question. Bounds of money are in `currency`.
pub fn answer(
    snapshot: &CatalogSnapshot,
    query: &PolicyQuery,
    currency: Currency,
    today: NaiveDate,
) -> PolicyTable {
    let offers = current_offers(snapshot, today);
    let amount = |place: usize, policy: Policy| -> Option<Decimal> {
        let platform = &snapshot.platforms[place];
        match policy {
            Policy::Egress => egress(snapshot, platform, currency, today),
            _ => platform.facts.amount(policy.fact()),
        }
    };
    let mut table = PolicyTable::default();
    for (place, platform) in snapshot.platforms.iter().enumerate() {
        let mut is_unknown = false;
        let mut fails = query.with_offers && offers[place] == 0;
        for (policy, words) in &query.words {
            match platform.facts.value(policy.fact()) {
                Some(value) => fails |= !words.iter().any(|word| word == value),
                None => is_unknown |= !words.iter().any(|word| word == UNKNOWN),
            }
        }
        for (policy, bound) in &query.bounds {
            match (amount(place, *policy), policy.ask()) {
                (Some(value), Ask::AtMost(_)) => fails |= value > *bound,
                (Some(value), _) => fails |= value < *bound,
                (None, _) => is_unknown = true,
            }
        }
        match (fails, is_unknown && query.unknown == UnknownFacts::Exclude) {
            (true, _) => table.other += 1,
            (false, true) => table.unknown += 1,
            (false, false) => table.rows.push(place),
        }
    }
    let key = |place: usize| -> Key {
        let number = |value: Option<Decimal>| {
            value.map_or(Key::Unknown, |value| Key::Number(value.to_f64()))
        };
        match query.order_by {
            SortBy::Row(PolicyOrder::Name) => {
                Key::Word(snapshot.platforms[place].name.to_lowercase())
            }
            SortBy::Row(PolicyOrder::Offers) => Key::Number(offers[place] as f64),
            SortBy::Column(policy) => match policy.ask() {
                Ask::Words(_) => {
                    let word = snapshot.platforms[place].facts.value(policy.fact());
                    // The answer that is best for the one who rents stands first in ascending order.
                    word.and_then(grade)
                        .map_or(Key::Unknown, |grade| Key::Number(-f64::from(grade)))
                }
                _ => number(amount(place, policy)),
            },
        }
    };
    // The sort is stable, and the snapshot's platforms stand in the order of their names.
    table
        .rows
        .sort_by(|a, b| match key(*a).compare(&key(*b), query.order_dir) {
            Ordering::Equal => a.cmp(b),
            other => other,
        });
    table
}

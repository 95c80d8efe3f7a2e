//! What a visitor asked of the catalogue, read from address parameters.
mod range;

use super::columns::MONTH_HOURS;
use super::kinds::words;
use super::order::{Direction, OrderBy};
use super::{Column, Exclusivity, FactKey, Period, PriceKind, Tri};
use crate::units::Currency;
pub use range::Range;
use range::range;
use serde::{Deserialize, Serialize};

/// A parameter that could not be read; it is named to the visitor and ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// The parameter's name.
    pub param: String,
    /// What it said, cut to 60 characters.
    pub value: String,
    /// Why it was ignored.
    pub reason: Reason,
}

words! {
    /// Why a parameter was ignored.
    Reason {
        /// No parameter of that name.
        UnknownParam = "unknown_param",
        /// Not a number or range.
        NotANumber = "not_a_number",
        /// Not one of the words it may be.
        NotAWord = "not_a_word",
        /// Nothing of that name.
        NotFound = "not_found",
        /// Below its lower bound or above its upper one.
        OutOfRange = "out_of_range",
    }
}

words! {
    /// What to do with an offer whose fact was not found.
    UnknownFacts {
        /// Keep it, marked.
        Include = "include",
        /// Count it as not meeting the condition.
        Exclude = "exclude",
    }
}

/// The numeric conditions; each has its parameter's name.
pub const NUMBERS: &[(&str, bool)] = &[
    ("gpu_count_min", true),
    ("gpu_count_max", false),
    ("vram_min", true),
    ("total_vram_min", true),
    ("bandwidth_min", true),
    ("tflops_min", true),
    ("compute_capability_min", true),
    ("price_max", false),
    ("billing_increment_max", false),
    ("network_mbps_min", true),
    ("vcpu_min", true),
    ("ram_min", true),
    ("disk_min", true),
];

/// The conditions on a word that a card, platform or machine is described by.
pub const WORDS: &[&str] = &["vendor", "country", "region", "disk_type", "form_factor"];

/// Yes-or-no conditions and the fact each asks for.
pub const FACT_FLAGS: &[(&str, FactKey)] = &[
    ("persistent_storage", FactKey::PersistentStorage),
    ("no_gpu_mode", FactKey::NoGpuMode),
    ("custom_image", FactKey::CustomImage),
    ("same_node", FactKey::SameNode),
    ("nvlink", FactKey::Nvlink),
];

/// The whole question; defaults are left out of addresses.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// Words that must all occur.
    pub q: String,
    /// Card slugs, any of.
    pub gpu: Vec<String>,
    /// Makers, any of.
    pub vendor: Vec<String>,
    /// Platform slugs, any of.
    pub platform: Vec<String>,
    /// Country codes, any of.
    pub country: Vec<String>,
    /// Regions, any of.
    pub region: Vec<String>,
    /// Kinds of price, any of; empty = all.
    pub price_kind: Vec<PriceKind>,
    /// Numeric conditions, by position in [`NUMBERS`].
    pub numbers: Vec<(&'static str, Range)>,
    /// Facts that must be `yes` (or partly), by position in [`FACT_FLAGS`].
    pub flags: Vec<(&'static str, FactKey, Tri)>,
    /// Exclusivity, any of.
    pub exclusivity: Vec<Exclusivity>,
    /// What a stop may cost, any of (stored words).
    pub stopped_billing: Vec<String>,
    /// Disk kinds, any of.
    pub disk_type: Vec<String>,
    /// Form factors, any of.
    pub form_factor: Vec<String>,
    /// Seen at most this many days ago.
    pub observed_within_days: Option<u32>,
    /// Leave stale prices out.
    pub current_only: bool,
    /// What an unknown fact does.
    pub unknown: UnknownFacts,
    /// Group by card.
    pub grouped: bool,
    /// Sort key.
    pub order_by: OrderBy,
    /// Sort direction.
    pub order_dir: Direction,
    /// Page, from 1.
    pub page: u32,
    /// Rows a page.
    pub limit: u32,
    /// Columns asked for, in their order; empty = the usual ones. See [`Query::shown_columns`].
    pub columns: Vec<Column>,
    /// The span of time that shown prices are for.
    pub period: Period,
    /// Hours of a month, where prices are shown for one.
    pub month_hours: u32,
    /// Whether an offer whose figure is not known passes a numeric condition on it.
    pub unknown_figures: UnknownFacts,
    /// Currency that prices are shown and ranked in; `None` = by language.
    pub currency: Option<Currency>,
}

impl Default for Query {
    fn default() -> Self {
        Self {
            q: String::new(),
            gpu: Vec::new(),
            vendor: Vec::new(),
            platform: Vec::new(),
            country: Vec::new(),
            region: Vec::new(),
            price_kind: Vec::new(),
            numbers: Vec::new(),
            flags: Vec::new(),
            exclusivity: Vec::new(),
            stopped_billing: Vec::new(),
            disk_type: Vec::new(),
            form_factor: Vec::new(),
            observed_within_days: None,
            current_only: false,
            unknown: UnknownFacts::Include,
            grouped: true,
            order_by: OrderBy::PricePerGpuHour,
            order_dir: Direction::Asc,
            page: 1,
            limit: 50,
            columns: Vec::new(),
            period: Period::Hour,
            month_hours: MONTH_HOURS,
            unknown_figures: UnknownFacts::Exclude,
            currency: None,
        }
    }
}

/// Parameters that belong to the page around the catalogue, not to the question.
const PAGE_PARAMS: &[&str] = &["lang", "theme", "part", "o"];
/// Hours that a month may be said to have.
const MONTH_RANGE: std::ops::RangeInclusive<u32> = 1..=1000;

impl Query {
    /// Reads decoded `name=value` pairs; empty values are as if absent.
    ///
    /// Gives: the question and a notice for each part that could not be read. Never fails.
    pub fn parse(pairs: &[(String, String)]) -> (Self, Vec<Notice>) {
        let mut query = Self::default();
        let mut notices = Vec::new();
        for (name, value) in pairs {
            let value = value.trim();
            if value.is_empty() || PAGE_PARAMS.contains(&name.as_str()) {
                continue;
            }
            if let Err(reason) = query.take(name, value) {
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
        if let Some(&(name, is_min)) = NUMBERS.iter().find(|(n, _)| *n == name) {
            let mut range = range(value, is_min)?;
            let earlier = self.number(name);
            if name == "vram_min" && range.max.is_none() {
                range.max = earlier.max;
            }
            self.numbers.retain(|(n, _)| *n != name);
            self.numbers.push((name, range));
            return Ok(());
        }
        if name == "vram_max" {
            // The form's second field for the range of `vram_min`.
            let most = range(value, false)?;
            let min = self.number("vram_min").min;
            self.numbers.retain(|(n, _)| *n != "vram_min");
            self.numbers.push(("vram_min", Range { min, ..most }));
            return Ok(());
        }
        if let Some(&(name, key)) = FACT_FLAGS.iter().find(|(n, _)| *n == name) {
            let wanted = Tri::from_word(value).ok_or(Reason::NotAWord)?;
            self.flags.retain(|(n, _, _)| *n != name);
            self.flags.push((name, key, wanted));
            return Ok(());
        }
        match name {
            "q" => self.q = value.chars().take(100).collect(),
            "gpu" => push(&mut self.gpu, value),
            "vendor" => push(&mut self.vendor, value),
            "platform" => push(&mut self.platform, value),
            "country" => push(&mut self.country, value),
            "region" => push(&mut self.region, value),
            "disk_type" => push(&mut self.disk_type, value),
            "form_factor" => push(&mut self.form_factor, value),
            "columns" => return self.take_columns(value),
            "stopped_billing" => {
                super::StoppedBilling::from_word(value).ok_or(Reason::NotAWord)?;
                push(&mut self.stopped_billing, value);
            }
            "price_kind" => self
                .price_kind
                .push(PriceKind::from_word(value).ok_or(Reason::NotAWord)?),
            "exclusivity" => self
                .exclusivity
                .push(Exclusivity::from_word(value).ok_or(Reason::NotAWord)?),
            "observed_within_days" => {
                self.observed_within_days = Some(value.parse().map_err(|_| Reason::NotANumber)?)
            }
            "freshness" => self.current_only = one_of(value, &[("any", false), ("current", true)])?,
            "unknown" => self.unknown = UnknownFacts::from_word(value).ok_or(Reason::NotAWord)?,
            "unknown_figures" => {
                self.unknown_figures = UnknownFacts::from_word(value).ok_or(Reason::NotAWord)?
            }
            "period" => self.period = Period::from_word(value).ok_or(Reason::NotAWord)?,
            "month_hours" => {
                let hours = value.parse().map_err(|_| Reason::NotANumber)?;
                if !MONTH_RANGE.contains(&hours) {
                    return Err(Reason::OutOfRange);
                }
                self.month_hours = hours;
            }
            "group" => self.grouped = one_of(value, &[("gpu", true), ("none", false)])?,
            "order_by" => self.order_by = OrderBy::from_word(value).ok_or(Reason::NotAWord)?,
            "order_dir" => self.order_dir = Direction::from_word(value).ok_or(Reason::NotAWord)?,
            "page" => self.page = at_least_one(value)?,
            "limit" => self.limit = at_least_one(value)?.min(1000),
            "currency" => self.currency = Some(value.parse().map_err(|_| Reason::NotAWord)?),
            _ => return Err(Reason::UnknownParam),
        }
        Ok(())
    }

    /// Several columns may stand in one value, separated by commas.
    fn take_columns(&mut self, value: &str) -> Result<(), Reason> {
        let mut all_known = Ok(());
        for word in value.split(',').map(str::trim).filter(|w| !w.is_empty()) {
            match Column::from_word(word) {
                Some(column) if !self.columns.contains(&column) => self.columns.push(column),
                Some(_) => {}
                None => all_known = Err(Reason::NotAWord),
            }
        }
        all_known
    }

    /// The columns that a list shows, the platform first.
    pub fn shown_columns(&self) -> Vec<Column> {
        if self.columns.is_empty() {
            return Column::DEFAULT.to_vec();
        }
        let others = self.columns.iter().filter(|c| **c != Column::Platform);
        std::iter::once(Column::Platform)
            .chain(others.copied())
            .collect()
    }

    /// Hours that shown prices are for.
    pub const fn period_hours(&self) -> u32 {
        self.period.hours(self.month_hours)
    }

    /// The bounds under a numeric parameter's name.
    pub fn number(&self, name: &str) -> Range {
        self.numbers
            .iter()
            .find(|(n, _)| *n == name)
            .map(|(_, range)| *range)
            .unwrap_or_default()
    }

    /// The kind of price that "lowest" is said of: the one that was asked for, else on demand.
    pub fn headline_kind(&self) -> PriceKind {
        match self.price_kind[..] {
            [kind] => kind,
            _ => PriceKind::OnDemand,
        }
    }

    /// What was asked for under a name of [`WORDS`].
    pub fn words_of(&self, name: &str) -> &[String] {
        match name {
            "vendor" => &self.vendor,
            "country" => &self.country,
            "region" => &self.region,
            "disk_type" => &self.disk_type,
            "form_factor" => &self.form_factor,
            _ => &[],
        }
    }

    /// Keeps of what was asked for under a name of [`WORDS`] what `is_known` holds for.
    pub fn retain_words(&mut self, name: &str, mut is_known: impl FnMut(&str) -> bool) {
        let words = match name {
            "vendor" => &mut self.vendor,
            "country" => &mut self.country,
            "region" => &mut self.region,
            "disk_type" => &mut self.disk_type,
            "form_factor" => &mut self.form_factor,
            _ => return,
        };
        words.retain(|word| is_known(word));
    }

    /// How many conditions are set, for the phone's filter button.
    pub fn condition_count(&self) -> usize {
        let lists = [
            &self.gpu,
            &self.vendor,
            &self.platform,
            &self.country,
            &self.region,
            &self.stopped_billing,
            &self.disk_type,
            &self.form_factor,
        ];
        usize::from(!self.q.is_empty())
            + lists.iter().filter(|list| !list.is_empty()).count()
            + usize::from(!self.price_kind.is_empty())
            + usize::from(!self.exclusivity.is_empty())
            + usize::from(self.observed_within_days.is_some())
            + usize::from(self.current_only)
            + usize::from(self.unknown == UnknownFacts::Exclude)
            + self.numbers.len()
            + self.flags.len()
    }
}

fn push(list: &mut Vec<String>, value: &str) {
    // A repeated value adds nothing; a few hundred is more than any form sends.
    if list.len() < 300 && !list.iter().any(|known| known == value) {
        list.push(value.to_owned());
    }
}

fn cut(text: &str) -> String {
    text.chars().take(60).collect()
}

fn one_of(value: &str, words: &[(&str, bool)]) -> Result<bool, Reason> {
    words
        .iter()
        .find(|(word, _)| *word == value)
        .map(|(_, meaning)| *meaning)
        .ok_or(Reason::NotAWord)
}

fn at_least_one(value: &str) -> Result<u32, Reason> {
    match value.parse::<u32>() {
        Ok(0) => Err(Reason::OutOfRange),
        Ok(number) => Ok(number),
        Err(_) => Err(Reason::NotANumber),
    }
}

#[cfg(test)]
mod tests;

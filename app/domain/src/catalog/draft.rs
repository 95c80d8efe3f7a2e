//! From what somebody typed or a file said to a checked offer; all errors at once.
use super::kinds::words;
pub use super::odd::{Warning, factor, is_sparse, warnings};
use super::texts::Shared;
use super::{Exclusivity, Observed, Precision, PriceKind};
use crate::units::{Currency, Decimal, Money, div_round_half_up};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// Bounds well above every machine that is rented today, and below what a slip of a unit makes of a common one:
/// 32 GB of RAM stated in MB, a disk stated in MB, a link stated in bits.
const MOST_VCPUS: u32 = 4_096;
const MOST_RAM_GB: u32 = 16_384;
const MOST_DISK_GB: u32 = 2_000_000;
const MOST_NETWORK_MBPS: u32 = 6_400_000;

/// An offer as text, one field a column of the catalogue's files; empty = not stated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[allow(missing_docs)] // the names are those of the file's columns, see the catalogue's README
pub struct OfferDraft {
    pub platform_slug: String,
    pub region: String,
    pub gpu_slug: String,
    pub gpu_count: String,
    pub gpu_fraction: String,
    pub price_per_hour: String,
    pub currency: String,
    pub price_kind: String,
    pub price_period_hours: String,
    pub vcpus: String,
    pub ram_gb: String,
    pub disk_gb: String,
    pub disk_type: String,
    pub network_mbps: String,
    pub instance_type: String,
    pub exclusivity: String,
    pub source_url: String,
    pub source_date: String,
    pub source_date_precision: String,
    pub note: String,
    pub price_per_period: String,
}

/// A checked offer, not yet stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // as in `Offer`
pub struct OfferRecord {
    pub platform: Shared,
    pub gpu: Shared,
    pub region: Option<Shared>,
    pub gpu_count: u32,
    pub gpu_fraction: Option<f64>,
    pub vcpus: Option<f64>,
    pub ram_gb: Option<f64>,
    pub disk_gb: Option<f64>,
    pub disk_type: Option<Shared>,
    pub network_mbps: Option<u32>,
    pub instance_type: Option<Shared>,
    pub exclusivity: Option<Exclusivity>,
    pub kind: PriceKind,
    pub period_hours: u32,
    pub price_per_hour: Money,
    pub price_per_period: Option<Money>,
    pub observed: Observed,
    pub source_url: Shared,
    pub source: Shared,
    pub note: Shared,
}

words! {
    /// What is wrong with a field.
    Problem {
        /// Required and empty.
        Missing = "missing",
        /// Not a number.
        NotANumber = "not_a_number",
        /// Zero or below, where only more makes sense.
        NotPositive = "not_positive",
        /// Not one of the words it may be.
        NotAWord = "not_a_word",
        /// No such card.
        UnknownGpu = "unknown_gpu",
        /// A name that several cards have.
        SeveralGpus = "several_gpus",
        /// No such platform.
        UnknownPlatform = "unknown_platform",
        /// Not a date.
        BadDate = "bad_date",
        /// After today.
        FutureDate = "future_date",
        /// Not an http or https address.
        BadAddress = "bad_address",
        /// Too many characters.
        TooLong = "too_long",
        /// The term's sum and its hourly price contradict each other.
        PeriodMismatch = "period_mismatch",
        /// Outside what any rented GPU has cost (0.001 to 1000 an hour).
        Implausible = "implausible",
        /// More than any rented machine has: most often another unit, MB for GB.
        TooLarge = "too_large",
        /// A row that does not have the columns of its table.
        Unreadable = "unreadable",
        /// A new value beside the evidence of the earlier one.
        OldEvidence = "old_evidence",
        /// Another one has this name.
        Taken = "taken",
        /// Another figure of the same form says that it cannot be.
        Contradicts = "contradicts",
        /// No name that can stand in an address.
        BadName = "bad_name",
    }
}

/// One wrong field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldError {
    /// Column or form field.
    pub field: String,
    /// What it said, cut to 80 characters.
    pub value: String,
    /// What is wrong.
    pub problem: Problem,
}

impl std::fmt::Display for FieldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}: `{}` is {}",
            self.field,
            self.value,
            self.problem.word().replace('_', " ")
        )
    }
}

struct Checker {
    errors: Vec<FieldError>,
}

impl Checker {
    fn fail(&mut self, field: &str, value: &str, problem: Problem) {
        self.errors.push(FieldError {
            field: field.to_owned(),
            value: value.chars().take(80).collect(),
            problem,
        });
    }

    /// As [`Self::number`], refused above `most`.
    fn size(&mut self, field: &str, value: &str, most: u32) -> Option<f64> {
        let number = self.number(field, value);
        if number.is_some_and(|number| number > f64::from(most)) {
            self.fail(field, value.trim(), Problem::TooLarge);
        }
        number
    }

    fn number(&mut self, field: &str, value: &str) -> Option<f64> {
        let value = value.trim();
        if value.is_empty() {
            return None;
        }
        match value.parse::<Decimal>() {
            Ok(n) if n.is_negative() || n.is_zero() => {
                self.fail(field, value, Problem::NotPositive)
            }
            Ok(n) => return Some(n.to_f64()),
            Err(_) => self.fail(field, value, Problem::NotANumber),
        }
        None
    }

    fn whole(&mut self, field: &str, value: &str) -> Option<u32> {
        match value.trim().parse::<u32>() {
            Ok(0) => self.fail(field, value, Problem::NotPositive),
            Ok(n) => return Some(n),
            Err(_) if value.trim().is_empty() => {}
            Err(_) => self.fail(field, value, Problem::NotANumber),
        }
        None
    }

    fn text(&mut self, field: &str, value: &str, most: usize) -> Option<String> {
        let value = value.trim();
        if value.chars().count() > most {
            self.fail(field, value, Problem::TooLong);
        }
        (!value.is_empty()).then(|| value.to_owned())
    }

    fn money(&mut self, field: &str, value: &str, currency: Currency) -> Option<Money> {
        let value = value.trim();
        if value.is_empty() {
            return None;
        }
        match value.parse::<Decimal>() {
            Ok(n) if n.is_negative() || n.is_zero() => {
                self.fail(field, value, Problem::NotPositive)
            }
            Ok(n) => match Money::from_decimal(n, currency) {
                Ok(money) => return Some(money),
                Err(_) => self.fail(field, value, Problem::Implausible),
            },
            Err(_) => self.fail(field, value, Problem::NotANumber),
        }
        None
    }
}

/// The repository or site behind an address, without commit or path below it.
///
/// Two observations from one source follow each other; two sources stand side by side.
pub fn source_key(url: &str) -> String {
    let Some(rest) = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))
    else {
        return url.to_owned();
    };
    let mut parts = rest.split('/');
    let host = parts.next().unwrap_or_default().trim_start_matches("www.");
    let depth = match host {
        "github.com" | "raw.githubusercontent.com" => 2,
        "huggingface.co" => 3,
        _ => 0,
    };
    let path: Vec<&str> = parts.take(depth).collect();
    let host = if host == "raw.githubusercontent.com" {
        "github.com"
    } else {
        host
    };
    std::iter::once(host)
        .chain(path)
        .collect::<Vec<_>>()
        .join("/")
}

/// Checks a draft against the cards and platforms that exist.
///
/// Gives: the record, or every wrong field at once. `known_gpu` and `known_platform` answer for slugs.
pub fn check(
    draft: &OfferDraft,
    known_gpu: impl Fn(&str) -> bool,
    known_platform: impl Fn(&str) -> bool,
    today: NaiveDate,
) -> Result<OfferRecord, Vec<FieldError>> {
    let mut c = Checker { errors: Vec::new() };
    let required = |c: &mut Checker, field: &str, value: &str| {
        if value.trim().is_empty() {
            c.fail(field, value, Problem::Missing);
        }
    };
    required(&mut c, "price_per_hour", &draft.price_per_hour);
    required(&mut c, "source_url", &draft.source_url);
    required(&mut c, "source_date", &draft.source_date);
    let (platform, gpu) = (draft.platform_slug.trim(), draft.gpu_slug.trim());
    if !known_platform(platform) {
        c.fail("platform_slug", platform, Problem::UnknownPlatform);
    }
    if !known_gpu(gpu) {
        c.fail("gpu_slug", gpu, Problem::UnknownGpu);
    }
    let currency = draft.currency.trim().parse::<Currency>();
    if currency.is_err() {
        c.fail("currency", &draft.currency, Problem::NotAWord);
    }
    let currency = currency.unwrap_or(Currency::USD);
    let kind = PriceKind::from_word(draft.price_kind.trim());
    if kind.is_none() {
        c.fail("price_kind", &draft.price_kind, Problem::NotAWord);
    }
    let exclusivity = Exclusivity::from_word(draft.exclusivity.trim());
    if exclusivity.is_none() && !draft.exclusivity.trim().is_empty() {
        c.fail("exclusivity", &draft.exclusivity, Problem::NotAWord);
    }
    let gpu_count = c.whole("gpu_count", &draft.gpu_count);
    if gpu_count.is_none() && draft.gpu_count.trim().is_empty() {
        c.fail("gpu_count", "", Problem::Missing);
    }
    let period_hours = c
        .whole("price_period_hours", &draft.price_period_hours)
        .unwrap_or(1);
    let price_per_hour = c.money("price_per_hour", &draft.price_per_hour, currency);
    let price_per_period = c.money("price_per_period", &draft.price_per_period, currency);
    if let Some(price) = price_per_hour {
        let units = price.nanos;
        if !(1_000_000..=1_000_000_000_000).contains(&units) {
            c.fail(
                "price_per_hour",
                &draft.price_per_hour,
                Problem::Implausible,
            );
        }
        if let Some(sum) = price_per_period {
            // The hourly figure of a term is the sum over its hours, rounded by the source to six places or so.
            let hourly = div_round_half_up(i128::from(sum.nanos), i128::from(period_hours))
                .unwrap_or_default();
            if (hourly - i128::from(units)).abs() * 200 > i128::from(units) {
                c.fail(
                    "price_per_period",
                    &draft.price_per_period,
                    Problem::PeriodMismatch,
                );
            }
        }
    }
    let network_mbps = c.whole("network_mbps", &draft.network_mbps);
    if network_mbps.is_some_and(|mbps| mbps > MOST_NETWORK_MBPS) {
        c.fail("network_mbps", &draft.network_mbps, Problem::TooLarge);
    }
    let record = OfferRecord {
        platform: platform.into(),
        gpu: gpu.into(),
        region: c.text("region", &draft.region, 120).map(Shared::from),
        gpu_count: gpu_count.unwrap_or(1),
        gpu_fraction: c.number("gpu_fraction", &draft.gpu_fraction),
        vcpus: c.size("vcpus", &draft.vcpus, MOST_VCPUS),
        ram_gb: c.size("ram_gb", &draft.ram_gb, MOST_RAM_GB),
        disk_gb: c.size("disk_gb", &draft.disk_gb, MOST_DISK_GB),
        disk_type: c.text("disk_type", &draft.disk_type, 40).map(Shared::from),
        network_mbps,
        instance_type: c
            .text("instance_type", &draft.instance_type, 120)
            .map(Shared::from),
        exclusivity,
        kind: kind.unwrap_or(PriceKind::OnDemand),
        period_hours,
        price_per_hour: price_per_hour.unwrap_or(Money { nanos: 0, currency }),
        price_per_period,
        observed: check_date(&mut c, draft, today),
        source_url: check_address(&mut c, &draft.source_url).into(),
        source: source_key(draft.source_url.trim()).into(),
        note: c.text("note", &draft.note, 1000).unwrap_or_default().into(),
    };
    if record.gpu_fraction.is_some_and(|share| share >= 1.0) {
        c.fail("gpu_fraction", &draft.gpu_fraction, Problem::NotAWord);
    }
    if c.errors.is_empty() {
        Ok(record)
    } else {
        Err(c.errors)
    }
}

fn check_date(c: &mut Checker, draft: &OfferDraft, today: NaiveDate) -> Observed {
    let text = draft.source_date.trim();
    let fallback = Observed {
        date: today,
        precision: Precision::Day,
    };
    let Some(observed) = Observed::parse(text) else {
        if !text.is_empty() {
            c.fail("source_date", text, Problem::BadDate);
        }
        return fallback;
    };
    if observed.date > today {
        c.fail("source_date", text, Problem::FutureDate);
    }
    let stated = draft.source_date_precision.trim();
    if !stated.is_empty() && Precision::from_word(stated) != Some(observed.precision) {
        c.fail("source_date_precision", stated, Problem::NotAWord);
    }
    observed
}

/// Whether a reader can open it.
pub fn is_web_address(url: &str) -> bool {
    let web = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"));
    web.is_some_and(|rest| rest.contains('.') && !rest.contains(char::is_whitespace))
}

fn check_address(c: &mut Checker, url: &str) -> String {
    let url = url.trim();
    let fine = is_web_address(url) || url.starts_with("seed:") || url.starts_with("package:");
    if !url.is_empty() && !fine {
        c.fail("source_url", url, Problem::BadAddress);
    }
    if url.len() > 600 {
        c.fail("source_url", url, Problem::TooLong);
    }
    url.to_owned()
}

#[cfg(test)]
mod tests;

//! From a source's rows to an import: cards by name and memory, offers checked, the rest refused by name.
use super::{Failure, Known};
use crate::import::{self, Import, Refused};
use chrono::NaiveDate;
use domain::catalog::draft::{self, FieldError, OfferDraft, Problem};
use domain::catalog::memory::nominal_gb;
use domain::catalog::names::{self, Named};
use domain::catalog::{Gpu, PriceKind};
use serde::de::DeserializeOwned;
use serde_json::{Number, Value};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What several cards or none may be meant by.
pub(super) type Doubt = (Problem, String);

/// A source's import in the making.
pub(super) struct Rows<'a> {
    /// The catalogue and the day.
    pub known: &'a Known<'a>,
    source: &'static str,
    /// What was read so far.
    pub import: Import,
}

/// The card that a source's name means, with the memory that it reports where it does.
///
/// With a memory the card must have it: `RTX 4090` with 48 GB is another card, with 40 GB it is none.
///
/// Errors: what is wrong, and the cards that may be meant, at most three where none fits.
pub(super) fn card<'a>(gpus: &'a [Gpu], name: &str, mib: Option<f64>) -> Result<&'a Gpu, Doubt> {
    let listed = |places: &[usize]| {
        let slugs: Vec<&str> = places
            .iter()
            .map(|place| gpus[*place].slug.as_str())
            .collect();
        slugs.join(", ")
    };
    let nearest = || format!("nearest: {}", listed(&names::nearest(gpus, name)));
    let asked = match mib {
        None => name.to_owned(),
        Some(mib) => {
            let sizes: Vec<f64> = gpus.iter().filter_map(|gpu| gpu.vram_gb).collect();
            let size = nominal_gb(mib, &sizes);
            let size = size.ok_or_else(|| {
                (
                    Problem::UnknownGpu,
                    format!("no card reports {mib} MiB; {}", nearest()),
                )
            })?;
            format!("{name} {size}GB")
        }
    };
    match names::card(gpus, &asked) {
        Named::One(place) => Ok(&gpus[place]),
        Named::Several(places) => Err((
            Problem::SeveralGpus,
            format!("it may be {}", listed(&places)),
        )),
        Named::Nothing(_) => Err((Problem::UnknownGpu, nearest())),
    }
}

/// A document in the documented shape.
pub(super) fn json<T: DeserializeOwned>(body: &str) -> Result<T, Failure> {
    serde_json::from_str(body.trim_start_matches('\u{feff}')).map_err(Failure::unreadable)
}

/// A figure as text, empty when it is not stated.
pub(super) fn text<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// A price as text, empty when it is not stated. Digits beyond a nano-unit are the source's own arithmetic.
pub(super) fn price(value: Option<&Number>) -> String {
    let stated = text(value);
    let places = stated.split_once('.').map_or(0, |(_, places)| places.len());
    match value.and_then(Number::as_f64) {
        Some(amount) if places > 9 => format!("{amount:.9}"),
        _ => stated,
    }
}

impl<'a> Rows<'a> {
    /// Nothing yet.
    pub fn new(known: &'a Known<'a>, source: &'static str) -> Self {
        Self {
            known,
            source,
            import: Import::default(),
        }
    }

    /// Refuses a row for one field.
    pub fn refuse(
        &mut self,
        line: usize,
        row: &str,
        field: &str,
        value: &str,
        (problem, hint): Doubt,
    ) {
        let errors = vec![FieldError {
            field: field.to_owned(),
            value: value.chars().take(80).collect(),
            problem,
        }];
        self.refused(line, row, errors, hint);
    }

    fn refused(&mut self, line: usize, row: &str, errors: Vec<FieldError>, hint: String) {
        self.import.refused.push(Refused {
            file: self.source,
            line: line as u64,
            row: row.to_owned(),
            errors,
            hint,
        });
    }

    /// A row in the documented shape; another is refused and does not stop the rest.
    pub fn read<T: DeserializeOwned>(&mut self, line: usize, row: Value) -> Option<T> {
        match serde_json::from_value(row) {
            Ok(row) => Some(row),
            Err(error) => {
                let refused = import::unreadable(self.source, line as u64, error.to_string());
                self.import.refused.push(refused);
                None
            }
        }
    }

    /// The card of a row, which is refused when it is none or one of several.
    pub fn card(&mut self, line: usize, name: &str, mib: Option<f64>) -> Option<&'a Gpu> {
        match card(&self.known.snapshot.gpus, name, mib) {
            Ok(gpu) => Some(gpu),
            Err(doubt) => {
                self.refuse(line, name, "gpu", name, doubt);
                None
            }
        }
    }

    /// Takes an offer that was seen today, or refuses it with every reason.
    pub fn offer(&mut self, line: usize, row: &str, mut offer: OfferDraft) {
        if offer.source_date.is_empty() {
            offer.source_date = self.known.today.to_string();
        }
        let snapshot = self.known.snapshot;
        let gpu = |slug: &str| snapshot.gpu_by_slug(slug).is_some();
        let platform = |slug: &str| snapshot.platform_by_slug(slug).is_some();
        match draft::check(&offer, gpu, platform, self.known.today) {
            Ok(record) => self.import.offers.push(record),
            Err(errors) => self.refused(line, row, errors, String::new()),
        }
    }
}

/// Keeps the lowest ask a card, count, region and kind, without the machine's particulars: a market's machines come and
/// go, its lowest ask is what can be compared from one day to the next.
pub(super) fn lowest_asks(import: &mut Import, is_market: impl Fn(&str) -> bool) {
    let offers = std::mem::take(&mut import.offers);
    let mut place: HashMap<_, (usize, usize)> = HashMap::new();
    for mut offer in offers {
        if !is_market(&offer.platform) {
            import.offers.push(offer);
            continue;
        }
        (offer.vcpus, offer.ram_gb, offer.disk_gb) = (None, None, None);
        (offer.disk_type, offer.network_mbps, offer.instance_type) = (None, None, None);
        let currency = offer.price_per_hour.currency;
        let key = (
            offer.platform.clone(),
            offer.gpu.clone(),
            offer.gpu_count,
            offer.region.clone(),
            offer.kind,
            currency,
        );
        match place.entry(key) {
            Entry::Vacant(slot) => {
                slot.insert((import.offers.len(), 1));
                import.offers.push(offer);
            }
            Entry::Occupied(mut slot) => {
                let (at, seen) = slot.get_mut();
                *seen += 1;
                let lowest = &mut import.offers[*at];
                if offer.price_per_hour.nanos < lowest.price_per_hour.nanos {
                    *lowest = offer;
                }
            }
        }
    }
    for (at, seen) in place.into_values() {
        let offer = &mut import.offers[at];
        let asks = match seen {
            1 => "the only ask".to_owned(),
            _ => format!("the lowest of {seen} asks"),
        };
        // What its source's reader says of an ask goes on the sentence.
        offer.note = format!("{asks} {}", offer.note).trim_end().into();
    }
}

/// The word of a kind of price, as drafts have it.
pub(super) fn kind(kind: PriceKind) -> String {
    kind.word().to_owned()
}

/// The day of a text that starts with one.
pub(super) fn day(text: &str) -> Option<NaiveDate> {
    text.get(..10)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_keeps_the_digits_that_are_money() {
        for (json, shown) in [
            ("0.5", "0.5"),
            ("0.123456789", "0.123456789"),
            ("1.6709999999999998", "1.671000000"),
            ("28", "28"),
        ] {
            let number: Number = serde_json::from_str(json).unwrap();
            assert_eq!(price(Some(&number)), shown, "{json}");
        }
        assert_eq!(price(None), "", "not stated is not free");
    }
}

//! What one price was, day by day, and when nobody looked.
use super::kinds::words;
use super::{FreshnessLimits, Observed, Offer, PriceKind};
use crate::units::Money;
use chrono::{Days, NaiveDate};

/// One dated price of an offer's past.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PricePoint {
    /// The day it was seen, as far as that is known.
    pub observed: Observed,
    /// Whole offer, one hour.
    pub price_per_hour: Money,
    /// Where it was seen.
    pub source_url: String,
    /// Remarks.
    pub note: String,
    /// Whose price it is.
    pub origin: Origin,
}

words! {
    /// How closely a dated price belongs to the offer.
    Origin {
        /// The price in force of this very plan.
        Current = "current",
        /// A former price of this very plan.
        Former = "former",
        /// Of the same platform, card, count, kind and source; region or instance may be another.
        Collected = "collected",
    }
}

/// Oldest first; of one day and amount the closest origin stays.
pub fn in_order(mut points: Vec<PricePoint>) -> Vec<PricePoint> {
    points.sort_by(|a, b| {
        let day = a.observed.date.cmp(&b.observed.date);
        day.then_with(|| a.price_per_hour.nanos.cmp(&b.price_per_hour.nanos))
            .then_with(|| a.origin.cmp(&b.origin))
    });
    points.dedup_by(|later, kept| {
        later.observed.date == kept.observed.date && later.price_per_hour == kept.price_per_hour
    });
    points
}

/// The periods in which nobody looked: between two sightings further apart than a price of this kind stays fresh, and
/// from the last one to `today`.
///
/// Takes: days in ascending order. Gives: first and last day of each period; it begins when the sighting stops being fresh.
pub fn unchecked(
    days: &[NaiveDate],
    kind: PriceKind,
    limits: FreshnessLimits,
    today: NaiveDate,
) -> Vec<(NaiveDate, NaiveDate)> {
    let (fresh, _) = limits.of(kind);
    let fresh = Days::new(u64::try_from(fresh).unwrap_or(0));
    let until = days.iter().skip(1).copied().chain([today]);
    days.iter()
        .zip(until)
        .filter_map(|(day, until)| {
            let from = day.checked_add_days(fresh)?;
            (from < until).then_some((from, until))
        })
        .collect()
}

/// The window and the range of some dated prices in one currency: first and last day, lowest and highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceRange {
    /// First sighting.
    pub from: NaiveDate,
    /// Last sighting.
    pub to: NaiveDate,
    /// Least price of the whole offer an hour.
    pub low: Money,
    /// Highest.
    pub high: Money,
    /// Sightings in it.
    pub seen: usize,
}

/// The range of `points` in the currency of the first; `None` without points.
pub fn range(points: &[PricePoint]) -> Option<PriceRange> {
    let currency = points.first()?.price_per_hour.currency;
    let mut found: Option<PriceRange> = None;
    for point in points {
        let (day, price) = (point.observed.date, point.price_per_hour);
        if price.currency != currency {
            continue;
        }
        let range = found.get_or_insert(PriceRange {
            from: day,
            to: day,
            low: price,
            high: price,
            seen: 0,
        });
        range.from = range.from.min(day);
        range.to = range.to.max(day);
        range.seen += 1;
        if price.nanos < range.low.nanos {
            range.low = price;
        }
        if price.nanos > range.high.nanos {
            range.high = price;
        }
    }
    found
}

words! {
    /// How firmly a price is promised.
    PriceType {
        /// The platform's own tariff, or a term paid in advance.
        Fixed = "fixed",
        /// Moves with demand or from seller to seller.
        Dynamic = "dynamic",
        /// What the highest bidder pays.
        Bid = "bid",
    }
}

/// The type of a price as far as the data say so; `None` = not stated.
///
/// Source: the kind of price, and the remark that was read with it ("lowest ask", "price list"): nothing is guessed from
/// the platform.
pub fn price_type(offer: &Offer) -> Option<PriceType> {
    let note = offer.note.to_lowercase();
    let says = |words: &[&str]| {
        note.split(|letter: char| !letter.is_alphanumeric())
            .any(|word| words.contains(&word))
    };
    if says(&["bid", "bids", "bidding"]) {
        return Some(PriceType::Bid);
    }
    let is_market = says(&["ask", "asks", "sellers"]) || note.contains("machines on offer");
    if offer.kind == PriceKind::Spot || is_market {
        return Some(PriceType::Dynamic);
    }
    let is_list = note.contains("price list") || note.contains("list price");
    (offer.kind.is_term() || is_list).then_some(PriceType::Fixed)
}

//! What looks odd about a checked offer beside the others; an editor confirms it.
use super::draft::OfferRecord;
use super::kinds::words;
use super::{CatalogSnapshot, Freshness, Misread, Misreading, PriceKind};
use crate::units::Money;
use chrono::NaiveDate;

words! {
    /// What looks odd but may be right; an editor confirms it.
    Warning {
        /// More than 60 % below or 150 % above the card's median.
        FarFromMedian = "far_from_median",
        /// A spot price at or above the same platform's on-demand price.
        SpotAboveOnDemand = "spot_above_on_demand",
        /// A term that costs as much as its hours on the meter.
        TermAboveMeter = "term_above_meter",
        /// More cards for no more money, or fewer for no less.
        NotGrowing = "not_growing",
    }
}

/// What looks odd about a checked offer beside the current prices of its card.
pub fn warnings(
    record: &OfferRecord,
    own_id: Option<i64>,
    snapshot: &CatalogSnapshot,
    today: NaiveDate,
) -> Vec<Warning> {
    let mut found = Vec::new();
    let (Some(gpu), None) = (snapshot.gpu_by_slug(&record.gpu), record.gpu_fraction) else {
        return found;
    };
    let Some(own) = record.price_per_hour.share(record.gpu_count) else {
        return found;
    };
    let rows = |kind: PriceKind, same_platform: bool| -> Vec<i64> {
        let mut prices: Vec<i64> = snapshot
            .offers
            .iter()
            .filter(|o| o.gpu == gpu && o.kind == kind && Some(o.id) != own_id)
            .filter(|o| !same_platform || snapshot.platforms[o.platform].slug == record.platform)
            .filter(|o| snapshot.freshness(o, today) != Freshness::Stale)
            .filter_map(|o| {
                Some(
                    snapshot
                        .convert(o.price_per_gpu_hour()?, own.currency, today)?
                        .0
                        .nanos,
                )
            })
            .collect();
        prices.sort_unstable();
        prices
    };
    let same_kind = rows(record.kind, false);
    if let Some(median) = same_kind.get(same_kind.len().saturating_sub(1) / 2)
        && (own.nanos * 10 < median * 4 || own.nanos * 10 > median * 25)
    {
        found.push(Warning::FarFromMedian);
    }
    let on_demand = rows(PriceKind::OnDemand, true);
    if let Some(lowest) = on_demand.first() {
        if record.kind == PriceKind::Spot && own.nanos >= *lowest {
            found.push(Warning::SpotAboveOnDemand);
        }
        if record.kind.is_term() && own.nanos >= *lowest {
            found.push(Warning::TermAboveMeter);
        }
    }
    if is_flat(record, own_id, snapshot, gpu, today) {
        found.push(Warning::NotGrowing);
    }
    found
}

/// Whether another machine of the same card, platform, region, kind and source has more cards for no more money, or
/// fewer for no less: most often the price of one card was typed for the whole.
fn is_flat(
    record: &OfferRecord,
    own_id: Option<i64>,
    snapshot: &CatalogSnapshot,
    gpu: usize,
    today: NaiveDate,
) -> bool {
    let own = record.price_per_hour;
    let beside = snapshot.offers.iter().filter(|o| {
        o.gpu == gpu
            && Some(o.id) != own_id
            && o.gpu_fraction.is_none()
            && (o.kind, o.period_hours) == (record.kind, record.period_hours)
            && snapshot.platforms[o.platform].slug == record.platform
            && o.region.as_deref() == record.region.as_deref()
            && o.source == record.source
            && o.price_per_hour.currency == own.currency
            && snapshot.freshness(o, today) != Freshness::Stale
    });
    let mut flat = beside.map(|o| {
        (o.gpu_count > record.gpu_count && o.price_per_hour.nanos <= own.nanos)
            || (o.gpu_count < record.gpu_count && o.price_per_hour.nanos >= own.nanos)
    });
    flat.any(|is_flat| is_flat)
}

/// How many times `median` the price `own` is, to three figures, such as `0.4` or `12.5`; `None` without a median.
pub fn factor(own: Money, median: Money) -> Option<String> {
    if median.nanos <= 0 || own.currency != median.currency {
        return None;
    }
    let ratio = own.nanos as f64 / median.nanos as f64;
    let places = match ratio {
        r if r >= 100.0 => 0,
        r if r >= 10.0 => 1,
        r if r >= 1.0 => 2,
        r if r >= 0.1 => 3,
        _ => 4,
    };
    let text = format!("{ratio:.places$}");
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    };
    Some(text)
}

/// Whether a figure that is said to be dense is one that is known to hold with sparsity only: a figure named so for the
/// card, or twice the card's known dense one.
pub fn is_sparse(figure: f64, dense: Option<f64>, gpu: &str, known: &[Misreading]) -> bool {
    let close = |other: f64| (figure - other).abs() < 0.005 * other;
    let claimed = known
        .iter()
        .filter(|entry| entry.gpu == gpu && entry.what == Misread::Sparse)
        .filter_map(|entry| {
            let digits: String = entry
                .claim
                .chars()
                .skip_while(|c| !c.is_ascii_digit())
                .take_while(|c| c.is_ascii_digit() || *c == '.' || *c == ',')
                .filter(|c| *c != ',')
                .collect();
            digits.parse::<f64>().ok()
        })
        .any(close);
    claimed || dense.is_some_and(|dense| close(dense * 2.0))
}

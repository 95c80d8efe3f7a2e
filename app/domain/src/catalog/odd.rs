//! What looks odd about a checked offer beside the others; an editor confirms it.
use super::draft::OfferRecord;
use super::kinds::words;
use super::{CatalogSnapshot, Freshness, PriceKind};
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
    found
}

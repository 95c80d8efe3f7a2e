//! Every offer billed for one scenario, ranked; what is left out, and why.
use super::{Prepared, Quote, Terms, quote};
use crate::catalog::{CatalogSnapshot, Freshness, Offer, PriceKind};
use crate::pricing::PricingError;
use crate::scenario::{CardChoice, Scenario};
use crate::units::Currency;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// Why an offer of the chosen card takes no part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Exclusion {
    /// The price is stale.
    Stale,
    /// A share of a card.
    Slice,
    /// Another number of cards.
    OtherCount,
    /// A spot price, not asked for.
    Spot,
    /// No rate into the display currency.
    NoRate,
}

/// The answer over the whole catalogue.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    /// Closed bills, cheapest upper end first: index into `snapshot.offers` and its quote.
    pub ranked: Vec<(usize, Quote)>,
    /// Open bills, by their lower end; they never win.
    pub floors: Vec<(usize, Quote)>,
    /// Offers of the card that were left out.
    pub excluded: Vec<(usize, Exclusion)>,
}

/// One offer's terms, or why it takes no part; `None` when the scenario does not ask for it at all.
pub fn quote_offer(
    snapshot: &CatalogSnapshot,
    offer: &Offer,
    scenario: &Scenario,
    currency: Currency,
    today: NaiveDate,
) -> Option<Result<Terms, Exclusion>> {
    let gpu = &snapshot.gpus[offer.gpu];
    let card = match &scenario.gpu {
        CardChoice::Any => true,
        CardChoice::Model(slug) => gpu.slug == *slug,
    };
    let vram = scenario
        .vram_min
        .is_none_or(|least| gpu.vram_gb.is_some_and(|gb| gb >= least.to_f64()));
    let platform = &snapshot.platforms[offer.platform].slug;
    if !card || !vram || !(scenario.platform.is_empty() || scenario.platform.contains(platform)) {
        return None;
    }
    Some(if offer.gpu_fraction.is_some() {
        Err(Exclusion::Slice)
    } else if offer.gpu_count != scenario.n_gpu {
        Err(Exclusion::OtherCount)
    } else if !scenario.wants(offer.kind) {
        if offer.kind != PriceKind::Spot {
            return None;
        }
        Err(Exclusion::Spot)
    } else if snapshot.freshness(offer, today) == Freshness::Stale {
        Err(Exclusion::Stale)
    } else {
        Terms::of(snapshot, offer, currency, today).ok_or(Exclusion::NoRate)
    })
}

/// Bills and ranks.
///
/// Gives: closed bills by upper end, then lower end, then id; open ones by lower end.
/// Errors: a field of the scenario that the engine refuses, or an amount past its range.
pub fn rank(
    snapshot: &CatalogSnapshot,
    scenario: &Scenario,
    currency: Currency,
    today: NaiveDate,
) -> Result<Ranking, PricingError> {
    let prepared = Prepared::new(scenario, today)?;
    let mut ranking = Ranking::default();
    for (index, offer) in snapshot.offers.iter().enumerate() {
        match quote_offer(snapshot, offer, scenario, currency, today) {
            None => {}
            Some(Err(reason)) => ranking.excluded.push((index, reason)),
            Some(Ok(terms)) => {
                let answer = quote(&terms, &prepared)?;
                if answer.high.is_some() {
                    &mut ranking.ranked
                } else {
                    &mut ranking.floors
                }
                .push((index, answer));
            }
        }
    }
    let id = |index: usize| snapshot.offers[index].id;
    let upper = |q: &Quote| q.high.as_ref().map(|b| b.total_display);
    ranking
        .ranked
        .sort_by_key(|(index, q)| (upper(q), q.low.total_display, id(*index)));
    ranking
        .floors
        .sort_by_key(|(index, q)| (q.low.total_display, id(*index)));
    ranking
        .excluded
        .sort_by_key(|(index, reason)| (*reason, id(*index)));
    Ok(ranking)
}

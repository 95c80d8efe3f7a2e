//! Every offer billed for one scenario, ranked; what is left out, and why.
use super::{Prepared, Quote, RankTable, Terms, quote};
use crate::catalog::{CatalogSnapshot, Freshness, Offer, PriceKind};
use crate::pricing::{ErrorKind, PricingError};
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

/// How many rows a ranking carries; the rest is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Most {
    /// Closed bills.
    pub ranked: usize,
    /// Open ones.
    pub floors: usize,
}

/// The answer over the whole catalogue.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    /// Closed bills, cheapest upper end first: index into `snapshot.offers` and its quote.
    pub ranked: Vec<(usize, Quote)>,
    /// Open bills, by their lower end; they never win.
    pub floors: Vec<(usize, Quote)>,
    /// Closed bills in all.
    pub ranked_count: usize,
    /// Open bills in all.
    pub floors_count: usize,
    /// Offers of the card that were left out.
    pub excluded: Vec<(usize, Exclusion)>,
}

/// Offers of one catalogue as a [`RankTable`], in one display currency on one day.
///
/// Terms that are not the catalogue's (a quote of one's own, a personal discount) make a table of their own.
#[derive(Clone, Debug, Default)]
pub struct CatalogTable {
    table: RankTable,
    /// Index into `snapshot.offers` by position, and back.
    offers: Vec<usize>,
    positions: Vec<Option<usize>>,
}

impl Exclusion {
    /// A stable word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stale => "stale",
            Self::Slice => "slice",
            Self::OtherCount => "other_count",
            Self::Spot => "spot",
            Self::NoRate => "no_rate",
        }
    }
}

impl CatalogTable {
    /// All offers of `snapshot` that have a rate into `currency`.
    pub fn new(snapshot: &CatalogSnapshot, currency: Currency, today: NaiveDate) -> Self {
        let offers = snapshot.offers.iter().enumerate();
        Self::of(
            snapshot,
            offers.filter_map(|(index, offer)| {
                Some((index, Terms::of(snapshot, offer, currency, today)?))
            }),
        )
    }

    /// Some offers, by their index in `snapshot.offers`, with their terms.
    pub fn of(
        snapshot: &CatalogSnapshot,
        offers: impl IntoIterator<Item = (usize, Terms)>,
    ) -> Self {
        let mut made = Self {
            positions: vec![None; snapshot.offers.len()],
            ..Self::default()
        };
        let table = RankTable::new(offers.into_iter().map(|(index, terms)| {
            made.positions[index] = Some(made.offers.len());
            made.offers.push(index);
            (snapshot.offers[index].id, terms)
        }));
        Self { table, ..made }
    }

    /// The offers in it, by their index in `snapshot.offers`.
    pub fn offers(&self) -> &[usize] {
        &self.offers
    }

    /// The terms of the offer at `index` of the snapshot; `None` where it has none here.
    pub fn terms(&self, index: usize) -> Option<Terms> {
        self.table.terms((*self.positions.get(index)?)?)
    }

    /// Bills and ranks those offers that `choice` admits; with `None` it does not count one at all.
    ///
    /// Gives: closed bills by upper end, then lower end, then id; open ones by lower end.
    /// Errors: an amount past the engine's range.
    pub fn rank(
        &self,
        snapshot: &CatalogSnapshot,
        prepared: &Prepared,
        choice: impl Fn(usize, &Offer) -> Option<Result<(), Exclusion>>,
        most: Most,
    ) -> Result<Ranking, PricingError> {
        let mut ranking = Ranking::default();
        let mut mask = vec![false; self.offers.len()];
        for (index, offer) in snapshot.offers.iter().enumerate() {
            let position = self.positions.get(index).copied().flatten();
            match (choice(index, offer), position) {
                (None, _) => {}
                (Some(Err(reason)), _) => ranking.excluded.push((index, reason)),
                (Some(Ok(())), None) => ranking.excluded.push((index, Exclusion::NoRate)),
                (Some(Ok(())), Some(position)) => mask[position] = true,
            }
        }
        if let Some(position) = self.table.refused().iter().find(|p| mask[**p]) {
            let id = snapshot.offers[self.offers[*position]].id;
            let message = format!("offer {id} states terms that no bill can be made of");
            return Err(PricingError::new(ErrorKind::OutOfRange, "plan", message));
        }
        let found = self
            .table
            .rank(prepared, Some(&mask), most.ranked, most.floors)?;
        // Totals come from the table; what explains a row is worked out for the rows that are shown.
        let quotes = |rows: Vec<super::TableRow>| -> Result<Vec<(usize, Quote)>, PricingError> {
            rows.iter()
                .filter_map(|row| {
                    let terms = self.table.terms(row.position)?;
                    Some(quote(&terms, prepared).map(|quote| (self.offers[row.position], quote)))
                })
                .collect()
        };
        ranking.ranked_count = found.ranked_count;
        ranking.floors_count = found.floors_count;
        ranking.ranked = quotes(found.ranked)?;
        ranking.floors = quotes(found.floors)?;
        ranking
            .excluded
            .sort_by_key(|(index, reason)| (*reason, snapshot.offers[*index].id));
        Ok(ranking)
    }
}

/// Whether an offer takes part, or why not; `None` when the scenario does not ask for it at all.
pub fn takes_part(
    snapshot: &CatalogSnapshot,
    offer: &Offer,
    scenario: &Scenario,
    today: NaiveDate,
) -> Option<Result<(), Exclusion>> {
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
        Ok(())
    })
}

/// One offer's terms, or why it takes no part; `None` when the scenario does not ask for it at all.
pub fn quote_offer(
    snapshot: &CatalogSnapshot,
    offer: &Offer,
    scenario: &Scenario,
    currency: Currency,
    today: NaiveDate,
) -> Option<Result<Terms, Exclusion>> {
    Some(
        takes_part(snapshot, offer, scenario, today)?
            .and_then(|()| Terms::of(snapshot, offer, currency, today).ok_or(Exclusion::NoRate)),
    )
}

/// The offers that the scenario takes, as a table for this one question.
pub fn table_for(
    snapshot: &CatalogSnapshot,
    scenario: &Scenario,
    currency: Currency,
    today: NaiveDate,
) -> CatalogTable {
    let offers = snapshot.offers.iter().enumerate();
    CatalogTable::of(
        snapshot,
        offers.filter_map(|(index, offer)| {
            let terms = quote_offer(snapshot, offer, scenario, currency, today)?.ok()?;
            Some((index, terms))
        }),
    )
}

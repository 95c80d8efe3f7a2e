//! The two ends of a bill when facts are unknown, and which facts to ask for.
use super::{Caution, NoGpuUse, Quote, Terms};
use crate::catalog::{FactKey, StoppedBilling};
use crate::pricing::{Bill, Plan, PricingError};

/// A bill with every unknown fact at its best and at its worst.
pub(super) struct Bounds {
    pub low: Bill,
    /// `None` where an unknown price has no worst value.
    pub high: Option<Bill>,
    /// Facts that widen or open the bill.
    pub ask: Vec<FactKey>,
}

impl Bounds {
    /// `unknown` are the facts that the use may touch; `bill` bills it under a plan.
    ///
    /// Every unknown fact is at its worst at once: two may cost nothing alone and something together, as an unknown step
    /// of an hour whose price is unknown. A fact is asked for when it moves the bill with all others at their best, or at
    /// their worst. Each is worst at one end for every value of the others, so that where the ends agree none matters.
    pub fn of(
        terms: &Terms,
        unknown: &[FactKey],
        bill: impl Fn(&Plan) -> Result<Bill, PricingError>,
    ) -> Result<Self, PricingError> {
        let (open, closed): (Vec<FactKey>, Vec<FactKey>) = unknown
            .iter()
            .copied()
            .partition(|key| Terms::is_open_price(*key));
        let low = bill(&terms.plan(&[]))?;
        let high = if closed.is_empty() {
            low.clone()
        } else {
            bill(&terms.plan(&closed))?
        };
        let mut ask = Vec::new();
        if high.total != low.total {
            for key in &closed {
                let others: Vec<FactKey> = closed.iter().copied().filter(|k| k != key).collect();
                if bill(&terms.plan(&[*key]))?.total != low.total
                    || bill(&terms.plan(&others))?.total != high.total
                {
                    ask.push(*key);
                }
            }
        }
        ask.extend(&open);
        Ok(Self {
            low,
            high: open.is_empty().then_some(high),
            ask,
        })
    }

    /// The quote with these ends.
    pub fn quote(self, terms: &Terms, no_gpu: NoGpuUse) -> Quote {
        let mut cautions = Vec::new();
        if terms.stopped.is_none() && terms.term.is_none() {
            cautions.push(Caution::StopUnknown);
        }
        if terms.stopped == Some(StoppedBilling::Full) {
            cautions.push(Caution::FullPriceStopped);
        }
        if self.low.releases > 0 && terms.stopped.is_some() {
            cautions.push(Caution::Releases(self.low.releases));
        } else if let Some(days) = terms.retention_days.filter(|_| terms.term.is_none()) {
            cautions.push(Caution::DeletedAfter(days));
        }
        Quote {
            low: self.low,
            high: self.high,
            ask: self.ask,
            no_gpu,
            cautions,
        }
    }
}

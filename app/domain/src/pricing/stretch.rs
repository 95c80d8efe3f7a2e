//! Questions to a row: what it costs, and with which choices.
use super::PricingError;
use super::rates::GapChoice;
use super::row::{Painted, Row, too_large};
use super::runs::RunState;
use super::spans::Span;
use super::walk::{Walk, Whole};

/// A run of the meter, or a stop, that was chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen {
    /// Its first and last item.
    pub first: usize,
    pub last: usize,
    pub state: GapChoice,
    /// What it covers as painted, inside the stretch.
    pub painted: Span,
    /// Seconds on the meter.
    pub length: u64,
}

impl Row<'_> {
    /// The least cost from `begin` up to `border`.
    pub fn cost(&self, begin: u64, border: u64) -> Result<i128, PricingError> {
        let mut walk = Walk::from(self, begin)?;
        walk.advance_to(border)?;
        Ok(walk.cost_until(border)?.0)
    }

    /// The least cost from `begin` up to each of `borders`, the midnights from there on.
    ///
    /// From a gap on that is always a stop the walk would only repeat the `whole` costs.
    pub fn costs(
        &self,
        begin: u64,
        borders: &[u64],
        whole: &Whole,
    ) -> Result<Vec<i128>, PricingError> {
        let mut walk = Walk::from(self, begin)?;
        let mut costs = Vec::with_capacity(borders.len());
        for border in borders {
            walk.advance_to(*border)?;
            if let Some(shift) = walk.shift_to(whole)? {
                let skipped = whole.until_midnight.len() - borders.len() + costs.len();
                for cost in &whole.until_midnight[skipped..] {
                    costs.push(cost.checked_add(shift).ok_or_else(too_large)?);
                }
                return Ok(costs);
            }
            costs.push(walk.cost_until(*border)?.0);
        }
        Ok(costs)
    }

    /// The costs from the horizon's begin; `borders` are all its midnights.
    pub fn whole(&self, borders: &[u64]) -> Result<Whole, PricingError> {
        let mut walk = Walk::from(self, 0)?;
        let mut until_midnight = Vec::with_capacity(borders.len());
        for border in borders {
            walk.advance_to(*border)?;
            until_midnight.push(walk.cost_until(*border)?.0);
        }
        let stopped = walk.after.iter().skip(1);
        Ok(Whole {
            until_midnight,
            after: stopped
                .map(|after| after[GapChoice::Stop as usize].map(|step| step.cost))
                .collect(),
        })
    }

    /// The choices of the least cost from `begin` up to `border`, in order.
    pub fn choices(&self, whole: Span) -> Result<Vec<Chosen>, PricingError> {
        let mut walk = Walk::from(self, whole.start)?;
        walk.advance_to(whole.end)?;
        let (_, mut end) = walk.cost_until(whole.end)?;
        let mut chosen = Vec::new();
        while let Some((last, state, step)) = end {
            chosen.push(self.chosen(step.from, last, state, whole));
            let earlier = step.from - walk.first;
            end = walk.after[earlier][step.before as usize]
                .filter(|_| earlier > 0)
                .map(|before| (step.from - 1, step.before, before));
        }
        chosen.reverse();
        Ok(chosen)
    }

    /// Items `first` to `last` as one stretch in `state`, inside `whole`.
    fn chosen(&self, first: usize, last: usize, state: GapChoice, whole: Span) -> Chosen {
        let painted = Span::new(
            self.items[first].span.start.max(whole.start),
            self.items[last].span.end.min(whole.end),
        );
        let sessions = self.items[first..=last]
            .iter()
            .filter(|item| item.painted == Painted::Run(RunState::Gpu));
        let saved: u64 = sessions
            .skip(1)
            .filter_map(|item| item.span.within(whole))
            .map(|span| self.setup_s.min(span.seconds()))
            .sum();
        Chosen {
            first,
            last,
            state,
            painted,
            length: painted.seconds() - saved,
        }
    }

    /// The cost of the whole horizon with the GPU on from the first painted second to the last.
    pub fn all_kept(&self, horizon_s: u64) -> Result<i128, PricingError> {
        let Some(last) = self.items.len().checked_sub(1) else {
            return self.off(0, horizon_s);
        };
        let all = self.chosen(0, last, GapChoice::Keep, Span::new(0, horizon_s));
        let saved = all.painted.seconds() - all.length;
        let on = self.rates.run(GapChoice::Keep, all.length);
        let on = on.and_then(|on| on.checked_add(self.beside(all.length, saved)?));
        let ends = [
            self.off(0, all.painted.start)?,
            self.off(all.painted.end, horizon_s)?,
        ];
        ends.into_iter()
            .try_fold(on.ok_or_else(too_large)?, i128::checked_add)
            .ok_or_else(too_large)
    }
}

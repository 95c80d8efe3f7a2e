//! A horizon as a row of items: painted runs and the gaps between them, each with the states that it allows.
//!
//! **Gaps that are always stops.** Let a run of `L` seconds in a state of price `p` hold a gap of `g`, and let the gap be
//! stopped instead, which leaves at most two runs of `L - g + saved` seconds together. With `W` the cost of a run of one
//! second, `p·L ≤ run(L) ≤ p·L + W`, for an increment adds less than itself and a minimum or a least charge no more than
//! its whole. So the stop saves at least `net - 2·W` with `net = (p + on - off)·(g - saved)`, the seconds at the meter's
//! price and at that of data. Where that is not below zero in either state, some optimum stops the gap, and what follows
//! it does not depend on what was before.
use super::PricingError;
use super::rates::{GapChoice, Rates};
use super::runs::{RunState, UsageRuns};
use super::spans::Span;
use std::cell::Cell;

/// What is painted in an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Painted {
    Run(RunState),
    Gap,
}

/// A painted run, or the gap between two.
pub(super) struct Item {
    pub span: Span,
    pub painted: Painted,
    pub allowed: [bool; 3],
}

impl Item {
    pub fn is_as_painted(&self, state: GapChoice) -> bool {
        state
            == match self.painted {
                Painted::Run(RunState::Gpu) => GapChoice::Keep,
                Painted::Run(RunState::NoGpu) => GapChoice::NoGpu,
                Painted::Gap => GapChoice::Stop,
            }
    }

    /// Whether the machine is off in any case.
    pub fn is_stop(&self) -> bool {
        self.allowed == [false, false, true]
    }
}

/// Which states may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freedom {
    /// None: runs as painted, gaps are stops.
    AsPainted,
    /// Gaps may be kept, work without a GPU may be done with it; it may be left to another machine if `may_stop`.
    Choose { may_stop: bool },
}

/// A horizon as a row of items.
pub(super) struct Row<'plan> {
    pub items: Vec<Item>,
    pub rates: &'plan Rates<'plan>,
    pub setup_s: u64,
    first_use: u64,
    /// Steps of all walks so far.
    pub work: Cell<u64>,
}

pub(super) fn too_large() -> PricingError {
    PricingError::too_large("plan.gpu_hour")
}

impl<'plan> Row<'plan> {
    /// `has_no_gpu_mode`: a gap may be kept without a GPU.
    pub fn new(
        usage: &UsageRuns,
        rates: &'plan Rates<'plan>,
        freedom: Freedom,
        has_no_gpu_mode: bool,
    ) -> Result<Self, PricingError> {
        let mut items: Vec<Item> = Vec::with_capacity(usage.runs.len() * 2);
        let mut at = None;
        for run in &usage.runs {
            if let Some(end) = at.filter(|end| *end < run.start) {
                let chooses = freedom != Freedom::AsPainted;
                items.push(Item {
                    span: Span::new(end, run.start),
                    painted: Painted::Gap,
                    allowed: [chooses, chooses && has_no_gpu_mode, true],
                });
            }
            let allowed = match (run.state, freedom) {
                (RunState::Gpu, _) => [true, false, false],
                (RunState::NoGpu, Freedom::AsPainted) => [false, true, false],
                // A stopped machine that is paid for is paid from its first use on: that use stays.
                (RunState::NoGpu, Freedom::Choose { may_stop }) => {
                    [true, true, may_stop && (rates.stopped == 0 || at.is_some())]
                }
            };
            items.push(Item {
                span: Span::new(run.start, run.end),
                painted: Painted::Run(run.state),
                allowed,
            });
            at = Some(run.end);
        }
        let mut row = Self {
            items,
            rates,
            setup_s: usage.setup_s,
            first_use: usage.first_use().unwrap_or(u64::MAX),
            work: Cell::new(0),
        };
        row.find_stops().ok_or_else(too_large)?;
        Ok(row)
    }

    /// Takes every other choice from gaps that are always stops.
    fn find_stops(&mut self) -> Option<()> {
        let restarts = [
            self.rates.run(GapChoice::Keep, 1)?.checked_mul(2)?,
            self.rates.run(GapChoice::NoGpu, 1)?.checked_mul(2)?,
        ];
        // Of the next GPU session, the most that keeping a gap can save.
        let mut setup_s = 0;
        for item in self.items.iter_mut().rev() {
            if item.painted == Painted::Run(RunState::Gpu) {
                setup_s = self.setup_s.min(item.span.seconds());
            }
            if item.painted != Painted::Gap {
                continue;
            }
            let is_dear = |state: GapChoice, saved: u64| -> Option<bool> {
                let each = self.rates.metered(state) + self.rates.on - self.rates.off_in_use();
                let seconds = i128::from(item.span.seconds()) - i128::from(saved);
                let net = each.checked_mul(seconds)?;
                Some(each >= 0 && net >= restarts[state as usize])
            };
            if is_dear(GapChoice::Keep, setup_s)? && is_dear(GapChoice::NoGpu, 0)? {
                item.allowed = [false, false, true];
            }
        }
        Some(())
    }

    pub fn off(&self, start: u64, end: u64) -> Result<i128, PricingError> {
        self.rates
            .off(start, end, self.first_use)
            .ok_or_else(too_large)
    }

    /// What seconds on, and seconds that were saved, cost beside the meter.
    pub fn beside(&self, on_s: u64, saved_s: u64) -> Option<i128> {
        let on = self.rates.on.checked_mul(i128::from(on_s))?;
        on.checked_add(self.rates.off_in_use().checked_mul(i128::from(saved_s))?)
    }
}

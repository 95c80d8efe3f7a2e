//! The cheapest states of a machine over a stretch of time: which gaps between runs are kept on, which are stops.
//!
//! A stretch is a row of items: painted runs and the gaps between them. Each item has the states that it allows. What
//! touches in one state is one run of the meter and is rounded as one, so the cost of an item depends on its
//! neighbours; the steps of the program are therefore whole runs of the meter. With `F(b, s)` the least cost of all
//! items up to `b` where the last is in state `s`,
//!
//! ```text
//! F(b, s) = min over a ≤ b, s' ≠ s of  F(a - 1, s') + cost of the items a..b as one run in state s
//! ```
//!
//! **Set-up.** A GPU session includes seconds of set-up that it needs only when the GPU starts. In a run of the meter
//! that keeps the GPU over gaps all sessions but the first go without: it is shorter than what it was painted by
//! `min(setup, length)` of each, the gaps keep their length, and the machine is off for the seconds saved.
//!
//! **Pruning.** A run of the meter is not looked at when gaps inside it cost too much. Let it be `L` seconds in a state
//! of price `p`, and let `k` of its gaps be stopped instead (or spent without a GPU), which leaves at most `k + 1` runs
//! of `L_i` seconds. Let `W` be the cost of a run of one second. Then `run(x) ≤ p·x + W`, for an increment adds less
//! than itself and a minimum or a least charge no more than its whole, and `run(x) ≥ p·x`. So the change saves at
//! least `Σ net - (k + 1)·W`, where `net` of a gap is the price of its seconds less the set-up that it saved, less
//! what it costs in its other state. If `Σ (net - W) ≥ W` over some of its gaps, the change costs no more, and it has
//! fewer items with the GPU (or fewer without it and as many with it), so that it ends. Gaps with a positive
//! `net - W` are its [`Item::slack`]; the sum over a run grows with it, so that the search back from `b` stops there.
use super::PricingError;
use super::rates::{GapChoice, Rates};
use super::runs::{RunState, UsageRuns};
use super::spans::Span;
use std::cell::Cell;

/// Most steps of one question: about a second of work.
const MAX_STEPS: u64 = 100_000_000;

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
    allowed: [bool; 3],
    /// By how much the item in a state costs more than another choice and a restart; zero where it does not.
    slack: [i128; 3],
}

/// Which states may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freedom {
    /// None: runs as painted, gaps are stops.
    AsPainted,
    /// Gaps may be kept, work without a GPU may be done with it; it may be left to another machine if `may_stop`.
    Choose { may_stop: bool },
}

/// The least cost of everything up to an item in one state.
#[derive(Clone, Copy)]
struct Step {
    cost: i128,
    /// Items that are not as painted; the fewest break a tie.
    changes: u32,
    /// Where the last run of the meter begins, and the state before it.
    from: usize,
    before: GapChoice,
}

impl Step {
    fn better(self, other: Option<Self>) -> Self {
        match other {
            Some(other) if (other.cost, other.changes) <= (self.cost, self.changes) => other,
            _ => self,
        }
    }
}

/// The steps from one second on: after no item, after the first, and so on; by state.
pub(super) struct Steps {
    begin: u64,
    first: usize,
    after: Vec<[Option<Step>; 3]>,
}

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

/// A horizon as a row of items.
pub(super) struct Row<'plan> {
    pub items: Vec<Item>,
    rates: &'plan Rates<'plan>,
    setup_s: u64,
    first_use: u64,
    work: Cell<u64>,
}

fn too_large() -> PricingError {
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
        let mut push = |span: Span, painted, allowed| {
            items.push(Item {
                span,
                painted,
                allowed,
                slack: [0; 3],
            });
        };
        let mut at = None;
        for run in &usage.runs {
            if let Some(end) = at.filter(|end| *end < run.start) {
                let chooses = freedom != Freedom::AsPainted;
                let allowed = [chooses, chooses && has_no_gpu_mode, true];
                push(Span::new(end, run.start), Painted::Gap, allowed);
            }
            let allowed = match (run.state, freedom) {
                (RunState::Gpu, _) => [true, false, false],
                (RunState::NoGpu, Freedom::AsPainted) => [false, true, false],
                // A stopped machine that is paid for is paid from its first use on: that use stays.
                (RunState::NoGpu, Freedom::Choose { may_stop }) => {
                    [true, true, may_stop && (rates.stopped == 0 || at.is_some())]
                }
            };
            push(
                Span::new(run.start, run.end),
                Painted::Run(run.state),
                allowed,
            );
            at = Some(run.end);
        }
        let mut row = Self {
            items,
            rates,
            setup_s: usage.setup_s,
            first_use: usage.first_use().unwrap_or(u64::MAX),
            work: Cell::new(0),
        };
        if freedom != Freedom::AsPainted {
            row.measure_slack().ok_or_else(too_large)?;
        }
        Ok(row)
    }

    fn measure_slack(&mut self) -> Option<()> {
        let off = self.rates.off_in_use();
        let restarts = [
            self.rates.run(GapChoice::Keep, 1)?,
            self.rates.run(GapChoice::NoGpu, 1)?,
        ];
        // Set-up of the next GPU session.
        let mut setup = 0;
        for item in self.items.iter_mut().rev() {
            let seconds = i128::from(item.span.seconds());
            let on_for_off = |state| self.rates.metered(state) + self.rates.on - off;
            let least = |state, saved: i128| {
                let each: i128 = on_for_off(state);
                Some(
                    each.checked_mul(seconds - saved)?
                        .min(each.checked_mul(seconds)?),
                )
            };
            let mut instead = item.allowed[GapChoice::Stop as usize].then_some(0);
            if item.painted != Painted::Run(RunState::Gpu) {
                let without_gpu = instead;
                if item.allowed[GapChoice::NoGpu as usize] {
                    let run = self.rates.run(GapChoice::NoGpu, item.span.seconds())?;
                    let data = (self.rates.on - off).checked_mul(seconds)?;
                    let without = run.checked_add(data)?;
                    instead = Some(instead.map_or(without, |other: i128| other.min(without)));
                }
                for (state, saved, instead, restart) in [
                    (GapChoice::Keep, setup, instead, restarts[0]),
                    (GapChoice::NoGpu, 0, without_gpu, restarts[1]),
                ] {
                    if let Some(instead) = instead {
                        let net = least(state, saved)?.checked_sub(instead)?;
                        item.slack[state as usize] = net.checked_sub(restart)?.max(0);
                    }
                }
            } else {
                setup = i128::from(self.setup_s.min(item.span.seconds()));
            }
        }
        Some(())
    }

    /// All steps from `begin` on, where the machine is off (unless a run crosses that second).
    pub fn steps_from(&self, begin: u64) -> Result<Steps, PricingError> {
        let mut first = self.items.partition_point(|item| item.span.end <= begin);
        if self
            .items
            .get(first)
            .is_some_and(|item| item.painted == Painted::Gap)
        {
            first += 1;
        }
        let until = self.items.get(first).map_or(begin, |item| item.span.start);
        let lead = self
            .rates
            .off(begin, until, self.first_use)
            .ok_or_else(too_large)?;
        let nothing = Step {
            cost: lead,
            changes: 0,
            from: first,
            before: GapChoice::Stop,
        };
        let mut steps = Steps {
            begin,
            first,
            after: Vec::with_capacity(self.items.len() + 1 - first),
        };
        steps.after.push([None, None, Some(nothing)]);
        for last in first..self.items.len() {
            let mut after = [None; 3];
            for state in GapChoice::ALL {
                after[state as usize] = self.ending(&steps, last, state, u64::MAX)?;
            }
            steps.after.push(after);
        }
        Ok(steps)
    }

    /// The best way to end with item `last` in `state`, cut at `until`; none when the item does not allow it.
    fn ending(
        &self,
        steps: &Steps,
        last: usize,
        state: GapChoice,
        until: u64,
    ) -> Result<Option<Step>, PricingError> {
        let whole = Span::new(steps.begin, until);
        let (mut best, mut length, mut saved, mut setup) = (None, 0, 0, 0);
        let (mut changes, mut slack, mut work) = (0, 0_i128, 0);
        let restart = self.rates.run(state, 1).ok_or_else(too_large)?;
        for from in (steps.first..=last).rev() {
            let item = &self.items[from];
            let Some(span) = item
                .span
                .within(whole)
                .filter(|_| item.allowed[state as usize])
            else {
                break;
            };
            work += 1;
            length += span.seconds();
            if item.painted == Painted::Run(RunState::Gpu) {
                // The session that was the first until now needs no set-up any more.
                saved += setup;
                setup = self.setup_s.min(span.seconds());
            }
            changes += u32::from(!item.is_as_painted(state));
            if span == item.span {
                slack = slack
                    .checked_add(item.slack[state as usize])
                    .ok_or_else(too_large)?;
            }
            let cost = if state == GapChoice::Stop {
                self.rates.off(span.start, span.end, self.first_use)
            } else if slack > 0 && slack >= restart {
                break;
            } else {
                self.on(state, length, saved)
            };
            let cost = cost.ok_or_else(too_large)?;
            // A stop is added item by item; a run of the meter is whole.
            let before = GapChoice::ALL
                .into_iter()
                .filter(|before| *before != state || state == GapChoice::Stop);
            for before in before {
                if let Some(step) = steps.after[from - steps.first][before as usize] {
                    let step = Step {
                        cost: step.cost.checked_add(cost).ok_or_else(too_large)?,
                        changes: step.changes + changes,
                        from,
                        before,
                    };
                    best = Some(step.better(best));
                }
            }
            if state == GapChoice::Stop {
                break;
            }
        }
        self.work.set(self.work.get() + work);
        if self.work.get() > MAX_STEPS {
            let message = "there are too many sessions to choose every gap; shorten the horizon";
            return Err(PricingError::out_of_range("week", message));
        }
        Ok(best)
    }

    /// A run of the meter that was painted `length` seconds long and saves `saved` of them.
    fn on(&self, state: GapChoice, length: u64, saved: u64) -> Option<i128> {
        let on = length - saved;
        let beside = self.rates.on.checked_mul(i128::from(on))?;
        let off = self.rates.off_in_use().checked_mul(i128::from(saved))?;
        let run = self.rates.run(state, on)?;
        run.checked_add(beside)?.checked_add(off)
    }

    /// The last item before `border` and the best way to end with it, with the cost of the stretch up to `border`.
    fn last(
        &self,
        steps: &Steps,
        border: u64,
    ) -> Result<(i128, Option<(usize, GapChoice, Step)>), PricingError> {
        let mut after = self.items.partition_point(|item| item.span.start < border);
        // The machine is off after its last run, also when the next begins with the border.
        if after > steps.first && self.items[after - 1].painted == Painted::Gap {
            after -= 1;
        }
        // A run may cross the second in which an empty stretch begins and ends.
        if after <= steps.first || border <= steps.begin {
            let off = self.rates.off(steps.begin, border, self.first_use);
            return Ok((off.ok_or_else(too_large)?, None));
        }
        let (last, end) = (after - 1, self.items[after - 1].span.end);
        let mut best: Option<(GapChoice, Step)> = None;
        for state in GapChoice::ALL {
            let step = if end > border {
                self.ending(steps, last, state, border)?
            } else {
                steps.after[after - steps.first][state as usize]
            };
            let Some(step) = step else { continue };
            if best.is_none_or(|(_, best)| (step.cost, step.changes) < (best.cost, best.changes)) {
                best = Some((state, step));
            }
        }
        let Some((state, step)) = best else {
            // Every item allows a state, so every stretch has an end.
            return Err(too_large());
        };
        let tail = self.rates.off(end.min(border), border, self.first_use);
        let cost = tail
            .and_then(|tail| tail.checked_add(step.cost))
            .ok_or_else(too_large)?;
        Ok((cost, Some((last, state, step))))
    }

    /// The least cost from where the steps begin up to `border`.
    pub fn cost_until(&self, steps: &Steps, border: u64) -> Result<i128, PricingError> {
        self.last(steps, border).map(|(cost, _)| cost)
    }

    /// The choices with that cost, in order.
    pub fn choices_until(&self, steps: &Steps, border: u64) -> Result<Vec<Chosen>, PricingError> {
        let (_, mut end) = self.last(steps, border)?;
        let mut chosen = Vec::new();
        while let Some((last, state, step)) = end {
            let whole = Span::new(steps.begin, border);
            chosen.push(self.chosen(step.from, last, state, whole));
            let earlier = step.from - steps.first;
            end = steps.after[earlier][step.before as usize]
                .filter(|_| earlier > 0)
                .map(|before| (step.from - 1, step.before, before));
        }
        chosen.reverse();
        Ok(chosen)
    }

    /// Items `first` to `last` as one stretch in `state`, inside `whole`.
    pub fn chosen(&self, first: usize, last: usize, state: GapChoice, whole: Span) -> Chosen {
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
        let off = |start, end| {
            self.rates
                .off(start, end, self.first_use)
                .ok_or_else(too_large)
        };
        let Some(last) = self.items.len().checked_sub(1) else {
            return off(0, horizon_s);
        };
        let all = self.chosen(0, last, GapChoice::Keep, Span::new(0, horizon_s));
        let saved = all.painted.seconds() - all.length;
        let on = self
            .on(GapChoice::Keep, all.painted.seconds(), saved)
            .ok_or_else(too_large)?;
        let ends = [off(0, all.painted.start)?, off(all.painted.end, horizon_s)?];
        ends.into_iter()
            .try_fold(on, i128::checked_add)
            .ok_or_else(too_large)
    }
}

impl Item {
    fn is_as_painted(&self, state: GapChoice) -> bool {
        state
            == match self.painted {
                Painted::Run(RunState::Gpu) => GapChoice::Keep,
                Painted::Run(RunState::NoGpu) => GapChoice::NoGpu,
                Painted::Gap => GapChoice::Stop,
            }
    }
}

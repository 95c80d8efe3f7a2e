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
//! **Pruning.** The runs that could begin at each `a` are carried along as [`Open`] ones: what was paid up to `a`, and the
//! seconds `L` since. Whatever follows adds the same seconds `x` to all of them (see [`Open::has_session`]), so that one
//! is dropped when another ends no dearer for every `x`. With `P` the price of an increment of `inc` seconds, a run costs
//! `run(L) = max(least, P·ceil(L / inc))`, and `run(L + d) ≤ run(L) + P·ceil(d / inc)`. So `(c, L)` is no dearer than
//! `(c', L')` for every `x` if `c + P·ceil(max(0, L - L') / inc) ≤ c'`. Where both are past the least amount,
//! `run(L + x) = P·(q + ceil((r + x) / inc))` with `L = q·inc + r`; then `c + P·q ≤ c' + P·q'` is enough if `r ≤ r'`, and one
//! `P` less on the left side if not. What is left lies within one increment's price and falls as its rest grows: on
//! most schedules a handful, however many gaps are kept.
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

/// Most steps of one question: about a second of work.
const MAX_STEPS: u64 = 50_000_000;

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

    /// Whether the machine is off in any case.
    fn is_stop(&self) -> bool {
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

/// The least cost of everything up to an item in one state.
#[derive(Clone, Copy)]
pub(super) struct Step {
    cost: i128,
    /// Items that are not as painted; the fewest break a tie.
    changes: u32,
    /// The first item of the last run of the meter (or stop), and the state before it.
    from: usize,
    before: GapChoice,
}

fn better(step: Step, other: Option<Step>) -> Step {
    match other {
        Some(other) if (other.cost, other.changes) <= (step.cost, step.changes) => other,
        _ => step,
    }
}

/// A run of the meter that may go on: what was paid before it and for data in it, and its seconds.
#[derive(Clone, Copy)]
struct Open {
    step: Step,
    length: u64,
    /// A GPU session is in it, so that the next needs no set-up. Only runs that agree in it grow alike.
    has_session: bool,
}

/// The best from one second on, item by item.
pub(super) struct Walk<'row, 'plan> {
    row: &'row Row<'plan>,
    begin: u64,
    first: usize,
    /// After no item, after the first, and so on; by state.
    after: Vec<[Option<Step>; 3]>,
    /// With the GPU, and without.
    open: [Vec<Open>; 2],
    /// The last item that is always a stop.
    stop: Option<usize>,
    work: u64,
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

    /// Begins at `begin`, where the machine is off (unless a run crosses that second).
    pub fn walk_from(&self, begin: u64) -> Result<Walk<'_, 'plan>, PricingError> {
        let mut first = self.items.partition_point(|item| item.span.end <= begin);
        let is_gap = |item: &Item| item.painted == Painted::Gap;
        if self.items.get(first).is_some_and(is_gap) {
            first += 1;
        }
        let until = self.items.get(first).map_or(begin, |item| item.span.start);
        let nothing = Step {
            cost: self.off(begin, until)?,
            changes: 0,
            from: first,
            before: GapChoice::Stop,
        };
        Ok(Walk {
            row: self,
            begin,
            first,
            after: vec![[None, None, Some(nothing)]],
            open: [Vec::new(), Vec::new()],
            stop: None,
            work: 0,
        })
    }

    /// The least cost from `begin` up to `border`.
    pub fn cost(&self, begin: u64, border: u64) -> Result<i128, PricingError> {
        let mut walk = self.walk_from(begin)?;
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
        let mut walk = self.walk_from(begin)?;
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
        let mut walk = self.walk_from(0)?;
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
        let mut walk = self.walk_from(whole.start)?;
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

    fn off(&self, start: u64, end: u64) -> Result<i128, PricingError> {
        self.rates
            .off(start, end, self.first_use)
            .ok_or_else(too_large)
    }

    /// What seconds on, and seconds that were saved, cost beside the meter.
    fn beside(&self, on_s: u64, saved_s: u64) -> Option<i128> {
        let on = self.rates.on.checked_mul(i128::from(on_s))?;
        on.checked_add(self.rates.off_in_use().checked_mul(i128::from(saved_s))?)
    }
}

/// Costs from the horizon's begin.
pub(super) struct Whole {
    /// Up to each midnight from 0 on.
    pub until_midnight: Vec<i128>,
    /// After each item, with the machine off.
    after: Vec<Option<i128>>,
}

impl Walk<'_, '_> {
    /// The item after those that were walked.
    fn next(&self) -> usize {
        self.first + self.after.len() - 1
    }

    /// Walks all items that end at or before `border`.
    pub fn advance_to(&mut self, border: u64) -> Result<(), PricingError> {
        while let Some(item) = self.row.items.get(self.next())
            && item.span.end <= border
        {
            let span = Span::new(item.span.start.max(self.begin), item.span.end);
            let after = self.after_next(span)?;
            self.extend(span)?;
            if item.is_stop() {
                self.stop = Some(self.next());
            }
            self.after.push(after);
        }
        let work = self.row.work.get() + std::mem::take(&mut self.work);
        self.row.work.set(work);
        if work > MAX_STEPS {
            let message = "there are too many sessions to choose every gap; shorten the horizon";
            return Err(PricingError::out_of_range("week", message));
        }
        Ok(())
    }

    /// Every way to end with the next item, of which `span` is looked at.
    fn after_next(&mut self, span: Span) -> Result<[Option<Step>; 3], PricingError> {
        let item = &self.row.items[self.next()];
        let mut after = [None; 3];
        for state in [GapChoice::Keep, GapChoice::NoGpu] {
            if item.allowed[state as usize] {
                after[state as usize] = self.closing(state, span)?;
            }
        }
        if item.allowed[GapChoice::Stop as usize] {
            let off = self.row.off(span.start, span.end)?;
            let start = self.starting(GapChoice::ALL.into_iter());
            after[GapChoice::Stop as usize] = start
                .map(|step| {
                    Ok::<Step, PricingError>(Step {
                        cost: step.cost.checked_add(off).ok_or_else(too_large)?,
                        changes: step.changes + u32::from(!item.is_as_painted(GapChoice::Stop)),
                        ..step
                    })
                })
                .transpose()?;
        }
        Ok(after)
    }

    /// The best so far in one of `states`, as the step before a run that begins with the next item.
    fn starting(&self, states: impl Iterator<Item = GapChoice>) -> Option<Step> {
        let now = self.after[self.after.len() - 1];
        states
            .filter_map(|before| {
                let step = now[before as usize]?;
                Some(Step {
                    from: self.next(),
                    before,
                    ..step
                })
            })
            .min_by_key(|step| (step.cost, step.changes))
    }

    /// The runs in `state` that can hold the next item.
    fn candidates(&self, state: GapChoice) -> impl Iterator<Item = Open> + '_ {
        // What touches in one state is one run.
        let others = GapChoice::ALL
            .into_iter()
            .filter(move |other| *other != state);
        let fresh = self.starting(others).map(|step| Open {
            step,
            length: 0,
            has_session: false,
        });
        fresh
            .into_iter()
            .chain(self.open[state as usize].iter().copied())
    }

    /// `open` with `span` of the next item in it.
    fn extended(&self, open: Open, state: GapChoice, span: Span) -> Option<Open> {
        let item = &self.row.items[self.next()];
        let is_session = item.painted == Painted::Run(RunState::Gpu);
        let saved = if is_session && open.has_session {
            self.row.setup_s.min(span.seconds())
        } else {
            0
        };
        let on = span.seconds() - saved;
        Some(Open {
            step: Step {
                cost: open.step.cost.checked_add(self.row.beside(on, saved)?)?,
                changes: open.step.changes + u32::from(!item.is_as_painted(state)),
                ..open.step
            },
            length: open.length + on,
            has_session: open.has_session || is_session,
        })
    }

    /// The best run in `state` that ends with `span` of the next item.
    fn closing(&mut self, state: GapChoice, span: Span) -> Result<Option<Step>, PricingError> {
        let (mut best, mut work) = (None, 0);
        for open in self.candidates(state) {
            work += 1;
            let closed = self.extended(open, state, span).and_then(|open| {
                let run = self.row.rates.run(state, open.length)?;
                Some(Step {
                    cost: open.step.cost.checked_add(run)?,
                    ..open.step
                })
            });
            best = Some(better(closed.ok_or_else(too_large)?, best));
        }
        self.work += work;
        Ok(best)
    }

    /// Carries the runs over the next item.
    fn extend(&mut self, span: Span) -> Result<(), PricingError> {
        for state in [GapChoice::Keep, GapChoice::NoGpu] {
            let mut kept: Vec<Open> = Vec::new();
            if self.row.items[self.next()].allowed[state as usize] {
                for open in self.candidates(state) {
                    let open = self.extended(open, state, span).ok_or_else(too_large)?;
                    let dominates = |a: &Open, b: &Open| self.row.rates.never_dearer(state, a, b);
                    if !kept.iter().any(|other| dominates(other, &open)) {
                        kept.retain(|other| !dominates(&open, other));
                        kept.push(open);
                    }
                }
            }
            self.work += (kept.len() * kept.len()) as u64;
            self.open[state as usize] = kept;
        }
        Ok(())
    }

    /// The least cost up to `border`, which is at or after all that was walked and before the end of the next item;
    /// with the last item and the way to end with it, if there is an item.
    #[allow(clippy::type_complexity, reason = "a cost and where it comes from")]
    pub fn cost_until(
        &mut self,
        border: u64,
    ) -> Result<(i128, Option<(usize, GapChoice, Step)>), PricingError> {
        let next = self.next();
        let row = self.row;
        let reaches = |item: &&Item| item.painted != Painted::Gap && item.span.start < border;
        let (last, end, after) = match row.items.get(next).filter(reaches) {
            // Ending here the run is cut.
            Some(item) if border > self.begin => {
                let span = Span::new(item.span.start.max(self.begin), border);
                (next, border, self.after_next(span)?)
            }
            _ if next == self.first => return Ok((row.off(self.begin, border)?, None)),
            _ => {
                // The machine is off after its last run, also when the next begins with the border.
                let is_gap = row.items[next - 1].painted == Painted::Gap;
                let last = next - 1 - usize::from(is_gap);
                (
                    last,
                    row.items[last].span.end,
                    self.after[last + 1 - self.first],
                )
            }
        };
        let best = GapChoice::ALL
            .into_iter()
            .filter_map(|state| Some((state, after[state as usize]?)))
            .min_by_key(|(_, step)| (step.cost, step.changes));
        // Every item allows a state, so every walk has an end.
        let (state, step) = best.ok_or_else(too_large)?;
        let cost = row.off(end, border)?.checked_add(step.cost);
        Ok((cost.ok_or_else(too_large)?, Some((last, state, step))))
    }

    /// What this walk costs more than the `whole` one after an item that is always a stop, once there is one.
    fn shift_to(&self, whole: &Whole) -> Result<Option<i128>, PricingError> {
        let costs = self.stop.and_then(|stop| {
            let here = self.after[stop + 1 - self.first][GapChoice::Stop as usize]?;
            Some((here.cost, whole.after[stop]?))
        });
        let shift = costs.map(|(here, there)| here.checked_sub(there).ok_or_else(too_large));
        shift.transpose()
    }
}

impl Rates<'_> {
    /// Whether run `a` ends no dearer than run `b` whatever both go on with.
    fn never_dearer(&self, state: GapChoice, a: &Open, b: &Open) -> bool {
        if a.has_session != b.has_session {
            return false;
        }
        let step = self.increment(state);
        let seconds = self.increment_s();
        let is_long = |open: &Open| self.run_exceeds_least(state, open.length);
        let more = if is_long(a) && is_long(b) {
            let steps = i128::from(a.length / seconds) - i128::from(b.length / seconds);
            steps + i128::from(a.length % seconds > b.length % seconds)
        } else {
            i128::from(a.length.saturating_sub(b.length).div_ceil(seconds))
        };
        // A product past 128 bits drops nothing.
        let cost = step
            .checked_mul(more)
            .and_then(|more| more.checked_add(a.step.cost));
        cost.is_some_and(|cost| (cost, a.step.changes) <= (b.step.cost, b.step.changes))
    }
}

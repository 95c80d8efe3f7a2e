//! The cheapest states of a machine over a row of items, found item by item.
//!
//! What touches in one state is one run of the meter and is rounded as one, so the cost of an item depends on its
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
use super::PricingError;
use super::rates::{GapChoice, Rates};
use super::row::{Item, Painted, Row, too_large};
use super::runs::RunState;
use super::spans::Span;

/// Most steps of one question: about a second of work.
const MAX_STEPS: u64 = 50_000_000;

/// The least cost of everything up to an item in one state.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub cost: i128,
    /// Items that are not as painted; the fewest break a tie.
    changes: u32,
    /// The first item of the last run of the meter (or stop), and the state before it.
    pub from: usize,
    pub before: GapChoice,
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
    pub first: usize,
    /// After no item, after the first, and so on; by state.
    pub after: Vec<[Option<Step>; 3]>,
    /// With the GPU, and without.
    open: [Vec<Open>; 2],
    /// How many were left when all were compared last.
    compared: [usize; 2],
    /// The last item that is always a stop.
    stop: Option<usize>,
    work: u64,
}

/// Costs from the horizon's begin.
pub(super) struct Whole {
    /// Up to each midnight from 0 on.
    pub until_midnight: Vec<i128>,
    /// After each item, with the machine off.
    pub after: Vec<Option<i128>>,
}

impl<'row, 'plan> Walk<'row, 'plan> {
    /// Begins at `begin`, where the machine is off (unless a run crosses that second).
    pub fn from(row: &'row Row<'plan>, begin: u64) -> Result<Self, PricingError> {
        let mut first = row.items.partition_point(|item| item.span.end <= begin);
        let is_gap = |item: &Item| item.painted == Painted::Gap;
        if row.items.get(first).is_some_and(is_gap) {
            first += 1;
        }
        let until = row.items.get(first).map_or(begin, |item| item.span.start);
        let nothing = Step {
            cost: row.off(begin, until)?,
            changes: 0,
            from: first,
            before: GapChoice::Stop,
        };
        Ok(Self {
            row,
            begin,
            first,
            after: vec![[None, None, Some(nothing)]],
            open: [Vec::new(), Vec::new()],
            compared: [0; 2],
            stop: None,
            work: 0,
        })
    }

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
    ///
    /// What two runs that grow alike are to each other stays, except that a long one may become comparable in a finer way;
    /// so all are compared again only when they have become twice as many.
    fn extend(&mut self, span: Span) -> Result<(), PricingError> {
        for state in [GapChoice::Keep, GapChoice::NoGpu] {
            let (mut kept, mut arrived) = (Vec::new(), Vec::new());
            if self.row.items[self.next()].allowed[state as usize] {
                for before in self.candidates(state) {
                    let after = self.extended(before, state, span).ok_or_else(too_large)?;
                    let is_settled = before.length > 0 && before.has_session == after.has_session;
                    if is_settled { &mut kept } else { &mut arrived }.push(after);
                }
            }
            if kept.len() > 2 * self.compared[state as usize] + 8 {
                arrived.append(&mut kept);
            }
            let is_whole = kept.is_empty();
            self.work += ((kept.len() + arrived.len()) * (1 + arrived.len())) as u64;
            for open in arrived {
                let dominates = |a: &Open, b: &Open| self.row.rates.never_dearer(state, a, b);
                if !kept.iter().any(|other| dominates(other, &open)) {
                    kept.retain(|other| !dominates(&open, other));
                    kept.push(open);
                }
            }
            if is_whole {
                self.compared[state as usize] = kept.len();
            }
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
    pub fn shift_to(&self, whole: &Whole) -> Result<Option<i128>, PricingError> {
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

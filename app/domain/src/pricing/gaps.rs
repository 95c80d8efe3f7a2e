//! What to do with a machine in the gaps of a schedule: leave it on, leave it on without its GPU, or stop it.
//!
//! The model: painted GPU work needs the GPU; painted work without a GPU needs the machine on (with its GPU or without),
//! or, where it may be done elsewhere, not even that. Each gap between two painted runs is one of the three choices.
//! The machine is off before the first painted run and after the last. Neighbouring stretches in one state are one run
//! of the meter. Work is what counts: a session that finds the GPU on needs none of its [`Usage::setup_s`] seconds of
//! set-up and is shorter by them; the gaps keep their length.
//!
//! What is made small is the metered compute with its increments, minimum and least charge, the stopped machine where
//! it is paid for, and data at their running and stopped price; exact, before any rounding, discount or tax. A release
//! of data after a long stop is not foreseen: the gaps that are stopped were stops in the painted week already.
//!
//! The program is in `walk.rs`; there and in `row.rs` are the proofs of what it leaves out.
use super::plan::Plan;
use super::rates::{GapChoice, Rates};
use super::row::{Freedom, Painted, Row};
use super::runs::{Run, RunState, UsageRuns};
use super::spans::Span;
use super::stretch::Chosen;
use super::usage::Usage;
use super::{ExactAmount, MAX_HORIZON_DAYS, MAX_SPAN_S, PricingError};
use crate::units::Decimal;

/// Whether painted work without a GPU needs the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NoGpuWork {
    /// It is done on the machine.
    #[default]
    OnMachine,
    /// It can be done elsewhere while the machine is off.
    Anywhere,
}

/// A gap between two painted runs, or a painted run without a GPU, with what the machine does then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gap {
    /// First second.
    pub start: u64,
    /// First second after it.
    pub end: u64,
    /// What the machine does.
    pub choice: GapChoice,
}

/// The cheapest choices for one schedule without prepaid time.
///
/// Each cost is what the lines of the bill for machine time, stopped time and storage come to before they are rounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GapPlan {
    /// Cost with these choices.
    pub cost: ExactAmount,
    /// Cost with every gap a stop.
    pub as_painted_cost: ExactAmount,
    /// Cost with the GPU on from the first painted second to the last.
    pub all_kept_cost: ExactAmount,
    /// Every gap in order.
    pub gaps: Vec<Gap>,
    /// Every painted run without a GPU in order.
    pub no_gpu: Vec<Gap>,
    /// The use that results, to be billed.
    pub usage: UsageRuns,
}

/// Finds the cheapest choice for every gap at once. Ties: fewest changes of what was painted.
///
/// The plan's prepaid periods are not allowed: inside one nothing is metered, see [`super::mix_plan`].
/// Errors: as [`super::bill`]; prepaid periods; a volume that costs and is charged in blocks or free for some days; so
/// many sessions that the search would take seconds.
pub fn choose_gaps(
    usage: &UsageRuns,
    plan: &Plan,
    no_gpu: NoGpuWork,
) -> Result<GapPlan, PricingError> {
    super::mix::check_mix(plan, &[])?;
    let rates = Rates::of_machine(usage, plan)?;
    let end = usage.horizon_s;
    let as_painted = row(usage, plan, &rates, Freedom::AsPainted)?;
    let row = row(usage, plan, &rates, freedom(no_gpu))?;
    let whole = Span::new(0, end);
    let mut schedule = Schedule::new(usage);
    schedule.add(&row, &row.choices(whole)?, whole);
    let (gaps, no_gpu, usage) = schedule.finish();
    Ok(GapPlan {
        cost: rates.amount(row.cost(0, end)?),
        as_painted_cost: rates.amount(as_painted.cost(0, end)?),
        all_kept_cost: rates.amount(row.all_kept(end)?),
        gaps,
        no_gpu,
        usage,
    })
}

pub(super) const fn freedom(no_gpu: NoGpuWork) -> Freedom {
    Freedom::Choose {
        may_stop: matches!(no_gpu, NoGpuWork::Anywhere),
    }
}

pub(super) fn row<'plan>(
    usage: &UsageRuns,
    plan: &Plan,
    rates: &'plan Rates<'plan>,
    freedom: Freedom,
) -> Result<Row<'plan>, PricingError> {
    Row::new(usage, rates, freedom, plan.nogpu_hour.is_some())
}

/// The use that results from choices.
pub(super) struct Schedule<'usage> {
    usage: &'usage UsageRuns,
    /// Each with its useful seconds.
    pieces: Vec<(Run, u64)>,
    gaps: Vec<Gap>,
    no_gpu: Vec<Gap>,
}

impl<'usage> Schedule<'usage> {
    pub fn new(usage: &'usage UsageRuns) -> Self {
        Self {
            usage,
            pieces: Vec::new(),
            gaps: Vec::new(),
            no_gpu: Vec::new(),
        }
    }

    /// Useful seconds of the painted GPU sessions that begin inside `span`.
    fn useful(&self, span: Span) -> u64 {
        let first = self
            .usage
            .runs
            .partition_point(|run| run.start < span.start);
        let after = self.usage.runs.partition_point(|run| run.start < span.end);
        self.usage.useful_s[first..after].iter().sum()
    }

    /// The choices of one stretch of metered time.
    pub fn add(&mut self, row: &Row<'_>, chosen: &[Chosen], whole: Span) {
        for chosen in chosen {
            for item in &row.items[chosen.first..=chosen.last] {
                let span = item.span.within(whole).unwrap_or(item.span);
                let gap = Gap {
                    start: span.start,
                    end: span.end,
                    choice: chosen.state,
                };
                match item.painted {
                    Painted::Gap => self.gaps.push(gap),
                    Painted::Run(RunState::NoGpu) => self.no_gpu.push(gap),
                    Painted::Run(RunState::Gpu) => {}
                }
            }
            let state = match chosen.state {
                GapChoice::Keep => RunState::Gpu,
                GapChoice::NoGpu => RunState::NoGpu,
                GapChoice::Stop => continue,
            };
            // The seconds saved are off at its end. Before a pass that the last session reaches into they are off at its
            // begin, so that the session stays one, except that the first use of all is not moved.
            let goes_on = chosen.first > 0 && row.items[chosen.last].span.end > chosen.painted.end;
            let (start, end) = if goes_on {
                (chosen.painted.end - chosen.length, chosen.painted.end)
            } else {
                (chosen.painted.start, chosen.painted.start + chosen.length)
            };
            let useful = if state == RunState::Gpu {
                self.useful(chosen.painted)
            } else {
                0
            };
            self.pieces.push((Run { start, end, state }, useful));
        }
    }

    /// A stretch of prepaid time, as painted.
    pub fn add_painted(&mut self, whole: Span) {
        let first = self
            .usage
            .runs
            .partition_point(|run| run.end <= whole.start);
        for run in &self.usage.runs[first..] {
            let Some(span) = Span::new(run.start, run.end).within(whole) else {
                break;
            };
            let piece = Run {
                start: span.start,
                end: span.end,
                state: run.state,
            };
            self.pieces.push((piece, self.useful(span)));
        }
    }

    /// Gaps, painted runs without a GPU, and the use.
    pub fn finish(self) -> (Vec<Gap>, Vec<Gap>, UsageRuns) {
        let (mut runs, mut useful_s): (Vec<Run>, Vec<u64>) = (Vec::new(), Vec::new());
        for (piece, useful) in self.pieces {
            match (runs.last_mut(), useful_s.last_mut()) {
                // A run over the border of a pass.
                (Some(last), Some(sum)) if last.end == piece.start && last.state == piece.state => {
                    last.end = piece.end;
                    *sum += useful;
                }
                _ => {
                    runs.push(piece);
                    useful_s.push(useful);
                }
            }
        }
        (self.gaps, self.no_gpu, self.usage.with_runs(runs, useful_s))
    }
}

/// Two sessions on one machine, to find from which gap between them a stop is cheaper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restart {
    /// Seconds of each session with its set-up; above zero.
    pub session_s: u32,
    /// Seconds of set-up at each GPU start.
    pub setup_s: u32,
    /// GB kept on the volume.
    pub data_gb: Decimal,
}

/// The longest gap in seconds at which keeping the GPU on is not dearer than a stop: every longer gap is cheaper
/// stopped. `None` when that is not so within the longest horizon, as where a stopped machine costs its full price.
///
/// Both ways are billed as [`choose_gaps`] does, again and again; with increments the answer depends on the session's
/// length. Errors: as there; a session of zero seconds or past the longest duration.
pub fn stop_when_longer_than_s(
    plan: &Plan,
    restart: &Restart,
) -> Result<Option<u64>, PricingError> {
    super::mix::check_mix(plan, &[])?;
    super::plan_check::between("session_s", restart.session_s, 1..=MAX_SPAN_S / 4)?;
    super::plan_check::between("setup_s", restart.setup_s, 0..=MAX_SPAN_S)?;
    let session = u64::from(restart.session_s);
    let mut idle = Usage::idle(MAX_HORIZON_DAYS);
    idle.data_gb = restart.data_gb;
    idle.setup_s = restart.setup_s;
    let idle = idle.unfold()?;
    let rates = Rates::of_machine(&idle, plan)?;
    let longest = idle.horizon_s - 2 * session;
    let is_kept = |gap: u64| -> Result<bool, PricingError> {
        let gpu = |start| Run {
            start,
            end: start + session,
            state: RunState::Gpu,
        };
        if gap == 0 {
            return Ok(true);
        }
        let runs = vec![gpu(0), gpu(session + gap)];
        let usage = idle.with_runs(runs, vec![0; 2]);
        let row = row(&usage, plan, &rates, Freedom::AsPainted)?;
        let stopped = row.cost(0, idle.horizon_s)?;
        Ok(row.all_kept(idle.horizon_s)? <= stopped)
    };
    // On the meter a kept gap costs the same until its increment is full: there it is worth most, and from one such
    // gap to the next what it costs more than a stop changes by the same amount.
    let increment = u64::from(plan.increment_s);
    let saved = u64::from(restart.setup_s).min(session);
    let beside = 2 * session - saved;
    let full = |steps: u64| {
        let gap = (beside.div_ceil(increment) + steps) * increment - beside;
        gap.min(longest)
    };
    let most = longest.div_ceil(increment) + 1;
    if is_kept(full(most))? {
        return Ok(None);
    }
    if !is_kept(full(0))? {
        return last_true(0, full(0), is_kept).map(Some);
    }
    let steps = last_true(0, most, |steps| is_kept(full(steps)))?;
    last_true(full(steps), full(steps + 1), is_kept).map(Some)
}

/// The last second for which `holds`, which is true from `yes` up to it and false from there to `no`.
fn last_true(
    mut yes: u64,
    mut no: u64,
    holds: impl Fn(u64) -> Result<bool, PricingError>,
) -> Result<u64, PricingError> {
    while no - yes > 1 {
        let middle = yes + (no - yes) / 2;
        if holds(middle)? {
            yes = middle;
        } else {
            no = middle;
        }
    }
    Ok(yes)
}

//! A week unfolded over its horizon: the runs that are billed.
use super::spans::Span;
use super::usage::{Session, SessionState, Usage, clock};
use super::{DAY_S, ErrorKind, PricingError};
use crate::units::Decimal;

/// What a machine that is on does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunState {
    /// With its GPU.
    Gpu,
    /// Without a GPU.
    NoGpu,
}

/// A stretch without a break in one state, in seconds from the horizon's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// First second.
    pub start: u64,
    /// First second after it.
    pub end: u64,
    /// What the machine does.
    pub state: RunState,
}

/// A use unfolded once, so that many plans can be billed on it. Made by [`Usage::unfold`].
///
/// Invariants: runs are in order, none empty, none past the horizon; two that touch differ in state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageRuns {
    pub(super) runs: Vec<Run>,
    /// Stretches in which the machine is on in either state.
    pub(super) on: Vec<Span>,
    /// Useful seconds of each run; a kept gap inside one is not useful.
    pub(super) useful_s: Vec<u64>,
    pub(super) horizon_s: u64,
    pub(super) data_gb: Decimal,
    pub(super) download_gb: Decimal,
    pub(super) upload_gb: Decimal,
    pub(super) setup_s: u64,
}

impl UsageRuns {
    /// The runs in order.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Length of the horizon in seconds.
    pub const fn horizon_s(&self) -> u64 {
        self.horizon_s
    }

    /// GB kept on the volume.
    pub const fn data_gb(&self) -> Decimal {
        self.data_gb
    }

    /// GB sent out over the horizon.
    pub const fn download_gb(&self) -> Decimal {
        self.download_gb
    }

    /// Seconds with the GPU on.
    pub fn gpu_s(&self) -> u64 {
        self.runs
            .iter()
            .filter(|run| run.state == RunState::Gpu)
            .map(|run| run.end - run.start)
            .sum()
    }

    /// The same horizon and data with other runs, which keep the invariants, and their useful seconds.
    pub(super) fn with_runs(&self, runs: Vec<Run>, useful_s: Vec<u64>) -> Self {
        Self {
            on: stretches_on(&runs),
            runs,
            useful_s,
            ..*self
        }
    }

    /// First second in which the machine is on.
    pub fn first_use(&self) -> Option<u64> {
        self.runs.first().map(|run| run.start)
    }
}

const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// One weekday's sessions that count, by start, each with its place in the list.
fn in_order(sessions: &[Session]) -> Vec<(usize, Session, RunState)> {
    let mut kept: Vec<_> = sessions
        .iter()
        .enumerate()
        .filter_map(|(index, session)| {
            let state = match session.state {
                SessionState::Gpu => RunState::Gpu,
                SessionState::NoGpu => RunState::NoGpu,
                SessionState::Stopped => return None,
            };
            (session.dur_s > 0).then_some((index, *session, state))
        })
        .collect();
    kept.sort_by_key(|(_, session, _)| session.start_s);
    kept
}

/// `usage` has been checked against its bounds.
pub(super) fn unfold(usage: &Usage) -> Result<UsageRuns, PricingError> {
    let week = usage.week.each_ref().map(|sessions| in_order(sessions));
    let horizon_s = u64::from(usage.horizon_days) * DAY_S;
    let mut runs: Vec<Run> = Vec::new();
    for day in 0..u64::from(usage.horizon_days) {
        let weekday = ((u64::from(usage.start_weekday) + day) % 7) as usize;
        for (index, session, state) in &week[weekday] {
            // Days are visited in order and each is sorted, so starts never go back.
            let start = day * DAY_S + u64::from(session.start_s);
            let end = (start + u64::from(session.dur_s)).min(horizon_s);
            match runs.last_mut() {
                Some(last) if start < last.end => {
                    let message = format!(
                        "the session of {} {} begins before the one before it has ended",
                        WEEKDAYS[weekday],
                        clock(session.start_s)
                    );
                    return Err(PricingError::new(
                        ErrorKind::Overlap,
                        format!("week[{weekday}][{index}]"),
                        message,
                    ));
                }
                Some(last) if start == last.end && last.state == *state => last.end = end,
                _ => runs.push(Run {
                    start,
                    end,
                    state: *state,
                }),
            }
        }
    }
    let setup_s = u64::from(usage.setup_s);
    let useful = |run: &Run| match run.state {
        RunState::Gpu => (run.end - run.start).saturating_sub(setup_s),
        RunState::NoGpu => 0,
    };
    Ok(UsageRuns {
        on: stretches_on(&runs),
        useful_s: runs.iter().map(useful).collect(),
        runs,
        horizon_s,
        data_gb: usage.data_gb,
        download_gb: usage.download_gb,
        upload_gb: usage.upload_gb,
        setup_s,
    })
}

fn stretches_on(runs: &[Run]) -> Vec<Span> {
    let mut on: Vec<Span> = Vec::with_capacity(runs.len());
    for run in runs {
        match on.last_mut() {
            Some(last) if last.end == run.start => last.end = run.end,
            _ => on.push(Span {
                start: run.start,
                end: run.end,
            }),
        }
    }
    on
}

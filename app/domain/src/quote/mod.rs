//! A scenario billed by an offer's own rules, with every unknown fact as an interval.
//!
//! Each unknown fact is billed at its best and its worst value, only where the scenario touches it; an unknown price
//! has no worst value and leaves the bill open. Source: the house's settled questions (1).
mod answer;
mod bounds;
mod crossover;
pub mod insight;
pub mod job;
mod rank;
mod table;
mod terms;
mod visitor;
mod ways;

pub use answer::{
    Answer, AnswerRow, ENGINE_VERSION, MOST_FLOORS, MOST_ROWS, answer, answer_from, answer_row,
};
pub use crossover::{Crossover, crossover, packed};
pub use rank::{CatalogTable, Exclusion, Most, Ranking, quote_offer, table_for, takes_part};
pub use table::{RankTable, RowBill, TableRanking, TableRow};
pub use terms::{NoGpuTerms, Term, Terms};
pub use visitor::{OWN_SOURCE, with_own};
pub use ways::{Bought, MixWay, Prepaid, Ways, shown_lines, ways};

use crate::catalog::FactKey;
use crate::pricing::{
    Bill, Lengths, PricingError, Session, SessionState, Usage, UsageRuns, bill_runs,
};
use crate::scenario::{Scenario, WithoutNoGpu};
use bounds::Bounds;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// A scenario unfolded once, to be billed under many terms.
#[derive(Clone, Debug)]
pub struct Prepared {
    with_no_gpu: Unfolded,
    /// Where a machine without that mode is stopped in those hours.
    without_no_gpu: Option<Unfolded>,
    has_no_gpu_use: bool,
    keeps_data: bool,
    sends: bool,
    choice: WithoutNoGpu,
}

/// A use's runs, and how many of each length there are.
#[derive(Clone, Debug)]
struct Unfolded {
    runs: UsageRuns,
    lengths: Lengths,
}

impl Unfolded {
    fn of(usage: &Usage) -> Result<Self, PricingError> {
        let runs = usage.unfold()?;
        Ok(Self {
            lengths: Lengths::of(&runs),
            runs,
        })
    }
}

impl Prepared {
    /// Errors: a field of the scenario that the engine refuses.
    pub fn new(scenario: &Scenario, today: NaiveDate) -> Result<Self, PricingError> {
        Self::of_usage(scenario.usage(today, true), scenario.no_gpu)
    }

    /// Of a use by itself; `choice` is what happens to its no-GPU sessions where that mode does not exist.
    ///
    /// Errors: a field of the use that the engine refuses.
    pub fn of_usage(mut usage: Usage, choice: WithoutNoGpu) -> Result<Self, PricingError> {
        let with_no_gpu = Unfolded::of(&usage)?;
        let is_no_gpu = |s: &Session| s.state == SessionState::NoGpu;
        let mut sessions = usage.week.iter().flatten();
        let has_no_gpu_use = sessions.any(|s| is_no_gpu(s) && s.dur_s > 0);
        let without_no_gpu = if has_no_gpu_use && choice == WithoutNoGpu::Stop {
            for day in &mut usage.week {
                day.retain(|session| !is_no_gpu(session));
            }
            Some(Unfolded::of(&usage)?)
        } else {
            None
        };
        Ok(Self {
            with_no_gpu,
            without_no_gpu,
            has_no_gpu_use,
            keeps_data: !usage.data_gb.is_zero(),
            sends: !usage.download_gb.is_zero(),
            choice,
        })
    }

    /// The runs that `no_gpu` leaves.
    fn unfolded(&self, no_gpu: NoGpuUse) -> &Unfolded {
        match &self.without_no_gpu {
            Some(without) if no_gpu == NoGpuUse::MachineStopped => without,
            _ => &self.with_no_gpu,
        }
    }

    /// As [`Self::unfolded`], for the engine.
    fn runs(&self, no_gpu: NoGpuUse) -> &UsageRuns {
        &self.unfolded(no_gpu).runs
    }
}

/// How the no-GPU hours of the week were billed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoGpuUse {
    /// The week has none.
    NotUsed,
    /// In the platform's no-GPU mode.
    Mode,
    /// There is no such mode (or nobody knows): the GPU stays on.
    GpuLeftOn,
    /// There is no such mode: the machine is stopped.
    MachineStopped,
    /// Inside a prepaid period everything is paid.
    Prepaid,
}

/// What to know before ordering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Caution {
    /// What a stop costs is unknown: billed as released after each use; the data may not survive.
    StopUnknown,
    /// Data are deleted after so many days stopped.
    DeletedAfter(u32),
    /// The full price goes on while stopped.
    FullPriceStopped,
    /// Data were lost in this scenario so many times.
    Releases(u64),
}

/// The answer for one offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// Every unknown fact at its best.
    pub low: Bill,
    /// Every unknown fact at its worst; `None` where an unknown price leaves the bill open.
    pub high: Option<Bill>,
    /// Facts that widen or open the bill, the ones to ask for.
    pub ask: Vec<FactKey>,
    /// How no-GPU hours were billed.
    pub no_gpu: NoGpuUse,
    /// What to know before ordering.
    pub cautions: Vec<Caution>,
}

impl Quote {
    /// True when low and high show the same figure.
    pub fn is_exact(&self) -> bool {
        self.high
            .as_ref()
            .is_some_and(|high| high.total_display == self.low.total_display)
    }
}

/// Bills `prepared` under `terms`.
///
/// Errors: an amount past the engine's range.
pub fn quote(terms: &Terms, prepared: &Prepared) -> Result<Quote, PricingError> {
    let no_gpu = no_gpu_use(terms, prepared);
    let runs = prepared.runs(no_gpu);
    let unknown = terms.unknown(prepared.keeps_data, prepared.sends);
    let bounds = Bounds::of(terms, &unknown, |plan| bill_runs(runs, plan))?;
    Ok(bounds.quote(terms, no_gpu))
}

fn no_gpu_use(terms: &Terms, prepared: &Prepared) -> NoGpuUse {
    match (&terms.term, terms.no_gpu) {
        _ if !prepared.has_no_gpu_use => NoGpuUse::NotUsed,
        (Some(_), _) => NoGpuUse::Prepaid,
        (None, NoGpuTerms::Price(_) | NoGpuTerms::PriceUnknown) => NoGpuUse::Mode,
        (None, NoGpuTerms::Absent) => match prepared.choice {
            WithoutNoGpu::Keep => NoGpuUse::GpuLeftOn,
            WithoutNoGpu::Stop => NoGpuUse::MachineStopped,
        },
    }
}

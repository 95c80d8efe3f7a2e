//! What a use of a machine costs under a plan: exact, to the last digit.
//!
//! Money is decimal, time is whole seconds from the horizon's start, and nothing is rounded before the plan says so.
//! The way of one bill:
//!
//! 1. [`Usage`] (a week of sessions, a horizon, data and traffic) is unfolded once into [`UsageRuns`];
//! 2. a [`Plan`] says what its prepaid periods cover, and meters the rest run by run;
//! 3. storage, transfer, discount and tax follow, each rounded where the plan rounds: a [`Bill`].
//!
//! [`mix_plan`] and [`choose_gaps`] find which passes to buy and what to do in each gap; what they find is a use that is
//! billed like any other, by [`bill_mix`].
//!
//! [`PriceDocument`] is the same as one JSON document with an [`answer`]; beside the bill it knows comparisons,
//! break-even points, the best mix of passes, spot estimates and sweeps over hours a day.
mod amount;
mod bill;
mod breakeven;
mod commit;
mod compare;
mod compute;
mod document;
mod engine;
mod error;
mod fields;
mod gaps;
mod measure;
mod mix;
mod mix_answer;
mod plan;
mod plan_check;
mod plan_read;
mod rates;
pub(crate) mod raw;
mod rounding;
mod row;
mod runs;
mod settle;
mod spans;
mod spot;
mod spot_trace;
mod storage;
mod stretch;
mod usage;
mod usage_read;
mod walk;

pub use amount::ExactAmount;
pub use bill::{Bill, CostLine, LineKind, Lines};
pub use breakeven::{Breakeven, BreakevenInput, breakeven};
pub use compare::{Comparison, Sweep, SweepInput, Totals, compare, compare_runs, sweep};
pub use document::{Answer, PriceDocument, PriceRequest, answer};
pub use engine::{bill, bill_mix, bill_runs};
pub use error::{ErrorKind, PricingError};
pub use gaps::{Gap, GapPlan, NoGpuWork, Restart, choose_gaps, stop_when_longer_than_s};
pub(crate) use measure::{Lengths, Measured, measure};
pub use mix::{MixPlan, MixRules, Pass, Purchase, mix_plan};
pub use mix_answer::{Mix, MixGaps, mix};
pub use plan::{
    AfterEnd, Commit, CommitStart, Discount, DiscountMode, DiscountScope, DiscountTier, Fx, Plan,
    RoundAt, StoppedPolicy, StoragePrice,
};
pub use rates::GapChoice;
pub use rounding::RoundMode;
pub use runs::{Run, RunState, UsageRuns};
pub use spot::{SpotExpected, SpotFigures, SpotInput, spot_expected};
pub use spot_trace::{SpotTrace, TraceInput, spot_trace};
pub use usage::{Session, SessionState, Usage};

/// Seconds in a day; days here have no daylight saving time.
pub const DAY_S: u64 = 86_400;
/// Longest horizon, in days.
pub const MAX_HORIZON_DAYS: u32 = 400;
/// Most sessions of one weekday.
pub const MAX_SESSIONS_A_DAY: usize = 100;
/// Longest single duration of a plan or session, in seconds: the longest horizon.
pub const MAX_SPAN_S: u32 = 34_560_000;

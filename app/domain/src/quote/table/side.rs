//! What a group bills of one use, at the best and at the worst of its unknown facts.
use super::column::gcd;
use super::{Group, RankTable};
use crate::catalog::FactKey;
use crate::pricing::{Measured, Plan, PricingError, measure};
use crate::quote::{NoGpuTerms, NoGpuUse, Prepared, Terms, no_gpu_use};

/// Which price no-GPU seconds have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoGpuPrice {
    /// Each offer's own.
    Own,
    /// The machine's.
    Machine,
    /// None.
    Free,
}

/// One end of the interval, before a use is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// Which of the table's meters counts.
    meter: usize,
    no_gpu: NoGpuPrice,
    /// Included GB in billionths; `None` = each offer's own.
    free_gb: Option<i128>,
}

/// Both ends for one kind of use; without an upper one an unknown price leaves the bills open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    low: End,
    high: Option<End>,
}

/// The ends for uses that keep data or none, and send some or none: at `keeps + 2 × sends`.
pub(super) type Cases = [Ends; 4];

/// The cases of a rule; meters that no rule before had are added to `meters`.
pub(super) fn cases(rule: &Terms, meters: &mut Vec<Plan>) -> Cases {
    let mut end = |plan: Plan| End {
        no_gpu: match (rule.no_gpu, plan.nogpu_hour) {
            (_, None) => NoGpuPrice::Machine,
            (NoGpuTerms::Price(_), _) => NoGpuPrice::Own,
            _ => NoGpuPrice::Free,
        },
        free_gb: rule
            .free_gb
            .is_none()
            .then_some(plan.storage.free_gb.nanos()),
        meter: meter(meters, plan),
    };
    [(false, false), (true, false), (false, true), (true, true)].map(|(keeps, sends)| {
        let unknown = rule.unknown(keeps, sends);
        let (open, closed): (Vec<FactKey>, Vec<FactKey>) = unknown
            .into_iter()
            .partition(|key| Terms::is_open_price(*key));
        Ends {
            low: end(rule.plan(&[])),
            high: open.is_empty().then(|| end(rule.plan(&closed))),
        }
    })
}

/// The number of the meter that counts as `plan` does.
fn meter(meters: &mut Vec<Plan>, plan: Plan) -> usize {
    let counts_alike = |known: &Plan| {
        let days = |plan: &Plan| plan.commit.as_ref().map(|commit| commit.period_days);
        // Inside prepaid periods nothing else counts.
        days(known) == days(&plan)
            && (plan.commit.is_some()
                || (known.increment_s, known.minimum_s) == (plan.increment_s, plan.minimum_s)
                    && known.stopped == plan.stopped
                    && known.release_after_stopped_days == plan.release_after_stopped_days)
    };
    meters.iter().position(counts_alike).unwrap_or_else(|| {
        meters.push(plan);
        meters.len() - 1
    })
}

/// One end of the interval, measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    pub measured: Measured,
    /// The common factor of the volume's seconds.
    pub held_unit_s: u64,
    pub no_gpu: NoGpuPrice,
    /// Included GB in billionths; `None` = each offer's own.
    pub free_gb: Option<i128>,
}

/// A use as one group bills it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Used {
    pub low: Side,
    /// `None` where an unknown price leaves the bills open.
    pub high: Option<Side>,
    pub no_gpu: NoGpuUse,
    /// Billionths of a GB kept, and sent out.
    pub data: i128,
    pub sent: i128,
}

impl Used {
    /// True where an unknown price leaves the bills without an upper end.
    pub const fn is_open(&self) -> bool {
        self.high.is_none()
    }

    /// The upper end where it is another than the lower.
    pub fn other_high(&self) -> Option<&Side> {
        self.high.as_ref().filter(|high| **high != self.low)
    }
}

/// A use measured by the table's meters, each at most once for each form of its runs.
pub(super) struct Measures<'a> {
    table: &'a RankTable,
    prepared: &'a Prepared,
    known: Vec<[Option<(Measured, u64)>; 2]>,
}

impl<'a> Measures<'a> {
    pub fn new(table: &'a RankTable, prepared: &'a Prepared) -> Self {
        Self {
            table,
            prepared,
            known: vec![[None; 2]; table.meters.len()],
        }
    }

    /// Measures the use by the rule of `group`.
    pub fn of(&mut self, group: &Group) -> Result<Used, PricingError> {
        let prepared = self.prepared;
        let no_gpu = no_gpu_use(&group.rule, prepared);
        let ends = &group.cases[usize::from(prepared.keeps_data) + 2 * usize::from(prepared.sends)];
        let runs = prepared.runs(no_gpu);
        Ok(Used {
            low: self.side(&ends.low, no_gpu)?,
            high: match &ends.high {
                None => None,
                Some(high) => Some(self.side(high, no_gpu)?),
            },
            no_gpu,
            data: runs.data_gb().nanos(),
            sent: runs.download_gb().nanos(),
        })
    }

    fn side(&mut self, end: &End, no_gpu: NoGpuUse) -> Result<Side, PricingError> {
        let form = usize::from(no_gpu == NoGpuUse::MachineStopped);
        let known = &mut self.known[end.meter][form];
        let (measured, held_unit_s) = match known {
            Some(known) => *known,
            None => {
                let unfolded = self.prepared.unfolded(no_gpu);
                let plan = &self.table.meters[end.meter];
                let measured = measure(&unfolded.runs, &unfolded.lengths, plan)?;
                let unit_s = gcd(measured.held_running_s, measured.held_stopped_s);
                *known.insert((measured, unit_s))
            }
        };
        Ok(Side {
            measured,
            held_unit_s,
            no_gpu: end.no_gpu,
            free_gb: end.free_gb,
        })
    }
}

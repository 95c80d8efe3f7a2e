//! What a group bills of one use, at the best and at the worst of its unknown facts.
use super::Group;
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

/// One end of the interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    pub measured: Measured,
    pub no_gpu: NoGpuPrice,
    /// Included GB in billionths; `None` = each offer's own.
    pub free_gb: Option<i128>,
}

/// A use as one group bills it.
pub(super) struct Used {
    pub low: Side,
    /// `None` where an unknown price leaves the bills open.
    pub high: Option<Side>,
    pub no_gpu: NoGpuUse,
    /// Billionths of a GB kept, and sent out.
    pub data: i128,
    pub sent: i128,
    /// The rule as a plan: currency, month, discount and rate.
    pub plan: Plan,
}

impl Used {
    /// Measures `prepared` by the rule of `group`.
    pub fn of(group: &Group, prepared: &Prepared) -> Result<Self, PricingError> {
        let rule = &group.rule;
        let no_gpu = no_gpu_use(rule, prepared);
        let runs = prepared.runs(no_gpu);
        let unknown = rule.unknown(prepared.keeps_data, prepared.sends);
        let (open, closed): (Vec<FactKey>, Vec<FactKey>) = unknown
            .into_iter()
            .partition(|key| Terms::is_open_price(*key));
        let side = |plan: &Plan| -> Result<Side, PricingError> {
            Ok(Side {
                measured: measure(runs, plan)?,
                no_gpu: match (rule.no_gpu, plan.nogpu_hour) {
                    (_, None) => NoGpuPrice::Machine,
                    (NoGpuTerms::Price(_), _) => NoGpuPrice::Own,
                    _ => NoGpuPrice::Free,
                },
                free_gb: rule
                    .free_gb
                    .is_none()
                    .then_some(plan.storage.free_gb.nanos()),
            })
        };
        let plan = rule.plan(&[]);
        let low = side(&plan)?;
        let high = match (open.is_empty(), closed.is_empty()) {
            (false, _) => None,
            (true, true) => Some(low),
            (true, false) => Some(side(&rule.plan(&closed))?),
        };
        Ok(Self {
            low,
            high,
            no_gpu,
            data: runs.data_gb().nanos(),
            sent: runs.download_gb().nanos(),
            plan,
        })
    }

    /// True where an unknown price leaves the bills without an upper end.
    pub fn is_open(&self) -> bool {
        self.high.is_none()
    }

    /// The upper end where it is another than the lower.
    pub fn other_high(&self) -> Option<&Side> {
        self.high.as_ref().filter(|high| **high != self.low)
    }
}

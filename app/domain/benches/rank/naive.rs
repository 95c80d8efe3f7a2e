//! What one would write first: for every offer walk every session, round by the offer's own rule, sort.
use domain::catalog::StoppedBilling;
use domain::pricing::{Run, RunState, UsageRuns};
use domain::quote::{NoGpuTerms, Terms};

const HOUR_S: i128 = 3600;
const NANO: i128 = 1_000_000_000;
const WORST_S: u32 = 3600;

/// Totals in billionths of the currency shown; ordered as a ranking is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    pub high: Option<i128>,
    pub low: i128,
    pub id: i64,
}

/// All rows in order.
pub struct Ranked {
    pub ranked: Vec<Row>,
    pub floors: Vec<Row>,
}

/// Bills every offer and sorts.
pub fn rank(offers: &[(i64, Terms)], runs: &UsageRuns) -> Ranked {
    let (mut ranked, mut floors) = (Vec::new(), Vec::new());
    for (id, terms) in offers {
        let is_open = terms.storage.is_none() || terms.storage_stopped.is_none();
        let row = |high| Row {
            high,
            low: total(terms, runs, false),
            id: *id,
        };
        if is_open {
            floors.push(row(None));
        } else {
            // A second walk only where something is unknown.
            let is_known = terms.term.is_some()
                || (terms.increment_s.is_some()
                    && terms.minimum_s.is_some()
                    && terms.no_gpu != NoGpuTerms::PriceUnknown);
            let mut row = row(None);
            row.high = Some(if is_known {
                row.low
            } else {
                total(terms, runs, true)
            });
            ranked.push(row);
        }
    }
    ranked.sort_unstable();
    floors.sort_unstable();
    Ranked { ranked, floors }
}

/// `amount / divisor` billionths, rounded half up to two decimals; amounts here are never below zero.
fn cents(amount: i128, divisor: i128) -> i128 {
    let unit = divisor * 10_000_000;
    (amount + unit / 2) / unit * 10_000_000
}

fn total(terms: &Terms, runs: &UsageRuns, is_worst: bool) -> i128 {
    let unknown = |best: u32, worst: u32| if is_worst { worst } else { best };
    let increment = u64::from(terms.increment_s.unwrap_or(unknown(1, WORST_S)));
    let minimum = u64::from(terms.minimum_s.unwrap_or(unknown(0, WORST_S)));
    let (mut gpu_s, mut no_gpu_s, mut on_s, mut first) = (0, 0, 0, None);
    for Run { start, end, state } in runs.runs() {
        let length = end - start;
        first.get_or_insert(*start);
        on_s += length;
        let billed = length.max(minimum).div_ceil(increment) * increment;
        match state {
            RunState::Gpu => gpu_s += billed,
            RunState::NoGpu => no_gpu_s += billed,
        }
    }
    let horizon_s = runs.horizon_s();
    let hourly = |price: i64, seconds: u64| cents(i128::from(price) * i128::from(seconds), HOUR_S);
    let machine = match terms.term {
        Some(term) => {
            let periods = horizon_s.div_ceil(u64::from(term.days) * 86_400);
            cents(i128::from(term.price) * i128::from(periods), 1)
        }
        None => {
            let no_gpu = match terms.no_gpu {
                NoGpuTerms::Price(price) => price,
                NoGpuTerms::Absent => terms.machine_hour,
                NoGpuTerms::PriceUnknown if is_worst => terms.machine_hour,
                NoGpuTerms::PriceUnknown => 0,
            };
            let stopped_s = match terms.stopped {
                Some(StoppedBilling::Full) => horizon_s - first.unwrap_or(horizon_s) - on_s,
                _ => 0,
            };
            hourly(terms.machine_hour, gpu_s)
                + hourly(no_gpu, no_gpu_s)
                + hourly(terms.machine_hour, stopped_s)
        }
    };
    // No stop of this week is as long as a platform keeps data; an unknown stop keeps none.
    let is_kept = terms.term.is_some()
        || matches!(
            terms.stopped,
            Some(StoppedBilling::StorageOnly | StoppedBilling::Full)
        );
    let stopped_disk_s = if is_kept { horizon_s - on_s } else { 0 };
    let gb = (runs.data_gb().nanos() - i128::from(terms.free_gb.unwrap_or(0))).max(0);
    let per_gb = i128::from(terms.storage.unwrap_or(0)) * i128::from(on_s)
        + i128::from(terms.storage_stopped.unwrap_or(0)) * i128::from(stopped_disk_s);
    let disk = cents(gb * per_gb, NANO * i128::from(terms.storage_month_s));
    let listed = machine + disk;
    terms
        .fx
        .map_or(listed, |(_, rate)| cents(listed * i128::from(rate), NANO))
}

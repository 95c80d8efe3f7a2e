//! Every possibility of a small schedule, each billed as a schedule of its own.
use crate::small::{DAY, usage_of};
use domain::pricing::{
    Pass, Plan, Purchase, Run, RunState, SessionState, StoppedPolicy, Usage, UsageRuns, bill_mix,
};

/// What the machine does: with GPU, without, off.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Gpu,
    NoGpu,
    Off,
}

/// A piece of metered time: a painted run or the gap between two.
#[derive(Clone, Copy)]
struct Piece {
    start: u64,
    end: u64,
    painted: Option<RunState>,
    /// Goes on behind the border of a pass.
    goes_on: bool,
    /// The first run of all.
    is_first: bool,
}

pub struct Freedom {
    pub gaps: bool,
    pub may_stop: bool,
}

/// Every way to buy passes, as the choices day by day: from day 0 on metering first, then the passes in order.
pub fn every_purchase(days: u32, passes: &[Pass]) -> Vec<Vec<Purchase>> {
    fn from(
        day: u32,
        days: u32,
        passes: &[Pass],
        so_far: &mut Vec<Purchase>,
        all: &mut Vec<Vec<Purchase>>,
    ) {
        if day >= days {
            all.push(so_far.clone());
            return;
        }
        from(day + 1, days, passes, so_far, all);
        for (pass, offered) in passes.iter().enumerate() {
            so_far.push(Purchase { day, pass });
            from(day + offered.days, days, passes, so_far, all);
            so_far.pop();
        }
    }
    let mut all = Vec::new();
    from(0, days, passes, &mut Vec::new(), &mut all);
    all
}

fn pieces(runs: &UsageRuns, begin: u64, end: u64) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for run in runs.runs() {
        let (start, stop) = (run.start.max(begin), run.end.min(end));
        if start >= stop {
            continue;
        }
        if let Some(last) = pieces.last().filter(|last| last.end < start) {
            pieces.push(Piece {
                start: last.end,
                end: start,
                painted: None,
                goes_on: false,
                is_first: false,
            });
        }
        pieces.push(Piece {
            start,
            end: stop,
            painted: Some(run.state),
            goes_on: run.end > end,
            is_first: run.start == runs.first_use().unwrap(),
        });
    }
    pieces
}

fn allowed(piece: &Piece, plan: &Plan, freedom: &Freedom) -> Vec<State> {
    match piece.painted {
        Some(RunState::Gpu) => vec![State::Gpu],
        Some(RunState::NoGpu) if !freedom.gaps => vec![State::NoGpu],
        Some(RunState::NoGpu) => {
            let fixed = piece.is_first && plan.stopped == StoppedPolicy::Full;
            let mut states = vec![State::NoGpu, State::Gpu];
            states.extend((freedom.may_stop && !fixed).then_some(State::Off));
            states
        }
        None if !freedom.gaps => vec![State::Off],
        None => {
            let mut states = vec![State::Off, State::Gpu];
            states.extend(plan.nogpu_hour.map(|_| State::NoGpu));
            states
        }
    }
}

/// The runs that result when each piece is in its state.
fn schedule(pieces: &[Piece], states: &[State], setup_s: u64) -> Vec<(u64, u64, SessionState)> {
    let mut runs = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        let state = states[at];
        let mut after = at + 1;
        while after < pieces.len() && states[after] == state {
            after += 1;
        }
        let group = &pieces[at..after];
        at = after;
        let session = match state {
            State::Gpu => SessionState::Gpu,
            State::NoGpu => SessionState::NoGpu,
            State::Off => continue,
        };
        let is_gpu = |piece: &&Piece| piece.painted == Some(RunState::Gpu);
        let saved: u64 = group
            .iter()
            .filter(is_gpu)
            .skip(1)
            .map(|piece| setup_s.min(piece.end - piece.start))
            .sum();
        let (start, end) = (group[0].start, group[group.len() - 1].end);
        if group[group.len() - 1].goes_on && !group[0].is_first {
            runs.push((start + saved, end, session));
        } else {
            runs.push((start, end - saved, session));
        }
    }
    runs
}

/// The least total in nano-units for these purchases over every choice of states.
pub fn least(
    usage: &Usage,
    plan: &Plan,
    passes: &[Pass],
    purchases: &[Purchase],
    freedom: &Freedom,
) -> i128 {
    let runs = usage.unfold().unwrap();
    let horizon = runs.horizon_s();
    // Metered stretches and, between them, what is covered.
    let (mut metered, mut covered, mut at) = (Vec::new(), Vec::new(), 0);
    for purchase in purchases {
        let start = u64::from(purchase.day) * DAY;
        let end = (start + u64::from(passes[purchase.pass].days) * DAY).min(horizon);
        metered.push(pieces(&runs, at, start));
        covered.extend(pieces(&runs, start, end));
        at = end;
    }
    metered.push(pieces(&runs, at, horizon));
    let as_painted: Vec<Run> = covered
        .iter()
        .filter_map(|piece| {
            piece.painted.map(|state| Run {
                start: piece.start,
                end: piece.end,
                state,
            })
        })
        .collect();
    let all: Vec<&Piece> = metered.iter().flatten().collect();
    let choices: Vec<Vec<State>> = all
        .iter()
        .map(|piece| allowed(piece, plan, freedom))
        .collect();
    let mut picked = vec![0_usize; all.len()];
    let mut least = i128::MAX;
    loop {
        let states: Vec<State> = picked
            .iter()
            .zip(&choices)
            .map(|(pick, states)| states[*pick])
            .collect();
        let (mut parts, mut from) = (Vec::new(), 0);
        for stretch in &metered {
            parts.extend(schedule(
                stretch,
                &states[from..from + stretch.len()],
                u64::from(usage.setup_s),
            ));
            from += stretch.len();
        }
        parts.extend(as_painted.iter().map(|run| {
            let state = if run.state == RunState::Gpu {
                SessionState::Gpu
            } else {
                SessionState::NoGpu
            };
            (run.start, run.end, state)
        }));
        parts.sort_by_key(|(start, ..)| *start);
        let tried = Usage {
            data_gb: usage.data_gb,
            setup_s: usage.setup_s,
            ..usage_of(usage.horizon_days, &parts)
        };
        let bill = bill_mix(&tried.unfold().unwrap(), plan, passes, purchases).unwrap();
        least = least.min(bill.total.nanos());
        // The next combination.
        let Some(place) =
            (0..picked.len()).find(|place| picked[*place] + 1 < choices[*place].len())
        else {
            return least;
        };
        picked[place] += 1;
        picked[..place].fill(0);
    }
}

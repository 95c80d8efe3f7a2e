//! One part after the other, then which of them is nearest to holding the job up.
use super::{Bottleneck, Figures, Load, Machine, Part, Row, Verdict};
use crate::catalog::Gpu;
use crate::sizing::host::{Host, HostAdvice, HostPart, HostVerdict, advise};
use crate::sizing::transfer::{download_s, load_s};
use crate::sizing::{Range, Verdict as Fit, capacity_gib};

/// Tokens a second of one answer: below the first it holds its reader up, below the second it is noticed.
///
/// Engineering judgement: people read four or five words a second, which is about as many tokens.
pub const READING_RATES: (f64, f64) = (5.0, 10.0);

/// Share of fetching or loading, of itself and the work together: above the first it is noticed, above the second it
/// holds the job up. Engineering judgement.
///
/// Each is held against the work alone, so that a faster line never makes a disk look worse.
pub const LINE_SHARES: (f64, f64) = (0.10, 1.0 / 3.0);

/// Judges every part of `machine` with the card `gpu` for `load`.
pub fn judge(load: &Load, machine: &Machine, gpu: &Gpu) -> Bottleneck {
    let host = Host {
        ram_gb: machine.ram_gb,
        vcpus: machine.vcpus,
        disk_gb: machine.disk_gb,
        gpus: f64::from(load.n_gpu),
    };
    let advice = advise(host, load.gb, load.keeps_checkpoints);
    let of = |part: HostPart| advice.iter().find(|advice| advice.part == part).copied();
    let mut rows = vec![memory(load, machine, gpu), speed(load, machine)];
    if load.n_gpu > 1 {
        rows.push(links(load, machine, gpu));
    }
    rows.extend(of(HostPart::Vcpus).map(|advice| amount(Part::Cpu, &advice)));
    rows.extend(of(HostPart::Ram).map(|advice| amount(Part::Ram, &advice)));
    rows.extend(of(HostPart::Disk).map(|advice| disk(load, machine, &advice)));
    rows.push(network(load, machine));
    let unknown = rows.iter().filter(|row| row.verdict == Verdict::Unknown);
    Bottleneck {
        tightest: tightest(&rows),
        unknown: unknown.map(|row| row.part).collect(),
        rows,
        work_s: load.work,
    }
}

/// What is known to be noticed most; else the card, which ought to set the pace.
fn tightest(rows: &[Row]) -> Option<Part> {
    let known = rows.iter().filter(|row| row.verdict >= Verdict::Tight);
    let worst = known.max_by(|a, b| {
        let pressure = |row: &Row| row.pressure.unwrap_or(0.0);
        (a.verdict.cmp(&b.verdict)).then(pressure(a).total_cmp(&pressure(b)))
    });
    let card = || {
        let speed = rows.iter().find(|row| row.part == Part::CardSpeed);
        speed.filter(|row| row.verdict == Verdict::Enough)
    };
    worst.or_else(card).map(|row| row.part)
}

fn row(part: Part, verdict: Verdict, pressure: Option<f64>, figures: Figures) -> Row {
    Row {
        part,
        verdict,
        pressure,
        figures,
        seconds: None,
        share: None,
    }
}

fn memory(load: &Load, machine: &Machine, gpu: &Gpu) -> Row {
    let has = capacity_gib(gpu).map(|gib| gib * machine.share.unwrap_or(1.0));
    let verdict = match crate::sizing::judge(load.need, has) {
        Fit::Fits => Verdict::Enough,
        Fit::Tight => Verdict::Tight,
        Fit::No => Verdict::HoldsUp,
        Fit::Unknown => Verdict::Unknown,
    };
    let pressure = has.map(|has| load.need.mid / has);
    let need = load.need;
    row(
        Part::CardMemory,
        verdict,
        pressure,
        Figures::CardMemory { need, has },
    )
}

/// A slice's share of the speed is not what its share of the memory is; nobody states it.
fn speed(load: &Load, machine: &Machine) -> Row {
    let rate = load.tokens_per_s.filter(|_| machine.share.is_none());
    let (least, comfortable) = READING_RATES;
    let (verdict, pressure) = match rate {
        None => (Verdict::Unknown, None),
        // Training is as fast as its card: that is what the card is rented for.
        Some(_) if !load.is_read => (Verdict::Enough, Some(0.0)),
        Some(rate) => {
            let verdict = match rate.mid {
                mid if mid < least => Verdict::HoldsUp,
                mid if mid < comfortable => Verdict::Tight,
                _ => Verdict::Enough,
            };
            (verdict, Some(least / rate.mid))
        }
    };
    let figures = Figures::CardSpeed {
        pace: load.pace,
        tokens_per_s: rate,
        first_token_s: load.first_token_s.filter(|_| machine.share.is_none()),
    };
    row(Part::CardSpeed, verdict, pressure, figures)
}

fn links(load: &Load, machine: &Machine, gpu: &Gpu) -> Row {
    let (asks, has) = (load.n_gpu, machine.gpus);
    let link = gpu.interconnect.as_deref();
    // A card without the connector has none, whatever its platform offers on others.
    let nvlink = match link {
        Some(link) if link.starts_with("PCIe") => Some(false),
        Some(_) | None => machine.nvlink,
    };
    let verdict = match (machine.one_machine, nvlink) {
        _ if has < asks || machine.share.is_some() => Verdict::HoldsUp,
        (Some(false), _) if load.exchanges => Verdict::HoldsUp,
        (Some(false), _) => Verdict::Tight,
        (_, Some(true)) => Verdict::Enough,
        (_, Some(false)) if load.exchanges => Verdict::Tight,
        (Some(true), _) if !load.exchanges => Verdict::Enough,
        _ => Verdict::Unknown,
    };
    let pressure = match verdict {
        Verdict::Unknown => None,
        _ => Some(f64::from(asks) / f64::from(has)),
    };
    let figures = Figures::Links {
        asks,
        has,
        exchanges: load.exchanges,
        one_machine: machine.one_machine,
        nvlink,
    };
    row(Part::Links, verdict, pressure, figures)
}

fn of_host(verdict: HostVerdict) -> Verdict {
    match verdict {
        HostVerdict::Ok => Verdict::Enough,
        HostVerdict::Tight => Verdict::Tight,
        HostVerdict::No => Verdict::HoldsUp,
        HostVerdict::Unknown => Verdict::Unknown,
    }
}

fn amount(part: Part, advice: &HostAdvice) -> Row {
    let figures = Figures::Amount {
        least: advice.least,
        comfortable: advice.comfortable,
        has: advice.has,
    };
    let pressure = advice.has.map(|has| advice.least / has.max(0.001));
    row(part, of_host(advice.verdict), pressure, figures)
}

/// What passes before the work begins, held against the work.
fn before(seconds: Option<Range>, work: Option<Range>) -> (Verdict, Option<f64>) {
    let share = seconds
        .zip(work)
        .map(|(time, work)| time.mid / (time.mid + work.mid));
    let (noticed, holds) = LINE_SHARES;
    let verdict = match share {
        None => Verdict::Unknown,
        Some(share) if share > holds => Verdict::HoldsUp,
        Some(share) if share > noticed => Verdict::Tight,
        Some(_) => Verdict::Enough,
    };
    (verdict, share)
}

/// Room and speed: what is known to be short counts, and both must be known to be enough.
fn disk(load: &Load, machine: &Machine, room: &HostAdvice) -> Row {
    let seconds = machine.disk.map(|kind| load_s(load.gb, kind, true));
    let (fast, share) = before(seconds, load.work);
    let verdict = of_host(room.verdict).max(fast);
    let by_room = room.has.map(|has| room.least / has.max(0.001));
    let by_speed = share.map(|share| share / LINE_SHARES.1);
    let pressure = match (by_room, by_speed) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (one, other) => one.or(other),
    };
    let figures = Figures::Disk {
        reads_gb: load.gb,
        least_gb: room.least,
        has_gb: room.has,
        kind: machine.disk,
    };
    Row {
        seconds,
        share,
        ..row(Part::Disk, verdict, pressure, figures)
    }
}

fn network(load: &Load, machine: &Machine) -> Row {
    let seconds = machine.mbps.and_then(|mbps| download_s(load.gb, mbps));
    let (verdict, share) = before(seconds, load.work);
    let figures = Figures::Network {
        gb: load.gb,
        mbps: machine.mbps,
    };
    let pressure = share.map(|share| share / LINE_SHARES.1);
    Row {
        seconds,
        share,
        ..row(Part::Network, verdict, pressure, figures)
    }
}

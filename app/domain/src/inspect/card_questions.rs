//! Questions about the cards.
use super::machine::{Card, Machine};
use super::pcie;
use super::promise::Promise;
use super::same_card::{Same, same};
use super::verdict::{Finding, Question, Reason, Verdict, figure};
use crate::catalog::memory::nominal_gb;
use crate::catalog::{Gpu, Tri};

/// A power limit this much below the card's own is set on purpose and no rounding.
const POWER_SLACK: f64 = 0.97;
/// The maker's figure is a board's; boards of other makers differ by some percent.
const NOMINAL_SLACK: f64 = 0.9;
/// A resting card's driver keeps up to some hundred MiB for itself.
const RESTING_MIB: f64 = 1024.0;

pub(super) fn answers(machine: &Machine, promise: &Promise, gpus: &[Gpu]) -> Vec<Finding> {
    let cards = machine.cards.as_deref().unwrap_or_default();
    let mut findings = vec![
        driver(machine, promise),
        card(cards, promise, gpus),
        count(machine, promise),
        memory(cards, promise),
        whole(machine, cards, promise),
        others(machine, cards),
        power(cards, promise),
    ];
    findings.extend(clocks(cards));
    findings.push(pcie::answer(machine, cards, promise));
    findings.extend(links(machine, cards, promise));
    findings.extend(ecc(cards, promise));
    findings
}

/// `12.8` as a pair that compares.
fn release(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.split_once('.')?;
    Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
}

fn driver(machine: &Machine, promise: &Promise) -> Finding {
    let finding = |verdict, reason| Finding::new(Question::Driver, verdict, reason);
    let needed = promise
        .gpu
        .min_cuda
        .as_ref()
        .map(|cuda| format!("CUDA ≥ {cuda}"));
    match machine.nvidia_smi.as_deref() {
        None => return Finding::unseen(Question::Driver),
        Some("ok") => {}
        Some("missing") => return finding(Verdict::Fail, Reason::DriverMissing),
        Some(why) => return finding(Verdict::Fail, Reason::DriverBroken).measured(why),
    }
    let (Some(driver), Some(cuda)) = (&machine.driver, &machine.cuda) else {
        let seen = machine.driver.clone().unwrap_or_default();
        let unseen = Finding::unseen(Question::Driver).nominal(needed);
        return if seen.is_empty() {
            unseen
        } else {
            unseen.measured(seen)
        };
    };
    let oldest = promise.gpu.min_cuda.as_deref().and_then(release);
    let is_old = release(cuda)
        .zip(oldest)
        .is_some_and(|(has, needs)| has < needs);
    let finding = if is_old {
        finding(Verdict::Fail, Reason::CudaOld)
    } else {
        finding(Verdict::Ok, Reason::Fits)
    };
    finding
        .measured(format!("{driver} · CUDA {cuda}"))
        .nominal(needed)
}

fn card(cards: &[Card], promise: &Promise, gpus: &[Gpu]) -> Finding {
    let promised = Some(promise.gpu.name.clone());
    let names: Vec<&str> = cards
        .iter()
        .filter_map(|card| card.name.as_deref())
        .collect();
    if names.is_empty() || names.len() < cards.len() {
        return Finding::unseen(Question::Card).promised(promised);
    }
    let mut distinct = names.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let told: Vec<Same> = distinct
        .iter()
        .map(|name| same(name, &promise.gpu, gpus))
        .collect();
    let (verdict, reason) = if told.contains(&Same::No) {
        (Verdict::Fail, Reason::OtherCard)
    } else if told.contains(&Same::Unknown) {
        (Verdict::Unknown, Reason::StrangeName)
    } else {
        (Verdict::Ok, Reason::Fits)
    };
    Finding::new(Question::Card, verdict, reason)
        .measured(distinct.join(" + "))
        .promised(promised)
}

fn count(machine: &Machine, promise: &Promise) -> Finding {
    let promised = promise.count.map(|count| count.to_string());
    let has_none = machine.nvidia_smi.as_deref() == Some("no_devices");
    let seen = machine
        .cards
        .as_ref()
        .map(Vec::len)
        .or(has_none.then_some(0));
    let Some(seen) = seen else {
        return Finding::unseen(Question::Count).promised(promised);
    };
    let (verdict, reason) = match promise.count {
        None => (Verdict::Unknown, Reason::NoPromise),
        Some(count) if seen < count as usize => (Verdict::Fail, Reason::FewerCards),
        Some(_) => (Verdict::Ok, Reason::Fits),
    };
    Finding::new(Question::Count, verdict, reason)
        .measured(seen.to_string())
        .promised(promised)
}

fn memory(cards: &[Card], promise: &Promise) -> Finding {
    let nominal = promise.gpu.vram_gb.map(|gb| format!("{} GB", figure(gb)));
    let sizes: Vec<f64> = cards.iter().filter_map(|card| card.memory_mib).collect();
    let least = sizes.iter().copied().reduce(f64::min);
    let Some(least) = least.filter(|_| sizes.len() == cards.len()) else {
        return Finding::unseen(Question::Memory).nominal(nominal);
    };
    let of = |verdict, reason| Finding::new(Question::Memory, verdict, reason);
    let share = promise.fraction.unwrap_or(1.0);
    let finding = match promise.gpu.vram_gb.map(|gb| gb * share) {
        None => of(Verdict::Unknown, Reason::NoPromise),
        Some(gb) if least / 1024.0 > gb || nominal_gb(least, &[gb]).is_some() => {
            of(Verdict::Ok, Reason::Fits)
        }
        Some(_) => of(Verdict::Fail, Reason::MemoryShort),
    };
    finding
        .measured(format!("{} MiB", figure(least)))
        .nominal(nominal)
}

/// `GRID A100D-10C`, `NVIDIA A40-8Q`, `vGPU-32GB`: names that drivers and platforms give to virtual GPUs.
fn is_virtual_name(name: &str) -> bool {
    let last = name.rsplit('-').next().unwrap_or_default();
    let size = last.strip_suffix(['Q', 'C', 'A', 'B']);
    let is_profile = name.contains('-')
        && size.is_some_and(|s| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit()));
    is_profile || name.starts_with("GRID ") || name.to_lowercase().contains("vgpu")
}

fn whole(machine: &Machine, cards: &[Card], promise: &Promise) -> Finding {
    let of = |verdict, reason| Finding::new(Question::Whole, verdict, reason);
    let mode = machine.virtualization.as_deref();
    let virtual_name = cards
        .iter()
        .filter_map(|card| card.name.as_deref())
        .find(|name| is_virtual_name(name));
    let is_cut = |card: &Card| card.mig.as_deref() == Some("Enabled");
    let instances = machine.mig_devices.as_deref().unwrap_or_default();
    let slice = if mode == Some("VGPU") || virtual_name.is_some() {
        Some((Reason::Vgpu, virtual_name.unwrap_or("vGPU").to_owned()))
    } else if cards.iter().any(is_cut) || !instances.is_empty() {
        let text = if instances.is_empty() {
            "MIG".to_owned()
        } else {
            format!("MIG {}", instances.join(", "))
        };
        Some((Reason::Mig, text))
    } else {
        None
    };
    // Cards that cannot be cut say nothing of MIG, all of them alike.
    let told = cards.iter().filter(|card| card.mig.is_some()).count();
    match slice {
        Some((_, text)) if promise.fraction.is_some() => {
            of(Verdict::Ok, Reason::SliceAsSold).measured(text)
        }
        Some((reason, text)) => of(Verdict::Fail, reason).measured(text),
        // Something must have been seen that would have told a slice.
        None if cards.is_empty() => Finding::unseen(Question::Whole),
        None if told < cards.len() && (told > 0 || mode.is_none()) => {
            Finding::unseen(Question::Whole)
        }
        None => {
            let mig = cards.iter().find_map(|card| card.mig.as_ref());
            let seen = [
                mig.map(|mig| format!("MIG: {mig}")),
                mode.map(|mode| format!("vGPU: {mode}")),
            ];
            of(Verdict::Ok, Reason::Fits)
                .measured(seen.into_iter().flatten().collect::<Vec<_>>().join(" · "))
        }
    }
}

fn others(machine: &Machine, cards: &[Card]) -> Finding {
    let of = |verdict, reason| Finding::new(Question::Others, verdict, reason);
    let used: Vec<f64> = cards.iter().filter_map(|card| card.used_mib).collect();
    let most = used.iter().copied().reduce(f64::max);
    let text = |count: f64| {
        let memory = most
            .map(|most| format!(" · {} MiB", figure(most)))
            .unwrap_or_default();
        format!("{}{memory}", figure(count))
    };
    let is_used = most.is_some_and(|most| most > RESTING_MIB);
    match (machine.processes, machine.processes_foreign.unwrap_or(0.0)) {
        (Some(_), foreign) if foreign > 0.0 => {
            of(Verdict::Fail, Reason::ForeignProcesses).measured(text(foreign))
        }
        (Some(all), _) if all > 0.0 => of(Verdict::Warn, Reason::OwnProcesses).measured(text(all)),
        (all, _) if is_used => {
            of(Verdict::Warn, Reason::MemoryInUse).measured(text(all.unwrap_or(0.0)))
        }
        (None, _) => Finding::unseen(Question::Others),
        _ if cards.is_empty() || used.len() < cards.len() => Finding::unseen(Question::Others),
        (Some(all), _) => of(Verdict::Ok, Reason::Fits).measured(text(all)),
    }
}

/// The card that is worst off by `ratio`; `None` when any card's is not known.
fn worst(cards: &[Card], ratio: impl Fn(&Card) -> Option<f64>) -> Option<(&Card, f64)> {
    let told: Option<Vec<(&Card, f64)>> = cards
        .iter()
        .map(|card| Some((card, ratio(card)?)))
        .collect();
    told?.into_iter().min_by(|a, b| a.1.total_cmp(&b.1))
}

pub(super) fn over(part: Option<f64>, whole: Option<f64>) -> Option<f64> {
    part.zip(whole.filter(|whole| *whole > 0.0))
        .map(|(part, whole)| part / whole)
}

fn power(cards: &[Card], promise: &Promise) -> Finding {
    let nominal = promise.gpu.tdp_w.map(|w| format!("{} W", figure(w)));
    let Some((card, ratio)) = worst(cards, |card| over(card.power_w, card.power_default_w)) else {
        return Finding::unseen(Question::Power).nominal(nominal);
    };
    let (limit, own) = (
        card.power_w.unwrap_or(0.0),
        card.power_default_w.unwrap_or(0.0),
    );
    let is_small = promise
        .gpu
        .tdp_w
        .is_some_and(|tdp| own < tdp * NOMINAL_SLACK);
    let (verdict, reason) = if ratio < POWER_SLACK {
        (Verdict::Fail, Reason::PowerLimited)
    } else if is_small {
        (Verdict::Warn, Reason::PowerBelowNominal)
    } else {
        (Verdict::Ok, Reason::Fits)
    };
    let text = format!("{} / {} W", figure(limit), figure(own));
    Finding::new(Question::Power, verdict, reason)
        .measured(text)
        .nominal(nominal)
}

/// Only of cards that have application clocks.
fn clocks(cards: &[Card]) -> Option<Finding> {
    let (card, ratio) = worst(cards, |card| {
        over(card.clock_set_mhz, card.clock_default_mhz)
    })?;
    let (verdict, reason) = if ratio < POWER_SLACK {
        (Verdict::Warn, Reason::ClocksLowered)
    } else {
        (Verdict::Ok, Reason::Fits)
    };
    let (set, own) = (card.clock_set_mhz?, card.clock_default_mhz?);
    let text = format!("{} / {} MHz", figure(set), figure(own));
    Some(Finding::new(Question::Clocks, verdict, reason).measured(text))
}

/// Only of machines with several cards.
fn links(machine: &Machine, cards: &[Card], promise: &Promise) -> Option<Finding> {
    if cards.len() < 2 && promise.count.unwrap_or(1) < 2 {
        return None;
    }
    let interconnect = promise.gpu.interconnect.as_deref().unwrap_or_default();
    let is_board = interconnect.starts_with("NVLink")
        && !interconnect.contains("bridge")
        && !interconnect.contains("C2C");
    let is_promised = promise.nvlink == Some(Tri::Yes) && interconnect.starts_with("NVLink");
    let nominal = is_board.then(|| interconnect.to_owned());
    let promised = is_promised.then(|| "NVLink".to_owned());
    let Some(table) = machine.topology.as_ref().filter(|table| table.len() > 1) else {
        return Some(
            Finding::unseen(Question::Links)
                .promised(promised)
                .nominal(nominal),
        );
    };
    let pairs =
        (0..table.len()).flat_map(|row| (row + 1..table.len()).map(move |column| (row, column)));
    let words: Vec<&str> = pairs
        .map(|(row, column)| table[row][column].as_str())
        .collect();
    let mut distinct = words.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let lacks = words
        .iter()
        .any(|word| !word.starts_with("NV") && *word != "?");
    let is_down = machine.nvlink_inactive.is_some_and(|down| down > 0.0);
    let (verdict, reason) = if (is_board || is_promised) && lacks {
        (Verdict::Fail, Reason::NoNvlink)
    } else if words.contains(&"?") {
        (Verdict::Unknown, Reason::NotSeen)
    } else if (is_board || is_promised) && is_down {
        (Verdict::Warn, Reason::NvlinkDown)
    } else if words.iter().all(|word| *word == "SYS") {
        (Verdict::Warn, Reason::OnlySys)
    } else {
        (Verdict::Ok, Reason::Fits)
    };
    let finding = Finding::new(Question::Links, verdict, reason).measured(distinct.join(", "));
    Some(finding.promised(promised).nominal(nominal))
}

/// Only of cards whose memory has it built in.
fn ecc(cards: &[Card], promise: &Promise) -> Option<Finding> {
    promise
        .gpu
        .memory_type
        .as_deref()
        .filter(|kind| kind.starts_with("HBM"))?;
    let modes: Option<Vec<&str>> = cards.iter().map(|card| card.ecc.as_deref()).collect();
    let Some(modes) = modes.filter(|modes| !modes.is_empty()) else {
        return Some(Finding::unseen(Question::Ecc));
    };
    let (verdict, reason) = if modes.contains(&"Disabled") {
        (Verdict::Warn, Reason::EccOff)
    } else if modes.iter().all(|mode| *mode == "Enabled") {
        (Verdict::Ok, Reason::Fits)
    } else {
        (Verdict::Unknown, Reason::NotSeen)
    };
    let worst = if reason == Reason::EccOff {
        "Disabled"
    } else {
        modes[0]
    };
    Some(Finding::new(Question::Ecc, verdict, reason).measured(worst))
}

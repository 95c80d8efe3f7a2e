//! The link between card and processor.
use super::card_questions::over;
use super::machine::{Card, Machine};
use super::promise::Promise;
use super::verdict::{Finding, Question, Reason, Verdict, figure};
use crate::catalog::Gpu;

/// Generation and lanes of `PCIe 4.0 x16`.
fn nominal_link(gpu: &Gpu) -> Option<(f64, f64)> {
    let rest = gpu.interconnect.as_deref()?.strip_prefix("PCIe ")?;
    let (generation, lanes) = rest.split_once(" x")?;
    Some((generation.parse().ok()?, lanes.parse().ok()?))
}

/// One card's link; `None` when its lanes are not known.
fn lanes(card: &Card, nominal: Option<(f64, f64)>, rests: bool) -> Option<(Verdict, Reason)> {
    let most = nominal.map_or(16.0, |(_, lanes)| lanes);
    let (now, can) = (card.pcie_width?, card.pcie_width_max);
    let ratio = over(Some(now), Some(can.unwrap_or(most).max(most)))?;
    let is_old = nominal
        .zip(card.pcie_gen_max)
        .is_some_and(|((nominal, _), can)| can < nominal);
    let reason = match can {
        Some(can) if now < can && rests => Reason::RestingLanes,
        Some(can) if now < can => Reason::FewLanes,
        _ => Reason::NarrowSlot,
    };
    Some(match ratio {
        _ if can.is_some_and(|can| can <= most * 0.25) => (Verdict::Fail, Reason::NarrowSlot),
        r if r < 1.0 && reason == Reason::RestingLanes => (Verdict::Warn, reason),
        r if r <= 0.25 => (Verdict::Fail, reason),
        r if r < 1.0 => (Verdict::Warn, reason),
        _ if is_old => (Verdict::Warn, Reason::OldSlot),
        _ => (Verdict::Ok, Reason::Fits),
    })
}

/// Generation and lanes may both fall while a card rests, so what card and slot can do is held against the card, and what
/// they do now only while it computes.
pub(super) fn answer(machine: &Machine, cards: &[Card], promise: &Promise) -> Finding {
    let nominal = nominal_link(&promise.gpu);
    let text = nominal.map(|(generation, lanes)| format!("x{lanes} · Gen {generation}"));
    let rests = machine.processes.is_none_or(|all| all == 0.0);
    let answers: Option<Vec<_>> = cards
        .iter()
        .map(|card| lanes(card, nominal, rests).map(|answer| (card, answer)))
        .collect();
    // The worst card speaks for all: a slot that is narrow for good before one that may widen under load.
    let worst = answers.unwrap_or_default().into_iter().min_by(|a, b| {
        let rank = |verdict: Verdict| (verdict != Verdict::Fail, verdict != Verdict::Warn);
        let lanes = |card: &Card| card.pcie_width.unwrap_or(0.0);
        rank(a.1.0)
            .cmp(&rank(b.1.0))
            .then(lanes(a.0).total_cmp(&lanes(b.0)))
    });
    let Some((card, (verdict, reason))) = worst else {
        return Finding::unseen(Question::Pcie).nominal(text);
    };
    let (now, can) = (card.pcie_width.unwrap_or(0.0), card.pcie_width_max);
    let of = |now: f64, can: Option<f64>| {
        can.map_or(figure(now), |can| {
            format!("{} / {}", figure(now), figure(can))
        })
    };
    let generation = card
        .pcie_gen
        .map(|now| format!(" · Gen {}", of(now, card.pcie_gen_max)));
    let measured = format!("x{}{}", of(now, can), generation.unwrap_or_default());
    Finding::new(Question::Pcie, verdict, reason)
        .measured(measured)
        .nominal(text)
}

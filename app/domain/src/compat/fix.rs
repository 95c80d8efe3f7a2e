//! The smallest change that helps: every build that is published is tried, with the driver as it is and with a newer one.
use super::answer::Because;
use super::answer::{Change, Check, Fix, Verdict};
use super::card::Chip;
use super::facts::Compat;
use super::library::{asks_for_torch, of_torch};
use super::question::Question;
use super::rules::{heaviest, of_build};
use super::toolkit::{knows_card, serves_fully};
use super::version::{Line, Version};
use super::wheel::OLDEST;
use std::cmp::Reverse;

// What a change costs whoever makes it. A build is one command; a driver is the host's, and on a rented machine often
// out of reach; a merely running answer is worth less than a full one.
const OTHER_LINE: u32 = 10;
const OTHER_RELEASE: u32 = 10;
const EACH_RELEASE: u32 = 5;
const EXPERIMENTAL: u32 = 2;
const PARTLY: u32 = 15;
const OTHER_PYTHON: u32 = 30;
const OTHER_DRIVER: u32 = 40;
/// Where it runs already and only the full service is missing.
const OTHER_DRIVER_FOR_ALL: u32 = 5;

/// A build that was tried.
struct Tried {
    cost: u32,
    then: Verdict,
    torch: (u32, u32),
    changes: Vec<Change>,
    /// Equal costs are settled by the older driver that is enough, then by the newer release.
    driver: Option<Version>,
    is_driver_only: bool,
}

/// The smallest fix of what the checks say; none when all is well or no remedy is known. A part without a remedy stays
/// open, and `then` says so.
pub(super) fn smallest(
    facts: &Compat,
    question: &Question,
    checks: &[Check],
    verdict: Verdict,
) -> Option<Fix> {
    if verdict == Verdict::Ok || !matches!(question.card.chip, Chip::Cuda(..)) {
        return None;
    }
    let built: Vec<Check> = checks.iter().filter(|c| c.rule <= 4).cloned().collect();
    let of_build = heaviest(&built);
    let mut fix = Fix {
        changes: Vec::new(),
        then: Verdict::Ok,
        or_driver: None,
    };
    let asks: Vec<&Check> = checks.iter().filter(|c| asks_for_torch(c)).collect();
    let with_asks = asks
        .iter()
        .map(|check| check.verdict)
        .fold(of_build, Verdict::max);
    let mut tried = Vec::new();
    let mut is_asked_for = false;
    if !asks.is_empty() {
        tried = all(facts, question, with_asks, true);
        is_asked_for = !tried.is_empty();
    }
    if tried.is_empty() && of_build != Verdict::Ok {
        tried = all(facts, question, of_build, false);
    }
    let driver_only = tried.iter().filter(|one| one.is_driver_only);
    let or_driver = driver_only.filter_map(|one| one.driver.clone()).min();
    let key = |one: &Tried| (one.cost, one.driver.clone(), Reverse(one.torch));
    match tried.into_iter().min_by_key(key) {
        Some(least) => {
            fix.or_driver = or_driver.filter(|_| !least.is_driver_only);
            fix.then = least.then;
            fix.changes = least.changes;
        }
        None => fix.then = of_build,
    }
    let others = checks.iter().filter(|check| check.rule > 4);
    for check in others.filter(|check| !(is_asked_for && asks_for_torch(check))) {
        match (&check.change, check.verdict) {
            (Some(change), _) => fix.changes.push(change.clone()),
            (None, Verdict::Fail) => fix.then = Verdict::Fail,
            (None, Verdict::Warn) => fix.then = fix.then.max(Verdict::Warn),
            (None, _) => {}
        }
    }
    fix.changes.dedup();
    (!fix.changes.is_empty()).then_some(fix)
}

/// Every build with every remedy that makes it better than `now`; with `for_libraries` also new enough for each of them.
fn all(facts: &Compat, question: &Question, now: Verdict, for_libraries: bool) -> Vec<Tried> {
    let wheels = facts.all_wheels();
    let mut releases: Vec<(u32, u32)> = wheels.iter().map(|(release, ..)| *release).collect();
    releases.sort_unstable();
    releases.dedup();
    let place = |of: (u32, u32)| releases.partition_point(|one| *one < of);
    let mut found = Vec::new();
    for (torch, line, fact) in &wheels {
        for with_driver in [false, true] {
            for with_python in [false, true] {
                let Some(changed) =
                    changed(facts, question, *torch, *line, with_driver, with_python)
                else {
                    continue;
                };
                let then = heaviest(&of_build(facts, &changed));
                let is_refused = for_libraries && !of_torch(facts, &changed).is_empty();
                if is_refused || then >= Verdict::Unknown || then >= now {
                    continue;
                }
                let is_other_build = question.torch != Some(*torch) || question.line != Some(*line);
                let mut changes = Vec::new();
                if is_other_build {
                    changes.push(Change::Build {
                        torch: *torch,
                        line: *line,
                        index: fact.detail.clone(),
                    });
                }
                let driver = changed.driver.clone().filter(|_| with_driver);
                changes.extend(driver.clone().map(Change::Driver));
                changes.extend(changed.python.filter(|_| with_python).map(Change::Python));
                let steps = match question.torch {
                    Some(of) => place(*torch).abs_diff(place(of)),
                    // Where a driver has to come anyway, the oldest that is enough counts for more than the newest release.
                    None if with_driver && question.line.is_none() && *torch >= OLDEST => 0,
                    // Without a release the newest is as good as any.
                    None => releases.len() - 1 - place(*torch),
                };
                let mut cost = EACH_RELEASE * u32::try_from(steps).unwrap_or(u32::MAX / 16);
                let of_driver = if now == Verdict::Warn {
                    OTHER_DRIVER_FOR_ALL
                } else {
                    OTHER_DRIVER
                };
                for (is_so, price) in [
                    (question.line != Some(*line), OTHER_LINE),
                    (question.torch != Some(*torch), OTHER_RELEASE),
                    (fact.value != "stable", EXPERIMENTAL),
                    (then == Verdict::Warn, PARTLY),
                    (with_python, OTHER_PYTHON),
                    (with_driver, of_driver),
                ] {
                    cost += if is_so { price } else { 0 };
                }
                found.push(Tried {
                    cost,
                    then,
                    torch: *torch,
                    changes,
                    driver: serves_fully(facts, *line, question.os).map(|(driver, _)| driver),
                    is_driver_only: with_driver && !with_python && !is_other_build,
                });
            }
        }
    }
    // A driver that is enough for the card may be newer than the line's.
    for one in &mut found {
        let of_change = one.changes.iter().find_map(|change| match change {
            Change::Driver(least) => Some(least.clone()),
            _ => None,
        });
        one.driver = of_change.or(one.driver.take());
    }
    found
}

/// The question with another build, and if asked with the driver and the Python that it needs.
fn changed(
    facts: &Compat,
    question: &Question,
    torch: (u32, u32),
    line: Line,
    with_driver: bool,
    with_python: bool,
) -> Option<Question> {
    let mut other = Question {
        torch: Some(torch),
        line: Some(line),
        ..question.clone()
    };
    if with_driver {
        let (serves, _) = serves_fully(facts, line, question.os)?;
        other.driver = Some(serves.clone());
        let knows = knows_card(facts, &other)?;
        let least = match knows.because {
            Because::DriverKnowsCard { least } | Because::DriverTooOldForCard { least } => least,
            _ => serves.clone(),
        };
        let enough = serves.max(least);
        if question
            .driver
            .as_ref()
            .is_some_and(|driver| *driver >= enough)
        {
            return None;
        }
        other.driver = Some(enough);
    }
    if with_python {
        let python = question.python?;
        let (first, last) = facts.pythons(torch)?.1?;
        let nearest = python.clamp(first, last);
        if nearest == python {
            return None;
        }
        other.python = Some(nearest);
    }
    Some(other)
}

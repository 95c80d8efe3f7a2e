//! The rules, in the order in which they are asked.
use super::answer::{Answer, Because, Change, Check, Verdict};
use super::card::{Chip, is_with_arm};
use super::facts::Compat;
use super::fix;
use super::library;
use super::listed::{Reach, reach};
use super::question::{Format, Os, Question};
use super::toolkit::{check, compiles, knows_card, serves_line};
use super::version::{Line, capability};

/// Answers a question. A rule without a fact says unknown, never ok.
pub fn judge(facts: &Compat, question: &Question) -> Answer {
    let mut checks = of_build(facts, question);
    checks.extend(compiles(facts, question));
    checks.extend(library::checks(facts, question));
    checks.extend(format(facts, question));
    let verdict = heaviest(&checks);
    let fix = fix::smallest(facts, question, &checks, verdict);
    Answer {
        verdict,
        checks,
        fix,
    }
}

/// The heaviest verdict of some checks; without any nothing is known.
pub(super) fn heaviest(checks: &[Check]) -> Verdict {
    let all = checks.iter().map(|check| check.verdict);
    all.max().unwrap_or(Verdict::Unknown)
}

/// Rules 1 to 4: card, driver, build and Python.
pub(super) fn of_build(facts: &Compat, question: &Question) -> Vec<Check> {
    let served = serves_line(facts, question);
    let by_driver = served.as_ref().map(|check| check.verdict);
    let mut checks: Vec<Check> = knows_card(facts, question).into_iter().collect();
    checks.extend(served);
    checks.push(has_code(facts, question, by_driver));
    checks.extend(exists(facts, question));
    checks.extend(python(facts, question));
    checks
}

/// Rule 3: the build has code for the card.
fn has_code(facts: &Compat, question: &Question, by_driver: Option<Verdict>) -> Check {
    let card = match question.card.chip {
        Chip::Cuda(major, minor) => (major, minor),
        Chip::Other => {
            let source = question.card.source.clone();
            return check(3, Verdict::Fail, Because::NotCuda, source);
        }
        Chip::Unknown => return check(3, Verdict::Unknown, Because::CapabilityNotKnown, None),
    };
    let (torch, line) = match (question.torch, question.line) {
        (_, Some(Line::Cpu)) => return check(3, Verdict::Fail, Because::CpuBuild, None),
        _ if is_with_arm(&question.card.name) => {
            return check(3, Verdict::Unknown, Because::ArmBuilds, None);
        }
        (Some(torch), Some(line)) => (torch, line),
        _ => return check(3, Verdict::Unknown, Because::BuildNotGiven, None),
    };
    let Some(fact) = facts.built_for(torch, line) else {
        return check(
            3,
            Verdict::Unknown,
            Because::ListNotRead { torch, line },
            None,
        );
    };
    // The lists say "+PTX on Linux only".
    let has_ptx = question.os != Os::Windows;
    let (verdict, because) = match reach(&fact.value, card, has_ptx) {
        Reach::Code(code) => (Verdict::Ok, Because::HasCode { card, code }),
        Reach::Jit(code) => match by_driver {
            Some(Verdict::Ok) => (Verdict::Ok, Because::HasJit { card, code }),
            Some(Verdict::Unknown) | None => (Verdict::Unknown, Because::HasJit { card, code }),
            Some(_) => (Verdict::Fail, Because::JitNeedsDriver { card, code }),
        },
        Reach::Nothing => {
            let built = fact.value.clone();
            let first = facts.first_cuda(card).map(|(first, _)| first);
            (Verdict::Fail, Because::NoCode { card, built, first })
        }
    };
    check(3, verdict, because, Some(fact.from()))
}

/// Rule 4: such a build is published.
fn exists(facts: &Compat, question: &Question) -> Option<Check> {
    let (torch, line) = (question.torch?, question.line?);
    if line == Line::Cpu || is_with_arm(&question.card.name) {
        return None;
    }
    let of_release = facts.wheels(torch);
    if let Some((_, fact)) = of_release.iter().find(|(of, _)| *of == line) {
        let index = fact.detail.clone();
        let because = if fact.value == "stable" {
            Because::WheelListed { index }
        } else {
            Because::WheelExperimental { index }
        };
        return Some(check(4, Verdict::Ok, because, Some(fact.from())));
    }
    let Some((_, fact)) = of_release.first() else {
        return Some(check(
            4,
            Verdict::Unknown,
            Because::ReleaseNotRead { torch },
            None,
        ));
    };
    let lines = of_release.iter().map(|(line, _)| line.word()).collect();
    let because = Because::NoSuchWheel { torch, line, lines };
    Some(check(4, Verdict::Fail, because, Some(fact.from())))
}

/// Rule 4, the other half: the release is built for this Python.
fn python(facts: &Compat, question: &Question) -> Option<Check> {
    let (torch, python) = (question.torch?, question.python?);
    let Some((fact, ends)) = facts.pythons(torch) else {
        return Some(check(4, Verdict::Unknown, Because::PythonNotRead, None));
    };
    let range = fact.value.clone();
    let (verdict, because) = match ends {
        None => (Verdict::Unknown, Because::PythonNotRead),
        Some((first, last)) if first <= python && python <= last => {
            (Verdict::Ok, Because::PythonFits { range })
        }
        Some(_) => (Verdict::Fail, Because::PythonOutside { range }),
    };
    Some(check(4, verdict, because, Some(fact.from())))
}

/// Rule 7: the card computes in the number format.
fn format(facts: &Compat, question: &Question) -> Option<Check> {
    let Chip::Cuda(major, minor) = question.card.chip else {
        return None;
    };
    let asked = question.format?;
    let format = asked.word();
    if asked == Format::Int8 && library::judges_int8(question) {
        return None;
    }
    if matches!(asked, Format::Fp16 | Format::Fp32) {
        // The rule itself sends older cards there.
        let because = Because::FormatFits {
            format,
            least: None,
        };
        return Some(check(7, Verdict::Ok, because, None));
    }
    let fact = facts.fact("lib_min", format, "min_cc");
    let known = fact.and_then(|fact| Some((capability(&fact.value)?, fact)));
    Some(match known {
        None => check(7, Verdict::Unknown, Because::FormatNotRead { format }, None),
        Some((least, fact)) if (major, minor) >= least => {
            let least = Some(fact.value.clone());
            let because = Because::FormatFits { format, least };
            check(7, Verdict::Ok, because, Some(fact.from()))
        }
        Some((_, fact)) => {
            let least = fact.value.clone();
            let because = Because::FormatMissing { format, least };
            Check {
                change: (asked == Format::Bf16).then_some(Change::Fp16),
                ..check(7, Verdict::Fail, because, Some(fact.from()))
            }
        }
    })
}

//! Drivers and toolkits: what a driver serves, and what a compiler can build for.
use super::answer::{Because, Change, Check, Source, Verdict};
use super::card::Chip;
use super::facts::Compat;
use super::question::{Os, Question};
use super::version::{Line, Version};

pub(super) fn check(rule: u8, verdict: Verdict, because: Because, source: Option<Source>) -> Check {
    Check {
        rule,
        verdict,
        because,
        source,
        change: None,
    }
}

/// The least driver that a fact about the card's family names. Series rows (`RTX 50 series`) are about gaming cards.
fn of_family(facts: &Compat, name: &str, os: Os) -> Option<(Version, Source)> {
    let rows = facts.of("gpu_min_driver");
    let mut rows = rows.filter(|fact| fact.key == os.driver_key());
    let number: Option<u32> = name
        .strip_prefix("RTX ")
        .and_then(|rest| rest.get(..4))
        .and_then(|digits| digits.parse().ok())
        .filter(|number| number % 100 != 0);
    let fact = rows.find(|fact| match fact.subject.strip_suffix(" series") {
        Some(series) => number.is_some_and(|n| series == format!("RTX {}", n / 100)),
        None => name.split_whitespace().any(|word| word == fact.subject),
    })?;
    Some((Version::strict(&fact.value)?, fact.from()))
}

/// The oldest driver that surely knows cards of the capability: it serves a CUDA whose compiler does.
fn derived(facts: &Compat, question: &Question, chip: (u32, u32)) -> Option<(Version, Source)> {
    let first = match facts.first_cuda(chip) {
        Some((first, _)) => first,
        None => Version::strict(question.card.min_cuda.as_deref()?)?,
    };
    let os = question.os;
    let served = facts.toolkits(os).into_iter();
    // The oldest driver of a major version serves its first release.
    let families = (11..=first.major().max(13)).filter_map(|major| {
        let (driver, fact) = facts.floor(major, os)?;
        Some((Version::read(&major.to_string())?, driver, fact))
    });
    let able = served.chain(families).filter(|(cuda, ..)| *cuda >= first);
    let (_, driver, fact) = able.min_by(|a, b| a.1.cmp(&b.1))?;
    Some((driver, fact.from()))
}

/// Rule 1: the driver knows the card.
pub(super) fn knows_card(facts: &Compat, question: &Question) -> Option<Check> {
    let Chip::Cuda(major, minor) = question.card.chip else {
        return None;
    };
    let Some(driver) = &question.driver else {
        return Some(check(1, Verdict::Unknown, Because::DriverNotGiven, None));
    };
    if let Some((least, source)) = of_family(facts, &question.card.name, question.os) {
        let (verdict, because) = if *driver >= least {
            (Verdict::Ok, Because::DriverKnowsCard { least })
        } else {
            (Verdict::Fail, Because::DriverTooOldForCard { least })
        };
        return Some(check(1, verdict, because, Some(source)));
    }
    let found = derived(facts, question, (major, minor));
    Some(match found {
        Some((least, source)) if *driver >= least => check(
            1,
            Verdict::Ok,
            Because::DriverKnowsCard { least },
            Some(source),
        ),
        found => {
            let (least, source) = found.unzip();
            check(
                1,
                Verdict::Unknown,
                Because::DriverForCardNotRead { least },
                source,
            )
        }
    })
}

/// The oldest driver that is recorded to serve a line fully: that of its own toolkit or of a later one.
pub(super) fn serves_fully(facts: &Compat, line: Line, os: Os) -> Option<(Version, Source)> {
    let cuda = line.cuda()?;
    let able = facts.toolkits(os).into_iter();
    let able = able.filter(|(of, ..)| *of >= cuda);
    let (_, driver, fact) = able.min_by(|a, b| a.1.cmp(&b.1))?;
    Some((driver, fact.from()))
}

/// Rule 2: the driver serves the CUDA line of the build.
pub(super) fn serves_line(facts: &Compat, question: &Question) -> Option<Check> {
    if !matches!(question.card.chip, Chip::Cuda(..)) {
        return None;
    }
    let line = match question.line {
        None => return Some(check(2, Verdict::Unknown, Because::BuildNotGiven, None)),
        Some(Line::Cpu) => return None,
        Some(line) => line,
    };
    let Some(driver) = &question.driver else {
        return Some(check(2, Verdict::Unknown, Because::DriverNotGiven, None));
    };
    let cuda = line.cuda()?;
    let full = serves_fully(facts, line, question.os);
    let not_read = || {
        check(
            2,
            Verdict::Unknown,
            Because::DriverForLineNotRead { line },
            None,
        )
    };
    if let Some((least, source)) = &full
        && driver >= least
    {
        let least = least.clone();
        let because = Because::DriverServes { line, least };
        return Some(check(2, Verdict::Ok, because, Some(source.clone())));
    }
    let Some((floor, fact)) = facts.floor(cuda.major(), question.os) else {
        return Some(not_read());
    };
    if *driver < floor {
        let because = Because::DriverTooOld { line, floor };
        return Some(check(2, Verdict::Fail, because, Some(fact.from())));
    }
    let toolkits = facts.toolkits(question.os);
    let own = toolkits.into_iter().find(|(of, ..)| *of == cuda);
    Some(own.map_or_else(not_read, |(_, full, _)| {
        let because = Because::DriverServesPartly { line, floor, full };
        check(2, Verdict::Warn, because, Some(fact.from()))
    }))
}

/// Rule 5: the toolkit can compile for the card, and is of the build's major version. Only if something is compiled.
pub(super) fn compiles(facts: &Compat, question: &Question) -> Option<Check> {
    let Chip::Cuda(major, minor) = question.card.chip else {
        return None;
    };
    if !question.compiles {
        return None;
    }
    let first = facts.first_cuda((major, minor));
    let change = first
        .as_ref()
        .map(|(first, _)| toolkit(first, question.line));
    let of_build = match question.line {
        Some(Line::Cuda(major, _)) => Some(major),
        _ => None,
    };
    let (verdict, because) = match (&question.nvcc, &first) {
        (None, _) => (Verdict::Unknown, Because::ToolkitNotGiven),
        (Some(nvcc), Some((first, _))) if nvcc < first => {
            let first = first.clone();
            (Verdict::Fail, Because::ToolkitTooOld { first })
        }
        (Some(nvcc), _) if of_build.is_some_and(|of| of != nvcc.major()) => {
            let line = question.line.unwrap_or(Line::Cpu);
            (Verdict::Fail, Because::ToolkitOtherMajor { line })
        }
        (Some(_), None) => (Verdict::Unknown, Because::ToolkitNotRead),
        (Some(_), Some(_)) if of_build.is_none() => (Verdict::Unknown, Because::BuildNotGiven),
        (Some(_), Some((first, _))) => {
            let first = first.clone();
            (Verdict::Ok, Because::ToolkitFits { first })
        }
    };
    let change = change.filter(|_| verdict == Verdict::Fail);
    let source = first.map(|(_, fact)| fact.from());
    let source = source.filter(|_| verdict != Verdict::Unknown);
    Some(Check {
        change,
        ..check(5, verdict, because, source)
    })
}

/// The toolkit to install: the first one that knows the card, of the build's major version.
fn toolkit(first: &Version, line: Option<Line>) -> Change {
    let of_build = match line {
        Some(Line::Cuda(major, _)) => Some(major),
        _ => None,
    };
    let least = of_build
        .filter(|major| *major > first.major())
        .and_then(|major| Version::read(&format!("{major}.0")))
        .unwrap_or_else(|| first.clone());
    Change::Toolkit {
        least,
        major: of_build,
    }
}

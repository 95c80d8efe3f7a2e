//! Typed reasons as sentences, in both languages. The API says the same.
use crate::components::{Cell, list_comma};
use crate::text::{Locale, td_string};
use domain::compat::{
    Answer, Because, Change, Check, Evidence, Fix, Flaw, FlawKind, Line, Verdict, Version,
};

/// The glyph of a verdict.
pub(super) fn cell(verdict: Verdict) -> Cell {
    match verdict {
        Verdict::Ok => Cell::Yes,
        Verdict::Warn => Cell::Part,
        Verdict::Fail => Cell::No,
        Verdict::Unknown => Cell::Unknown,
    }
}

/// A check's verdict in a word.
pub(super) fn verdict(locale: Locale, verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ok => td_string!(locale, check.w_ok),
        Verdict::Warn => td_string!(locale, check.w_warn),
        Verdict::Fail => td_string!(locale, check.w_fail),
        Verdict::Unknown => td_string!(locale, check.w_unknown),
    }
}

/// The whole verdict.
pub(super) fn headline(locale: Locale, verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ok => td_string!(locale, check.v_ok),
        Verdict::Warn => td_string!(locale, check.v_warn),
        Verdict::Fail => td_string!(locale, check.v_fail),
        Verdict::Unknown => td_string!(locale, check.v_unknown),
    }
}

/// What a rule asks.
pub(super) fn rule(locale: Locale, rule: u8) -> &'static str {
    match rule {
        1 => td_string!(locale, check.r1),
        2 => td_string!(locale, check.r2),
        3 => td_string!(locale, check.r3),
        4 => td_string!(locale, check.r4),
        5 => td_string!(locale, check.r5),
        6 => td_string!(locale, check.r6),
        _ => td_string!(locale, check.r7),
    }
}

/// How surely a fact is known.
pub(super) fn evidence(locale: Locale, evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Seen => td_string!(locale, check.e_seen),
        Evidence::Quoted => td_string!(locale, check.e_quoted),
        Evidence::ThirdParty => td_string!(locale, check.e_third),
        Evidence::Inferred => td_string!(locale, check.e_inferred),
        Evidence::Known => td_string!(locale, check.e_known),
        Evidence::Catalogue => td_string!(locale, check.e_catalogue),
    }
}

fn series(of: (u32, u32)) -> String {
    format!("{}.{}", of.0, of.1)
}

fn sm(of: (u32, u32)) -> String {
    format!("{}{}", of.0, of.1)
}

fn major(line: Line) -> String {
    line.cuda()
        .map_or_else(String::new, |cuda| cuda.major().to_string())
}

fn text(version: &Version) -> String {
    version.text().to_owned()
}

/// Why a check of `card` says what it says.
pub fn because(locale: Locale, card: &str, check: &Check) -> String {
    match &check.because {
        Because::DriverNotGiven
        | Because::DriverKnowsCard { .. }
        | Because::DriverTooOldForCard { .. }
        | Because::DriverForCardNotRead { .. }
        | Because::DriverServes { .. }
        | Because::DriverServesPartly { .. }
        | Because::DriverTooOld { .. }
        | Because::DriverForLineNotRead { .. } => of_driver(locale, card, &check.because),
        Because::ToolkitNotGiven
        | Because::ToolkitFits { .. }
        | Because::ToolkitTooOld { .. }
        | Because::ToolkitOtherMajor { .. }
        | Because::ToolkitNotRead
        | Because::FormatFits { .. }
        | Because::FormatMissing { .. }
        | Because::FormatNotRead { .. } => of_use(locale, card, &check.because),
        Because::BuildNotGiven
        | Because::NotCuda
        | Because::CapabilityNotKnown
        | Because::CpuBuild
        | Because::ArmBuilds
        | Because::HasCode { .. }
        | Because::HasJit { .. }
        | Because::JitNeedsDriver { .. }
        | Because::NoCode { .. }
        | Because::ListNotRead { .. }
        | Because::WheelListed { .. }
        | Because::WheelExperimental { .. }
        | Because::NoSuchWheel { .. }
        | Because::ReleaseNotRead { .. }
        | Because::PythonFits { .. }
        | Because::PythonOutside { .. }
        | Because::PythonNotRead => of_build(locale, card, &check.because),
        other => super::library_words::because(locale, other),
    }
}

/// Why the whole says what it says: its first reason.
pub fn reason(locale: Locale, card: &str, answer: &Answer) -> String {
    answer.first().map_or_else(
        || td_string!(locale, check.all_hold).to_owned(),
        |first| because(locale, card, first),
    )
}

fn of_driver(locale: Locale, card: &str, because: &Because) -> String {
    let card = card.to_owned();
    match because {
        Because::DriverKnowsCard { least } => {
            td_string!(
                locale,
                check.b_driver_knows,
                least = text(least),
                card = card
            )
        }
        Because::DriverTooOldForCard { least } => {
            td_string!(
                locale,
                check.b_driver_old_card,
                least = text(least),
                card = card
            )
        }
        Because::DriverForCardNotRead { least: Some(least) } => {
            td_string!(
                locale,
                check.b_driver_card_from,
                least = text(least),
                card = card
            )
        }
        Because::DriverForCardNotRead { least: None } => {
            td_string!(locale, check.b_driver_card_none, card = card)
        }
        Because::DriverServes { line, least } => {
            td_string!(
                locale,
                check.b_serves,
                least = text(least),
                line = line.word()
            )
        }
        Because::DriverServesPartly { line, floor, full } => td_string!(
            locale,
            check.b_serves_partly,
            major = major(*line),
            floor = text(floor),
            full = text(full),
            line = line.word()
        ),
        Because::DriverTooOld { line, floor } => td_string!(
            locale,
            check.b_driver_old_line,
            line = line.word(),
            floor = text(floor),
            major = major(*line)
        ),
        Because::DriverForLineNotRead { line } => {
            td_string!(locale, check.b_driver_line_none, line = line.word())
        }
        _ => td_string!(locale, check.b_driver_not_given).to_owned(),
    }
}

fn of_build(locale: Locale, name: &str, because: &Because) -> String {
    let name = name.to_owned();
    match because {
        Because::NotCuda => td_string!(locale, check.b_not_cuda, card = name),
        Because::CapabilityNotKnown => td_string!(locale, check.b_capability_none, card = name),
        Because::CpuBuild => td_string!(locale, check.b_cpu).to_owned(),
        Because::ArmBuilds => td_string!(locale, check.b_arm, card = name),
        Because::HasCode { card, code } => {
            let code = code.replace('.', "");
            td_string!(
                locale,
                check.b_code,
                code = code,
                card = name,
                sm = sm(*card)
            )
        }
        Because::HasJit { card, code } => {
            td_string!(
                locale,
                check.b_jit,
                code = code.clone(),
                card = name,
                sm = sm(*card)
            )
        }
        Because::JitNeedsDriver { card, code } => {
            td_string!(
                locale,
                check.b_jit_driver,
                code = code.clone(),
                sm = sm(*card)
            )
        }
        Because::NoCode { card, built, first } => {
            let parts: Vec<&str> = built.split_whitespace().collect();
            let built = parts.join(list_comma(locale));
            match first {
                Some(first) => td_string!(
                    locale,
                    check.b_no_code_first,
                    card = name,
                    sm = sm(*card),
                    first = text(first),
                    built = built
                ),
                None => {
                    td_string!(
                        locale,
                        check.b_no_code,
                        card = name,
                        sm = sm(*card),
                        built = built
                    )
                }
            }
        }
        Because::ListNotRead { torch, line } => {
            td_string!(
                locale,
                check.b_list_none,
                torch = series(*torch),
                line = line.word()
            )
        }
        Because::WheelListed { .. } => td_string!(locale, check.b_listed).to_owned(),
        Because::WheelExperimental { .. } => td_string!(locale, check.b_experimental).to_owned(),
        Because::NoSuchWheel { torch, line, lines } => td_string!(
            locale,
            check.b_no_wheel,
            torch = series(*torch),
            line = line.word(),
            lines = lines.join(list_comma(locale))
        ),
        Because::ReleaseNotRead { torch } => {
            td_string!(locale, check.b_release_none, torch = series(*torch))
        }
        Because::PythonFits { range } => td_string!(locale, check.b_python, range = range.clone()),
        Because::PythonOutside { range } => {
            td_string!(locale, check.b_python_bad, range = range.clone())
        }
        Because::PythonNotRead => td_string!(locale, check.b_python_none).to_owned(),
        _ => td_string!(locale, check.b_build_not_given).to_owned(),
    }
}

fn of_use(locale: Locale, card: &str, because: &Because) -> String {
    let card = card.to_owned();
    match because {
        Because::ToolkitFits { first } => {
            td_string!(locale, check.b_toolkit, first = text(first), card = card)
        }
        Because::ToolkitTooOld { first } => {
            td_string!(
                locale,
                check.b_toolkit_old,
                first = text(first),
                card = card
            )
        }
        Because::ToolkitOtherMajor { line } => {
            td_string!(locale, check.b_toolkit_major, line = line.word())
        }
        Because::ToolkitNotRead => td_string!(locale, check.b_toolkit_none, card = card),
        Because::FormatFits {
            format,
            least: None,
        } => td_string!(locale, check.b_format, card = card, format = *format),
        Because::FormatFits {
            format,
            least: Some(least),
        } => td_string!(
            locale,
            check.b_format_from,
            format = *format,
            least = least.clone(),
            card = card
        ),
        Because::FormatMissing { format, least } => {
            td_string!(
                locale,
                check.b_format_bad,
                format = *format,
                least = least.clone()
            )
        }
        Because::FormatNotRead { format } => {
            td_string!(locale, check.b_format_none, format = *format)
        }
        _ => td_string!(locale, check.b_toolkit_not_given).to_owned(),
    }
}

/// One change in words.
pub fn change(locale: Locale, change: &Change) -> String {
    match change {
        Change::Build { torch, line, .. } => {
            td_string!(
                locale,
                check.c_build,
                torch = series(*torch),
                line = line.word()
            )
        }
        Change::Driver(least) => td_string!(locale, check.c_driver, least = text(least)),
        Change::Python(python) => td_string!(locale, check.c_python, python = series(*python)),
        Change::Toolkit {
            least,
            major: Some(major),
        } => {
            td_string!(
                locale,
                check.c_toolkit_major,
                least = text(least),
                major = major.to_string()
            )
        }
        Change::Toolkit { least, major: None } => {
            td_string!(locale, check.c_toolkit, least = text(least))
        }
        Change::Library { name, least } => {
            td_string!(
                locale,
                check.c_library,
                name = name.clone(),
                least = text(least)
            )
        }
        Change::WithoutLibrary(name) => td_string!(locale, check.c_without, name = name.clone()),
        Change::Fp16 => td_string!(locale, check.c_fp16).to_owned(),
    }
}

/// All changes of a fix in one text.
pub fn fix(locale: Locale, fix: &Fix) -> String {
    let parts: Vec<String> = fix.changes.iter().map(|one| change(locale, one)).collect();
    let mark = if list_comma(locale) == ", " {
        "; "
    } else {
        "；"
    };
    parts.join(mark)
}

/// What is wrong with a field.
pub fn flaw(locale: Locale, flaw: &Flaw) -> String {
    let value = flaw.value.clone();
    match &flaw.kind {
        FlawKind::Missing => {
            td_string!(
                locale,
                check.x_missing,
                field = super::form::name(locale, &flaw.field)
            )
        }
        FlawKind::UnknownField => {
            td_string!(locale, check.x_unknown_field, field = flaw.field.clone())
        }
        FlawKind::Duplicate => td_string!(locale, check.x_duplicate, value = value),
        FlawKind::NotAnObject => td_string!(locale, check.x_object, value = value),
        FlawKind::WrongSort => td_string!(locale, check.x_sort, value = value),
        FlawKind::NotAWord(words) => {
            let words = words.join(list_comma(locale));
            td_string!(locale, check.x_word, value = value, words = words)
        }
        FlawKind::NotADriver => td_string!(locale, check.x_driver, value = value),
        FlawKind::NotARelease => td_string!(locale, check.x_release, value = value),
        FlawKind::NotALine => td_string!(locale, check.x_line, value = value),
        FlawKind::OtherLine(other) => {
            td_string!(
                locale,
                check.x_other_line,
                value = value,
                other = other.clone()
            )
        }
        FlawKind::NotAVersion => td_string!(locale, check.x_version, value = value),
        FlawKind::NotALibrary => td_string!(locale, check.x_library, value = value),
        FlawKind::TooLong => td_string!(locale, check.x_long, value = value),
        FlawKind::UnknownCard(near) => {
            let near = near.join(list_comma(locale));
            td_string!(locale, check.x_card, value = value, near = near)
        }
        FlawKind::SeveralCards(near) => {
            let near = near.join(list_comma(locale));
            td_string!(locale, check.x_several, value = value, near = near)
        }
    }
}

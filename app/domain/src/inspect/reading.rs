//! From whatever was pasted to a machine, or to what was pasted instead.
use super::clean::plain;
use super::find::starts;
use super::json::{Reader, Value};
use super::machine::Machine;

/// Largest text that is read, bytes.
pub const MOST_BYTES: usize = 5 * 1024 * 1024;
/// Values of one document: a machine of 64 cards has some 10,000.
const MOST_VALUES: usize = 40_000;
/// The parts of the script's document, in its order.
const PARTS: [&str; 8] = [
    "cpu",
    "ram",
    "shm_mib",
    "disks",
    "nvidia_smi",
    "cards",
    "rates",
    "end",
];

/// What was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The machine, as far as it was told.
    pub machine: Machine,
    /// Parts that are not there because the text ends before them.
    pub missing: Vec<&'static str>,
}

/// Why there is no machine in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Nothing was pasted.
    #[error("there is nothing to read")]
    Empty,
    /// More than is read.
    #[error("the text is larger than 5 MB")]
    TooLarge,
    /// The script itself, not what it printed.
    #[error("this is the script itself; run it and hand in what it prints")]
    Script,
    /// The table or the list of `nvidia-smi`.
    #[error(
        "this is what nvidia-smi prints; run check.sh, which also reads the rest of the machine"
    )]
    NvidiaSmi,
    /// The shell found no such command.
    #[error("the machine says that a command or file is missing; the script did not run")]
    DidNotRun,
    /// A document of a later script.
    #[error("the script is newer than this program: its documents have the number {0}")]
    Version(u32),
    /// Nothing of the script.
    #[error("nothing that check.sh prints was found; it begins with {{\"check\":1")]
    Nothing,
}

impl Unreadable {
    /// A stable word.
    pub fn code(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLarge => "too_large",
            Self::Script => "script_itself",
            Self::NvidiaSmi => "nvidia_smi",
            Self::DidNotRun => "did_not_run",
            Self::Version(_) => "version",
            Self::Nothing => "no_check",
        }
    }
}

/// Reads the last whole document of the script in `text`, or else the last that was cut off. Time grows with the text's
/// length and no faster.
pub fn read(text: &str) -> Result<Reading, Unreadable> {
    if text.len() > MOST_BYTES {
        return Err(Unreadable::TooLarge);
    }
    if text.trim().is_empty() {
        return Err(Unreadable::Empty);
    }
    let text = plain(text);
    let Some(found) = last(&text) else {
        return Err(instead(&text));
    };
    if let Some(Value::Number(version)) = found.get("check")
        && *version != 1.0
    {
        // Saturates: a silly number stays a number.
        return Err(Unreadable::Version(*version as u32));
    }
    let is_missing = |part: &&str| found.get(part).is_none();
    let missing: Vec<&'static str> = PARTS.iter().copied().filter(is_missing).collect();
    if missing.len() == PARTS.len() {
        // The script's own lines hold the beginning of a document too.
        match instead(&text) {
            Unreadable::Nothing => {}
            why => return Err(why),
        }
    }
    Ok(Reading {
        machine: Machine::of(&found),
        missing,
    })
}

/// The last whole document, else the last one.
fn last(text: &str) -> Option<Value> {
    let (mut whole, mut cut) = (None, None);
    let mut from = 0;
    while let Some(start) = starts(text, from) {
        let mut reader = Reader::new(text, start, MOST_VALUES);
        let value = reader.value();
        // A whole document is not read twice. One that breaks off may have taken another for its own member; nesting is
        // bounded, so that each byte is read a bounded number of times.
        from = if value.as_ref().is_some_and(is_ours) && reader.is_whole {
            reader.at
        } else {
            start + 1
        };
        match value.filter(is_ours) {
            Some(value) if reader.is_whole => whole = Some(value),
            Some(value) => cut = Some(value),
            None => {}
        }
    }
    whole.or(cut).or_else(|| sorted(text))
}

/// A document whose members a program put into another order: the first object of the text.
fn sorted(text: &str) -> Option<Value> {
    let mut reader = Reader::new(text, text.find('{')?, MOST_VALUES);
    reader.value().filter(is_ours)
}

/// Other programs' documents have a member of this name too, but no number in it.
fn is_ours(value: &Value) -> bool {
    matches!(value.get("check"), Some(Value::Number(_)))
}

/// What a text without a document is.
fn instead(text: &str) -> Unreadable {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if has(&["#!/bin/sh", "limited() {"]) {
        Unreadable::Script
    } else if has(&["NVIDIA-SMI", "NVSMI LOG", "Persistence-M", "(UUID: GPU-"]) {
        Unreadable::NvidiaSmi
    } else if has(&[
        "not found",
        "No such file",
        "未找到",
        "没有那个文件",
        "no encontrad",
        "introuvable",
        "nicht gefunden",
        "не найден",
    ]) {
        Unreadable::DidNotRun
    } else {
        Unreadable::Nothing
    }
}

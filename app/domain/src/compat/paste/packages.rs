//! `pip list` and `pip freeze`, also as `collect_env` quotes them.
use super::reading::{Item, Reading};
use crate::compat::draft::pip_name;
use crate::compat::version::{Line, Version};

/// Libraries that facts are about.
const KNOWN: [&str; 6] = [
    "bitsandbytes",
    "flash-attn",
    "triton",
    "vllm",
    "unsloth",
    "llamafactory",
];

pub(super) fn read(reading: &mut Reading, line: &str) {
    let line = line.trim();
    if line.len() > 1000 {
        return;
    }
    let line = ["[pip3]", "[pip]", "[conda]"]
        .iter()
        .find_map(|mark| line.strip_prefix(mark))
        .unwrap_or(line)
        .trim_start();
    alone(reading, line);
    let Some((name, version)) = pair(line) else {
        return;
    };
    let name = pip_name(name);
    if name == "torch" || name == "pytorch" {
        build(reading, version);
    } else if let Some(rest) = name.strip_prefix("nvidia-cuda-runtime") {
        // The runtime that a wheel brings is of its own line. Its name ends with the major version, or with nothing.
        let is_runtime = rest.is_empty() || rest.starts_with("-cu");
        let line = Version::read(version).map(|version| version.series());
        if let Some((major, minor)) = line.filter(|_| is_runtime) {
            reading.guess_line(Line::Cuda(major, minor));
        }
    } else if KNOWN.contains(&name.as_str())
        && let Some(version) = Version::read(version)
    {
        reading.note(Item::Library, &format!("{name} {version}"));
    }
}

/// Name and version of a line; none when it is something else.
fn pair(line: &str) -> Option<(&str, &str)> {
    if let Some((name, version)) = line.split_once("==") {
        let version = version.split([' ', ';', '#']).next().unwrap_or(version);
        return is_pair(name.trim(), version.trim());
    }
    // `torch @ file:///…/torch-2.5.1%2Bcu124-cp311-…whl`: the version stands in the file's name.
    if let Some((name, address)) = line.split_once(" @ ") {
        let file = address.rsplit('/').next().unwrap_or(address);
        let version = file.split('-').nth(1)?;
        return is_pair(name.trim(), version);
    }
    let mut words = line.split_whitespace();
    is_pair(words.next()?, words.next()?)
}

fn is_pair<'a>(name: &'a str, version: &'a str) -> Option<(&'a str, &'a str)> {
    let is_name = name.len() < 60
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
    let is_version = version.len() < 60
        && version.starts_with(|c: char| c.is_ascii_digit())
        && version.contains('.');
    (is_name && is_version).then_some((name, version))
}

/// `2.5.1+cu124` alone, as `torch.__version__` prints it.
fn alone(reading: &mut Reading, line: &str) {
    let word = line.trim_matches(['\'', '"']);
    if word.len() > 40 || !(word.contains("+cu") || word.ends_with("+cpu")) {
        return;
    }
    let is_version = word.starts_with(|c: char| c.is_ascii_digit());
    if is_version && !word.contains(char::is_whitespace) {
        build(reading, word);
    }
}

/// Notes a build with the line that its suffix names.
pub(super) fn build(reading: &mut Reading, text: &str) {
    let word = super::lines::word(text).replace("%2B", "+");
    let Some(version) = Version::read(&word).filter(|_| word.contains('.')) else {
        return;
    };
    let (major, minor) = version.series();
    if !(1..100).contains(&major) {
        return;
    }
    reading.note(Item::Torch, &format!("{major}.{minor}"));
    let suffix = word.split_once('+').map(|(_, suffix)| suffix);
    if let Some(line) = suffix.and_then(Line::read) {
        reading.note(Item::Line, &line.word());
    }
}

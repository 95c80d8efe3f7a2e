//! `collect_env`, `nvcc --version`, `python --version`, and PyTorch's own words about a card.
use super::lines::{after, value, word};
use super::packages::build;
use super::reading::{Item, Reading, driver};
use crate::compat::version::{Line, Version};

pub(super) fn read(reading: &mut Reading, line: &str) {
    let line = line.trim();
    if let Some(version) = value(line, "PyTorch version") {
        build(reading, version);
    }
    if let Some(cuda) = value(line, "CUDA used to build PyTorch") {
        let line = if cuda.contains("None") || cuda.contains("Could not") {
            Some(Line::Cpu)
        } else {
            Line::read(word(cuda))
        };
        if let Some(line) = line {
            reading.note(Item::Line, &line.word());
        }
    }
    if let Some(version) = value(line, "CUDA runtime version") {
        toolkit(reading, version);
    }
    if let Some(number) = value(line, "Nvidia driver version").and_then(driver) {
        reading.note(Item::Driver, &number);
    }
    if let Some(rest) = after(line, "Cuda compilation tools, release") {
        toolkit(reading, rest);
    }
    python(reading, line);
    system(reading, line);
    card(reading, line);
}

fn toolkit(reading: &mut Reading, text: &str) {
    let word = word(text);
    if Version::strict(word).is_some_and(|version| (5..100).contains(&version.major())) {
        reading.note(Item::Nvcc, word);
    }
}

/// `Python version: 3.12.3 (main, …)`, or `Python 3.12.3` alone.
fn python(reading: &mut Reading, line: &str) {
    let alone = line.strip_prefix("Python ").filter(|rest| rest.len() < 12);
    let Some(text) = value(line, "Python version").or(alone) else {
        return;
    };
    let word = word(text);
    if Version::strict(word).is_some_and(|version| version.major() == 3) && word.contains('.') {
        reading.note(Item::Python, word);
    }
}

fn system(reading: &mut Reading, line: &str) {
    // In the name of its kernel, which `collect_env` and `uname` print.
    if line.contains("microsoft-standard-WSL") {
        reading.note(Item::Os, "wsl");
    }
    if let Some(system) = line.strip_prefix("OS:") {
        let is_windows = system.contains("Windows");
        reading.note(Item::Os, if is_windows { "windows" } else { "linux" });
    } else if line.starts_with("Microsoft Windows [") {
        reading.note(Item::Os, "windows");
    }
}

/// `NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with …`.
fn card(reading: &mut Reading, line: &str) {
    let Some((head, _)) = line.split_once(" with CUDA capability sm_") else {
        return;
    };
    // A warning may begin with the file that it comes from.
    let begin = head.find("NVIDIA ").unwrap_or(0);
    let name = head.get(begin..).unwrap_or(head);
    if name.len() < 80 {
        reading.note(Item::Gpu, name);
    }
}

//! Reads what tools print: `nvidia-smi`, `collect_env`, `pip`, `nvcc`, and errors. Any mix, cut off, coloured, in any
//! order; time grows with the length of the text and with nothing else.
mod clean;
mod errors;
mod lines;
mod packages;
mod reading;
mod smi;
mod torch;

pub use clean::plain;
pub use errors::Trouble;
pub use reading::{Finding, Item, Pasted};

use super::draft::Draft;
use super::facts::Compat;
use crate::catalog::Gpu;

/// Most bytes of a text that are read.
pub const MOST_BYTES: usize = 5 * 1024 * 1024;

/// Reads a text. What is found fills the fields of `draft`, which keeps the rest.
pub fn read(text: &str, draft: &Draft, facts: &Compat, gpus: &[Gpu]) -> Pasted {
    let text = plain(text);
    let mut reading = reading::Reading::default();
    let mut table = smi::Table::default();
    for (number, line) in lines::of(&text) {
        reading.at(number, line);
        smi::read(&mut reading, &mut table, line);
        torch::read(&mut reading, line);
        packages::read(&mut reading, line);
        errors::read(&mut reading, line);
    }
    reading.finish(draft, facts, gpus)
}

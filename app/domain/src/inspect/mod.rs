//! Is this the machine that was promised: what the check script printed, read without trust, against the offer's claims
//! and the card's nominal figures.
//!
//! Reading order: [`reading`] finds and reads the script's JSON in whatever was pasted, [`machine`] is what it said,
//! [`promise`] what was claimed, [`verdict`] answers question by question. What the script could not see is unknown and
//! never in order.
mod card_questions;
mod clean;
mod find;
mod host_questions;
mod json;
pub mod machine;
mod pcie;
pub mod promise;
pub mod reading;
mod same_card;
pub mod verdict;

pub use machine::{Card, Disk, Machine};
pub use promise::Promise;
pub use reading::{Reading, Unreadable, read};
pub use verdict::{Finding, Question, Reason, Verdict, judge, judge_guessed, whole};

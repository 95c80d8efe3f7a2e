//! Which software runs on which card: facts that were read, and what follows from them.
//!
//! A fact that is missing gives `None` or `unknown`, never a guess. Answers are typed reasons; their words are the app's.
//! [`Draft`] is what somebody typed or pasted, [`Question`] the same checked, [`judge`] answers it rule by rule, each with
//! the fact that it rests on, and looks for the smallest change that helps. [`paste`] reads what tools print.
mod answer;
mod card;
mod document;
mod draft;
mod facts;
mod fix;
mod library;
mod listed;
pub mod paste;
mod question;
mod rules;
mod toolkit;
mod version;
mod wheel;

pub use answer::{Answer, Because, Change, Check, Evidence, Fix, Source, Verdict};
pub use card::{Card, Chip, is_with_arm, resolve};
pub use document::CompatDocument;
pub use draft::{Draft, FIELDS, Flaw, FlawKind};
pub use facts::{Compat, CompatFact};
pub use question::{Format, Installed, Os, Question};
pub use rules::judge;
pub use version::{Line, Version, capability};
pub use wheel::Wheel;

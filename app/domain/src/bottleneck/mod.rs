//! Which part of a rented machine holds a job up: card, processors, memory, disk, line, or the links between cards.
//!
//! The sizer says what a job asks ([`Load`]), the offer what a machine has ([`Machine`]); [`judge`] holds one against the
//! other, part by part, with the figures that it did so with. What nobody stated stays unknown and is never enough.
//! Every limit is a constant with its reason beside it; those of the sizer's own parts stand there.
mod judge;
mod load;
mod machine;

pub use judge::{LINE_SHARES, READING_RATES, judge};
pub use load::Load;
pub use machine::Machine;

use crate::sizing::transfer::Disk;
use crate::sizing::{Pace, Range};
use serde::Serialize;

/// A part that may hold a job up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Memory of one card.
    CardMemory,
    /// What one card does in a second.
    CardSpeed,
    /// Links between the cards that work together.
    Links,
    /// Virtual processors.
    Cpu,
    /// Memory beside the cards.
    Ram,
    /// Disk: room, and how fast it is read.
    Disk,
    /// The line that models come over.
    Network,
}

impl Part {
    /// Its word in documents and pages.
    pub const fn word(self) -> &'static str {
        match self {
            Self::CardMemory => "card_memory",
            Self::CardSpeed => "card_speed",
            Self::Links => "links",
            Self::Cpu => "cpu",
            Self::Ram => "ram",
            Self::Disk => "disk",
            Self::Network => "network",
        }
    }
}

/// The judgement on a part. In this order, the later the worse; what is unknown is worse than what is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It does not hold the job up.
    Enough,
    /// Nobody states what is needed to say.
    Unknown,
    /// It will be noticed.
    Tight,
    /// It holds the job up, or the job does not run.
    HoldsUp,
}

impl Verdict {
    /// Its word in documents and pages.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Enough => "enough",
            Self::Unknown => "unknown",
            Self::Tight => "tight",
            Self::HoldsUp => "holds_up",
        }
    }
}

/// The figures that a part was judged with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum Figures {
    /// GiB of one card: what the process needs, what there is.
    CardMemory {
        /// What the process needs.
        need: Range,
        /// What the card, or its share, has.
        has: Option<f64>,
    },
    /// A card at work.
    CardSpeed {
        /// The work of a step or a token, and the card's figure.
        pace: Pace,
        /// Tokens a second: of one sequence while generating, of the job while training.
        tokens_per_s: Option<Range>,
        /// Seconds until the first token.
        first_token_s: Option<Range>,
    },
    /// Cards that work together.
    Links {
        /// Cards that the job asks for.
        asks: u32,
        /// Cards of the offer.
        has: u32,
        /// Whether much is exchanged between them.
        exchanges: bool,
        /// Whether they are known to be in one machine.
        one_machine: Option<bool>,
        /// Whether NVLink is known to be there.
        nvlink: Option<bool>,
    },
    /// Processors in pieces, or memory in GB.
    Amount {
        /// From where on it runs.
        least: f64,
        /// From where on it is comfortable.
        comfortable: f64,
        /// What the offer has.
        has: Option<f64>,
    },
    /// The disk.
    Disk {
        /// GB that are read.
        reads_gb: f64,
        /// GB that must find room.
        least_gb: f64,
        /// GB of the offer.
        has_gb: Option<f64>,
        /// What kind it is.
        #[serde(skip)]
        kind: Option<Disk>,
    },
    /// The line.
    Network {
        /// GB that are fetched.
        gb: f64,
        /// Its rate, Mbit/s.
        mbps: Option<f64>,
    },
}

/// One part, judged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Which part.
    pub part: Part,
    /// The judgement.
    pub verdict: Verdict,
    /// How far it is from holding the job up: 1 = just there. None = unknown.
    pub pressure: Option<f64>,
    /// The figures.
    pub figures: Figures,
    /// Seconds that the part takes before the work, where it takes time.
    pub seconds: Option<Range>,
    /// Those seconds of themselves and the work together, 0 to 1.
    pub share: Option<f64>,
}

/// All parts of one machine, judged for one job.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bottleneck {
    /// The parts, in the order of [`Part`].
    pub rows: Vec<Row>,
    /// The known part that is nearest to holding the job up, or does. None = too little is known.
    pub tightest: Option<Part>,
    /// Parts of which nobody states enough.
    pub unknown: Vec<Part>,
    /// Seconds of work that fetching and loading are held against. None = the card's rate is unknown.
    pub work_s: Option<Range>,
}

impl Bottleneck {
    /// A part's row; links are there for several cards only.
    pub fn row(&self, part: Part) -> Option<&Row> {
        self.rows.iter().find(|row| row.part == part)
    }
}

//! The questions, and how each is answered.
use super::machine::Machine;
use super::promise::Promise;
use super::{card_questions, host_questions};
use crate::catalog::Gpu;
use crate::catalog::kinds::words;
use serde::{Deserialize, Serialize};

words! {
    /// How a question is answered.
    Verdict {
        /// As promised.
        Ok = "ok",
        /// Less than promised, or worth a question.
        Warn = "warn",
        /// Not what was promised.
        Fail = "fail",
        /// The script could not see it, or nothing was promised.
        Unknown = "unknown",
    }
}

words! {
    /// What is asked of a machine.
    Question {
        /// Does the driver answer, and is it new enough for the card.
        Driver = "driver",
        /// Is it the card.
        Card = "card",
        /// Are all cards there, on this one host.
        Count = "count",
        /// Has each its whole memory.
        Memory = "memory",
        /// Is it a whole card and no slice.
        Whole = "whole",
        /// Does nobody else use it.
        Others = "others",
        /// Is its power limit as delivered.
        Power = "power",
        /// Are its clocks as delivered.
        Clocks = "clocks",
        /// How many PCIe lanes it has.
        Pcie = "pcie",
        /// How the cards reach each other.
        Links = "links",
        /// Does its memory correct errors.
        Ecc = "ecc",
        /// Processors.
        Cpu = "cpu",
        /// Memory of the machine.
        Ram = "ram",
        /// Shared memory.
        Shm = "shm",
        /// Do data outlive the container.
        DataDisk = "data_disk",
        /// Room on disk.
        DiskSize = "disk_size",
        /// How fast the disk writes.
        DiskRate = "disk_rate",
        /// How fast the network is.
        Network = "network",
    }
}

words! {
    /// Why a question is answered as it is.
    Reason {
        /// As promised, or as the card is delivered.
        Fits = "fits",
        /// A slice, and sold as one.
        SliceAsSold = "slice_as_sold",
        /// The script could not see it.
        NotSeen = "not_seen",
        /// It is measured when it is asked for alone.
        NotMeasured = "not_measured",
        /// Nothing was promised, so there is nothing to hold the figure against.
        NoPromise = "no_promise",
        /// No catalogue card has this name.
        StrangeName = "strange_name",
        /// There is no driver's tool in the machine.
        DriverMissing = "driver_missing",
        /// The driver does not answer.
        DriverBroken = "driver_broken",
        /// The driver's CUDA is older than the card needs.
        CudaOld = "cuda_old",
        /// Another card.
        OtherCard = "other_card",
        /// Fewer cards.
        FewerCards = "fewer_cards",
        /// Less memory than the card has.
        MemoryShort = "memory_short",
        /// The card is cut by MIG.
        Mig = "mig",
        /// A virtual GPU.
        Vgpu = "vgpu",
        /// Processes that run outside this container.
        ForeignProcesses = "foreign_processes",
        /// Processes of this machine: the visitor's own, most likely.
        OwnProcesses = "own_processes",
        /// Memory in use and no process to be seen.
        MemoryInUse = "memory_in_use",
        /// The power limit is below the card's own.
        PowerLimited = "power_limited",
        /// The card's own limit is below the nominal power.
        PowerBelowNominal = "power_below_nominal",
        /// The application clocks are below the card's own.
        ClocksLowered = "clocks_lowered",
        /// Fewer lanes than card and slot have, while the card computes.
        FewLanes = "few_lanes",
        /// The same of a card that rests, which may take lanes back under load.
        RestingLanes = "resting_lanes",
        /// A slot with fewer lanes than the card.
        NarrowSlot = "narrow_slot",
        /// A slot of an older generation than the card.
        OldSlot = "old_slot",
        /// No NVLink between cards that were promised with it.
        NoNvlink = "no_nvlink",
        /// Some links are down.
        NvlinkDown = "nvlink_down",
        /// All cards reach each other through both processors only.
        OnlySys = "only_sys",
        /// Error correction is off on a card that has it.
        EccOff = "ecc_off",
        /// Fewer processors.
        CpuBelow = "cpu_below",
        /// Less memory.
        RamBelow = "ram_below",
        /// Too little for loaders with several workers.
        ShmSmall = "shm_small",
        /// Data lie on a mount that outlives the container.
        DataKept = "data_kept",
        /// Data lie in the container's own layer or in memory.
        DataGone = "data_gone",
        /// Data lie where the platform says that a stop deletes them.
        DataLost = "data_lost",
        /// Less room.
        DiskBelow = "disk_below",
        /// Slow for its kind.
        DiskSlow = "disk_slow",
        /// Far below the promise, from the server that the visitor named.
        NetBelow = "net_below",
        /// The same from the script's own server, which may be the slower end.
        NetFarServer = "net_far_server",
    }
}

/// One question, answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// What was asked.
    pub question: Question,
    /// The answer.
    pub verdict: Verdict,
    /// Why.
    pub reason: Reason,
    /// What was measured, with its unit, in no language.
    pub measured: Option<String>,
    /// What the offer claims.
    pub promised: Option<String>,
    /// What the card has by its maker's word.
    pub nominal: Option<String>,
}

impl Finding {
    /// An answer without figures.
    pub(super) fn new(question: Question, verdict: Verdict, reason: Reason) -> Self {
        Self {
            question,
            verdict,
            reason,
            measured: None,
            promised: None,
            nominal: None,
        }
    }

    /// What the script could not see.
    pub(super) fn unseen(question: Question) -> Self {
        Self::new(question, Verdict::Unknown, Reason::NotSeen)
    }

    /// Adds what was measured.
    pub(super) fn measured(mut self, text: impl Into<String>) -> Self {
        self.measured = Some(text.into());
        self
    }

    /// Adds what was claimed.
    pub(super) fn promised(mut self, text: Option<String>) -> Self {
        self.promised = text;
        self
    }

    /// Adds what the maker says.
    pub(super) fn nominal(mut self, text: Option<String>) -> Self {
        self.nominal = text;
        self
    }
}

/// Answers every question that makes sense of this card, in reading order. `gpus` are the catalogue's cards.
pub fn judge(machine: &Machine, promise: &Promise, gpus: &[Gpu]) -> Vec<Finding> {
    let mut findings = card_questions::answers(machine, promise, gpus);
    findings.extend(host_questions::answers(machine, promise));
    findings
}

/// All answers as one: the worst of them; unknown when it could not be seen whether it is the whole card, or nobody
/// said which card was promised. What else nobody promised decides nothing.
pub fn whole(findings: &[Finding]) -> Verdict {
    let has = |verdict: Verdict| findings.iter().any(|f| f.verdict == verdict);
    let decides = |f: &&Finding| {
        let is_of_card = matches!(
            f.question,
            Question::Card | Question::Memory | Question::Whole
        );
        is_of_card && (f.question == Question::Card || f.reason != Reason::NoPromise)
    };
    if has(Verdict::Fail) {
        Verdict::Fail
    } else if has(Verdict::Warn) {
        Verdict::Warn
    } else if findings
        .iter()
        .filter(decides)
        .any(|f| f.verdict == Verdict::Unknown)
    {
        Verdict::Unknown
    } else {
        Verdict::Ok
    }
}

/// The answers for a card that nobody chose: whether it is the promised one is not asked.
pub fn judge_guessed(machine: &Machine, promise: &Promise, gpus: &[Gpu]) -> Vec<Finding> {
    let mut findings = judge(machine, promise, gpus);
    for finding in findings.iter_mut().filter(|f| f.question == Question::Card) {
        finding.verdict = Verdict::Unknown;
        finding.reason = Reason::NoPromise;
        finding.promised = None;
    }
    findings
}

/// A figure without needless zeros and with a comma between thousands: `24,564`, `8.5`.
pub(super) fn figure(value: f64) -> String {
    let tenths = (value * 10.0).round() / 10.0;
    let whole = format!("{:.0}", tenths.trunc());
    let mut out = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    let rest = ((tenths - tenths.trunc()) * 10.0).round();
    if rest > 0.0 {
        format!("{out}.{rest:.0}")
    } else {
        out
    }
}

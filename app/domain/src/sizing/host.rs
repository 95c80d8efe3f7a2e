//! Whether the rest of a rented machine suits the job: memory beside the card, processors, disk.
use super::words::words;
use serde::Serialize;

words! {
    /// A part of the machine.
    HostPart {
        /// Memory beside the card.
        Ram = "ram",
        /// Virtual processors.
        Vcpus = "vcpus",
        /// Disk.
        Disk = "disk",
    }
}

words! {
    /// The judgement on a part.
    HostVerdict {
        /// Enough.
        Ok = "ok",
        /// Enough to run, short of what is comfortable.
        Tight = "tight",
        /// Too little.
        No = "no",
        /// The offer does not say.
        Unknown = "unknown",
    }
}

/// One part judged. Amounts are in GB, of processors in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct HostAdvice {
    /// Which part.
    pub part: HostPart,
    /// The judgement.
    pub verdict: HostVerdict,
    /// What the offer has.
    pub has: Option<f64>,
    /// From where on it runs.
    pub least: f64,
    /// From where on it is comfortable.
    pub comfortable: f64,
}

/// What an offer says of its machine. `None` = it does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Host {
    /// Memory beside the cards, GB.
    pub ram_gb: Option<f64>,
    /// Virtual processors.
    pub vcpus: Option<f64>,
    /// Disk, GB.
    pub disk_gb: Option<f64>,
    /// Cards.
    pub gpus: f64,
}

/// What system, Python and libraries take of the memory, GB.
const SYSTEM_RAM_GB: f64 = 4.0;
/// What leaves room for data and a second copy of a shard, GB.
const COMFORTABLE_RAM_GB: f64 = 8.0;
/// A Python environment with PyTorch and its CUDA libraries, GB.
const ENVIRONMENT_GB: f64 = 15.0;

/// Judges memory, processors and disk for a model whose files have `model_gb`. `keeps_checkpoints` says that training
/// writes it again.
///
/// Files are read through the machine's memory before they reach the card: a 13 GB model does not load into 16 GB. The
/// rule "four times the card's memory" has no ground; what is loaded decides.
pub fn advise(host: Host, model_gb: f64, keeps_checkpoints: bool) -> [HostAdvice; 3] {
    let copies = if keeps_checkpoints { 3.0 } else { 1.0 };
    let disk = model_gb * copies + ENVIRONMENT_GB;
    [
        judge(
            HostPart::Ram,
            host.ram_gb,
            model_gb + SYSTEM_RAM_GB,
            model_gb + COMFORTABLE_RAM_GB,
        ),
        // One process a card, and workers that load data beside it.
        judge(
            HostPart::Vcpus,
            host.vcpus,
            2.0 * host.gpus,
            8.0 * host.gpus,
        ),
        judge(HostPart::Disk, host.disk_gb, disk, 1.3 * disk),
    ]
}

fn judge(part: HostPart, has: Option<f64>, least: f64, comfortable: f64) -> HostAdvice {
    let verdict = match has {
        None => HostVerdict::Unknown,
        Some(has) if has >= comfortable => HostVerdict::Ok,
        Some(has) if has >= least => HostVerdict::Tight,
        Some(_) => HostVerdict::No,
    };
    HostAdvice {
        part,
        verdict,
        has,
        least,
        comfortable,
    }
}

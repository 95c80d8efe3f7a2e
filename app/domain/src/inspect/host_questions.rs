//! Questions about the machine around the cards.
use super::machine::{Disk, Machine};
use super::promise::Promise;
use super::verdict::{Finding, Question, Reason, Verdict, figure};

/// GiB that are still the GB of a promise: makers count in thousands, and the kernel keeps some for itself.
const RAM_SLACK: f64 = 0.92;
/// The same for disks, which also lose some to their file system.
const DISK_SLACK: f64 = 0.88;
/// A quota may be cut a little; a core of eight is not a little.
const CPU_SLACK: f64 = 0.95;
/// Below this it is no shortfall any more but another machine.
const FAR_BELOW: f64 = 0.75;
/// Loaders with several workers share batches here; a container's default of 64 MiB ends them with a bus error.
const LEAST_SHM_MIB: f64 = 1024.0;
/// A server elsewhere may be the slower end, so half of the promise is taken for kept.
const NET_KEPT: f64 = 0.5;
/// Below this no server that is near the machine explains it.
const NET_BROKEN: f64 = 0.2;
/// Writing with a flush, MB/s: a disk sold as NVMe, and any.
const SLOW_NVME: f64 = 400.0;
const SLOW_ANY: f64 = 80.0;

pub(super) fn answers(machine: &Machine, promise: &Promise) -> Vec<Finding> {
    let disks = machine.disks.as_deref().unwrap_or_default();
    let mut findings = vec![
        cpu(machine, promise),
        ram(machine, promise),
        shm(machine),
        data_disk(disks, promise),
        disk_size(disks, promise),
    ];
    findings.push(disk_rate(machine, promise));
    findings.push(network(machine, promise));
    findings
}

/// An answer by the share of a promise that was found.
fn share(
    question: Question,
    share: Option<f64>,
    kept: f64,
    broken: f64,
    reason: Reason,
) -> Finding {
    match share {
        None => Finding::new(question, Verdict::Unknown, Reason::NoPromise),
        Some(share) if share >= kept => Finding::new(question, Verdict::Ok, Reason::Fits),
        Some(share) if share >= broken => Finding::new(question, Verdict::Warn, reason),
        Some(_) => Finding::new(question, Verdict::Fail, reason),
    }
}

fn cpu(machine: &Machine, promise: &Promise) -> Finding {
    let promised = promise.vcpus.map(|cpus| format!("{} vCPU", figure(cpus)));
    let Some(cpus) = machine.cpus() else {
        return Finding::unseen(Question::Cpu).promised(promised);
    };
    let of = promise.vcpus.map(|vcpus| cpus / vcpus);
    let online = machine.cpu_online.filter(|online| *online > cpus);
    let text = online.map_or_else(
        || format!("{} vCPU", figure(cpus)),
        |online| format!("{} / {} vCPU", figure(cpus), figure(online)),
    );
    share(Question::Cpu, of, CPU_SLACK, FAR_BELOW, Reason::CpuBelow)
        .measured(text)
        .promised(promised)
}

fn ram(machine: &Machine, promise: &Promise) -> Finding {
    let promised = promise.ram_gb.map(|gb| format!("{} GB", figure(gb)));
    let Some(mib) = machine.ram_mib() else {
        return Finding::unseen(Question::Ram).promised(promised);
    };
    let gib = mib / 1024.0;
    let total = machine
        .ram_total_mib
        .filter(|total| *total > mib)
        .map(|total| total / 1024.0);
    let text = total.map_or_else(
        || format!("{} GiB", figure(gib)),
        |total| format!("{} / {} GiB", figure(gib), figure(total)),
    );
    let of = promise.ram_gb.map(|gb| gib / gb);
    share(Question::Ram, of, RAM_SLACK, FAR_BELOW, Reason::RamBelow)
        .measured(text)
        .promised(promised)
}

fn shm(machine: &Machine) -> Finding {
    let Some(mib) = machine.shm_mib else {
        return Finding::unseen(Question::Shm);
    };
    let (verdict, reason) = if mib < LEAST_SHM_MIB {
        (Verdict::Warn, Reason::ShmSmall)
    } else {
        (Verdict::Ok, Reason::Fits)
    };
    Finding::new(Question::Shm, verdict, reason).measured(format!("{} MiB", figure(mib)))
}

fn gb(mib: f64) -> String {
    format!("{} GB", figure((mib * 1.048_576 / 1000.0).round()))
}

/// True when the platform's list of volumes that a stop deletes names this mount.
fn is_lost(at: &str, promise: &Promise) -> bool {
    let names = |volume: &String| {
        volume
            .split([' ', ',', '(', ')', ';', '，', '、'])
            .any(|word| word == at)
    };
    promise.lost.iter().any(names)
}

fn data_disk(disks: &[Disk], promise: &Promise) -> Finding {
    let Some(disk) = disks.iter().find(|disk| disk.data) else {
        return Finding::unseen(Question::DataDisk);
    };
    let (verdict, reason) = match disk.ephemeral {
        // No offer promises where a visitor puts data: it is for them to move it, and no fault of the machine.
        Some(true) => (Verdict::Warn, Reason::DataGone),
        _ if is_lost(&disk.at, promise) => (Verdict::Warn, Reason::DataLost),
        Some(false) => (Verdict::Ok, Reason::DataKept),
        None => (Verdict::Unknown, Reason::NotSeen),
    };
    let parts = [
        Some(disk.at.clone()),
        disk.kind.clone(),
        disk.free_mib.map(gb),
    ];
    let text = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    Finding::new(Question::DataDisk, verdict, reason).measured(text)
}

/// All disks together, which a promise may mean; what is fetched over the network or lies in memory is none.
fn disk_size(disks: &[Disk], promise: &Promise) -> Finding {
    let promised = promise.disk_gb.map(|gb| format!("{} GB", figure(gb)));
    let is_disk = |disk: &&Disk| !matches!(disk.kind.as_deref(), Some("memory" | "network"));
    let sizes: Vec<f64> = disks
        .iter()
        .filter(is_disk)
        .filter_map(|disk| disk.size_mib)
        .collect();
    if sizes.is_empty() {
        return Finding::unseen(Question::DiskSize).promised(promised);
    }
    let mib: f64 = sizes.iter().sum();
    let of = promise
        .disk_gb
        .filter(|gb| *gb > 0.0)
        .map(|gb| mib * 1.048_576 / 1000.0 / gb);
    share(
        Question::DiskSize,
        of,
        DISK_SLACK,
        FAR_BELOW,
        Reason::DiskBelow,
    )
    .measured(gb(mib))
    .promised(promised)
}

fn disk_rate(machine: &Machine, promise: &Promise) -> Finding {
    let Some(rate) = machine.disk_write_mb_s else {
        return Finding::new(Question::DiskRate, Verdict::Unknown, Reason::NotMeasured)
            .promised(promise.disk_type.clone());
    };
    let is_nvme = promise
        .disk_type
        .as_deref()
        .is_some_and(|kind| kind.to_lowercase().contains("nvme"));
    let least = if is_nvme { SLOW_NVME } else { SLOW_ANY };
    let (verdict, reason) = if rate < least {
        (Verdict::Warn, Reason::DiskSlow)
    } else {
        (Verdict::Ok, Reason::Fits)
    };
    Finding::new(Question::DiskRate, verdict, reason)
        .measured(format!("{} MB/s", figure(rate)))
        .promised(promise.disk_type.clone())
}

fn network(machine: &Machine, promise: &Promise) -> Finding {
    let promised = promise
        .network_mbps
        .map(|mbps| format!("{} Mbps", figure(mbps)));
    let Some(mbps) = machine.net_mbps else {
        return Finding::new(Question::Network, Verdict::Unknown, Reason::NotMeasured)
            .promised(promised);
    };
    let of = promise
        .network_mbps
        .filter(|promised| *promised > 0.0)
        .map(|promised| mbps / promised);
    // One server abroad may be far slower than the line, so it accuses nobody.
    let (broken, reason) = if machine.net_own == Some(true) {
        (NET_BROKEN, Reason::NetBelow)
    } else {
        (0.0, Reason::NetFarServer)
    };
    share(Question::Network, of, NET_KEPT, broken, reason)
        .measured(format!("{} Mbps", figure(mbps)))
        .promised(promised)
}

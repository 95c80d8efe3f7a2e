//! What the script said of a machine. Nothing but what is named here is kept, and nothing that could name a person,
//! a host or an address.
use super::json::Value;
use serde::{Deserialize, Serialize};

/// Figures above this are no figures of a machine.
const MOST: f64 = 1e9;
/// Cards of one machine.
const MOST_CARDS: usize = 64;
/// Disks of one machine.
const MOST_DISKS: usize = 20;
/// Letters of a name.
const MOST_LETTERS: usize = 80;

/// Mounts that are known by name; any other is `other`. The list of the script.
const PLACES: [&str; 13] = [
    "/root/autodl-tmp",
    "/root/autodl-fs",
    "/hy-tmp",
    "/workspace",
    "/gemini/code",
    "/openbayes/home",
    "/data",
    "/mnt/data",
    "/mnt",
    "/root",
    "/home",
    "/",
    "other",
];

/// A card as its driver tells it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Its name.
    pub name: Option<String>,
    /// Memory, MiB.
    pub memory_mib: Option<f64>,
    /// Memory in use, MiB.
    pub used_mib: Option<f64>,
    /// Power limit in force, W.
    pub power_w: Option<f64>,
    /// Power limit as delivered, W.
    pub power_default_w: Option<f64>,
    /// Largest power limit that can be set, W.
    pub power_max_w: Option<f64>,
    /// Highest SM clock, MHz.
    pub clock_max_mhz: Option<f64>,
    /// Application clock in force, MHz.
    pub clock_set_mhz: Option<f64>,
    /// Application clock as delivered, MHz.
    pub clock_default_mhz: Option<f64>,
    /// PCIe generation at the moment: low while the card rests.
    pub pcie_gen: Option<f64>,
    /// Highest PCIe generation of card and slot together.
    pub pcie_gen_max: Option<f64>,
    /// PCIe lanes at the moment.
    pub pcie_width: Option<f64>,
    /// Most lanes of card and slot together.
    pub pcie_width_max: Option<f64>,
    /// `Enabled`, `Disabled`; `None` = the card has none.
    pub ecc: Option<String>,
    /// `Enabled`, `Disabled`; `None` = the card cannot be cut.
    pub mig: Option<String>,
}

/// A disk.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Disk {
    /// Where, one of the known places or `other`.
    pub at: String,
    /// `nvme`, `ssd`, `hdd`, `virtual`, `network`, `overlay`, `memory`.
    pub kind: Option<String>,
    /// True when it goes with the container.
    pub ephemeral: Option<bool>,
    /// True where the visitor's data lie.
    pub data: bool,
    /// Size, MiB.
    pub size_mib: Option<f64>,
    /// Free, MiB.
    pub free_mib: Option<f64>,
}

/// The whole machine. `None` = the script could not see it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Day of the check, as the machine's clock has it.
    pub day: Option<String>,
    /// Operating system.
    pub os: Option<String>,
    /// In a container.
    pub container: Option<bool>,
    /// On a hypervisor.
    pub vm: Option<bool>,
    /// Model of the processor.
    pub cpu_model: Option<String>,
    /// Processors of the machine.
    pub cpu_online: Option<f64>,
    /// Processors that this process may run on.
    pub cpu_allowed: Option<f64>,
    /// Processors' worth of time that its group may use.
    pub cpu_quota: Option<f64>,
    /// NUMA nodes.
    pub numa_nodes: Option<f64>,
    /// Memory of the machine, MiB.
    pub ram_total_mib: Option<f64>,
    /// Memory that its group may use, MiB.
    pub ram_limit_mib: Option<f64>,
    /// Shared memory, MiB.
    pub shm_mib: Option<f64>,
    /// Disks.
    pub disks: Option<Vec<Disk>>,
    /// `ok`, `missing`, or why the driver does not answer.
    pub nvidia_smi: Option<String>,
    /// Driver.
    pub driver: Option<String>,
    /// Newest CUDA of the driver.
    pub cuda: Option<String>,
    /// CUDA of the toolkit.
    pub nvcc: Option<String>,
    /// `None` (a whole machine), `Pass-Through`, `VGPU`.
    pub virtualization: Option<String>,
    /// Cards.
    pub cards: Option<Vec<Card>>,
    /// Instances of cut cards, such as `1g.10gb`.
    pub mig_devices: Option<Vec<String>>,
    /// Processes on the cards.
    pub processes: Option<f64>,
    /// Those of them that run outside this container.
    pub processes_foreign: Option<f64>,
    /// How each card reaches each other: `NV18`, `PIX`, `SYS`, ….
    pub topology: Option<Vec<Vec<String>>>,
    /// Whether each card reads each other's memory: `OK`, `NS`, ….
    pub p2p: Option<Vec<Vec<String>>>,
    /// NVLink links that are up, of all cards.
    pub nvlink_active: Option<f64>,
    /// NVLink links that are down.
    pub nvlink_inactive: Option<f64>,
    /// Written to disk, MB/s.
    pub disk_write_mb_s: Option<f64>,
    /// Fetched, Mbps.
    pub net_mbps: Option<f64>,
    /// True when the visitor named the server; older scripts did not say.
    #[serde(default)]
    pub net_own: Option<bool>,
}

fn number(value: Option<&Value>) -> Option<f64> {
    match value? {
        Value::Number(number) if (0.0..MOST).contains(number) => Some(*number),
        _ => None,
    }
}

fn flag(value: Option<&Value>) -> Option<bool> {
    match value? {
        Value::Bool(flag) => Some(*flag),
        _ => None,
    }
}

/// Text of a name: letters of names alone, and nothing that could be an address.
fn name(value: Option<&Value>) -> Option<String> {
    let Value::Text(text) = value? else {
        return None;
    };
    let is_letter = |c: &char| c.is_ascii_alphanumeric() || " ._()+-/@,:#".contains(*c);
    let kept: String = text.chars().filter(is_letter).take(MOST_LETTERS).collect();
    let is_address = kept.contains("//") || kept.contains("www.");
    (!kept.trim().is_empty() && !is_address).then(|| kept.trim().to_owned())
}

/// A word that the script or the driver uses.
fn word(value: Option<&Value>) -> Option<String> {
    let found = name(value)?;
    let is_word = found.len() <= 20
        && found
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_.-+".contains(c));
    is_word.then_some(found)
}

/// A version, without the remarks that some drivers put behind it.
fn number_word(value: Option<&Value>) -> Option<String> {
    let text = name(value)?;
    word(Some(&Value::Text(text.split(' ').next()?.to_owned())))
}

fn list<T>(
    value: Option<&Value>,
    most: usize,
    each: impl Fn(&Value) -> Option<T>,
) -> Option<Vec<T>> {
    match value? {
        Value::List(values) => Some(values.iter().take(most).filter_map(each).collect()),
        _ => None,
    }
}

/// A square of words; `None` when it is not square, for a cut one says nothing about the pairs it lacks.
fn square(value: Option<&Value>) -> Option<Vec<Vec<String>>> {
    let cell = |value: &Value| Some(word(Some(value)).unwrap_or_else(|| "?".to_owned()));
    let rows = list(value, MOST_CARDS, |row| list(Some(row), MOST_CARDS, cell))?;
    rows.iter()
        .all(|row| row.len() == rows.len())
        .then_some(rows)
}

fn card(value: &Value) -> Option<Card> {
    let Value::Object(_) = value else {
        return None;
    };
    let figure = |name: &str| number(value.get(name));
    Some(Card {
        name: name(value.get("name")),
        memory_mib: figure("memory_mib"),
        used_mib: figure("used_mib"),
        power_w: figure("power_w"),
        power_default_w: figure("power_default_w"),
        power_max_w: figure("power_max_w"),
        clock_max_mhz: figure("clock_max_mhz"),
        clock_set_mhz: figure("clock_set_mhz"),
        clock_default_mhz: figure("clock_default_mhz"),
        pcie_gen: figure("pcie_gen"),
        pcie_gen_max: figure("pcie_gen_max"),
        pcie_width: figure("pcie_width"),
        pcie_width_max: figure("pcie_width_max"),
        ecc: word(value.get("ecc")),
        mig: word(value.get("mig")),
    })
}

fn disk(value: &Value) -> Option<Disk> {
    let Some(Value::Text(at)) = value.get("at") else {
        return None;
    };
    let known = PLACES.iter().find(|place| *place == at);
    Some(Disk {
        at: (*known.unwrap_or(&"other")).to_owned(),
        kind: word(value.get("kind")).filter(|kind| kind != "unknown"),
        ephemeral: flag(value.get("ephemeral")),
        data: flag(value.get("data")) == Some(true),
        size_mib: number(value.get("size_mib")),
        free_mib: number(value.get("free_mib")),
    })
}

impl Machine {
    /// Takes what is known from a document.
    pub(super) fn of(value: &Value) -> Self {
        let part =
            |group: &str, name: &str| value.get(group).and_then(|group| group.get(name)).cloned();
        let figure = |group: &str, name: &str| number(part(group, name).as_ref());
        Self {
            day: word(value.get("day")).filter(|day| crate::units::day_of_text(day).is_some()),
            os: name(value.get("os")),
            container: flag(value.get("container")),
            vm: flag(value.get("vm")),
            cpu_model: name(part("cpu", "model").as_ref()),
            cpu_online: figure("cpu", "online"),
            cpu_allowed: figure("cpu", "allowed"),
            cpu_quota: figure("cpu", "quota"),
            numa_nodes: figure("cpu", "numa_nodes"),
            ram_total_mib: figure("ram", "total_mib"),
            ram_limit_mib: figure("ram", "limit_mib"),
            shm_mib: number(value.get("shm_mib")),
            disks: list(value.get("disks"), MOST_DISKS, disk),
            nvidia_smi: word(value.get("nvidia_smi")),
            driver: number_word(value.get("driver")),
            cuda: number_word(value.get("cuda")),
            nvcc: word(value.get("nvcc")),
            virtualization: word(value.get("virtualization")),
            cards: list(value.get("cards"), MOST_CARDS, card),
            mig_devices: list(value.get("mig_devices"), MOST_CARDS, |v| word(Some(v))),
            processes: figure("processes", "all"),
            processes_foreign: figure("processes", "foreign"),
            topology: square(value.get("topology")),
            p2p: square(value.get("p2p")),
            nvlink_active: figure("nvlink", "active"),
            nvlink_inactive: figure("nvlink", "inactive"),
            disk_write_mb_s: figure("rates", "disk_write_mb_s"),
            net_mbps: figure("rates", "net_mbps"),
            net_own: flag(part("rates", "net_own").as_ref()),
        }
    }

    /// Processors' worth of time that can be had: the least of those there are, may be used and are paid out.
    pub fn cpus(&self) -> Option<f64> {
        let known = [self.cpu_online, self.cpu_allowed, self.cpu_quota];
        known.into_iter().flatten().reduce(f64::min)
    }

    /// Memory that can be had, MiB.
    pub fn ram_mib(&self) -> Option<f64> {
        let known = [self.ram_total_mib, self.ram_limit_mib];
        known.into_iter().flatten().reduce(f64::min)
    }
}

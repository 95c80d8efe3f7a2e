//! Getting a model to the card: download, and load from disk.
use super::units::Range;

/// Seconds to download `gb` (10^9 bytes) on a line of `mbps`: 90 % of the line at best estimate, all of it at most,
/// half of it on a bad day. None for a line of 0. 13 GB at 10 Mbit/s take 2.9 to 5.8 hours, likely 3.2.
pub fn download_s(gb: f64, mbps: f64) -> Option<Range> {
    (mbps > 0.0).then(|| {
        let at_line_rate = gb * 8000.0 / mbps;
        Range::new(at_line_rate, at_line_rate / 0.9, at_line_rate / 0.5)
    })
}

/// Kinds of disks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disk {
    /// NVMe SSD in the machine.
    Nvme,
    /// SATA SSD.
    Sata,
    /// Spinning disk.
    Hdd,
    /// Reached over the network.
    Network,
}

impl Disk {
    /// From what platforms write, such as `NVMe SSD` or `network`; none when it says nothing of this.
    pub fn from_text(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let has = |word: &str| text.contains(word);
        if has("nvme") {
            Some(Self::Nvme)
        } else if has("network") || has("nfs") || has("cloud") || has("ceph") {
            Some(Self::Network)
        } else if has("hdd") {
            Some(Self::Hdd)
        } else if has("ssd") || has("sata") {
            Some(Self::Sata)
        } else {
            None
        }
    }

    /// What it reads, GB/s: slow, usual, fast.
    const fn gb_per_s(self) -> Range {
        match self {
            Self::Nvme => Range::new(1.5, 3.0, 6.0),
            Self::Sata => Range::new(0.4, 0.5, 0.55),
            Self::Hdd => Range::new(0.1, 0.15, 0.2),
            Self::Network => Range::new(0.1, 0.2, 0.3),
        }
    }
}

/// Seconds to load `gb` (10^9 bytes) from a disk, which PCIe (12 to 50 GB/s) does not hold up. Files that are not
/// safetensors are unpacked at 1 to 2 GB/s at best.
pub fn load_s(gb: f64, disk: Disk, is_safetensors: bool) -> Range {
    let mut rate = disk.gb_per_s();
    if !is_safetensors {
        rate = Range::new(rate.low.min(1.0), rate.mid.min(1.5), rate.high.min(2.0));
    }
    Range::new(gb / rate.high, gb / rate.mid, gb / rate.low)
}

//! Each machine of `tests/machines`, what was promised of it, and all that is not in order there.

/// A machine with its promise and its verdicts.
pub struct Expected {
    pub name: &'static str,
    pub gpu: &'static str,
    pub count: Option<u32>,
    pub vcpus: Option<f64>,
    pub ram_gb: Option<f64>,
    /// Question, verdict, reason of everything that is neither in order nor without a promise.
    pub odd: &'static [(&'static str, &'static str, &'static str)],
}

const fn machine(
    name: &'static str,
    gpu: &'static str,
    count: u32,
    odd: &'static [(&'static str, &'static str, &'static str)],
) -> Expected {
    Expected {
        name,
        gpu,
        count: Some(count),
        vcpus: None,
        ram_gb: None,
        odd,
    }
}

const fn with(expected: Expected, vcpus: f64, ram_gb: f64) -> Expected {
    Expected {
        vcpus: Some(vcpus),
        ram_gb: Some(ram_gb),
        ..expected
    }
}

/// Nothing of the cards can be seen.
const UNSEEN: [(&str, &str, &str); 6] = [
    ("card", "unknown", "not_seen"),
    ("count", "unknown", "not_seen"),
    ("memory", "unknown", "not_seen"),
    ("whole", "unknown", "not_seen"),
    ("others", "unknown", "not_seen"),
    ("power", "unknown", "not_seen"),
];

pub const EXPECTED: &[Expected] = &[
    with(machine("h200", "h200-sxm", 1, &[]), 16.0, 128.0),
    with(machine("h200-x2", "h200-sxm", 2, &[]), 32.0, 256.0),
    with(machine("rtx4090", "rtx-4090", 1, &[]), 16.0, 64.0),
    with(machine("driver-610", "rtx-4090", 1, &[]), 16.0, 64.0),
    with(
        machine(
            "rtx4090-x8-sys",
            "rtx-4090",
            8,
            &[("links", "warn", "only_sys")],
        ),
        128.0,
        1008.0,
    ),
    machine("a100-mig", "a100-80gb-sxm", 1, &[("whole", "fail", "mig")]),
    machine(
        "a40-vgpu",
        "a40",
        1,
        &[
            ("memory", "fail", "memory_short"),
            ("whole", "fail", "vgpu"),
            ("power", "unknown", "not_seen"),
            ("pcie", "unknown", "not_seen"),
        ],
    ),
    with(machine("h100-x8-nvlink", "h100-sxm", 8, &[]), 192.0, 2000.0),
    machine(
        "h100-x2-no-nvlink",
        "h100-sxm",
        2,
        &[("links", "fail", "no_nvlink")],
    ),
    machine(
        "rtx3090-power",
        "rtx-3090",
        1,
        &[("power", "fail", "power_limited")],
    ),
    machine(
        "rtx4090-x4",
        "rtx-4090",
        1,
        &[("pcie", "warn", "resting_lanes")],
    ),
    machine(
        "rtx4090-x8-slot",
        "rtx-4090",
        1,
        &[("pcie", "warn", "narrow_slot")],
    ),
    with(
        machine(
            "cpu-quota-v2",
            "rtx-4090",
            1,
            &[("cpu", "fail", "cpu_below"), ("ram", "fail", "ram_below")],
        ),
        16.0,
        64.0,
    ),
    with(
        machine(
            "cpu-quota-v1",
            "rtx-4090",
            1,
            &[("cpu", "warn", "cpu_below"), ("ram", "fail", "ram_below")],
        ),
        8.0,
        64.0,
    ),
    with(
        machine("cgroup-v1-unlimited", "rtx-4090", 1, &[]),
        16.0,
        64.0,
    ),
    machine(
        "small-shm",
        "rtx-4090",
        1,
        &[
            ("shm", "warn", "shm_small"),
            ("data_disk", "unknown", "not_seen"),
        ],
    ),
    machine(
        "overlay-data",
        "l40s",
        1,
        &[("data_disk", "warn", "data_gone")],
    ),
    machine(
        "foreign-process",
        "rtx-4090",
        1,
        &[("others", "fail", "foreign_processes")],
    ),
    machine(
        "own-process",
        "rtx-4090",
        1,
        &[("others", "warn", "own_processes")],
    ),
    machine(
        "memory-in-use",
        "rtx-4090",
        1,
        &[("others", "warn", "memory_in_use")],
    ),
    machine(
        "memory-short",
        "rtx-4090",
        1,
        &[("memory", "fail", "memory_short")],
    ),
    machine(
        "other-card",
        "rtx-4090",
        2,
        &[
            ("card", "fail", "other_card"),
            ("count", "fail", "fewer_cards"),
            ("links", "unknown", "not_seen"),
        ],
    ),
    machine(
        "rtx5090-old-driver",
        "rtx-5090",
        1,
        &[("driver", "fail", "cuda_old")],
    ),
    machine("v100-old-driver", "v100-32gb-sxm", 1, &[]),
    machine(
        "a100-clocks-ecc",
        "a100-80gb-sxm",
        1,
        &[
            ("clocks", "warn", "clocks_lowered"),
            ("ecc", "warn", "ecc_off"),
        ],
    ),
    machine(
        "no-driver",
        "rtx-4090",
        1,
        &[
            ("driver", "fail", "driver_broken"),
            UNSEEN[0],
            UNSEEN[1],
            UNSEEN[2],
            UNSEEN[3],
            UNSEEN[4],
            UNSEEN[5],
            ("pcie", "unknown", "not_seen"),
        ],
    ),
    machine(
        "mismatch",
        "rtx-4090",
        1,
        &[
            ("driver", "fail", "driver_broken"),
            UNSEEN[0],
            UNSEEN[1],
            UNSEEN[2],
            UNSEEN[3],
            UNSEEN[4],
            UNSEEN[5],
            ("pcie", "unknown", "not_seen"),
        ],
    ),
    machine(
        "no-devices",
        "rtx-4090",
        1,
        &[
            ("driver", "fail", "driver_broken"),
            UNSEEN[0],
            ("count", "fail", "fewer_cards"),
            UNSEEN[2],
            UNSEEN[3],
            UNSEEN[4],
            UNSEEN[5],
            ("pcie", "unknown", "not_seen"),
        ],
    ),
    machine(
        "no-nvidia-smi",
        "rtx-4090",
        1,
        &[
            ("driver", "fail", "driver_missing"),
            UNSEEN[0],
            UNSEEN[1],
            UNSEEN[2],
            UNSEEN[3],
            UNSEEN[4],
            UNSEEN[5],
            ("pcie", "unknown", "not_seen"),
        ],
    ),
];

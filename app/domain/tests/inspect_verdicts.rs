//! Verdicts: what the script did not see is never in order, and less to see never makes a machine better.
#![allow(clippy::unwrap_used)] // a test says what went wrong by failing
use domain::catalog::{Gpu, Tri};
use domain::inspect::{Finding, Promise, Reason, Verdict, judge, judge_guessed, read, whole};
use proptest::prelude::*;
use serde_json::{Value, json};

fn gpu() -> Gpu {
    let text = json!({ "slug": "a100-80gb-sxm", "name": "A100 SXM4 80GB", "vendor": "NVIDIA", "vram_gb": 80.0, "memory_type": "HBM2e",
        "tdp_w": 400.0, "interconnect": "NVLink 3", "form_factor": "SXM4", "min_cuda": "11.0", "source_url": "", "note": "" });
    serde_json::from_value(text).unwrap()
}

fn promise() -> Promise {
    Promise {
        count: Some(2),
        vcpus: Some(32.0),
        ram_gb: Some(128.0),
        disk_gb: Some(500.0),
        network_mbps: Some(1000.0),
        nvlink: Some(Tri::Yes),
        lost: vec!["data disk /workspace (local)".to_owned()],
        ..Promise::of_card(&gpu())
    }
}

fn card() -> Value {
    json!({ "name": "NVIDIA A100-SXM4-80GB", "memory_mib": 81920, "used_mib": 4, "power_w": 400, "power_default_w": 400, "power_max_w": 400,
        "clock_set_mhz": 1410, "clock_default_mhz": 1410, "pcie_gen": 1, "pcie_gen_max": 4, "pcie_width": 16, "pcie_width_max": 16,
        "ecc": "Enabled", "mig": "Disabled" })
}

fn document() -> Value {
    json!({ "check": 1, "cpu": { "online": 64, "allowed": 64, "quota": 32 }, "ram": { "total_mib": 500000, "limit_mib": 131072 }, "shm_mib": 65536,
        "disks": [{ "at": "/data", "kind": "nvme", "ephemeral": false, "data": true, "size_mib": 512000, "free_mib": 500000 }],
        "nvidia_smi": "ok", "driver": "550.54.14", "cuda": "12.4", "virtualization": "None", "cards": [card(), card()], "mig_devices": [],
        "processes": { "all": 0, "foreign": 0 }, "topology": [["X", "NV12"], ["NV12", "X"]], "nvlink": { "active": 24, "inactive": 0 },
        "rates": { "net_own": true, "disk_write_mb_s": 900, "net_mbps": 800 }, "end": true })
}

fn answers(document: &Value) -> Vec<Finding> {
    judge(
        &read(&document.to_string()).unwrap().machine,
        &promise(),
        &[gpu()],
    )
}

fn of(document: &Value, question: &str) -> (Verdict, Reason) {
    let answers = answers(document);
    let found = answers.iter().find(|f| f.question.word() == question);
    found
        .map(|f| (f.verdict, f.reason))
        .unwrap_or_else(|| panic!("{question} was not asked"))
}

/// The document with one value changed.
fn with(pointer: &str, value: Value) -> Value {
    let mut document = document();
    *document
        .pointer_mut(pointer)
        .unwrap_or_else(|| panic!("{pointer}")) = value;
    document
}

#[test]
fn a_machine_as_promised_is_in_order_in_every_question() {
    let answers = answers(&document());
    let odd: Vec<_> = answers
        .iter()
        .filter(|f| f.verdict != Verdict::Ok)
        .collect();
    assert!(odd.is_empty(), "{odd:?}");
    assert_eq!(answers.len(), 18);
    assert_eq!(whole(&answers), Verdict::Ok);
}

#[test]
fn each_shortfall_is_named() {
    for (pointer, value, question, verdict, reason) in [
        (
            "/cards/1/memory_mib",
            json!(40960),
            "memory",
            Verdict::Fail,
            Reason::MemoryShort,
        ),
        (
            "/cards/1/mig",
            json!("Enabled"),
            "whole",
            Verdict::Fail,
            Reason::Mig,
        ),
        (
            "/virtualization",
            json!("VGPU"),
            "whole",
            Verdict::Fail,
            Reason::Vgpu,
        ),
        (
            "/cards/0/name",
            json!("GRID A100D-40C"),
            "whole",
            Verdict::Fail,
            Reason::Vgpu,
        ),
        (
            "/cards/1/power_w",
            json!(300),
            "power",
            Verdict::Fail,
            Reason::PowerLimited,
        ),
        (
            "/cards/1/pcie_width",
            json!(4),
            "pcie",
            Verdict::Warn,
            Reason::RestingLanes,
        ),
        (
            "/cards/1/pcie_width",
            json!(8),
            "pcie",
            Verdict::Warn,
            Reason::RestingLanes,
        ),
        (
            "/cards",
            json!([card()]),
            "count",
            Verdict::Fail,
            Reason::FewerCards,
        ),
        (
            "/cards/1/ecc",
            json!("Disabled"),
            "ecc",
            Verdict::Warn,
            Reason::EccOff,
        ),
        (
            "/cards/1/clock_set_mhz",
            json!(1000),
            "clocks",
            Verdict::Warn,
            Reason::ClocksLowered,
        ),
        (
            "/cards/1/name",
            json!("NVIDIA A100 80GB PCIe"),
            "card",
            Verdict::Fail,
            Reason::OtherCard,
        ),
        (
            "/topology/0/1",
            json!("SYS"),
            "links",
            Verdict::Fail,
            Reason::NoNvlink,
        ),
        (
            "/topology/0/1",
            json!("?"),
            "links",
            Verdict::Unknown,
            Reason::NotSeen,
        ),
        (
            "/nvlink/inactive",
            json!(2),
            "links",
            Verdict::Warn,
            Reason::NvlinkDown,
        ),
        (
            "/cuda",
            json!("10.2"),
            "driver",
            Verdict::Fail,
            Reason::CudaOld,
        ),
        (
            "/nvidia_smi",
            json!("mismatch"),
            "driver",
            Verdict::Fail,
            Reason::DriverBroken,
        ),
        (
            "/cpu/quota",
            json!(16),
            "cpu",
            Verdict::Fail,
            Reason::CpuBelow,
        ),
        (
            "/cpu/quota",
            json!(28),
            "cpu",
            Verdict::Warn,
            Reason::CpuBelow,
        ),
        (
            "/ram/limit_mib",
            json!(65536),
            "ram",
            Verdict::Fail,
            Reason::RamBelow,
        ),
        (
            "/shm_mib",
            json!(64),
            "shm",
            Verdict::Warn,
            Reason::ShmSmall,
        ),
        (
            "/disks/0/ephemeral",
            json!(true),
            "data_disk",
            Verdict::Warn,
            Reason::DataGone,
        ),
        (
            "/disks/0/at",
            json!("/workspace"),
            "data_disk",
            Verdict::Warn,
            Reason::DataLost,
        ),
        (
            "/disks/0/size_mib",
            json!(100000),
            "disk_size",
            Verdict::Fail,
            Reason::DiskBelow,
        ),
        (
            "/rates/disk_write_mb_s",
            json!(30),
            "disk_rate",
            Verdict::Warn,
            Reason::DiskSlow,
        ),
        (
            "/rates/net_mbps",
            json!(100),
            "network",
            Verdict::Fail,
            Reason::NetBelow,
        ),
        (
            "/rates/net_mbps",
            json!(300),
            "network",
            Verdict::Warn,
            Reason::NetBelow,
        ),
        (
            "/processes/foreign",
            json!(1),
            "others",
            Verdict::Fail,
            Reason::ForeignProcesses,
        ),
        (
            "/processes/all",
            json!(1),
            "others",
            Verdict::Warn,
            Reason::OwnProcesses,
        ),
        (
            "/cards/1/used_mib",
            json!(9000),
            "others",
            Verdict::Warn,
            Reason::MemoryInUse,
        ),
    ] {
        assert_eq!(
            of(&with(pointer, value.clone()), question),
            (verdict, reason),
            "{pointer} = {value}"
        );
    }
}

#[test]
fn a_resting_card_is_not_accused_of_a_slow_link() {
    for generation in [1, 2, 3, 4] {
        assert_eq!(
            of(&with("/cards/0/pcie_gen", json!(generation)), "pcie").0,
            Verdict::Ok,
            "Gen {generation}"
        );
    }
}

#[test]
fn few_lanes_count_against_a_card_that_computes() {
    for (lanes, verdict) in [(4, Verdict::Fail), (8, Verdict::Warn)] {
        let mut busy = with("/cards/1/pcie_width", json!(lanes));
        busy["processes"] = json!({ "all": 1, "foreign": 0 });
        assert_eq!(of(&busy, "pcie"), (verdict, Reason::FewLanes), "x{lanes}");
    }
}

#[test]
fn a_slot_of_four_lanes_counts_at_any_time() {
    for now in [1, 4] {
        let mut narrow = with("/cards/1/pcie_width_max", json!(4));
        narrow["cards"][1]["pcie_width"] = json!(now);
        let found = of(&narrow, "pcie");
        assert_eq!(found, (Verdict::Fail, Reason::NarrowSlot), "x{now} of 4");
    }
}

#[test]
fn a_resting_card_does_not_hide_a_narrow_slot_beside_it() {
    let mut two = with("/cards/0/pcie_width", json!(1));
    two["cards"][1]["pcie_width"] = json!(4);
    two["cards"][1]["pcie_width_max"] = json!(4);
    assert_eq!(of(&two, "pcie"), (Verdict::Fail, Reason::NarrowSlot));
}

#[test]
fn a_remark_behind_the_version_is_no_part_of_it() {
    let text = "13.3 [Deprecated; will be removed in CUDA 14.0. Use CUDA UMD Version instead]";
    let machine = read(&with("/cuda", json!(text)).to_string())
        .unwrap()
        .machine;
    assert_eq!(machine.cuda.as_deref(), Some("13.3"));
}

#[test]
fn one_far_server_accuses_nobody() {
    // By an older script, which did not say, and by one that fetched from its own server.
    for own in [json!(null), json!(false)] {
        let mut slow = with("/rates/net_mbps", json!(1));
        slow["rates"]["net_own"] = own;
        assert_eq!(of(&slow, "network"), (Verdict::Warn, Reason::NetFarServer));
    }
}

#[test]
fn a_machine_against_its_own_name_keeps_no_promise() {
    let machine = read(&document().to_string()).unwrap().machine;
    let guessed = judge_guessed(&machine, &Promise::of_card(&gpu()), &[gpu()]);
    assert_eq!(whole(&guessed), Verdict::Unknown);
    let chosen = judge(&machine, &Promise::of_card(&gpu()), &[gpu()]);
    assert_eq!(whole(&chosen), Verdict::Ok);
}

#[test]
fn a_slice_that_was_sold_as_one_is_in_order() {
    let promise = Promise {
        fraction: Some(0.5),
        ..Promise::of_card(&gpu())
    };
    let half = with(
        "/cards",
        json!([{ "name": "GRID A100D-40C", "memory_mib": 40960, "mig": null }]),
    );
    let answers = judge(
        &read(&half.to_string()).unwrap().machine,
        &promise,
        &[gpu()],
    );
    let of = |question: &str| {
        answers
            .iter()
            .find(|f| f.question.word() == question)
            .unwrap()
    };
    assert_eq!(
        (of("whole").verdict, of("whole").reason),
        (Verdict::Ok, Reason::SliceAsSold)
    );
    assert_eq!(of("memory").verdict, Verdict::Ok);
}

#[test]
fn nothing_seen_is_nothing_in_order() {
    let answers = answers(&json!({ "check": 1, "end": true }));
    assert!(
        answers.iter().all(|f| f.verdict == Verdict::Unknown),
        "{answers:?}"
    );
    assert_eq!(whole(&answers), Verdict::Unknown);
}

/// Every place of a value in a document.
fn pointers(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => members
            .iter()
            .for_each(|(name, value)| pointers(value, format!("{at}/{name}"), found)),
        Value::Array(values) => values
            .iter()
            .enumerate()
            .for_each(|(index, value)| pointers(value, format!("{at}/{index}"), found)),
        _ => {}
    }
    if !["", "/check"].contains(&at.as_str()) {
        found.push(at);
    }
}

/// What is in order in `less` and is not in `more`.
fn better(less: &[Finding], more: &[Finding]) -> Vec<String> {
    let is_ok = |findings: &[Finding], of: &Finding| {
        findings
            .iter()
            .any(|f| f.question == of.question && f.verdict == Verdict::Ok)
    };
    less.iter()
        .filter(|f| f.verdict == Verdict::Ok && !is_ok(more, f))
        .map(|f| format!("{f:?}"))
        .collect()
}

#[test]
fn a_figure_that_is_hidden_makes_no_faulty_machine_right() {
    // Each fault alone, then any one value unseen: a limit that cannot be read, such as a quota, is the one thing that may hide.
    let faults = [
        ("/cards/1/memory_mib", json!(40960)),
        ("/cards/1/mig", json!("Enabled")),
        ("/cards/1/power_w", json!(300)),
        ("/cards/1/pcie_width", json!(4)),
        ("/cards/1/ecc", json!("Disabled")),
        ("/topology/0/1", json!("SYS")),
        ("/shm_mib", json!(64)),
    ];
    let mut places = Vec::new();
    pointers(&document(), String::new(), &mut places);
    for (pointer, value) in faults {
        let faulty = with(pointer, value);
        let more = answers(&faulty);
        for place in &places {
            let mut hidden = faulty.clone();
            *hidden.pointer_mut(place).unwrap() = Value::Null;
            // A card that is hidden whole is a card that is not there: the count says so.
            if place == "/cards/1" {
                continue;
            }
            let found = better(&answers(&hidden), &more);
            assert!(found.is_empty(), "{pointer} with {place} hidden: {found:?}");
        }
    }
}

proptest! {
    #[test]
    fn a_text_that_ends_early_is_never_better_than_the_whole(end in 12usize..1200, memory in 1u32..90_000, width in 1u32..17, quota in 1u32..64) {
        let mut faulty = document();
        faulty["cards"][1]["memory_mib"] = json!(memory);
        faulty["cards"][1]["pcie_width"] = json!(width);
        faulty["cpu"]["quota"] = json!(quota);
        let text = faulty.to_string().replacen("{\"cards\"", "{\"check\":1,\"cards\"", 1);
        let more = judge(&read(&text).unwrap().machine, &promise(), &[gpu()]);
        let cut = &text[..end.min(text.len())];
        let less = judge(&read(cut).unwrap().machine, &promise(), &[gpu()]);
        prop_assert_eq!(better(&less, &more), Vec::<String>::new());
    }

    #[test]
    fn any_machine_is_judged(value in "[0-9]{1,9}", at in 0usize..60) {
        let mut places = Vec::new();
        let mut document = document();
        pointers(&document, String::new(), &mut places);
        let place = &places[at % places.len()];
        *document.pointer_mut(place).unwrap() = value.parse::<u64>().unwrap().into();
        for finding in answers(&document) {
            prop_assert!(finding.verdict != Verdict::Ok || finding.measured.is_some(), "{finding:?}");
        }
    }
}

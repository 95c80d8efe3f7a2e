//! Which part of a machine holds a job up: known cases, and laws that hold for any machine.
#![allow(clippy::unwrap_used, reason = "tests")]

mod sizing;

use domain::bottleneck::{Bottleneck, Figures, Load, Machine, Part, Verdict, judge};
use domain::catalog::Gpu;
use domain::sizing::transfer::Disk;
use domain::sizing::{Library, Pace, Request};
use proptest::prelude::*;
use std::sync::LazyLock;

static LIBRARY: LazyLock<Library> = LazyLock::new(sizing::library);
static GPUS: LazyLock<Vec<Gpu>> = LazyLock::new(sizing::gpus);

fn gpu(slug: &str) -> &'static Gpu {
    GPUS.iter().find(|gpu| gpu.slug == slug).unwrap()
}

fn load(fields: &[(&str, &str)], card: &str) -> Load {
    let mut request = Request::default();
    for (name, value) in fields {
        request.set(name, value).unwrap();
    }
    Load::of(&request, 1, &LIBRARY, gpu(card)).unwrap()
}

fn chat(card: &str) -> Load {
    load(&[("task", "inference"), ("model", "qwen2.5-7b")], card)
}

/// A machine of which all is known and plenty.
const ROOMY: Machine = Machine {
    gpus: 1,
    share: None,
    vcpus: Some(16.0),
    ram_gb: Some(96.0),
    disk_gb: Some(500.0),
    disk: Some(Disk::Nvme),
    mbps: Some(1000.0),
    one_machine: Some(true),
    nvlink: None,
};

fn verdict(answer: &Bottleneck, part: Part) -> Verdict {
    answer.row(part).unwrap().verdict
}

#[test]
fn on_a_roomy_machine_the_card_sets_the_pace() {
    let answer = judge(&chat("rtx-4090"), &ROOMY, gpu("rtx-4090"));
    assert!(
        answer.rows.iter().all(|row| row.verdict == Verdict::Enough),
        "{answer:#?}"
    );
    assert_eq!(answer.tightest, Some(Part::CardSpeed));
    assert!(answer.unknown.is_empty());
    // 7.6 billion parameters of two bytes are read for each token, at 1008 GB/s.
    let row = answer.row(Part::CardSpeed).unwrap();
    let Figures::CardSpeed {
        pace: Pace::Reads { gb, gb_per_s },
        ..
    } = row.figures
    else {
        panic!("{row:?}")
    };
    assert!(
        (13.5..15.5).contains(&gb) && gb_per_s == Some(1008.0),
        "{gb}"
    );
}

/// 15 GB at 50 Mbit/s take three quarters of an hour, of an hour of use.
#[test]
fn a_slow_line_holds_up_an_hour_of_use_and_is_named_with_its_time() {
    let slow = Machine {
        mbps: Some(50.0),
        ..ROOMY
    };
    let answer = judge(&chat("rtx-4090"), &slow, gpu("rtx-4090"));
    assert_eq!(answer.tightest, Some(Part::Network));
    let row = answer.row(Part::Network).unwrap();
    assert_eq!(row.verdict, Verdict::HoldsUp);
    let seconds = row.seconds.unwrap();
    assert!((2500.0..2950.0).contains(&seconds.mid), "{seconds:?}");
    let share = row.share.unwrap();
    assert!((share - seconds.mid / (seconds.mid + 3600.0)).abs() < 1e-9);
    // The disk is as it was.
    assert_eq!(verdict(&answer, Part::Disk), Verdict::Enough);
}

#[test]
fn too_little_memory_beside_the_card_and_too_small_a_card_are_named() {
    let small = Machine {
        ram_gb: Some(16.0),
        ..ROOMY
    };
    let answer = judge(&chat("rtx-4090"), &small, gpu("rtx-4090"));
    assert_eq!(verdict(&answer, Part::Ram), Verdict::HoldsUp);
    assert_eq!(answer.tightest, Some(Part::Ram));
    let answer = judge(&chat("rtx-3070"), &ROOMY, gpu("rtx-3070"));
    assert_eq!(answer.tightest, Some(Part::CardMemory));
}

/// A 70B model on a T4-like bandwidth writes slower than anybody reads.
#[test]
fn an_answer_slower_than_reading_is_the_cards_fault() {
    let fields = [
        ("task", "inference"),
        ("model", "qwen2.5-32b"),
        ("weights", "awq-int4"),
        ("engine", "vllm"),
    ];
    let fast = judge(&load(&fields, "h100-sxm"), &ROOMY, gpu("h100-sxm"));
    assert_eq!(verdict(&fast, Part::CardSpeed), Verdict::Enough);
    let mut slow = load(&fields, "h100-sxm");
    slow.tokens_per_s = slow.tokens_per_s.map(|rate| rate.over(40.0));
    let slow = judge(&slow, &ROOMY, gpu("h100-sxm"));
    assert_eq!(slow.tightest, Some(Part::CardSpeed));
    assert_eq!(verdict(&slow, Part::CardSpeed), Verdict::HoldsUp);
}

#[test]
fn pictures_have_no_measured_speed_and_that_is_said() {
    let job = load(
        &[("task", "diffusion_inference"), ("model", "sdxl")],
        "rtx-4090",
    );
    assert!((5.0..9.0).contains(&job.gb), "{}", job.gb);
    let answer = judge(&job, &ROOMY, gpu("rtx-4090"));
    assert_eq!(verdict(&answer, Part::CardSpeed), Verdict::Unknown);
    assert_eq!(answer.unknown, [Part::CardSpeed]);
    assert_eq!(
        answer.tightest, None,
        "nothing known is short, and the card's speed is not known"
    );
}

#[test]
fn training_is_held_against_its_own_length() {
    let fields = [
        ("task", "qlora"),
        ("model", "qwen2.5-7b"),
        ("tokens", "4200000"),
    ];
    let job = load(&fields, "rtx-4090");
    let work = job.work.unwrap();
    assert!(work.mid > 600.0);
    let slow = Machine {
        mbps: Some(10.0),
        ..ROOMY
    };
    let answer = judge(&job, &slow, gpu("rtx-4090"));
    assert_eq!(answer.tightest, Some(Part::Network));
    // Without its length nothing can be said of shares.
    let job = load(&fields[..2], "rtx-4090");
    assert_eq!(job.work, None);
    assert_eq!(
        verdict(&judge(&job, &slow, gpu("rtx-4090")), Part::Network),
        Verdict::Unknown
    );
}

#[test]
fn several_cards_are_judged_by_their_links() {
    let fields = [
        ("task", "inference"),
        ("model", "qwen2.5-32b"),
        ("engine", "vllm"),
        ("n_gpu", "2"),
    ];
    let two = Machine { gpus: 2, ..ROOMY };
    // No NVLink on a 4090, and every layer exchanges.
    let answer = judge(&load(&fields, "rtx-4090"), &two, gpu("rtx-4090"));
    assert_eq!(verdict(&answer, Part::Links), Verdict::Tight);
    let job = load(&fields, "h100-sxm");
    assert_eq!(
        verdict(&judge(&job, &two, gpu("h100-sxm")), Part::Links),
        Verdict::Unknown
    );
    let linked = Machine {
        nvlink: Some(true),
        ..two
    };
    assert_eq!(
        verdict(&judge(&job, &linked, gpu("h100-sxm")), Part::Links),
        Verdict::Enough
    );
    let one = judge(&job, &ROOMY, gpu("h100-sxm"));
    assert_eq!(one.tightest, Some(Part::Links), "one card of two");
    assert!(
        judge(&chat("h100-sxm"), &ROOMY, gpu("h100-sxm"))
            .row(Part::Links)
            .is_none()
    );
}

#[test]
fn a_share_of_a_card_has_a_speed_that_nobody_states() {
    let slice = Machine {
        share: Some(0.5),
        ..ROOMY
    };
    let answer = judge(&chat("a100-80gb-sxm"), &slice, gpu("a100-80gb-sxm"));
    assert_eq!(verdict(&answer, Part::CardSpeed), Verdict::Unknown);
    assert_eq!(verdict(&answer, Part::CardMemory), Verdict::Enough, "40 GB");
}

fn disks() -> impl Strategy<Value = Option<Disk>> {
    prop_oneof![
        Just(None),
        Just(Some(Disk::Nvme)),
        Just(Some(Disk::Sata)),
        Just(Some(Disk::Hdd)),
        Just(Some(Disk::Network)),
    ]
}

fn machines() -> impl Strategy<Value = Machine> {
    let some = |low: f64, high: f64| prop::option::of(low..high);
    let flags = (
        prop::option::of(any::<bool>()),
        prop::option::of(any::<bool>()),
    );
    (
        1..=8u32,
        some(1.0, 128.0),
        some(4.0, 512.0),
        some(10.0, 2000.0),
        disks(),
        some(1.0, 20_000.0),
        flags,
    )
        .prop_map(
            |(gpus, vcpus, ram_gb, disk_gb, disk, mbps, (one_machine, nvlink))| Machine {
                gpus,
                share: None,
                vcpus,
                ram_gb,
                disk_gb,
                disk,
                mbps,
                one_machine,
                nvlink,
            },
        )
}

fn jobs() -> impl Strategy<Value = Load> {
    let jobs = [
        chat("rtx-4090"),
        load(
            &[("task", "diffusion_inference"), ("model", "sdxl")],
            "rtx-4090",
        ),
        load(
            &[
                ("task", "qlora"),
                ("model", "qwen2.5-7b"),
                ("tokens", "1000000"),
            ],
            "rtx-4090",
        ),
        load(
            &[
                ("task", "lora"),
                ("model", "llama-3.1-8b"),
                ("n_gpu", "2"),
                ("tokens", "1000000"),
            ],
            "rtx-4090",
        ),
    ];
    prop::sample::select(jobs.to_vec())
}

proptest! {
    /// A faster line never takes longer, and makes no part of the machine look worse.
    #[test]
    fn more_of_anything_is_never_worse(job in jobs(), machine in machines(), part in 0..4usize, factor in 1.0..20.0f64) {
        let mut better = machine;
        let field = match part {
            0 => &mut better.mbps,
            1 => &mut better.ram_gb,
            2 => &mut better.vcpus,
            _ => &mut better.disk_gb,
        };
        *field = field.map(|had| had * factor);
        let (was, now) = (judge(&job, &machine, gpu("rtx-4090")), judge(&job, &better, gpu("rtx-4090")));
        for (was, now) in was.rows.iter().zip(&now.rows) {
            prop_assert!(now.verdict <= was.verdict, "{:?} {:?}", was, now);
            if let (Some(was), Some(now)) = (was.seconds, now.seconds) {
                prop_assert!(now.mid <= was.mid && now.high <= was.high);
            }
            if let (Some(was), Some(now)) = (was.pressure, now.pressure) {
                prop_assert!(now <= was);
            }
        }
    }

    /// What nobody states is never enough and never named the tightest; it is always listed.
    #[test]
    fn the_unknown_never_wins(job in jobs(), machine in machines()) {
        let silent = Machine { vcpus: None, ram_gb: None, disk_gb: None, disk: None, mbps: None, ..machine };
        let answer = judge(&job, &silent, gpu("rtx-4090"));
        for part in [Part::Cpu, Part::Ram, Part::Disk, Part::Network] {
            prop_assert_eq!(verdict(&answer, part), Verdict::Unknown);
            prop_assert!(answer.unknown.contains(&part));
            prop_assert_ne!(answer.tightest, Some(part));
        }
        let answer = judge(&job, &machine, gpu("rtx-4090"));
        for row in &answer.rows {
            prop_assert_eq!(row.verdict == Verdict::Unknown, answer.unknown.contains(&row.part));
            if row.verdict == Verdict::Unknown {
                prop_assert_ne!(answer.tightest, Some(row.part));
            }
        }
    }

    /// The part that is named is as bad as any.
    #[test]
    fn the_tightest_is_the_worst_that_is_known(job in jobs(), machine in machines()) {
        let answer = judge(&job, &machine, gpu("rtx-4090"));
        let worst = answer.rows.iter().map(|row| row.verdict).max().unwrap();
        match answer.tightest {
            Some(part) if worst >= Verdict::Tight => prop_assert_eq!(verdict(&answer, part), worst),
            Some(part) => prop_assert_eq!(part, Part::CardSpeed),
            None => prop_assert!(worst < Verdict::Tight),
        }
    }
}

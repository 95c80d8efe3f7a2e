//! Will the stack run on the card: every recorded case, what no fact says, and the smallest fix.
#![allow(clippy::unwrap_used, reason = "tests")]
mod stacks;

use domain::compat::{Because, Change, Compat, FlawKind, Line, Verdict, judge};
use stacks::{ask, draft, fact_rows, facts, gpus};

fn word(verdict: Verdict) -> &'static str {
    verdict.word()
}

#[test]
fn all_recorded_cases_are_answered_as_recorded() {
    let rows = fact_rows();
    let cases: Vec<_> = rows
        .iter()
        .filter(|row| row.kind == "verdict_case")
        .collect();
    assert_eq!(cases.len(), 14);
    for case in cases {
        let parts: Vec<&str> = case.subject.split(" | ").collect();
        let driver = parts[1].strip_prefix("driver ").unwrap();
        let build = parts[2].strip_prefix("torch ").unwrap();
        let (torch, line) = build.split_once(' ').unwrap();
        let answer = ask(&[
            ("gpu", parts[0]),
            ("driver", driver),
            ("torch", torch),
            ("cuda_line", line),
        ]);
        assert_eq!(
            word(answer.verdict),
            case.value,
            "{}: {answer:?}",
            case.subject
        );
        let is_explained = answer.verdict == Verdict::Ok || answer.first().is_some();
        assert!(is_explained, "{}", case.subject);
    }
}

#[test]
fn an_rtx_5090_on_an_old_driver_is_told_build_and_driver() {
    let answer = ask(&[
        ("gpu", "rtx-5090"),
        ("driver", "550.54.14"),
        ("torch", "2.5"),
        ("cuda_line", "cu124"),
    ]);
    let first = answer.first().unwrap();
    assert_eq!((first.rule, first.verdict), (1, Verdict::Fail));
    assert!(first.source.is_some());
    let code = answer.checks.iter().find(|check| check.rule == 3).unwrap();
    assert!(
        matches!(&code.because, Because::NoCode { first: Some(first), .. } if first.text() == "12.8")
    );
    let fix = answer.fix.unwrap();
    assert_eq!(fix.then, Verdict::Ok);
    assert!(matches!(
        &fix.changes[0],
        Change::Build {
            torch: (2, 7),
            line: Line::Cuda(12, 8),
            ..
        }
    ));
    assert!(matches!(&fix.changes[1], Change::Driver(least) if least.text() == "570.26"));
    let command = fix.command().unwrap();
    assert_eq!(
        command,
        "pip install \"torch==2.7.*\" --index-url https://download.pytorch.org/whl/cu128"
    );
}

#[test]
fn a_build_is_changed_before_a_driver() {
    let v100 = ask(&[
        ("gpu", "V100"),
        ("driver", "570.124.06"),
        ("torch", "2.11"),
        ("cuda_line", "cu128"),
    ]);
    let fix = v100.fix.unwrap();
    assert!(matches!(
        fix.changes.as_slice(),
        [Change::Build {
            torch: (2, 11),
            line: Line::Cuda(12, 6),
            ..
        }]
    ));
    assert_eq!(fix.or_driver, None, "no driver brings the code back");
    let new = ask(&[
        ("gpu", "RTX 5090"),
        ("driver", "570.124.06"),
        ("torch", "2.12"),
        ("cuda_line", "cu130"),
    ]);
    let fix = new.fix.unwrap();
    assert!(matches!(
        fix.changes.as_slice(),
        [Change::Build {
            torch: (2, 11),
            line: Line::Cuda(12, 8),
            ..
        }]
    ));
    assert_eq!(fix.or_driver.unwrap().text(), "580.65.06");
    // Where it runs already, the driver is what is missing.
    let partly = ask(&[
        ("gpu", "RTX 4090"),
        ("driver", "535.104.05"),
        ("torch", "2.7"),
        ("cuda_line", "cu128"),
    ]);
    let fix = partly.fix.unwrap();
    assert!(matches!(fix.changes.as_slice(), [Change::Driver(least)] if least.text() == "570.26"));
}

#[test]
fn what_no_row_says_is_unknown() {
    let cases = [
        (
            "the list of 2.8 was not read",
            vec![
                ("gpu", "RTX 4090"),
                ("driver", "580.65.06"),
                ("torch", "2.8"),
                ("cuda_line", "cu128"),
            ],
        ),
        (
            "no release 3.0",
            vec![
                ("gpu", "RTX 4090"),
                ("driver", "580.65.06"),
                ("torch", "3.0"),
                ("cuda_line", "cu130"),
            ],
        ),
        (
            "no driver for CUDA 13.2",
            vec![
                ("gpu", "H200"),
                ("driver", "590.10.01"),
                ("torch", "2.14"),
                ("cuda_line", "cu132"),
            ],
        ),
        (
            "no driver given",
            vec![("gpu", "H200"), ("torch", "2.11"), ("cuda_line", "cu130")],
        ),
        (
            "no line given",
            vec![("gpu", "H200"), ("driver", "580.65.06"), ("torch", "2.11")],
        ),
        ("nothing but a card", vec![("gpu", "H200")]),
        (
            "no such library",
            vec![
                ("gpu", "H200"),
                ("driver", "580.65.06"),
                ("torch", "2.11"),
                ("cuda_line", "cu130"),
                ("libraries", "xformers 0.0.35"),
            ],
        ),
        (
            "no toolkit given",
            vec![
                ("gpu", "H200"),
                ("driver", "580.65.06"),
                ("torch", "2.11"),
                ("cuda_line", "cu130"),
                ("compiles", "true"),
            ],
        ),
        (
            "no row about fp8",
            vec![
                ("gpu", "H200"),
                ("driver", "580.65.06"),
                ("torch", "2.11"),
                ("cuda_line", "cu130"),
                ("dtype", "fp8"),
            ],
        ),
        (
            "the row of Pythons was cut",
            vec![
                ("gpu", "H200"),
                ("driver", "580.65.06"),
                ("torch", "2.14"),
                ("cuda_line", "cu130"),
                ("python", "3.12"),
            ],
        ),
    ];
    for (why, pairs) in cases {
        assert_eq!(word(ask(&pairs).verdict), "unknown", "{why}");
    }
    // With the row it was ok; each row that is taken away makes it unknown, never ok.
    let question = [
        ("gpu", "RTX 4090"),
        ("driver", "535.104.05"),
        ("torch", "2.3"),
        ("cuda_line", "cu121"),
    ];
    assert_eq!(ask(&question).verdict, Verdict::Ok);
    let none = Compat::new(Vec::new());
    let asked = draft(&question).check(&none, &gpus()).unwrap();
    assert_eq!(judge(&none, &asked).verdict, Verdict::Unknown);
}

#[test]
fn every_rule_can_fail() {
    let good = [
        ("gpu", "RTX 4090"),
        ("driver", "580.65.06"),
        ("torch", "2.11"),
        ("cuda_line", "cu130"),
    ];
    assert_eq!(ask(&good).verdict, Verdict::Ok);
    let cases: [(u8, &[(&str, &str)]); 12] = [
        (1, &[("gpu", "RTX 4070"), ("driver", "515.65.01")]),
        (2, &[("driver", "570.26")]),
        (3, &[("gpu", "V100")]),
        (3, &[("cuda_line", "cpu")]),
        (3, &[("gpu", "MI300X")]),
        (4, &[("cuda_line", "cu124")]),
        (4, &[("python", "3.9")]),
        (5, &[("compiles", "true"), ("nvcc", "12.8")]),
        (5, &[("compiles", "true"), ("nvcc", "11.5")]),
        (
            6,
            &[("gpu", "RTX 5090"), ("libraries", "bitsandbytes 0.45.0")],
        ),
        (6, &[("gpu", "T4"), ("libraries", "flash-attn 2.7.4")]),
        (7, &[("gpu", "T4"), ("dtype", "bf16")]),
    ];
    for (rule, changes) in cases {
        let mut pairs = good.to_vec();
        pairs.extend(changes);
        let answer = ask(&pairs);
        assert_eq!(answer.verdict, Verdict::Fail, "{changes:?}: {answer:?}");
        assert!(
            answer
                .checks
                .iter()
                .any(|c| c.rule == rule && c.verdict == Verdict::Fail),
            "{changes:?}"
        );
    }
    let t4 = ask(&[
        ("gpu", "T4"),
        ("driver", "580.65.06"),
        ("torch", "2.11"),
        ("cuda_line", "cu130"),
        ("dtype", "bf16"),
    ]);
    assert_eq!(t4.fix.unwrap().changes, [Change::Fp16]);
}

#[test]
fn libraries_are_judged_by_their_rows() {
    let with = |gpu: &str, libraries: &str| {
        ask(&[
            ("gpu", gpu),
            ("driver", "580.65.06"),
            ("torch", "2.11"),
            ("cuda_line", "cu130"),
            ("libraries", libraries),
        ])
    };
    assert_eq!(
        with("H200", "bitsandbytes 0.50.2, triton==3.6.0").verdict,
        Verdict::Ok
    );
    assert_eq!(
        with("RTX 5090", "flash-attn 2.8.3.post1").verdict,
        Verdict::Ok
    );
    let doubted = with("RTX 5090", "flash-attn 2.8.0");
    assert_eq!(doubted.verdict, Verdict::Warn);
    assert_eq!(with("RTX 5090", "flash_attn=2.7.0").verdict, Verdict::Fail);
    assert_eq!(with("RTX 4090", "flash-attn 3.0").verdict, Verdict::Fail);
    assert_eq!(with("B200", "flash-attn 2.8.3").verdict, Verdict::Unknown);
    assert_eq!(
        with("H100", "llamafactory 0.9.2, bitsandbytes 0.38.0").verdict,
        Verdict::Fail
    );
    assert_eq!(with("H100", "llamafactory 0.9.2").verdict, Verdict::Ok);
}

#[test]
fn a_part_without_a_remedy_leaves_the_known_changes_standing() {
    // The library's page of 0.43.0 ends at 12.3, and no row says which release to take instead.
    let answer = ask(&[
        ("gpu", "rtx-5090"),
        ("driver", "550.54.14"),
        ("torch", "2.5"),
        ("cuda_line", "cu124"),
        ("libraries", "bitsandbytes 0.43.0"),
    ]);
    let fix = answer.fix.unwrap();
    let is_build = |change: &Change| {
        matches!(
            change,
            Change::Build {
                line: Line::Cuda(12, 8),
                ..
            }
        )
    };
    assert!(fix.changes.iter().any(is_build), "{fix:?}");
    assert_eq!(fix.then, Verdict::Fail);
}

#[test]
fn a_library_that_asks_for_a_newer_release_of_pytorch_gets_it() {
    let answer = ask(&[
        ("gpu", "rtx-4090"),
        ("driver", "550.54.14"),
        ("torch", "2.2"),
        ("cuda_line", "cu121"),
        ("libraries", "bitsandbytes 0.48.1"),
    ]);
    assert_eq!(answer.verdict, Verdict::Fail);
    let fix = answer.fix.unwrap();
    assert!(
        matches!(
            fix.changes.as_slice(),
            [Change::Build {
                torch: (2, 3),
                line: Line::Cuda(12, 1),
                ..
            }]
        ),
        "{fix:?}"
    );
    assert_eq!(fix.then, Verdict::Ok);
}

#[test]
fn a_build_without_a_remedy_leaves_the_change_of_a_library_standing() {
    let answer = ask(&[
        ("gpu", "gb200"),
        ("driver", "580.65.06"),
        ("torch", "2.11"),
        ("cuda_line", "cu128"),
        ("libraries", "bitsandbytes 0.45.0"),
    ]);
    let fix = answer.fix.unwrap();
    assert!(matches!(fix.changes.as_slice(), [Change::Library { .. }]));
    assert_eq!(fix.then, Verdict::Unknown);
}

#[test]
fn without_a_build_and_a_driver_the_oldest_line_with_code_is_named() {
    for (card, line, least) in [
        ("rtx-5090", Line::Cuda(12, 8), "570.26"),
        ("rtx-4090", Line::Cuda(12, 6), "560.28.03"),
    ] {
        let fix = ask(&[("gpu", card)]).fix.unwrap();
        let [
            Change::Build {
                torch, line: of, ..
            },
            Change::Driver(driver),
        ] = fix.changes.as_slice()
        else {
            panic!("{fix:?}")
        };
        assert_eq!((*of, driver.text()), (line, least), "{fix:?}");
        assert!(*torch >= (2, 9), "{fix:?}");
    }
}

#[test]
fn wsl_takes_the_builds_of_linux_and_the_drivers_of_windows() {
    let with = |os: &str, driver: &str| {
        ask(&[
            ("gpu", "rtx-4090"),
            ("driver", driver),
            ("os", os),
            ("torch", "2.5"),
            ("cuda_line", "cu124"),
        ])
        .verdict
    };
    assert_eq!(with("linux", "551.23"), Verdict::Ok);
    assert_eq!(with("wsl", "551.23"), Verdict::Unknown);
    assert_eq!(with("wsl", "551.61"), Verdict::Ok);
}

#[test]
fn a_range_is_held_against_the_release_that_it_was_read_of() {
    for (version, verdict) in [("0.43.0", Verdict::Fail), ("0.43.1", Verdict::Unknown)] {
        let library = format!("bitsandbytes {version}");
        let answer = ask(&[
            ("gpu", "rtx-4090"),
            ("driver", "550.54.14"),
            ("torch", "2.5"),
            ("cuda_line", "cu124"),
            ("libraries", &library),
        ]);
        assert_eq!(answer.verdict, verdict, "{library}");
    }
}

#[test]
fn cards_with_an_arm_processor_have_no_builds_that_were_read() {
    for (card, driver) in [("gh200-96gb", "570.124.06"), ("gb200", "580.65.06")] {
        let answer = ask(&[
            ("gpu", card),
            ("driver", driver),
            ("torch", "2.5"),
            ("cuda_line", "cu121"),
        ]);
        assert_eq!(answer.verdict, Verdict::Unknown, "{card}");
        let is_arm = |check: &domain::compat::Check| check.because == Because::ArmBuilds;
        assert!(answer.checks.iter().any(is_arm), "{card}: {answer:?}");
    }
}

#[test]
fn catalogue_and_facts_agree_on_the_first_cuda_of_a_card() {
    let (facts, gpus) = (facts(), gpus());
    let told = gpus.iter().filter_map(|gpu| {
        let (major, minor) = gpu.compute_capability.as_deref()?.split_once('.')?;
        let fact = facts.fact(
            "arch_min_cuda",
            &format!("sm_{major}{minor}"),
            "min_cuda_toolkit",
        )?;
        Some((gpu.slug.clone(), gpu.min_cuda.clone()?, fact.value.clone()))
    });
    let told: Vec<_> = told.collect();
    assert!(told.len() > 20, "{told:?}");
    for (slug, catalogue, fact) in told {
        assert_eq!(catalogue, fact, "{slug}");
    }
}

#[test]
fn windows_is_read_from_its_own_rows() {
    let on = |os: &str, driver: &str| {
        ask(&[
            ("gpu", "RTX 4090"),
            ("os", os),
            ("driver", driver),
            ("torch", "2.5"),
            ("cuda_line", "cu124"),
        ])
        .verdict
    };
    assert_eq!(on("windows", "551.61"), Verdict::Ok);
    assert_eq!(on("linux", "550.54.14"), Verdict::Ok);
    // Which older Windows drivers run a 12.x build was not read.
    assert_eq!(on("windows", "528.00"), Verdict::Unknown);
}

#[test]
fn names_are_found_as_people_and_drivers_write_them() {
    let cases = [
        "4090",
        "RTX 4090",
        "NVIDIA GeForce RTX 4090",
        "rtx-4090-d",
        "A100",
        "NVIDIA A100-SXM4-80GB",
        "NVIDIA A100 80GB PCIe",
        "NVIDIA H100 80GB HBM3",
        "NVIDIA H200",
        "Tesla T4",
        "Tesla V100-SXM2-32GB",
        "NVIDIA L40S",
        "NVIDIA RTX 6000 Ada Generation",
        "NVIDIA GeForce RTX 3060",
        "Quadro RTX 8000",
        "NVIDIA RTX PRO 6000 Blackwell Workstation Edition",
        "GB10",
        "DGX Spark",
        "sm_120",
        "12.0",
        "NVIDIA B200",
        "NVIDIA GH200 480GB",
        "NVIDIA H20",
    ];
    let (facts, gpus) = (facts(), gpus());
    for name in cases {
        let found = draft(&[("gpu", name)]).check(&facts, &gpus);
        assert!(found.is_ok(), "{name}: {found:?}");
    }
    let flaws = draft(&[("gpu", "RTX 4900")])
        .check(&facts, &gpus)
        .unwrap_err();
    let FlawKind::UnknownCard(near) = &flaws[0].kind else {
        panic!("{flaws:?}")
    };
    assert_eq!((near.len(), flaws[0].value.as_str()), (3, "RTX 4900"));
    assert!(near.contains(&"rtx-4090".to_owned()));
}

#[test]
fn every_bad_field_is_named_with_its_value() {
    let bad = [
        ("gpu", "rtx 9999"),
        ("driver", "new"),
        ("os", "beos"),
        ("torch", "latest"),
        ("cuda_line", "rocm6"),
        ("python", "three"),
        ("libraries", "bitsandbytes"),
        ("compiles", "maybe"),
        ("nvcc", "gcc"),
        ("dtype", "bf17"),
    ];
    let flaws = draft(&bad).check(&facts(), &gpus()).unwrap_err();
    let said: Vec<(&str, &str)> = flaws
        .iter()
        .map(|f| (f.field.as_str(), f.value.as_str()))
        .collect();
    assert_eq!(said, bad);
    let two = draft(&[
        ("gpu", "4090"),
        ("torch", "2.5.1+cu124"),
        ("cuda_line", "cu121"),
    ]);
    let flaws = two.check(&facts(), &gpus()).unwrap_err();
    assert_eq!(flaws[0].kind, FlawKind::OtherLine("cu124".to_owned()));
    let one = draft(&[("gpu", "4090"), ("torch", "2.5.1+cu124")])
        .check(&facts(), &gpus())
        .unwrap();
    assert_eq!(one.line, Some(Line::Cuda(12, 4)));
}

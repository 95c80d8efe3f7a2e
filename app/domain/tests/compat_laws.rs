//! Laws of the compatibility rules, over random questions.
#![allow(clippy::unwrap_used, reason = "tests")]
mod stacks;

use domain::catalog::Gpu;
use domain::compat::{Because, Change, Compat, Draft, Question, Verdict, judge};
use proptest::prelude::*;
use std::sync::LazyLock;

static FACTS: LazyLock<Compat> = LazyLock::new(stacks::facts);
static GPUS: LazyLock<Vec<Gpu>> = LazyLock::new(stacks::gpus);

const DRIVERS: &[&str] = &[
    "418.40.04",
    "450.80.02",
    "470.82.01",
    "515.65.01",
    "520.61.05",
    "525.60.13",
    "530.30.02",
    "535.104.05",
    "550.54.14",
    "560.28.03",
    "570.26",
    "570.124.06",
    "575.51.03",
    "580",
    "580.65.06",
    "590.1",
    "700",
];
const CARDS: &[&str] = &[
    "P100",
    "GTX 1080 Ti",
    "V100",
    "T4",
    "RTX 2080 Ti",
    "A100",
    "RTX 3090",
    "RTX 4090",
    "L40S",
    "H100",
    "H200",
    "B200",
    "B300",
    "RTX 5090",
    "RTX PRO 6000 Blackwell",
    "GB10",
    "sm_88",
    "MI300X",
];

fn any(all: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(all).prop_map(str::to_owned)
}

prop_compose! {
    fn draft()(
        gpu in any(CARDS), driver in any(DRIVERS), os in any(&["linux", "linux", "windows", "wsl"]),
        torch in any(&["1.13", "2.0", "2.3", "2.5", "2.6", "2.7", "2.8", "2.9", "2.10", "2.11", "2.12", "2.14", "3.0"]),
        line in any(&["cu117", "cu118", "cu121", "cu124", "cu126", "cu128", "cu129", "cu130", "cu132", "cpu", ""]),
        python in any(&["", "3.8", "3.11", "3.13", "3.15"]),
        libraries in any(&["", "bitsandbytes 0.45.0", "bitsandbytes 0.43.1, triton 3.0", "flash-attn 2.6.3", "vllm 0.8", "numpy 2.0"]),
        compiles in any(&["", "true"]), nvcc in any(&["", "11.8", "12.4", "12.8", "13.0"]),
        dtype in any(&["", "bf16", "fp16", "int8"]),
    ) -> Draft {
        let mut draft = Draft::default();
        for (field, value) in [("gpu", gpu), ("driver", driver), ("os", os), ("torch", torch), ("cuda_line", line),
            ("python", python), ("libraries", libraries), ("compiles", compiles), ("nvcc", nvcc), ("dtype", dtype)] {
            draft.set(field, &value);
        }
        draft
    }
}

fn question(draft: &Draft) -> Question {
    draft.check(&FACTS, &GPUS).unwrap()
}

/// What a user can do: it runs, runs in part, may run, does not run.
fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Ok => 0,
        Verdict::Warn | Verdict::Unknown => 1,
        Verdict::Fail => 2,
    }
}

proptest! {
    #[test]
    fn a_newer_driver_never_makes_it_worse(draft in draft(), newer in any(DRIVERS)) {
        let old = question(&draft);
        let mut new = draft.clone();
        new.set("driver", &newer);
        let new = question(&new);
        prop_assume!(new.driver >= old.driver);
        let (before, after) = (judge(&FACTS, &old), judge(&FACTS, &new));
        prop_assert!(rank(after.verdict) <= rank(before.verdict), "{before:?} {after:?}");
    }

    #[test]
    fn the_whole_is_its_heaviest_check_and_the_order_is_that_of_the_rules(draft in draft()) {
        let answer = judge(&FACTS, &question(&draft));
        prop_assert_eq!(Some(answer.verdict), answer.checks.iter().map(|check| check.verdict).max());
        prop_assert!(answer.checks.windows(2).all(|two| two[0].rule <= two[1].rule));
        for check in &answer.checks {
            let is_said = check.source.is_some() || check.verdict == Verdict::Unknown || check.rule == 7
                || matches!(check.because, Because::CpuBuild | Because::ToolkitOtherMajor { .. });
            prop_assert!(is_said, "a verdict without its source: {check:?}");
        }
        if answer.verdict == Verdict::Ok {
            prop_assert!([1, 2, 3, 4].iter().all(|rule| answer.checks.iter().any(|check| check.rule == *rule)));
            prop_assert!(answer.fix.is_none());
        }
    }

    #[test]
    fn the_fix_does_what_it_says(draft in draft()) {
        let answer = judge(&FACTS, &question(&draft));
        let Some(fix) = answer.fix else { return Ok(()) };
        let mut after = question(&draft);
        for change in &fix.changes {
            match change {
                Change::Build { torch, line, .. } => (after.torch, after.line) = (Some(*torch), Some(*line)),
                Change::Driver(least) => after.driver = Some(least.clone()),
                Change::Python(python) => after.python = Some(*python),
                Change::Toolkit { least, .. } => after.nvcc = Some(least.clone()),
                Change::Library { name, least } => after.libraries.iter_mut().filter(|one| one.name == *name)
                    .for_each(|one| one.version = least.clone()),
                Change::WithoutLibrary(name) => after.libraries.retain(|one| one.name != *name),
                Change::Fp16 => after.format = Some(domain::compat::Format::Fp16),
            }
        }
        let then = judge(&FACTS, &after);
        prop_assert!(then.checks.iter().filter(|check| check.rule <= 4).all(|check| check.verdict <= fix.then), "{fix:?} {then:?}");
        prop_assert!(then.verdict < answer.verdict || answer.verdict == Verdict::Unknown
            || then.checks.iter().any(|check| check.rule > 4), "{fix:?} {then:?}");
        let used = fix.changes.iter().any(|change| matches!(change, Change::Driver(_)));
        prop_assert!(!(used && fix.or_driver.is_some() && fix.changes.len() == 1));
    }

    #[test]
    fn a_row_less_never_makes_it_ok(draft in draft(), gone in prop::collection::vec(0usize..170, 1..40)) {
        let with = judge(&FACTS, &question(&draft));
        let rows = stacks::fact_rows().into_iter().enumerate().filter(|(place, _)| !gone.contains(place));
        let less = Compat::new(rows.map(|(_, row)| row).collect());
        let Ok(question) = draft.check(&less, &GPUS) else { return Ok(()) };
        let without = judge(&less, &question);
        // A limit that nobody read cannot be said; what the build needs is said by its own rows.
        let of_build = |answer: &domain::compat::Answer| answer.checks.iter().filter(|check| check.rule <= 4)
            .map(|check| check.verdict).max().unwrap();
        prop_assert!(!(of_build(&without) == Verdict::Ok && of_build(&with) == Verdict::Fail), "{with:?} {without:?}");
    }

    #[test]
    fn nothing_that_is_typed_stops_it(values in prop::collection::vec(".{0,40}", 10)) {
        let mut draft = Draft::default();
        for (field, value) in domain::compat::FIELDS.iter().zip(&values) {
            draft.set(field, value);
        }
        match draft.check(&FACTS, &GPUS) {
            Ok(question) => prop_assert!(!judge(&FACTS, &question).checks.is_empty()),
            Err(flaws) => prop_assert!(!flaws.is_empty()),
        }
    }
}

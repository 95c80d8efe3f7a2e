//! Pasted text: real outputs, cut, coloured, mixed, and junk.
#![allow(clippy::unwrap_used, reason = "tests")]
mod stacks;

use domain::catalog::Gpu;
use domain::compat::paste::{Item, MOST_BYTES, Pasted, Trouble, read};
use domain::compat::{Compat, Draft, FlawKind, Verdict, judge};
use proptest::prelude::*;
use std::sync::LazyLock;

static FACTS: LazyLock<Compat> = LazyLock::new(stacks::facts);
static GPUS: LazyLock<Vec<Gpu>> = LazyLock::new(stacks::gpus);

const SMI: &str = include_str!("fixtures/machines/h200/nvidia-smi.txt");
const SMI_Q: &str = include_str!("fixtures/machines/h200/nvidia-smi-q.txt");
const SMI_L: &str = include_str!("fixtures/machines/h200-x2/L.txt");
const CSV: &str = include_str!("fixtures/machines/h200/query.csv");
const ENV: &str = include_str!("fixtures/machines/h200/collect_env.txt");
const ENV_2: &str = include_str!("fixtures/machines/h200-x2/collect_env.txt");
const PIP: &str = include_str!("fixtures/machines/h200/pip-list.txt");
const TOPO: &str = include_str!("fixtures/machines/h200/topo.txt");
const REAL: [&str; 8] = [SMI, SMI_Q, SMI_L, CSV, ENV, ENV_2, PIP, TOPO];

fn paste(text: &str) -> Pasted {
    read(text, &Draft::default(), &FACTS, &GPUS)
}

fn fields(pasted: &Pasted) -> Vec<(String, String)> {
    pasted.draft.pairs()
}

fn has(pasted: &Pasted, field: &str, value: &str) {
    assert_eq!(
        pasted.draft.get(field),
        value,
        "{field}: {:?}",
        pasted.found
    );
}

#[test]
fn each_form_of_nvidia_smi_gives_card_and_driver() {
    for (text, has_driver) in [(SMI, true), (SMI_Q, true), (CSV, true), (SMI_L, false)] {
        let pasted = paste(text);
        has(&pasted, "gpu", "h200-141gb");
        has(
            &pasted,
            "driver",
            if has_driver { "580.159.04" } else { "" },
        );
        assert!(
            pasted.draft.get("nvcc").is_empty(),
            "what a driver serves is no toolkit"
        );
        assert!(pasted.missing.contains(&Item::Torch));
    }
    let serves = paste(SMI)
        .found
        .into_iter()
        .find(|f| f.item == Item::Serves)
        .unwrap();
    assert_eq!((serves.value.as_str(), serves.line), ("13.0", 3));
    assert!(serves.text.contains("CUDA Version: 13.0"));
}

#[test]
fn the_tables_of_release_610_name_the_two_parts_of_a_driver() {
    let table = "| NVIDIA-SMI 610.43.02              KMD Version: 610.43.02     CUDA UMD Version: 13.3     |\n\
        |   0  NVIDIA B200                    On  |   00000000:63:00.0 Off |                    0 |";
    let long = "KMD Version                            : 610.43.02\nCUDA UMD Version                       : 13.3\n\
        CUDA Version                           : 13.3 [Deprecated; will be removed in CUDA 14.0. Use CUDA UMD Version instead]";
    for text in [table, long] {
        let pasted = paste(text);
        has(&pasted, "driver", "610.43.02");
        let serves = pasted.found.iter().find(|one| one.item == Item::Serves);
        assert_eq!(serves.unwrap().value, "13.3", "{text}");
    }
}

#[test]
fn wsl_has_the_driver_of_windows() {
    // The first is the head of a real output (microsoft/WSL issue 11277); the tool and the driver differ in number there.
    let table =
        "| NVIDIA-SMI 535.230.02             Driver Version: 537.13       CUDA Version: 12.2     |";
    let later = "| NVIDIA-SMI 610.43.02    KMD Version: 611.10     CUDA UMD Version: 13.3     |";
    let env = "OS: Ubuntu 22.04.4 LTS (x86_64)\nPython platform: Linux-5.15.167.4-microsoft-standard-WSL2-x86_64-with-glibc2.35\nNvidia driver version: 551.23\n";
    let kernel = "Linux box 5.15.153.1-microsoft-standard-WSL2 #1 SMP x86_64 GNU/Linux";
    for text in [table, later, env, kernel] {
        has(&paste(text), "os", "wsl");
    }
    // A table that was cut within the number says nothing.
    let cut = "| NVIDIA-SMI 580.159.04             Driver Version: 580.15";
    for text in [SMI, cut] {
        assert_ne!(paste(text).draft.get("os"), "wsl", "{text}");
    }
}

#[test]
fn collect_env_says_everything_and_its_answer_is_ok() {
    let pasted = paste(ENV);
    for (field, value) in [
        ("gpu", "h200-141gb"),
        ("driver", "580.159.04"),
        ("torch", "2.11"),
        ("cuda_line", "cu130"),
        ("python", "3.12.3"),
        ("nvcc", "13.0.88"),
        ("os", "linux"),
        ("libraries", "triton 3.6.0"),
    ] {
        has(&pasted, field, value);
    }
    assert!(pasted.missing.is_empty() && pasted.troubles.is_empty());
    let question = pasted.draft.check(&FACTS, &GPUS).unwrap();
    assert_eq!(judge(&FACTS, &question).verdict, Verdict::Ok);
    assert_eq!(paste(ENV_2).draft.get("gpu"), "h200-141gb");
}

#[test]
fn pip_gives_the_line_by_the_runtime_that_a_wheel_brings() {
    let pasted = paste(PIP);
    has(&pasted, "torch", "2.11");
    has(&pasted, "cuda_line", "cu130");
    assert!(
        pasted
            .draft
            .get("libraries")
            .contains("bitsandbytes 0.50.2")
    );
    assert_eq!(pasted.missing, [Item::Gpu, Item::Driver]);
    let freeze = "Flash_Attn==2.8.3.post1\ntorch==2.5.1+cu124\nbitsandbytes @ file:///x/bitsandbytes-0.45.0-py3-none-any.whl\n";
    let pasted = paste(freeze);
    has(&pasted, "torch", "2.5");
    has(&pasted, "cuda_line", "cu124");
    has(
        &pasted,
        "libraries",
        "flash-attn 2.8.3.post1, bitsandbytes 0.45.0",
    );
    has(
        &paste("torch 2.4.0\nnvidia-cuda-runtime-cu12 12.1.105\n"),
        "cuda_line",
        "cu121",
    );
}

#[test]
fn a_mix_is_read_in_one_go_and_what_was_typed_stays() {
    let mut typed = Draft::default();
    typed.set("dtype", "bf16");
    typed.set("driver", "470.1");
    let text = format!("$ nvidia-smi\n{SMI}\n$ pip list\n{PIP}");
    let pasted = read(&text, &typed, &FACTS, &GPUS);
    has(&pasted, "dtype", "bf16");
    has(&pasted, "driver", "580.159.04");
    has(&pasted, "torch", "2.11");
    assert!(pasted.missing.is_empty());
    let two = paste("Driver Version: 550.54.14\nDriver Version: 570.26.00\n");
    has(&two, "driver", "550.54.14");
    assert_eq!(two.found.iter().filter(|f| !f.is_used).count(), 1);
}

#[test]
fn errors_are_recognised_with_what_they_say() {
    let warning = "/usr/lib/torch/cuda/__init__.py:235: UserWarning: \nNVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation.\nThe current PyTorch install supports CUDA capabilities sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90.\n";
    let pasted = paste(warning);
    has(&pasted, "gpu", "rtx-5090");
    assert_eq!(pasted.troubles[0].0, Trouble::NotInBuild);
    for (text, trouble) in [
        (
            "RuntimeError: CUDA error: no kernel image is available for execution on the device",
            Trouble::NoKernelImage,
        ),
        (
            "AssertionError: Torch not compiled with CUDA enabled",
            Trouble::CpuBuild,
        ),
        ("torch 2.5.1+cpu", Trouble::CpuBuild),
        (
            "CUDA driver version is insufficient for CUDA runtime version",
            Trouble::DriverTooOld,
        ),
        (
            "Failed to initialize NVML: Driver/library version mismatch",
            Trouble::DriverMismatch,
        ),
        (
            "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB",
            Trouble::OutOfMemory,
        ),
        (
            "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.",
            Trouble::NoDriver,
        ),
        (
            "Failed to initialize NVML: Unknown Error",
            Trouble::CardLost,
        ),
        (
            "Unexpected error from cudaGetDeviceCount(). Error 804: forward compatibility was attempted on non supported HW",
            Trouble::ForwardCompatibility,
        ),
        ("bash: nvidia-smi：未找到命令", Trouble::NoSmi),
        (
            "'nvidia-smi' is not recognized as an internal or external command,",
            Trouble::NoSmi,
        ),
        (
            "nvidia-smi : 无法将“nvidia-smi”项识别为 cmdlet、函数、脚本文件或可运行程序的名称。",
            Trouble::NoSmi,
        ),
        (
            "'nvidia-smi' 不是内部或外部命令，也不是可运行的程序",
            Trouble::NoSmi,
        ),
        ("Is CUDA available: False", Trouble::NotAvailable),
    ] {
        let pasted = paste(text);
        assert_eq!(
            pasted.troubles.first().map(|t| t.0),
            Some(trouble),
            "{text}"
        );
    }
    has(&paste("torch 2.5.1+cpu"), "cuda_line", "cpu");
}

#[test]
fn other_forms_locales_and_cut_tables() {
    // Made up after the documented format: an old driver cuts names, a locale writes figures with commas.
    let old = "| NVIDIA-SMI 470.82.01    Driver Version: 470.82.01    CUDA Version: 11.4     |\n|   0  Tesla V100-SXM2...  On   | 00000000:00:1E.0 Off |                    0 |";
    let pasted = paste(old);
    has(&pasted, "driver", "470.82.01");
    assert!(
        pasted.unknown_card.is_some()
            || pasted.draft.get("gpu").contains("v100")
            || pasted.draft.get("gpu").contains("V100")
    );
    let commas =
        "name, driver_version, power.limit [W]\nNVIDIA GeForce RTX 4090, 535.104.05, 450,00 W\n";
    let pasted = paste(commas);
    has(&pasted, "gpu", "rtx-4090");
    has(&pasted, "driver", "535.104.05");
    has(
        &paste("NVIDIA A100-SXM4-80GB, 81920 MiB, 550.54.15\n"),
        "gpu",
        "a100-80gb-sxm",
    );
    let cut = "|   0  NVIDIA GeForce RTX 4090        O";
    has(
        &paste(&format!("{}\n{cut}", &SMI[..200])),
        "driver",
        "580.159.04",
    );
    let windows = "| NVIDIA-SMI 566.36                 Driver Version: 566.36         CUDA Version: 12.7     |\r\n|   0  NVIDIA GeForce RTX 4080 ...  WDDM  |   00000000:01:00.0  On |                  N/A |\r\n";
    let pasted = paste(windows);
    has(&pasted, "os", "windows");
    has(&pasted, "driver", "566.36");
    let utf16: String = SMI.chars().flat_map(|letter| [letter, '\0']).collect();
    assert_eq!(fields(&paste(&utf16)), fields(&paste(SMI)));
}

#[test]
fn an_unknown_card_is_refused_with_the_three_nearest() {
    let pasted = paste("GPU 0: NVIDIA GeForce RTX 4091 (UUID: GPU-0)\n");
    let flaw = pasted.unknown_card.unwrap();
    let FlawKind::UnknownCard(near) = flaw.kind else {
        panic!("{flaw:?}")
    };
    assert_eq!(near.len(), 3);
    assert!(flaw.value.contains("4091"));
}

#[test]
fn five_megabytes_of_junk_are_answered() {
    let letters = "|0 NVIDIA GPU:, 5.+cu=\n";
    let junk: String = letters
        .chars()
        .cycle()
        .take(MOST_BYTES - SMI.len())
        .collect();
    let pasted = paste(&format!("{junk}\n{SMI}"));
    has(&pasted, "driver", "580.159.04");
    let one_line = format!("{}{}", "x".repeat(MOST_BYTES - 100), "CUDA out of memory");
    assert!(paste(&one_line).found.is_empty());
    assert!(paste(&"\u{1b}[".repeat(MOST_BYTES / 2)).is_empty());
    assert!(paste(&"\u{1b}]".repeat(MOST_BYTES / 2)).is_empty());
    let many: String = (0..50_000)
        .map(|n| format!("GPU {}: NVIDIA Card {n}\n", n % 999))
        .collect();
    assert!(paste(&many).found.len() < 20, "junk cannot fill the page");
}

/// The least text that is worse.
fn worn(text: &str, cuts: &[(u16, u8)]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (place, to) in cuts {
        if !bytes.is_empty() {
            let place = usize::from(*place) % bytes.len();
            match to % 4 {
                0 => bytes.truncate(place),
                1 => bytes[place] = *to,
                2 => bytes.insert(place, *to),
                _ => {
                    bytes.remove(place);
                }
            }
        }
    }
    bytes
}

proptest! {
    #[test]
    fn colours_and_line_ends_change_nothing(which in 0usize..REAL.len()) {
        let plain = fields(&paste(REAL[which]));
        let windows = REAL[which].replace('\n', "\r\n");
        prop_assert_eq!(&fields(&paste(&windows)), &plain);
        let coloured = REAL[which].replace('\n', "\u{1b}[0m\n\u{1b}[1;32m");
        prop_assert_eq!(&fields(&paste(&coloured)), &plain);
    }

    #[test]
    fn a_worn_text_is_read_or_refused(which in 0usize..REAL.len(), cuts in prop::collection::vec((any::<u16>(), any::<u8>()), 0..40)) {
        let text = String::from_utf8_lossy(&worn(REAL[which], &cuts)).into_owned();
        let pasted = paste(&text);
        let lines = text.lines().count() + text.matches('\r').count() + text.matches(['\u{2028}', '\u{2029}', '\u{85}']).count();
        for finding in &pasted.found {
            prop_assert!(finding.line >= 1 && finding.line <= lines, "{finding:?}");
            prop_assert!(!finding.value.is_empty() && finding.text.chars().count() <= 160);
        }
        match pasted.draft.check(&FACTS, &GPUS) {
            Ok(question) => prop_assert!(!judge(&FACTS, &question).checks.is_empty()),
            // What was read fits its field; only the card may be one that nobody knows, or not be there.
            Err(flaws) => prop_assert!(flaws.iter().all(|flaw| flaw.field == "gpu" || matches!(flaw.kind, FlawKind::OtherLine(_))), "{flaws:?}"),
        }
    }

    #[test]
    fn any_text_is_read(text in "\\PC{0,400}") {
        let pasted = paste(&text);
        prop_assert!(pasted.found.len() < 60);
    }
}

//! Paste boxes: whatever is handed in, reading ends with a machine or a clear answer, and never with half a figure.
#![allow(clippy::unwrap_used)] // a test says what went wrong by failing
use domain::inspect::{Machine, Unreadable, read, reading::MOST_BYTES};
use proptest::prelude::*;

const PRINTED: &str = r#"{"check":1,
"day":"2026-11-30","root":true,"os":"Ubuntu 24.04.3 LTS","container":true,"vm":false,
"cpu":{"model":"Intel(R) Xeon(R) Platinum 8358P CPU @ 2.60GHz","online":128,"allowed":128,"quota":16.00,"numa_nodes":2},
"ram":{"total_mib":1031000,"limit_mib":122880},"shm_mib":61440,
"disks":[{"at":"/root/autodl-tmp","kind":"nvme","ephemeral":false,"data":true,"size_mib":51200,"free_mib":51000}],
"nvidia_smi":"ok","driver":"550.54.14","cuda":"12.4","nvcc":null,"virtualization":"None",
"cards":[{"name":"NVIDIA GeForce RTX 4090","memory_mib":24564,"used_mib":1,
 "power_w":450.00,"power_default_w":450.00,"power_max_w":600.00,"clock_max_mhz":3105,"clock_set_mhz":null,"clock_default_mhz":null,
 "pcie_gen":1,"pcie_gen_max":4,"pcie_width":16,"pcie_width_max":16,"ecc":"Disabled","mig":null}],
"mig_devices":[],
"processes":{"all":0,"foreign":0},
"topology":[["X"]],
"p2p":null,
"nvlink":null,
"rates":{"disk_write_mb_s":null,"net_mbps":null},
"end":true}
"#;

fn whole() -> Machine {
    read(PRINTED).unwrap().machine
}

/// What of `part` differs from `whole` without being unknown.
fn invented(part: &Machine, whole: &Machine) -> Vec<String> {
    let json = |machine: &Machine| serde_json::to_value(machine).unwrap();
    let (part, whole) = (json(part), json(whole));
    let is_part = |a: &serde_json::Value, b: &serde_json::Value| a.is_null() || a == b;
    let members = part.as_object().unwrap().iter();
    members
        .filter(|(name, value)| !is_part(value, &whole[name.as_str()]))
        // Lists may be shorter: their members are compared one by one.
        .filter(|(name, value)| {
            let pairs = value
                .as_array()
                .map(|list| list.iter().zip(whole[name.as_str()].as_array().unwrap()));
            !pairs.is_some_and(|mut pairs| {
                pairs.all(|(a, b)| match (a.as_object(), b.as_object()) {
                    (Some(a), Some(b)) => a.iter().all(|(n, v)| is_part(v, &b[n]) || v == false),
                    _ => a == b,
                })
            })
        })
        .map(|(name, value)| format!("{name}: {value}"))
        .collect()
}

#[test]
fn what_the_script_prints_is_read_whole() {
    let reading = read(PRINTED).unwrap();
    assert_eq!(reading.missing, Vec::<&str>::new());
    let machine = reading.machine;
    assert_eq!(machine.cpus(), Some(16.0));
    assert_eq!(machine.ram_mib(), Some(122_880.0));
    let card = &machine.cards.unwrap()[0];
    assert_eq!(
        (card.memory_mib, card.pcie_width),
        (Some(24564.0), Some(16.0))
    );
    assert_eq!(machine.disks.unwrap()[0].at, "/root/autodl-tmp");
}

#[test]
fn terminals_chats_and_locales_around_it_change_nothing() {
    let whole = whole();
    let crlf = PRINTED.replace('\n', "\r\n");
    let coloured = PRINTED.replace("\"name\"", "\u{1b}[1;33m\"name\"\u{1b}[0m\u{1b}[K");
    let curly = PRINTED.replace('"', "”");
    let spaced = PRINTED.replace(':', "\u{a0}: ");
    // A terminal that breaks its lines at 80 letters, in the middle of a name.
    let broken = PRINTED.replace("Platinum", "Plat\ninum");
    for (name, text) in [
        ("CRLF", crlf),
        ("colours", coloured),
        ("quotes", curly),
        ("blanks", spaced),
        ("lines", broken),
    ] {
        assert_eq!(read(&text).unwrap().machine, whole, "{name}");
    }
    for (before, after) in [
        (
            "root@container:~# curl -fsSL https://x/check.sh | sh\n",
            "\nroot@container:~# ",
        ),
        (
            "  % Total    % Received\n100  9k\n",
            "bash: warning: setlocale: LC_ALL: cannot change locale (zh_CN.UTF-8)\n",
        ),
        ("警告：无法设置语言环境\n最后登录：11月 30日\n", "（完）"),
        ("{\"a\": [1, 2]} {{{ ", "}}} {\"check\": \"no\"}"),
        ("предупреждение: \u{1b}]0;хост\u{7}", "\u{1b}[0m"),
    ] {
        assert_eq!(
            read(&format!("{before}{PRINTED}{after}")).unwrap().machine,
            whole,
            "{before}"
        );
    }
    // A shell that ran it twice: the last counts. A last one that was cut off does not hide a whole one.
    let twice = format!("{}\n{PRINTED}", PRINTED.replace("24564", "12282"));
    assert_eq!(read(&twice).unwrap().machine, whole);
    assert_eq!(
        read(&format!("{PRINTED}{}", &PRINTED[..300]))
            .unwrap()
            .machine,
        whole
    );
}

#[test]
fn a_text_that_ends_early_says_what_is_missing_and_invents_nothing() {
    let whole = whole();
    for end in 12..PRINTED.len() - 3 {
        let reading = match read(&PRINTED[..end]) {
            Ok(reading) => reading,
            Err(why) => panic!("{end}: {why}"),
        };
        assert!(reading.missing.contains(&"end"), "{end}");
        assert_eq!(
            invented(&reading.machine, &whole),
            Vec::<String>::new(),
            "{end}"
        );
    }
}

#[test]
fn a_document_that_a_program_wrote_anew_is_read_too() {
    let value: serde_json::Value = serde_json::from_str(PRINTED).unwrap();
    for text in [
        value.to_string(),
        serde_json::to_string_pretty(&value).unwrap(),
    ] {
        assert_eq!(read(&text).unwrap().machine, whole());
    }
}

#[test]
fn what_is_something_else_is_called_by_its_name() {
    let table = "+-----------------+\n| NVIDIA-SMI 550.54.14   Driver Version: 550.54.14 |\n|====";
    for (text, why) in [
        ("", Unreadable::Empty),
        (" \r\n\t ", Unreadable::Empty),
        ("hello", Unreadable::Nothing),
        ("{\"check\":\"one\"}", Unreadable::Nothing),
        ("{\"check\":7,\"gpu\":1}", Unreadable::Version(7)),
        ("sh: 1: curl: not found", Unreadable::DidNotRun),
        ("bash: curl：未找到命令", Unreadable::DidNotRun),
        (include_str!("../../../public/check.sh"), Unreadable::Script),
        (table, Unreadable::NvidiaSmi),
    ] {
        assert_eq!(read(text).unwrap_err(), why, "{text:.40}");
    }
}

#[test]
fn five_megabytes_of_anything_are_read_in_one_pass() {
    let fill = |piece: &str, bytes: usize| piece.repeat(bytes / piece.len());
    for piece in [
        "x",
        "{",
        "[",
        "\"",
        "{\"check\":",
        "{\"check\":1,",
        "{\"check\":[",
        "\"check\" ",
        "{ ",
        "\u{1b}[",
        "\u{1b}]",
        "\\",
        "1,",
        "{\"check\":1}",
        "显卡",
        "\"check\"\n\n\n\n\n\n\n\n",
        "\u{1b}[31m\r\n",
    ] {
        // Whatever comes of it comes before the test's patience ends.
        let _ = read(&fill(piece, MOST_BYTES / 8));
    }
    for piece in ["{\"check\":", "\"check\"\n\n\n", "\u{1b}["] {
        let _ = read(&fill(piece, MOST_BYTES));
    }
    assert_eq!(
        read(&"x".repeat(MOST_BYTES + 1)).unwrap_err(),
        Unreadable::TooLarge
    );
    // Junk before a document does not hide it, however much of it looks like one.
    for piece in [
        "junk \u{1b}[31m{[\"check\"] 日志\r\n",
        "错误\r\n{\"check\":[",
        "{\"check\":1,",
    ] {
        let text = format!("{}\n{PRINTED}", fill(piece, MOST_BYTES / 4));
        assert_eq!(read(&text).unwrap().machine, whole(), "{piece}");
    }
}

#[test]
fn nothing_that_could_name_somebody_is_kept() {
    let text = PRINTED
        .replace("/root/autodl-tmp", "/home/alice-7731")
        .replace("Ubuntu 24.04.3 LTS", "http://evil.example/<script>")
        .replace("\"end\"", "\"hostname\":\"gpu-7731\",\"end\"")
        .replace(
            "\"ecc\":\"Disabled\"",
            "\"uuid\":\"GPU-7731\",\"ecc\":\"a b c <b>\"",
        );
    let kept = serde_json::to_string(&read(&text).unwrap().machine).unwrap();
    for secret in ["7731", "alice", "evil", "<"] {
        assert!(!kept.contains(secret), "{secret} in {kept}");
    }
    assert!(kept.contains("\"other\""));
}

proptest! {
    #[test]
    fn any_text_is_answered(text in "\\PC{0,400}") {
        let _ = read(&text);
    }

    #[test]
    fn any_change_of_a_letter_invents_no_figure_elsewhere(at in 0usize..PRINTED.len(), with in any::<char>()) {
        prop_assume!(PRINTED.is_char_boundary(at));
        let mut text = PRINTED.to_owned();
        text.replace_range(at..=at, &with.to_string());
        if let Ok(reading) = read(&text) {
            let kept = serde_json::to_string(&reading.machine).unwrap();
            // It can be kept and read again as the same.
            prop_assert_eq!(serde_json::from_str::<Machine>(&kept).unwrap(), reading.machine);
        }
    }

    #[test]
    fn words_of_json_in_any_order_are_answered(words in proptest::collection::vec(prop_oneof![
        Just("{\"check\":1,"), Just("{"), Just("}"), Just("["), Just("]"), Just(","), Just("\"cards\":"), Just("\"x\""),
        Just("24564"), Just("-1e9"), Just("null"), Just("\"topology\":[[\"X\"]"), Just("\u{1b}[0m"), Just("\r\n"), Just("\\"), Just("\"disks\":[{\"at\":1}]"),
    ], 0..60)) {
        let _ = read(&words.concat());
    }
}

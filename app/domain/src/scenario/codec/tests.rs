use super::*;

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter()
        .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
        .collect()
}

#[test]
fn the_default_is_an_empty_address() {
    assert!(encode(&Scenario::default()).is_empty());
}

#[test]
fn every_field_comes_back() {
    let given = pairs(&[
        ("v", "1"),
        ("gpu", "any"),
        ("n_gpu", "2"),
        ("vram_min", "24"),
        ("platform", "autodl"),
        ("price_kind", "spot"),
        ("week", "1-7.0-24g"),
        ("from", "2026-12-01"),
        ("days", "7"),
        ("month_hours", "720"),
        ("setup_s", "300"),
        ("data_gb", "180"),
        ("pull_gb", "60.5"),
        ("send_gb", "25"),
        ("no_gpu", "stop"),
        ("budget", "100"),
        ("spot_rate", "1..4"),
        ("own", "autodl~1.85~CNY~1~0.3~~~900"),
        ("off", "runpod~7.5"),
    ]);
    let (scenario, notices) = parse(&given);
    assert!(notices.is_empty(), "{notices:?}");
    assert_eq!(encode(&scenario), given);
}

#[test]
fn a_typical_plan_fits_into_a_chat_message() {
    let (scenario, notices) = parse(&pairs(&[
        ("gpu", "rtx-5090"),
        (
            "week",
            "1-4.9-12n.14-18n.20-23g~5.9-12n.14-18n.20-24g~6.0-6g.14-18n~7.14-20g",
        ),
        ("from", "2026-12-01"),
        ("days", "90"),
        ("data_gb", "180"),
        ("pull_gb", "60"),
        ("send_gb", "25"),
        ("setup_s", "600"),
        ("budget", "2000"),
        ("off", "autodl~5"),
        ("own", "other~1.85~CNY~1~0.3"),
    ]));
    assert!(notices.is_empty());
    let query: usize = encode(&scenario)
        .iter()
        .map(|(n, v)| n.len() + v.len() + 2)
        .sum();
    assert!("https://zuka.example/plan".len() + query <= 300, "{query}");
}

#[test]
fn the_browser_reads_the_same_use() {
    let given = pairs(&[
        ("gpu", "any"),
        ("week", "1-7.0-24g"),
        ("from", "2026-12-01"),
        ("days", "7"),
        ("data_gb", "180"),
        ("send_gb", "25"),
        ("no_gpu", "stop"),
        ("days", "many"),
    ]);
    let (whole, used) = (parse(&given).0, parse_use(&given));
    let day = "2026-11-30".parse().unwrap();
    assert_eq!(used.usage(day, true), whole.usage(day, true));
    assert_eq!(used.no_gpu, whole.no_gpu);
}

#[test]
fn the_form_s_rows_become_quotes_and_discounts() {
    let (scenario, notices) = parse(&pairs(&[
        ("own1_platform", "autodl"),
        ("own1_hour", "1.85"),
        ("own1_currency", "CNY"),
        ("own2_platform", "other"),
        ("own2_hour", ""),
        ("own3_hour", "cheap"),
        ("off1_platform", "runpod"),
        ("off1_percent", "5"),
        ("off2_platform", "vastai"),
    ]));
    assert_eq!(scenario.own.len(), 1);
    assert_eq!(scenario.own[0].to_string(), "autodl~1.85~CNY");
    assert_eq!(scenario.off, [Discount::read("runpod~5").unwrap()]);
    assert_eq!(notices.len(), 1);
    assert_eq!(notices[0].param, "own3_hour");
}

#[test]
fn of_grid_and_text_the_one_that_was_edited_wins() {
    let week = |text: &str| {
        parse(&pairs(&[
            ("week", "1.9-12g"),
            ("week_was", "Mon 09-12 gpu"),
            ("week_text", text),
        ]))
        .0
        .week
        .to_string()
    };
    assert_eq!(week("Mon 09-12  gpu\r\n"), "1.9-12g");
    assert_eq!(week("Tue 20-23 gpu"), "2.20-23g");
}

#[test]
fn an_address_of_a_later_version_is_said_to_be_one() {
    let (_, notices) = parse(&pairs(&[("v", "2"), ("days", "7")]));
    assert_eq!(notices[0].param, "v");
}

#[test]
fn a_broken_part_is_a_notice_and_its_default() {
    let (scenario, notices) = parse(&pairs(&[
        ("days", "4000"),
        ("week", "9.1-2g"),
        ("colour", "red"),
        ("data_gb", "-1"),
    ]));
    assert_eq!(scenario, Scenario::default());
    let reasons: Vec<_> = notices
        .iter()
        .map(|n| (n.param.as_str(), n.reason))
        .collect();
    assert_eq!(
        reasons,
        [
            ("days", Reason::OutOfRange),
            ("week", Reason::NotAWord),
            ("colour", Reason::UnknownParam),
            ("data_gb", Reason::OutOfRange)
        ]
    );
}

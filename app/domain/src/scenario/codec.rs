//! Scenario to and from address parameters, version 1.
use super::{CardChoice, Scenario, WithoutNoGpu};
use crate::catalog::{Notice, PriceKind, Reason};
use crate::pricing::MAX_HORIZON_DAYS;
use crate::units::{Decimal, day_of_text};

/// Parameters of the page around the scenario.
const PAGE_PARAMS: &[&str] = &[
    "lang", "theme", "currency", "part", "v", "c", "set", "preset",
];

/// Reads decoded `name=value` pairs. Never fails: what cannot be read becomes its default and a notice.
pub fn parse(pairs: &[(String, String)]) -> (Scenario, Vec<Notice>) {
    let mut scenario = Scenario::default();
    let mut notices = Vec::new();
    for (name, value) in pairs {
        let value = value.trim();
        if value.is_empty() || PAGE_PARAMS.contains(&name.as_str()) {
            continue;
        }
        if let Err(reason) = take(&mut scenario, name, value) {
            let cut = |text: &str| text.chars().take(60).collect();
            notices.push(Notice {
                param: cut(name),
                value: cut(value),
                reason,
            });
        }
    }
    (scenario, notices)
}

fn take(scenario: &mut Scenario, name: &str, value: &str) -> Result<(), Reason> {
    let whole = |least: u32, most: u32| match value.parse::<u32>() {
        Ok(n) if (least..=most).contains(&n) => Ok(n),
        Ok(_) => Err(Reason::OutOfRange),
        Err(_) => Err(Reason::NotANumber),
    };
    let amount = || match value.parse::<Decimal>() {
        Ok(n) if n.is_negative() || n > Decimal::from_int(1_000_000_000) => Err(Reason::OutOfRange),
        Ok(n) => Ok(n),
        Err(_) => Err(Reason::NotANumber),
    };
    match name {
        "gpu" if value == "any" => scenario.gpu = CardChoice::Any,
        "gpu" => scenario.gpu = CardChoice::Model(value.chars().take(80).collect()),
        "n_gpu" => scenario.n_gpu = whole(1, 64)?,
        "vram_min" => scenario.vram_min = Some(amount()?),
        "platform" if scenario.platform.len() < 100 => {
            scenario.platform.push(value.chars().take(80).collect())
        }
        "platform" => return Err(Reason::OutOfRange),
        "price_kind" => {
            let kind = PriceKind::from_word(value).ok_or(Reason::NotAWord)?;
            if !scenario.price_kind.contains(&kind) {
                scenario.price_kind.push(kind);
            }
        }
        "week" => scenario.week = value.parse().map_err(|_| Reason::NotAWord)?,
        "from" => scenario.from = Some(day_of_text(value).ok_or(Reason::NotAWord)?),
        "days" => scenario.days = whole(1, MAX_HORIZON_DAYS)?,
        "month_hours" => scenario.month_hours = whole(1, 800)?,
        "data_gb" => scenario.data_gb = amount()?,
        "pull_gb" => scenario.pull_gb = amount()?,
        "send_gb" => scenario.send_gb = amount()?,
        "no_gpu" => {
            scenario.no_gpu = match value {
                "keep" => WithoutNoGpu::Keep,
                "stop" => WithoutNoGpu::Stop,
                _ => return Err(Reason::NotAWord),
            }
        }
        "setup_s" => scenario.setup_s = whole(0, 86_400)?,
        "budget" => scenario.budget = Some(amount()?),
        _ => return Err(Reason::UnknownParam),
    }
    Ok(())
}

/// The scenario as `name=value` pairs, defaults left out; `parse` gives it back.
pub fn encode(scenario: &Scenario) -> Vec<(String, String)> {
    let start = Scenario::default();
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut put = |name: &str, value: String| pairs.push((name.to_owned(), value));
    if scenario.gpu != start.gpu {
        put(
            "gpu",
            match &scenario.gpu {
                CardChoice::Any => "any".to_owned(),
                CardChoice::Model(slug) => slug.clone(),
            },
        );
    }
    if scenario.n_gpu != start.n_gpu {
        put("n_gpu", scenario.n_gpu.to_string());
    }
    if let Some(vram) = scenario.vram_min {
        put("vram_min", vram.to_string());
    }
    scenario
        .platform
        .iter()
        .for_each(|slug| put("platform", slug.clone()));
    scenario
        .price_kind
        .iter()
        .for_each(|kind| put("price_kind", kind.word().to_owned()));
    if scenario.week != start.week {
        put("week", scenario.week.to_string());
    }
    if let Some(from) = scenario.from {
        put("from", from.to_string());
    }
    let numbers = [
        ("days", scenario.days, start.days),
        ("month_hours", scenario.month_hours, start.month_hours),
        ("setup_s", scenario.setup_s, start.setup_s),
    ];
    for (name, value, usual) in numbers {
        if value != usual {
            put(name, value.to_string());
        }
    }
    for (name, value) in [
        ("data_gb", scenario.data_gb),
        ("pull_gb", scenario.pull_gb),
        ("send_gb", scenario.send_gb),
    ] {
        if !value.is_zero() {
            put(name, value.to_string());
        }
    }
    if scenario.no_gpu == WithoutNoGpu::Stop {
        put("no_gpu", "stop".to_owned());
    }
    if let Some(budget) = scenario.budget {
        put("budget", budget.to_string());
    }
    if !pairs.is_empty() {
        pairs.insert(0, ("v".to_owned(), "1".to_owned()));
    }
    pairs
}

#[cfg(test)]
mod tests {
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
        ]);
        let (scenario, notices) = parse(&given);
        assert!(notices.is_empty(), "{notices:?}");
        assert_eq!(encode(&scenario), given);
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
}

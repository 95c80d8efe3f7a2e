//! Scenario to and from address parameters, version 1.
use super::own::{Discount, MOST_DISCOUNTS, MOST_OWN, OwnQuote, Rows};
use super::{CardChoice, Scenario, WithoutNoGpu, week_text};
use crate::catalog::{Notice, PriceKind, Reason};
use crate::pricing::MAX_HORIZON_DAYS;
use crate::units::{Decimal, day_of_text, div_round_half_up};

/// The version of the address that this code writes and reads.
const VERSION: &str = "1";

/// Parameters of the page around the scenario.
const PAGE_PARAMS: &[&str] = &[
    "lang", "theme", "currency", "period", "part", "c", "set", "preset",
];

/// Reads decoded `name=value` pairs. Never fails: what cannot be read becomes its default and a notice.
pub fn parse(pairs: &[(String, String)]) -> (Scenario, Vec<Notice>) {
    let mut scenario = Scenario::default();
    let mut notices = Vec::new();
    let mut rows = Rows::default();
    let mut refuse = |name: &str, value: &str, reason| {
        let cut = |text: &str| text.chars().take(60).collect();
        notices.push(Notice {
            param: cut(name),
            value: cut(value),
            reason,
        });
    };
    for (name, value) in pairs {
        let value = value.trim();
        if value.is_empty()
            || PAGE_PARAMS.contains(&name.as_str())
            || is_unchanged_text(pairs, name, value)
            || rows.take(name, value)
        {
            continue;
        }
        if let Err(reason) = take(&mut scenario, name, value) {
            refuse(name, value, reason);
        }
    }
    let (own, off) = rows.short();
    for (kind, list) in [("own", own), ("off", off)] {
        for (field, short) in list {
            if let Err(reason) = take(&mut scenario, kind, &short) {
                refuse(&field, &short, reason);
            }
        }
    }
    (scenario, notices)
}

/// True for the text form of the week that says what `week` says too: the later edit wins, and this is no edit.
///
/// The form tells what the text was when the page was made, in `week_was`.
fn is_unchanged_text(pairs: &[(String, String)], name: &str, value: &str) -> bool {
    let was = || pairs.iter().find(|(n, _)| n == "week_was");
    let lines = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    name == "week_was"
        || (name == "week_text" && was().is_some_and(|(_, w)| lines(w) == lines(value)))
}

fn whole(value: &str, least: u32, most: u32) -> Result<u32, Reason> {
    match value.parse::<u32>() {
        Ok(n) if (least..=most).contains(&n) => Ok(n),
        Ok(_) => Err(Reason::OutOfRange),
        Err(_) => Err(Reason::NotANumber),
    }
}

fn amount(value: &str) -> Result<Decimal, Reason> {
    match value.parse::<Decimal>() {
        Ok(n) if n.is_negative() || n > Decimal::from_int(1_000_000_000) => Err(Reason::OutOfRange),
        Ok(n) => Ok(n),
        Err(_) => Err(Reason::NotANumber),
    }
}

/// The parameters that decide what any offer costs; `None` for every other.
fn take_use(scenario: &mut Scenario, name: &str, value: &str) -> Option<Result<(), Reason>> {
    let taken = match name {
        "week" => value
            .parse()
            .map(|week| scenario.week = week)
            .map_err(|_| Reason::NotAWord),
        "from" => day_of_text(value)
            .map(|day| scenario.from = Some(day))
            .ok_or(Reason::NotAWord),
        "days" => whole(value, 1, MAX_HORIZON_DAYS).map(|days| scenario.days = days),
        "data_gb" => amount(value).map(|gb| scenario.data_gb = gb),
        "pull_gb" => amount(value).map(|gb| scenario.pull_gb = gb),
        "send_gb" => amount(value).map(|gb| scenario.send_gb = gb),
        "no_gpu" => [("keep", WithoutNoGpu::Keep), ("stop", WithoutNoGpu::Stop)]
            .into_iter()
            .find(|(word, _)| *word == value)
            .map(|(_, choice)| scenario.no_gpu = choice)
            .ok_or(Reason::NotAWord),
        _ => return None,
    };
    Some(taken)
}

/// Reads only what decides the cost of an offer that is given: for the browser, where every other rule would be dead
/// weight. Of `week` and `week_text` it takes the first, which the painter keeps in step with the text.
pub fn parse_use(pairs: &[(String, String)]) -> Scenario {
    let mut scenario = Scenario::default();
    for (name, value) in pairs {
        // What cannot be read stays the default; the server's answer says so.
        let _ = take_use(&mut scenario, name, value.trim());
    }
    scenario
}

fn take(scenario: &mut Scenario, name: &str, value: &str) -> Result<(), Reason> {
    if let Some(taken) = take_use(scenario, name, value) {
        return taken;
    }
    match name {
        "gpu" if value == "any" => scenario.gpu = CardChoice::Any,
        "gpu" => scenario.gpu = CardChoice::Model(value.chars().take(80).collect()),
        "n_gpu" => scenario.n_gpu = whole(value, 1, 64)?,
        "vram_min" => scenario.vram_min = Some(amount(value)?),
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
        "week_text" => scenario.week = week_text::read(value).map_err(|_| Reason::NotAWord)?,
        "v" if value != VERSION => return Err(Reason::NotFound),
        "v" => {}
        "month_hours" => scenario.month_hours = whole(value, 1, 800)?,
        "setup_s" => scenario.setup_s = whole(value, 0, 86_400)?,
        "setup_min" => {
            // Minutes may have a fraction: a link can hold any number of seconds.
            let seconds = div_round_half_up(amount(value)?.nanos() * 60, Decimal::SCALE);
            let fits = seconds
                .and_then(|s| u32::try_from(s).ok())
                .filter(|s| *s <= 86_400);
            scenario.setup_s = fits.ok_or(Reason::OutOfRange)?;
        }
        "budget" => scenario.budget = Some(amount(value)?),
        "spot_rate" => scenario.spot.a_day = Some(rate_range(value)?),
        "checkpoint_min" => scenario.spot.checkpoint_min = whole(value, 1, 10_000)?,
        "restart_min" => scenario.spot.restart_min = whole(value, 0, 1440)?,
        "own" if scenario.own.len() < MOST_OWN => scenario
            .own
            .push(OwnQuote::read(value).ok_or(Reason::NotAWord)?),
        "off" if scenario.off.len() < MOST_DISCOUNTS => {
            let discount = Discount::read(value).ok_or(Reason::NotAWord)?;
            scenario
                .off
                .retain(|known| known.platform != discount.platform);
            scenario.off.push(discount);
        }
        "own" | "off" => return Err(Reason::OutOfRange),
        _ => return Err(Reason::UnknownParam),
    }
    Ok(())
}

/// `2` or `1..4`: interruptions a day.
fn rate_range(value: &str) -> Result<(Decimal, Decimal), Reason> {
    let (low, high) = value.split_once("..").unwrap_or((value, value));
    let number = |text: &str| {
        text.trim()
            .parse::<Decimal>()
            .map_err(|_| Reason::NotANumber)
    };
    let (low, high) = (number(low)?, number(high)?);
    if low.is_negative() || high < low || high > Decimal::from_int(1440) {
        return Err(Reason::OutOfRange);
    }
    Ok((low, high))
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
        (
            "checkpoint_min",
            scenario.spot.checkpoint_min,
            start.spot.checkpoint_min,
        ),
        (
            "restart_min",
            scenario.spot.restart_min,
            start.spot.restart_min,
        ),
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
    if let Some((low, high)) = scenario.spot.a_day {
        let range = if low == high {
            low.to_string()
        } else {
            format!("{low}..{high}")
        };
        put("spot_rate", range);
    }
    scenario
        .own
        .iter()
        .for_each(|own| put("own", own.to_string()));
    scenario
        .off
        .iter()
        .for_each(|off| put("off", off.to_string()));
    if !pairs.is_empty() {
        pairs.insert(0, ("v".to_owned(), VERSION.to_owned()));
    }
    pairs
}

#[cfg(test)]
mod tests;
